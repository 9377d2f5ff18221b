"""Runs a Dovecot server on loopback, for tests."""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

DOVECOT = shutil.which("dovecot", path=os.environ.get("PATH", "") + ":/usr/sbin")

PASSWORDS = {"old": "secret", "new": "secret", "o l d": 's€cret "\\'}

# A login at 127.0.0.2 needs TLS, because this address is not one of the names of this machine in `_login.py`.
CONFIGURATION = """
protocols = imap
listen = 127.0.0.1, 127.0.0.2
base_dir = {at}/run
state_dir = {at}/state
log_path = {at}/log
ssl = yes
ssl_cert = <{at}/certificate.pem
ssl_key = <{at}/key.pem
disable_plaintext_auth = no
auth_mechanisms = {mechanisms}
auth_username_chars =
mail_location = maildir:{at}/%n:LAYOUT=fs
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
first_valid_gid = 1
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {at}/oauth2
}}
passdb {{
  driver = passwd-file
  args = scheme=plain {at}/passwords
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={at}/%n
}}
namespace inbox {{
  inbox = yes
  separator = /
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
"""


class Tokens(BaseHTTPRequestHandler):
    """Answers Dovecot's question to which user a token belongs. Only the token `token` is valid."""

    def do_GET(self) -> None:
        said = b'{"active": "%s", "email": "old"}' % (b"true" if "token=token&" in self.path else b"false")
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *given: object) -> None:
        pass


@contextmanager
def serve(mechanisms: str = "plain") -> Iterator[tuple[Path, int, int]]:
    """Yields the directory of Dovecot, its port, and its port with TLS from the start."""
    if DOVECOT is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("Dovecot is not installed, or this is not root, who may start it")
    at = Path(tempfile.mkdtemp(prefix="mailutf-imap-"))
    at.chmod(0o777)
    probes = [socket.socket() for _ in range(2)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    port, tls_port = (probe.getsockname()[1] for probe in probes)
    for probe in probes:
        probe.close()
    tokens = ThreadingHTTPServer(("127.0.0.1", 0), Tokens)
    threading.Thread(target=tokens.serve_forever, daemon=True).start()
    (at / "oauth2").write_text(
        f"introspection_url = http://127.0.0.1:{tokens.server_port}/?token=\nintrospection_mode = get\nactive_attribute = active\n"
        "active_value = true\n"
    )
    (at / "passwords").write_text("".join(f"{user}:{password}\n" for user, password in PASSWORDS.items()), encoding="utf-8")
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1,IP:127.0.0.2"]
    subprocess.run([*certificate, *names, "-keyout", at / "key.pem", "-out", at / "certificate.pem"], check=True, capture_output=True)
    (at / "dovecot.conf").write_text(CONFIGURATION.format(at=at, port=port, tls_port=tls_port, mechanisms=mechanisms))
    for user in PASSWORDS:
        (at / user).mkdir()
        shutil.chown(at / user, "nobody", "nogroup")
    daemon = subprocess.Popen([DOVECOT, "-F", "-c", str(at / "dovecot.conf")], stderr=subprocess.PIPE)
    try:
        for _ in range(100):
            if daemon.poll() is not None:
                assert daemon.stderr
                pytest.skip(f"Dovecot does not run here: {daemon.stderr.read()!r}")
            try:
                socket.create_connection(("127.0.0.1", tls_port)).close()
                break
            except OSError:
                time.sleep(0.1)
        yield at, port, tls_port
    finally:
        daemon.terminate()
        daemon.wait()
        tokens.shutdown()
        shutil.rmtree(at, ignore_errors=True)

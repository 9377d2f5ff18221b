"""Tests logins on a real Dovecot on loopback: with TLS from the start, by STARTTLS, and by each mechanism."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import dovecot
import pytest

LETTER = b"Subject: =?koi8-r?B?68/E?=\nContent-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n"
LOGIN = re.compile(r"Login: user=<(.*?)>, method=(.*?),.*?lip=(.*?), mpid=\d+(, TLS|, secured)?")


def run(at: Path, source: str, target: str, trusted: str = "certificate.pem") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "mailutf.imap", source, target, "--state", str(at / "migration")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "HOME": str(at), "SSL_CERT_FILE": str(at / trusted), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def logins(at: Path) -> set[tuple[str, str, str, bool]]:
    """Returns, for each login, the user, the mechanism, the host, and whether TLS was used."""
    deadline = time.monotonic() + 10
    while len(found := LOGIN.findall((at / "log").read_text(encoding="utf-8"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    return {(user, method, host, more == ", TLS") for user, method, host, more in found}


def prepare(at: Path, *entries: str) -> None:
    (at / ".netrc").write_text("".join(f"machine {entry}\n" for entry in entries), encoding="utf-8")
    (at / ".netrc").chmod(0o600)
    for user in dovecot.PASSWORDS:
        for name in ("", "cur", "new", "tmp"):
            (at / user / name).mkdir(exist_ok=True)
            os.chown(at / user / name, *[os.stat(at / user).st_uid, os.stat(at / user).st_gid])
        (at / user / "cur" / "1.M1.host:2,S").write_bytes(LETTER if user != "new" else b"")
    (at / "new" / "cur" / "1.M1.host:2,S").unlink()


def copied(at: Path) -> list[bytes]:
    return [path.read_bytes() for name in ("cur", "new") for path in (at / "new" / name).iterdir()]


@pytest.mark.parametrize(
    ("mechanisms", "suffix", "method"),
    [("plain login cram-md5 xoauth2", "", "PLAIN"), ("cram-md5", "", "CRAM-MD5"), ("plain xoauth2", ";AUTH=XOAUTH2", "XOAUTH2"), ("plain", ";AUTH=LOGIN", "PLAIN")],
)
@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_mail_goes_over_by_tls_after_each_login(scheme: str, mechanisms: str, suffix: str, method: str) -> None:
    with dovecot.serve(mechanisms) as (at, port, tls_port):
        password = "token" if method == "XOAUTH2" else "secret"
        prepare(at, f"127.0.0.2 login old password {password}", "127.0.0.1 login new password secret")
        source = f"{scheme}://old{suffix}@127.0.0.2:{tls_port if scheme == 'imaps' else port}"
        done = run(at, source, f"imap://new@127.0.0.1:{port}")
        assert done.returncode == 0 and "INBOX: 1 copied" in done.stdout, (done.stderr, (at / "log").read_text())
        assert "Код".encode() in copied(at)[0]
        assert ("old", method, "127.0.0.2", True) in logins(at)


def test_names_and_passwords_have_any_characters() -> None:
    with dovecot.serve() as (at, port, tls_port):
        prepare(at, '127.0.0.2 login "o l d" password "s€cret \\"\\\\"', "127.0.0.1 login new password secret")
        done = run(at, f"imaps://o%20l%20d@127.0.0.2:{tls_port}", f"imap://new@127.0.0.1:{port}")
        assert done.returncode == 0 and len(copied(at)) == 1, done.stderr


def test_the_commands_of_the_tasks_run() -> None:
    tasks = (Path(__file__).parents[1] / "TASKS.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", tasks, re.S)
    with dovecot.serve() as (at, _, tls_port):
        prepare(at, "127.0.0.2 login old password secret", "127.0.0.1 login new password secret")
        for name, here in (("ada@old.example.org", "old@127.0.0.2"), ("ada@new.example.org", "new@127.0.0.1")):
            assert name in block
            block = block.replace(name, f"{here}:{tls_port}")
        environment = {**os.environ, "HOME": str(at), "SSL_CERT_FILE": str(at / "certificate.pem")}
        environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
        done = subprocess.run(["sh", "-e"], input=block, cwd=at, env=environment, capture_output=True, text=True, timeout=120)
        assert "INBOX: would copy 1" in done.stdout and "INBOX: 1 copied" in done.stdout and len(copied(at)) == 1, done.stderr


def test_what_is_refused_is_told_in_words() -> None:
    with dovecot.serve("plain xoauth2") as (at, port, tls_port):
        prepare(at, "127.0.0.2 login old password wrong", "127.0.0.1 login new password secret")
        (at / "none").touch()
        target = f"imap://new@127.0.0.1:{port}"
        for source, trusted, words in (
            (f"imaps://old@127.0.0.2:{tls_port}", "certificate.pem", "AUTHENTICATIONFAILED"),
            (f"imaps://old;AUTH=XOAUTH2@127.0.0.2:{tls_port}", "certificate.pem", "AUTHENTICATIONFAILED"),
            (f"imaps://old;AUTH=GSSAPI@127.0.0.2:{tls_port}", "certificate.pem", "cannot log in by GSSAPI"),
            (f"imaps://old@127.0.0.2:{tls_port}", "none", "certificate verify failed"),
            (f"imap://old@127.0.0.2:{port}", "none", "certificate verify failed"),
        ):
            done = run(at, source, target, trusted)
            assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr, done.stderr
            assert "wrong" not in done.stderr and "secret" not in done.stderr

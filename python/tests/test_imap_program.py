"""Tests `python -m mailutf.imap` with servers that are hostile, silent or gone: the program prints a sentence, ends
with a status, and shows no secret."""

import imaplib
import io
import os
import re
import runpy
import signal
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from imap_servers import Server, Wire, listening
from test_imap_hostile import EVIL, LETTER, Copy, literal, mailbox, replacing

from mailutf import imap
from mailutf.imap import _login
from mailutf.imap._arguments import Argument
from mailutf.imap._connection import Connection
from mailutf.imap._login import _Login

SECRET = "hunter2-€"


class Program:
    """Runs the program between two servers on loopback."""

    def __init__(self, at: Path, source: Server, target: Server) -> None:
        self.at, self.source, self.target = at, source, target
        self.netrc(f"machine localhost login ada password {SECRET}\nmachine 127.0.0.1 login ada password {SECRET}\n")

    def netrc(self, text: str) -> None:
        (self.at / ".netrc").write_text(text, encoding="utf-8")
        (self.at / ".netrc").chmod(0o600)

    def start(self, source: int, target: int, *options: str) -> "subprocess.Popen[str]":
        accounts = (f"imap://ada@localhost:{source}", f"imap://ada@127.0.0.1:{target}")
        return subprocess.Popen(
            [sys.executable, "-m", "mailutf.imap", *accounts, "--state", str(self.at / "state"), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "HOME": str(self.at), "PYTHONIOENCODING": "utf-8"},
        )

    def run(self, *options: str) -> tuple[int, str]:
        with listening(self.source) as source, listening(self.target) as target:
            process = self.start(source, target, *options)
            said, errors = process.communicate(timeout=60)
        # The state file is removed, because it contains the ports, which are different in each run.
        if (self.at / "state").exists():
            (self.at / "state").unlink()
        self.look_for_secrets(said + errors)
        return process.returncode, said + errors

    def look_for_secrets(self, said: str) -> None:
        assert "Traceback" not in said, said
        assert SECRET not in said and "hunter2" not in said, said


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path, mailbox(LETTER % (1, 1, 1), LETTER % (2, 2, 2)), Server())


ATTACK = b') "01-Jan-2024 00:00:00 +0000" {3}\r\nabc' + EVIL + b"()"


def test_a_source_runs_no_command_at_the_target(program: Program) -> None:
    program.source.answer = replacing(b"(\\Seen)", b"(%b)" % literal(b"\\Seen" + ATTACK))
    status, said = program.run()
    assert status == 1 and "INBOX, message 1: " in said and "is no flag" in said
    assert not program.target.wrong and not any(name == b"DELETE" for name, _ in program.target.commands)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [(b"BODY[] {", b"BODY[] NIL BODY[1] {", "NIL"), (b"UID 1 ", b"UID 9 ", "did not send it")],
)
def test_a_message_that_is_not_sent_is_named_and_counted(program: Program, old: bytes, new: bytes, words: str) -> None:
    program.source.answer = lambda command, said: replacing(old, new)(command, said) if b"<1@x>" in said else said
    status, said = program.run()
    assert status == 1 and "1 copied" in said and "1 failed" in said and words in said


def test_a_literal_above_the_limit_ends_the_run(program: Program) -> None:
    program.source.answer = lambda command, said: re.sub(rb"BODY\[\] \{[0-9]+\}", b"BODY[] {9000000000}", said)
    status, said = program.run()
    assert status == 2 and "literal of 9000000000 octets" in said and "--limit-message" in said
    program.source.answer = lambda command, said: said
    status, said = program.run("--limit-message", "32")
    assert status == 1 and said.count("--limit-message") == 2 and program.target.folders[b"INBOX"].mail == []
    assert program.run("--limit-message", "1KiB")[0] == 0
    for wrong in ("0", "x", "5 parsecs", "-1"):
        status, said = program.run(f"--limit-message={wrong}")
        assert status == 2 and "such as 10M or 1GiB" in said


@pytest.mark.parametrize("silent", ["greeting", "later"])
def test_a_server_that_never_answers_ends_the_run(program: Program, silent: str) -> None:
    if silent == "greeting":
        program.source.greeting = b""
    else:
        program.source.answer = lambda command, said: b"" if command == b"EXAMINE" else said
    status, said = program.run("--timeout", "0.5")
    assert status == 2 and re.search(r"imap://ada@localhost:\d+: the connection was silent for 0.5 seconds", said), said


def test_a_server_that_is_gone_ends_the_run_and_the_next_goes_on(program: Program) -> None:
    drops = iter([False, True])
    program.source.answer = lambda command, said: None if b"BODY[]" in said and next(drops, False) else said
    with listening(program.source) as source, listening(program.target) as target:
        first = program.start(source, target)
        errors = first.communicate(timeout=60)[1]
        program.look_for_secrets(errors)
        assert first.returncode == 2 and "the connection was lost" in errors
        again = program.start(source, target)
        said = again.communicate(timeout=60)[0]
    assert again.returncode == 0 and "1 copied" in said and "1 known" in said
    assert len(program.target.folders[b"INBOX"].mail) == 2
    status, said = program.run("--state", str(program.at / "none" / "state"))
    assert status == 2 and "unable to open" in said


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for others")
def test_ctrl_c_ends_the_run_and_the_next_goes_on(program: Program) -> None:
    reached = threading.Event()

    def answer(command: bytes, said: bytes) -> bytes:
        if b"<2@x>" in said and not reached.is_set():
            reached.set()
            return b""
        return said

    program.source.answer = answer
    with listening(program.source) as source, listening(program.target) as target:
        # The program inherits whether SIGINT is ignored, and a shell starts background programs with SIGINT ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        first = program.start(source, target)
        signal.signal(signal.SIGINT, before)
        assert reached.wait(30)
        time.sleep(2)
        first.send_signal(signal.SIGINT)
        errors = first.communicate(timeout=60)[1]
        assert (first.returncode, errors) == (130, "mailutf.imap: stopped; the same command continues\n")
        again = program.start(source, target)
        said = again.communicate(timeout=60)[0]
    assert again.returncode == 0 and "1 copied" in said and "1 known" in said


def test_what_is_sent_is_not_ended_by_a_logout_in_its_middle() -> None:
    source, target = mailbox(LETTER % (1, 1, 1)), Server()
    sendall = Wire.sendall

    def stopped(wire: Wire, data: memoryview, flags: int = 0) -> None:
        if wire.session.server is target and b"text 1" in bytes(data):
            # Stops before the last octets of the literal, so that a LOGOUT command with its tag would exactly fill
            # the literal.
            sendall(wire, data[: len(data) - len(b"m99 LOGOUT\r\n")])
            raise KeyboardInterrupt
        sendall(wire, data)

    Wire.sendall = stopped  # type: ignore[assignment, method-assign]
    try:
        with pytest.raises(KeyboardInterrupt):
            Copy(source, target).run()
    finally:
        Wire.sendall = sendall  # type: ignore[method-assign]
    assert target.folders[b"INBOX"].mail == []


LOGINS = {
    "PLAIN": b"IMAP4rev1 AUTH=PLAIN",
    "LOGIN": b"IMAP4rev1",
    "CRAM-MD5": b"IMAP4rev1 LOGINDISABLED AUTH=CRAM-MD5",
}


@pytest.mark.parametrize("mechanism", LOGINS)
@pytest.mark.parametrize("end", ["refused", "lost", "nonsense"])
def test_a_login_that_fails_shows_no_secret(program: Program, mechanism: str, end: str) -> None:
    program.source.greeting = b"* OK hello\r\n"
    program.source.capabilities = LOGINS[mechanism]
    ends = {"refused": b"m2 NO [AUTHENTICATIONFAILED] no\r\n", "lost": None, "nonsense": b"what?\r\n"}
    program.source.answer = lambda command, said: ends[end] if command in (b"LOGIN", b"AUTHENTICATE", b"+") else said
    status, said = program.run()
    assert status == 2 and said.startswith("mailutf.imap: imap://ada@localhost"), said
    program.netrc(f"machine localhost login ada password {SECRET} {SECRET}\n")
    status, said = program.run()
    assert status == 2 and "~/.netrc has a syntax error" in said


def test_a_password_in_a_url_is_refused_and_not_shown(program: Program) -> None:
    command = [sys.executable, "-m", "mailutf.imap", f"imaps://ada:{SECRET}@localhost", "imaps://ada@localhost", "--state", str(program.at / "state")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    program.look_for_secrets(done.stderr)
    assert done.returncode == 2 and "~/.netrc" in done.stderr and not (program.at / "state").exists()


def test_a_command_is_shown_without_its_arguments(program: Program) -> None:
    command = [sys.executable, "-m", "mailutf.imap", f"cat {SECRET}", "true", "--state", str(program.at / "state")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
    ours = [line for line in done.stderr.splitlines() if line.startswith("mailutf.imap")]
    assert done.returncode == 2 and ours == ["mailutf.imap: cat: the connection was lost"]


def test_arguments_and_logins_are_represented_without_what_is_in_them() -> None:
    login = _Login("ada", SECRET)
    assert SECRET not in repr(login) and SECRET not in str(login)
    argument = Argument(SECRET.encode())
    assert "hunter2" not in repr(argument) and "hunter2" not in repr([argument])


NETRC = """\
machine host.example.org login ada@example.org password of-ada
machine host.example.org login bob password of-bob
machine other.example.org login eve password of-eve
default login anybody password of-anybody
"""


def test_a_host_has_as_many_users_as_netrc_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    (tmp_path / ".netrc").write_text(NETRC, encoding="utf-8")
    (tmp_path / ".netrc").chmod(0o600)

    def login(account: str) -> tuple[str, str]:
        url = _login._url(account)
        found = _login._login(url.hostname or "", _login._user(url)[0])
        return found.user, found.password

    for user in ("ada@example.org", "ada%40example.org"):
        assert login(f"imaps://{user}@host.example.org") == ("ada@example.org", "of-ada")
        assert login(f"imaps://{user};AUTH=XOAUTH2@host.example.org:99") == ("ada@example.org", "of-ada")
    assert login("imaps://bob@host.example.org") == ("bob", "of-bob")
    assert login("imaps://other.example.org") == ("eve", "of-eve")
    assert login("imaps://anybody@new.example.org") == ("anybody", "of-anybody")
    with pytest.raises(imap.Refused, match="several users; name one, as in imaps://ada@example.org@host.example.org"):
        login("imaps://host.example.org")
    with pytest.raises(imap.Refused, match="no password of eve in ~/.netrc"):
        login("imaps://eve@host.example.org")


def test_the_recipe_finds_the_same_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".netrc").write_text(NETRC, encoding="utf-8")
    (tmp_path / ".netrc").chmod(0o600)
    recipe = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "recipes" / "imap_copy.py"))
    logged_in: list[tuple[str, ...]] = []

    class Server:
        def __init__(self, *place: object) -> None:
            logged_in.append(tuple(map(str, place)))

        def login(self, *login: str) -> None:
            logged_in[-1] += login

    monkeypatch.setattr(imaplib, "IMAP4_SSL", Server)
    for account in ("imaps://ada@example.org@host.example.org", "imaps://ada%40example.org@host.example.org:99"):
        recipe["connect"](account)
    recipe["connect"]("imaps://bob@host.example.org")
    recipe["connect"]("imaps://other.example.org")
    recipe["connect"]("imaps://anybody@new.example.org")
    assert logged_in == [
        ("host.example.org", "993", '"ada@example.org"', "of-ada"),
        ("host.example.org", "99", '"ada@example.org"', "of-ada"),
        ("host.example.org", "993", '"bob"', "of-bob"),
        ("other.example.org", "993", '"eve"', "of-eve"),
        ("new.example.org", "993", '"anybody"', "of-anybody"),
    ]
    for account, words in (
        ("imaps://host.example.org", "several users"),
        ("imaps://eve@host.example.org", "no password"),
        ("imaps://bob:secret@host.example.org", "^expected imaps://USER@HOST"),
        ("imap://bob@host.example.org", "^expected imaps://USER@HOST"),
    ):
        with pytest.raises(SystemExit, match=words):
            recipe["connect"](account)


def test_what_comes_before_tls_ends_the_connection() -> None:
    server = Server(greeting=b"* OK hello\r\n")
    server.answer = lambda command, said: b"m1 OK begin\r\n* CAPABILITY IMAP4rev1\r\n"
    with pytest.raises(imap.Disconnected, match="data before TLS"):
        Connection("x", Wire(server)).start_tls(ssl.create_default_context(), "x")

"""Tests a migration between two users of a real Dovecot on loopback."""

import imaplib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import dovecot
import mailutf
from imap_servers import listening
from mailutf import imap
from mailutf.imap._arguments import Argument
from mailutf.imap._responses import Status
from test_imap_hostile import literal, mailbox

class Server:
    def __init__(self, at: Path, port: int) -> None:
        self.at, self.port = at, port
        (at / ".netrc").write_text("machine 127.0.0.1 login old password secret\n")

    def connection(self, user: str) -> imaplib.IMAP4:
        connection = imaplib.IMAP4("127.0.0.1", self.port)
        connection.login(user, "secret")
        return connection

    def run(self, *options: str, program: str = "mailutf.imap") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", program, self.account("old"), self.account("new"), *options],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment(),
            timeout=120,
        )

    def account(self, user: str) -> str:
        # The account is a command. Its output and input are a connection on which the user is logged in.
        return f"{sys.executable} {Path(__file__).parent / 'imap_stream.py'} {self.port} {user} secret"

    def environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.at), "PYTHONIOENCODING": "utf-8"}


def _quoted(name: bytes) -> str:
    # imaplib sends an argument unchanged, so the argument must be quoted here.
    return b'"%b"' % name.replace(b"\\", b"\\\\").replace(b'"', b'\\"')  # type: ignore[return-value]


def listed(connection: imaplib.IMAP4, command: str = "list") -> list[bytes]:
    """Returns the names of all folders, which are read without the code under test."""
    found = []
    for line in getattr(connection, command)()[1]:
        if isinstance(line, tuple):
            found.append(line[1])
        elif named := re.fullmatch(rb'\([^)]*\) "/" (?:"(.*)"|(\S+))', line):
            found.append(re.sub(rb"\\(.)", rb"\1", named[1]) if named[1] is not None else named[2])
    return found


@pytest.fixture
def server() -> Iterator[Server]:
    with dovecot.serve() as (at, port, _):
        yield Server(at, port)


LETTER = b"Message-ID: <%d@x>\r\nSubject: =?koi8-r?B?68/E?= %d\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n\xeb\xcf\xc4 %d\r\n"
DATE = '"21-Nov-2026 10:00:00 +0330"'


def fill(server: Server, counts: dict[str, int]) -> None:
    connection = server.connection("old")
    for folder, count in counts.items():
        name = _quoted(mailutf.charset.encode(folder, "utf-7-imap"))
        connection.create(name)
        connection.subscribe(name)
        for number in range(count):
            flags = ["", "\\Seen", "\\Flagged \\Answered", "$Label1 Wichtig \\Seen"][number % 4]
            status, said = connection.append(name, f"({flags})", DATE, LETTER % (number, number, number))
            assert status == "OK", said
    connection.logout()


def folders(server: Server, user: str) -> dict[str, list[tuple[frozenset[bytes], bytes, bytes]]]:
    """Returns the flags, the dates and the octets of all messages, by folder."""
    connection = server.connection(user)
    found: dict[str, list[tuple[frozenset[bytes], bytes, bytes]]] = {}
    for name in listed(connection):
        if connection.select(_quoted(name), readonly=True)[0] != "OK":
            # This folder contains only folders, so it cannot be selected.
            continue
        answer = connection.uid("FETCH", "1:*", "(FLAGS INTERNALDATE BODY.PEEK[])")[1]
        mail = found[mailutf.charset.decode(name, "utf-7-imap")] = []
        for part in answer:
            if isinstance(part, tuple) and (items := re.search(rb'FLAGS \((.*?)\) INTERNALDATE "(.*?)" BODY', part[0])):
                mail.append((frozenset(items[1].split()) - {b"\\Recent"}, items[2], part[1]))
    connection.logout()
    return found


def converted(
    mail: dict[str, list[tuple[frozenset[bytes], bytes, bytes]]],
) -> dict[str, list[tuple[frozenset[bytes], bytes, bytes]]]:
    policy = mailutf.Policy(headers="encoded")
    return {name: [(flags, date, mailutf.normalize(data, policy)) for flags, date, data in all_of_it] for name, all_of_it in mail.items()}


COUNTS = {"INBOX": 5, "Entwürfe": 3, "Listen/Katzen & Hunde": 4, 'a "b" \\ (c) %*': 1, "leer": 0}


def test_all_folders_go_over_with_flags_dates_and_names(server: Server, tmp_path: Path) -> None:
    fill(server, COUNTS)
    before = folders(server, "old")
    state, uids = str(tmp_path / "state"), tmp_path / "uids"
    dry = server.run("--state", state, "--dry-run")
    assert dry.returncode == 0 and "INBOX: would copy 5 (5 changed" in dry.stdout and not folders(server, "new")["INBOX"], dry.stderr
    assert not os.path.exists(state)
    done = server.run("--state", state, "--uid-map", str(uids))
    assert done.returncode == 0, done.stderr
    after = folders(server, "new")
    assert after == converted(before) and len(after["Listen/Katzen & Hunde"]) == 4 and "leer" in after
    assert {flag for flags, _, _ in after["INBOX"] for flag in flags} == {b"\\Seen", b"\\Flagged", b"\\Answered", b"$Label1", b"Wichtig"}
    # The server can show a date in another time zone than before, so the instants are compared, not the
    # texts of the dates.
    instants = {imaplib.Internaldate2tuple(b'INTERNALDATE "%b"' % date) for _, date, _ in after["INBOX"]}
    assert instants == {imaplib.Internaldate2tuple(f"INTERNALDATE {DATE}".encode())}
    assert "=?utf-8?".encode() in after["INBOX"][0][2] and "Код 0".encode() in after["INBOX"][0][2]
    assert folders(server, "old") == before
    rows = [line.split("\t") for line in uids.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == sum(COUNTS.values()) and all(row[2] == row[5] for row in rows)
    assert {row[0] for row in rows} == set(COUNTS) - {"leer"}
    assert b"Entw&APw-rfe" in listed(server.connection("new"), "lsub")


def test_a_second_run_copies_what_has_arrived(server: Server, tmp_path: Path) -> None:
    fill(server, {"INBOX": 3})
    state = str(tmp_path / "state")
    assert "INBOX: 3 copied" in server.run("--state", state).stdout
    fill(server, {"INBOX": 2})
    again = server.run("--state", state)
    assert again.returncode == 0 and "INBOX: 2 copied" in again.stdout and "3 known" in again.stdout
    assert folders(server, "new") == converted(folders(server, "old"))
    other = subprocess.run(
        [sys.executable, "-m", "mailutf.imap", server.account("new"), server.account("old"), "--state", state],
        capture_output=True,
        text=True,
        env=server.environment(),
    )
    assert other.returncode == 2 and "is the state of a migration from" in other.stderr


def test_killed_at_any_moment_nothing_is_twice_or_lost(server: Server, tmp_path: Path) -> None:
    fill(server, {"INBOX": 60, "Entwürfe": 20})
    # Equal messages are the hardest case: only the number of messages tells whether one of them was added.
    connection = server.connection("old")
    for _ in range(20):
        connection.append('"INBOX"', "", DATE, b"Subject: same\r\n\r\n\xe9\r\n")
    connection.logout()
    state = str(tmp_path / "state")
    command = [sys.executable, "-m", "mailutf.imap", server.account("old"), server.account("new"), "--state", state]
    killed = 0
    for attempt in range(40):
        process = subprocess.Popen(command, env=server.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            process.wait(timeout=0.2 + attempt * 0.037)
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
    done = server.run("--state", state)
    assert done.returncode == 0 and killed > 1, (done.stderr, killed)
    assert folders(server, "new") == converted(folders(server, "old"))


def test_rules_folders_and_a_folder_above(server: Server, tmp_path: Path) -> None:
    fill(server, {"INBOX": 1, "Listen/a": 1, "Listen/b": 1})
    connection = server.connection("old")
    connection.append('"INBOX"', "", DATE, b"From: jan@example.org\r\nSubject: =?iso-8859-1?Q?J=9Arg?=\r\n\r\n")
    connection.logout()
    (tmp_path / "rules.toml").write_text('version = 1\n[[rule]]\nfrom = "jan@example.org"\nread = "macintosh"\n')
    options = ["--folder", "INBOX", "--folder", "*/a", "--into", "Altes Postfach/älter", "--headers", "utf8"]
    done = server.run("--state", str(tmp_path / "state"), "--rules", str(tmp_path / "rules.toml"), *options)
    assert done.returncode == 0, done.stderr
    after = folders(server, "new")
    assert {name: len(mail) for name, mail in after.items() if mail} == {
        "Altes Postfach/älter/INBOX": 2,
        "Altes Postfach/älter/Listen/a": 1,
    }
    assert "Subject: Jörg".encode() in after["Altes Postfach/älter/INBOX"][1][2]


def test_a_message_that_is_refused_does_not_end_the_run(server: Server, tmp_path: Path) -> None:
    fill(server, {"INBOX": 3})
    source, target = (imap.Account.of(server.account(user)) for user in ("old", "new"))
    sent = target._connection.command

    def refusing(name: bytes, *given: Argument, **more: object) -> Status:
        if name == b"APPEND" and b"Wort 1" in given[-1].octets:
            raise imap.Refused("new: BAD no such octets")
        return sent(name, *given, **more)  # type: ignore[arg-type]

    target._connection.command = refusing  # type: ignore[method-assign]
    state = imap.State(tmp_path / "state", "old", "new")
    rule = mailutf.Policy(headers="encoded")
    connection = server.connection("old")
    connection.append('"INBOX"', "", DATE, b"Subject: Wort 1\r\n\r\nx\r\n")
    connection.append('"INBOX"', "", DATE, b"Subject: Wort 2\r\n\r\nx\r\n")
    (done,) = imap.copy(source, target, state, policy=rule)
    assert (done.added, len(done.failures)) == (4, 1) and "INBOX, message 4: new: BAD no such octets" in done.failures[0]
    target._connection.command = sent  # type: ignore[method-assign]
    (again,) = imap.copy(source, target, state, policy=rule)
    assert (again.added, again.known, again.failures) == (1, 4, [])
    for one in (state, source, target):
        one.close()


def test_a_folder_that_is_refused_is_named_and_does_not_end_the_run(server: Server, tmp_path: Path) -> None:
    fill(server, {"INBOX": 1, "Liste": 1})
    source, target = (imap.Account.of(server.account(user)) for user in ("old", "new"))
    made = target.make

    def refusing(name: bytes, is_subscribed: bool) -> None:
        # Cyrus gives this answer to a name with a backslash.
        if name == b"Liste":
            raise imap.Refused("new: Invalid mailbox name")
        made(name, is_subscribed)

    target.make = refusing  # type: ignore[method-assign]
    state = imap.State(tmp_path / "state", "old", "new")
    done = {str(one.folder): one.failures for one in imap.copy(source, target, state)}
    state.close()
    assert done == {"INBOX": [], "Liste": ["Liste: new: Invalid mailbox name"]}


def test_a_renumbered_folder_is_not_copied_twice(server: Server, tmp_path: Path) -> None:
    fill(server, {"Liste": 2})
    assert server.run("--state", str(tmp_path / "state")).returncode == 0
    connection = server.connection("old")
    connection.delete('"Liste"')
    time.sleep(1.1)
    fill(server, {"Liste": 2})
    again = server.run("--state", str(tmp_path / "state"))
    assert again.returncode == 1 and "renumbered its messages" in again.stderr
    assert len(folders(server, "new")["Liste"]) == 2


def test_wrong_use_is_told_in_words(tmp_path: Path) -> None:
    for source, words in (("http://x", "expected imaps"), ("imaps://a@none.invalid", "none.invalid")):
        command = [sys.executable, "-m", "mailutf.imap", source, source, "--state", str(tmp_path / "state")]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)}, stdin=subprocess.DEVNULL)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_a_hostile_source_changes_nothing_but_the_copy(server: Server, tmp_path: Path) -> None:
    target = server.connection("new")
    target.create("Important")
    hostile = mailbox(LETTER % (1, 1, 1), LETTER % (2, 2, 2))
    attack = b'\\Seen) "01-Jan-2024 00:00:00 +0000" {3}\r\nabc\r\nEVIL1 DELETE "Important"\r\nEVIL2 NOOP ('
    hostile.answer = lambda command, said: said.replace(b"(\\Seen)", b"(%b)" % literal(attack)) if b"<1@x>" in said else said
    with listening(hostile) as port:
        (server.at / ".netrc").write_text("machine localhost login old password secret\n")
        (server.at / ".netrc").chmod(0o600)
        done = subprocess.run(
            [sys.executable, "-m", "mailutf.imap", f"imap://old@localhost:{port}", server.account("new"), "--state", str(tmp_path / "state")],
            capture_output=True,
            text=True,
            env=server.environment(),
        )
    assert done.returncode == 1 and "INBOX, message 1: " in done.stderr and "is no flag" in done.stderr
    assert {name: len(mail) for name, mail in folders(server, "new").items()} == {"INBOX": 1, "Important": 0}

"""Tests servers that lie. Nothing that a source sends may become a command at the target. Each message that is noted
as copied must be there."""

import contextlib
import os
import random
import re
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from imap_servers import Folder, Server, Wire

import mailutf
from mailutf import imap
from mailutf.imap._arguments import Argument
from mailutf.imap._connection import Connection
from mailutf.imap._login import _authenticate, _Login
from mailutf.imap._responses import Status

EVIL = b'\r\nEVIL1 DELETE "Important"\r\nEVIL2 NOOP '
PASSWORD = "hunter2"
LETTER = b"Message-ID: <%d@x>\r\nSubject: %d\r\n\r\ntext %d\r\n"
FLAGS = [b"\\Seen", b"$x", b"\\Answered Work", b""]
DATES = [b" 1-Feb-2024 10:00:00 +0100", b"31-Dec-1999 23:59:59 -1130"]


class Copy:
    """A copy between two servers in memory."""

    def __init__(self, source: Server, target: Server) -> None:
        self.source, self.target = source, target
        self.state = imap.State(Path(":memory:"), "source", "target")
        self.intended: list[tuple[bytes, tuple[Argument, ...]]] = []
        self.done: list[imap.Copied] = []

    def run(self, limit: int = 1 << 20) -> "Copy":
        self.done = []
        sent = Connection.command

        def noted(connection: Connection, name: bytes, *arguments: Argument, **more: object) -> Status:
            if connection.name == "target":
                self.intended.append((name, arguments))
            return sent(connection, name, *arguments, **more)  # type: ignore[arg-type]

        Connection.command = noted  # type: ignore[assignment, method-assign]
        try:
            with contextlib.ExitStack() as opened:
                opened.callback(self.state.keep)
                source, target = (self.account(name, limit, opened) for name in ("source", "target"))
                for one in imap.copy(source, target, self.state):
                    self.done.append(one)
        finally:
            Connection.command = sent  # type: ignore[method-assign]
        return self

    def account(self, name: str, limit: int, opened: contextlib.ExitStack) -> imap.Account:
        connection = Connection(name, Wire(self.source if name == "source" else self.target))
        opened.callback(connection.close)
        if not connection.is_logged_in:
            _authenticate(connection, _Login("ada", PASSWORD), "*")
        return imap.Account(connection, limit)

    def left(self) -> list[str]:
        return [line for one in self.done for line in (*one.failures, *one.doubts)]

    def check(self) -> None:
        """Checks that the target received the intended commands, and that every message that is noted as copied is
        there."""
        assert not self.target.wrong, self.target.wrong
        meant = [(name.split(b" ")[0], arguments) for name, arguments in self.intended]
        got = self.target.commands
        # The last command can be cut off, so it may be missing.
        assert [name for name, _ in got] == [name for name, _ in meant[: len(got)]] and len(meant) - len(got) <= 1
        for (name, values), (_, arguments) in zip(got, meant):
            if name == b"APPEND":
                flags, date, octets = (argument.octets for argument in arguments[1:])
                assert (b"(%b)" % values[1], b'"%b"' % values[2], values[3]) == (flags, date, octets)
                # The octets of each new message are octets that the source sent, either unchanged or converted by
                # `normalize`.
                sent = self.source.sent
                strings = (sent[one.end() :][: int(one[1])] for one in re.finditer(rb"\{([0-9]{1,9})\}\r\n", sent))
                assert octets in sent or octets in map(mailutf.normalize, strings)
        for _, _, _, to, _, to_uid in self.state.uid_map():
            assert to_uid in [mail.uid for mail in self.target.folders[to].mail]
        assert sum(one.added for one in self.done) <= sum(len(folder.mail) for folder in self.target.folders.values())


def mailbox(*letters: bytes) -> Server:
    server = Server()
    for letter in letters:
        server.folders[b"INBOX"].add(letter, b"\\Seen")
    return server


def replacing(old: bytes, new: bytes) -> Callable[[bytes, bytes], bytes]:
    return lambda command, said: said.replace(old, new, 1) if command == b"UID" and b"BODY[]" in said else said


def literal(octets: bytes) -> bytes:
    return b"{%d}\r\n%b" % (len(octets), octets)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b"(\\Seen)", b"(%b)" % literal(b'\\Seen) "01-Jan-2024 00:00:00 +0000" {3}\r\nabc' + EVIL + b"("), "is no flag"),
        (b"(\\Seen)", b'("\\\\Seen")', "is no flag"),
        (b"(\\Seen)", b"(\\Seen a]b)", "is no flag"),
        (b"(\\Seen)", b"(\\Seen \xc3\xa9)", "is no flag"),
        (b"(\\Seen)", b"(\\Seen (x))", "is no flag"),
        (b"(\\Seen)", b"(\\*)", "is no flag"),
        (b"(\\Seen)", b"NIL", "no flags"),
        (b"(\\Seen)", b"(%b)" % b" ".join(b"$Keyword%d" % number for number in range(500)), "more than 4000 octets"),
        (b'" 1-Feb-2024 10:00:00 +0100"', literal(b" 1-Feb-2024 10:00:00 +0100" + EVIL), "is no date"),
        (b'" 1-Feb-2024 10:00:00 +0100"', b'" 1-Feb-2024 10:00:00 +0100\\" {3}"', "is no date"),
        (b'" 1-Feb-2024', b'"31-Feb-2024', "is no date"),
        (b'" 1-Feb-2024', b'"1-Feb-2024', "is no date"),
        (b'" 1-Feb-2024 10:00:00 +0100"', b"NIL", "no date"),
        (b"BODY[] {", b"BODY[] NIL BODY[1] {", "NIL instead"),
        (b"BODY[] {", b"BODY[TEXT] {", "did not send it"),
        (b"UID 1 ", b"UID 2 ", "did not send it"),
    ],
)
def test_what_is_no_flag_date_or_message_is_refused_named_and_tried_again(old: bytes, new: bytes, words: str) -> None:
    source, target = mailbox(LETTER % (1, 1, 1), LETTER % (2, 2, 2)), Server()
    copy = Copy(source, target)
    source.answer = lambda command, said: replacing(old, new)(command, said) if b"<1@x>" in said else said
    for _ in range(2):
        copy.run().check()
        assert len(copy.left()) == 1 and words in copy.left()[0] and "INBOX, message 1: " in copy.left()[0]
        assert [mail.octets for mail in target.folders[b"INBOX"].mail] == [LETTER % (2, 2, 2)]
    source.answer = lambda command, said: said
    copy.run().check()
    assert copy.left() == [] and copy.done[0].added == 1 and copy.done[0].known == 1


def test_days_below_ten_and_flags_of_any_atom_go_over() -> None:
    source, target = Server(), Server()
    source.folders[b"INBOX"].add(LETTER % (1, 1, 1), b"\\Seen \\Recent $Label1 a[b~} NonJunk", b" 1-Feb-2024 10:00:00 +0100")
    Copy(source, target).run().check()
    (mail,) = target.folders[b"INBOX"].mail
    assert (mail.flags, mail.date) == (b"\\Seen $Label1 a[b~} NonJunk", b" 1-Feb-2024 10:00:00 +0100")


@pytest.mark.parametrize("name", [b'x"' + EVIL, b"x\r\ny", b"x\ny", b"&AA0ACg-x", b"x\0y", b"x\x1b[2J", b"x" * 5000])
def test_a_name_with_line_ends_is_refused_and_others_go_over(name: bytes) -> None:
    source, target = mailbox(LETTER % (1, 1, 1)), Server()

    def listing(command: bytes, said: bytes) -> bytes:
        return b"* LIST () \"/\" %b\r\n%b" % (literal(name), said) if command == b"LIST" and b"INBOX" in said else said

    source.answer = listing
    copy = Copy(source, target).run()
    copy.check()
    assert not source.wrong and len(copy.left()) == 1 and "a name of a folder cannot have" in copy.left()[0]
    assert len(target.folders[b"INBOX"].mail) == 1 and list(target.folders) == [b"INBOX"]
    assert not any(set("\r\n\x1b") & set(text) for text in [*copy.left(), *map(str, copy.done)])


def test_names_of_any_characters_go_over_as_strings() -> None:
    names = [b'a "b" \\c', b"%*(){}", b"Entw&APw-rfe", "Entwürfe".encode(), b"NIL", b"1"]
    source, target = Server({name: Folder() for name in names}), Server()
    for folder in source.folders.values():
        folder.add(LETTER % (1, 1, 1))
    copy = Copy(source, target).run()
    copy.check()
    # The name in raw UTF-8 means the same folder as the name in UTF-7, so there is only one copy.
    assert copy.left() == [] and set(target.folders) == {*names, b"INBOX"} - {"Entwürfe".encode()}


def test_numbers_have_32_bits_and_are_not_zero() -> None:
    for old, new in ((b"UIDVALIDITY 7", b"UIDVALIDITY 0"), (b"UIDVALIDITY 7", b"UIDVALIDITY 99999999999"), (b"UIDVALIDITY 7", b"UIDVALIDITY 7 7")):
        source, target = mailbox(LETTER % (1, 1, 1)), Server()
        source.answer = lambda command, said: said.replace(old, new)
        assert "UIDVALIDITY" in Copy(source, target).run().left()[0]
        target.answer = source.answer
        source.answer = lambda command, said: said
        copy = Copy(source, target).run()
        assert "number for UID" in copy.left()[0] and not target.folders[b"INBOX"].mail


def test_a_source_that_lists_fewer_messages_than_it_has_is_named() -> None:
    source, target = mailbox(LETTER % (1, 1, 1)), Server()
    source.answer = lambda command, said: re.sub(rb"\* 1 FETCH .*\r\n", b"", said) if command == b"UID" else said
    copy = Copy(source, target).run()
    assert "reports 1 messages, but lists 0" in copy.left()[0]


def test_large_messages_are_named_before_they_are_read() -> None:
    source, target = mailbox(b"x" * 5000, LETTER % (1, 1, 1)), Server()
    copy = Copy(source, target).run(limit=4096)
    copy.check()
    assert copy.left() == ["INBOX, message 1: it has 5000 octets, more than 4096 (`--limit-message`)"] and copy.done[0].added == 1
    # If a server announces a wrong size, the connection ends before the literal is read.
    source.answer = lambda command, said: said.replace(b"SIZE 5000", b"SIZE 50")
    with pytest.raises(imap.Disconnected, match=r"literal of 5000 octets, but at most 4096 .*--limit-message"):
        Copy(source, Server()).run(limit=4096)
    source.answer = lambda command, said: said.replace(b"{5000}", b"{99999999999999999999}").replace(b"SIZE 5000", b"SIZE 50")
    with pytest.raises(imap.Disconnected, match="literal of 99999999999999999999 octets"):
        Copy(source, Server()).run()


def test_an_ok_before_the_message_was_sent_is_none() -> None:
    source, target = mailbox(LETTER % (1, 1, 1)), Server()
    target.answer = lambda command, said: b"".join(b"m%d OK done\r\n" % number for number in range(20)) if command == b"+" else said
    copy = Copy(source, target)
    with pytest.raises(imap.Disconnected, match="it answers"):
        copy.run()
    assert not list(copy.state.uid_map())


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda octets: octets,
    "line ends": lambda octets: octets.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") + b"\r\n",
    "fields": lambda octets: b"X-Server: x\r\n" + octets.replace(b"Subject: ", b"SUBJECT:  "),
    "body": lambda octets: octets.replace(b"text", b"TEXT"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("tells_uids", [True, False])
@pytest.mark.parametrize("letter", [LETTER % (1, 1, 1), b"Subject: no identifier\r\n\r\ntext\r\n"])
@pytest.mark.parametrize("is_added", [True, False])
def test_a_connection_that_drops_after_append_makes_no_duplicate(change: str, tells_uids: bool, letter: bytes, is_added: bool) -> None:
    source, target = mailbox(letter, letter, letter), Server(stored=CHANGES[change])
    target.capabilities = b"IMAP4rev1 UIDPLUS" if tells_uids else b"IMAP4rev1"
    target.folders[b"INBOX"].add(letter)
    drops = iter([False, True])

    def answer(command: bytes, said: bytes) -> bytes | None:
        if command == b"APPEND" and next(drops, False):
            if not is_added:
                target.folders[b"INBOX"].mail.pop()
            return None
        return said

    target.answer = answer
    copy = Copy(source, target)
    with pytest.raises(imap.Disconnected, match="target: the connection was lost"):
        copy.run()
    # Between the runs, another program delivers a message.
    target.folders[b"INBOX"].add(b"Message-ID: <other@x>\r\n\r\nother\r\n", date=b" 3-Mar-2024 10:00:00 +0100")
    copy.run().check()
    assert len(target.folders[b"INBOX"].mail) == 1 + 3 + 1
    # If the message was not added, the run names it as a doubt, because the delivered message could be its copy,
    # changed by the server.
    assert len(copy.left()) == (not is_added) and all("may be there twice" in line for line in copy.left())
    copy.run().check()
    assert copy.left() == [] and len(target.folders[b"INBOX"].mail) == 5


def test_a_copy_that_cannot_be_told_is_named() -> None:
    source = mailbox(LETTER % (1, 1, 1))
    target = Server(stored=lambda octets: octets.replace(b"<1@x>", b"<2@x>"))
    target.answer = lambda command, said: None if command == b"APPEND" else said
    copy = Copy(source, target)
    with pytest.raises(imap.Disconnected):
        copy.run()
    target.answer = lambda command, said: said
    copy.run()
    assert copy.left() == [
        "INBOX, message 1: may be there twice, because an earlier run was interrupted while it added this message: compare its copy with the "
        "messages with UID 1 in INBOX"
    ]


# These values are copied to the target: flags, a date, and the name of a folder.
COPIED = rb'(?<=FLAGS \()[^)]*(?=\))|(?<=INTERNALDATE )"[^"\r\n]*"|(?<=\(\) "/" )"[^\r\n]*"(?=\r\n)'


def fuzzed(chance: random.Random) -> Callable[[bytes, bytes], bytes | None]:
    """Returns a function that sometimes changes an answer: to other items, other octets, other lines, or nothing."""
    rate = chance.choice([0.05, 0.2, 0.5])
    # If all answers were changed, few runs would get as far as the messages. So in most runs, only the answers to some
    # commands are changed.
    changing = chance.choice([b"UID", b"UID", b"UID", b"LIST", b"EXAMINE STATUS APPEND", b"+"]) if chance.random() < 0.8 else b""
    hostile = [
        literal(b'\\Seen) "01-Jan-2024 00:00:00 +0000" {3}\r\nabc' + EVIL + b"("),
        literal(b"INBOX" + EVIL),
        literal(EVIL),
        literal(b""),
        b'"\\Seen\\" {3}"',
        b'"x\r\nEVIL NOOP"',
        b"NIL",
        b"()",
        b"(()",
        b")",
        b"{5}",
        b"{99999999999}",
        b"{0}\r\n",
        b"~{2}\r\nab",
        b"\\Seen",
        b"a]b",
        b"\xff\xfe",
        b"4294967296",
        b"0",
        b"-1",
        b'" 1-Feb-2024 10:00:00 +0100"',
        b"BODY[]",
        b"UID 1",
        b"\0",
        b"\r\n",
        b"\n",
        b"* BYE\r\n",
        b"+ \r\n",
        b"m5 OK\r\n",
        b"* 1 FETCH (UID 1 BODY[] NIL)\r\n",
        b"* 1 FETCH (UID 1 FLAGS () INTERNALDATE \"" + DATES[0] + b'" BODY[] "")\r\n',
        b"* OK [UIDVALIDITY 9] x\r\n",
        b"* LIST () \"/\" " + literal(b"a" + EVIL) + b"\r\n",
        b"* NO x\r\n",
    ]

    def answer(command: bytes, said: bytes) -> bytes | None:
        if chance.random() >= rate or changing and command not in changing:
            return said
        match chance.randrange(12):
            case 0 | 9 | 10 | 11:
                # Replaces a token, usually one of those that are copied.
                tokens = list(re.finditer(COPIED, said)) if chance.random() < 0.7 else []
                token = chance.choice(tokens or list(re.finditer(rb'"[^"\r\n]*"|[^ ()\r\n]+', said)))
                return said[: token.start()] + chance.choice(hostile) + said[token.end() :]
            case 1:
                at = chance.randrange(len(said) + 1)
                return said[:at] + chance.choice(hostile) + said[at:]
            case 2:
                at = chance.randrange(len(said))
                return said[:at] + bytes([chance.randrange(256)]) + said[at + chance.randrange(2) :]
            case 3:
                at = chance.randrange(len(said))
                return said[:at] + said[at + chance.randrange(1, 20) :]
            case 4:
                lines = said.splitlines(keepends=True)
                chance.shuffle(lines)
                return b"".join(lines)
            case 5:
                lines = said.splitlines(keepends=True)
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(hostile))
                return b"".join(lines)
            case 6:
                # Sends the octets of a flag list or a date as a literal.
                return re.sub(rb'\(\\Seen\)|"[^"\r\n]*"', lambda found: literal(found[0].strip(b'"()')), said, count=chance.randrange(1, 3))
            case 7:
                return said[: chance.randrange(len(said))]
            case _:
                return None

    return answer


def session(seed: int, kept: list[int]) -> None:
    chance = random.Random(seed)
    names = chance.sample([b"INBOX", b"Work", b"Entw&APw-rfe", b'a "b" \\c', "ü".encode()], chance.randrange(1, 4))
    source, target = Server({name: Folder() for name in names}), Server()
    for number, folder in enumerate(source.folders.values()):
        for letter in range(chance.randrange(4)):
            folder.add(LETTER % (number, letter, seed), chance.choice(FLAGS), chance.choice(DATES))
    source.capabilities = chance.choice([b"IMAP4rev1", b"IMAP4rev1 NAMESPACE"])
    source.greeting = chance.choice([source.greeting, b"* OK hello\r\n"])
    target.capabilities = chance.choice([b"IMAP4rev1", b"IMAP4rev1 UIDPLUS"])
    copy = Copy(source, target)
    if is_hostile_source := chance.random() < 0.8:
        source.answer = fuzzed(chance)
    else:
        target.answer = fuzzed(chance)
    for _ in range(2):
        try:
            copy.run(limit=chance.choice([100, 1 << 20]))
        except (imap.Refused, imap.Disconnected) as error:
            # The frames are searched for the password, because some programs log the variables of each frame.
            frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
            ours = [frame.f_locals for frame in frames if frame.f_globals["__name__"].startswith("mailutf.imap")]
            assert ours and PASSWORD not in f"{error} {ours}"
            kept[1] += 1
        kept[0] += 1
        if is_hostile_source:
            copy.check()
        else:
            assert not source.wrong
    kept[2] += sum(len(folder.mail) for folder in target.folders.values())


def test_fuzzed_servers_run_no_command_and_nothing_is_called_copied_that_is_not_there() -> None:
    kept = [0, 0, 0]
    for seed in range(int(float(os.environ.get("CASES", "1")) * 500)):
        try:
            session(seed, kept)
        except Exception as error:
            raise AssertionError(f"seed {seed}") from error
    # On average, each run must copy more than one message, and fewer than half of the runs may fail. Otherwise the
    # test would check too little.
    assert kept[2] > kept[0] and kept[1] < kept[0] / 2, kept

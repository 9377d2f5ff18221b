"""Small IMAP servers for tests. The servers are correct, so that only the test decides what is wrong with an answer or a
connection.

The servers parse commands strictly by the formal syntax (RFC 9051 section 9), without the code under test. Everything
else that they receive, and each command that a copy does not need, is kept in `wrong`.
"""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MONTHS = b"(?i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
ATOM = rb"[!#$&'+,\-./0-9:;<=>?@A-Z\[^_`a-z|}~]+"
FLAGS = rb"\(((?:\\?%b(?: \\?%b)*)?)\)" % (ATOM, ATOM)
DATE = rb'"((?: [0-9]|[0-3][0-9])-%b-[0-9]{4} [0-2][0-9]:[0-5][0-9]:[0-6][0-9] [+-][0-9]{4})"' % MONTHS
# NUL stands for a literal in the text of a command.
STRING = rb'("(?:[\x01-\x09\x0b\x0c\x0e-!#-\[\]-\x7f]|\\["\\])*"|\0)'
COMMANDS = {
    b"CAPABILITY": b"",
    b"NAMESPACE": b"",
    b"LOGOUT": b"",
    b"LIST": b' "" "(.?)"',
    b"LSUB": b' "" "(\\*)"',
    b"EXAMINE": b" " + STRING,
    b"CREATE": b" " + STRING,
    b"SUBSCRIBE": b" " + STRING,
    b"STATUS": b" " + STRING + rb" \(UIDVALIDITY UIDNEXT\)",
    b"UID": rb" FETCH ([0-9]+(?::\*)?) \(([A-Z0-9.\[\]() -]+)\)",
    b"APPEND": b" " + STRING + b" " + FLAGS + b" " + DATE + b" (\0)",
    b"LOGIN": b" " + STRING + b" " + STRING,
    b"AUTHENTICATE": b" (PLAIN|CRAM-MD5)",
    b"STARTTLS": b"",
}
LINE = re.compile(rb"([a-z0-9]+) ([A-Z]+)(.*)", re.DOTALL)


@dataclass
class Mail:
    uid: int
    flags: bytes
    date: bytes
    octets: bytes


@dataclass
class Folder:
    mail: list[Mail] = field(default_factory=list)
    next_uid: int = 1

    def add(self, octets: bytes, flags: bytes = b"", date: bytes = b" 1-Feb-2024 10:00:00 +0100") -> int:
        self.mail.append(Mail(self.next_uid, flags, date, octets))
        self.next_uid += 1
        return self.next_uid - 1


@dataclass
class Server:
    """An account on a server. `answer` can change the response to a command. If it returns None instead of octets, the
    connection ends."""

    folders: dict[bytes, Folder] = field(default_factory=lambda: {b"INBOX": Folder()})
    greeting: bytes = b"* PREAUTH hello\r\n"
    capabilities: bytes = b"IMAP4rev1 UIDPLUS"
    stored: Callable[[bytes], bytes] = lambda octets: octets
    answer: Callable[[bytes, bytes], bytes | None] = lambda command, said: said
    commands: list[tuple[bytes, list[bytes]]] = field(default_factory=list)
    wrong: list[bytes] = field(default_factory=list)
    sent: bytes = b""

    def run(self, name: bytes, values: list[bytes], selected: list[Folder]) -> bytes:
        """Returns the untagged responses to a command, and its status."""
        folder = self.folders.get(values[0] if values else b"")
        match name:
            case b"CAPABILITY":
                return b"* CAPABILITY %b\r\nOK done\r\n" % self.capabilities
            case b"LIST" | b"LSUB":
                names = [b""] if values == [b""] else list(self.folders)
                return b"".join(b'* %b () "/" %b\r\n' % (name, quoted(one)) for one in names) + b"OK done\r\n"
            case b"NAMESPACE":
                return b'* NAMESPACE (("" "/")) NIL NIL\r\nOK done\r\n'
            case b"CREATE":
                self.folders.setdefault(values[0], Folder())
                return b"OK done\r\n"
            case b"STATUS" if folder:
                return b"* STATUS %b (UIDVALIDITY 7 UIDNEXT %d)\r\nOK done\r\n" % (quoted(values[0]), folder.next_uid)
            case b"EXAMINE" if folder:
                selected[:] = [folder]
                return b"* %d EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\nOK [READ-ONLY] done\r\n" % len(folder.mail)
            case b"UID" if selected:
                return b"".join(self.fetched(selected[0], *values)) + b"OK done\r\n"
            case b"APPEND" if folder:
                uid = folder.add(self.stored(values[3]), values[1], values[2])
                return b"OK [APPENDUID 7 %d] done\r\n" % uid if b"UIDPLUS" in self.capabilities else b"OK done\r\n"
            case b"SUBSCRIBE" | b"LOGOUT" | b"LOGIN":
                return b"OK done\r\n"
        return b"NO cannot\r\n"

    def fetched(self, folder: Folder, uids: bytes, items: bytes) -> Iterator[bytes]:
        first, every, _ = uids.partition(b":*")
        for number, mail in enumerate(folder.mail, 1):
            if mail.uid == int(first) or every and mail.uid >= int(first) or every and number == len(folder.mail):
                values = {
                    b"UID": b"%d" % mail.uid,
                    b"FLAGS": b"(%b)" % mail.flags,
                    b"INTERNALDATE": b'"%b"' % mail.date,
                    b"RFC822.SIZE": b"%d" % len(mail.octets),
                    b"BODY[]": b"{%d}\r\n%b" % (len(mail.octets), mail.octets),
                    b"BODY[HEADER.FIELDS (MESSAGE-ID)]": header(mail.octets),
                }
                asked = items.replace(b"BODY.PEEK", b"BODY")
                yield b"* %d FETCH (%b)\r\n" % (number, b" ".join(b"%b %b" % (name, value) for name, value in values.items() if name in asked))


def header(octets: bytes) -> bytes:
    found = re.search(rb"^Message-ID:.*?\r\n(?![ \t])", octets.partition(b"\r\n\r\n")[0] + b"\r\n", re.I | re.M | re.S)
    kept = (found[0] if found else b"") + b"\r\n"
    return b"{%d}\r\n%b" % (len(kept), kept)


def quoted(name: bytes) -> bytes:
    return b'"%b"' % name.replace(b"\\", b"\\\\").replace(b'"', b'\\"')


class Session:
    """A connection to a server, which takes octets and returns octets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.selected: list[Folder] = []
        self.buffer = b""
        self.text = b""
        self.literals: list[bytes] = []
        self.expected = -1

    def receive(self, octets: bytes) -> bytes | None:
        self.buffer += octets
        said = b""
        while True:
            if self.expected >= 0:
                if len(self.buffer) < self.expected:
                    return said
                self.literals.append(self.buffer[: self.expected])
                self.buffer, self.expected = self.buffer[self.expected :], -1
            line, end, rest = self.buffer.partition(b"\r\n")
            if not end:
                return said
            self.buffer = rest
            if re.search(rb"[\r\n\0]", line):
                self.server.wrong.append(line)
            if size := re.search(rb"\{([0-9]+)\}$", line):
                self.text += line[: size.start()] + b"\0"
                self.expected = int(size[1])
                asked = self.say(b"+", b"+ go on\r\n")
                if asked is None:
                    return None
                said += asked
                if not asked.startswith(b"+"):
                    self.text, self.literals, self.expected = b"", [], -1
                continue
            text, literals, self.text, self.literals = self.text + line, self.literals, b"", []
            answer = self.command(text, literals)
            if answer is None:
                return None
            said += answer

    def command(self, text: bytes, literals: list[bytes]) -> bytes | None:
        found = LINE.fullmatch(text)
        values = re.fullmatch(COMMANDS.get(found[2], b"(?!)"), found[3]) if found else None
        if not found or not values:
            self.server.wrong.append(text)
            return b"* BAD what?\r\n"
        rest = iter(literals)
        given = [next(rest) if value == b"\0" else unquoted(value) for value in values.groups()]
        self.server.commands.append((found[2], given))
        said = self.server.run(found[2], given, self.selected)
        *untagged, last = said.splitlines(keepends=True)
        return self.say(found[2], b"".join(untagged) + found[1] + b" " + last)

    def say(self, command: bytes, said: bytes) -> bytes | None:
        changed = self.server.answer(command, said)
        if changed is not None:
            self.server.sent += changed
        return changed


def unquoted(value: bytes) -> bytes:
    return re.sub(rb"\\(.)", rb"\1", value[1:-1]) if value.startswith(b'"') else value


class Wire(socket.socket):
    """A socket without a network. The thread that sends octets also runs the server at the other end."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.session = Session(server)
        self.said = server.greeting
        self.is_open = True

    def sendall(self, data: memoryview, flags: int = 0) -> None:  # type: ignore[override]
        if not self.is_open:
            raise BrokenPipeError("it is gone")
        answer = self.session.receive(bytes(data))
        self.is_open = answer is not None
        self.said += answer or b""

    def recv(self, size: int, flags: int = 0) -> bytes:
        taken, self.said = self.said[:size], self.said[size:]
        return taken


@contextmanager
def listening(server: Server) -> Iterator[int]:
    """Runs a server on loopback, and yields its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(connection: socket.socket) -> None:
        with connection:
            session = Session(server)
            try:
                connection.sendall(server.greeting)
                while octets := connection.recv(1 << 16):
                    answer = session.receive(octets)
                    if answer is None:
                        return
                    connection.sendall(answer)
            except OSError:
                pass

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.close()

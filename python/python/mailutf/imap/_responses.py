"""Reads the responses of an IMAP server by the grammar of IMAP (RFC 9051 section 9), in bounded memory.

A response that does not follow the grammar of tokens ends the connection, because nobody knows where the next response
begins. Whether a value is valid for its item, such as a flag or a date, is checked by the code that uses the value.
"""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import TypeAlias

from ._errors import Disconnected

# The maximum number of octets of the lines of a response, without its literals. imaplib has the same limit; RFC 9051 has none.
_LINES = 1_000_000


class Atom(bytes):
    """A value without quotation marks: an atom, a number, a flag, or the name of an item."""


# A value is an atom, a string (which came quoted or as a literal), a list, or None for NIL.
Value: TypeAlias = "Atom | bytes | list[Value] | None"


@dataclass(frozen=True)
class Continuation:
    """A response by which the server asks for the rest of the command."""

    text: bytes


@dataclass(frozen=True)
class Status:
    """A response OK, NO, BAD, BYE or PREAUTH. `tag` is the tag of the command that has ended, or `*`."""

    tag: bytes
    kind: bytes
    code: bytes
    code_arguments: bytes
    text: bytes


@dataclass(frozen=True)
class Data:
    """An untagged response that is no `Status`. `values` is empty unless the caller wants responses of this kind."""

    number: int | None
    kind: bytes
    values: list[Value] = field(default_factory=list)


Response: TypeAlias = Continuation | Status | Data

_STATUS = re.compile(
    rb"(OK|NO|BAD|BYE|PREAUTH)(?: \[([!-Z^-~]+)(?: ([^\]]*))?\](?= |$))?(?: (.*))?", re.IGNORECASE
)
_DATA = re.compile(rb"(?:([0-9]{1,10}) )?([A-Z0-9.-]+)(?= |$)", re.IGNORECASE)
# Servers send more characters in an atom than the grammar allows, such as ] in flags of Gmail. The pattern accepts such
# characters, because they are no reason to end the connection.
_TOKEN = re.compile(
    rb' *(?:(\()|(\))|"([^"\\\r\n\0]*(?:\\["\\][^"\\\r\n\0]*)*)"(?=[ )]|$)'
    rb'|(BODY\[[^\]"{}\r\n\0]{0,200}\](?:<[0-9]{1,10}>)?(?=[ )]|$)|[^\0-\x20()"{\x7f]+(?=[ )]|$)))',
    re.IGNORECASE,
)
_LITERAL = re.compile(rb" *~?\{([0-9]{1,100})\}")
_LITERAL_AT_END = re.compile(rb"\{([0-9]{1,100})\}$")


class Reader:
    """Reads responses from octets. `receive` returns the next octets, or no octets at the end of the connection."""

    def __init__(self, receive: Callable[[], bytes]) -> None:
        self._receive = receive
        self._buffer = bytearray()
        self._left = 0

    def allow(self, octets: int) -> None:
        """Sets how many octets may be read from now on. If the server sends more octets, the connection ends."""
        self._left = octets

    @property
    def has_more(self) -> bool:
        """Whether the server has sent octets that were not read yet."""
        return bool(self._buffer)

    def response(self, wanted: Set[bytes], most: int) -> Response:
        """Reads the next response. No literal may have more than `most` octets. Only responses of a kind in `wanted`
        get their values."""
        line = self._line()
        if line == b"+" or line.startswith(b"+ "):
            return Continuation(line[2:])
        tag, _, rest = line.partition(b" ")
        if found := _STATUS.fullmatch(rest):
            kind, code, code_arguments, text = (group or b"" for group in found.groups())
            return Status(tag, kind.upper(), code.upper(), code_arguments, text)
        data = _DATA.match(rest)
        if tag != b"*" or not data:
            raise Disconnected(f"it sent something that is not an IMAP response: {_excerpt(line)}")
        number, kind = int(data[1]) if data[1] else None, data[2].upper()
        if kind in wanted:
            return Data(number, kind, self._values(rest, data.end(), most))
        self._pass_over(rest, most)
        return Data(number, kind)

    def _pass_over(self, line: bytes, most: int) -> None:
        room = _LINES - len(line)
        while literal := _LITERAL_AT_END.search(line):
            self._literal(literal, most)
            line = self._line(room)
            room -= len(line)

    def _values(self, line: bytes, at: int, most: int) -> list[Value]:
        open_lists: list[list[Value]] = [[]]
        room = _LINES - len(line)
        while at < len(line):
            if token := _TOKEN.match(line, at):
                opened, closed, quoted, atom = token.groups()
                at = token.end()
                if opened:
                    open_lists.append([])
                elif closed and len(open_lists) > 1:
                    done = open_lists.pop()
                    open_lists[-1].append(done)
                elif quoted is not None:
                    open_lists[-1].append(re.sub(rb"\\(.)", rb"\1", quoted))
                elif atom:
                    open_lists[-1].append(None if atom.upper() == b"NIL" else Atom(atom))
                else:
                    raise Disconnected(f"it sent a parenthesis too many: {_excerpt(line)}")
            elif (literal := _LITERAL.match(line, at)) and literal.end() == len(line):
                open_lists[-1].append(self._literal(literal, most))
                line, at = self._line(room), 0
                room -= len(line)
            elif line[at:].strip(b" "):
                raise Disconnected(f"it sent something that is not an IMAP value: {_excerpt(line[at:])}")
            else:
                # Some servers put a space at the end of a line.
                break
        if len(open_lists) > 1:
            raise Disconnected(f"it did not close a parenthesis: {_excerpt(line)}")
        return open_lists[0]

    def _literal(self, found: re.Match[bytes], most: int) -> bytes:
        count = int(found[1])
        if count > most:
            raise Disconnected(f"it announced a literal of {count} octets, but at most {most} are allowed here (`--limit-message`)")
        self._use(count)
        while len(self._buffer) < count:
            self._more()
        return self._take(count)

    def _line(self, room: int = _LINES) -> bytes:
        looked_at = 0
        while (end := self._buffer.find(b"\n", looked_at)) < 0 and len(self._buffer) <= room:
            looked_at = len(self._buffer)
            self._more()
        if not 0 <= end <= room:
            raise Disconnected(f"it sent a response with lines of more than {_LINES} octets")
        self._use(end + 1)
        line = self._take(end + 1)
        if not line.endswith(b"\r\n") or b"\r" in line[:-2]:
            raise Disconnected(f"it sent a line that does not end in CR LF: {_excerpt(line)}")
        return line[:-2]

    def _use(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise Disconnected("its answer to a command is too long")

    def _take(self, count: int) -> bytes:
        taken = bytes(memoryview(self._buffer)[:count])
        del self._buffer[:count]
        return taken

    def _more(self) -> None:
        octets = self._receive()
        if not octets:
            raise Disconnected("the connection was lost")
        self._buffer += octets


def _excerpt(octets: bytes) -> str:
    return repr(octets[:60])[1:] + ("..." if len(octets) > 60 else "")

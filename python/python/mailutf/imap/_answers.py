"""What an IMAP server answers, read (RFC 9051 section 9). `imaplib` gives it as lines and literals."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

# What `imaplib` gives: a line, or the part of a line before a literal, and the literal.
Answer: TypeAlias = Sequence[bytes | tuple[bytes, bytes] | None]
# Octets, a list, or None for NIL.
Value: TypeAlias = "bytes | list[Value] | None"

_TOKEN = re.compile(rb'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|((?:[^\s()"\[]|\[[^]]*\])+))', re.DOTALL)
_LITERAL = re.compile(rb"\s*~?\{\d+\+?\}$")
_START = re.compile(rb"\d+ \(")


def responses(answer: Answer) -> Iterator[list[bytes | tuple[bytes, bytes]]]:
    """The parts of each response: a line, and the lines that literals are followed by."""
    response: list[bytes | tuple[bytes, bytes]] = []
    goes_on = False
    for part in answer:
        if part is None:
            continue
        if response and not goes_on:
            yield response
            response = []
        response.append(part)
        # A line goes on behind a literal.
        goes_on = isinstance(part, tuple)
    if response:
        yield response


def values(response: Sequence[bytes | tuple[bytes, bytes]]) -> list[Value]:
    """The values in a response, whether they are atoms, strings or literals."""
    open_lists: list[list[Value]] = [[]]
    for part in response:
        line, literal = part if isinstance(part, tuple) else (part, None)
        if literal is not None:
            line = _LITERAL.sub(b"", line)
        for opened, closed, quoted, atom in _TOKEN.findall(line):
            if opened:
                open_lists.append([])
            elif closed:
                if len(open_lists) > 1:
                    done = open_lists.pop()
                    open_lists[-1].append(done)
            elif atom:
                open_lists[-1].append(None if atom.upper() == b"NIL" else atom)
            else:
                open_lists[-1].append(re.sub(rb"\\(.)", rb"\1", quoted, flags=re.DOTALL))
        if literal is not None:
            open_lists[-1].append(literal)
    return open_lists[0]


def fetched(answer: Answer) -> Iterator[dict[str, Value]]:
    """The items of each FETCH response by their names in capitals, in whatever order a server has them.

    A server may also tell of other messages, whose flags have changed.
    """
    for response in responses(answer):
        first = response[0][0] if isinstance(response[0], tuple) else response[0]
        if not _START.match(first):
            continue
        for value in values(response):
            if isinstance(value, list):
                names, found = value[0::2], value[1::2]
                yield {name.decode("ascii", "replace").upper(): one for name, one in zip(names, found) if isinstance(name, bytes)}
                break

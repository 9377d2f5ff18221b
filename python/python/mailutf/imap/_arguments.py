"""The arguments of commands (RFC 9051 section 9), and the rules for flags and dates, which also apply to answers.

A command consists only of these arguments. Data of one server reaches the other server only as a flag list, a date, a
mailbox name or a literal. This module checks each of them against its grammar. So a server cannot end a line and begin a
command in the other account.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from ._errors import Refused

# An atom consists of printable US-ASCII characters except those that the grammar calls atom-specials.
_ATOM = rb"[!#$&'+,\-./0-9:;<=>?@A-Z\[^_`a-z|}~]+"
_FLAG = re.compile(rb"\\?" + _ATOM)
_MONTHS = (b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec")
_DATE = re.compile(
    rb"( [0-9]|[0-9]{2})-(" + b"|".join(_MONTHS) + rb")-([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+-])([0-9]{2})([0-9]{2})",
    re.IGNORECASE,
)
_EPOCH = datetime(1970, 1, 1)
# The characters of a quoted string (TEXT-CHAR). IMAP4rev1 (RFC 3501) allows no 8-bit characters in a quoted string.
_QUOTED = re.compile(rb"[^\r\n\0\x80-\xff]*")
# The maximum number of octets of the name of a folder, or of all flags of a message together. A server should accept
# lines of 8000 octets (RFC 2683 section 3.2.1.5), but can end the connection at a longer line.
_LONGEST = 4000


@dataclass(frozen=True, repr=False)
class Argument:
    """The octets of an argument, as they are sent. They can be a password, so `repr()` does not show them."""

    octets: bytes
    is_literal: bool = False


def numbers(written: str) -> Argument:
    """Makes an argument from a set of UIDs or from names of data items, which this program wrote."""
    return Argument(written.encode("ascii"))


def string(octets: bytes) -> Argument:
    """Makes a quoted string if the octets allow it, otherwise a literal."""
    if b"\0" in octets:
        raise Refused("IMAP has no strings with NUL")
    if _QUOTED.fullmatch(octets):
        return Argument(b'"%b"' % octets.replace(b"\\", b"\\\\").replace(b'"', b'\\"'))
    return Argument(octets, is_literal=True)


def mailbox(name: bytes) -> Argument:
    """Makes an argument from the name of a mailbox. The name is in IMAP's UTF-7, or in UTF-8 on servers that do not
    follow RFC 3501."""
    if re.search(rb"[\r\n\0]", name):
        raise Refused("a name of a folder cannot have line ends or NUL")
    if len(name) > _LONGEST:
        raise Refused(f"a name of a folder cannot have more than {_LONGEST} octets")
    return string(name)


def flag_list(flags: tuple[bytes, ...]) -> Argument:
    for flag in flags:
        check_flag(flag)
    joined = b" ".join(flags)
    if len(joined) > _LONGEST:
        raise Refused(f"its flags have more than {_LONGEST} octets")
    return Argument(b"(%b)" % joined)


def date_time(date: bytes) -> Argument:
    instant(date)
    return Argument(b'"%b"' % date)


def check_flag(flag: bytes) -> None:
    if not _FLAG.fullmatch(flag):
        raise Refused(f"{_excerpt(flag)} is no flag (RFC 9051 section 9: an atom, or \\ and an atom)")


def instant(date: bytes) -> int:
    """Converts a `date-time`, such as ` 1-Feb-2024 10:00:00 +0100`, to seconds since 1970."""
    found = _DATE.fullmatch(date)
    try:
        if not found:
            raise ValueError
        day, month, year, hour, minute, second, sign, zone_hours, zone_minutes = found.groups()
        local = datetime(int(year), _MONTHS.index(month.lower()) + 1, int(day), int(hour), int(minute), int(second))
    except ValueError:
        raise Refused(f"{_excerpt(date)} is no date (RFC 9051 section 9, date-time)") from None
    zone = timedelta(hours=int(zone_hours), minutes=int(zone_minutes))
    return (local - _EPOCH - (zone if sign == b"+" else -zone)) // timedelta(seconds=1)


def _excerpt(octets: bytes) -> str:
    return repr(octets[:40])[1:] + ("..." if len(octets) > 40 else "")

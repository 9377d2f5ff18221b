"""Accounts on IMAP servers, and their folders."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from .. import charset
from .._mailutf import Message as Mail
from ._arguments import Argument, check_flag, date_time, flag_list, instant, mailbox, numbers
from ._connection import SMALL, Connection
from ._errors import Refused
from ._login import capabilities, connect
from ._responses import Atom, Data, Status, Value

# The default limit for the size of a message, in octets. It is 256 MiB, as in the program `mailutf`.
LIMIT = 256 << 20
TIMEOUT = 60.0


@dataclass(frozen=True)
class Folder:
    """A folder: its name on the server, the decoded parts of its name, and whether the user has subscribed to the
    folder."""

    name: bytes
    path: tuple[str, ...]
    is_subscribed: bool = False

    def __str__(self) -> str:
        return "/".join(self.path)


@dataclass(frozen=True)
class Message:
    """A message on a server."""

    uid: int
    flags: tuple[bytes, ...]
    date: bytes
    octets: bytes

    def identity(self) -> tuple[str, int]:
        """Returns the Message-ID and the instant. A server keeps both in a message that it receives, even if the
        server changes line ends or fields."""
        return Mail(self.octets).message_id or "", instant(self.date)


class Account:
    """A connection on which a user is logged in. Messages of more than `limit` octets are not read."""

    def __init__(self, connection: Connection, limit: int = LIMIT) -> None:
        self.name = connection.name
        self.limit = limit
        self._connection = connection
        self._prefix, self._delimiter = self._namespace()

    @classmethod
    def of(cls, account: str, *, limit: int = LIMIT, timeout: float = TIMEOUT) -> "Account":
        """Connects to a server and logs in. `account` is imaps://USER@HOST, imap://USER@HOST (with STARTTLS), or a
        command that talks to a server.

        The password comes from the entry for the host in ~/.netrc, or from a prompt on a terminal. USER;AUTH=XOAUTH2
        means that the password is a token (RFC 5092 section 3.2). If a server is silent for `timeout` seconds, the
        connection ends.
        """
        connection = connect(account, timeout)
        try:
            return cls(connection, limit)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        self._connection.close()

    def _namespace(self) -> tuple[str, str]:
        """Returns the prefix of the user's own folders, and the separator between the parts of their names (RFC 9051
        section 6.3.10)."""
        # The capabilities are asked for after the login, because many servers list all of them only then.
        if b"NAMESPACE" in capabilities(self._connection):
            match self._data(b"NAMESPACE"):
                case [[[[bytes(prefix), delimiter, *_], *_], *_], *_]:
                    return readable(prefix), _delimiter(delimiter)
        match self._data(b"LIST", mailbox(b""), mailbox(b"")):
            case [[_, delimiter, *_], *_]:
                return "", _delimiter(delimiter)
        return "", "/"

    def folders(self) -> Iterator[Folder]:
        """Yields the folders of the user that can contain messages."""
        subscribed = {name for name, _ in self._listed(b"LSUB")}
        for name, attributes in self._listed(b"LIST"):
            if not {b"\\noselect", b"\\nonexistent"} & attributes:
                yield Folder(name, self._path(readable(name)), name in subscribed)

    def _listed(self, command: bytes) -> list[tuple[bytes, set[bytes]]]:
        found = []
        for values in self._data(command, mailbox(b""), mailbox(b"*")):
            match values:
                case [list(attributes), _, bytes(name), *_]:
                    found.append((name, {one.lower() for one in attributes if isinstance(one, Atom)}))
                case _:
                    raise Refused(f"{self.name}: it lists a folder without attributes or name")
        return found

    def _path(self, name: str) -> tuple[str, ...]:
        inside = name.removeprefix(self._prefix) if name.upper() != "INBOX" else "INBOX"
        return tuple(inside.split(self._delimiter)) if self._delimiter else (inside,)

    def place(self, path: tuple[str, ...]) -> bytes:
        """Returns the name that the folder with this path has on this server. If a part of the path contains the
        separator of this server, the separator is replaced."""
        if any(unicodedata.category(character) == "Cc" for part in path for character in part):
            raise Refused("a name of a folder cannot have control characters")
        parts = [part.replace(self._delimiter, "_") if self._delimiter else part for part in path]
        if [part.upper() for part in parts] == ["INBOX"]:
            return b"INBOX"
        return charset.encode(self._prefix + self._delimiter.join(parts), "utf-7-imap")

    def make(self, name: bytes, is_subscribed: bool) -> None:
        """Creates a folder if it does not exist, and subscribes to it if `is_subscribed`."""
        if all(name != known for known, _ in self._listed(b"LIST")):
            self._connection.command(b"CREATE", mailbox(name))
        if is_subscribed:
            self._connection.command(b"SUBSCRIBE", mailbox(name))

    def open(self, name: bytes) -> tuple[int, int]:
        """Opens a folder for reading. Returns its UIDVALIDITY, and the number of its messages.

        As long as UIDVALIDITY stays the same, each UID belongs to the same message.
        """
        validities: set[int] = set()
        counts = [0]

        def take(response: Status | Data) -> None:
            if isinstance(response, Status) and response.code == b"UIDVALIDITY":
                validities.add(_number(response.code_arguments, "UIDVALIDITY"))
            elif isinstance(response, Data) and response.kind == b"EXISTS" and response.number is not None:
                counts.append(response.number)

        self._connection.command(b"EXAMINE", mailbox(name), take=take)
        if len(validities) != 1:
            raise Refused(f"{self.name}: it sent no UIDVALIDITY, or several, so its messages cannot be identified")
        return validities.pop(), counts[-1]

    def next_uid(self, name: bytes) -> tuple[int, int]:
        """Returns the UIDVALIDITY of a folder, and the smallest UID that its next message can get."""
        for values in self._data(b"STATUS", mailbox(name), numbers("(UIDVALIDITY UIDNEXT)")):
            match values:
                case [bytes(), [*items]]:
                    found = _items(items)
                    return _number(found.get("UIDVALIDITY"), "UIDVALIDITY"), _number(found.get("UIDNEXT"), "UIDNEXT")
        raise Refused(f"{self.name}: it sent no UIDNEXT")

    def uids(self) -> list[tuple[int, int]]:
        """Returns the UIDs and the sizes of the messages in the open folder, in order."""
        sizes: dict[int, int] = {}

        def take(response: Status | Data) -> None:
            # A FETCH response without a size only reports changed flags, so it is ignored.
            if (items := _fetched(response)) and "RFC822.SIZE" in items:
                sizes[_number(items.get("UID"), "UID")] = _number(items["RFC822.SIZE"], "RFC822.SIZE", least=0, most=(1 << 63) - 1)

        self._connection.command(b"UID FETCH", numbers("1:* (UID RFC822.SIZE)"), wanted={b"FETCH"}, take=take)
        return sorted(sizes.items())

    def message(self, uid: int) -> Message:
        """Reads a message of the open folder. Raises Refused if the server does not send the whole message."""
        found: list[dict[str, Value]] = []

        def take(response: Status | Data) -> None:
            if (items := _fetched(response)) and items.get("UID") == b"%d" % uid and "BODY[]" in items and not found:
                found.append(items)

        items = numbers(f"{uid} (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[])")
        self._connection.command(b"UID FETCH", items, wanted={b"FETCH"}, take=take, most=self.limit)
        if not found:
            raise Refused("the server did not send it; if it was deleted meanwhile, the next run will not ask for it")
        flags, date, octets = (found[0].get(item) for item in ("FLAGS", "INTERNALDATE", "BODY[]"))
        if not isinstance(octets, bytes) or isinstance(octets, Atom):
            raise Refused("the server sent NIL instead of it")
        if not octets and found[0].get("RFC822.SIZE") != b"0":
            raise Refused("the server sent it without its octets")
        if not isinstance(date, bytes) or isinstance(date, Atom):
            raise Refused("the server sent no date with it")
        instant(date)
        return Message(uid, _flags(flags), date, octets)

    def identities(self, first: int) -> dict[int, tuple[str, int]]:
        """Returns `Message.identity` of each message in the open folder whose UID is at least `first`."""
        found: dict[int, tuple[str, int]] = {}

        def take(response: Status | Data) -> None:
            items = _fetched(response)
            date, header = items.get("INTERNALDATE"), next((items[name] for name in items if name.startswith("BODY[HEADER")), None)
            if isinstance(date, bytes) and isinstance(header, bytes):
                uid = _number(items.get("UID"), "UID")
                # The set `first:*` always contains the last message of the folder, even if its UID is less than
                # `first`.
                if uid >= first:
                    found[uid] = Message(uid, (), date, header).identity()

        items = numbers(f"{first}:* (UID INTERNALDATE BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])")
        self._connection.command(b"UID FETCH", items, wanted={b"FETCH"}, take=take, most=max(SMALL, self.limit))
        return found

    def append(self, name: bytes, message: Message) -> tuple[int, int] | None:
        """Adds a message with its flags and its date. Returns UIDVALIDITY and the new UID if the server reports them
        (RFC 4315), otherwise None."""
        octets = Argument(message.octets, is_literal=True)
        status = self._connection.command(b"APPEND", mailbox(name), flag_list(message.flags), date_time(message.date), octets)
        told = re.fullmatch(rb"([0-9]{1,10}) ([0-9]{1,10})", status.code_arguments)
        return (int(told[1]), int(told[2])) if told and status.code == b"APPENDUID" else None

    def _data(self, command: bytes, *arguments: Argument) -> list[list[Value]]:
        """Sends a command, and returns the values of the responses whose kind is the name of the command."""
        found: list[list[Value]] = []

        def take(response: Status | Data) -> None:
            if isinstance(response, Data) and response.kind == command:
                found.append(response.values)

        self._connection.command(command, *arguments, wanted={command}, take=take)
        return found


def readable(name: bytes) -> str:
    """Decodes the name of a folder. The name is in IMAP's UTF-7, or in UTF-8 on servers that do not follow RFC 3501."""
    try:
        return charset.decode(name, "utf-7-imap")
    except UnicodeDecodeError:
        return name.decode("utf-8", "backslashreplace")


def _delimiter(value: Value) -> str:
    """Reads a separator: NIL, or one character in quotation marks (RFC 9051 section 7.3.1)."""
    if value is None:
        return ""
    if not isinstance(value, bytes) or len(value) != 1 or not 32 < value[0] < 127:
        raise Refused("the separator of folder names is not one character")
    return value.decode("ascii")


def _fetched(response: Status | Data) -> dict[str, Value]:
    """Returns the items of a FETCH response, by their names in upper case. A server can send the items in any order."""
    match response:
        case Data(kind=b"FETCH", values=[list(items)]):
            return _items(items)
    return {}


def _items(pairs: list[Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in zip(pairs[0::2], pairs[1::2]):
        known_as = name.decode("ascii", "replace").upper() if isinstance(name, Atom) else ""
        if not known_as or known_as in found:
            raise Refused("it sent an item without a name, or the same item twice")
        found[known_as] = value
    return found


def _number(value: Value, item: str, least: int = 1, most: int = (1 << 32) - 1) -> int:
    """Reads a `number` (RFC 9051 section 9). By default, the number must have 32 bits and must not be 0, as for
    mailboxes and messages."""
    if isinstance(value, bytes) and value.isdigit() and len(value) < 20 and least <= (found := int(value)) <= most:
        return found
    raise Refused(f"it sent no valid number for {item}")


def _flags(value: Value) -> tuple[bytes, ...]:
    if not isinstance(value, list):
        raise Refused("the server sent no flags with it")
    flags = []
    for flag in value:
        if not isinstance(flag, Atom):
            raise Refused("the server sent something that is no flag among its flags (RFC 9051 section 9)")
        check_flag(flag)
        # The flag \Recent is left out, because only the server may set it.
        if flag.lower() != b"\\recent":
            flags.append(bytes(flag))
    return tuple(flags)

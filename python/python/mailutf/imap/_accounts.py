"""Accounts on IMAP servers, and their folders."""

import getpass
import imaplib
import netrc
import ssl
import sys
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import charset
from ._answers import Answer, Value, fetched, responses, values


_IMAP, _IMAPS = 143, 993


class Refused(Exception):
    """A server does not do what it was asked for."""


@dataclass(frozen=True)
class Folder:
    """A folder: its name as the server has it, its parts as people read them, and whether it is subscribed."""

    name: bytes
    path: tuple[str, ...]
    is_subscribed: bool = False

    def __str__(self) -> str:
        return "/".join(self.path)


@dataclass(frozen=True)
class Message:
    """A message as a server has it."""

    uid: int
    flags: tuple[bytes, ...]
    date: bytes
    octets: bytes


class Account:
    """A connection on which a user is logged in."""

    def __init__(self, name: str, connection: imaplib.IMAP4) -> None:
        self.name = name
        self._connection = connection
        self._prefix, self._delimiter = self._namespace()

    @classmethod
    def of(cls, account: str) -> "Account":
        """Logs in. `account` is imaps://USER@HOST, imap://USER@HOST (with STARTTLS), or a command that talks to a server.

        A password is that of the host in ~/.netrc, or is asked for on a terminal. USER;AUTH=XOAUTH2 says that it is a token (RFC
        5092 section 3.2).
        """
        if "://" not in account:
            return cls(account, imaplib.IMAP4_stream(account))
        url = urllib.parse.urlsplit(account)
        if url.scheme not in ("imap", "imaps") or not url.hostname:
            raise Refused(f"{account}: expected imaps://USER@HOST, imap://USER@HOST, or a command")
        user, mechanism = _user(url)
        user, password = _login(url.hostname, user)
        context = ssl.create_default_context()
        connection: imaplib.IMAP4
        if url.scheme == "imaps":
            connection = imaplib.IMAP4_SSL(url.hostname, url.port or _IMAPS, ssl_context=context)
        else:
            connection = imaplib.IMAP4(url.hostname, url.port or _IMAP)
            if url.hostname not in ("localhost", "127.0.0.1", "::1"):
                connection.starttls(context)
        _authenticate(connection, user, password, mechanism)
        return cls(account, connection)

    def close(self) -> None:
        self._connection.logout()

    def _namespace(self) -> tuple[str, str]:
        """The prefix of a user's own folders, and what separates the parts of their names (RFC 9051 section 6.3.10)."""
        found: Value = None
        # Many servers tell all that they can only to a user who is logged in.
        if b"NAMESPACE" in b" ".join(one for one in self._need(self._connection.capability()) if isinstance(one, bytes)).upper().split():
            found = next((values(one) for one in responses(self._need(self._connection.namespace()))), None)
        match found:
            case [[[bytes(prefix), bytes(delimiter), *_], *_], *_]:
                return readable(prefix), delimiter.decode()
        match next((values(one) for one in responses(self._need(self._connection.list('""', '""')))), None):
            case [_, bytes(delimiter), *_]:
                return "", delimiter.decode()
        return "", "/"

    def folders(self) -> Iterator[Folder]:
        """The folders of the user that hold messages."""
        subscribed = {name for name, _ in self._listed("lsub")}
        for name, flags in self._listed("list"):
            if not {b"\\noselect", b"\\nonexistent"} & flags:
                yield Folder(name, self._path(readable(name)), name in subscribed)

    def _listed(self, command: str) -> Iterator[tuple[bytes, set[bytes]]]:
        answer = self._need(getattr(self._connection, command)())
        for response in responses(answer):
            match values(response):
                case [list(flags), _, bytes(name), *_]:
                    yield name, {flag.lower() for flag in flags if isinstance(flag, bytes)}

    def _path(self, name: str) -> tuple[str, ...]:
        inside = name.removeprefix(self._prefix) if name.upper() != "INBOX" else "INBOX"
        return tuple(inside.split(self._delimiter)) if self._delimiter else (inside,)

    def place(self, path: tuple[str, ...]) -> bytes:
        """The name of a folder of that path here. What separates parts here does not stay in a part."""
        parts = [part.replace(self._delimiter, "_") if self._delimiter else part for part in path]
        if [part.upper() for part in parts] == ["INBOX"]:
            return b"INBOX"
        return charset.encode(self._prefix + self._delimiter.join(parts), "utf-7-imap")

    def make(self, name: bytes, is_subscribed: bool) -> None:
        """Makes a folder that is not there yet."""
        if all(name != known for known, _ in self._listed("list")):
            self._need(self._connection.create(_quoted(name)))
        if is_subscribed:
            self._need(self._connection.subscribe(_quoted(name)))

    def open(self, name: bytes) -> int:
        """Opens a folder to read it. Returns its UIDVALIDITY: UIDs are those of the same messages as long as it stays."""
        self._need(self._connection.select(_quoted(name), readonly=True))
        return self._number("UIDVALIDITY", name)

    def next_uid(self, name: bytes) -> tuple[int, int]:
        """UIDVALIDITY, and the least UID that the next message can get."""
        answer = self._need(self._connection.status(_quoted(name), "(UIDVALIDITY UIDNEXT)"))
        for response in responses(answer):
            match values(response):
                case [_, [*items]]:
                    found = {str(item, "ascii").upper(): value for item, value in zip(items[0::2], items[1::2])}  # type: ignore[arg-type]
                    return int(found["UIDVALIDITY"]), int(found["UIDNEXT"])  # type: ignore[arg-type]
        raise Refused(f"{self.name}: {readable(name)}: no UIDNEXT in {answer!r}")

    def _number(self, item: str, name: bytes) -> int:
        _, data = self._connection.response(item)
        if not data or not isinstance(data[-1], bytes):
            raise Refused(f"{self.name}: {readable(name)} has no {item}, so that its messages cannot be told apart")
        return int(data[-1])

    def uids(self, first: int = 1) -> list[tuple[int, int]]:
        """UIDs and sizes of the messages in the open folder from `first` on, in order."""
        answer = self._need(self._connection.uid("FETCH", f"{first}:*", "(UID RFC822.SIZE)"))
        found = {_int(items.get("UID")): _int(items.get("RFC822.SIZE")) for items in fetched(answer)}
        # `first:*` is never empty: it has the last message.
        return sorted((uid, size) for uid, size in found.items() if uid >= first)

    def message(self, uid: int) -> Message | None:
        """A message of the open folder; None if it is gone."""
        answer = self._need(self._connection.uid("FETCH", str(uid), "(UID FLAGS INTERNALDATE BODY.PEEK[])"))
        for items in fetched(answer):
            if _int(items.get("UID")) == uid and "BODY[]" in items:
                flags, date, octets = items.get("FLAGS"), items.get("INTERNALDATE"), items["BODY[]"]
                if not isinstance(flags, list) or not isinstance(date, bytes):
                    raise Refused(f"{self.name}: message {uid} without flags or date")
                # \Recent belongs to the server.
                kept = [flag for flag in flags if isinstance(flag, bytes) and flag.lower() != b"\\recent"]
                return Message(uid, tuple(kept), date, octets if isinstance(octets, bytes) else b"")
        return None

    def append(self, name: bytes, message: Message) -> int | None:
        """Adds a message with its flags and its date. Returns its UID here, if the server tells it (RFC 4315)."""
        flags = b"(" + b" ".join(message.flags) + b")"
        # `append` of imaplib changes single CR and LF.
        connection: Any = self._connection
        connection.literal = message.octets
        try:
            answer = self._need(connection._simple_command("APPEND", _quoted(name), flags, b'"' + message.date + b'"'))
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error as error:
            # Some servers answer BAD to a message that they do not like, such as one with NULs.
            raise Refused(f"{self.name}: {error}") from error
        told = b" ".join(part for part in answer if isinstance(part, bytes))
        words = told.partition(b"[APPENDUID ")[2].partition(b"]")[0].split()
        return int(words[1]) if len(words) == 2 else None

    def _need(self, answer: tuple[str, Answer]) -> Answer:
        status, data = answer
        if status != "OK":
            raise Refused(f"{self.name}: {b' '.join(part for part in data if isinstance(part, bytes)).decode(errors='replace')}")
        return data


def readable(name: bytes) -> str:
    """The name of a folder, which is in IMAP's UTF-7, or in UTF-8 on servers that know no better."""
    try:
        return charset.decode(name, "utf-7-imap")
    except UnicodeDecodeError:
        return name.decode("utf-8", "backslashreplace")


def _quoted(name: bytes) -> str:
    escaped = name.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    # imaplib sends octets as they are, and adds them to lines of its log as text.
    return b'"%b"' % escaped  # type: ignore[return-value]


def _int(value: Value) -> int:
    return int(value) if isinstance(value, bytes) and value.isdigit() else 0


def _user(url: urllib.parse.SplitResult) -> tuple[str, str]:
    """The user, and how to log in; "" and "*" if the URL does not say."""
    user, _, mechanism = (url.username or "").partition(";AUTH=")
    return urllib.parse.unquote(user), urllib.parse.unquote(mechanism or "*").upper()


def _login(host: str, user: str) -> tuple[str, str]:
    try:
        entry = netrc.netrc().authenticators(host)
    except FileNotFoundError:
        entry = None
    if entry and (not user or user == entry[0]):
        return entry[0], entry[2] or ""
    if not user or not sys.stdin.isatty():
        raise Refused(f"{host}: no user and password in ~/.netrc")
    return user, getpass.getpass(f"Password of {user} at {host}: ")


def _authenticate(connection: imaplib.IMAP4, user: str, password: str, mechanism: str) -> None:
    """Logs in by the mechanism, or by the first that the server offers: PLAIN, LOGIN, CRAM-MD5."""
    capabilities = connection.capabilities
    offered = {name: f"AUTH={name}" in capabilities for name in ("PLAIN", "CRAM-MD5")}
    offered["LOGIN"] = "LOGINDISABLED" not in capabilities
    if mechanism == "*":
        mechanism = next((name for name in ("PLAIN", "LOGIN", "CRAM-MD5") if offered[name]), "LOGIN")
    secrets = {
        "PLAIN": f"\0{user}\0{password}",
        "XOAUTH2": f"user={user}\1auth=Bearer {password}\1\1",
    }
    if secret := secrets.get(mechanism):
        # A second challenge says why it is refused, and wants an empty answer.
        answers = iter([secret.encode()])
        connection.authenticate(mechanism, lambda challenge: next(answers, b""))
    elif mechanism == "CRAM-MD5":
        connection.login_cram_md5(user, password)
    elif mechanism == "LOGIN":
        # imaplib sends a user as it is, without quotation marks.
        connection.login(_quoted(user.encode()), password)
    else:
        raise Refused(f"cannot log in by {mechanism}; choose PLAIN, LOGIN, CRAM-MD5 or XOAUTH2")

"""Finds the server of an account, the user and the mechanism, and logs in. Passwords come from ~/.netrc or a terminal,
and are never shown."""

import base64
import binascii
import getpass
import hmac
import netrc
import shlex
import socket
import ssl
import sys
import urllib.parse
from dataclasses import dataclass, field

from ._arguments import Argument, string
from ._connection import Connection
from ._errors import Disconnected, Refused
from ._responses import Data, Status

_PORTS = {"imap": 143, "imaps": 993}
# Connections to these hosts do not leave the machine.
_HERE = ("localhost", "127.0.0.1", "::1")


def connect(account: str, timeout: float) -> Connection:
    """Connects to a server, and returns a connection on which a user is logged in. `account` is the same as for
    `Account.of`."""
    if "://" not in account:
        connection = Connection.by_command(named(account), account, timeout)
        if not connection.is_logged_in:
            connection.close()
            raise Refused(f"{named(account)}: the command must talk to a server on which a user is logged in (PREAUTH)")
        return connection
    url = _url(account)
    assert url.hostname
    user, mechanism = _user(url)
    login = _login(url.hostname, user)
    connection = _open(url, url.hostname, timeout)
    try:
        if not connection.is_logged_in:
            _authenticate(connection, login, mechanism)
    except BaseException:
        connection.close()
        raise
    return connection


def named(account: str) -> str:
    """Returns the form of an account for messages to the user. It is the URL, or only the first word of a command,
    because the arguments of a command can contain secrets."""
    if "://" in account:
        return account
    try:
        return shlex.split(account)[0]
    except (ValueError, IndexError):
        return "the command"


@dataclass(frozen=True)
class _Login:
    user: str
    password: str = field(repr=False)


def _url(account: str) -> urllib.parse.SplitResult:
    try:
        url = urllib.parse.urlsplit(account)
        is_sound = url.scheme in _PORTS and bool(url.hostname) and url.port != 0
    except ValueError:
        is_sound = False
    if is_sound and url.password is not None:
        raise Refused("a password does not belong in a URL, which other users of the machine can see; put it into ~/.netrc")
    if not is_sound:
        raise Refused(f"{account.rpartition('@')[2]}: expected imaps://USER@HOST, imap://USER@HOST, or a command")
    return url


def _user(url: urllib.parse.SplitResult) -> tuple[str, str]:
    """Returns the user and the mechanism. They are "" and "*" if the URL does not name them."""
    user, _, mechanism = (url.username or "").partition(";AUTH=")
    return urllib.parse.unquote(user), urllib.parse.unquote(mechanism or "*").upper()


class _Hosts(dict[str, tuple[str, str, str]]):
    """All entries of `~/.netrc` for each host. The module `netrc` itself keeps only the last entry for a host."""

    def __init__(self) -> None:
        self.each: dict[str, list[_Login]] = {}

    def __setitem__(self, host: str, entry: tuple[str, str, str]) -> None:
        super().__setitem__(host, entry)
        # Some versions of Python's `netrc` store an empty entry for a host first, and then the real one.
        if entry:
            self.each.setdefault(host, []).append(_Login(entry[0], entry[2] or ""))


class _Netrc(netrc.netrc):
    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, _Hosts() if name == "hosts" else value)

    def of(self, host: str) -> list[_Login]:
        assert isinstance(self.hosts, _Hosts)
        return self.hosts.each.get(host) or self.hosts.each.get("default", [])


def _login(host: str, user: str) -> _Login:
    try:
        known = _Netrc().of(host)
    except FileNotFoundError:
        known = []
    except (netrc.NetrcParseError, UnicodeDecodeError):
        # The original exception is hidden, because it can quote a word of the file, and this word can be a password.
        raise Refused("~/.netrc has a syntax error, or other users may read it (chmod 600 ~/.netrc)") from None
    if not user and len({entry.user for entry in known}) > 1:
        raise Refused(f"{host}: ~/.netrc has several users; name one, as in imaps://{known[0].user}@{host}")
    for entry in known:
        if user in ("", entry.user):
            return entry
    if not user or not sys.stdin.isatty():
        whose = f"of {user} " if user else ""
        raise Refused(f"{host}: no password {whose}in ~/.netrc (machine {host} login {user or 'USER'} password PASSWORD)")
    try:
        return _Login(user, getpass.getpass(f"Password of {user} at {host}: "))
    except EOFError:
        raise Refused(f"{host}: no password") from None


def _open(url: urllib.parse.SplitResult, host: str, timeout: float) -> Connection:
    name = url.geturl()
    context = ssl.create_default_context()
    try:
        connected = socket.create_connection((host, url.port or _PORTS[url.scheme]), timeout)
        # With TCP_NODELAY, the system sends small pieces without delay, such as the end of a line after a literal.
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if url.scheme == "imaps":
            connected = context.wrap_socket(connected, server_hostname=host)
        connection = Connection(name, connected)
        if url.scheme == "imap" and host not in _HERE:
            if connection.is_logged_in:
                raise Disconnected(f"{name}: it takes the user as logged in before the login (PREAUTH), so TLS cannot begin")
            connection.start_tls(context, host)
    except ssl.SSLCertVerificationError as error:
        raise Disconnected(f"{name}: certificate verify failed: {error.verify_message}") from None
    except (OSError, UnicodeError) as error:
        raise Disconnected(f"{name}: no connection: {error}") from None
    return connection


def _authenticate(connection: Connection, login: _Login, mechanism: str) -> None:
    """Logs in by the given mechanism. If it is "*", chooses the first of PLAIN, LOGIN and CRAM-MD5 that the server
    offers."""
    if not {"\0", "\r", "\n"}.isdisjoint(login.user + login.password):
        raise Refused(f"{connection.name}: a user name or a password cannot contain line ends or NUL")
    if mechanism == "*":
        offered = capabilities(connection)
        offers = {"PLAIN": b"AUTH=PLAIN" in offered, "LOGIN": b"LOGINDISABLED" not in offered, "CRAM-MD5": b"AUTH=CRAM-MD5" in offered}
        mechanism = next((name for name, is_offered in offers.items() if is_offered), "LOGIN")
    if mechanism == "PLAIN":
        plain = _base64(_octets(f"\0{login.user}\0{login.password}"))
        connection.command(b"AUTHENTICATE PLAIN", answers=[lambda challenge: plain])
    elif mechanism == "XOAUTH2":
        bearer = _base64(_octets(f"user={login.user}\1auth=Bearer {login.password}\1\1"))
        # If the server refuses the token, it sends a second challenge with the reason, and expects an empty answer.
        connection.command(b"AUTHENTICATE XOAUTH2", answers=[lambda challenge: bearer, lambda challenge: Argument(b"")])
    elif mechanism == "CRAM-MD5":
        connection.command(b"AUTHENTICATE CRAM-MD5", answers=[lambda challenge: _cram_md5(login, challenge)])
    elif mechanism == "LOGIN":
        connection.command(b"LOGIN", string(_octets(login.user)), string(_octets(login.password)))
    else:
        raise Refused(f"cannot log in by {mechanism}; choose PLAIN, LOGIN, CRAM-MD5 or XOAUTH2")


def capabilities(connection: Connection) -> frozenset[bytes]:
    found: set[bytes] = set()

    def take(response: Status | Data) -> None:
        if isinstance(response, Data) and response.kind == b"CAPABILITY":
            found.update(value.upper() for value in response.values if isinstance(value, bytes))

    connection.command(b"CAPABILITY", wanted={b"CAPABILITY"}, take=take)
    return frozenset(found)


def _cram_md5(login: _Login, challenge: bytes) -> Argument:
    """Returns the answer to a challenge (RFC 2195 section 2)."""
    try:
        digest = hmac.new(_octets(login.password), base64.b64decode(challenge, validate=True), "md5").hexdigest()
    except binascii.Error:
        raise Disconnected("its challenge is no base64") from None
    return _base64(_octets(f"{login.user} {digest}"))


def _base64(octets: bytes) -> Argument:
    return Argument(base64.b64encode(octets))


def _octets(text: str) -> bytes:
    # On a terminal that is not in UTF-8, `text` contains surrogates that stand for octets.
    return text.encode("utf-8", "surrogateescape")

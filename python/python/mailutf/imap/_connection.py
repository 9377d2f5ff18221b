"""A connection to an IMAP server: sends commands, and reads their answers.

No library is used, because a server can be hostile: data must be checked before it is used, and before it fills the
memory.

- `imaplib` (Python 3.11) pastes arguments into lines and reads literals of any size. It mixes the responses to one
  command with the responses to earlier ones. It keeps the last lines that were sent, even a password. On some answers it
  raises AttributeError, TypeError or OverflowError.
- `imapclient` 4.1 is built on `imaplib`. It joins flags and quotes names without checking for line ends.
- `aioimaplib` 2.0 refuses line ends in arguments, but sends names unchecked, keeps all responses in memory, and is
  GPL-3.0-only.

With any of these libraries, we would have to write the reader and the checks ourselves. Without them, the package has no
dependency.
"""

import os
import re
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field

from ._arguments import Argument
from ._errors import Disconnected, Refused, shown
from ._responses import Continuation, Data, Reader, Status

# `_ANSWER` is the maximum number of octets of an answer to a command, not counting the largest literal. `_FETCHED` is the
# same for UID FETCH, whose answers are longer: the UIDs of two million messages take 100 MB.
_ANSWER = 16 << 20
_FETCHED = 128 << 20
# The maximum number of octets of a literal that is not a message.
SMALL = 1 << 16
_PIECE = 1 << 16
# The number of seconds to wait for the answer to LOGOUT. Nothing depends on this answer.
_FAREWELL = 5

Take = Callable[[Status | Data], None]
# A function that returns the line for which the server asks. The argument is the text of the server's request.
Answer = Callable[[bytes], Argument]


@dataclass
class _Command:
    """A command in progress. `tag` identifies the command. `wanted` has the kinds of responses whose values are read.
    `refusal` is the reason why the answer cannot be used."""

    tag: bytes
    wanted: Set[bytes]
    take: Take
    most: int
    answers: Iterator[Answer]
    is_logout: bool
    refusal: Refused | None = field(default=None)


class Connection:
    """The client's side of a connection. `name` identifies the server in error messages."""

    def __init__(self, name: str, connected: socket.socket, process: "subprocess.Popen[bytes] | None" = None) -> None:
        self.name = name
        self._socket = connected
        self._process = process
        self._reader = Reader(self._receive)
        self._count = 0
        self._is_idle = False
        self._reader.allow(_ANSWER)
        try:
            greeting = self._reader.response(frozenset(), SMALL)
            if not isinstance(greeting, Status) or greeting.tag != b"*" or greeting.kind not in (b"OK", b"PREAUTH"):
                raise Disconnected("it does not greet as an IMAP server" + (f": {_words(greeting)}" if isinstance(greeting, Status) else ""))
        except Disconnected as error:
            self.close()
            raise Disconnected(f"{name}: {error}") from None
        self._is_idle = True
        self.is_logged_in = greeting.kind == b"PREAUTH"

    @classmethod
    def by_command(cls, name: str, command: str, timeout: float) -> "Connection":
        """Runs a command, and talks IMAP to the command's standard input and output."""
        if os.name == "nt":
            raise Refused("a command as an account is supported only on Unix")
        ours, its = socket.socketpair()
        with its:
            process = subprocess.Popen(command, shell=True, stdin=its.fileno(), stdout=its.fileno())
        ours.settimeout(timeout)
        return cls(name, ours, process)

    def start_tls(self, context: ssl.SSLContext, host: str) -> None:
        self.command(b"STARTTLS")
        # Octets that arrive before TLS begins can come from an attacker between client and server. Without this check,
        # such octets would be treated as if TLS had protected them.
        if self._reader.has_more:
            raise Disconnected(f"{self.name}: it sent data before TLS began")
        self._socket = context.wrap_socket(self._socket, server_hostname=host)

    def command(
        self,
        name: bytes,
        *arguments: Argument,
        wanted: Set[bytes] = frozenset(),
        take: Take = lambda response: None,
        most: int = SMALL,
        answers: Iterable[Answer] = (),
    ) -> Status:
        """Sends a command, and returns the status that ends the command. Raises Refused if the status is not OK.

        `take` is called with each untagged response. A response has its values only if its kind is in `wanted`, and its
        literals have at most `most` octets. If `take` raises Refused, the exception is raised after the command has
        ended. `answers` make the lines that are sent when the server asks for them.
        """
        self._count += 1
        command = _Command(b"m%d" % self._count, wanted, take, most, iter(answers), name == b"LOGOUT")
        self._reader.allow((_FETCHED if name == b"UID FETCH" else _ANSWER) + most)
        self._is_idle = False
        try:
            status = self._dialogue(command, name, arguments)
        except Disconnected as error:
            raise Disconnected(f"{self.name}: {error}") from None
        self._is_idle = True
        if status.kind != b"OK":
            raise Refused(f"{self.name}: {_words(status)}")
        if command.refusal:
            raise Refused(f"{self.name}: {command.refusal}")
        return status

    def close(self) -> None:
        """Ends the connection. LOGOUT is not sent during a command, because LOGOUT could become a part of that
        command."""
        if self._is_idle:
            try:
                self._socket.settimeout(_FAREWELL)
                self.command(b"LOGOUT")
            except (Refused, Disconnected):
                pass
        self._socket.close()
        if self._process:
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _dialogue(self, command: _Command, name: bytes, arguments: Iterable[Argument]) -> Status:
        line = [Argument(command.tag + b" " + name)]
        for argument in arguments:
            line.append(Argument(b" "))
            if not argument.is_literal:
                line.append(argument)
                continue
            self._send_line(*line, Argument(b"{%d}" % len(argument.octets)))
            response = self._until_asked(command)
            if isinstance(response, Status):
                if response.kind == b"OK":
                    raise Disconnected("it answers OK before it has read the whole command")
                return response
            self._send(argument)
            line = []
        self._send_line(*line)
        while isinstance(response := self._until_asked(command), Continuation):
            answer = next(command.answers, None)
            if answer is None:
                raise Disconnected("it asks for more data than the command has")
            self._send_line(answer(response.text))
        return response

    def _until_asked(self, command: _Command) -> Status | Continuation:
        """Reads responses until the server asks for more, or ends the command with a status."""
        while True:
            response = self._reader.response(command.wanted, command.most)
            if isinstance(response, Continuation):
                return response
            if isinstance(response, Status) and response.tag != b"*":
                if response.tag != command.tag or response.kind not in (b"OK", b"NO", b"BAD"):
                    raise Disconnected("it answers a command that was not sent")
                return response
            if isinstance(response, Status) and response.kind == b"BYE" and not command.is_logout:
                raise Disconnected(f"it ends the connection: {_words(response)}")
            try:
                command.take(response)
            except Refused as error:
                command.refusal = command.refusal or error

    def _send_line(self, *parts: Argument) -> None:
        # All parts are sent at once, because a server can wait before it acknowledges a small part.
        line = Argument(b"".join(part.octets for part in parts) + b"\r\n")
        # The function that makes an argument checks the other rules of the grammar. A line end or NUL is allowed in no
        # argument.
        if re.search(rb"[\r\n\0]", line.octets[:-2]):
            raise AssertionError("an argument would end its line")
        self._send(line)

    def _send(self, part: Argument) -> None:
        try:
            # The octets are sent in pieces, because a single `sendall` would have to send all octets within the timeout.
            for at in range(0, len(part.octets), _PIECE):
                self._socket.sendall(memoryview(part.octets)[at : at + _PIECE])
        except OSError as error:
            raise self._lost(error) from None

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(_PIECE)
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> Disconnected:
        if isinstance(error, TimeoutError):
            return Disconnected(f"the connection was silent for {self._socket.gettimeout():g} seconds (`--timeout`)")
        return Disconnected(f"the connection was lost: {error}")


def _words(status: Status) -> str:
    code = b"[%b] " % b" ".join(filter(None, (status.code, status.code_arguments))) if status.code else b""
    return shown((status.kind + b" " + code + status.text).decode("utf-8", "replace"))

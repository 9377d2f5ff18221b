"""Converts messages to and from the package `email` of the standard library."""

import email
import email.message
import email.policy
from email.contentmanager import ContentManager, raw_data_manager
from email.generator import BytesGenerator
from email.headerregistry import BaseHeader, HeaderRegistry, UniqueUnstructuredHeader, UnstructuredHeader
from io import BytesIO
from typing import Any

from ._mailutf import Message, Policy, decode, decode_header

# Headers are converted to encoded words in UTF-8, because the package `email` misreads raw UTF-8 in headers.
_ENCODED = Policy(headers="encoded")


class _Text(UnstructuredHeader):
    """A header field with text, which is decoded as in `Message`: an encoded word that cannot be decoded stays
    encoded."""

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        super().parse(value, kwds)
        kwds["decoded"] = decode_header(value)


class _UniqueText(_Text, UniqueUnstructuredHeader):
    pass


class _Fields(HeaderRegistry):
    """The classes of header fields. If the class of a field cannot parse the field, the field is read as text."""

    def __init__(self) -> None:
        super().__init__(default_class=_Text)
        self.map_to_type("subject", _UniqueText)  # type: ignore[arg-type]

    def __call__(self, name: str, value: str) -> BaseHeader:
        try:
            return super().__call__(name, value)
        # The parsers of `email` have bugs, and raise exceptions of many classes.
        except Exception:
            text = type("_TextHeader", (_Text, BaseHeader), {})
            return text(name, value)  # type: ignore[no-any-return]


class _Policy(email.policy.EmailPolicy):
    """A policy with which reading a field never raises an exception, whatever the message contains."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value)
        except Exception:
            return decode_header(value)

    def fold(self, name: str, value: str) -> str:
        try:
            return str(super().fold(name, value))
        except Exception:
            return f"{name}: {value}\n"

    def fold_binary(self, name: str, value: str) -> bytes:
        try:
            return super().fold_binary(name, value)
        except Exception:
            return f"{name}: {value}\n".encode("ascii", "surrogateescape")


class _Message(email.message.EmailMessage):
    """A message whose parts can be read and written even if Python does not know the charset labels of the parts."""

    def get_payload(self, i: int | None = None, decode: bool = False) -> Any:
        payload = self._payload  # type: ignore[attr-defined]
        # If the boundary of a multipart does not occur in the multipart, the payload is text. Without this special
        # case, `email` would replace octets of this text, and then fail to write the text.
        if i is None and not decode and isinstance(payload, str) and self.get_content_maintype() == "multipart":
            return payload
        try:
            return super().get_payload(i, decode)  # type: ignore[call-overload]
        except (LookupError, ValueError):
            if self.is_multipart() or i is not None:
                raise
        octets = str(payload).encode("ascii", "surrogateescape")
        return octets if decode else octets.decode("ascii", "replace")

    def as_string(self, unixfrom: bool = False, maxheaderlen: int | None = None, policy: Any = None) -> str:
        try:
            return super().as_string(unixfrom, maxheaderlen, policy)
        except (LookupError, ValueError):
            return self.as_bytes(unixfrom, policy).decode("utf-8", "replace")


class _Contents(ContentManager):
    """A content manager whose `get_content` also returns text under a label that Python does not know, and content
    that does not match its type."""

    def __init__(self) -> None:
        super().__init__()
        for handlers in ("get_handlers", "set_handlers"):
            getattr(self, handlers).update(getattr(raw_data_manager, handlers))

    def get_content(self, msg: email.message.Message, *args: Any, **kw: Any) -> Any:
        try:
            return super().get_content(msg, *args, **kw)
        except Exception:
            if msg.is_multipart():
                raise
        octets = msg.get_payload(decode=True)
        if msg.get_content_maintype() != "text" or not isinstance(octets, bytes):
            return octets
        try:
            return decode(octets, str(msg.get_param("charset")), "replace")
        except LookupError:
            return octets.decode("ascii", "replace")


_POLICY = _Policy(header_factory=_Fields(), content_manager=_Contents())


def to_email(message: Message) -> email.message.EmailMessage:
    """Returns the message as an object of the package `email`."""
    data = message.normalized(_ENCODED)
    return email.message_from_bytes(data, _class=_Message, policy=_POLICY)  # type: ignore[arg-type]


def repair(message: "email.message.Message[str, str]") -> email.message.EmailMessage:
    """Returns a message of the package `email` with all its text decoded correctly.

    `message` is an object that `email` made from bytes. Its fields are decoded as in `Message`:
    `repair(message)["Subject"]` is `Message(…).subject`. Raises TypeError if the argument is no message of `email`. If
    `email` cannot write the message as bytes again, the exception of `email` is raised. Reading the result does not
    raise.

    >>> import email, mailutf
    >>> wrong = email.message_from_bytes(b"Subject: =?x-gbk?B?1tDOxA==?= =?gb2312?Q?=D6=D0?=\\n\\n")
    >>> mailutf.repair(wrong)["Subject"]
    '中文中'
    """
    if not isinstance(message, email.message.Message):
        raise TypeError(f"a message of the package email is needed, not {type(message).__name__}")
    buffer = BytesIO()
    BytesGenerator(buffer, mangle_from_=False, policy=email.policy.compat32).flatten(message)
    return to_email(Message(buffer.getvalue()))

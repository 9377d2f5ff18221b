"""To and from the package `email` of the standard library."""

import email
import email.message
import email.policy
from email.generator import BytesGenerator
from io import BytesIO

from ._mailutf import Message, Policy

# `email` reads encoded words in UTF-8 right, and raw UTF-8 in headers wrong.
_ENCODED = Policy(headers="encoded")


def to_email(message: Message) -> email.message.EmailMessage:
    """The same message for the package `email`."""
    data = message.normalized(_ENCODED)
    return email.message_from_bytes(data, _class=email.message.EmailMessage, policy=email.policy.default)


def repair(message: "email.message.Message[str, str]") -> email.message.EmailMessage:
    """A message of the package `email`, parsed from bytes, with all its text read right.

    Raises TypeError if it is no such message, and what `email` raises if it cannot write it as bytes again.

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

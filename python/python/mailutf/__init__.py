"""Reads mail in any charset, and converts it to UTF-8 without losing a byte that matters.

>>> import mailutf
>>> mailutf.Message(b"Subject: =?gb2312?B?1tDOxA==?=\\n\\n").subject
'中文'
>>> mailutf.normalize(b"Subject: =?koi8-r?B?8NLJ18XU?=\\n\\n").decode()
'Subject: Привет\\n\\n'
"""

from . import charset
from ._email import repair
from ._mailutf import (
    Address,
    Attachment,
    Finding,
    Mailbox,
    MailboxIterator,
    Message,
    Policy,
    Range,
    Skipped,
    Text,
    Totals,
    __version__,
    addresses,
    decode_body,
    decode_header,
    normalize,
    normalize_file,
)

__all__ = [
    "Address",
    "Attachment",
    "Finding",
    "Mailbox",
    "MailboxIterator",
    "Message",
    "Policy",
    "Range",
    "Skipped",
    "Text",
    "Totals",
    "addresses",
    "charset",
    "decode_body",
    "decode_header",
    "normalize",
    "normalize_file",
    "repair",
]

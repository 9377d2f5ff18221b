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
    Alternative,
    Attachment,
    Columns,
    Doubt,
    DoubtSample,
    Explanation,
    Failure,
    Finding,
    InternalError,
    Mailbox,
    MailboxIterator,
    Message,
    Part,
    Policy,
    Range,
    Readings,
    Rules,
    Skipped,
    Text,
    Totals,
    __version__ as __version__,
    addresses,
    decode_body,
    decode_header,
    decode_parameter,
    doubts,
    encode_addresses,
    encode_header,
    encode_parameter,
    explain,
    html_to_text,
    normalize,
    normalize_file,
    to_utf7,
)
from ._tables import read_table

__all__ = [
    "Address",
    "Alternative",
    "Attachment",
    "Columns",
    "Doubt",
    "DoubtSample",
    "Explanation",
    "Failure",
    "Finding",
    "InternalError",
    "Mailbox",
    "MailboxIterator",
    "Message",
    "Part",
    "Policy",
    "Range",
    "Readings",
    "Rules",
    "Skipped",
    "Text",
    "Totals",
    "addresses",
    "charset",
    "decode_body",
    "decode_header",
    "decode_parameter",
    "doubts",
    "encode_addresses",
    "encode_header",
    "encode_parameter",
    "explain",
    "html_to_text",
    "normalize",
    "normalize_file",
    "read_table",
    "repair",
    "to_utf7",
]

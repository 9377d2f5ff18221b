import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, TypeAlias, TypeVar, final, overload

if sys.version_info >= (3, 12):
    from collections.abc import Buffer
else:
    from typing_extensions import Buffer

_Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]

class _File(Protocol):
    def read(self, size: int, /) -> bytes: ...

_Form: TypeAlias = Literal["encoded", "utf8"]
# A cell of a table, which may be missing.
_Cell = TypeVar("_Cell", bound=str | float | None)
_Guess: TypeAlias = tuple[str, str, float, str | None]

__version__: str

class InternalError(RuntimeError):
    """An error in mailutf itself. Its text names the version and the place: please report it, if you can with the mail.

    >>> import mailutf
    >>> issubclass(mailutf.InternalError, RuntimeError)
    True
    """

@final
class Alternative:
    """Another reading of a text.

    >>> import mailutf
    >>> mailutf.Alternative("koi8-r", "in KOI8-R", "Код").text
    'Код'
    """

    def __new__(cls, read: str, how: str, text: str) -> Alternative: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def read(self) -> str:
        """The value of `read` in a rule that chooses this reading: "label", "evidence" or a charset: str."""
    @property
    def how(self) -> str:
        """What this reading assumes, such as "in KOI8-R": str."""
    @property
    def text(self) -> str:
        """The text in this reading: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Readings:
    r"""The present reading of a text of a message, and other possible readings.

    >>> import mailutf
    >>> message = mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
    >>> reading = message.readings()[0]
    >>> reading.used, reading.text, reading.alternatives[0].text
    ('windows-1251', 'Привет, как дела?\n', 'Ïðèâåò, êàê äåëà?\n')
    """

    def __new__(
        cls,
        place: str,
        section: str,
        label: str | None,
        used: str | None,
        text: str | None,
        alternatives: list[Alternative],
    ) -> Readings: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def place(self) -> str:
        """What the text is: "body", "words" (encoded words with one label) or "fields" (octets beyond US-ASCII in header fields): str."""
    @property
    def section(self) -> str:
        """The section of the part that contains the text: str."""
    @property
    def label(self) -> str | None:
        """The label, as the message spells it: str, None without one."""
    @property
    def used(self) -> str | None:
        """The charset in which a body is read: str, None if it cannot be read, and for other texts."""
    @property
    def text(self) -> str | None:
        """The text of a body: str, None if it cannot be read, and for other texts."""
    @property
    def alternatives(self) -> list[Alternative]:
        """Other readings: list of `Alternative`, the likeliest first. Empty for most texts."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Rules:
    r"""The decisions of the owner of the mail about doubtful texts, as rules in the TOML of `mailutf review`. `Policy(rules=…)`
    reads mail by them. Rules are equal if their texts are equal, and can be pickled.

    `text` contains the rules; `name` is the name of their file, which findings mention. A condition on the file is meant for
    the messages of a `Mailbox`: it is compared with their paths relative to the mailbox.

    Raises ValueError with all mistakes in the rules, and the line of each.

    >>> import mailutf
    >>> rules = mailutf.Rules('version = 1\n[[rule]]\nfrom = "jan@example.org"\nread = "macintosh"\n')
    >>> data = b"From: jan@example.org\nSubject: =?iso-8859-1?Q?J=9Arg?=\n\n"
    >>> mailutf.Message(data).subject, mailutf.Message(data, mailutf.Policy(rules=rules)).subject
    ('Jšrg', 'Jörg')
    >>> mailutf.Rules('version = 1\n[[rule]]\nform = "jan@example.org"\nread = "leave"\n')
    Traceback (most recent call last):
    ValueError: line 3, column 1: unknown key `form`; did you mean `from`?
    """

    def __new__(cls, text: str, name: str | None = None) -> Rules: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @staticmethod
    def load(path: _Path) -> Rules:
        r"""Reads the rules in a file, such as `decisions.toml`: `Rules`. `path` is str, bytes or pathlib.Path.

        Raises OSError if the file cannot be read, and ValueError with the mistakes in the rules.

        >>> import mailutf, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     file = pathlib.Path(directory, "decisions.toml")
        ...     _ = file.write_text('version = 1\n[[rule]]\nlabel = "x-unknown"\nread = "koi8-r"\n')
        ...     rules = mailutf.Rules.load(file)
        >>> rules.name == str(file), rules.unused
        (True, [2])
        """
    @property
    def text(self) -> str:
        """The text of the rules."""
    @property
    def name(self) -> str | None:
        """The name of their file: str, None without one."""
    @property
    def unused(self) -> list[int]:
        """The line numbers of the rules that have not applied to any text so far, in all messages that were read by these rules:
        list of int.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Policy:
    r"""The choices of a conversion. Policies do not change, are compared by their choices, and can be pickled.

    - headers: "utf8" (raw UTF-8, RFC 6532), "encoded" (UTF-8 encoded words, RFC 2047) or "keep".
    - bodies: "auto" (8bit if it can carry the text, otherwise the smaller of quoted-printable and base64), "8bit", "qp",
      "base64" or "keep".
    - attachments: also convert text attachments.
    - decode_all: also decode quoted-printable and base64 in text that is already UTF-8.
    - keep_dkim: leave a message unchanged if its conversion would break a DKIM signature or an ARC seal.
    - break_signatures: also change signed parts.
    - strict: take charset labels literally; never guess.
    - doubtful: what to do with doubtful text, whose letters form words only in another charset than that of its label, or which
      was garbled before it was stored: "keep" it unchanged, read it by its "label", or read it by the "evidence". In a
      `Message` only "label" makes a difference: otherwise its texts are read by the evidence.
    - lossy: replace ill-formed sequences with U+FFFD instead of leaving the text unchanged.
    - logical_order: put Hebrew that is in visual order (RFC 1555) in logical order.
    - fallback_charset: the charset of text without a usable label or other evidence.
    - charsets: for mailers that name a wrong charset: a dict from each declared charset to the real one.
    - rules: the decisions of the owner of the mail: `Rules`. `charsets` override them.
    - limit_message: the maximum size in octets of a message of a mailbox; larger messages are not read (256 MiB).

    Raises ValueError for an unknown choice, and LookupError for an unknown charset.

    >>> import mailutf
    >>> policy = mailutf.Policy(headers="encoded", charsets={"iso-8859-1": "windows-1251"})
    >>> mailutf.normalize(b"Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?=\n\n", policy)
    b'Subject: =?utf-8?B?0JjQstCw0L0=?=\n\n'
    >>> policy
    Policy(headers='encoded', charsets={'iso-8859-1': 'windows-1251'})
    >>> mailutf.Policy(headers="utf-9")
    Traceback (most recent call last):
    ValueError: headers: unknown choice 'utf-9'; choose one of 'utf8', 'encoded', 'keep'
    """

    def __new__(
        cls,
        *,
        headers: Literal["utf8", "encoded", "keep"] = "utf8",
        bodies: Literal["auto", "8bit", "qp", "base64", "keep"] = "auto",
        attachments: bool = True,
        decode_all: bool = False,
        keep_dkim: bool = False,
        break_signatures: bool = False,
        strict: bool = False,
        doubtful: Literal["keep", "label", "evidence"] = "keep",
        lossy: bool = False,
        logical_order: bool = False,
        fallback_charset: str | None = None,
        charsets: Mapping[str, str] | None = None,
        rules: Rules | None = None,
        limit_message: int | None = None,
    ) -> Policy: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, object]]: ...

@final
class Address:
    r"""A name and an e-mail address. `str()` returns both, with the name quoted if necessary, so that `addresses` reads the
    same from it.

    >>> import mailutf
    >>> mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_
    [Address(name='Jörg', address='j@example.org')]
    >>> name, address = mailutf.Address("Jörg", "j@example.org")
    """

    def __new__(cls, name: str, address: str) -> Address: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    def __iter__(self) -> Iterator[str]: ...
    __match_args__: tuple[Literal["name"], Literal["address"]]
    @property
    def name(self) -> str:
        """The name, decoded: str, "" if there is none."""
    @property
    def address(self) -> str:
        """The e-mail address, such as "j@example.org": str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Text:
    r"""A text part that was read.

    >>> import mailutf
    >>> text = mailutf.Message(b"Content-Type: text/html; charset=koi8-r\r\n\r\n<p>\xeb\xcf\xc4\r\n").texts[0]
    >>> text.section, text.type, text.charset, text.text
    ('1', 'text/html', 'KOI8-R', '<p>Код\r\n')
    """

    def __new__(cls, section: str, type: str, charset: str, text: str) -> Text: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def section(self) -> str:
        """The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1": str, "1" if the message is no multipart."""
    @property
    def type(self) -> str:
        """The media type in lower case, such as "text/plain": str."""
    @property
    def charset(self) -> str:
        """The charset in which the text was read, which may differ from its label: str."""
    @property
    def text(self) -> str:
        """The text, with the line ends of the message: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Attachment:
    r"""A part that is not shown as text of the message. It keeps its message in memory. A pickle of it does not contain the message: its
    text is then read without the other text of the message, with the default policy.

    >>> import mailutf
    >>> file = mailutf.Message(b"Content-Type: application/pdf; name=a.pdf\n\n%PDF").attachments[0]
    >>> file.name, file.type, file.data
    ('a.pdf', 'application/pdf', b'%PDF')
    """

    def __new__(
        cls,
        name: str | None,
        type: str,
        section: str,
        data: bytes,
        charset: str | None = None,
        disposition: str | None = None,
        content_id: str | None = None,
        is_inline: bool = False,
    ) -> Attachment: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def name(self) -> str | None:
        """The file name, decoded: str, None if there is none. It can contain anything, even slashes: do not use it as a path."""
    @property
    def type(self) -> str:
        """The media type in lower case, such as "application/pdf": str."""
    @property
    def section(self) -> str:
        """The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1": str, "1" if the message is no multipart."""
    @property
    def charset(self) -> str | None:
        """The charset label, as the message spells it: str, None without one."""
    @property
    def disposition(self) -> str | None:
        """The value of Content-Disposition in lower case, such as "inline" or "attachment": str, None without one."""
    @property
    def content_id(self) -> str | None:
        """The Content-ID without brackets, by which HTML refers to the part in a `cid:` URL: str, None without one."""
    @property
    def is_inline(self) -> bool:
        """Whether the part should be shown within the message: bool. It is True if Content-Disposition says inline, or if there is a
        Content-ID and Content-Disposition does not say otherwise.
        """
    @property
    def safe_name(self) -> str | None:
        """A name for a new file on any system, made from `name`: str, None if nothing of it is left. It contains no path, names no device,
        is not hidden, and has no control characters. A file may already have this name: never overwrite one.
        """
    @property
    def text(self) -> str | None:
        """The content as text: str, None if it is no text. Octets that cannot be decoded become U+FFFD. Each access decodes the content again."""
    def message(self) -> Message | None:
        """The message that the part encloses, with the policy of this one: Message, None if it encloses none."""
    @property
    def data(self) -> bytes:
        """The content without its transfer encoding: bytes. Each access decodes it again."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Part:
    r"""A part of a message: a text, an attachment, a multipart with further parts, an enclosed message, or the message itself. It keeps its
    message in memory.

    >>> import mailutf
    >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\nX-Key: 1\n\nSee:\n--b--\n")
    >>> whole = message.parts[0]
    >>> [(part.section, part.type, part.header("X-Key"), part.text) for part in whole.parts]
    [('1', 'text/plain', '1', 'See:')]
    """

    @property
    def type(self) -> str:
        """The media type in lower case, such as "multipart/mixed": str."""
    @property
    def section(self) -> str:
        """The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1": str. It is "" for a message that is a multipart, and
        "1" for a message that is not.
        """
    @property
    def name(self) -> str | None:
        """The file name, decoded: str, None if there is none. It can contain anything, even slashes: do not use it as a path."""
    @property
    def safe_name(self) -> str | None:
        """A name for a new file on any system, made from `name`: str, None if nothing of it is left. A file may already have this name:
        never overwrite one.
        """
    @property
    def charset(self) -> str | None:
        """The charset label, as the message spells it: str, None without one."""
    @property
    def disposition(self) -> str | None:
        """The value of Content-Disposition in lower case, such as "inline" or "attachment": str, None without one."""
    @property
    def content_id(self) -> str | None:
        """The Content-ID without brackets, by which HTML refers to the part in a `cid:` URL: str, None without one."""
    @property
    def is_inline(self) -> bool:
        """Whether the part should be shown within the message: bool."""
    @property
    def is_attachment(self) -> bool:
        """Whether Content-Disposition says that the part is an attachment: bool."""
    @property
    def headers(self) -> list[tuple[str, str]]:
        """All header fields of the part in order: list of (name, value), like `Message.headers`."""
    def header(self, name: str) -> str | None:
        """The first header field of that name, which is case-insensitive, decoded and unfolded: str, None if there is none."""
    @property
    def inner_headers(self) -> list[list[tuple[str, str]]]:
        """The blocks of header fields in the body, each a list of (name, value). A delivery report (RFC 3464) has a block for each
        recipient; `text/rfc822-headers` has the header of the message that it is about.
        """
    @property
    def parts(self) -> list[Part]:
        """The parts directly within this one: list of `Part`. An enclosed message has parts, too."""
    @property
    def text(self) -> str | None:
        """The content as text: str, None if it is no text. Octets that cannot be decoded become U+FFFD. Each access decodes the content again."""
    @property
    def plain_text(self) -> str | None:
        """The text as a person reads it: HTML as lines and paragraphs, flowed lines joined (RFC 3676). str, None as for `text`."""
    @property
    def data(self) -> bytes:
        """The content without its transfer encoding: bytes. Each access decodes it again."""
    def message(self) -> Message | None:
        """The message that the part encloses, with the policy of this one: Message, None if it encloses none."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Finding:
    r"""Something that is wrong with a message, was guessed, or was left unchanged.

    >>> import mailutf
    >>> finding = mailutf.Message(b"Subject: caf\xe9\n\n").findings[0]
    >>> finding.code, finding.severity, finding.start, finding.end
    ('field-raw', 'guess', 8, 13)
    """

    def __new__(cls, code: str, severity: str, section: str, start: int, end: int, detail: str) -> Finding: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """The kind of finding, such as "field-raw": str. `mailutf.explain` explains each."""
    @property
    def severity(self) -> str:
        """"note" (unusual, but read without doubt), "guess" (decided by evidence), "lossy" (octets were replaced with U+FFFD,
        as the policy allows) or "unresolved" (left unchanged, because it cannot be read without loss): str.
        """
    @property
    def section(self) -> str:
        """The section of the part that contains it, as IMAP counts parts: str, "" for a multipart that is the whole message."""
    @property
    def start(self) -> int:
        """The offset in the message of its first octet: int."""
    @property
    def end(self) -> int:
        """The offset in the message of the octet after its last one: int."""
    @property
    def detail(self) -> str:
        """The details in words: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Message:
    r"""A message: its header fields, its texts, its attachments. Messages do not change.

    `data` is one message without an mbox `From ` line: bytes, or any object with the buffer protocol. Anything can be parsed; bytes
    that are no mail have no fields. `policy`, a `Policy`, says how text is read. Each access reads a text again, so keep what you
    need more than once. Messages can be pickled. Two messages are equal if their octets, their policies and their places in
    mailboxes are equal.

    Raises TypeError if `data` is no buffer.

    >>> import mailutf
    >>> message = mailutf.Message(b"Subject: =?gb2312?B?1tDOxA==?=\n"
    ...     b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n")
    >>> message.subject, message.text
    ('中文', 'Код\n')
    """

    def __new__(cls, data: Buffer, policy: Policy | None = None) -> Message: ...
    @staticmethod
    def from_path(path: _Path, policy: Policy | None = None) -> Message:
        """Reads the message in a file: `Message`. The file contains one message, with or without a `From ` line, in `.emlx` or plain,
        compressed or not. `path` is str, bytes or pathlib.Path.

        Raises OSError if the file cannot be read, and ValueError if it contains no message or several.

        >>> import mailutf
        >>> mailutf.Message.from_path("corpus/raw/raw-by-body.eml").subject
        'Тема письма'
        """
    def __getitem__(self, name: str, /) -> str | None: ...
    def __contains__(self, name: object, /) -> bool: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __bytes__(self) -> bytes: ...
    @property
    def data(self) -> bytes:
        r"""The octets of the message: bytes. If the message was made from bytes, the same object.

        >>> import mailutf
        >>> mailutf.Message(bytearray(b"Subject: x\n\n")).data
        b'Subject: x\n\n'
        """
    @property
    def path(self) -> Path | None:
        """The file from which the message was read: pathlib.Path, None if no `Mailbox` read it.

        >>> import mailutf
        >>> [message.path.name for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")][:1]
        ['mboxrd.mbox']
        """
    @property
    def offset(self) -> int:
        """The offset of the message in its file, in octets after decompression: int. The message begins with its `From ` line in an mbox.

        >>> import mailutf
        >>> [message.offset for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
        [0, 259, 599]
        """
    @property
    def ordinal(self) -> int:
        """The number of messages before this one in its file: int.

        >>> import mailutf
        >>> [message.ordinal for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
        [0, 1, 2]
        """
    @property
    def from_line(self) -> bytes:
        r"""The `From ` line before the message in an mbox, with the sender and the date of its delivery, and with its line end: bytes,
        empty elsewhere. `mailbox.mbox.add` of Python accepts `message.from_line + message.data`.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox")[0].from_line
        b'From ada@example.org Sat Nov 21 10:00:01 2026\n'
        """
    @property
    def flags(self) -> str:
        r"""The flags of the message, as letters of a Maildir in alphabetical order: D draft, F flagged, P passed on, R answered, S
        seen, T trashed: str. A Maildir keeps them in the name of the file, and an mbox in the fields Status and X-Status.
        `mailbox.MaildirMessage.set_flags` and `mailbox.mboxMessage` of Python understand these letters.

        >>> import mailutf
        >>> mailutf.Mailbox.from_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nStatus: RO\nX-Status: A\n\n")[0].flags
        'RS'
        """
    @property
    def subject(self) -> str | None:
        r"""The Subject, decoded: str, None without one.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").subject
        'café'
        """
    @property
    def from_(self) -> list[Address]:
        r"""The addresses in From, members of groups included: list of `Address`, empty if there are none.

        >>> import mailutf
        >>> [str(one) for one in mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_]
        ['Jörg <j@example.org>']
        """
    @property
    def to(self) -> list[Address]:
        r"""The addresses in To: list of `Address`.

        >>> import mailutf
        >>> [one.address for one in mailutf.Message(b"To: a@example.org, all: b@example.org;\n\n").to]
        ['a@example.org', 'b@example.org']
        """
    @property
    def cc(self) -> list[Address]:
        r"""The addresses in Cc: list of `Address`.

        >>> import mailutf
        >>> mailutf.Message(b"Cc: a@example.org (Ada)\n\n").cc
        [Address(name='Ada', address='a@example.org')]
        """
    @property
    def bcc(self) -> list[Address]:
        r"""The addresses in Bcc: list of `Address`.

        >>> import mailutf
        >>> mailutf.Message(b"Bcc: a@example.org\n\n").bcc
        [Address(name='', address='a@example.org')]
        """
    @property
    def sender(self) -> list[Address]:
        r"""The address in Sender, the person who sent the message for its authors: list of `Address`, empty without one.

        >>> import mailutf
        >>> mailutf.Message(b"Sender: a@example.org\n\n").sender
        [Address(name='', address='a@example.org')]
        """
    @property
    def reply_to(self) -> list[Address]:
        r"""The addresses in Reply-To: list of `Address`. If there are none, a reply goes to From.

        >>> import mailutf
        >>> mailutf.Message(b"Reply-To: =?utf-8?Q?Doe=2C_John?= <j@example.org>\n\n").reply_to
        [Address(name='Doe, John', address='j@example.org')]
        """
    def addresses(self, name: str) -> list[Address]:
        r"""The addresses in the header fields of that name, which is case-insensitive: list of `Address`. They are read from the raw
        field, so that a decoded name never becomes an address.

        >>> import mailutf
        >>> mailutf.Message(b"Resent-To: a@example.org\n\n").addresses("resent-to")
        [Address(name='', address='a@example.org')]
        """
    @property
    def message_id(self) -> str | None:
        r"""The identifier in Message-ID, without brackets: str, None without one.

        >>> import mailutf
        >>> mailutf.Message(b"Message-ID: <1@example.org>\n\n").message_id
        '1@example.org'
        """
    @property
    def in_reply_to(self) -> list[str]:
        r"""The identifiers in In-Reply-To, without brackets: list of str.

        >>> import mailutf
        >>> mailutf.Message(b"In-Reply-To: Your message of \"Mon\" <1@example.org>\n\n").in_reply_to
        ['1@example.org']
        """
    @property
    def references(self) -> list[str]:
        r"""The identifiers in References, without brackets: list of str, the oldest first.

        >>> import mailutf
        >>> mailutf.Message(b"References: <1@example.org><2@example.org>\n\n").references
        ['1@example.org', '2@example.org']
        """
    @property
    def list_id(self) -> str | None:
        r"""The identifier of the mailing list in List-Id (RFC 2919), such as "cats.example.org": str, None without one. Its case is
        that of the message: convert it to lower case before you compare it.

        >>> import mailutf
        >>> mailutf.Message(b"List-Id: Cats, and dogs <pets.example.org>\n\n").list_id
        'pets.example.org'
        """
    def urls(self, name: str) -> list[str]:
        r"""The URLs in the header field of that name, such as List-Unsubscribe (RFC 2369), without brackets: list of str.

        >>> import mailutf
        >>> mailutf.Message(b"List-Post: <mailto:cats@example.org>\n\n").urls("List-Post")
        ['mailto:cats@example.org']
        """
    @property
    def timestamp(self) -> int | None:
        r"""The time when the message was written, from its Date, in seconds since 1970 in UTC: int, None without a valid date. An
        unknown zone counts as UTC, so that all messages can be sorted by it.

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").timestamp
        1795251600
        """
    @property
    def date(self) -> datetime | None:
        r"""The time when the message was written, from its Date: datetime, None without a valid date. It is naive if the field has no
        zone, or an ambiguous one. It is in UTC if the zone is -0000, which says only that the time is in UTC (RFC 5322 section
        3.3).

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date.isoformat()
        '2026-11-21T10:00:00+01:00'
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00\n\n").date.isoformat()
        '2026-11-21T10:00:00'
        """
    @property
    def date_utc(self) -> datetime | None:
        r"""The time when the message was written, from its Date, in UTC: datetime with a zone, None without a valid date. An unknown
        zone counts as UTC, so that all messages can be compared and fit into one column of a table.

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date_utc.isoformat()
        '2026-11-21T09:00:00+00:00'
        """
    def get_all(self, name: str) -> list[str]:
        r"""All header fields of that name, which is case-insensitive, decoded and unfolded: list of str, empty if there are none.

        >>> import mailutf
        >>> mailutf.Message(b"Received: b\nReceived: a\n\n").get_all("received")
        ['b', 'a']
        """
    def raw_header(self, name: str) -> bytes | None:
        r"""The octets after the colon of the first header field of that name, which is case-insensitive, folds included: bytes, None if
        there is none.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").raw_header("subject")
        b' =?utf-8?Q?caf=C3=A9?='
        """
    @property
    def plain_text(self) -> str | None:
        r"""The best text as a person reads it: str, None if there is none. HTML becomes lines and paragraphs; flowed lines are joined
        (RFC 3676).

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html\n\n<p>Gr&uuml;&szlig;e<blockquote>Wie geht's?\n").plain_text
        "Grüße\n\n> Wie geht's?\n"
        """
    @property
    def files(self) -> list[Attachment]:
        r"""The parts that a person can save as files, in order: all `attachments`, and images, sounds and films even if they are
        shown between texts: list of `Attachment`.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: image/png; name=a.png\n\n...")
        >>> message.attachments, message.files
        ([], [<mailutf.Attachment "a.png", image/png>])
        """
    @property
    def parts(self) -> list[Part]:
        r"""All parts in order, each before those that it contains: list of `Part`. The first is the message itself.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
        ...     b"--b\nContent-Type: image/png\n\n...\n--b--\n")
        >>> [(part.section, part.type) for part in message.parts]
        [('', 'multipart/mixed'), ('1', 'text/plain'), ('2', 'image/png')]
        """
    def part(self, section: str) -> Part | None:
        r"""The part with that section, as IMAP counts parts (RFC 3501 section 6.4.5): `Part`, None if there is none.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n--b--\n")
        >>> message.part("1").text, message.part("2")
        ('See:', None)
        """
    def part_by_content_id(self, id: str) -> Part | None:
        r"""The part to which HTML refers by this identifier in a `cid:` URL: `Part`, None if there is none.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: image/png\nContent-ID: <1@b>\n\n...").part_by_content_id("1@b")
        <mailutf.Part "1", image/png>
        """
    @property
    def headers(self) -> list[tuple[str, str]]:
        r"""All header fields in order, even repeated ones: list of (name, value). Names are as the message spells them; values are
        decoded and unfolded.

        >>> import mailutf
        >>> mailutf.Message(b"Received: b\nReceived: a\nSubject: =?utf-8?Q?=E2=98=BA?=\n\n").headers
        [('Received', 'b'), ('Received', 'a'), ('Subject', '☺')]
        """
    def header(self, name: str) -> str | None:
        r"""The first header field of that name, which is case-insensitive, decoded and unfolded: str, None if there is none.

        Do not split the value: decoded text can look like anything. `addresses`, `references`, `urls` and others return the items.
        In a field with addresses, names are quoted, so that `mailutf.addresses` reads the same addresses from the value.

        >>> import mailutf
        >>> message = mailutf.Message(b"List-Id: =?utf-8?Q?Caf=C3=A9?=\n <cafe.example.org>\n\n")
        >>> message.header("list-id"), message.header("Reply-To")
        ('Café <cafe.example.org>', None)
        """
    @property
    def text(self) -> str | None:
        r"""The best text to show, plain text or else HTML: str, None if there is none. Octets that cannot be decoded become U+FFFD.

        Text with a doubtful label is read by the evidence, although `normalize` leaves it unchanged: see `Policy(doubtful=…)`.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\x93caf\xe9\x94\n").text
        '“café”\n'
        """
    @property
    def html(self) -> str | None:
        r"""The HTML to show: str, None if there is none. Octets that cannot be decoded become U+FFFD.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html
        '<p>x\n'
        """
    @property
    def texts(self) -> list[Text]:
        r"""All text parts that can be read without loss and are not attachments, in order: list of `Text`.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html; charset=utf-7\n\n+Jjo-").texts
        [Text(section='1', type='text/html', charset='UTF-7', text='☺')]
        """
    @property
    def text_bodies(self) -> list[Text | Attachment]:
        r"""The parts that a program shows that prefers plain text, in order (RFC 8621 section 4.1.4): list of `Text`, and of
        `Attachment` for images, sounds and films between texts, and for text that is binary data.

        Show them all: an image and more text, or the footer of a mailing list, may follow the first text.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
        ...     b"--b\nContent-Type: image/png\n\n...\n--b\n\nNice?\n--b--\n")
        >>> [part.type for part in message.text_bodies]
        ['text/plain', 'image/png', 'text/plain']
        """
    @property
    def html_bodies(self) -> list[Text | Attachment]:
        r"""The parts that a program shows that prefers HTML, in order; see `text_bodies`.

        >>> import mailutf
        >>> [part.type for part in mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html_bodies]
        ['text/html']
        """
    @property
    def attachments(self) -> list[Attachment]:
        r"""The parts that are in neither `text_bodies` nor `html_bodies`, and images, sounds and films that are not in both, in order:
        list of `Attachment`. An enclosed message is an attachment.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1,2\n").attachments
        [<mailutf.Attachment "a.csv", text/csv>]
        """
    def readings(self) -> list[Readings]:
        r"""The present reading of each text, and other possible readings, for a person who sees garbled text: list of `Readings`. Other
        methods return the likeliest reading; a rule chooses another one. Encoded words are listed once for each label,
        because a rule for a label chooses the reading of all texts with this label; `Policy(doubtful="label")` reads a field by its label.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: text/plain; charset=koi8-r\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
        >>> [(one.place, one.used, one.alternatives[0].how) for one in message.readings()]
        [('body', 'windows-1251', 'in KOI8-R, as its label says')]
        """
    @property
    def findings(self) -> list[Finding]:
        r"""The findings that `normalize` would report: what is wrong, was guessed, or is left unchanged: list of `Finding`. Takes as
        long as `normalize`.

        >>> import mailutf
        >>> [finding.code for finding in mailutf.Message(b"Subject: caf\xe9\n\n").findings]
        ['field-raw']
        """
    def normalized(self, policy: Policy | None = None) -> bytes:
        r"""The message with all text in UTF-8, as `normalize` writes it: bytes. By `policy`, or by the policy of the message.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n").normalized().decode()
        'Subject: Привет\n\n'
        """
    def to_email(self) -> EmailMessage:
        r"""The message as an object of the package `email`, with all text decoded correctly: email.message.EmailMessage.

        >>> import mailutf
        >>> data = b"Subject: =?gb2312?B?1tDOxA==?=\nContent-Type: text/plain; charset=x-sjis\n\n\x83e\n"
        >>> message = mailutf.Message(data).to_email()
        >>> message["Subject"], message.get_content()
        ('中文', 'テ\n')
        """

@final
class Range:
    """Consecutive messages of an mbox. A range can be pickled, and can be made again from its text, `str(range)`.

    Raises ValueError for a text that is no range.

    >>> import mailutf
    >>> range = mailutf.Range("259-599:2:auto-uncounted")
    >>> range.start, range.end, range.ordinal, str(range)
    (259, 599, 1, '259-599:2:auto-uncounted')
    """

    def __new__(cls, text: str) -> Range: ...
    @property
    def start(self) -> int:
        """The offset in the file of its first octet: int."""
    @property
    def end(self) -> int:
        """The offset in the file of the octet after its last one: int."""
    @property
    def ordinal(self) -> int:
        """The number of messages before it: int."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Skipped:
    """A file or a message that an iteration did not yield.

    >>> import mailutf
    >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox", mailutf.Policy(limit_message=250))
    >>> [message.ordinal for message in mailbox], [(one.path.name, one.offset, one.code) for one in mailbox.skipped]
    ([0, 2], [('mboxrd.mbox', 259, 'too-large')])
    """

    def __new__(cls, path: _Path, offset: int, reason: str, code: str = "unreadable") -> Skipped: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def path(self) -> Path:
        """The file: pathlib.Path."""
    @property
    def offset(self) -> int:
        """The offset of the message, or of what cannot be read, in octets after decompression: int, 0 for the whole file."""
    @property
    def reason(self) -> str:
        """The reason, in words: str."""
    @property
    def code(self) -> str:
        """The reason as one of "unreadable", "too-large", "unsupported", "not-mail", "no-mail" (a directory without mail) and "padding": str."""

@final
class MailboxIterator:
    """An iteration over a `Mailbox`.

    >>> import mailutf
    >>> next(iter(mailutf.Mailbox("corpus/mbox/mboxrd.mbox"))).subject
    'Grüße'
    """

    def __iter__(self) -> MailboxIterator: ...
    def __next__(self) -> Message: ...

@final
class Mailbox:
    """The messages of a file or a directory: mbox, Maildir, MH, trees of `.eml` and `.emlx` files, or one message. Files may be
    compressed by gzip, Zstandard, xz or bzip2. On Windows, directories are not supported.

    Iterating yields each `Message` in turn, with its `path`, `offset` and `ordinal`, and can be repeated. The iteration does
    not end at a bad file, a link that leads nowhere, a message above the limit, or an mbox that another program truncates: it
    adds them to `skipped`, and also NUL padding after compressed data. An empty file contains no message.

    `path` is str, bytes or pathlib.Path, or an open binary file, which is read from its current position; `from_bytes` reads
    mail in memory. `policy`, a `Policy`, says how texts are read. `range`, one of `ranges`, restricts an mbox; an open file is
    then read from its start.

    `len(mailbox)`, `mailbox[7]` and `mailbox[-3:]` read the mail once without parsing it, and remember where each message is;
    mail that is delivered later is not counted. In a compressed file, a message is reached by reading all messages before it.
    Inputs that can be read only once, such as a pipe, have no length. `async for message in mailbox` reads on another thread. A
    `with` block closes the mailbox at its end.

    A thread reads ahead. It keeps some MB in memory, plus the largest message, which has at most `Policy(limit_message=…)`
    octets (256 MiB). Several threads may share an iteration: each message goes to one of them. A forked process must begin its
    own iteration.

    Raises OSError if `path` does not exist or cannot be read.

    >>> import mailutf
    >>> for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox"):
    ...     print(message.ordinal, message.offset, message.subject)
    0 0 Grüße
    1 259 two
    2 599 three
    >>> with mailutf.Mailbox("corpus/mbox/mboxrd.mbox") as mailbox:
    ...     len(mailbox), mailbox[-1].subject, [message.subject for message in mailbox[:2]]
    (3, 'three', ['Grüße', 'two'])
    """

    def __new__(
        cls, path: _Path | _File, policy: Policy | None = None, *, range: Range | None = None
    ) -> Mailbox: ...
    @staticmethod
    def from_bytes(data: Buffer, policy: Policy | None = None) -> Mailbox:
        r"""Reads messages in memory: `Mailbox`. `data` is an mbox or one message, compressed or not: bytes, or any object with the
        buffer protocol.

        >>> import mailutf
        >>> [message.subject for message in mailutf.Mailbox.from_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\n")]
        ['x']
        """
    def __iter__(self) -> Iterator[Message]: ...
    def __aiter__(self) -> AsyncIterator[Message]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Message: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Message]: ...
    def __enter__(self) -> Mailbox: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def close(self) -> None:
        """Ends all iterations. Reading the mailbox again raises ValueError. A file that the caller opened stays open.

        >>> import mailutf
        >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
        >>> mailbox.close()
        >>> list(mailbox)
        Traceback (most recent call last):
        ValueError: the mailbox is closed
        """
    def to_arrow(self, columns: Sequence[str] | None = None, batch: int = 1000) -> Columns:
        """The messages as columns, in batches of at most `batch` rows: `Columns`. pyarrow, pandas, Polars, DuckDB and others read
        it by the Arrow PyCapsule interface, without a Python object for each row. It can be read once.

        `columns` are names of `Columns.NAMES`, by default all; only what they need is read. A batch is kept in memory, and ends
        early when it has 64 MiB. `skipped` has what an iteration would not yield.

        Raises ValueError for an unknown column.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "offset"])
        <mailutf.Columns subject, offset>
        """
    def _repr_html_(self) -> str: ...
    @property
    def path(self) -> Path | None:
        """The file or the directory: pathlib.Path, None for an open file or bytes.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").path.name
        'mboxrd.mbox'
        """
    @property
    def skipped(self) -> list[Skipped]:
        """What the last iteration did not yield: list of `Skipped`, complete when the iteration has ended.

        >>> import mailutf
        >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
        >>> len(list(mailbox)), mailbox.skipped
        (3, [])
        """
    def ranges(self, size: int = 268435456, *, ordinals: bool = True) -> list[Range]:
        """Without `ordinals`, the messages of a range are counted from its start. Then only some octets at each cut are read, so
        the file can be in an object store, and a range contains the messages that start within `size` octets. But in an MMDF
        file, or if Content-Length tells where messages end, the whole file is read.

        Raises OSError if the file cannot be read, and ValueError if it has no ranges because it is compressed or no mbox.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500)
        [Range('0-259:1:auto'), Range('259-599:2:auto-uncounted'), Range('599-797:3:auto-uncounted')]
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500, ordinals=False)
        [Range('0-599:1:auto'), Range('599-797:1:auto-uncounted')]
        """

@final
class Columns:
    """Messages as columns, in batches. pyarrow, pandas, Polars, DuckDB and others read them by the Arrow PyCapsule interface
    (`__arrow_c_stream__`). `Mailbox.to_arrow` makes them. They can be read once.

    - path, offset, ordinal: the place of the message; size: its length in octets
    - message_id, in_reply_to, references, list_id: identifiers, without brackets
    - date: an instant; a date without a zone counts as UTC
    - subject; from, sender, reply_to, to, cc, bcc: lists of records of name and address
    - headers: a map of all fields, decoded; names can repeat
    - text, html, plain_text: the best body, as in `Message`
    - charsets: the charsets in which the texts were read
    - attachments: records of name, type and size
    - findings: records of code, severity, section and detail

    >>> import mailutf
    >>> columns = mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "date"])
    >>> columns.names, columns.skipped
    (['subject', 'date'], [])
    """

    NAMES: list[str]
    @property
    def names(self) -> list[str]:
        """The names of these columns: list of str."""
    @property
    def skipped(self) -> list[Skipped]:
        """Files and messages that could not be read or are too large: list of `Skipped`, complete when the last batch was read."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Failure:
    """A file that was not converted, or something that was left over. `str()` returns what happened.

    >>> import mailutf
    >>> str(mailutf.Failure("unreadable", "letter.eml: cannot open: Permission denied"))
    'letter.eml: cannot open: Permission denied'
    """

    def __new__(cls, code: str, text: str) -> Failure: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """What happened: "failed", "skipped" (a file that holds mail but cannot be converted), "no-mail" (a directory without
        mail) or "left-over" (a file that could not be removed): str.
        """
    @property
    def text(self) -> str:
        """What happened, in words: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Failure, /) -> bool: ...
    def __le__(self, other: Failure, /) -> bool: ...
    def __gt__(self, other: Failure, /) -> bool: ...
    def __ge__(self, other: Failure, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class DoubtSample:
    """The start of a doubtful text, in both readings.

    >>> import mailutf
    >>> mailutf.DoubtSample(None, 0, "1@example.org", "Èâàí", "body", "Èâàí", "Иван").likely
    'Иван'
    """

    def __new__(
        cls,
        path: Path | None,
        ordinal: int,
        message_id: str,
        subject: str,
        place: str,
        labelled: str,
        likely: str,
    ) -> DoubtSample: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def path(self) -> Path | None:
        """The file: pathlib.Path, None if it is not known."""
    @property
    def ordinal(self) -> int:
        """The number of messages before this one in its file: int."""
    @property
    def message_id(self) -> str:
        """The Message-ID of the message, without brackets: str."""
    @property
    def subject(self) -> str:
        """The Subject of the message: str."""
    @property
    def place(self) -> str:
        """Where the text is: "body", "word" (an encoded word), "raw" (a header field) or "parameter": str."""
    @property
    def labelled(self) -> str:
        """The start of the text, read by its label: str."""
    @property
    def likely(self) -> str:
        """The start of the text in its likely reading: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Doubt:
    """Doubtful texts with one label, of one sender, mailing list or thread. One decision settles all of them. `mailutf.doubts` finds them.

    >>> import mailutf
    >>> mailutf.Doubt("sender", "ivan@example.org", "iso-8859-1", "in windows-1251", [], 3, 4, 2003, 2006, []).likely
    'in windows-1251'
    """

    def __new__(
        cls,
        group: str | None,
        name: str | None,
        label: str | None,
        likely: str | None,
        charsets: Sequence[str],
        texts: int,
        all: int,
        first_year: int | None,
        last_year: int | None,
        samples: Sequence[DoubtSample],
    ) -> Doubt: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def group(self) -> str | None:
        """What `name` is: "sender", "list" or "thread": str, None if the messages have none of these."""
    @property
    def name(self) -> str | None:
        """The address of the sender, or the identifier of the list or the thread, in lower case: str, None without one."""
    @property
    def label(self) -> str | None:
        """The label of the texts, in lower case: str, None without one."""
    @property
    def likely(self) -> str | None:
        """The likely reading of most of the texts, in words: str, None if there is no likely reading."""
    @property
    def charsets(self) -> list[str]:
        """The likely charsets of most of the texts, if there are several: list of str, the most frequent first."""
    @property
    def texts(self) -> int:
        """How many texts have that likely reading: int."""
    @property
    def all(self) -> int:
        """How many texts of the group have characters beyond US-ASCII: int."""
    @property
    def first_year(self) -> int | None:
        """The first year of the messages: int, None if none is known."""
    @property
    def last_year(self) -> int | None:
        """The last year of the messages: int, None if none is known."""
    @property
    def samples(self) -> list[DoubtSample]:
        """Up to three of the texts: list of `DoubtSample`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Explanation:
    """What a finding means, why it occurs, and what to do. `str()` returns all of it, as `mailutf explain` prints it.

    The advice names options of the program. For options about text, `Policy` has arguments of the same names.

    >>> import mailutf
    >>> explanation = mailutf.explain("transfer-tail")
    >>> explanation.severity, explanation.advice
    ('note', 'Nothing. The footer is kept after the text.')
    >>> print(explanation)
    transfer-tail (note)
    <BLANKLINE>
    Text follows the end of a base64 body; it was kept.
    <BLANKLINE>
    Why: A mailing list appended its footer to a base64 body.
    <BLANKLINE>
    What to do: Nothing. The footer is kept after the text.
    """

    def __new__(cls, code: str, severity: str, meaning: str, cause: str, advice: str) -> Explanation: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """The code, such as "transfer-tail": str."""
    @property
    def severity(self) -> str:
        """"note", "guess", "lossy" or "unresolved", as in `Finding`: str."""
    @property
    def meaning(self) -> str:
        """What the finding means, in one sentence: str."""
    @property
    def cause(self) -> str:
        """Why it occurs: str."""
    @property
    def advice(self) -> str:
        """What to do: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Totals:
    """What was done to the messages of a file or a directory.

    >>> import mailutf, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     totals = mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=os.path.join(directory, "new.mbox"))
    >>> totals.messages, totals.changed, totals.unresolved, totals.octets, totals.findings, totals.failures
    (3, 2, 0, 797, {}, [])
    """

    def __new__(
        cls,
        messages: int,
        changed: int,
        unresolved: int,
        octets: int,
        findings: Mapping[str, int],
        failures: Sequence[Failure],
    ) -> Totals: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def messages(self) -> int:
        """How many messages there are: int."""
    @property
    def changed(self) -> int:
        """How many of them changed: int."""
    @property
    def unresolved(self) -> int:
        """How many contain something that was left unchanged because it cannot be read without loss: int."""
    @property
    def octets(self) -> int:
        """How many octets were read, counted after decompression: int."""
    @property
    def findings(self) -> dict[str, int]:
        """How many findings of each code there are: dict of str and int."""
    @property
    def failures(self) -> list[Failure]:
        """Failures of single files of a directory: list of `Failure`."""

def normalize(data: Buffer, policy: Policy | None = None) -> bytes:
    r"""Converts all text of a message to UTF-8.

    `data` is one message without an mbox `From ` line: bytes, or any object with the buffer protocol. `policy` has the
    choices. Returns the new message; if nothing changes and `data` is bytes, returns `data` itself. Bytes that are no
    mail are returned unchanged. Text that cannot be read without loss is left unchanged: see `Message.findings`.

    Raises TypeError if `data` is no buffer.

    >>> import mailutf
    >>> mailutf.normalize(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n").decode()
    'Subject: Привет\n\n'
    >>> data = b"Subject: plain\n\n"
    >>> mailutf.normalize(data) is data
    True
    """
def normalize_file(
    path: _Path,
    *,
    output: _Path | None = None,
    policy: Policy | None = None,
    backup: str | None = None,
    beside_index: bool = False,
    verify: bool | None = None,
    range: Range | None = None,
    learn: bool = False,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Totals:
    """Converts all text of a file or a directory to UTF-8, in place or to `output`.

    - path: a message, an mbox (compressed or not), or a directory (Maildir, MH, `.eml` files). Without `output`, each file is
      replaced by its new form: at any moment the file is complete, either old or new, and an mbox is locked meanwhile. On
      Windows, directories are not supported, and `output` is required.
    - output: a file if `path` is a file, and a directory, into which
      all mail is written, if `path` is a directory. A file is compressed if its name says so
      (`.gz`, `.zst`, `.xz`, `.bz2`). If it replaces a file, it gets the permissions of that file.
    - policy: a `Policy`.
    - backup: a suffix. Each original is kept under its name with the suffix.
    - beside_index: also replace an mbox for which Dovecot keeps an index (`.imap/NAME/dovecot.index*`). Otherwise such an
      mbox is refused, because Dovecot would cut off messages that became longer, until it is stopped and
      `dovecot.index.cache` is removed.
    - verify: whether a second parser checks each changed message. By default it does if nothing keeps the original.
    - range: one of `Mailbox.ranges`. It requires `output`.
    - learn: read the mail twice, first to learn which charsets each sender, mailing list and thread uses. They are evidence
      for text without a usable label.
    - jobs: the number of threads; by default, one per core.
    - progress: a function that is called about 20 times a second with two int: how many octets and how many messages are
      done. If it raises, the call ends, as after Ctrl-C; large messages in progress are finished in the background.

    Returns `Totals`. Raises ValueError if `output` is the same as `path` (also under another name), is inside it, or contains
    it, and OSError if a file cannot be read, locked or replaced; the file is unchanged then. If `path` is a directory,
    `Totals.failures` has the files that could not be converted.

    >>> import mailutf, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     new = os.path.join(directory, "new.mbox")
    ...     mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=new).changed
    2
    """
def decode_header(value: Buffer | str, policy: Policy | None = None) -> str:
    r"""Decodes the text of one header field, such as a Subject: str.

    `value` is what follows the colon, folds included: bytes, any object with the buffer protocol, or a str from the package
    `email`, in which surrogates stand for octets that are not UTF-8. `policy` is a `Policy`. Encoded words that cannot be decoded
    without loss stay encoded. If you have the message, use `Message.subject` and `Message.header`: they know more, because other
    text of the message is evidence.

    Raises TypeError if `value` is neither a buffer nor a str, and UnicodeEncodeError if it has other surrogates.

    >>> import mailutf
    >>> mailutf.decode_header(b" =?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?=")
    'ö und ä'
    >>> mailutf.decode_header("=?gb2312?B?1tDOxA==?=")
    '中文'
    """
def addresses(value: Buffer | str, policy: Policy | None = None) -> list[Address]:
    """Reads the addresses in one header field, such as From or Cc, members of groups included: list of `Address`.

    `value`, `policy` and the exceptions are the same as for `decode_header`. Pass the field as it is in the message, never its
    decoded text, in which a name can look like an address. If you have the message, use `Message.addresses`.

    >>> import mailutf
    >>> mailutf.addresses("=?utf-8?Q?J=C3=B6rg?= <j@example.org>, all: k@example.org (Kim);")
    [Address(name='Jörg', address='j@example.org'), Address(name='Kim', address='k@example.org')]
    """
def decode_body(
    data: Buffer,
    content_type: Buffer | str | None = None,
    transfer_encoding: Buffer | str | None = None,
    policy: Policy | None = None,
) -> str:
    r"""Decodes one body without its message, as IMAP returns the body (`BODY[1]`): str. Its line ends stay as they are.

    `data` is the body with its transfer encoding: bytes, or any object with the buffer protocol. `content_type` and
    `transfer_encoding` are what follows the colon in Content-Type and Content-Transfer-Encoding, in the same types as `value` of
    `decode_header`, or None. `policy` is a `Policy`.

    Octets that cannot be decoded become U+FFFD. Raises ValueError with the reason if the body is no text, or if
    `Policy(strict=True)` forbids to read it with loss; and TypeError and UnicodeEncodeError as `decode_header` does.

    >>> import mailutf
    >>> mailutf.decode_body(b"=EB=CF=C4", "text/plain; charset=koi8-r", "quoted-printable")
    'Код'
    >>> mailutf.decode_body(b"+2AA-", "text/plain; charset=utf-7")
    '\ufffd'
    >>> mailutf.decode_body(b"+2AA-", "text/plain; charset=utf-7", policy=mailutf.Policy(strict=True))
    Traceback (most recent call last):
    ValueError: UTF-7: lone surrogate at octet 1 of the text
    """
def decode(data: Buffer, label: str, errors: Literal["strict", "replace"] = "strict") -> str:
    r"""Decodes text in a charset: str.

    `data` is bytes, or any object with the buffer protocol. `label` is the name that mail has for the charset, in any case.
    `errors` is "strict", or "replace", which writes U+FFFD for each ill-formed sequence.

    Raises UnicodeDecodeError for ill-formed octets if `errors` is "strict", LookupError for an unknown charset, and ValueError
    for other `errors`.

    >>> from mailutf import charset
    >>> charset.decode(b"Hi Mom +Jjo-!", "unicode-1-1-utf-7")
    'Hi Mom ☺!'
    >>> charset.decode(b"\xff", "utf-8", errors="replace")
    '\ufffd'
    """
def encode(text: str, label: str) -> bytes:
    r"""Encodes text, a str, in a charset: bytes.

    `label` is the name that mail has for the charset, in any case. "iso-8859-1" is taken literally here, although `decode` reads it
    as windows-1252, like other mail programs.

    Raises UnicodeEncodeError if the charset lacks a character, and LookupError for an unknown charset.

    >>> from mailutf import charset
    >>> charset.encode("Код", "koi8-r")
    b'\xeb\xcf\xc4'
    """
def fix(text: _Cell) -> _Cell:
    """Undoes a wrong decoding of a text, even one that was repeated: str. A text that is sound, or that cannot be repaired without
    loss, is returned unchanged. Garbled text is repaired only if the result has words, as in `mailutf review`. If only a part of a
    text is garbled, each word must show that it was UTF-8. None and NaN, which stand for missing cells of a table, are returned as
    they are.

    >>> from mailutf import charset
    >>> charset.fix("GrÃ¶ÃŸe"), charset.fix("РџСЂРёРІРµС‚"), charset.fix("Größe"), charset.fix("FranÃ§ois Lefèvre")
    ('Größe', 'Привет', 'Größe', 'François Lefèvre')
    """
def labels() -> dict[str, list[str]]:
    """The names of all charsets, each with its other labels: dict of str to list of str.

    >>> from mailutf import charset
    >>> "csiso2022jp" in charset.labels()["ISO-2022-JP"]
    True
    """
def doubts(path: _Path, policy: Policy | None = None) -> list[Doubt]:
    r"""Finds the doubtful texts in a file or a directory: list of `Doubt`. The first one settles the most texts.

    `path` is the same as for `Mailbox`. `policy` has the rules for what is already decided; such texts are left out. Mail that cannot be
    read is left out, too: see `Mailbox.skipped`.

    Raises OSError if there is nothing at `path`.

    >>> import mailutf, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     mail = pathlib.Path(directory, "letter.eml")
    ...     _ = mail.write_bytes(b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    ...         b"\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\n")
    ...     for doubt in mailutf.doubts(mail):
    ...         print(doubt.name, doubt.label, doubt.likely, doubt.samples[0].likely)
    ivan@example.org iso-8859-1 in windows-1251 Привет, мир
    """
def encode_header(text: str, form: _Form = "encoded", *, fold: bool = False) -> str:
    """Encodes the text of a header field, such as a Subject: str. `decode_header` decodes it again.

    `form` is "encoded" (US-ASCII with encoded words, RFC 2047) or "utf8" (RFC 6532). Line ends in `text` never begin a new field.
    The value is one line, which the package `email` accepts and folds. With `fold` the value is folded (by CRLF and a blank), for
    programs that write the field themselves.

    Raises ValueError for another `form`.

    >>> import mailutf
    >>> mailutf.encode_header("Größe"), mailutf.encode_header("Größe", "utf8")
    ('=?utf-8?B?R3LDtsOfZQ==?=', 'Größe')
    """
def encode_addresses(addresses: Sequence[Address], form: _Form = "encoded", *, fold: bool = False) -> str:
    """Encodes a list of addresses for a field such as To: str. `addresses` reads it again. `form` and `fold` are the same as for
    `encode_header`. For the package `email`, use the form "utf8": `email` encodes the value itself, and misreads a name that
    consists of several encoded words.

    Raises ValueError, which names the address, if an address cannot be written in this form, and for another `form`. A list is
    written whole or not at all: to find all such addresses, encode each in a list of its own.

    >>> import mailutf
    >>> mailutf.encode_addresses([mailutf.Address("Döe, J.", "j@example.org")])
    '=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>'
    """
def encode_parameter(name: str, value: str, form: _Form = "encoded", *, fold: bool = False) -> str:
    """Encodes a parameter, such as the file name in Content-Disposition (RFC 2231): str. Put a semicolon before it.

    `form` and `fold` are the same as for `encode_header`. Raises ValueError if `name` is no token, and for another `form`.

    >>> import mailutf
    >>> mailutf.encode_parameter("filename", "€.txt")
    "filename*=utf-8''%E2%82%AC.txt"
    """
def to_utf7(
    data: Buffer,
    policy: Policy | None = None,
    *,
    wrap: Literal["flowed", "hard", "qp", "none"] = "flowed",
    columns: int | None = None,
) -> bytes:
    r"""Converts a message to 7-bit mail with text in UTF-7, as `mailutf to-utf7` does: bytes.

    `data` is bytes, or any object with the buffer protocol; `policy` says how its text is read. `wrap` says how long lines are
    broken: "flowed" (RFC 3676), "hard", "qp" (quoted-printable) or "none". Lines have at most `columns` columns.

    Raises TypeError if `data` is no buffer, and ValueError for another `wrap` or if `columns` is less than 1.

    >>> import mailutf
    >>> mailutf.to_utf7(b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n").splitlines()[-1]
    b'+BBoEPgQ0'
    """
def html_to_text(html: str) -> str:
    r"""HTML as a person reads it: str. It has lines and paragraphs, `> ` before quotations, and marks before list items. Alternative
    text stands for pictures; scripts, styles and targets of links are left out.

    >>> import mailutf
    >>> mailutf.html_to_text("<p>Gr&uuml;&szlig;e<ul><li>eins<li>zwei</ul>")
    'Grüße\n\n- eins\n- zwei\n'
    """
def explain(code: str) -> Explanation:
    """Explains a finding: `Explanation`. `code` is `Finding.code`.

    Raises LookupError for an unknown code.

    >>> import mailutf
    >>> mailutf.explain("field-duplicate").meaning
    'A field that may occur only once occurs more than once; the first occurrence counts.'
    """
def _fail(how: str) -> None:
    """Fails in a way that no input causes, so that tests see what a user would see: within a call, or on another thread."""
def _columns(mailboxes: Sequence[Mailbox], columns: Sequence[str] | None, batch: int) -> Columns:
    """The messages of several mailboxes as columns."""
def _detect(data: Buffer) -> tuple[_Guess | None, list[_Guess]]:
    """The charset of octets, what shows it, its probability from 0 to 1, and, if its letters were the evidence, the language as a BCP
    47 tag; then the other charsets with their probabilities and languages. `charset.detect` and `charset.detect_all` return them in
    the form of chardet.
    """

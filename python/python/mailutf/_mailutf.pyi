# The other names of the package are in Python: `email_policy` and `repair` in _email.py, `read_table` in _tables.py, and `detect`,
# `detect_all` and `UniversalDetector` of `mailutf.charset` in charset.py.

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
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
_Cell = TypeVar("_Cell")
_Default = TypeVar("_Default")
_Guess: TypeAlias = tuple[str, str, float, str | None, int]

__version__: str

class InternalError(RuntimeError):
    """An error in mailutf itself. Its text names the version and the place: please report it, if you can with the mail.

    >>> import mailutf
    >>> issubclass(mailutf.InternalError, RuntimeError)
    True
    """

@final
class Alternative:
    """A possible reading of a text, different from the reading that is used at present.

    >>> import mailutf
    >>> mailutf.Alternative("koi8-r", "in KOI8-R", "Код").text
    'Код'
    """

    def __new__(cls, read: str, how: str, text: str) -> Alternative: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def read(self) -> str:
        """The value of the key `read` in a rule that chooses this reading: "label", "evidence" or a charset: str. A rule
        with the key `message-id` and the value `Readings.message_id`, or with the key `digest` and the digest of the
        outermost message, chooses it. A broader rule does not if the octets prove the present reading, as valid UTF-8 does.
        No rule reads octets in header fields, or text that is labelled UTF-8, against such proof.
        """
    @property
    def how(self) -> str:
        """The assumption on which this reading rests, such as "in KOI8-R": str."""
    @property
    def text(self) -> str:
        """The text in this reading: str. For a body, this is the whole text. For encoded words and for raw octets in
        fields, this is their text without the blanks around it.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Readings:
    r"""The present reading of one text of a message, and other possible readings of the text.

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
        message_id: str | None,
        label: str | None,
        used: str | None,
        text: str | None,
        alternatives: list[Alternative],
    ) -> Readings: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def place(self) -> str:
        """The kind of text: "body", "words" (encoded words with one label) or "fields" (octets beyond US-ASCII in
        header fields): str.
        """
    @property
    def section(self) -> str:
        """The section number of the part that contains the text, as in `Text`: str. A body that is the whole message has "1", but
        its findings have the section "".
        """
    @property
    def message_id(self) -> str | None:
        """The Message-ID for the key `message-id` of a rule about this text: str. For a text of an enclosed message, it is that of
        the enclosed message. In a rule, `*`, `<` and backslashes of it need a backslash before them. None if there is none, or if
        it is not UTF-8: then use `digest`. A rule by `digest` does not apply to the converted message, because a conversion
        changes the digest.
        """
    @property
    def label(self) -> str | None:
        """The charset label of the text, as the message spells it: str, or None if there is none."""
    @property
    def used(self) -> str | None:
        """The charset in which a body is read: str, or None if the body cannot be read or the text is not a body."""
    @property
    def text(self) -> str | None:
        """The text of a body: str, or None if the body cannot be read or the text is not a body: then `Message.header` has the
        text as it is read now. Octets that cannot be decoded are U+FFFD. `Finding.start` of "text-unresolved" says where the first of
        these octets is.
        """
    @property
    def alternatives(self) -> list[Alternative]:
        """Other possible readings: list of `Alternative`, the likeliest first. The list is empty for most texts.
        It can be empty even for a doubtful text, because the likely reading can be the present one already.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Rules:
    r"""The decisions of the owner of the mail about doubtful texts, as rules in the TOML format of `mailutf review`.
    `Policy(rules=…)` applies the rules when mail is read. Rules are equal if their texts are equal, and can be pickled.

    The text begins with `version = 1`. Each rule begins with `[[rule]]`, has one condition or more, all of which must
    hold, and says how text is read. The first rule that applies to a text decides. The conditions:

    - `from`, `list`, `thread`, `message-id`: the address of the sender, the identifier in List-Id, the Message-ID of the
      first message of the thread, the Message-ID. `*` stands for any characters; `\*`, `\<` and `\\` for themselves.
    - `dates`: a day, a month, a year, or the first and the last of them, such as "2003/2006-07".
    - `digest`: "sha256:" and the digest of the message in hexadecimal digits.
    - `label`: the charset label of the text, or an alias of it; "none" for text without a label, "unknown" for a label
      that names no charset, "*" for all text. A label that mail spells like one of these words has a backslash before it.
    - `file`: the file of the message, such as "lists/*.mbox".

    A condition with a list of values holds if one of them does. How text is read:

    - `read`: a charset; a list of charsets, of which the letters show one; "label", as labelled, even if the letters look
      otherwise; "evidence", as it very likely is; or "leave": a conversion leaves the text unchanged. Of such text, readers
      show a body as its label says or, if the label names no charset, as without the rule; encoded words stay encoded.
    - `undo`: the wrong decodings that garbled the text before it was stored, the last one first, such as
      ["windows-1252 > utf-8"]. With `digest` and `lossy = true`, characters may be lost.

    Octets that prove their charset, such as valid UTF-8, count more than a rule, unless the rule names the message by
    `digest`, or by `message-id` without `*`. Valid UTF-8 that is labelled as UTF-8 is never read otherwise; `undo` repairs it
    if it was garbled. For text in an enclosed message, the conditions are compared with the fields of the enclosed message,
    but `digest` with the outermost message.

    Converted text is in UTF-8, with the label "utf-8", or in fields without a label, and only a rule that is for such text, too,
    still applies to it. So a rule by `message-id` best has no `label`; if the texts of the message need different rules, give
    it `label = ["iso-8859-1", "utf-8", "none"]`. Readers without the rule still hold text that was read by its "label" for
    garbled if it looks so, and `Policy(doubtful="evidence")` restores it.

    `text` contains the rules. `name` is the name of the file of the rules, which findings mention. In a `Mailbox`, a
    rule can have a condition on the file of a message. The condition is compared with the path relative to the mailbox.

    Raises ValueError with all mistakes in the rules, and the line of each mistake.

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
        r"""Reads rules from a file, such as `decisions.toml`: `Rules`. `path` is str, bytes or pathlib.Path.

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
        """The name of the file of the rules: str, or None if there is none."""
    @property
    def unused(self) -> list[int]:
        """The line numbers of the rules that have not applied to any text so far: list of int. All texts that were read by
        these rules count. A rule applies to each text for which it is the first rule whose conditions hold, even if it makes
        no difference, because the text is US-ASCII or its octets prove another charset.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Policy:
    r"""The choices for reading and converting mail. Policies are immutable, are equal if their choices are equal, and
    can be pickled.

    - headers: the form of header text: "utf8" (raw UTF-8, RFC 6532), "encoded" (encoded words in UTF-8, RFC 2047) or
      "keep".
    - bodies: the transfer encoding of text: "auto" (8bit if it can carry the text, otherwise the smaller of
      quoted-printable and base64), "8bit", "qp", "base64" or "keep".
    - attachments: whether text attachments are also converted.
    - decode_all: whether quoted-printable and base64 are also decoded in text that is already UTF-8.
    - keep_dkim: whether a message is left unchanged if its conversion would break a DKIM signature or an ARC seal.
    - break_signatures: whether signed parts are also changed.
    - strict: whether charset labels are taken literally, and nothing is guessed.
    - doubtful: what to do with doubtful text: "keep" it unchanged, read it by its "label", or read it by the
      "evidence". Text is doubtful if its letters form words only in another charset than that of its label, or if it
      was garbled before it was stored. A `Message` has no text to keep: it reads doubtful text by the evidence, unless
      this is "label".
    - lossy: whether ill-formed sequences are replaced with U+FFFD. If false, the text is left unchanged.
    - logical_order: whether Hebrew in visual order (RFC 1555) is put in logical order.
    - fallback_charset: the charset of text without a usable label, such as raw octets of header fields. It comes before the
      evidence of the letters, but after all other evidence, such as valid UTF-8.
    - charsets: a dict from declared charsets to real charsets, for labels that mail programs use wrongly.
    - rules: the decisions of the owner of the mail: `Rules`. `charsets` override them.
    - limit_message: the maximum size in octets of a message of a mailbox (256 MiB by default). Larger messages are not
      read.

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
    r"""A name and an e-mail address. `str()` returns both, with the name quoted if necessary, so that the function
    `addresses` reads the same name and address again. An address can be unpacked, but is no tuple: `tuple(address)` is one,
    which has indices and which `json.dumps` writes.

    >>> import mailutf
    >>> mailutf.Message(b"From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n\n").from_
    [Address(name='Jörg', address='j@example.org')]
    >>> name, address = mailutf.Address("Jörg", "j@example.org")
    >>> tuple(mailutf.Address("Jörg", "j@example.org"))
    ('Jörg', 'j@example.org')
    """

    def __new__(cls, name: str, address: str) -> Address: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    def __iter__(self) -> Iterator[str]: ...
    __match_args__: tuple[Literal["name"], Literal["address"]]
    @property
    def name(self) -> str:
        """The decoded name: str, which is "" if there is none."""
    @property
    def address(self) -> str:
        """The e-mail address, such as "j@example.org": str, which is "" if a header has a name without an address. A single
        word that is not quoted is an address, too, even without an "@": a local user, such as "root". Octets that cannot be read
        are U+FFFD; `encode_addresses` raises ValueError for such an address.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Text:
    r"""The text of a part, the charset in which it was read, and the place of the part.

    >>> import mailutf
    >>> text = mailutf.Message(b"Content-Type: text/html; charset=koi8-r\r\n\r\n<p>\xeb\xcf\xc4\r\n").texts[0]
    >>> text.section, text.type, text.charset, text.text
    ('1', 'text/html', 'KOI8-R', '<p>Код\r\n')
    >>> text.plain_text
    'Код\n'
    """

    def __new__(cls, section: str, type: str, charset: str, text: str, flowed: bool | None = None) -> Text: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def section(self) -> str:
        """The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section
        number is "1" if the message is no multipart.
        """
    @property
    def type(self) -> str:
        """The media type in lower case, such as "text/plain": str."""
    @property
    def charset(self) -> str:
        """The charset in which the text was read, with the name that `charset.canonical` gives: str. It can be larger than the
        charset of the label ("gb18030" for "gb2312"), or another one.
        """
    @property
    def text(self) -> str:
        """The text: str. It has the line ends of the part, which can be CRLF in a body in base64 although the lines of the
        message end with LF. Octets that cannot be decoded become U+FFFD.
        """
    @property
    def flowed(self) -> bool | None:
        """Whether the lines of the text are flowed (RFC 3676), and if so, whether `delsp=yes`: bool, or None if they are not
        flowed.
        """
    @property
    def plain_text(self) -> str:
        """The text, as a person reads it: str. HTML is converted to lines and paragraphs that end with LF. Other text keeps its
        line ends. Flowed lines are joined (RFC 3676). Each access converts the text again.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Attachment:
    r"""A part that is not shown as text of the message. An attachment keeps its message in memory. The pickle of an
    attachment does not contain the message. So the text of a restored attachment is read with the default policy, and
    the other text of the message is no evidence for its charset.

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
        damage: str | None = None,
    ) -> Attachment: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def name(self) -> str | None:
        """The decoded file name: str, or None if the part has none. The name can contain any characters, even slashes: do not use
        it as a path.
        """
    @property
    def type(self) -> str:
        """The media type in lower case, such as "application/pdf": str."""
    @property
    def section(self) -> str:
        """The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section number is
        "1" if the message is no multipart.
        """
    @property
    def charset(self) -> str | None:
        """The charset label of the part, as the message spells it: str, which is "" if the label is empty, or None if there is
        none.
        """
    @property
    def disposition(self) -> str | None:
        """The value of Content-Disposition in lower case, such as "inline" or "attachment": str, or None if the field is missing."""
    @property
    def content_id(self) -> str | None:
        """The Content-ID without angle brackets: str, or None if there is none. HTML refers to the part by its Content-ID
        in a `cid:` URL.
        """
    @property
    def is_inline(self) -> bool:
        """Whether the part should be shown within the message: bool. The value is True if Content-Disposition says "inline". The
        value is also True if the part has a Content-ID and Content-Disposition does not say otherwise.
        """
    @property
    def safe_name(self) -> str | None:
        """A name for a new file on any system, made from `name`: str, or None if nothing of `name` is left. The new name contains
        no path and no control characters, is not the name of a device, and does not make the file hidden: `../../etc/passwd`
        becomes `passwd`, `con.txt` becomes `_con.txt`, and `.bashrc` becomes `bashrc`. It has at most 243 octets in UTF-8, so
        that a number fits before it. A file of this name can exist already: never overwrite a file.
        """
    @property
    def text(self) -> str | None:
        """The content as text: str, or None if the type is not text, such as application/json: then use `data`. Octets that
        cannot be decoded become U+FFFD. Each access decodes the content again.
        """
    def message(self) -> Message | None:
        """Parses the message that the part encloses, with the policy of the outer message: Message, or None if the
        part encloses none, or is nested too deeply. Rules apply as they do within the outer message: `digest` is that of the
        outermost message. A pickle of the result does not have the digest.
        """
    @property
    def data(self) -> bytes:
        """The content, with its transfer encoding decoded: bytes. Each access decodes the content again."""
    @property
    def damage(self) -> str | None:
        """Why `data` may be incomplete or wrong, because the transfer encoding is damaged or unknown, or the message ends within
        the part: str, or None if `data` is complete. Each access decodes the content again.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Part:
    r"""A part of a message: a text, an attachment, a multipart with further parts, an enclosed message, or the message
    itself. A part keeps its message in memory.

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
        """The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1": str. The section number of
        the whole message is "" if the message is a multipart, and "1" if the message is no multipart. The multipart of an
        enclosed message has a section number such as "2.TEXT".
        """
    @property
    def name(self) -> str | None:
        """The decoded file name: str, or None if the part has none. The name can contain any characters, even slashes: do not use
        it as a path.
        """
    @property
    def safe_name(self) -> str | None:
        """A name for a new file on any system, made from `name`: str, or None if nothing of `name` is left. A file of this
        name can exist already: never overwrite a file.
        """
    @property
    def charset(self) -> str | None:
        """The charset label of the part, as the message spells it: str, which is "" if the label is empty, or None if there is
        none. `Message.texts` and `Message.readings` have the charsets in which texts were read.
        """
    @property
    def disposition(self) -> str | None:
        """The value of Content-Disposition in lower case, such as "inline" or "attachment": str, or None if the field is missing."""
    @property
    def content_id(self) -> str | None:
        """The Content-ID without angle brackets: str, or None if there is none. HTML refers to the part by its Content-ID
        in a `cid:` URL.
        """
    @property
    def is_inline(self) -> bool:
        """Whether the part should be shown within the message: bool."""
    @property
    def is_attachment(self) -> bool:
        """Whether Content-Disposition says that the part is an attachment: bool."""
    @property
    def headers(self) -> list[tuple[str, str]]:
        """All header fields of the part in order: list of (name, value), like `Message.headers`. Parameters are as in the
        message: `filename*=utf-8''…` stays encoded, and `name` is the decoded file name.
        """
    def header(self, name: str) -> str | None:
        """Returns the first header field of the part called `name`, decoded and unfolded: str, or None if there is no such
        field. Upper and lower case make no difference in `name`.
        """
    @property
    def inner_headers(self) -> list[list[tuple[str, str]]]:
        r"""The blocks of header fields in the body of the part: list of lists of (name, value). A delivery report (RFC
        3464) has a block for the report and one for each recipient. A `text/rfc822-headers` part has the header of the
        message that the report is about. So have `message/disposition-notification` (a receipt), `message/tracking-status`,
        `message/feedback-report`, and the types `message/global-headers`, `message/global-delivery-status` and
        `message/global-disposition-notification` for mail in UTF-8. Base64 and quoted-printable are decoded, unless they are
        damaged: then the list is empty, and `data` has what is left.

        `mailutf.addresses` reads the value of a field with addresses, such as From. Before the address in Final-Recipient and
        Original-Recipient stands its type, such as `rfc822;`.

        >>> import mailutf
        >>> data = b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\nFinal-Recipient: rfc822; b@c\nStatus: 5.1.1\n"
        >>> mailutf.Message(data).parts[0].inner_headers
        [[('Reporting-MTA', 'dns; a')], [('Final-Recipient', 'rfc822; b@c'), ('Status', '5.1.1')]]
        """
    @property
    def parts(self) -> list[Part]:
        """The parts directly within this part: list of `Part`. An enclosed message has parts, too."""
    @property
    def text(self) -> str | None:
        """The content as text: str, or None if the type is not text, such as application/json: then use `data`. It is None, too,
        for message/delivery-status, text/rfc822-headers and the like, which consist of header fields: `inner_headers` has these
        fields, and `normalize` converts them. Octets that cannot be decoded become U+FFFD. Each access decodes the content again.
        """
    @property
    def plain_text(self) -> str | None:
        """The text of the part, as a person reads it: str, or None if the content is not text. HTML is converted to lines
        and paragraphs that end with LF. Other text keeps the line ends of the part. Flowed lines are joined (RFC 3676).
        """
    @property
    def data(self) -> bytes:
        """The content, with its transfer encoding decoded: bytes. Each access decodes the content again."""
    @property
    def damage(self) -> str | None:
        r"""Why `data` may be incomplete or wrong, because the transfer encoding is damaged or unknown, or the message ends within
        the part: str, or None if `data`
        is complete. Each access decodes the content again.

        >>> import mailutf
        >>> data = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO*Rw0KGgo=\n"
        >>> mailutf.Message(data).parts[0].damage
        'an octet outside the alphabet of base64 at octet 4 of the encoded body'
        """
    def message(self) -> Message | None:
        """Parses the message that the part encloses, with the policy of the outer message: Message, or None if the
        part encloses none, or is nested too deeply.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Finding:
    r"""A finding about a message: something that is wrong, was guessed, or was left unchanged.

    >>> import mailutf
    >>> finding = mailutf.Message(b"Subject: caf\xe9\n\n").findings[0]
    >>> finding.code, finding.severity, finding.start, finding.end
    ('field-raw', 'guess', 8, 13)
    """

    def __new__(cls, code: str, severity: str, warning: str | None, section: str, start: int, end: int, detail: str, field: str | None = None) -> Finding: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """The kind of finding, such as "field-raw": str, one of `mailutf.finding_codes()`. `mailutf.explain` explains each kind."""
    @property
    def severity(self) -> str:
        """The severity: "note" (unusual, but read without doubt), "guess" (decided by evidence), "lossy" (octets were
        replaced with U+FFFD, as the policy allows) or "unresolved" (left unchanged, because the text cannot be read
        without loss or is doubtful): str. The severity is about the conversion: `Message.text` shows text that is unresolved,
        too, with U+FFFD for octets that cannot be decoded, and doubtful text by the evidence. For what to tell a reader, see
        `warning`.
        """
    @property
    def warning(self) -> str | None:
        """What the finding warns a reader of the message about: str or None. Some text may be "wrong" (guessed, doubtful or
        damaged), something may be "missing" (the message was cut short or damaged) or "hidden" (not shown by other programs,
        or not visible), or the message may be "forged" (it can look like something that it is not). It is None where
        the octets prove the charset of text without a label, or the text itself names it. `explain(code)` says why.
        """
    @property
    def section(self) -> str:
        """The section number of the part to which the finding belongs, as IMAP counts parts: str. The section number is ""
        for the message itself, even if the message is no multipart. `Message.part` returns the part.
        """
    @property
    def start(self) -> int:
        """The start of the text that the finding is about, as an offset in the message: int. For a body that cannot be decoded,
        it is the first octet that cannot, or the start of the body if the body is in base64 or quoted-printable: `detail`
        then says at which octet, from 0, of the decoded text, or of the encoded body if its encoding is damaged. For raw octets of a header field, `start` and `end` are those of the whole
        value after the colon; for encoded words, those of the words that are decoded together.
        """
    @property
    def end(self) -> int:
        """The end of the text that the finding is about: int. It is the offset in the message of the first octet after the
        text. If `start` and `end` are equal, the finding marks a place, such as the end of a header without the blank line
        after it. `Message.part(section)` has the text.
        """
    @property
    def detail(self) -> str:
        """The details in words: str, which is "" if the code says it all."""
    @property
    def field(self) -> str | None:
        """The name of the header field that the finding is about, as it is written in the message, such as "Subject": str or None.
        None means that the finding is about a body, about a whole header or about the whole message. Names of fields are
        case-insensitive. The field is in the header of the part `section`, or in the fields of a report.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Message:
    r"""A parsed message: its header fields, its texts and its attachments. Messages are immutable.

    `data` is one message without the `From ` line of an mbox: bytes, or any object with the buffer protocol. Any bytes
    can be parsed; bytes that are not mail have no fields. `policy`, a `Policy`, says how text is read. Each access to a
    text decodes the text again, so keep a text that you need more than once. Messages can be pickled. Two messages are
    equal if their octets, their policies and their places in mailboxes are equal.

    Raises TypeError if `data` does not support the buffer protocol.

    >>> import mailutf
    >>> message = mailutf.Message(b"Subject: =?gb2312?B?1tDOxA==?=\n"
    ...     b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n")
    >>> message.subject, message.text
    ('中文', 'Код\n')
    """

    def __new__(cls, data: Buffer, policy: Policy | None = None) -> Message: ...
    @staticmethod
    def from_path(path: _Path, policy: Policy | None = None) -> Message:
        """Reads the message in a file: `Message`. The file contains one message, with or without a `From ` line, in
        `.emlx` or as plain octets, compressed or not. `path` is str, bytes or pathlib.Path.

        Raises OSError if the file cannot be read, and ValueError if it contains no message or more than one.

        >>> import mailutf
        >>> mailutf.Message.from_path("corpus/raw/raw-by-body.eml").subject
        'Тема письма'
        """
    def __getitem__(self, name: str, /) -> str | None: ...
    def get(self, name: str, default: _Default | None = None) -> str | _Default | None:
        r"""Returns the value of `header`, or `default` if there is no such field, as in the package `email`.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: x\n\n").get("Reply-To", "none")
        'none'
        """
    def __iter__(self, /) -> Iterator[str]: ...
    def __contains__(self, name: object, /) -> bool: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __bytes__(self) -> bytes: ...
    @property
    def data(self) -> bytes:
        r"""The octets of the message: bytes. If the message was made from bytes, the result is the same object. If the
        message was read from a file, each access makes a new object: compare with `==`, not with `is`.

        A message of an mbox has neither its `From ` line nor the blank line before the next one. The quotes of `>From ` lines are
        removed, unless the message has a Content-Length field: programs that write this field do not quote.

        >>> import mailutf
        >>> mailutf.Message(bytearray(b"Subject: x\n\n")).data
        b'Subject: x\n\n'
        """
    @property
    def path(self) -> Path | None:
        """The file from which the message was read: pathlib.Path, or None if it was read from memory or from an open file.

        >>> import mailutf
        >>> [message.path.name for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")][:1]
        ['mboxrd.mbox']
        """
    @property
    def offset(self) -> int:
        """The offset of the message in its file, in octets after decompression: int. In an mbox, this is the offset of its
        `From ` line; if NULs stand before that line, as after a crash, it is the offset of the first of them.

        >>> import mailutf
        >>> [message.offset for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
        [0, 259, 599]
        """
    @property
    def ordinal(self) -> int:
        """The number of messages before this message in its file: int.

        >>> import mailutf
        >>> [message.ordinal for message in mailutf.Mailbox("corpus/mbox/mboxrd.mbox")]
        [0, 1, 2]
        """
    @property
    def from_line(self) -> bytes:
        r"""The `From ` line before the message in an mbox, with its line end, and with the NULs that stand before it after a
        crash: bytes, which are empty if the message is not from an mbox. The line contains the sender and the date of
        delivery. `mailbox.mbox.add` of Python accepts `message.from_line + message.data`.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox")[0].from_line
        b'From ada@example.org Sat Nov 21 10:00:01 2026\n'
        """
    @property
    def flags(self) -> str:
        r"""The flags of the message, as letters of a Maildir in alphabetical order: str. The letters are D (draft), F
        (flagged), P (passed on), R (answered), S (seen) and T (trashed). A Maildir keeps the flags in the name of the
        file, and an mbox keeps them in the fields Status and X-Status.

        `mailbox.MaildirMessage.set_flags` of Python takes these letters. `mailbox.mboxMessage.set_flags` takes those of the
        fields, in which D means trashed, A answered, and R seen: make a `MaildirMessage` first, and the `mboxMessage` from it.
        Python leaves out D (draft) and P (passed on) then, for which it has no letters in an mbox.

        >>> import mailbox, mailutf
        >>> flags = mailutf.Mailbox.from_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nStatus: RO\nX-Status: A\n\n")[0].flags
        >>> copy = mailbox.MaildirMessage(b"Subject: x\n\n")
        >>> copy.set_flags(flags)
        >>> flags, mailbox.mboxMessage(copy).get_flags()
        ('RS', 'RA')
        """
    @property
    def subject(self) -> str | None:
        r"""The Subject of the message, decoded: str, or None if there is no Subject.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").subject
        'café'
        """
    @property
    def from_(self) -> list[Address]:
        r"""The addresses in From, including members of groups: list of `Address`, which is empty if there are none.

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
        r"""The address in Sender: list of `Address`, which is empty if there is no Sender. The address belongs to the
        person who sent the message on behalf of its authors.

        >>> import mailutf
        >>> mailutf.Message(b"Sender: a@example.org\n\n").sender
        [Address(name='', address='a@example.org')]
        """
    @property
    def reply_to(self) -> list[Address]:
        r"""The addresses in Reply-To: list of `Address`. If the list is empty, a reply goes to the addresses in From.

        >>> import mailutf
        >>> mailutf.Message(b"Reply-To: =?utf-8?Q?Doe=2C_John?= <j@example.org>\n\n").reply_to
        [Address(name='Doe, John', address='j@example.org')]
        """
    def addresses(self, name: str) -> list[Address]:
        r"""Returns the addresses in all header fields called `name`: list of `Address`. Upper and lower case make no
        difference in `name`. The addresses are read from the raw fields, so that a decoded name never becomes a second
        address. An entry that has no address but in an encoded word, which RFC 2047 forbids, is read as the list in that word;
        then `findings` has the code "address-in-word", and its detail names the address. To refuse such an address, look there:
        programs that send mail ignore it.

        >>> import mailutf
        >>> mailutf.Message(b"Resent-To: a@example.org\n\n").addresses("resent-to")
        [Address(name='', address='a@example.org')]
        """
    @property
    def message_id(self) -> str | None:
        r"""The identifier in Message-ID, without angle brackets: str, or None if there is none, or if it is not UTF-8. (With
        U+FFFD in place of its octets, the identifiers of two messages could be equal. `raw_header("Message-ID")` has the octets.)
        `in_reply_to` and `references` leave out such identifiers.

        >>> import mailutf
        >>> mailutf.Message(b"Message-ID: <1@example.org>\n\n").message_id
        '1@example.org'
        """
    @property
    def in_reply_to(self) -> list[str]:
        r"""The identifiers in In-Reply-To, without angle brackets: list of str.

        >>> import mailutf
        >>> mailutf.Message(b"In-Reply-To: Your message of \"Mon\" <1@example.org>\n\n").in_reply_to
        ['1@example.org']
        """
    @property
    def references(self) -> list[str]:
        r"""The identifiers in References, without angle brackets: list of str, the oldest first.

        >>> import mailutf
        >>> mailutf.Message(b"References: <1@example.org><2@example.org>\n\n").references
        ['1@example.org', '2@example.org']
        """
    @property
    def list_id(self) -> str | None:
        r"""The identifier of the mailing list in List-Id (RFC 2919), such as "cats.example.org": str, or None if there is
        none. Upper and lower case are those of the message: convert the identifier to lower case before you compare it.

        >>> import mailutf
        >>> mailutf.Message(b"List-Id: Cats, and dogs <pets.example.org>\n\n").list_id
        'pets.example.org'
        """
    def urls(self, name: str) -> list[str]:
        r"""Returns the URLs in the header field called `name`, such as List-Unsubscribe (RFC 2369), without angle brackets:
        list of str.

        >>> import mailutf
        >>> mailutf.Message(b"List-Post: <mailto:cats@example.org>\n\n").urls("List-Post")
        ['mailto:cats@example.org']
        """
    @property
    def timestamp(self) -> int | None:
        r"""The time when the message was written, as its field Date says, in seconds since 1970 in UTC: int, or None if there is no
        valid date. A time in an unknown zone is taken to be in UTC, so that all messages can be sorted by time.

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").timestamp
        1795251600
        """
    @property
    def date(self) -> datetime | None:
        r"""The time when the message was written, as its field Date says: datetime, or None if there is no valid date. The datetime
        is naive if the field has no zone or an ambiguous one. The datetime is in UTC if the zone is -0000, which says only that
        the time is in UTC (RFC 5322 section 3.3). Years up to 0999 are those of short forms (`99` and `0099` are 1999, `0001` is
        2001); a date in the years 1000 to 1899, or in 9999, is not valid.

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date.isoformat()
        '2026-11-21T10:00:00+01:00'
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00\n\n").date.isoformat()
        '2026-11-21T10:00:00'
        """
    @property
    def date_utc(self) -> datetime | None:
        r"""The time when the message was written, as its field Date says, in UTC: datetime with a zone, or None if there is no valid
        date. A time in an unknown zone is taken to be in UTC, so that the times of all messages can be compared and fit into one
        column of a table.

        >>> import mailutf
        >>> mailutf.Message(b"Date: Sat, 21 Nov 2026 10:00:00 +0100\n\n").date_utc.isoformat()
        '2026-11-21T09:00:00+00:00'
        """
    def get_all(self, name: str) -> list[str]:
        r"""Returns all header fields called `name`, decoded and unfolded: list of str, which is empty if there are none.
        Upper and lower case make no difference in `name`.

        >>> import mailutf
        >>> mailutf.Message(b"Received: b\nReceived: a\n\n").get_all("received")
        ['b', 'a']
        """
    def raw_header(self, name: str) -> bytes | None:
        r"""Returns the octets after the colon of the first header field called `name`, with its folds: bytes, or None if
        there is no such field. Upper and lower case make no difference in `name`.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?utf-8?Q?caf=C3=A9?=\n\n").raw_header("subject")
        b' =?utf-8?Q?caf=C3=A9?='
        """
    @property
    def plain_text(self) -> str | None:
        r"""The best text, as a person reads it: str, or None if there is no text. HTML is converted to lines and paragraphs that
        end with LF. Other text keeps the line ends of the part. Flowed lines are joined (RFC 3676). As in `text`, it is only
        the first text of the message: each `Text` of `text_bodies` has a `plain_text`, too.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html\n\n<p>Gr&uuml;&szlig;e<blockquote>Wie geht's?\n").plain_text
        "Grüße\n\n> Wie geht's?\n"
        """
    @property
    def files(self) -> list[Attachment]:
        r"""What can be saved, in order: list of `Attachment`. These are all `attachments`, all images, sounds and films, even those
        that are shown between texts, and binary data that is labelled as text.

        So every part is a `Text` of `text_bodies` or `html_bodies`, or is among the files, except multiparts and the parts
        of enclosed messages. Damaged text, and text in an unknown charset, is no file: it is shown as far as it can be read,
        and `Part.data` has its bytes. Uuencoded data within a text is part of the text, and is in no list. A text with
        yEnc is binary data: a file without a name, with all lines of the text, and not decoded. The parts of TNEF (`winmail.dat`)
        are not taken out.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: image/png; name=a.png\n\n...")
        >>> message.attachments, message.files
        ([], [<mailutf.Attachment "a.png", image/png>])
        >>> mailutf.Message(b"Content-Type: text/plain\n\n%PDF-1.7").files
        [<mailutf.Attachment "", text/plain>]
        """
    @property
    def parts(self) -> list[Part]:
        r"""All parts in order: list of `Part`. A part comes before the parts that it contains, so the first part is
        the message itself.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
        ...     b"--b\nContent-Type: image/png\n\n...\n--b--\n")
        >>> [(part.section, part.type) for part in message.parts]
        [('', 'multipart/mixed'), ('1', 'text/plain'), ('2', 'image/png')]
        """
    def part(self, section: str) -> Part | None:
        r"""Returns the part with this section number, by which IMAP refers to the part (RFC 3501 section 6.4.5): `Part`, or
        None if there is no such part. The section number "" means the message itself. Of an enclosed message that is the part
        `outer`, `part(f"{outer}.{inner}")` is the part that the `Message` of the enclosed message calls `inner`, such as "2.1".

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n--b--\n")
        >>> message.part("1").text, message.part("2")
        ('See:', None)
        """
    def part_by_content_id(self, id: str) -> Part | None:
        r"""Returns the part with this Content-ID, which HTML uses in a `cid:` URL: `Part`, or None if there is no such part.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: image/png\nContent-ID: <1@b>\n\n...").part_by_content_id("1@b")
        <mailutf.Part "1", image/png>
        """
    @property
    def headers(self) -> list[tuple[str, str]]:
        r"""All header fields in order, even repeated ones: list of (name, value). Names are spelled as in the message.
        Values are decoded and unfolded, except parameters: `filename*=utf-8''…` stays as it is, and `Part.name` is the
        decoded file name.

        >>> import mailutf
        >>> mailutf.Message(b"Received: b\nReceived: a\nSubject: =?utf-8?Q?=E2=98=BA?=\n\n").headers
        [('Received', 'b'), ('Received', 'a'), ('Subject', '☺')]
        """
    def header(self, name: str) -> str | None:
        r"""Returns the first header field called `name`, decoded and unfolded: str, or None if there is no such field.
        Upper and lower case make no difference in `name`.

        Do not split the value, because decoded text can contain any characters. Methods such as `addresses`,
        `references` and `urls` return the items of a field. In a field with addresses, names are quoted, so that
        `mailutf.addresses` reads the same addresses from the value.

        >>> import mailutf
        >>> message = mailutf.Message(b"List-Id: =?utf-8?Q?Caf=C3=A9?=\n <cafe.example.org>\n\n")
        >>> message.header("list-id"), message.header("Reply-To")
        ('Café <cafe.example.org>', None)
        """
    @property
    def text(self) -> str | None:
        r"""The best text to show, as plain text or, if there is none, as HTML: str, or None if there is no text. Octets
        that cannot be decoded become U+FFFD. The text has the line ends of the part. It is the first text of the message:
        `text_bodies` also has those that follow an image or an attachment, and the footers of mailing lists. If `text_bodies` has
        no text, it is the first text of another type or with a file name, such as a calendar, unless Content-Disposition says
        that it is an attachment; this text is also in `attachments` then.

        Some programs write an empty plain text beside the HTML. So plain text of blanks alone, or of binary data, counts as
        none if `html` has more than blanks.

        Text with a doubtful label is read in the charset that the evidence shows, although `normalize` leaves such text
        unchanged: see `Policy(doubtful=…)`.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\x93caf\xe9\x94\n").text
        '“café”\n'
        >>> mailutf.Message(b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n\n--b\n"
        ...     b"Content-Type: text/html\n\n<p>Hi!\n--b--\n").text
        '<p>Hi!'
        """
    @property
    def html(self) -> str | None:
        r"""The HTML to show: str, or None if there is none. Octets that cannot be decoded become U+FFFD.

        It is the sender's HTML, scripts too: sanitize it before you show it, or show `html.escape(message.plain_text)`.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html
        '<p>x\n'
        """
    @property
    def texts(self) -> list[Text]:
        r"""All text parts whose Content-Disposition does not say that they are attachments, in order: list of `Text`. The texts of
        enclosed messages are among them, which `text_bodies` leaves out. So are texts that `attachments` lists, too, such as
        text/calendar and a text/csv with a file name. Octets that cannot be decoded become U+FFFD.
        With `Policy(strict=True)`, the list has only the parts that can be read without loss.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/html; charset=utf-7\n\n+Jjo-").texts
        [Text(section='1', type='text/html', charset='UTF-7', text='☺')]
        """
    @property
    def text_bodies(self) -> list[Text | Attachment]:
        r"""What to show as plain text, in order (RFC 8621 section 4.1.4): list of `Text` and `Attachment`. They are texts (HTML
        where there is no plain text instead, or where it has only blanks or is binary data), and images, sounds and films
        between them, which are among `files`, too. So is text that is binary data.

        Show all of these parts, because an image and more text, or the footer of a mailing list, can follow the first text.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n"
        ...     b"--b\nContent-Type: image/png\n\n...\n--b\n\nNice?\n--b--\n")
        >>> [part.type for part in message.text_bodies]
        ['text/plain', 'image/png', 'text/plain']
        """
    @property
    def html_bodies(self) -> list[Text | Attachment]:
        r"""The parts to show in a program that prefers HTML, in order: list of `Text` and `Attachment`, as for `text_bodies`.

        >>> import mailutf
        >>> [part.type for part in mailutf.Message(b"Content-Type: text/html\n\n<p>x\n").html_bodies]
        ['text/html']
        """
    @property
    def attachments(self) -> list[Attachment]:
        r"""What to list below the message, in order, whether its text or its HTML is shown: list of `Attachment`. For what can be
        saved, use `files`.

        These are the parts that are in neither `text_bodies` nor `html_bodies`, such as an enclosed message. The pictures of
        an HTML page in its multipart/related are attachments, too. A picture beside the page in multipart/mixed is shown
        with the page, so it is in `html_bodies` and `files` instead.

        >>> import mailutf
        >>> mailutf.Message(b"Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1,2\n").attachments
        [<mailutf.Attachment "a.csv", text/csv>]
        """
    def readings(self) -> list[Readings]:
        r"""Finds other possible readings of each text, for a person who sees garbled text: list of `Readings`. Other methods
        return the likeliest reading; a rule can choose another one. Every body is listed. Encoded words and raw octets in
        fields are listed only if they have alternatives. Encoded words are listed once for each label, because a rule for
        a label chooses the reading of all texts with this label. `Policy(doubtful="label")` reads all text by its label.

        >>> import mailutf
        >>> message = mailutf.Message(b"Content-Type: text/plain; charset=koi8-r\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
        >>> [(one.place, one.used, one.alternatives[0].how) for one in message.readings()]
        [('body', 'windows-1251', 'in KOI8-R, as its label says')]
        """
    @property
    def findings(self) -> list[Finding]:
        r"""The findings about the message: list of `Finding`. Each finding is about something that is wrong,
        was guessed, or is left unchanged. Their order has no meaning. Reading this property takes as long
        as `normalize`.

        They are the findings that `normalize` would report, and those about texts that it leaves for another reason, such
        as the parts of a signed message. They are about a conversion: a finding can say that a text is left unchanged,
        although `text` shows it repaired. What to
        tell a reader of the message is `Finding.warning`. Damage of a file that is no text is only in `Attachment.damage`.

        If the message was read from a file, they have the reasons why the file does not let the message change, such as a
        `From ` line at which another program would start another message: `normalize_file` leaves such a message, although
        `normalized` converts it. `normalize_file` can leave a message for two more reasons, which no finding of the message
        names: a second parser reads the converted message in another way, or a mail server keeps the size of the message in
        an index. `Totals` counts these messages.

        >>> import mailutf
        >>> [finding.code for finding in mailutf.Message(b"Subject: caf\xe9\n\n").findings]
        ['field-raw']
        """
    def normalized(self, policy: Policy | None = None) -> bytes:
        r"""Returns the message with all text in UTF-8, as `normalize` writes it: bytes. The conversion uses `policy`, or
        the policy of the message if `policy` is None.

        >>> import mailutf
        >>> mailutf.Message(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n").normalized().decode()
        'Subject: Привет\n\n'
        """
    def to_email(self) -> EmailMessage:
        r"""Returns the message as an object of the package `email`, with all text decoded correctly: email.message.EmailMessage.

        Text is read as in this message, doubtful text too: the policy of the message applies. Line ends within decoded
        fields become blanks, so that no text becomes a field when `email` writes the message. So do lone CRs and other
        control characters that `email` takes for line ends. Header lines that are no field are left out, because `email`
        would lose all fields after them. Signed parts are not changed. An address that is not UTF-8 keeps its octets, because
        nothing says what they mean; the name before it is decoded and encoded like any other.

        >>> import mailutf
        >>> data = b"Subject: =?gb2312?B?1tDOxA==?=\nContent-Type: text/plain; charset=x-sjis\n\n\x83e\n"
        >>> message = mailutf.Message(data).to_email()
        >>> message["Subject"], message.get_content()
        ('中文', 'テ\n')
        """

@final
class Range:
    """A range of consecutive messages of an mbox. A range can be pickled. `Range(text)` makes an equal range from
    the text `str(range)`.

    Raises ValueError if the text is not that of a range.

    >>> import mailutf
    >>> range = mailutf.Range("259-599:2:auto-uncounted")
    >>> range.start, range.end, range.ordinal, str(range)
    (259, 599, 1, '259-599:2:auto-uncounted')
    """

    def __new__(cls, text: str) -> Range: ...
    @property
    def start(self) -> int:
        """The offset of the first octet of the range in the file: int."""
    @property
    def end(self) -> int:
        """The offset of the octet after the last octet of the range in the file: int."""
    @property
    def ordinal(self) -> int:
        """The number of messages before the range: int."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Skipped:
    """A file or a message that an iteration over a mailbox did not yield.

    >>> import mailutf
    >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox", mailutf.Policy(limit_message=250))
    >>> [message.ordinal for message in mailbox], [(one.path.name, one.offset, one.code) for one in mailbox.skipped]
    ([0, 2], [('mboxrd.mbox', 259, 'too-large')])
    """

    def __new__(cls, path: _Path, offset: int, reason: str, code: str = "unreadable") -> Skipped: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def path(self) -> Path:
        """The file that was skipped, or that contains the message: pathlib.Path."""
    @property
    def offset(self) -> int:
        """The offset of the message, or of the octets that cannot be read, counted after decompression: int. It is 0 if
        the whole file was skipped.
        """
    @property
    def reason(self) -> str:
        """A description of the reason: str."""
    @property
    def code(self) -> str:
        """The code of the reason: "unreadable", "too-large", "text-before-messages" (an mbox starts with text that is in no
        message), "unsupported", "not-mail", "no-mail" (a directory with files, none of which is mail) or "padding": str.
        """

@final
class MailboxIterator:
    """An iteration over the messages of a `Mailbox`.

    >>> import mailutf
    >>> next(iter(mailutf.Mailbox("corpus/mbox/mboxrd.mbox"))).subject
    'Grüße'
    """

    def __iter__(self) -> MailboxIterator: ...
    def __next__(self) -> Message: ...

@final
class Mailbox:
    """The messages of a file or a directory. The mail is an mbox, a Maildir, an MH folder, a tree of `.eml` and `.emlx` files,
    or one message. Files may be compressed by gzip, Zstandard, xz or bzip2. On Windows, directories are not supported.

    Iterating yields each `Message` in turn, with its `path`, `offset` and `ordinal`, and can be repeated. Some problems
    do not end the iteration: a bad file, a link that leads nowhere, a message above the limit, or an mbox that another
    program truncates. Such problems are added to `skipped`, and so is NUL padding after compressed data. An empty file
    contains no message.

    `path` is str, bytes or pathlib.Path, or an open binary file, which is read from its current position. For mail in
    memory, use `from_bytes`. `policy`, a `Policy`, says how texts are read. `range`, an item of the list that `ranges`
    returns, restricts the mailbox to a part of an mbox. An open file is then read from its start.

    `len(mailbox)`, `mailbox[7]` and `mailbox[-3:]` read the mail once without parsing it, and remember where each
    message is. Mail that is delivered later is not counted. In a compressed file, a message is reached by reading all
    messages before it. A file that can be read only once, such as a pipe, has no length. `async for message in mailbox`
    reads on another thread. A `with` block closes the mailbox at its end.

    A thread reads ahead. It keeps some MB in memory, plus the largest message, which has at most
    `Policy(limit_message=…)` octets (256 MiB by default). Several threads can share an iteration: each message goes to
    one of them. A forked process must begin a new iteration.

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
        r"""Makes a mailbox from mail in memory: `Mailbox`. `data` is an mbox or one message, compressed or not: bytes, or
        any object with the buffer protocol.

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
        """Ends all iterations over the mailbox. If the mailbox is read again, ValueError is raised. A file that the caller
        opened stays open.

        >>> import mailutf
        >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
        >>> mailbox.close()
        >>> list(mailbox)
        Traceback (most recent call last):
        ValueError: the mailbox is closed
        """
    def to_arrow(self, columns: Sequence[str] | None = None, batch: int = 1000) -> Columns:
        """Returns the messages as columns of a table, in batches of at most `batch` rows: `Columns`. pyarrow, pandas,
        Polars, DuckDB and other libraries read the columns by the Arrow PyCapsule interface, without a Python object
        for each row. The columns can be read only once.

        `columns` are names of `Columns.NAMES`, by default all of them. Only the data for these columns is read. One
        batch at a time is kept in memory. A batch ends early when it has 64 MiB. `Columns.skipped` lists the files and
        messages that an iteration would not yield.

        Raises ValueError for an unknown column.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "offset"])
        <mailutf.Columns subject, offset>
        """
    def _repr_html_(self) -> str: ...
    @property
    def path(self) -> Path | None:
        """The file or the directory: pathlib.Path, or None for an open file or bytes.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").path.name
        'mboxrd.mbox'
        """
    @property
    def skipped(self) -> list[Skipped]:
        """The files and messages that the last iteration did not yield: list of `Skipped`. The list is complete when the
        iteration has ended. `normalize_file` lists the same files in `Totals.failures` if they can hold mail; dead links,
        pipes, sockets and devices are only in this list. Backups are in neither list.

        >>> import mailutf
        >>> mailbox = mailutf.Mailbox("corpus/mbox/mboxrd.mbox")
        >>> len(list(mailbox)), mailbox.skipped
        (3, [])
        """
    def ranges(self, size: int = 268435456, *, ordinals: bool = True) -> list[Range]:
        """Cuts an mbox into ranges of at most `size` octets each (256 MiB by default): list of `Range`. A larger message
        is a separate range. The whole file is read once.

        Without `ordinals`, the messages of a range are counted from the start of the range, and a range contains the
        messages that start within `size` octets. Only some octets at each cut are then read, so the file can be in an
        object store. But the whole file is read if it is in MMDF, or if Content-Length tells where messages end.

        Raises OSError if the file cannot be read, and ValueError if the file is compressed or is no mbox. Decompress a
        compressed mbox first.

        >>> import mailutf
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500)
        [Range('0-259:1:auto'), Range('259-599:2:auto-uncounted'), Range('599-797:3:auto-uncounted')]
        >>> mailutf.Mailbox("corpus/mbox/mboxrd.mbox").ranges(500, ordinals=False)
        [Range('0-599:1:auto'), Range('599-797:1:auto-uncounted')]
        """

@final
class Columns:
    """Messages as columns of a table, in batches. `Mailbox.to_arrow` makes them. pyarrow, pandas, Polars, DuckDB and other
    libraries read them by the Arrow PyCapsule interface (`__arrow_c_stream__`). The batches can be read only once. To
    make a table of `columns`, use one of these:

    - pyarrow: `pyarrow.table(columns)`
    - pandas 3: `pandas.DataFrame.from_arrow(columns)`
    - Polars: `polars.DataFrame(columns)`
    - DuckDB: `duckdb.sql("SELECT * FROM columns")`, in which `columns` is the name of the variable

    The columns are:

    - path, offset, ordinal: the place of the message
    - size: the length of the message in octets
    - message_id, in_reply_to, references, list_id: identifiers, without angle brackets
    - date: an instant; a date without a zone is taken to be in UTC
    - subject: the decoded text of the field
    - from, sender, reply_to, to, cc, bcc: lists of records of name and address
    - headers: a map of all decoded fields, in which names can repeat
    - text, html, plain_text: the best body, as in `Message`
    - charsets: the charsets in which `Message.texts` were read, each once, as in `Text.charset`
    - attachments, files: records of name, type, size and damage, as in `Message.attachments` and `Message.files`
    - findings: records of code, severity, warning, section, detail and field, as in `Message.findings`

    >>> import mailutf
    >>> columns = mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject", "date"])
    >>> columns.names, columns.skipped
    (['subject', 'date'], [])
    """

    NAMES: list[str]
    @property
    def names(self) -> list[str]:
        """The names of the columns of this object: list of str."""
    @property
    def skipped(self) -> list[Skipped]:
        """Files and messages that could not be read or are too large: list of `Skipped`. The list is complete when the
        last batch has been read.
        """
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Failure:
    """A file or a directory that was not converted or not restored, or a file that could not be removed. `str()` returns a
    description.

    >>> import mailutf
    >>> str(mailutf.Failure("failed", "letter.eml: cannot open: Permission denied"))
    'letter.eml: cannot open: Permission denied'
    """

    def __new__(cls, code: str, text: str) -> Failure: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """What happened: "failed", "skipped" (the file, or text before the first message of an mbox, may hold mail but cannot be
        converted), "server-index" (a message stays because a mail server keeps its size in an index), "no-mail" (a directory
        with files, none of which is mail) or "left-over" (a file could not be removed): str.
        """
    @property
    def text(self) -> str:
        """A description of what happened: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Failure, /) -> bool: ...
    def __le__(self, other: Failure, /) -> bool: ...
    def __gt__(self, other: Failure, /) -> bool: ...
    def __ge__(self, other: Failure, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class DoubtSample:
    """An excerpt of a doubtful text, as read by its label and in its likely reading. It begins near the first word that the two
    readings read differently.

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
        """The file of the message: pathlib.Path, or None if it is not known."""
    @property
    def ordinal(self) -> int:
        """The number of messages before this message in its file: int."""
    @property
    def message_id(self) -> str:
        """The Message-ID of the message, without angle brackets, as in `Message.message_id`: str. It is "" if there is none."""
    @property
    def subject(self) -> str:
        """The Subject as the message writes it, cut to 80 octets, so that the message can be found by a search: str. To decode it,
        use `decode_header`.
        """
    @property
    def place(self) -> str:
        """The kind of place that contains the text: "body", "word" (an encoded word), "raw" (a header field) or "parameter": str."""
    @property
    def labelled(self) -> str:
        """The excerpt, as read by the label: str. If the text has no label, or does not decode in its charset, it is read as UTF-8."""
    @property
    def likely(self) -> str:
        """The excerpt in the likely reading, or "" if that reading is not known: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Doubt:
    r"""A group of doubtful texts that have the same label and come from the same sender, mailing list or thread. One
    decision settles them: `rule`. `mailutf.doubts` finds the groups.

    A rule for the sender and the label applies to all texts of the group, also to those that are sound. To write another
    rule than `rule`, look at `sound` and `all`, and name each charset of `charsets`.

    `Message.readings()` can have no alternatives for a doubtful text: `Message` reads doubtful text by the evidence, so the likely
    reading can be the present one already.

    >>> import mailutf
    >>> rule = '[[rule]]\nfrom = "ivan@example.org"\nlabel = "koi8-r"\nread = ["windows-1251", "koi8-r"]\n'
    >>> doubt = mailutf.Doubt("sender", "ivan@example.org", "koi8-r", "in windows-1251", ["windows-1251", "KOI8-R"],
    ...     1, 5, 6, 2003, 2006, rule, [])
    >>> mailutf.Rules("version = 1\n" + doubt.rule).unused
    [2]
    """

    def __new__(
        cls,
        group: str | None,
        name: str | None,
        label: str | None,
        likely: str | None,
        charsets: Sequence[str],
        texts: int,
        sound: int,
        all: int,
        first_year: int | None,
        last_year: int | None,
        rule: str | None,
        samples: Sequence[DoubtSample],
    ) -> Doubt: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def group(self) -> str | None:
        """The kind of the group: "sender", "list" or "thread": str, or None if the messages have no sender, list or thread."""
    @property
    def name(self) -> str | None:
        """The address of the sender, or the identifier of the list or the thread, in lower case: str, or None if there is none."""
    @property
    def label(self) -> str | None:
        """The label of the texts, in lower case: str, or None if they have no label."""
    @property
    def likely(self) -> str | None:
        """The likely reading of most of the texts, such as "in windows-1251" or "UTF-8 that was read as windows-1252 and encoded
        twice": str, or None if there is no likely reading.
        """
    @property
    def charsets(self) -> list[str]:
        """The likely charsets of the texts, the most frequent first, and the charsets of the sound texts: list of str. The list is
        empty if there is only one charset, the one of `likely`.
        """
    @property
    def texts(self) -> int:
        """The number of doubtful texts that the reading `likely` fits, or one of `charsets` if there are any: int. The subject and
        the body of a message are two texts. Texts that would not be doubtful alone are counted, too: short texts, and texts that
        are the same in both readings.
        """
    @property
    def sound(self) -> int:
        """The number of sound texts in the group: int. They are read in the charset of `likely` or in one of `charsets`, and
        nothing contradicts this. `rule` leaves them as they are. If there are `charsets`, a rule with the charset of `likely`
        alone destroys them.
        """
    @property
    def all(self) -> int:
        """The number of texts in the group that have characters beyond US-ASCII and are not sound UTF-8: int. Garbled text counts,
        even if it is labelled UTF-8.
        """
    @property
    def first_year(self) -> int | None:
        """The first year in which a text has the reading `likely`: int, or None if no year is known."""
    @property
    def last_year(self) -> int | None:
        """The last year in which a text has the reading `likely`: int, or None if no year is known."""
    @property
    def rule(self) -> str | None:
        """The rule that reads the texts as they likely are, in the format of `Rules`, from the line `[[rule]]` on: str. It leaves
        sound text as it is: if there are `charsets`, each text is read in the one that its letters show, with a probability of
        90 %, or else left. Garbled text has a rule with `undo` for the wrong decodings, and with `read = "evidence"`, which also
        restores text of which only a part was garbled. None if `likely` is None, or if no rule can name the group: it has no name, or its name or label is
        not UTF-8.
        """
    @property
    def samples(self) -> list[DoubtSample]:
        """Up to three of the doubtful texts: list of `DoubtSample`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Explanation:
    """The meaning of a finding, its cause, and advice. `str()` returns the whole explanation, as `mailutf explain` prints it.

    The advice names options of the program `mailutf`. For options about text, `Policy` has arguments of the same names, but
    `charsets` for `--charset`. For options about files, `normalize_file` has arguments of the same names, such as
    `add_sizes`. `--no-verify` is `verify=False`. A few options, such as `--mbox-variant`, are only of the program.
    What the commands `mailutf inspect` and `mailutf text` show, `Message.readings` and `Message.text` have.

    >>> import mailutf
    >>> explanation = mailutf.explain("transfer-tail")
    >>> explanation.severity, explanation.advice
    ('note', 'Nothing. The banner is kept before the text, and the footer after it.')
    >>> print(explanation)
    transfer-tail (note)
    <BLANKLINE>
    Plain text stands before or after the encoded data of a body; it was kept.
    <BLANKLINE>
    Why: A mail gateway put its banner before a base64 body, or a mailing list appended its footer.
    <BLANKLINE>
    What to do: Nothing. The banner is kept before the text, and the footer after it.
    """

    def __new__(cls, code: str, severity: str, warning: str | None, meaning: str, cause: str, advice: str) -> Explanation: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def code(self) -> str:
        """The code, such as "transfer-tail": str."""
    @property
    def severity(self) -> str:
        """The severity: "note", "guess", "lossy" or "unresolved", as in `Finding`: str."""
    @property
    def warning(self) -> str | None:
        """The warning for readers of the message, as in `Finding`: str or None."""
    @property
    def meaning(self) -> str:
        """The meaning of the finding, in one sentence: str."""
    @property
    def cause(self) -> str:
        """The cause of the finding: str."""
    @property
    def advice(self) -> str:
        """What the reader can do about the finding: str."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Totals:
    """The totals of a conversion of a file or a directory.

    The totals do not say which messages have findings. For that, read the mail before the conversion, with the same
    policy: `Message.findings` of each message of a `Mailbox`, or the column "findings" of `Mailbox.to_arrow`.

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
        """The number of messages: int. Messages of files that failed are not counted."""
    @property
    def changed(self) -> int:
        """The number of messages that were changed: int."""
    @property
    def unresolved(self) -> int:
        """The number of messages in which something was left unchanged because it cannot be read without loss, or is doubtful:
        int. Messages that stay because of a server's index are counted, too.
        """
    @property
    def octets(self) -> int:
        """The number of octets that were read, counted after decompression: int."""
    @property
    def findings(self) -> dict[str, int]:
        """The number of findings of each code: dict of str and int."""
    @property
    def failures(self) -> list[Failure]:
        """The failures of single files, if a directory was converted, the messages that stay because of a server's index, and
        the text before the first message of an mbox: list of `Failure`. Files that hold no mail, such as pipes and dead
        links, are only in `Mailbox.skipped`.
        """

@final
class Undone:
    """What `mailutf.undo_file` has done.

    >>> import mailutf
    >>> mailutf.Undone(2, []).restored
    2
    """

    def __new__(cls, restored: int, failures: Sequence[Failure]) -> Undone: ...
    def __getnewargs__(self) -> tuple[object, ...]: ...
    @property
    def restored(self) -> int:
        """The number of files that were restored: int."""
    @property
    def failures(self) -> list[Failure]:
        """The files of a directory that were not restored, and backups that could not be removed: list of `Failure`."""

def undo_file(path: _Path, backup: str, *, beside_index: bool = False) -> Undone:
    r"""Restores the originals that `normalize_file(path, backup=backup)` kept, and removes the backups, as the program
    `mailutf undo` does.

    - path: the same file or directory as for `normalize_file`, or a file or a directory in that directory: a whole Maildir, not
      its `cur` or `new`. Symbolic links in a directory are not followed.
    - backup: the suffix that was given to `normalize_file`.
    - beside_index: whether to restore an mbox even if Dovecot keeps an index for it; see `normalize_file`.

    Each file is complete at any moment, in its old or its new form. A file whose content has changed since its conversion,
    such as an mbox with new mail, stays, and so does its backup. The backup of a message that was deleted stays, too.
    Messages of a Maildir get their old names back, and keep their flags. An mbox is locked while it is restored.

    Returns `Undone`. If `path` is a file that cannot be restored, raises OSError. If `path` is a directory, `Undone.failures`
    lists such files. Raises FileNotFoundError if there is no backup with this suffix, and ValueError for a suffix that no
    backup has. Ctrl-C ends the call after the files in progress. On Windows, no file is replaced in place, and the call
    raises ValueError.

    >>> import mailutf, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     mail = pathlib.Path(directory, "letter.eml")
    ...     _ = mail.write_bytes(b"Subject: =?koi8-r?B?68/E?=\n\n")
    ...     _ = mailutf.normalize_file(directory, backup="~")
    ...     mail.read_bytes().decode(), mailutf.undo_file(directory, "~").restored, mail.read_bytes()
    ('Subject: Код\n\n', 1, b'Subject: =?koi8-r?B?68/E?=\n\n')
    """
def normalize(data: Buffer, policy: Policy | None = None) -> bytes:
    r"""Converts all text of a message to UTF-8.

    `data` is one message without the `From ` line of an mbox: bytes, or any object with the buffer protocol. `policy`,
    a `Policy`, contains the choices for the conversion. Returns the new message as bytes. If nothing changes and `data`
    is bytes, returns `data` itself. Bytes that are not mail are returned unchanged. Text that cannot be read without
    loss is left unchanged: see `Message.findings`. A body of ASCII alone keeps its octets, but its label becomes utf-8, unless it
    is us-ascii or missing.

    Raises TypeError if `data` does not support the buffer protocol.

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
    add_sizes: bool = False,
    break_hard_links: bool = False,
    verify: bool | None = None,
    range: Range | None = None,
    learn: bool = False,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Totals:
    """Converts all text of a file or a directory to UTF-8, in place or to `output`.

    - path: a message, an mbox (compressed or not), or a directory (Maildir, MH, `.eml` files). Without `output`, each
      file is replaced by its new form. At any moment the file is complete, either old or new, and an mbox is locked
      during its conversion. In a Maildir of Dovecot or Courier (with a file such as `dovecot-uidlist`), messages whose names
      do not contain their sizes stay, unless `add_sizes` is True: `Totals.failures` lists them. On Windows, directories are
      not supported, and `output` is required.
    - output: a file if `path` is a file; if `path` is a directory, a directory into which all mail is written, but no other
      files. (A file in the place of a message is copied even if its format is not supported, such as a PST file in `cur` of a
      Maildir; `Totals.failures` lists it.) An output file is compressed if its name says so (`.gz`, `.zst`, `.xz`, `.bz2`).
      It replaces a file of the same name, for example of an earlier call, and gets the permissions of that file.
    - policy: a `Policy`.
    - backup: a suffix, such as `~` or `.bak`. The original of each file that changes is kept under its name with the suffix. In
      a Maildir, the originals keep their names, but are kept in other directories: for `~`, those of `cur` in `cur~`, and those
      of `new` in `new~`; for `.old`, in `cur.old` and `new.old`. `undo_file` restores the originals. No call reads these
      backups as mail. (Another file counts as a backup, too, if its name ends with `~`, or if it has the name of a file beside
      it with a suffix, such as `1.eml.bak`, and the same Message-ID.) A backup is never replaced: to convert a file again,
      choose another suffix, or move the older backup away. An mbox with new mail needs this, and so does a file of which some
      text was left, when a rule decides about this text.
    - beside_index: whether to replace an mbox even if Dovecot keeps an index for it (`.imap/NAME/dovecot.index*`).
      By default, such an mbox is refused. The index contains the sizes of the messages, so Dovecot would cut off
      messages that became longer. To end this, stop Dovecot and remove its file `dovecot.index.cache`.
    - add_sizes: whether a message of a Maildir that is changed gets a name with its sizes (`,S=` and `,W=`). Mail clients
      then see a new message with a new UID. By default, a message that Dovecot or Courier keeps in an index stays if its
      name does not contain its size, because these servers would use the old size.
    - break_hard_links: whether to replace a file that has other names (hard links). The other names keep the original. By
      default, such a file is refused.
    - verify: whether a second parser checks each changed message. By default, messages are checked if the original is
      not kept: if neither `output` nor `backup` is given.
    - range: one of `Mailbox.ranges`. It requires `output`.
    - learn: whether to read the mail twice, the first time to learn which charsets each sender, mailing list and thread
      uses. These charsets are evidence for text without a usable label.
    - jobs: the number of threads; by default, one per core.
    - progress: a function that is called about 20 times a second with two int: the number of octets, counted after
      decompression, and the number of messages that are done. The last call can come before the end, and a short conversion
      can end without a call: `Totals` has the final numbers. If the function raises an exception, the call ends, as after
      Ctrl-C. Large messages in progress are then finished in the background.

    Returns `Totals`. Raises ValueError if `output` is the same as `path` (also under another name), lies inside `path`,
    or contains `path`. Raises OSError if a file cannot be read, locked or replaced, or has an older backup; it is unchanged
    then. If `path` is a directory, `Totals.failures` lists the files that could not be converted. All mail was converted if
    `failures` is empty and `unresolved` is 0. The totals do not say which messages have findings: `help(mailutf.Totals)` says how
    to find them.

    >>> import mailutf, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     new = os.path.join(directory, "new.mbox")
    ...     mailutf.normalize_file("corpus/mbox/mboxrd.mbox", output=new).changed
    2
    """
def decode_header(value: Buffer | str, policy: Policy | None = None) -> str:
    r"""Decodes the text of one header field, such as a Subject: str.

    `value` is everything after the colon of the field, with its folds: bytes, any object with the buffer protocol, or a
    str from the package `email`, in which surrogates stand for octets that are not UTF-8. `policy` is a `Policy`. Octets of
    an encoded word that are ill-formed in its charset become U+FFFD. A word whose charset nothing shows is read in the
    charset in which its letters are likeliest. A word stays encoded if it has only one letter beyond US-ASCII in an unknown
    charset, or if none of its octets can be decoded; with `Policy(strict=True)`, also if only some of them cannot, or if its
    base64 is damaged. Otherwise invalid characters of damaged base64 are dropped, and the rest is decoded: the result can have
    wrong letters, and a `Message` with the word has the finding "word-unresolved". Doubtful text is read by the evidence. An
    encoded line end becomes a blank, so the result is one line.

    The evidence is only that of this field, so raw octets are shown in the charset in which their letters are likeliest. If
    you have the message, use `Message.subject` and `Message.header`, which take other text of the message as evidence. If you
    have the header and one body, make a `Message` of both. If you know only the charset that other text of the message is in,
    name it: `Policy(fallback_charset="gb2312")`.

    Raises TypeError if `value` is neither a buffer nor a str, and UnicodeEncodeError if a str has surrogates that stand
    for no octet.

    >>> import mailutf
    >>> mailutf.decode_header(b" =?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?=")
    'ö und ä'
    >>> mailutf.decode_header("=?gb2312?B?1tDOxA==?=")
    '中文'
    >>> mailutf.decode_header("=?utf-8?Q?a=FF?= =?utf-8?B?w?= =?utf-8?Q?=FF?=")
    'a\ufffd =?utf-8?B?w?= =?utf-8?Q?=FF?='
    >>> mailutf.decode_header("=?utf-8?B?SsO2cm*cgTQ=?=")
    'Jörg M'
    >>> header, body = b"Subject: \xb8\xb6\xbf\xee\nContent-Type: text/plain; charset=gb2312\n", "您好，请查收。\n".encode("gb2312")
    >>> mailutf.decode_header(b"\xb8\xb6\xbf\xee"), mailutf.Message(header + b"\n" + body).subject
    ('마운', '付款')
    """
def addresses(value: Buffer | str, policy: Policy | None = None) -> list[Address]:
    """Reads the addresses in one header field, such as From or Cc, including members of groups: list of `Address`.

    `value`, `policy`, the exceptions, and what becomes of encoded words in names, are the same as for `decode_header`. Pass
    the field as it is in the message, never its decoded text, because a decoded name can look like an address. If you have
    the message, use `Message.addresses`. An entry whose only address is inside an encoded word is read as the list in that
    word: see there. In values of `Message.header` and `Part.inner_headers`, names of address fields such as From are quoted, so
    this function reads the same addresses from them.

    >>> import mailutf
    >>> mailutf.addresses("=?utf-8?Q?J=C3=B6rg?= <j@example.org>, all: k@example.org (Kim);")
    [Address(name='Jörg', address='j@example.org'), Address(name='Kim', address='k@example.org')]
    """
def decode_parameter(
    parameters: Iterable[tuple[Buffer | str, Buffer | str]], name: str, policy: Policy | None = None
) -> str | None:
    r"""Decodes a parameter, such as a file name, of a field whose parameters IMAP returns in a list (BODYSTRUCTURE): str, or
    None if there is no such parameter.

    `parameters` are pairs of a name and a value, as the server sends them. Both can have any type that `decode_header`
    accepts for `value`. `name` is the name of the parameter, without the marks of RFC 2231; upper and lower case make no
    difference. `policy` is a `Policy`. Encoded words in the value are read as by `decode_header`. In all other values, such as
    those of RFC 2231, octets that cannot be decoded become U+FFFD. Only a value of RFC 2231 in a charset that mailutf does not
    know stays as it is written, unless its letters show a charset. Raises TypeError and UnicodeEncodeError in the same
    cases as `decode_header`.

    >>> import mailutf
    >>> parameters = [("FILENAME*0*", "utf-8''%D0%BE%D1%82%D1%87"), ("FILENAME*1*", "%D1%91%D1%82.csv"), ("SIZE", "9")]
    >>> mailutf.decode_parameter(parameters, "filename")
    'отчёт.csv'
    >>> mailutf.decode_parameter([("filename*", "utf-8''a%E4")], "filename")
    'a\ufffd'
    """
def decode_body(
    data: Buffer,
    content_type: Buffer | str | None = None,
    transfer_encoding: Buffer | str | None = None,
    policy: Policy | None = None,
) -> str:
    r"""Decodes one body without its message, as IMAP returns the body (`BODY[1]`): str. Line ends stay as they are.

    `data` is the body with its transfer encoding: bytes, or any object with the buffer protocol. `content_type` and
    `transfer_encoding` are everything after the colon of Content-Type and Content-Transfer-Encoding. Both can be None,
    or have any type that `decode_header` accepts for `value`. `policy` is a `Policy`.

    The media type is not checked, so a body of any type is decoded. Doubtful text is read by the evidence. Octets that
    cannot be decoded become U+FFFD. Raises ValueError with the reason if the octets look like data that is no text, or
    if `Policy(strict=True)` forbids to read the body with loss. Raises TypeError and UnicodeEncodeError in the same cases
    as `decode_header`.

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

    `data` is bytes, or any object with the buffer protocol. `label` is the name of the charset in mail, as `canonical`
    reads it. `errors` is "strict" or "replace". With "replace", each ill-formed sequence becomes U+FFFD, but what is only
    written in the wrong way is read, such as a `+` of UTF-7 without a shifted sequence (`1 + 1`). In names of IMAP folders
    ("utf-7-imap"), raw UTF-8 and a bare `&` are read, too, and an ill-formed shifted sequence, such as `&2D0-`, stays as it is.
    A byte order mark is left out for the labels utf-8-sig, utf-16 and utf-32, as by Python's codecs; otherwise it becomes U+FEFF.

    Raises UnicodeDecodeError for ill-formed octets if `errors` is "strict", LookupError for an unknown charset, and
    ValueError for any other value of `errors`.

    >>> from mailutf import charset
    >>> charset.decode(b"Hi Mom +Jjo-!", "unicode-1-1-utf-7")
    'Hi Mom ☺!'
    >>> charset.decode(b"+2D0-", "utf-7", "replace"), charset.decode(b"&2D0-", "utf-7-imap", "replace")
    ('\ufffd', '&2D0-')
    >>> charset.decode(b"\xff", "utf-8", errors="replace")
    '\ufffd'
    >>> charset.decode(b"\xef\xbb\xbfa", "utf-8-sig"), charset.decode(b"\xef\xbb\xbfa", "utf-8")
    ('a', '\ufeffa')
    """
def encode(text: str, label: str) -> bytes:
    r"""Encodes a str in a charset: bytes.

    `label` is the name of the charset in mail; upper and lower case make no difference. This function takes
    "iso-8859-1" literally, although `decode` reads it as windows-1252, like other mail programs. In UTF-7, a shifted sequence at
    the end of the text has no `-`, as RFC 2152 allows: to join the bytes with others, write `-` between them.

    Raises UnicodeEncodeError if the charset lacks a character or `text` has lone surrogates, and LookupError for an unknown
    charset.

    >>> from mailutf import charset
    >>> charset.encode("Код", "koi8-r")
    b'\xeb\xcf\xc4'
    """
def fix(text: _Cell) -> _Cell:
    """Undoes a wrong decoding of a text, even a repeated one: str. Returns the text unchanged if it is not garbled. A garbled
    text is repaired only if the result consists of words, as in `mailutf review`. If only a part of the text is garbled, that
    part is repaired only if it was encoded in UTF-8, or stands in lines of its own. What was garbled with a loss stays; only a
    lost no-break space after `Ã`
    is known to be the rest of `à`. A value that is no str, such as a number, None or NaN in a column of a table, is returned
    unchanged. So is a str with surrogates.

    Text that was not UTF-8 (`Ïðèâåò`) needs more letters, so single names can be missed. Of 70 Russian first names, surnames and
    cities that were read as windows-1252, it repairs 66 if they were in windows-1251, and 68 if they were in KOI8-R. If they were
    in UTF-8, it repairs all of the 40 that lost no octet. Of 17 Czech, Polish and Hungarian cities in windows-1250, it repairs 3.

    A text in which the same word stands sound and garbled, such as `Müller, MÃ¼ller`, may explain how the word was garbled.
    Such a text is returned unchanged.

    >>> from mailutf import charset
    >>> charset.fix("GrÃ¶ÃŸe"), charset.fix("РџСЂРёРІРµС‚"), charset.fix("Größe"), charset.fix("FranÃ§ois Lefèvre")
    ('Größe', 'Привет', 'Größe', 'François Lefèvre')
    >>> charset.fix("Müller, MÃ¼ller"), charset.fix("Meier, MÃ¼ller aus KÃ¶ln")
    ('Müller, MÃ¼ller', 'Meier, Müller aus Köln')
    """
def is_garbled(text: object) -> bool:
    """Whether a text was decoded wrongly: bool. It is True for each text that `fix` changes, and for each text for which a
    `Message` has the finding "text-garbled", even if the text cannot be repaired, because it lost octets or also has the sound
    form of its words. Ask before `fix`: what `fix` leaves of a text that it repaired in part is often too little to be known,
    like other garbled text with few letters. For a value that is no str, the result is False.

    >>> from mailutf import charset
    >>> [charset.is_garbled(text) for text in ("GrÃ¶ÃŸe", "Größe", None)]
    [True, False, False]
    >>> both = "Müller und MÃ¼ller aus KÃ¶ln"
    >>> charset.is_garbled(both), charset.fix(both) == both
    (True, True)
    """
def canonical(label: str) -> str | None:
    """Returns the name of the charset that a label means: str, which is a key of `labels()`, or None if the label means none.

    Case, punctuation, quotes, blanks and common misspellings make no difference. If mail uses the label for a larger
    charset, the name is that of the larger one. `decode` reads a label in the same way.

    >>> from mailutf import charset
    >>> charset.canonical("utf8"), charset.canonical("iso-8859-1"), charset.canonical("x-unknown")
    ('UTF-8', 'windows-1252', None)
    """
def labels() -> dict[str, list[str]]:
    """Returns the names of all charsets, each with its other labels: dict of str to list of str. Further spellings, such as
    "utf8" and "latin-1", are understood, but not listed: `canonical` tells what a label means.

    >>> from mailutf import charset
    >>> "csiso2022jp" in charset.labels()["ISO-2022-JP"]
    True
    """
def doubts(
    path: _Path,
    policy: Policy | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> list[Doubt]:
    r"""Finds the doubtful texts in a file or a directory: list of `Doubt`. A decision about the first group settles the most
    texts.

    A text is doubtful if `normalize` leaves it until somebody decides. Its finding is "label-doubtful", "text-garbled",
    "text-unresolved", "word-unresolved", "field-unresolved" or "parameter-unresolved". But binary data, damaged
    UTF-8 and a damaged transfer encoding, which no charset makes readable, are not doubtful. Text whose charset was guessed ("label-missing",
    "label-unknown", "label-mismatch", "field-raw") is not doubtful either: it is read and converted.
    `Message.readings()` has other readings of it nevertheless. A label that the octets prove wrong, such as ISO-2022-JP on
    Shift_JIS, is no doubt either: the finding "label-mismatch" counts these. A group can also have texts without a finding:
    those that contradict nearly all other mail of their sender.

    `path` is the same as for `Mailbox`. The rules of `policy` say what is already decided; texts to which a rule
    applies are left out. Mail that cannot be read is left out, too: see `Mailbox.skipped`.

    `progress` is the same as for `normalize_file`: a function that is called with the number of octets and of messages that
    are done.

    Raises OSError if `path` does not exist.

    >>> import mailutf, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     mail = pathlib.Path(directory, "letter.eml")
    ...     _ = mail.write_bytes(b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    ...         b"\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\n")
    ...     for doubt in mailutf.doubts(mail):
    ...         print(doubt.name, doubt.label, doubt.likely, doubt.samples[0].likely)
    ...         print(mailutf.Rules("version = 1\n" + doubt.rule).text)
    ivan@example.org iso-8859-1 in windows-1251 Привет, мир
    version = 1
    [[rule]]
    from = "ivan@example.org"
    label = "iso-8859-1"
    read = "windows-1251"
    <BLANKLINE>
    """
def encode_header(text: str, form: _Form = "encoded", *, fold: bool = False) -> str:
    r"""Encodes text as the value of a header field, such as Subject: str. `decode_header` reads the same text from the value,
    with these exceptions. Each line end (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) becomes one blank, so that
    it never begins a new field. Then spaces and tabs at the start and the end of the text are left out. Text with U+001B or
    `~{` may be read as ISO-2022 or HZ, and text that looks garbled, such as "Ã¼ber", is read repaired.

    In the form "encoded", words in US-ASCII at the start and the end stay as they are, so that filters find `Re:` or the name
    of a list. So the value is no name of an address: `encode_addresses` writes names.

    `form` is "encoded" (US-ASCII with encoded words, RFC 2047) or "utf8" (RFC 6532). The value is one line, which the
    package `email` accepts and folds. If `fold` is True, the value is folded by CRLF and a blank, for programs that write
    the field themselves. Its first line then leaves room for a name of 28 characters, a colon and a blank. Encoded words are cut
    for these lines without `fold`, too.

    Raises ValueError for any other value of `form`.

    >>> import mailutf
    >>> mailutf.encode_header("Größe"), mailutf.encode_header("Größe", "utf8")
    ('=?utf-8?B?R3LDtsOfZQ==?=', 'Größe')
    >>> mailutf.encode_header("Re: Größe")
    'Re: =?utf-8?B?R3LDtsOfZQ==?='
    >>> mailutf.decode_header(mailutf.encode_header(" two\r\nlines\u2028of text\n"))
    'two lines of text'
    """
def encode_addresses(addresses: Sequence[Address], form: _Form = "encoded", *, fold: bool = False) -> str:
    """Encodes a list of addresses as the value of a header field such as To: str. `addresses` reads the value again. `form` and
    `fold` are the same as for `encode_header`; line ends and blanks in names are treated as there. If `fold` is True, the
    value begins with CRLF in one case: the first name is one encoded word on a line of its own, and would be two on the line
    of the field's name, between which some readers show a blank. For the package `email`, use the form "utf8", because `email`
    encodes the value itself, and misreads a name that consists of several encoded words; and write the message by
    `email_policy`, because with its own policies `email` can lose recipients.

    Raises ValueError if an address cannot be written in this form, and for any other value of `form`. The exception
    names the address, or the name if the address is empty. If one address cannot be written, no address is written: to
    find all such addresses, encode each address in a separate list.

    >>> import mailutf
    >>> mailutf.encode_addresses([mailutf.Address("Döe, J.", "j@example.org")])
    '=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>'
    """
def encode_parameter(name: str, value: str, form: _Form = "encoded", *, fold: bool = False) -> str:
    r"""Encodes a parameter of a header field, such as the file name in Content-Disposition (RFC 2231): str. Put a semicolon
    before the parameter. `Part.name` and other readers read the same value, except that each line end becomes one blank, as in
    `encode_header`.

    `form` and `fold` are the same as for `encode_header`, but no line leaves room for the name of the field: if `fold` is
    True, write a semicolon, CRLF and a blank before the parameter. Raises ValueError if `name` is not a token, and for any
    other value of `form`.

    >>> import mailutf
    >>> mailutf.encode_parameter("filename", "€.txt")
    "filename*=utf-8''%E2%82%AC.txt"
    >>> mailutf.encode_parameter("filename", "x\r\ny.txt")
    'filename="x y.txt"'
    """
def to_utf7(
    data: Buffer,
    policy: Policy | None = None,
    *,
    wrap: Literal["flowed", "hard", "qp", "none"] = "flowed",
    columns: int | None = None,
) -> bytes:
    r"""Converts a message to 7-bit mail with text in UTF-7, as `mailutf to-utf7` does: bytes.

    `data` is bytes, or any object with the buffer protocol. `policy` says how the text of the message is read. `wrap` says how
    long lines are broken: "flowed" (RFC 3676), "hard", "qp" (quoted-printable) or "none". Lines have at most `columns` columns,
    by default 76. With "none", no line of text is broken.

    With "flowed", plain text whose lines are too long gets `format=flowed; delsp=yes`. So `plain_text` of the result has the old
    lines, and `text` has the broken ones. File names and other parameters are written in UTF-8 by RFC 2231
    (`filename*=utf-8''%E2%82%AC.txt`), which has only octets of US-ASCII, not in UTF-7.

    Text that `normalize` would leave stays in its charset, for example text with a doubtful label: `policy` decides, and
    `Message.findings` names it. If such a body has octets above 127, it is written in base64 or quoted-printable, so the mail
    is 7-bit, but this text is not in UTF-7. Octets above 127 stay only in header fields that cannot be read, and where nothing
    may be changed, for example in a trace field or before the first part of a multipart. `isascii()` of the result tells.

    Raises TypeError if `data` does not support the buffer protocol, and ValueError for any other value of `wrap` or if
    `columns` is less than 1.

    >>> import mailutf
    >>> mailutf.to_utf7(b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n").splitlines()[-1]
    b'+BBoEPgQ0'
    """
def html_to_text(html: str) -> str:
    r"""Converts HTML to plain text, as a person reads it: str. The result has lines and paragraphs, `> ` before quotations,
    and marks before list items. The alternative text of a picture stands for the picture. Scripts, styles and targets
    of links are left out. Soft hyphens are left out; other invisible characters, such as the zero-width space, are kept.
    Text that the page hides, for example by `display:none`, is part of the result.

    >>> import mailutf
    >>> mailutf.html_to_text("<p>Gr&uuml;&szlig;e<ul><li>eins<li>zwei</ul>")
    'Grüße\n\n- eins\n- zwei\n'
    """
def explain(code: str) -> Explanation:
    """Explains a kind of finding: `Explanation`. `code` is the value of `Finding.code`, one of `finding_codes()`.

    Raises LookupError for an unknown code.

    >>> import mailutf
    >>> mailutf.explain("transfer-tail").meaning
    'Plain text stands before or after the encoded data of a body; it was kept.'
    """
def finding_codes() -> list[str]:
    """Returns the codes of all kinds of findings: list of str. `explain` explains each code. A later version can have more.

    >>> import mailutf
    >>> "transfer-tail" in mailutf.finding_codes()
    True
    """
def _field_kind(name: str) -> str:
    """Returns what the body of a header field of this name is: "addresses", "text", which may be encoded as a whole, or
    "structured". `mailutf.email_policy` uses it.
    """
def _encode_phrase(text: str, form: str) -> str:
    """Encodes the name of a group of addresses, with its folds. `mailutf.email_policy` uses it."""
def _fail(how: str) -> None:
    """Panics, so that tests can check what a user sees after a panic. This is needed because no known input causes a
    panic. `how` says where the panic occurs: "within" the call, or "apart", on another thread.
    """
def _columns(mailboxes: Sequence[Mailbox], columns: Sequence[str] | None, batch: int) -> Columns:
    """Returns the messages of several mailboxes as columns."""
def _detect(data: Buffer) -> tuple[_Guess | None, list[_Guess]]:
    """Returns the detected charset of octets, or None, and a list of the possible charsets by the letters, the likeliest
    first. Each charset comes with its evidence, its probability from 0 to 1, the language as a BCP 47 tag if letters are
    the evidence, and the number of octets before an incomplete character at the end. `charset.detect` and
    `charset.detect_all` return these values in the form of chardet.
    """

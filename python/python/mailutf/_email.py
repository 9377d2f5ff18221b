"""Converts messages to and from the package `email` of the standard library."""

import email
import email.message
import email.policy
import re
from email import _encoded_words  # type: ignore[attr-defined]
from email.contentmanager import ContentManager, raw_data_manager
from email.errors import MissingHeaderBodySeparatorDefect
from email.generator import BytesGenerator
from email.headerregistry import AddressHeader, BaseHeader, Group, HeaderRegistry, UniqueUnstructuredHeader, UnstructuredHeader
from email.headerregistry import Address as EmailAddress
from io import BytesIO
from typing import Any, Literal

from ._mailutf import (
    Address,
    Message,
    Policy,
    _encode_phrase,
    _field_kind,
    addresses,
    decode,
    decode_body,
    decode_header,
    encode_addresses,
    encode_header,
    normalize,
)

# What `email` takes for an encoded word. Blanks in it, which RFC 2047 forbids, are common.
_WORD = re.compile(r"=\?[^?]*\?[bq]\?[^?]*\?=", re.IGNORECASE)
# A line end in a parameter in the form of RFC 2231.
_ESCAPED_LINE_END = re.compile("(?:%0d)?%0a|%0d", re.IGNORECASE)
_PARAMETERIZED = ("content-type", "content-disposition")
_LINE_END = re.compile(r"\r\n?|\n")
# What `email` takes for a line end where it folds a field, but is none in a message.
_FALSE_LINE_END = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
# A line end that does not begin a continuation line.
_UNFOLDED = re.compile(r"(\r\n?|\n)(?=[^ \t\r\n])")
# A word with surrogates, by which `email` keeps octets.
_OCTETS = re.compile("[^\\s<>,;:\"()@]*[\udc80-\udcff][^\\s<>,;:\"()@]*")
# The most characters in a line.
_LINE = 76
# The last blank after a comma in a line, or the first one after more.
_FOLD = re.compile(r"(\S.{0,74}[,;]) (?=\S)")
# Text in which a colon or a parenthesis begins neither a group nor a comment.
_ENCLOSED = re.compile(r'"(?:\\.|[^"\\])*\\?"?|<[^<>]*>|\[[^\[\]]*\]', re.DOTALL)
# The fields whose text is identifiers of messages or parts (RFC 5322 section 3.6.4, RFC 2045 section 7, RFC 5536 section 3.2.12).
_IDENTIFIERS = ("message-id", "in-reply-to", "references", "resent-message-id", "original-message-id", "content-id", "supersedes")
# Blanks between identifiers.
_BETWEEN_IDENTIFIERS = re.compile(r"(?<=>)\s+(?=<)")
_Form = Literal["utf8", "encoded"]
# The name of a group, or None for addresses that are in no group, and the addresses.
_Group = tuple[str | None, list[Address]]


class _Value(str):
    """The body of a header field, with the policy by which its text is read."""

    reading: Policy | None = None


def _line(value: str, policy: Policy | None) -> str:
    """Decodes the body of a field. Line ends become blanks, as in `Message`."""
    return _LINE_END.sub(" ", decode_header(value, policy))


class _Text(UnstructuredHeader):
    """A header field with text, which is decoded as in `Message`: an encoded word that cannot be decoded stays
    encoded."""

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        super().parse(value, kwds)
        kwds["decoded"] = _line(value, getattr(value, "reading", None))


class _Identifiers(UnstructuredHeader):
    """A header field with identifiers, which are never encoded: `=?` in an identifier begins no encoded word."""

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        super().parse(value, kwds)
        kwds["decoded"] = _LINE_END.sub(" ", value)


class _UniqueIdentifiers(_Identifiers, UniqueUnstructuredHeader):
    pass


class _UniqueText(_Text, UniqueUnstructuredHeader):
    pass


class _Addresses(AddressHeader):
    """A header field with addresses, whose names are decoded as in `Message`. `email` can read blanks between the encoded
    words of a name."""

    @classmethod
    def parse(cls, value: Any, kwds: dict[str, Any]) -> None:
        if not isinstance(value, str):
            super().parse(value, kwds)
            return
        reading = getattr(value, "reading", None)
        named = None
        try:
            super().parse(value, kwds)
            named = _named(value, kwds["groups"], reading)
        # The parsers of `email` have bugs, and raise exceptions of many classes.
        except Exception:
            UnstructuredHeader.parse(value, kwds)
        if named is None:
            named = [Group(None, (_email_address(one),)) for one in addresses(value, reading)]
        # A list without addresses can still be a list of empty groups (`undisclosed-recipients:;`), or text.
        if named or "groups" not in kwds:
            kwds["decoded"] = ", ".join(map(str, named)) or kwds["decoded"]
            kwds["groups"] = named


def _email_address(one: Address) -> EmailAddress:
    local, _, domain = one.address.rpartition("@")
    return EmailAddress(one.name, local or domain, domain if local else "")


def _named(value: str, groups: list[Group], reading: Policy | None) -> list[Group] | None:
    """Returns the groups of addresses that `email` has read from `value`, with the names that mailutf has read. Returns None
    if they have not read the same addresses."""
    found = addresses(value, reading)
    if [one.address for one in found] != [one.addr_spec for group in groups for one in group.addresses]:
        return None
    names = (one.name for one in found)

    def named(one: EmailAddress) -> EmailAddress:
        return EmailAddress(next(names), one.username, one.domain)

    return [Group(group.display_name, tuple(map(named, group.addresses))) for group in groups]


class _Fields(HeaderRegistry):
    """The classes of header fields. If the class of a field cannot parse the field, the field is read as text."""

    def __init__(self, reading: Policy) -> None:
        super().__init__(default_class=_Text)
        self.map_to_type("subject", _UniqueText)  # type: ignore[arg-type]
        for name in _IDENTIFIERS:
            self.map_to_type(name, _UniqueIdentifiers if name in self.registry else _Identifiers)  # type: ignore[arg-type]
        for name, class_ in self.registry.items():
            if issubclass(class_, AddressHeader):
                self.map_to_type(name, type(class_.__name__, (_Addresses, class_), {}))
        self._reading = reading

    def __call__(self, name: str, value: Any) -> BaseHeader:
        # A program can also set objects, such as the `Address` of `email`, or a datetime.
        if isinstance(value, str):
            # The surrogates of a field that was read can be octets of UTF-8.
            value = _Value(_octets(value).decode("utf-8", "surrogateescape"))
            value.reading = self._reading
        try:
            header = super().__call__(name, value)
        # The parsers of `email` have bugs, and raise exceptions of many classes.
        except Exception:
            text = type("_TextHeader", (_Text, BaseHeader), {})
            header = text(name, str(value))
        if isinstance(value, str):
            header.given = value  # type: ignore[attr-defined]
        return header


def _written_addresses(header: BaseHeader, form: _Form, reading: Policy | None) -> str:
    """Returns the body of a field with addresses, folded. If an address cannot be written in `form`, the body is in UTF-8.
    The folding of `email` is never used, because it can drop quotes and commas. If it is not certain which addresses the
    program has set, the body is what the program has set, unless it has characters that `form` forbids and no group or
    comment, which would be lost."""
    given: str | None = getattr(header, "given", None)
    text = _LINE_END.sub(" ", given or str(header)).strip()
    groups = _groups(header, given, reading)
    forms: list[_Form] = [form, "utf8"]
    if groups is None:
        groups = [(None, [one]) for one in addresses(text, reading)]
        is_kept = form == "utf8" or text.isascii() or _has_groups_or_comments(text)
        forms = [] if is_kept else ["encoded"]
    members = [one.address for _, group in groups for one in group]
    for each in forms if groups else ():
        try:
            first, *others = [_written_group(*group, each) for group in groups]
        except ValueError:
            continue
        # Each other group begins on a line of its own already.
        body = ",\r\n ".join([first, *(one.lstrip() for one in others)])
        if [one.address for one in addresses(body)] == members:
            return body
    folded = _FOLD.sub("\\1\r\n ", text)
    # A comma can also be in a quoted address, which may not be folded.
    return folded if len(text) > _LINE and addresses(folded) == addresses(text) else text


def _has_groups_or_comments(text: str) -> bool:
    return bool(re.search("[:(]", _ENCLOSED.sub("", text)))


def _written_identifiers(text: str) -> str:
    """Returns the body of a field with identifiers, folded only between them."""
    first, *others = _BETWEEN_IDENTIFIERS.split(text)
    lines = [first]
    for one in others:
        if len(lines[-1]) + len(one) + 1 < _LINE:
            lines[-1] += f" {one}"
        else:
            lines.append(one)
    return "\r\n ".join(lines)


def _groups(header: BaseHeader, given: str | None, reading: Policy | None) -> list[_Group] | None:
    """Returns the addresses of a field, from its text or, if it was made from objects, from these. Returns None if `email`
    and mailutf do not read the same addresses from the text. `email` knows the groups, and mailutf decodes the names."""
    groups: list[Group] | None = getattr(header, "groups", None)
    if given is not None:
        parsed: dict[str, Any] = {}
        try:
            AddressHeader.parse(given, parsed)
        except Exception:
            return None
        groups = _named(given, parsed["groups"], reading)
    if groups is None:
        return None
    return [(one.display_name, [Address(each.display_name, each.addr_spec) for each in one.addresses]) for one in groups]


def _written_group(name: str | None, members: list[Address], form: _Form) -> str:
    body = encode_addresses(members, form, fold=True)
    return body if name is None else f"{_encode_phrase(name, form)}:{body and ' '}{body};"


class _Policy(email.policy.EmailPolicy):
    r"""A policy of the package `email` with which reading a field never raises an exception, whatever the message contains,
    and writing a field loses no address. A field that was read is written as it was. With its own policies, `email` can drop
    quotes and commas where it folds an address list, so that recipients are lost or change.

    A field is written in US-ASCII, with encoded words. With `email_policy.clone(utf8=True)`, it is written in UTF-8 (RFC 6532),
    which only servers with SMTPUTF8 accept. Without it, a field is in UTF-8 only if encoded words would lose something:

    - an address, an identifier (In-Reply-To, References, Message-ID) or another structured value (the URLs of
      List-Unsubscribe) that has other characters, and may not be encoded
    - a list with a group or a comment in which `email` and mailutf find different addresses; it is written as it was set

    In a sum of policies, `email_policy` comes first: `email_policy + email.policy.SMTP`. Text is read as `Message` reads it, raw
    UTF-8 too.

    A name is one encoded word if it fits on a line of its own. Some versions of Python read the encoded words of a longer name
    with blanks between them; `email_policy` and `repair` read it without these blanks.

    >>> from email.message import EmailMessage
    >>> import mailutf
    >>> message = EmailMessage(policy=mailutf.email_policy)
    >>> message["To"] = mailutf.encode_addresses([mailutf.Address("Döe, J.", "j@example.org")], "utf8")
    >>> message.as_bytes()
    b'To: =?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>\n\n'
    >>> import email
    >>> email.message_from_bytes("Subject: Grüße\n\n".encode(), policy=mailutf.email_policy)["Subject"]
    'Grüße'
    """

    # The policy by which text is read.
    reading: Policy | None = None

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value)
        except Exception:
            return _line(value, self.reading)

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, _FALSE_LINE_END.sub(" ", value)

    def fold(self, name: str, value: str) -> str:
        try:
            written = self._written(name, value, not value.isascii()) or str(super().fold(name, value))
        except Exception:
            written = f"{name}: {value}{self.linesep}"
        return _without_octets(_as_one_field(written))

    def fold_binary(self, name: str, value: str) -> bytes:
        try:
            written = self._written(name, value, self.cte_type == "7bit" and not value.isascii())
            folded = written or super().fold_binary(name, value).decode("utf-8", "surrogateescape")
        except Exception:
            folded = f"{name}: {value}{self.linesep}"
        folded = _as_one_field(folded)
        if self.cte_type != "7bit" or folded.isascii():
            return _octets(folded)
        return _octets(_without_octets(folded))

    def _written(self, name: str, value: Any, is_binary: bool) -> str | None:
        """Returns a field of text, addresses or identifiers that the program has set, and a field of addresses or
        identifiers that `email` would fold again; None for any other field. `is_binary` tells whether the field has octets
        that may not be written as they are."""
        form: _Form = "utf8" if self.utf8 else "encoded"
        is_source = not hasattr(value, "name")
        is_identifier = name.lower() in _IDENTIFIERS
        kind = _field_kind(name)
        if is_identifier or isinstance(value, AddressHeader) or kind == "addresses":
            if is_source and self.refold_source == "none" and not is_binary:
                return None
            header = self.header_factory(name, _LINE_END.sub("", value)) if is_source else value
            body = _written_identifiers(str(header)) if is_identifier else _written_addresses(header, form, self.reading)
        elif isinstance(value, UnstructuredHeader):
            try:
                text = str(value)
                body = encode_header(text, form, fold=True) if kind == "text" else _written_structured(name, text, form)
            except ValueError:
                return None
        else:
            return None
        return f"{name}: {body}\r\n".replace("\r\n", self.linesep)


def _written_structured(name: str, text: str, form: _Form) -> str:
    """Returns the body of a field of which only phrases and comments may be encoded, such as List-Id."""
    text = _LINE_END.sub(" ", text)
    if form == "encoded" and not text.isascii():
        field = normalize(f"{name}: {text}\n\n".encode(), Policy(headers="encoded"))
        text = field.decode().partition(":")[2].strip().replace("\r\n", "\n").replace("\n", "\r\n")
    return text if "\r\n" in text or len(text) <= _LINE else _FOLD.sub("\\1\r\n ", text)


def _as_one_field(written: str) -> str:
    """Returns a field that was written, with a blank after each line end in it. Without the blank, the text after the line
    end would be a field of its own."""
    return _UNFOLDED.sub(r"\1 ", written)


def _without_octets(text: str) -> str:
    """Writes words that have octets in an unknown charset as encoded words, as `email` does."""

    def encoded(word: "re.Match[str]") -> str:
        return "=?unknown-8bit?q?" + "".join(f"={octet:02X}" for octet in _octets(word[0])) + "?="

    return _OCTETS.sub(encoded, text)


def _octets(text: str) -> bytes:
    """Encodes a field in UTF-8, with octets for the surrogates by which `email` keeps octets."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


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
    """A content manager whose `get_content` reads text as `Message` does, and also returns content that does not match
    its type."""

    def __init__(self) -> None:
        super().__init__()
        for handlers in ("get_handlers", "set_handlers"):
            getattr(self, handlers).update(getattr(raw_data_manager, handlers))

    def get_content(self, msg: email.message.Message, *args: Any, **kw: Any) -> Any:
        # With other arguments, the caller wants the behaviour of `email`, such as `errors="strict"`.
        if msg.get_content_maintype() == "text" and not args and not kw:
            try:
                return _text(msg)
            except ValueError:
                pass
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


def _text(part: email.message.Message) -> str:
    """Returns the text of a part. Raises ValueError if the content is not text that was read from octets."""
    payload = part._payload  # type: ignore[attr-defined]
    if not isinstance(payload, str):
        raise ValueError("the part has no text")
    # Not by the classes of `email`, because they lose what they cannot parse.
    fields = {name.lower(): value for name, value in reversed(list(part.raw_items()))}
    declared = [fields.get(name) for name in ("content-type", "content-transfer-encoding")]
    type_, encoding = [None if one is None else str(one) for one in declared]
    octets = payload.encode("ascii", "surrogateescape")
    return decode_body(octets, type_, encoding, getattr(part.policy, "reading", None))


def _read_by(reading: Policy) -> _Policy:
    policy = _Policy(header_factory=_Fields(reading), content_manager=_Contents(), refold_source="none")
    return policy.clone(reading=reading)  # type: ignore[call-arg]


# For new messages: `EmailMessage(policy=email_policy)`.
email_policy: email.policy.EmailPolicy = _read_by(Policy())


def _without_line_ends(name: str, value: str) -> str:
    """Returns the body of a field with blanks for encoded line ends. If `email` folds a field again, it decodes its
    encoded words and parameters, and would write these line ends as they are. The text after a line end would become a
    field."""

    def in_word(word: "re.Match[str]") -> str:
        try:
            text = _encoded_words.decode(word[0])[0]
        except Exception:
            return word[0]
        line = _LINE_END.sub(" ", text)
        return word[0] if line == text else str(_encoded_words.encode(line.encode("utf-8", "replace").decode()))

    if "=?" in value:
        value = _WORD.sub(in_word, value)
    if name.lower() in _PARAMETERIZED and "*" in value:
        value = _ESCAPED_LINE_END.sub("%20", value)
    return value


def _prepare(part: email.message.Message, unchanged: _Policy, is_kept: bool = False) -> None:
    """Removes encoded line ends from the fields of a part and of the parts in it. A conversion leaves signed parts
    unchanged, and guesses nothing in attachments, so their texts are read by the policy `unchanged`."""
    is_kept = is_kept or part.get_content_type() == "multipart/signed" or part.get_content_disposition() == "attachment"
    if is_kept:
        part.policy = unchanged
    fields = part._headers  # type: ignore[attr-defined]
    fields[:] = [(name, _without_line_ends(name, value)) for name, value in fields]
    if part.is_multipart():
        for inner in part.get_payload():
            _prepare(inner, unchanged, is_kept)  # type: ignore[arg-type]


def to_email(data: bytes, converted: Policy, unchanged: Policy) -> email.message.EmailMessage:
    """Returns a converted message as an object of the package `email`. Text that the conversion changed is read by the
    policy `converted`, and signed text and attachments by the policy `unchanged`."""
    message: _Message = email.message_from_bytes(data, _class=_Message, policy=_read_by(converted))  # type: ignore[assignment]
    _prepare(message, _read_by(unchanged))
    return message


class _Source(BytesGenerator):
    """Writes a message as it was before `email` read it: without a blank line before a line that is no field."""

    def _write_headers(self, msg: email.message.Message) -> None:
        if any(isinstance(defect, MissingHeaderBodySeparatorDefect) for defect in msg.defects):
            for name, value in msg.raw_items():
                self._fp.write(self.policy.fold_binary(name, value))  # type: ignore[attr-defined, union-attr]
        else:
            super()._write_headers(msg)  # type: ignore[misc]


def repair(message: "email.message.Message[str, str]", policy: Policy | None = None) -> email.message.EmailMessage:
    """Returns a message of the package `email` with all its text decoded correctly.

    `message` is an object that `email` made from bytes. `policy` is a `Policy`. Text is read as in `Message`:
    `repair(message)["Subject"]` is `Message(…).subject`, and `get_content` returns the same text as `Message(…)`.
    Doubtful text is read by the evidence too, unless `policy` says otherwise. Line ends within decoded fields become
    blanks. Raises TypeError if the argument is no message of `email`. If `email` cannot write the message as bytes
    again, the exception of `email` is raised. Reading the result does not raise.

    >>> import email, mailutf
    >>> wrong = email.message_from_bytes(b"Subject: =?x-gbk?B?1tDOxA==?= =?gb2312?Q?=D6=D0?=\\n\\n")
    >>> mailutf.repair(wrong)["Subject"]
    '中文中'
    """
    if not isinstance(message, email.message.Message):
        raise TypeError(f"a message of the package email is needed, not {type(message).__name__}")
    buffer = BytesIO()
    _Source(buffer, mangle_from_=False, policy=email.policy.compat32).flatten(message)
    return Message(buffer.getvalue(), policy).to_email()

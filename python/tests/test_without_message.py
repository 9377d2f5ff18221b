"""Tests fields and bodies without their messages."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mailutf

WORDS = [b"=?koi8-r?B?8NLJ18XU?=", b"=?utf-8?Q?caf=C3=A9?=", b"=?x-none?Q?=FF?=", b" ", b"\r\n ", b",", b"<a@b>", b'"a, b"', b"(c)", b"x"]
FIELDS = st.lists(st.sampled_from(WORDS), max_size=8).map(b"".join)


@given(FIELDS)
def test_a_field_reads_as_in_its_message(value: bytes) -> None:
    message = mailutf.Message(b"Subject:" + value + b"\nCc:" + value + b"\n\n")
    assert mailutf.decode_header(value) == message.subject
    assert mailutf.addresses(value) == message.cc


@given(st.binary())
def test_any_field_can_be_read(value: bytes) -> None:
    assert isinstance(mailutf.decode_header(value), str)
    assert all(isinstance(one.name, str) for one in mailutf.addresses(value))


def test_a_field_of_the_package_email_is_read_like_its_octets() -> None:
    raw = "caf\udce9 =?utf-8?Q?=E2=98=BA?= é"
    assert mailutf.decode_header(raw) == mailutf.decode_header(raw.encode("utf-8", "surrogateescape"))
    assert mailutf.decode_header("Größe =?utf-8?Q?=E2=98=BA?=") == "Größe ☺"
    assert mailutf.addresses("=?utf-8?Q?J=C3=B6rg?= <j@b>")[0].name == "Jörg"
    with pytest.raises(UnicodeEncodeError):
        mailutf.decode_header("\ud800")
    with pytest.raises(TypeError, match="bytes are needed"):
        mailutf.decode_header(7)  # type: ignore[arg-type]


def test_a_policy_applies_to_a_field() -> None:
    policy = mailutf.Policy(fallback_charset="windows-1251", charsets={"iso-8859-1": "windows-1251"})
    assert mailutf.decode_header(b"=?iso-8859-1?Q?=C8=E2=E0=ED?=", policy) == "Иван"
    assert mailutf.addresses(memoryview(b"\xc8\xe2\xe0\xed <i@b>"), policy) == [mailutf.Address("Иван", "i@b")]


@pytest.mark.parametrize("text", ["Größe", "Привет, мир", "会议", "plain", ""])
@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-7"])
def test_a_body_is_read_by_its_fields(text: str, charset: str) -> None:
    data = base64.encodebytes(mailutf.charset.encode(text, charset))
    assert mailutf.decode_body(data, f"text/plain; charset={charset}", "base64") == text
    assert mailutf.decode_body(bytearray(data), f"Text/HTML;\r\n charset={charset}".encode(), b" Base64 ") == text


def test_a_body_without_fields_is_read_by_the_evidence() -> None:
    assert mailutf.decode_body("é".encode()) == "é"
    assert mailutf.decode_body(b"=E9", None, "quoted-printable", mailutf.Policy(fallback_charset="latin1")) == "é"


def test_a_body_that_cannot_be_read_is_an_error_with_the_reason() -> None:
    data = b"a \xff b"
    for fields, why in {
        ("text/plain; charset=utf-8",): "UTF-8: invalid value at octet 2 of the text",
        ("text/plain", "x-runes"): "the transfer encoding is unknown",
    }.items():
        with pytest.raises(ValueError, match=re.escape(why)):
            mailutf.decode_body(data, *fields, policy=mailutf.Policy(strict=True))
    assert mailutf.decode_body(data, "text/plain; charset=utf-8") == "a \ufffd b"


def test_a_parameter_in_pieces_is_read() -> None:
    pairs = [("FILENAME*0*", b"koi8-r''%CF%D4%DE%A3%D4"), (b"FILENAME*1", "\"\\.csv"), ("SIZE", "3")]
    assert mailutf.decode_parameter(pairs, "filename") == 'отчёт"\\.csv'
    assert mailutf.decode_parameter(dict(pairs[2:]).items(), "Size") == "3"
    assert mailutf.decode_parameter(pairs, "name") is None and mailutf.decode_parameter([], "x") is None
    assert mailutf.decode_parameter([("NAME", "=?utf-8?Q?a=0D=0ABcc:_b?=")], "name") == "a Bcc: b"
    for wrong in (5, [5], [("x",)], [("x", 5)], "ab"):
        with pytest.raises((TypeError, ValueError)):
            mailutf.decode_parameter(wrong, "x")  # type: ignore[arg-type]


def test_an_address_that_cannot_be_read_is_not_written() -> None:
    [sender] = mailutf.Message(b"From: J <j\xf6rg@example.org>\nSubject: x\n\n").from_
    assert "\ufffd" in sender.address
    for form in ("encoded", "utf8"):
        with pytest.raises(ValueError, match="cannot be written"):
            mailutf.encode_addresses([sender], form)

"""Tests of single messages."""

import base64
import binascii
import copy
import email
import email.policy
import itertools
import mailbox
import mmap
import os
import pickle
import sys
import tempfile
import threading
from array import array
from datetime import datetime, timedelta, timezone
from email import headerregistry
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mailutf

CORPUS = Path(__file__).parents[2] / "corpus"
MESSAGES = sorted(CORPUS.rglob("*.eml"))

# There is no deadline, because a slow run on a busy machine is no failure.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

ALL = b"""From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>
To: a@example.org, "B C" <b@example.org>
Date: Sat, 21 Nov 2026 10:00:00 -0330
Subject: =?gb2312?B?1tA=?= =?gb2312?B?zsQ=?=
Received: 2
Received: 1
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=koi8-r

\xeb\xcf\xc4
--c
Content-Type: text/html; charset=utf-8

<p>\xe2\x98\xba
--c--
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''%E2%82%AC.pdf
Content-Transfer-Encoding: base64

JVBERg==
--b--
"""


def test_a_message_has_what_a_client_shows() -> None:
    message = mailutf.Message(ALL)
    assert message.subject == "中文"
    assert [(one.name, one.address) for one in message.from_] == [("Jörg", "j@example.org")]
    assert [str(one) for one in message.to] == ["a@example.org", "B C <b@example.org>"]
    assert message.date == datetime(2026, 11, 21, 10, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))
    assert [value for name, value in message.headers if name == "Received"] == ["2", "1"]
    assert message.header("subject") == "中文" and message.header("X-None") is None
    assert (message.text, message.html) == ("Код", "<p>☺")
    assert [(one.section, one.type, one.charset) for one in message.texts] == [
        ("1.1", "text/plain", "KOI8-R"),
        ("1.2", "text/html", "UTF-8"),
    ]
    (file,) = message.attachments
    assert (file.name, file.type, file.section, file.data) == ("€.pdf", "application/pdf", "2", b"%PDF")
    assert bytes(message) is message.data is ALL
    assert (message.path, message.offset, message.ordinal) == (None, 0, 0)


def test_dates() -> None:
    def date(value: bytes) -> datetime | None:
        return mailutf.Message(b"Date: " + value + b"\n\n").date

    unknown = date(b"Sat, 21 Nov 2026 10:00:00")
    assert unknown == datetime(2026, 11, 21, 10) and unknown.tzinfo is None
    leap = date(b"31 Dec 2016 23:59:60 +0000")
    assert leap == datetime(2017, 1, 1, tzinfo=timezone.utc)
    message = mailutf.Message(b"Date: 31 Dec 2016 23:59:60 +0000\n\n")
    assert message.date_utc == leap and message.timestamp == leap.timestamp()
    for value in (b"", b"yesterday", b"99 Nov 2026 10:00:00 +0000", b"1 Jan 10000 00:00:00 +0000"):
        assert date(value) is None


@pytest.mark.parametrize("path", MESSAGES, ids=str)
def test_our_messages(path: Path) -> None:
    data = path.read_bytes()
    new = mailutf.normalize(data)
    assert mailutf.normalize(new) is new
    message = mailutf.Message(data)
    assert message.normalized() == new
    assert all(0 <= finding.start <= finding.end <= len(data) for finding in message.findings)
    assert isinstance(message.to_email(), email.message.EmailMessage)


def every_buffer(data: bytes) -> list[object]:
    file = tempfile.TemporaryFile()
    file.write(data)
    file.flush()
    return [bytearray(data), memoryview(data), array("B", data), mmap.mmap(file.fileno(), 0), memoryview(data * 2)[::2]]


@pytest.mark.parametrize("characters", ["plain ", "gr\u00f6\u00dfer \u00ff", "\u0100", "\u0416 \u4f1a\u8b70", "\ud7ff\ue000\uffff", "\U0001f600 "])
def test_long_texts_of_any_script_are_read(characters: str) -> None:
    for length in (*range(80, 90), *range(250, 260), 5000):
        text = ("x" + characters * length)[:length]
        for one in ("x" + text, text + "\u00e9", text + "\u4f1a"):
            (read,) = mailutf.Message(b"Content-Type: text/plain; charset=utf-8\n\n" + one.encode()).texts
            assert (read.text, read) == (one, mailutf.Text("1", "text/plain", "UTF-8", one))
            assert read != mailutf.Text("1", "text/plain", "UTF-8", one + "x")


def test_values_hold_nothing_of_subclasses() -> None:
    class Octets(bytes): ...

    class String(str): ...

    assert type(mailutf.Message(Octets(b"Subject: x\n\n")).data) is bytes
    assert type(mailutf.Text("", "text/plain", "UTF-8", String("x")).text) is str
    with pytest.raises(UnicodeEncodeError):
        mailutf.Text("", "text/plain", "UTF-8", "\ud800")


def test_any_buffer_is_taken() -> None:
    data = b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n"
    for buffer in every_buffer(data)[:4]:
        assert mailutf.normalize(buffer) == "Subject: Привет\n\n".encode()  # type: ignore[arg-type]
        assert mailutf.Message(buffer).subject == "Привет"  # type: ignore[arg-type]
    assert mailutf.Message(memoryview(b"S u b j e c t :   x ")[::2]).subject == "x"
    for other in ("Subject: x", None, 7):
        with pytest.raises(TypeError):
            mailutf.normalize(other)  # type: ignore[arg-type]


def look(data: bytes) -> None:
    message = mailutf.Message(data)
    for name in ("subject", "from_", "to", "cc", "date", "headers", "text", "html", "texts", "findings"):
        getattr(message, name)
    assert all(isinstance(file.data, bytes) for file in message.attachments)
    repr(message)


@given(st.binary())
def test_bytes_that_are_no_mail_never_raise(data: bytes) -> None:
    look(data)
    assert isinstance(mailutf.normalize(data), bytes)


PIECES = [b"\n", b"\n\n", b"--b\n", b"--b--\n", b"Content-Type: multipart/mixed; boundary=b\n", b"=?utf-7?Q?+AGE-?=", b"\xff\xfe",
    b"Content-Type: text/plain; charset=iso-2022-jp\n", b"\x1b$B", b"Content-Transfer-Encoding: base64\n", b"=\n", b"Subject: ",
    b"From: a@b, =?", b"Date: 1 Jan 2020 00:00 +9999\n", b"Content-Type: message/rfc822\n"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=9), max_size=12).map(b"".join))
@settings(max_examples=100)
def test_broken_mail_never_raises(data: bytes) -> None:
    look(data)
    new = mailutf.normalize(data)
    assert mailutf.normalize(new) == new


def test_policies() -> None:
    data = b"Subject: =?koi8-r?B?8NLJ18XU?=\n\n"
    assert mailutf.normalize(data, mailutf.Policy(headers="keep")) is data
    assert mailutf.normalize(data, mailutf.Policy(headers="encoded")).isascii()
    for choices in ({"headers": "utf-9"}, {"bodies": "7bit"}, {"doubtful": "guess"}):
        with pytest.raises(ValueError, match="unknown choice"):
            mailutf.Policy(**choices)  # type: ignore[arg-type]
    for charsets in ({"fallback_charset": "x-none"}, {"charsets": {"utf-8": "x-none"}}):
        with pytest.raises(LookupError, match="x-none"):
            mailutf.Policy(**charsets)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        mailutf.Policy(header="utf8")  # type: ignore[call-arg]
    for name, wrong, why in (
        ("headers", 5, "headers: str is needed, not int"),
        ("bodies", None, "bodies: str is needed, not NoneType"),
        ("strict", "x", "strict: bool is needed, not str"),
        ("fallback_charset", 5, "fallback_charset: str or None is needed, not int"),
        ("limit_message", 1.5, "limit_message: int or None is needed, not float"),
    ):
        with pytest.raises(TypeError, match=f"^{why}(\n|$)"):
            mailutf.Policy(**{name: wrong})  # type: ignore[arg-type]
    for wrong in ("x", {"x": None}, 7):
        with pytest.raises(TypeError, match="^charsets: a dict is needed"):
            mailutf.Policy(charsets=wrong)  # type: ignore[arg-type]


def test_hebrew_in_visual_order_is_put_in_logical_order_where_that_is_asked_for() -> None:
    data = (CORPUS / "bodies" / "hebrew-visual.eml").read_bytes()
    assert mailutf.Message(data).subject == "םלוכל םולש"
    assert mailutf.Message(data, mailutf.Policy(logical_order=True)).subject == "שלום לכולם"


def test_text_with_a_doubtful_label_is_kept_and_shown_by_the_evidence() -> None:
    data = (CORPUS / "words" / "label-overruled.eml").read_bytes()
    kept = mailutf.Message(data)
    assert mailutf.normalize(data) is data and kept.normalized() == data
    assert kept.text is not None and kept.text.startswith("Привет")
    assert kept.subject == "Письмо"
    assert {finding.code for finding in kept.findings} == {"label-doubtful"}
    by_label = mailutf.Message(data, mailutf.Policy(doubtful="label"))
    assert by_label.text is not None and by_label.text.startswith("\xcf\xf0\xe8\xe2\xe5\xf2")
    by_evidence = mailutf.Message(data, mailutf.Policy(doubtful="evidence"))
    assert by_evidence.text is not None and by_evidence.text.startswith("Привет")
    assert by_evidence.subject == "Письмо"


def test_objects_can_be_pickled_compared_and_shown() -> None:
    policies = [
        mailutf.Policy(),
        mailutf.Policy(headers="encoded", bodies="qp", doubtful="evidence", fallback_charset="koi8-r"),
        mailutf.Policy(attachments=False, decode_all=True, keep_dkim=True, break_signatures=True, strict=True, lossy=True, logical_order=True),
        mailutf.Policy(charsets={"x": "utf-8", "iso-8859-1": "windows-1251"}, limit_message=9),
    ]
    for policy in policies:
        assert pickle.loads(pickle.dumps(policy)) == policy == eval(repr(policy), {"Policy": mailutf.Policy})
        assert [other for other in policies if other == policy] == [policy]
    assert len(set(policies)) == len(policies) and repr(policies[0]) == "Policy()"
    lossy = mailutf.Policy(lossy=True)
    message = pickle.loads(pickle.dumps(mailutf.Message(b"Subject: caf\xe9\n\n\xff\x81\n", lossy)))
    assert (message.data, message.subject) == (b"Subject: caf\xe9\n\n\xff\x81\n", "café")
    assert message.text == mailutf.Message(message.data, lossy).text is not None
    (attachment,) = mailutf.Message(ALL).attachments
    for one in (message, attachment, *mailutf.Message(ALL).from_, *mailutf.Message(ALL).texts, *message.findings):
        for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert again == one and hash(again) == hash(one) and repr(again) == repr(one)
        assert type(one).__name__ in repr(one)
    assert len(repr(mailutf.Message(b"Subject: " + b"x" * 10_000 + b"\n\n"))) < 200
    others = {message, mailutf.Message(message.data), mailutf.Message(ALL, lossy), mailutf.Message(ALL), mailutf.Message(ALL)}
    assert len(others) == 4
    kept = pickle.loads(pickle.dumps(attachment))
    assert (kept.name, kept.type, kept.section, kept.data) == ("€.pdf", "application/pdf", "2", b"%PDF")
    fields = ("name", "type", "section", "data", "charset", "disposition", "content_id", "is_inline")
    for changed in fields:
        parts = {part: getattr(kept, part) for part in fields}
        parts[changed] = {"data": b"", "is_inline": True}.get(changed, "x")
        assert mailutf.Attachment(**parts) != attachment


def test_an_attachment_tells_what_it_is() -> None:
    start = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n"
    note = b"Content-Type: text/plain; charset=koi8-r; name=../a.txt\nContent-Disposition: attachment\n\n\xeb\xcf\xc4\n--b\n"
    letter = b"Content-Type: message/rfc822\n\nSubject: =?koi8-r?B?68/E?=\n\ny\n--b\n"
    picture = b"Content-Type: image/png\nContent-ID: <i@x>\nContent-Disposition: attachment\n\n...\n--b--\n"
    for attachments in (
        mailutf.Message(start + note + letter + picture).attachments,
        pickle.loads(pickle.dumps(mailutf.Message(start + note + letter + picture).attachments)),
    ):
        first, second, third = attachments
        assert (first.text, first.charset, first.disposition, first.safe_name) == ("Код", "koi8-r", "attachment", "a.txt")
        assert (first.content_id, first.is_inline, first.message()) == (None, False, None)
        enclosed = second.message()
        assert enclosed is not None and (enclosed.subject, second.text, second.safe_name) == ("Код", None, None)
        assert (third.content_id, third.text, third.is_inline) == ("i@x", None, False)
    (inline,) = mailutf.Message(b"Content-Type: application/pdf\nContent-ID: <i@x>\n\n%PDF").attachments
    assert inline.is_inline and inline.disposition is None


def test_enclosed_messages_share_the_limit_on_depth() -> None:
    nested = b"Content-Type: message/rfc822\n\n" * 150 + b"Subject: in\n\n"
    for of in ("parts", "attachments"):
        message: mailutf.Message | None = mailutf.Message(nested)
        depth = 0
        while message is not None:
            depth += 1
            message = getattr(message, of)[0].message()
        assert depth == 101


def test_what_is_no_message_is_refused_in_words() -> None:
    for wrong in (7, "Subject: x", None, ["a"], sys.stdin):
        for function in (mailutf.Message, mailutf.normalize, mailutf.charset.detect):
            with pytest.raises(TypeError, match=f"bytes are needed, .* not {type(wrong).__name__}$"):
                function(wrong)  # type: ignore[operator]
        with pytest.raises(TypeError, match=f"the package email is needed, not {type(wrong).__name__}$"):
            mailutf.repair(wrong)  # type: ignore[arg-type]
    released = memoryview(b"Subject: x")
    released.release()
    with pytest.raises(ValueError, match="released"):
        mailutf.Message(released)


def test_email_reads_what_we_write() -> None:
    message = mailutf.Message(ALL).to_email()
    assert message["Subject"] == "中文"
    body = message.get_body(("plain",))
    assert body is not None and body.get_content() == "Код"
    wrong = email.message_from_bytes(ALL.replace(b"charset=koi8-r", b"charset=x-koi8-r"))
    assert mailutf.repair(wrong).as_bytes() == mailutf.repair(message).as_bytes()


# Russian in windows-1251 under the label ISO-8859-1, and German that was encoded twice.
WRONG_LABEL = (
    b"From: =?iso-8859-1?Q?=D1=E2=E5=F2=EB=E0=ED=E0_=CF=E5=F2=F0=EE=E2=E0?= <s@example.org>\n"
    b"Subject: =?iso-8859-1?Q?=CF=F0=EE=F8=F3_=EF=F0=E8=F1=EB=E0=F2=FC_=E4=EE=E3=EE=E2=EE=F0?=\n"
    b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n"
    + "Прошу прислать договор до конца недели.\n".encode("windows-1251")
)
TWICE = "Schöne Grüße".encode().decode("cp1252").encode()
GARBLED = (
    b"From: =?utf-8?B?" + base64.b64encode("Grünen Käfer".encode().decode("cp1252").encode()) + b"?= <g@example.org>\n"
    b"Subject: =?utf-8?B?" + base64.b64encode(TWICE) + b"?=\nContent-Type: text/plain; charset=utf-8\n"
    b"Content-Transfer-Encoding: 8bit\n\n" + TWICE + b"\n"
)
SIGNED = (
    b"Subject: x\nContent-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n"
    b"Content-Transfer-Encoding: 8bit\n\n" + TWICE + b"\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n"
)
UTF_8_AS_STORED = mailutf.Policy(charsets={"utf-8": "utf-8"})
AS_LABELLED = mailutf.Rules('version = 1\n[[rule]]\nfrom = "s@example.org"\nread = "label"\n')
POLICIES = [
    mailutf.Policy(),
    mailutf.Policy(doubtful="evidence"),
    mailutf.Policy(doubtful="label"),
    mailutf.Policy(strict=True),
    mailutf.Policy(charsets={"iso-8859-1": "windows-1253"}),
    mailutf.Policy(keep_dkim=True, headers="keep", bodies="keep", attachments=False),
    mailutf.Policy(rules=AS_LABELLED),
    UTF_8_AS_STORED,
]


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
@pytest.mark.parametrize("data", [WRONG_LABEL, GARBLED, SIGNED, ALL], ids=["wrong label", "garbled", "signed", "all"])
def test_email_is_given_the_readings_of_the_message(data: bytes, policy: mailutf.Policy) -> None:
    message = mailutf.Message(data, policy)
    for converted in (message.to_email(), mailutf.repair(email.message_from_bytes(data), policy)):
        assert converted["Subject"] == message.subject
        sender = converted["From"]
        names = [one.display_name for one in sender.addresses] if sender else []
        assert names == [one.name for one in message.from_]
        body = converted.get_body(("plain",))
        assert body is not None and body.get_content().rstrip("\n") == (message.text or "").rstrip("\n")


def test_email_is_given_the_readings_of_attachments() -> None:
    attachment = b"Subject: x\nContent-Disposition: attachment\nContent-Transfer-Encoding: 8bit\nContent-Type: text/plain; charset="
    for data in (attachment + b"utf-8\n\n" + TWICE, attachment + b"iso-8859-1\n\n" + WRONG_LABEL.rpartition(b"\n\n")[2]):
        for policy in (mailutf.Policy(), mailutf.Policy(doubtful="label")):
            message = mailutf.Message(data, policy)
            assert message.to_email().get_content() == message.parts[0].text


# Header lines at which `email` would end the header, or begin a field that is none.
HEADER_LINES = [
    b"Subject: Gr\xc3\xbc\xc3\x9fe",
    b"To: a@example.org; b@example.org",
    b"Cc: J@hn <c@example.org>, .@example.org",
    b"X-One : 1",
    b"X-Two: 2\x0cBcc: d@example.org",
    b"X-Three: 3\rBcc: d@example.org",
    b"X-Four: 4\x1c\n Bcc: d@example.org",
    b"X Five: 5",
    b">From a@example.org Mon Jan  1 00:00:00 2024",
    b"no field",
    b"\xe4: 6",
    b"From: e@example.org\n \n\tmore",
]


@given(st.lists(st.sampled_from(HEADER_LINES), min_size=1, unique=True), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_email_finds_the_fields_of_the_message(lines: list[bytes], end: bytes, is_part: bool) -> None:
    header = b"\n".join([*lines, b"MIME-Version: 1.0"]) + b"\n"
    data = header + b"\nText\n"
    if is_part:
        data = header + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + data + b"--b--\n"
    data = data.replace(b"\n", end)
    message = mailutf.Message(data)
    converted = message.to_email()
    names = [name for name, _ in message.headers if name.isascii()]
    assert converted.keys() == names and "Bcc" not in names
    assert converted["Subject"] == message.subject
    for field, expected in (("To", message.to), ("Cc", message.cc)):
        found = [one.addr_spec for one in converted[field].addresses] if field in converted else []
        assert found == [one.address for one in expected]
    again = mailutf.Message(converted.as_bytes())
    assert [name for name, _ in again.headers] == names and again.to == message.to
    texts = [part.get_content() for part in converted.walk() if part.get_content_maintype() == "text"]
    assert texts == [part.text for part in message.parts if part.type == "text/plain"]
    # If the message comes from `email`, the line ends that `email` has found are there already.
    if not any(control in data for control in (b"\r", b"\x0c", b"\x1c")):
        assert mailutf.repair(email.message_from_bytes(data)).keys() == names


def test_a_field_that_was_read_stays_one_field() -> None:
    for control in "\v\f\x1c\x1d\x1e":
        read = email.message_from_bytes(f"Subject: a{control}Bcc: d@example.org\n\nx\n".encode(), policy=mailutf.email_policy)
        for written in (read.as_bytes(), read.as_string().encode()):
            assert mailutf.Message(written).subject == "a Bcc: d@example.org" and not mailutf.Message(written).bcc


def test_structured_fields_keep_what_programs_read() -> None:
    message = EmailMessage(policy=mailutf.email_policy)
    message["List-Id"] = mailutf.encode_header("Kätzchen") + " <cats.example.org>"
    message["List-Unsubscribe"] = "<https://example.org/ü>, <mailto:u@example.org>"
    read = mailutf.Message(message.as_bytes())
    assert read.list_id == "cats.example.org" and len(read.urls("List-Unsubscribe")) == 2
    message["Keywords"] = "Kätzchen, " * 12 + "Hunde"
    written = message.as_bytes().decode().partition("Keywords: ")[2]
    assert written.isascii() and "Hunde" in written and max(map(len, written.split("\n"))) < 80


# Names that `email` folds wrongly: it drops a quote or a comma at the end of a line.
NAMES = ["Ivanov, I.", "Привет", "Zoë @ Home", "Jörg (X)", "a" * 70 + "é", 'Директор, "Ромашка"', "Ann", "<x@y>", "é,", "日本語, 東京", "a \\ b", ""]


@pytest.mark.parametrize("policy", [mailutf.email_policy, mailutf.email_policy.clone(utf8=True)], ids=["encoded", "utf8"])
def test_email_writes_all_addresses(policy: email.policy.EmailPolicy) -> None:
    lists = [[mailutf.Address(name, f"{n}@example.org") for n, name in enumerate(names)] for names in itertools.permutations(NAMES, 3)]
    for addresses in [*lists, [mailutf.Address(name, "x@example.org") for name in NAMES * 9]]:
        message = EmailMessage(policy=policy)
        message["To"] = mailutf.encode_addresses(addresses, "utf8")
        message["Subject"] = NAMES[5] * 9
        message.set_content("x")
        written = mailutf.Message(message.as_bytes())
        assert written.to == addresses and written.subject == NAMES[5] * 9


def is_sound(name: str) -> bool:
    """Whether the name is no text that looks garbled, such as `Ã¤`, which every reader of mailutf would repair."""
    return mailutf.charset.fix(name) == name and mailutf.addresses(mailutf.encode_addresses([mailutf.Address(name, "a@b")]))[0].name == name


NAME = st.sampled_from(NAMES) | st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30).map(str.strip).filter(is_sound)
ADDRESS = st.builds(
    mailutf.Address,
    NAME,
    st.tuples(st.integers(0, 999), st.sampled_from(["a{}@example.org", "u{}@ü.de", "ж{}@пример.рф", "a.b+{}@x.org", "a{}@[192.0.2.1]", '"a {}"@x.org'])).map(
        lambda parts: parts[1].format(parts[0])
    ),
)
GROUP = st.tuples(NAME.filter(lambda name: name.isalpha()), st.lists(ADDRESS, max_size=4))
POLICIES = [
    mailutf.email_policy,
    mailutf.email_policy.clone(utf8=True),
    mailutf.email_policy.clone(linesep="\r\n"),
    mailutf.email_policy.clone(utf8=True, linesep="\r\n"),
    mailutf.email_policy.clone(refold_source="all", cte_type="7bit"),
]
DEFECTIVE = ["a b c", "@", "<", "a@b.org c@d.org", "x@y.org; z@w.org", "Döe J. <d@e.org>", "(comment", "e@f.org (Jörg)", "SfÕ¶ <q@r.org>", '<<"Doe, J" <q@r.org>', '"open']


@settings(max_examples=100, deadline=None)
@given(st.lists(ADDRESS | GROUP, min_size=1, max_size=12), st.sampled_from(["To", "Resent-Cc", "Disposition-Notification-To"]), st.sampled_from(POLICIES))
def test_any_recipients_are_written(items: list[mailutf.Address | tuple[str, list[mailutf.Address]]], field: str, policy: email.policy.EmailPolicy) -> None:
    members = [one for item in items for one in ([item] if isinstance(item, mailutf.Address) else item[1])]
    message = EmailMessage(policy=policy)
    message[field] = ", ".join(
        mailutf.encode_addresses([item], "utf8") if isinstance(item, mailutf.Address) else f"{item[0]}: {mailutf.encode_addresses(item[1], 'utf8')};"
        for item in items
    )
    for data in (message.as_bytes(), message.as_string().encode()):
        assert mailutf.Message(data).addresses(field) == members
        assert data.isascii() or policy.utf8 or any(not one.address.isascii() for one in members)
        assert all(len(line) < 998 for line in data.splitlines())
    # What was written is read and written again, by each policy.
    for other in POLICIES:
        read = email.message_from_bytes(message.as_bytes(), policy=other)
        assert mailutf.Message(read.as_bytes()).addresses(field) == members
        assert mailutf.Message(read.as_string().encode()).addresses(field) == members


@pytest.mark.parametrize("policy", POLICIES)
def test_a_list_with_defects_keeps_its_recipients(policy: email.policy.EmailPolicy) -> None:
    for wrong in [f"{one}, {other}" for one, other in itertools.product(DEFECTIVE, repeat=2)]:
        given = f'"Doe, John" <j@example.org>, {wrong}, ' + ", ".join(f"{number}@example.org" for number in range(9))
        message = EmailMessage(policy=policy)
        message["To"] = given
        expected = mailutf.Message(f"To: {given}\n\n".encode()).to
        assert [one.address for one in mailutf.Message(message.as_bytes()).to] == [one.address for one in expected], given


def test_recipients_can_be_objects_of_email() -> None:
    team = headerregistry.Group("Größe, Team", (headerregistry.Address("Jörg, X", "j", "example.org"), headerregistry.Address("", "u", "ü.de")))
    for policy in POLICIES:
        message = EmailMessage(policy=policy)
        message["To"] = (headerregistry.Address("Ann", "ann", "example.org"), team, headerregistry.Group("none"))
        message["Date"] = datetime(2026, 11, 21, tzinfo=timezone.utc)
        message["Cc"] = message["To"]
        written = mailutf.Message(message.as_bytes())
        assert [tuple(one) for one in written.to] == [("Ann", "ann@example.org"), ("Jörg, X", "j@example.org"), ("", "u@ü.de")]
        assert written.cc == written.to and written.timestamp == 1795219200
        assert email.message_from_string(message.as_bytes().decode(), policy=email.policy.SMTPUTF8)["To"].groups[1] == team


WORDS = ["Иван", "Петрович", "Сидоров", "Weiß", '"der Große"', "Änne,", "日本語", "(X)", "Ann", "J.", "Zoë", "a@b", "Müller-Lüdenscheidt"]
LONG_NAME = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(st.lists(LONG_NAME, min_size=1, max_size=4), st.sampled_from([*POLICIES, mailutf.email_policy + email.policy.SMTP]))
def test_names_come_back_whole(names: list[str], policy: email.policy.EmailPolicy) -> None:
    members = [mailutf.Address(name, f"{n}@example.org") for n, name in enumerate(names)]
    message = EmailMessage(policy=policy)
    message["To"] = mailutf.encode_addresses(members, "utf8")
    for data in (message.as_bytes(), message.as_string().encode()):
        assert mailutf.Message(data).to == members
        readers = [email.message_from_bytes(data, policy=other) for other in POLICIES]
        readers += [mailutf.repair(email.message_from_bytes(data)), mailutf.Message(data).to_email()]
        if data.isascii() and all(len(name.encode()) <= 45 for name in names):
            readers.append(email.message_from_bytes(data, policy=email.policy.default))
        for reader in readers:
            assert [one.display_name for one in reader["To"].addresses] == names
            assert reader["To"] == ", ".join(map(str, reader["To"].addresses))


@pytest.mark.parametrize("odd", ["root", "a..b@c", "a@", "a@b@c", "a@[[[", "@x", ".", "a.@b.", "root@localhost"])
def test_an_odd_address_in_us_ascii_needs_no_utf8(odd: str) -> None:
    members = [mailutf.Address("Пётр", "p@x.ru"), mailutf.Address("", odd)]
    for given in (mailutf.encode_addresses(members, "utf8"), mailutf.encode_addresses(members)):
        message = EmailMessage(policy=mailutf.email_policy)
        message["To"] = given
        assert message.as_bytes().isascii() and mailutf.Message(message.as_bytes()).to == members
    message = EmailMessage(policy=mailutf.email_policy)
    message["To"] = "Team: Пётр <p@x.ru>, root;"
    assert message.as_bytes() == b"To: Team: =?utf-8?B?0J/RkdGC0YA=?= <p@x.ru>,\n root;\n\n"


LISTS_READ_DIFFERENTLY = ["Team Größe: a@b, Dö <c@d>; x@y", "Listen: root, Dö <a@b> c@d;", "Dö <a@b> c@d, root (Büro)", 'Größe: "x: (" <a@b> c@d;']


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("given", LISTS_READ_DIFFERENTLY)
def test_a_list_that_is_read_differently_keeps_its_groups_and_comments(given: str, policy: email.policy.EmailPolicy) -> None:
    message = EmailMessage(policy=policy)
    message["To"] = given
    assert message.as_bytes() == f"To: {given}{policy.linesep * 2}".encode()
    read = email.message_from_bytes(message.as_bytes(), policy=policy)
    assert read.as_bytes() == message.as_bytes() and read.as_string() == message.as_string()


def test_a_colon_or_parenthesis_in_quotes_begins_no_group_or_comment() -> None:
    for given in ('"x: (" <a@b> c@d, Dö <e@f>', "a@[IPv6:::1] c@d, Dö <e@f>", "Dö <@h:a@b> c@d"):
        message = EmailMessage(policy=mailutf.email_policy)
        message["To"] = given
        assert message.as_bytes().isascii(), given


IDENTIFIERS = ["a@x", "ä@x", "дом@пример.рф", "=?utf-8?q?a?=@x", "a" * 897 + "@x", "ä" * 490 + "@x", "a=?iso-8859-1?b?5A==?=@x"]


def identifiers(data: bytes, field: str) -> list[str | None]:
    message = mailutf.Message(data)
    return {"In-Reply-To": message.in_reply_to, "References": message.references, "Message-ID": [message.message_id]}[field]  # type: ignore[return-value]


@pytest.mark.parametrize("policy", [*POLICIES, mailutf.email_policy + email.policy.SMTP])
@pytest.mark.parametrize(
    ("field", "ids"),
    [*itertools.product(["In-Reply-To", "References", "Message-ID"], [[one] for one in IDENTIFIERS]), ("References", IDENTIFIERS * 2)],
)
def test_identifiers_are_never_encoded(field: str, ids: list[str], policy: email.policy.EmailPolicy) -> None:
    message = EmailMessage(policy=policy)
    message[field] = given = " ".join(f"<{one}>" for one in ids)
    assert message[field] == given
    for data in (message.as_bytes(), message.as_string().encode()):
        assert identifiers(data, field) == ids
        assert all(len(line) <= 1000 for line in data.splitlines())
        read = email.message_from_bytes(data, policy=policy)
        assert read[field] == given
        for again in (read.as_bytes(), read.as_string().encode()):
            assert identifiers(again, field) == ids


def test_a_reply_names_the_message_that_it_answers() -> None:
    for id in IDENTIFIERS:
        answer = EmailMessage(policy=mailutf.email_policy)
        answer["In-Reply-To"] = f"<{mailutf.Message(f'Message-ID: <{id}>'.encode()).message_id}>"
        assert mailutf.Message(answer.as_bytes()).in_reply_to == [id]


def test_the_policy_reads_what_it_writes_in_utf8() -> None:
    policy = mailutf.email_policy.clone(utf8=True)
    message = EmailMessage(policy=policy)
    message["To"], message["Subject"] = "Müller <a@example.org>", "Grüße"
    for data in (message.as_bytes(), message.as_bytes().decode().encode("iso-8859-1")):
        for reader in (policy, mailutf.email_policy):
            read = email.message_from_bytes(data, policy=reader)
            assert (read["To"].addresses[0].display_name, read["To"], read["Subject"]) == ("Müller", "Müller <a@example.org>", "Grüße")


def test_email_writes_octets_in_an_unknown_charset_as_encoded_words() -> None:
    for field in (b"From: \xe9 <q@r.s>", b"To: a <a@b>, \xe9\xe8 x <q@r.s>", b"X-Y: \xe9"):
        message = email.message_from_bytes(field + b"\n\nx\n", policy=mailutf.email_policy)
        assert message.as_string().isascii()
        assert message.as_bytes(policy=mailutf.email_policy.clone(cte_type="7bit")).isascii()
        assert field in message.as_bytes()


def test_email_writes_the_fields_of_a_message_as_they_were() -> None:
    for names in itertools.permutations(NAMES, 3):
        addresses = [mailutf.Address(name, f"{n}@example.org") for n, name in enumerate(names)]
        field = mailutf.encode_addresses(addresses)
        data = f"To: {field}\nSubject: {mailutf.encode_header(NAMES[5] * 9)}\n\nx\n".encode()
        for converted in (mailutf.Message(data).to_email(), mailutf.repair(email.message_from_bytes(data))):
            written = mailutf.Message(converted.as_bytes())
            assert written.to == addresses and written.subject == NAMES[5] * 9


def injected(field: bytes) -> list[tuple[str, str]]:
    """The fields that `email` writes in addition to the fields that were read."""
    data = field + b"\nFrom: a@example.org\nContent-Type: text/plain\n\nx\n"
    added = []
    for converted in (mailutf.Message(data).to_email(), mailutf.repair(email.message_from_bytes(data))):
        for policy in (None, email.policy.default, email.policy.SMTP, email.policy.SMTPUTF8, email.policy.compat32):
            try:
                written = mailutf.Message(converted.as_bytes(policy=policy))
            except Exception:
                # With its own policies, `email` cannot write all fields.
                assert policy is not None
                continue
            added += [one for one in written.headers if one[0].lower() in ("bcc", "x-bcc")]
    return added


LONG = b" and a rather long text that goes on and on, so that the package email folds it"
LINE_ENDS = [
    b"Subject: =?utf-8?Q?x=0D=0ABcc:_b@example.org?=",
    b"Subject: =?utf-8?q?x=0aBcc:_b@example.org?=",
    b"Subject: =?utf-8?Q?x=0DBcc:_b@example.org?=",
    b"Subject: =?utf-8?Q?x=0D?= =?utf-8?Q?=0ABcc:_b@example.org?=",
    b"Subject: =?utf-8?Q?x=0ABcc: b@example.org?=",
    b"Subject: =?us-ascii*en?B?" + base64.b64encode(b"x\r\nBcc: b@example.org") + b"?=",
    b"Subject: =?utf-16?B?" + base64.b64encode("x\r\nBcc: b@example.org".encode("utf-16")) + b"?=",
    b"Subject: =?utf-7?Q?x+AA0ACg-Bcc:_b@example.org?=",
    b"To: =?utf-8?Q?x=0D=0ABcc:_b@example.org?= <c@example.org>",
    b"X-Key: =?utf-8?Q?x=0D=0ABcc:_b@example.org?=",
    b"Content-Disposition: attachment; filename=\"=?utf-8?Q?x=0D=0ABcc:_b@example.org?=\"",
    b"Content-Disposition: attachment; filename*=utf-8''x%0D%0ABcc:%20b@example.org",
    b"Content-Disposition: attachment; filename*0*=utf-8''x%0d%0; filename*1*=aBcc:%20b@example.org",
    b"Content-Disposition: attachment; filename*0*=utf-8''x; filename*1*=\"%0aBcc: b@example.org\"",
]


@pytest.mark.parametrize("end", [b"", LONG, LONG * 3], ids=["short", "long", "longer"])
@pytest.mark.parametrize("field", LINE_ENDS)
def test_email_writes_no_field_that_is_only_text(field: bytes, end: bytes) -> None:
    assert injected(field + end) == []
    if field.startswith(b"Content-Disposition:"):
        assert injected(field + b"; x=" + end.replace(b" ", b"-").replace(b",", b"")) == []


@given(
    st.sampled_from(["Subject", "From", "To", "X-Key", "Content-Type", "Content-Disposition", "Message-ID", "List-Id"]),
    st.text("ab <>@,;\"()=?'*%&é", max_size=12),
    st.sampled_from(["utf-8", "us-ascii", "utf-16", "utf-7", "iso-2022-jp", "koi8-r", "x-none"]),
    st.text(st.sampled_from("ab:\r\n =?_@<>\"é"), max_size=8),
    st.sampled_from(["{}=?{}?b?{}?= {}", "{}=?{}?q?{}?= {}", "{}\"=?{}?q?{}?=\" {}", "x/y; name*={1}''{2}; a={3}", "x; filename*1*={2}; filename*0*={1}''{0}"]),
    st.sampled_from(["", " and more text" * 8]),
)
def test_no_text_becomes_a_field(name: str, before: str, charset: str, text: str, form: str, after: str) -> None:
    octets = (text + "\r\nBcc: b@example.org").encode("utf-8" if charset == "x-none" else charset, "replace")
    word = "".join(f"={octet:02x}" for octet in octets)
    if "?b?" in form:
        word = base64.b64encode(octets).decode()
    elif "*" in form:
        word = word.replace("=", "%")
    assert injected(f"{name}: {form.format(before, charset, word, after)}".encode()) == []


def test_a_decoded_field_has_one_line() -> None:
    data = LINE_ENDS[0] + b"\nX-Key: =?utf-8?Q?a=0Ab?=\n\n"
    for converted in (mailutf.Message(data).to_email(), mailutf.repair(email.message_from_bytes(data))):
        assert (converted["Subject"], converted["X-Key"]) == ("x Bcc: b@example.org", "a b")


def test_charsets() -> None:
    assert mailutf.charset.decode(b"\x83e", "x-sjis") == "テ"
    with pytest.raises(UnicodeDecodeError) as failed:
        mailutf.charset.decode(b"ab\xff", "utf-8")
    assert (failed.value.start, failed.value.end, failed.value.object) == (2, 3, b"ab\xff")
    with pytest.raises(UnicodeEncodeError) as lacks:
        mailutf.charset.encode("é☺", "iso-8859-1")
    assert (lacks.value.start, lacks.value.end) == (1, 2)
    with pytest.raises(UnicodeEncodeError, match="ISO-8859-1"):
        mailutf.charset.encode("€", "iso-8859-1")
    assert mailutf.charset.decode(b"\x80", "iso-8859-1") == "€"
    for call in (lambda: mailutf.charset.decode(b"", "x-none"), lambda: mailutf.charset.encode("", "x-none")):
        with pytest.raises(LookupError):
            call()
    assert mailutf.charset.detect(b"\xff\xfea\0")["encoding"] == "UTF-16"
    assert "UTF-8" in mailutf.charset.labels()


def test_threads() -> None:
    message = mailutf.Message(ALL)
    wrong: list[object] = []

    def work() -> None:
        for _ in range(300):
            if message.subject != "中文" or mailutf.normalize(ALL) != new or message.attachments[0].data != b"%PDF":
                wrong.append(1)

    new = mailutf.normalize(ALL)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_decoded_addresses_are_the_same_when_they_are_read_again():
    message = mailutf.Message(
        b"Reply-To: =?utf-8?Q?Doe=2C_John?= <j@e.org>,\n =?utf-8?Q?evil=40e.org=2C?= <k@e.org>, Ann <a@e.org>\n\n"
    )
    expected = [("Doe, John", "j@e.org"), ("evil@e.org,", "k@e.org"), ("Ann", "a@e.org")]
    assert [(one.name, one.address) for one in message.reply_to] == expected
    assert message.addresses("reply-to") == message.reply_to
    assert mailutf.addresses(message.header("Reply-To")) == message.reply_to
    assert mailutf.addresses(", ".join(str(one) for one in message.reply_to)) == message.reply_to
    assert str(message.reply_to[2]) == "Ann <a@e.org>"


def test_text_behind_a_picture_is_a_body():
    part = b"--b\nContent-Type: %s\n\n%s\n"
    pieces = [(b"text/plain", b"one"), (b"image/png", b"x"), (b"text/plain; charset=utf-7", b"+A7I-"), (b"application/pdf", b"%PDF")]
    data = b"Content-Type: multipart/mixed; boundary=b\n\n" + b"".join(part % piece for piece in pieces) + b"--b--\n"
    message = mailutf.Message(data)
    one, picture, two = message.text_bodies
    assert (one.text, picture.data, two.text) == ("one", b"x", "\u03b2")
    assert [body.section for body in message.html_bodies] == ["1", "2", "3"]
    assert [file.type for file in message.attachments] == ["application/pdf"]
    unread = mailutf.Message(b"Content-Transfer-Encoding: x-none-such\n\n???\n").text_bodies
    assert [body.text for body in unread] == ["???\n"]


def test_the_thread_of_a_message():
    message = mailutf.Message(b"Message-ID: <3@x>\nReferences: <1@x><2@x>\nIn-Reply-To: Your mail (<0@x>) <2@x>\n\n")
    assert (message.message_id, message.references, message.in_reply_to) == ("3@x", ["1@x", "2@x"], ["2@x"])
    none = mailutf.Message(b"Date: 21 Nov 2026 10:00:00\n\n")
    assert (none.message_id, none.references, none.list_id, none.urls("List-Post")) == (None, [], None, [])
    assert none.timestamp == 1795255200 and none.date.tzinfo is None


def test_flags_and_the_from_line_of_an_mbox() -> None:
    fields = {b"": "", b"Status: O\n": "", b"Status: RO\n": "S", b"Status: RO\nX-Status: AFTD\n": "DFRST", b"X-Status: F\n": "F"}
    line = b"From a@b.org Mon Jan  1 00:00:00 2024\n"
    for written, flags in fields.items():
        data = line + written + b"Subject: x\n\n\n"
        for message in (mailutf.Mailbox.from_bytes(data)[0], next(iter(mailutf.Mailbox.from_bytes(data)))):
            assert (message.from_line, message.flags) == (line, flags)
            again = pickle.loads(pickle.dumps(message))
            assert again == message and (again.from_line, again.flags) == (line, flags)
            # The standard library returns the same flags, except that it knows no drafts in an mbox.
            assert set(mailbox.MaildirMessage(mailbox.mboxMessage(message.data)).get_flags()) == set(flags) - {"D"}
    assert (mailutf.Message(b"Status: RO\n\n").flags, mailutf.Message(b"").from_line) == ("", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no directories here")
def test_flags_of_a_maildir_are_in_the_name(tmp_path: Path) -> None:
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    for name in ("cur/1.M1.host:2,FRS", "cur/2.M2.host:2,", "new/3.M3.host"):
        (tmp_path / name).write_bytes(b"Status: RO\nMessage-ID: <%d@b.org>\n\n" % len(name))
    flags = {str(message.path): message.flags for message in mailutf.Mailbox(tmp_path)}
    assert sorted(flags.values()) == ["", "", "FRS"]
    for path, found in flags.items():
        assert mailutf.Message.from_path(path).flags == found
    assert {message.flags for message in mailutf.Mailbox(tmp_path)[:]} == {"", "FRS"}


def test_a_doubtful_text_has_both_readings() -> None:
    octets = "Привет, как дела? Встреча завтра.\n".encode("cp1251")
    message = mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n" + octets)
    (reading,) = message.readings()
    assert (reading.place, reading.section, reading.label) == ("body", "1", "iso-8859-1")
    both = {reading.text, *(one.text for one in reading.alternatives)}
    assert {octets.decode("cp1251"), octets.decode("cp1252")} <= both and message.text in both
    for one in reading.alternatives:
        rules = mailutf.Rules(f'version = 1\n[[rule]]\nlabel = "iso-8859-1"\nread = "{one.read}"\n')
        assert mailutf.Message(message.data, mailutf.Policy(rules=rules)).text == one.text
    assert pickle.loads(pickle.dumps(reading)) == reading and hash(reading.alternatives[0])


def test_readings_are_of_words_and_raw_fields_too() -> None:
    word = b"Subject: =?iso-8859-1?B?" + base64.b64encode("Привет, как дела".encode("cp1251")) + b"?=\n\n"
    message = mailutf.Message(word)
    found = {one.text for reading in message.readings() if reading.place == "words" for one in reading.alternatives}
    assert "Привет, как дела" in {message.subject, *found}
    raw = "Subject: Привет, как дела\n\n".encode("cp1251")
    assert "fields" in [one.place for one in mailutf.Message(raw).readings()]


@pytest.mark.parametrize("path", MESSAGES[::5], ids=str)
def test_readings_of_any_message_are_texts(path: Path) -> None:
    for reading in mailutf.Message.from_path(path).readings() if path.stat().st_size else []:
        assert reading.place in ("body", "words", "fields") and all(one.text for one in reading.alternatives)


def test_a_text_has_the_plain_text_of_its_part() -> None:
    bodies = [
        (b"text/html", b"<p>a<p>b"),
        (b"text/plain; format=flowed", b"one \ntwo"),
        (b"text/plain; format=flowed; delsp=yes", b"one \ntwo"),
        (b"text/plain", b"one \ntwo"),
    ]
    data = b"Content-Type: multipart/mixed; boundary=b\n\n"
    data += b"".join(b"--b\nContent-Type: " + kind + b"\n\n" + text + b"\n" for kind, text in bodies) + b"--b--\n"
    message = mailutf.Message(data)
    for text in message.texts:
        part = message.part(text.section)
        assert part and text.plain_text == part.plain_text
        assert pickle.loads(pickle.dumps(text)) == text
    assert [text.flowed for text in message.texts] == [None, False, True, None]
    assert [text.plain_text for text in message.texts[1:]] == ["one two", "onetwo", "one \ntwo"]


def test_blanks_beside_html_are_no_text() -> None:
    def message(html: str) -> mailutf.Message:
        parts = f"--b\n\n \n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
        return mailutf.Message(f"Content-Type: multipart/alternative; boundary=b\n\n{parts}".encode())

    page = message("<p>Stra&shy;&szlig;en")
    assert (page.text, page.plain_text) == ("<p>Stra&shy;&szlig;en", "Straßen\n")
    assert (page.text, [part.type for part in page.text_bodies]) == (page.html, ["text/plain", "text/html"])
    assert [[part.type for part in page.html_bodies], page.attachments, page.files] == [["text/html"], [], []]
    assert message("<div><br></div>").text == " "


@pytest.mark.parametrize("path", MESSAGES[::5], ids=str)
def test_each_part_of_any_message_is_text_to_show_or_a_file(path: Path) -> None:
    message = mailutf.Message.from_path(path) if path.stat().st_size else mailutf.Message(b"%PDF-1.7")
    bodies = message.text_bodies + message.html_bodies
    listed = {body.section for body in bodies if isinstance(body, mailutf.Text)} | {file.section for file in message.files}
    enclosed = {part.section for outer in message.parts if outer.message() for part in inside(outer)}
    leaves = {part.section for part in message.parts if not part.type.startswith("multipart/") or not part.parts}
    assert leaves - enclosed <= listed


def inside(part: mailutf.Part) -> list[mailutf.Part]:
    return [one for child in part.parts for one in [child, *inside(child)]]


def test_a_uuencoded_line_that_lost_its_end_is_damage() -> None:
    lost = binascii.b2a_uu(bytes(range(200, 245)), backtick=True)[:30] + b"\n" + binascii.b2a_uu(b"end of file", backtick=True)
    body = b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x.bin\n" + lost + b"`\nend\n"
    [file] = mailutf.Message(b"Content-Type: application/pdf; name=x.bin\n" + body).files
    assert file.damage is not None and "at octet 16" in str(file.damage)
    assert file.data == bytes(range(200, 221)) + b"end of file"
    assert "end of file" in (mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n" + body).text or "")


def test_data_that_is_labelled_as_text_is_a_file() -> None:
    for data in (b"%PDF-1.7", b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjc="):
        message = mailutf.Message(data)
        assert [file.data for file in message.files] == [b"%PDF-1.7"] and message.attachments == []
        assert message.text_bodies == message.files


@given(
    st.binary(max_size=6).filter(lambda octets: not set(octets) & set(b"\r\n\0<>(),;:\"\\ \t@\x0b\x0c")),
    st.binary(max_size=6).filter(lambda octets: not set(octets) & set(b"\r\n\0<>(),;:\"\\ \t@\x0b\x0c")),
)
def test_different_identifiers_are_never_equal(one: bytes, other: bytes) -> None:
    ids = [mailutf.Message(b"Message-ID: <a" + octets + b"@x>\n\n").message_id for octets in (one, other)]
    assert None in ids or (ids[0] == ids[1]) == (one == other)


def test_an_identifier_that_is_not_utf_8_is_none() -> None:
    message = mailutf.Message(b"Message-ID: <\xe9t@x>\nReferences: <\xe8t@x> <b@x>\nIn-Reply-To: <\xe8t@x>\n\n")
    assert (message.message_id, message.references, message.in_reply_to) == (None, ["b@x"], [])
    assert mailutf.Message("Message-ID: <ét@x>\n\n".encode()).message_id == "ét@x"


BLOCKS = b"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; b@c\nStatus: 5.1.1\n"


@pytest.mark.parametrize("type_", ["text/rfc822-headers", "message/delivery-status", "message/global-headers", "message/feedback-report"])
@pytest.mark.parametrize("encoding", ["7bit", "base64", "quoted-printable"])
def test_inner_headers_are_decoded(type_: str, encoding: str) -> None:
    data = {"7bit": BLOCKS, "base64": base64.encodebytes(BLOCKS), "quoted-printable": BLOCKS.replace(b":", b"=3A")}[encoding]
    head = f"Content-Type: {type_}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    around = b"Content-Type: multipart/report; boundary=b\n\n--b\n\nHi\n--b\n" + head + data + b"--b--\n"
    for message, index in ((mailutf.Message(head + data), 0), (mailutf.Message(around), 2)):
        part = message.parts[index]
        first, second = part.inner_headers
        assert first == [("Reporting-MTA", "dns; mx")] and second[1] == ("Status", "5.1.1")
        assert part.data.strip() == BLOCKS.strip() and part.text is None
        assert message.normalized() == message.data
        assert pickle.loads(pickle.dumps(part)).inner_headers == part.inner_headers
    assert mailutf.Message(around).text == "Hi"


def test_damaged_inner_headers_are_data() -> None:
    data = b"Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(BLOCKS)[:-9] + b"*=\n"
    [part] = mailutf.Message(data).parts
    assert (part.inner_headers == []) == (mailutf.Message(data, mailutf.Policy(strict=True)).parts[0].inner_headers == [])
    assert part.damage and BLOCKS.startswith(part.data[:40])


def test_a_name_before_an_address_with_octets_is_decoded() -> None:
    data = (
        b"From: Ren\xe9 <ren\xe9@x.fr>\nTo: J\xf6rg <j@x.de>, ren\xe9@x.fr (Ren\xe9), team: Ren\xe9 <ren\xe9@x.fr>;\n"
        b"Cc: plain <a@b>, <ren\xe9@x.fr>\nSubject: d\xe9j\xe0 vu\n\nx\n"
    )
    message = mailutf.Message(data)
    converted = message.to_email()
    for each in (converted, email.message_from_bytes(converted.as_bytes(), policy=email.policy.default)):
        assert [one.display_name for one in each["From"].addresses] == ["René"]
        assert [one.display_name for one in each["To"].addresses][:1] == ["Jörg"]
    written = converted.as_bytes()
    assert written.count(b"ren\xe9@x.fr") == 4 and b"Ren\xe9" not in written and b"J\xf6rg" not in written
    read = mailutf.Message(written)
    for field in ("From", "To", "Cc"):
        assert read.addresses(field) == message.addresses(field)


@given(st.lists(st.tuples(st.sampled_from(["René", "Jörg, X", "plain", "", "Ünal (SI)"]), st.sampled_from([b"a@b", b"ren\xe9@x.fr"])), min_size=1))
def test_an_address_with_octets_is_kept(entries: list[tuple[str, bytes]]) -> None:
    body = b", ".join(b'"' + name.encode("latin-1") + b'" <' + address + b">" for name, address in entries)
    data = b"To: " + body + b"\nSubject: caf\xe9 Gr\xfc\xdfe\n\nx\n"
    message = mailutf.Message(data)
    written = message.to_email().as_bytes()
    read = mailutf.Message(written)
    assert read.to == message.to and read.raw_header("To").count(b"ren\xe9@x.fr") == body.count(b"ren\xe9@x.fr")

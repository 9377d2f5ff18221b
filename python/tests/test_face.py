"""Tests the interface from the viewpoint of a person who knows the modules `email` and `mailbox`."""

import asyncio
import email
import email.message
import gzip
import io
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mailutf
from mailutf import _mailutf

MBOX = "corpus/mbox/mboxrd.mbox"
CORPUS = Path(__file__).parents[2] / "corpus"
TREE = mailutf.Message(
    b"Subject: all\nContent-Type: multipart/mixed; boundary=b\n\n--b\nX-Key: =?utf-8?Q?=C3=A4?=\n\nSee:\n"
    b"--b\nContent-Type: message/rfc822\n\nSubject: in it\nContent-Type: multipart/alternative; boundary=c\n\n"
    b"--c\n\nplain\n--c\nContent-Type: text/html\n\n<p>rich\n--c--\n"
    b"--b\nContent-Type: image/png; name=\"../a.png\"\nContent-ID: <1@c>\nContent-Transfer-Encoding: base64\n\nAAEC\n--b--\n"
)


def corpus() -> list[Path]:
    return sorted(path for path in CORPUS.rglob("*.eml") if path.stat().st_size)


def test_fields_are_found_as_in_the_package_email() -> None:
    message = mailutf.Message(b"Received: b\nReceived: =?utf-8?Q?=C3=A4?=\nSubject: =?koi8-r?B?68/E?=\n x\n\n")
    assert message["subject"] == "Код x" and message["none"] is None
    assert message.get_all("RECEIVED") == ["b", "ä"] and message.get_all("none") == []
    assert "Subject" in message and "none" not in message and 5 not in message
    assert list(message) == ["Received", "Received", "Subject"] == list(email.message_from_bytes(message.data))
    assert (message.get("SUBJECT"), message.get("none"), message.get("none", 5)) == ("Код x", None, 5)
    assert message.raw_header("Subject") == b" =?koi8-r?B?68/E?=\n x" and message.raw_header("none") is None


def test_alternatives_of_fields_have_no_blanks_around_them() -> None:
    message = mailutf.Message(b"Subject: " + "会議のお知らせ".encode("shift_jis") + b"\r\n\r\nx\r\n")
    (reading,) = [one for one in message.readings() if one.place == "fields"]
    texts = [other.text for other in reading.alternatives]
    assert texts and texts == [text.strip() for text in texts]
    body = b"Content-Type: text/plain; charset=koi8-r\n\n " + "Привет, как дела?\n".encode("windows-1251")
    (reading,) = mailutf.Message(body).readings()
    assert reading.alternatives[0].text.startswith(" ") and reading.alternatives[0].text.endswith("\n")


def test_parts_are_a_tree() -> None:
    whole = TREE.parts[0]
    assert [(part.section, part.type) for part in TREE.parts] == [
        ("", "multipart/mixed"),
        ("1", "text/plain"),
        ("2", "message/rfc822"),
        ("2.TEXT", "multipart/alternative"),
        ("2.1", "text/plain"),
        ("2.2", "text/html"),
        ("3", "image/png"),
    ]
    assert [part.section for part in whole.parts] == ["1", "2", "3"]
    text, enclosed, picture = whole.parts
    assert (text.header("x-key"), text.headers, text.text) == ("ä", [("X-Key", "ä")], "See:")
    inner = enclosed.message()
    assert inner and inner.subject == "in it" and text.message() is None
    assert [part.text for part in enclosed.parts[0].parts] == ["plain", "<p>rich"]
    assert (picture.name, picture.safe_name, picture.data, picture.text) == ("../a.png", "a.png", b"\0\1\2", None)
    assert picture == TREE.part_by_content_id("1@c") == TREE.part("3") and TREE.part("9") is None
    assert pickle.loads(pickle.dumps(picture)) == picture and hash(picture) == hash(TREE.part("3"))
    assert repr(picture) == '<mailutf.Part "3", image/png, "../a.png">'


def test_a_message_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "one.eml.gz").write_bytes(gzip.compress(b"Subject: x\n\ny"))
    one = mailutf.Message.from_path(tmp_path / "one.eml.gz")
    assert (one.subject, one.path) == ("x", tmp_path / "one.eml.gz")
    assert mailutf.Message.from_path("corpus/raw/raw-by-body.eml").data == Path("corpus/raw/raw-by-body.eml").read_bytes()
    with pytest.raises(ValueError, match="several"):
        mailutf.Message.from_path(MBOX)
    (tmp_path / "empty").touch()
    with pytest.raises(ValueError, match="no message"):
        mailutf.Message.from_path(tmp_path / "empty")
    with pytest.raises(FileNotFoundError):
        mailutf.Message.from_path(tmp_path / "none")
    with pytest.raises(OSError):
        mailutf.Message.from_path(tmp_path)


@pytest.mark.parametrize(
    ("zone", "ahead"), [("+0530", 330), ("-0000", 0), ("GMT", 0), ("EST", -300), ("", None), ("IST", None), ("(-0000)", None)]
)
def test_a_date_has_a_zone_if_one_can_be_told(zone: str, ahead: int | None) -> None:
    message = mailutf.Message(f"Date: Sat, 21 Nov 2026 10:00:00 {zone}\n\n".encode())
    known = None if ahead is None else timezone(timedelta(minutes=ahead))
    assert message.date == datetime(2026, 11, 21, 10, tzinfo=known)
    utc = message.date_utc
    assert utc == datetime(2026, 11, 21, 10, tzinfo=known or timezone.utc) and utc.tzinfo == timezone.utc
    assert utc.timestamp() == message.timestamp


def test_no_valid_date_is_none_in_both_forms() -> None:
    message = mailutf.Message(b"Date: yesterday\n\n")
    assert message.date is None and message.date_utc is None


def test_an_address_is_unpacked_and_matched() -> None:
    name, address = mailutf.Address("Jörg", "j@example.org")
    assert (name, address) == ("Jörg", "j@example.org") and list(mailutf.Address("", "a@b")) == ["", "a@b"]
    match mailutf.Message(b"From: A <a@b>\n\n").from_:
        case [mailutf.Address(found, "a@b")]:
            assert found == "A"
        case other:
            raise AssertionError(other)


def test_a_mailbox_has_a_length_indices_and_slices() -> None:
    mailbox = mailutf.Mailbox(MBOX)
    all_of_it = list(mailbox)
    assert len(mailbox) == 3 and mailbox[0] == all_of_it[0] and mailbox[-1] == all_of_it[2]
    assert mailbox[1:] == all_of_it[1:] and mailbox[::-1] == all_of_it[::-1] and mailbox[5:] == []
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            mailbox[wrong]
    with pytest.raises(TypeError):
        mailbox["x"]  # type: ignore[call-overload]
    assert mailutf.Mailbox(MBOX, range=mailbox.ranges(1)[1])[0] == all_of_it[1]


def mailboxes(directory: Path) -> Iterator[mailutf.Mailbox]:
    data = Path(MBOX).read_bytes()
    (directory / "packed.mbox.gz").write_bytes(gzip.compress(data))
    yield mailutf.Mailbox(directory / "packed.mbox.gz")
    yield mailutf.Mailbox.from_bytes(gzip.compress(data))
    yield mailutf.Mailbox.from_bytes(bytearray(data))
    tree = directory / "tree"
    tree.mkdir()
    for number, message in enumerate(mailutf.Mailbox(MBOX)):
        (tree / f"{number}.eml").write_bytes(message.data)
    (tree / "all.mbox").write_bytes(data)
    yield mailutf.Mailbox(tree)


def test_all_kinds_of_mailboxes_are_read_alike(tmp_path: Path) -> None:
    for mailbox in mailboxes(tmp_path):
        once, again = list(mailbox), list(mailbox)
        assert once == again and len(mailbox) == len(once) in (3, 6), mailbox
        assert [mailbox[number] for number in range(len(once))] == once == mailbox[:], mailbox
        assert mailbox[2:0:-1] == once[2:0:-1], mailbox
        assert {"Grüße", "two", "three"} == {message.subject for message in once}


def test_messages_that_are_too_large_are_not_counted() -> None:
    mailbox = mailutf.Mailbox(MBOX, mailutf.Policy(limit_message=250))
    assert len(mailbox) == 2 and [message.subject for message in mailbox[:]] == ["Grüße", "three"]
    assert mailbox.skipped == []
    assert len(list(mailbox)) == 2 and [skipped.code for skipped in mailbox.skipped] == ["too-large"]


def test_text_before_the_first_message_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    for start, codes in ((b"junk\n\n", ["text-before-messages"]), (b"\n\n", [])):
        octets = start + Path(MBOX).read_bytes()
        path.write_bytes(octets)
        with path.open("rb") as file:
            for source in (path, file):
                mailbox = mailutf.Mailbox(source, range=mailutf.Range(f"0-{len(octets)}:1:auto"))
                assert len(list(mailbox)) == 3
                assert [(skipped.offset, skipped.code) for skipped in mailbox.skipped] == [(0, code) for code in codes]


def test_a_changed_file_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    path.write_bytes(Path(MBOX).read_bytes())
    mailbox = mailutf.Mailbox(path)
    assert len(mailbox) == 3
    path.write_bytes(b"From a@b Mon Jan  1 00:00:00 2024\nSubject: other\n\n")
    with pytest.raises(OSError):
        mailbox[2]


def test_a_file_is_read_from_where_it_is(tmp_path: Path) -> None:
    data = b"junk" + Path(MBOX).read_bytes()
    file = io.BytesIO(data)
    file.seek(4)
    mailbox = mailutf.Mailbox(file)
    assert len(list(mailbox)) == 3 == len(list(mailbox)) and mailbox.path is None and next(iter(mailbox)).path is None
    assert len(mailbox) == 3 and mailbox[-1].subject == "three" and [one.offset for one in mailbox[:2]] == [0, 259]
    (tmp_path / "mbox").write_bytes(data[4:])
    with open(tmp_path / "mbox", "rb") as opened:
        assert [one.subject for one in mailutf.Mailbox(opened)] == ["Grüße", "two", "three"]
    with open(tmp_path / "mbox", encoding="utf-8", errors="replace") as text:
        wrong = mailutf.Mailbox(text)  # type: ignore[arg-type]
        assert list(wrong) == [] and 'open it with "rb"' in wrong.skipped[0].reason


def test_iterations_over_an_open_file_do_not_disturb_each_other() -> None:
    letters = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\nSubject: %d\n\n%s\n\n" % (number, b"x" * 20_000) for number in range(400))
    for packed in (letters, gzip.compress(letters, 1)):
        file = io.BytesIO(packed)
        mailbox = mailutf.Mailbox(file)
        numbers = []
        for first, second in zip(mailbox, mailbox):
            numbers.append((first.subject, second.subject))
            file.seek(len(numbers))
        assert numbers == [(str(number), str(number)) for number in range(400)]
        assert [one.subject for one in mailbox[398::-199]] == ["398", "199", "0"] and mailbox[7].ordinal == 7


def test_a_message_in_an_open_file_is_read_where_it_is() -> None:
    class Counting(io.BytesIO):
        octets = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.octets += len(data)
            return data

    letter = b"From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\n%s\n\n" % (b"x" * 2_000)
    file = Counting(letter * 5_000)
    mailbox = mailutf.Mailbox(file)
    assert len(mailbox) == 5_000 and file.octets <= 2 * len(letter) * 5_000
    # `mailbox[number]` reads only the message and some KB around it, not everything from the start
    # of the file.
    file.octets = 0
    assert [mailbox[number].ordinal for number in range(0, 5_000, 250)] == list(range(0, 5_000, 250))
    assert file.octets <= len(letter) * 5_000


def test_a_pipe_has_no_length() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as pipe:
        with open(writing, "wb") as end:
            end.write(Path(MBOX).read_bytes())
        mailbox = mailutf.Mailbox(pipe)
        with pytest.raises(TypeError, match="only once"):
            len(mailbox)
        assert len(list(mailbox)) == 3


def test_bytes_are_no_path_by_mistake() -> None:
    with pytest.raises(FileNotFoundError, match="from_bytes"):
        mailutf.Mailbox(b"From a@b\n\n")
    assert [one.subject for one in mailutf.Mailbox(MBOX.encode())] == ["Grüße", "two", "three"]


def test_a_closed_mailbox_is_not_read() -> None:
    with mailutf.Mailbox(MBOX) as mailbox:
        iterator = iter(mailbox)
        assert next(iterator).subject == "Grüße"
    for use in (lambda: next(iterator), lambda: len(mailbox), lambda: iter(mailbox), lambda: mailbox.to_arrow()):
        with pytest.raises(ValueError, match="closed"):
            use()


def test_a_mailbox_in_memory_is_pickled_and_one_in_a_file_is_not() -> None:
    mailbox = pickle.loads(pickle.dumps(mailutf.Mailbox.from_bytes(Path(MBOX).read_bytes())))
    assert len(mailbox) == 3
    with pytest.raises(TypeError, match="open file"):
        pickle.dumps(mailutf.Mailbox(io.BytesIO(b"")))


def test_whether_a_mailbox_is_true_takes_no_time(tmp_path: Path) -> None:
    (tmp_path / "mbox").touch()
    assert mailutf.Mailbox(tmp_path / "mbox") and len(mailutf.Mailbox(tmp_path / "mbox")) == 0


def test_asyncio_reads_on_a_thread(tmp_path: Path) -> None:
    (tmp_path / "mbox").write_bytes(Path(MBOX).read_bytes() * 50)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def main() -> list[str | None]:
        task = asyncio.create_task(other())
        found = [message.subject async for message in mailutf.Mailbox(tmp_path / "mbox")]
        task.cancel()
        return found

    found = asyncio.run(main())
    assert found == ["Grüße", "two", "three"] * 50 and turns > 3


def test_notebooks_show_escaped_text() -> None:
    evil = mailutf.Message(b"Subject: <script>x\nFrom: \"<b>\" <a@b>\nContent-Type: text/html\n\n<p>a &lt;i&gt;\n")
    shown = evil._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;x" in shown and "&lt;b&gt;" in shown and "a &lt;i&gt;" in shown
    table = mailutf.Mailbox(MBOX)._repr_html_()
    assert table.count("<tr>") == 4 and "Grüße" in table


def test_reprs_tell() -> None:
    message = mailutf.Message(b"Subject: x\nFrom: A <a@b>\nDate: Sat, 21 Nov 2026 10:00:00 +0100\n\n")
    assert repr(message) == '<mailutf.Message "x", from a@b, 2026-11-21T10:00:00+01:00, 64 bytes>'
    assert repr(mailutf.Mailbox(MBOX, mailutf.Policy(strict=True))) == f"Mailbox('{MBOX}', Policy(strict=True))"
    assert repr(mailutf.Mailbox.from_bytes(b"x")) == "Mailbox(<1 bytes>)"


def test_an_error_in_mailutf_is_an_exception_with_its_version(capfd: pytest.CaptureFixture[str]) -> None:
    for how in ("within", "apart"):
        with pytest.raises(mailutf.InternalError, match=rf"mailutf {_mailutf.__version__} failed: on purpose, at .*interrupt\.rs:"):
            _mailutf._fail(how)
    assert capfd.readouterr().err == ""
    assert mailutf.Message(b"Subject: x\n\n").subject == "x"


RULES = 'version = 1\n[[rule]]\nfrom = "jan@example.org"\nread = "macintosh"\n'
JAN = b"From: jan@example.org\nSubject: =?iso-8859-1?Q?J=9Arg?=\n\n"


def test_rules_decide_and_say_what_is_unused(tmp_path: Path) -> None:
    path = tmp_path / "decisions.toml"
    path.write_text(RULES + '[[rule]]\nlabel = "x-none"\nread = "koi8-r"\n')
    rules = mailutf.Rules.load(path)
    policy = mailutf.Policy(rules=rules)
    assert mailutf.Message(JAN, policy).subject == "Jörg"
    named = mailutf.Policy(rules=rules, charsets={"iso-8859-1": "windows-1252"})
    assert mailutf.Message(JAN, named).subject == "Jšrg"  # an argument overrides a file, as on the command line
    assert mailutf.Message(b"Subject: \xD2\n\n", mailutf.Policy(fallback_charset="koi8-u-rfc2319")).subject == "р"
    other = JAN.replace(b"jan@", b"ann@")
    assert mailutf.Message(other, policy).subject == "Jšrg"
    assert "Jörg".encode() in mailutf.normalize(JAN, policy) and rules.unused == [5]
    assert pickle.loads(pickle.dumps(policy)) == policy != mailutf.Policy()
    assert mailutf.Message(JAN, pickle.loads(pickle.dumps(policy))).subject == "Jörg"
    finding = mailutf.Message(JAN, policy).findings[0]
    assert finding.code == "rule" and f"{path}:2" in finding.detail
    with pytest.raises(ValueError, match="line 3, column 1.*did you mean"):
        mailutf.Rules(RULES.replace("from", "form"))
    with pytest.raises(FileNotFoundError):
        mailutf.Rules.load(tmp_path / "none")


def test_rules_for_files_are_meant_for_a_mailbox(tmp_path: Path) -> None:
    rules = mailutf.Rules(RULES.replace('from = "jan@example.org"', 'file = "old/*"'))
    policy = mailutf.Policy(rules=rules)
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.eml").write_bytes(JAN)
    mailbox = mailutf.Mailbox(tmp_path, policy)
    subjects = {message.path.parent.name: message.subject for message in mailbox if message.path}
    assert subjects == {"new": "Jšrg", "old": "Jörg"}
    assert sorted(message.subject or "" for message in mailbox[:]) == ["Jörg", "Jšrg"]
    old = next(message for message in mailbox if message.subject == "Jörg")
    assert "Jörg".encode() in old.normalized()
    assert mailutf.Message(JAN, policy).subject == "Jšrg"
    assert mailutf.normalize_file(tmp_path, output=tmp_path.with_name("x"), policy=policy).changed == 2
    made = {name: mailutf.Message.from_path(tmp_path.with_name("x") / name / "1.eml") for name in ("old", "new")}
    assert {name: message.subject for name, message in made.items()} == {"new": "Jšrg", "old": "Jörg"}


def test_a_rule_for_files_knows_the_name_of_one_that_is_named(tmp_path: Path) -> None:
    policy = mailutf.Policy(rules=mailutf.Rules(RULES.replace('from = "jan@example.org"', 'file = "1.*"')))
    for name in ("1.eml", "2.eml"):
        (tmp_path / name).write_bytes(JAN)
        output = tmp_path / f"of-{name}"
        mailutf.normalize_file(tmp_path / name, output=output, policy=policy)
        assert mailutf.Message.from_path(output).subject == ("Jörg" if name == "1.eml" else "Jšrg")


def test_doubts_are_found_until_rules_decide(tmp_path: Path) -> None:
    body = "Content-Type: text/plain; charset=iso-8859-1\n\nПривет, как дела? Это письмо.\n".encode("windows-1251")
    for number in range(3):
        (tmp_path / f"{number}.eml").write_bytes(b"From: ivan@example.org\nMessage-ID:\n <%d@x> (new)\n" % number + body)
    (doubt,) = mailutf.doubts(tmp_path)
    assert (doubt.group, doubt.name, doubt.label, doubt.texts) == ("sender", "ivan@example.org", "iso-8859-1", 3)
    assert doubt.likely == "in windows-1251" and doubt.samples[0].likely.startswith("Привет")
    assert doubt.samples[0].path and doubt.samples[0].path.parent == tmp_path
    assert all(one.path and one.message_id == mailutf.Message.from_path(one.path).message_id for one in doubt.samples)
    assert pickle.loads(pickle.dumps(doubt)) == doubt and "ivan@example.org" in repr(doubt)
    decided = RULES.replace("jan@", "ivan@").replace("macintosh", "windows-1251")
    assert mailutf.doubts(tmp_path, mailutf.Policy(rules=mailutf.Rules(decided))) == []


def test_a_sender_with_two_charsets_is_decided_by_the_letters(tmp_path: Path) -> None:
    head = b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    for number in range(8):
        text = f"Привет, как дела? Это письмо, встреча завтра ({number})\n"
        (tmp_path / f"{number}.eml").write_bytes(head + text.encode(("koi8-r", "windows-1251")[number % 2]))
    (doubt,) = mailutf.doubts(tmp_path)
    assert sorted(doubt.charsets) == ["KOI8-R", "windows-1251"] and doubt.texts == doubt.all == 8
    assert pickle.loads(pickle.dumps(doubt)) == doubt
    charsets = ", ".join(f'"{charset.lower()}"' for charset in doubt.charsets)
    rules = mailutf.Rules(RULES.replace("jan@", "ivan@").replace('"macintosh"', f"[{charsets}]"))
    policy = mailutf.Policy(rules=rules)
    assert all((message.text or "").startswith("Привет") for message in mailutf.Mailbox(tmp_path, policy))
    assert mailutf.doubts(tmp_path, policy) == []
    with pytest.raises(ValueError, match="line 4, column 19.*is named twice"):
        mailutf.Rules(RULES.replace('"macintosh"', '["koi8-r", "koi8-r"]'))


def test_doubts_of_mail_without_a_sender_go_by_the_thread(tmp_path: Path) -> None:
    head = b"References: <1@example.org>\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    (tmp_path / "1.eml").write_bytes(head + "Привет, как дела? Это письмо.\n".encode("koi8-r"))
    (doubt,) = mailutf.doubts(tmp_path)
    assert (doubt.group, doubt.name) == ("thread", "1@example.org")
    rules = mailutf.Rules('version = 1\n[[rule]]\nthread = "1@example.org"\nread = "koi8-r"\n')
    assert mailutf.doubts(tmp_path, mailutf.Policy(rules=rules)) == [] and rules.unused == []


def test_texts_are_encoded_and_read_again() -> None:
    with pytest.raises(ValueError, match="choose one of 'encoded', 'utf8'"):
        mailutf.encode_header("x", "raw")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='"a@b>, <c@d" cannot be written'):
        mailutf.encode_addresses([mailutf.Address("", "e@f"), mailutf.Address("", "a@b>, <c@d")])
    with pytest.raises(ValueError):
        mailutf.encode_parameter("file name", "x")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"])), st.sampled_from(["encoded", "utf8"]))
def test_any_header_text_is_read_again(text: str, form: str) -> None:
    encoded = mailutf.encode_header(text, form)  # type: ignore[arg-type]
    assert mailutf.decode_header(encoded, mailutf.Policy(strict=True)) == text
    assert form == "utf8" or encoded.isascii()
    # This assignment fails if the value has a line end, because the package `email` then raises an
    # exception.
    email.message.EmailMessage()["Subject"] = encoded
    folded = mailutf.encode_header(text, form, fold=True)  # type: ignore[arg-type]
    assert "\r\n" not in encoded and folded.replace("\r\n", "") == encoded


def test_no_text_of_a_field_has_a_line_end() -> None:
    word = "=?utf-8?Q?a=0D=0ABcc:_x@y=0A?="
    message = mailutf.Message(f"Subject: {word}\nTo: {word} <j@example.org>\nList-Id: {word} <l.x>\n\n".encode())
    assert message.subject == "a Bcc: x@y "
    assert message.to == [mailutf.Address("a Bcc: x@y ", "j@example.org")]
    assert "word-control" in [finding.code for finding in message.findings]
    assert mailutf.decode_header(word) == mailutf.decode_header(mailutf.encode_header("a\r\nBcc: x@y ")) + " "
    addresses = [mailutf.Address("Ada " * 30, f"{n}@example.org") for n in range(9)]
    email.message.EmailMessage()["To"] = mailutf.encode_addresses(addresses)
    assert "\r\n" in mailutf.encode_addresses(addresses, fold=True)


def test_a_folded_value_leaves_room_for_the_name_of_its_field() -> None:
    long = mailutf.encode_addresses([mailutf.Address("Ünï" * 40, "a@x.de")], fold=True)
    assert long.startswith("=?utf-8?") and len(long.splitlines()[0]) <= 46
    assert mailutf.addresses(long) == [mailutf.Address("Ünï" * 40, "a@x.de")]
    # On a line of its own, this name is one encoded word.
    assert mailutf.encode_addresses([mailutf.Address("ü" * 20, "a@x.de")], fold=True).startswith("\r\n =?utf-8?")
    assert len(mailutf.encode_header("Ünï" * 40, fold=True).splitlines()[0]) <= 46


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_line_ends_become_blanks_in_values(end: str) -> None:
    text = f"{end} x{end}y\tz \t{end}"
    assert mailutf.decode_header(mailutf.encode_header(text)) == "x y\tz"
    parameter = mailutf.encode_parameter("filename", text)
    field = f"Content-Disposition: attachment; {parameter}\n\n"
    assert mailutf.Message(field.encode()).parts[0].name == "  x y\tz \t "


def test_the_package_email_takes_names_in_utf8() -> None:
    names = ["Общество с ограниченной ответственностью «Ромашка»", 'Döe, J. "x"', "Größe" * 20]
    addresses = [mailutf.Address(name, "j@example.org") for name in names]
    answer = email.message.EmailMessage()
    answer["To"] = mailutf.encode_addresses(addresses, "utf8")
    assert [address.display_name for address in answer["To"].addresses] == names
    assert mailutf.Message(answer.as_bytes()).to == addresses


def test_findings_are_explained() -> None:
    for message in map(mailutf.Message.from_path, corpus()):
        for finding in message.findings:
            explanation = mailutf.explain(finding.code)
            assert (explanation.code, explanation.severity) == (finding.code, finding.severity)
            # What is proved is without the warning of its code.
            assert finding.warning in (explanation.warning, None)
            assert all(text.endswith(".") for text in (explanation.meaning, explanation.cause, explanation.advice))
            assert pickle.loads(pickle.dumps(explanation)) == explanation
    with pytest.raises(LookupError):
        mailutf.explain("none")
    codes = mailutf.finding_codes()
    assert len(codes) == len(set(codes)) and [mailutf.explain(code).code for code in codes] == codes
    twice = mailutf.Message(b"From: a@example.org\nFrom: b@example.org\n\nx\n")
    assert [(one.code, one.severity, one.warning) for one in twice.findings] == [("field-duplicate", "note", "forged")]
    assert "\n\nFor readers: The message may be forged.\n\nWhy: " in str(mailutf.explain("field-duplicate"))
    assert "For readers:" not in str(mailutf.explain("transfer-tail"))


def test_utf7_is_seven_bit_and_reads_the_same() -> None:
    data = "Subject: Größe\nContent-Type: text/plain; charset=utf-8\n\nПривет €\n".encode()
    new = mailutf.to_utf7(data)
    assert new.isascii() and b"utf-7" in new.lower()
    assert (mailutf.Message(new).subject, mailutf.Message(new).text) == ("Größe", "Привет €\n")
    for wrong in ({"wrap": "soft"}, {"columns": 0}):
        with pytest.raises(ValueError):
            mailutf.to_utf7(data, **wrong)


@pytest.mark.parametrize("path", corpus(), ids=lambda path: path.name)
def test_what_email_is_given_never_raises(path: Path) -> None:
    message = mailutf.Message.from_path(path)
    assert_readable(message)


def assert_readable(message: mailutf.Message) -> None:
    found = message.to_email()
    # In `email`, a line that is no field ends the header. So the subjects are compared only if there
    # is no such line.
    if all(finding.code != "field-malformed" for finding in message.findings):
        assert (found["Subject"] or "") == (message.subject or "")
    for part in found.walk():
        for _, value in part.items():
            str(value)
        part.get_filename()
        if not part.is_multipart():
            content = part.get_content()
            if part.get_content_maintype() == "text":
                content.encode("utf-8", "surrogatepass")
    found.as_bytes()
    str(found.get_body())


FIELDS = st.sampled_from(["Subject", "From", "To", "Date", "Content-Type", "Message-ID", "Content-Disposition", "MIME-Version", "Sender"])
# `email` takes a single CR to be a line end, but mailutf does not.
ANY = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]))
VALUES = st.text(st.sampled_from('=?utf-8QB_ <>@,;:"()[]\\/ab.äж\t\0\x85\u2028\x1c%*\'-0')) | ANY


@given(st.lists(st.tuples(FIELDS, VALUES), max_size=6), ANY)
def test_made_mail_never_raises_either(fields: list[tuple[str, str]], body: str) -> None:
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    assert_readable(mailutf.Message(f"{head}\n{body}".encode("utf-8", "surrogatepass")))


def test_reading_in_python_goes_on_while_a_slow_file_is_read() -> None:
    class Slow(io.RawIOBase):
        left = b"From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\n" * 20

        def read(self, size: int = -1, /) -> bytes:
            time.sleep(0.01)
            some, self.left = self.left[: min(size, 40)], self.left[min(size, 40) :]
            return some

    mailbox = mailutf.Mailbox(Slow())
    assert [message.subject for message in mailbox] == ["x"] * 20


STARVED = """
import sys, mailutf
for work in (lambda: list(mailutf.Mailbox(sys.argv[1])), lambda: mailutf.normalize_file(sys.argv[1], output=sys.argv[2])):
    try:
        work()
    except RuntimeError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace makes each start of a thread fail")
def test_without_threads_there_is_an_error_as_of_threading(tmp_path: Path) -> None:
    tracer = ["strace", "-f", "-qq", "-o", os.devnull, "-etrace=clone,clone3", "-einject=clone,clone3:error=EAGAIN"]
    if subprocess.run([*tracer, "true"], capture_output=True).returncode != 0:
        pytest.skip("strace may not trace")
    command = [*tracer, sys.executable, "-c", STARVED, MBOX, str(tmp_path / "new.mbox")]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 2 and all(line.startswith("RuntimeError cannot start a thread: ") for line in lines), done
    assert list(tmp_path.iterdir()) == []

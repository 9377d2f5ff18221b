"""Compares packages that read mail: right answers and speed.

python compare.py FOLDER

FOLDER has mail from the tests of other projects, and a table `expected.tsv` of the answers that these projects expect.
The table has the columns input (`file:PATH` or `hex:OCTETS`), field and expected. Other questions come from mail that the
package `email` makes, and from synthetic texts. The program prints tables in Markdown, with a row for each package that
is installed:

- Right answers: subjects, names in addresses, file names and texts. An expected name or text may be part of a longer
  answer.
- Speed: MB of mail per second of CPU time for the same work, which reads the subject, From, To, the date, the texts, and
  the names and contents of attachments of each message. The number in parentheses is the number of messages for which the
  package raised an exception. The packages take turns.
"""

import base64
import csv
import email
import email.policy
import hashlib
import importlib
import logging
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.header import Header
from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from importlib.metadata import version
from pathlib import Path
from typing import Any


@dataclass
class Mail:
    """The values that a package returns for a message."""

    subject: str | None = None
    names: list[str] = field(default_factory=list)
    files: list[str | None] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


ADDRESS_FIELDS = ("From", "To", "Cc", "Bcc", "Reply-To")


class Mailutf:
    name = "mailutf"

    def __init__(self) -> None:
        self.package = importlib.import_module("mailutf")

    def work(self, data: bytes) -> Any:
        one = self.package.Message(data)
        files = [(file.name, file.data) for file in one.attachments]
        return one.subject, one.from_, one.to, one.date, [text.text for text in one.texts], files

    def read(self, data: bytes) -> Mail:
        one = self.package.Message(data)
        names = [one.header(name) for name in ADDRESS_FIELDS]
        files = [file.name for file in one.attachments]
        return Mail(one.subject, [name for name in names if name], files, [text.text for text in one.texts])


class FastMailParser:
    name = "fast_mail_parser"

    def __init__(self) -> None:
        self.parse = importlib.import_module("fast_mail_parser").parse_email

    def work(self, data: bytes) -> Any:
        one = self.parse(data)
        files = [(file.filename, file.content) for file in one.attachments]
        return one.subject, one.from_, one.to, one.date_parsed, one.text_plain + one.text_html, files

    def read(self, data: bytes) -> Mail:
        one = self.parse(data)
        lower = {name.lower(): values for name, values in one.headers.items()}
        names = [value for name in ADDRESS_FIELDS for value in lower.get(name.lower(), ())]
        return Mail(one.subject, names, [file.filename for file in one.attachments], one.text_plain + one.text_html)


class MailParser:
    name = "mail-parser"

    def __init__(self) -> None:
        self.parse = importlib.import_module("mailparser").parse_from_bytes

    def work(self, data: bytes) -> Any:
        one = self.parse(data)
        # The package mail-parser leaves the contents of attachments in base64, so they are decoded here.
        files = [(file["filename"], base64.b64decode(file["payload"]) if file["binary"] else file["payload"]) for file in one.attachments]
        return one.subject, one.from_, one.to, one.date, one.text_plain + one.text_html, files

    def read(self, data: bytes) -> Mail:
        one = self.parse(data)
        pairs = [*one.from_, *one.to, *one.cc, *one.bcc, *one.reply_to]
        files = [file["filename"] for file in one.attachments]
        return Mail(one.subject, [name for name, _ in pairs], files, one.text_plain + one.text_html)


class Email:
    name = "email"

    def work(self, data: bytes) -> Any:
        one = email.message_from_bytes(data, policy=email.policy.default)
        parts = [part for part in one.walk() if not part.is_multipart()]
        texts = [part.get_content() for part in parts if part.get_content_maintype() == "text"]
        files = [(part.get_filename(), part.get_payload(decode=True)) for part in parts if part.get_filename()]
        return one["Subject"], one["From"], one["To"], one["Date"], texts, files

    def read(self, data: bytes) -> Mail:
        one = email.message_from_bytes(data, policy=email.policy.default)
        parts = [part for part in one.walk() if not part.is_multipart()]
        names = [str(value) for name in ADDRESS_FIELDS for value in one.get_all(name, ())]
        texts = [part.get_content() for part in parts if part.get_content_maintype() == "text"]
        return Mail(one["Subject"], names, [part.get_filename() for part in parts], texts)


class Flanker:
    name = "flanker"

    def __init__(self) -> None:
        self.parse = importlib.import_module("flanker.mime").from_string

    def work(self, data: bytes) -> Any:
        one = self.parse(data)
        parts = [part for part in one.walk(with_self=True) if not part.content_type.is_multipart()]
        texts = [part.body for part in parts if part.content_type.main == "text"]
        headers = one.headers
        files = [(part.detected_file_name, part.body) for part in parts if part.content_type.main != "text"]
        return one.subject, headers.get("From"), headers.get("To"), headers.get("Date"), texts, files

    def read(self, data: bytes) -> Mail:
        one = self.parse(data)
        parts = [part for part in one.walk(with_self=True) if not part.content_type.is_multipart()]
        texts = [part.body for part in parts if part.content_type.main == "text"]
        names = [value for name in ADDRESS_FIELDS for value in one.headers.getall(name)]
        return Mail(one.subject, names, [part.detected_file_name for part in parts], texts)


class EmlParser:
    """The package returns dicts. The content of a file is in base64."""

    name = "eml_parser"

    def __init__(self) -> None:
        options = {"include_raw_body": True, "include_attachment_data": True}
        self.parser = importlib.import_module("eml_parser").EmlParser(**options)

    def work(self, data: bytes) -> Any:
        one = self.parser.decode_email_bytes(data)
        head = one["header"]
        texts = [body["content"] for body in one["body"]]
        files = [(file["filename"], base64.b64decode(file["raw"])) for file in one.get("attachment", ())]
        return head["subject"], head["from"], head["to"], head["date"], texts, files

    def read(self, data: bytes) -> Mail:
        one = self.parser.decode_email_bytes(data)
        names = [value for name in ADDRESS_FIELDS for value in one["header"]["header"].get(name.lower(), ())]
        files = [file["filename"] for file in one.get("attachment", ())]
        return Mail(one["header"]["subject"], names, files, [body["content"] for body in one["body"]])


def installed() -> Iterator[Any]:
    for package in (Mailutf, FastMailParser, MailParser, EmlParser, Email, Flanker):
        try:
            yield package()
        except ImportError as error:
            print(f"{package.name} is not installed: {error}", file=sys.stderr)


@dataclass
class Question:
    """A message, and the expected answer, which is the value of an attribute of `Mail`, or the SHA-256 of a text in
    UTF-8."""

    data: bytes
    attribute: str
    answer: str

    def is_answered(self, package: Any) -> bool:
        try:
            found = getattr(package.read(self.data), self.attribute.removeprefix("sum of "))
        except Exception:
            return False
        found = [found] if isinstance(found, str) else [one for one in found or () if isinstance(one, str)]
        if self.attribute == "sum of texts":
            return self.answer in [hashlib.sha256(one.encode(errors="replace")).hexdigest() for one in found]
        if self.attribute == "subject":
            return squashed(self.answer) in map(squashed, found)
        return any(squashed(self.answer) in squashed(one.replace("\\", "")) for one in found)


def squashed(text: str) -> str:
    """Returns the text with a space in place of each run of white space."""
    return " ".join(text.split())


def expected(folder: Path) -> Iterator[Question]:
    """Yields the questions of `expected.tsv`. Rows about which the projects disagree have a note `POLICY`, and are
    left out."""
    with open(folder / "expected.tsv", encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            kind, _, value = row["input"].partition(":")
            data = (folder / value).read_bytes() if kind == "file" else bytes.fromhex(value)
            back = {"t": "\t", "n": "\n", "r": "\r"}
            answer = re.sub(r"\\(.)", lambda found: back.get(found[1], found[1]), row["expected"])
            what, _, label = row["field"].partition(":")
            if (row["note"] or "").startswith("POLICY") or what == "param":
                continue
            if what == "bytes" or what == "utf8-sha256":
                header = f'Content-Type: text/plain; charset="{label}"\nContent-Transfer-Encoding: base64\n\n'
                data = header.encode() + base64.encodebytes(data)
                is_sum = what == "utf8-sha256" or answer.startswith("sha256:")
                yield Question(data, "sum of texts" if is_sum else "texts", answer.removeprefix("sha256:"))
            elif what == "unstructured":
                yield Question(b"Subject: " + data + b"\n\ntext\n", "subject", answer)
            else:
                attribute = {"subject": "subject", "filename": "files", "body": "texts"}.get(what, "names")
                yield Question(data if kind == "file" else data + b"\n\ntext\n", attribute, answer)


TEXTS = {
    "Größe und schöne Grüße aus Köln, bis übermorgen!": ("iso-8859-1", "iso-8859-15", "windows-1252", "utf-8"),
    "Привет! Встреча переносится на завтра.": ("koi8-r", "windows-1251", "iso-8859-5", "utf-8"),
    "Zażółć gęślą jaźń, proszę o odpowiedź.": ("iso-8859-2", "windows-1250", "utf-8"),
    "会議は明日の午前に変更になりました。": ("iso-2022-jp", "shift_jis", "euc-jp", "utf-8"),
    "会议改到明天上午，请准时参加。": ("gb2312", "gb18030", "hz", "utf-8"),
    "會議改到明天上午，請準時參加。": ("big5", "utf-8"),
    "회의가 내일 오전으로 변경되었습니다.": ("euc-kr", "iso-2022-kr", "utf-8"),
    "Η συνάντηση μεταφέρεται για αύριο.": ("iso-8859-7", "windows-1253", "utf-8"),
    "הפגישה נדחתה למחר בבוקר": ("iso-8859-8", "windows-1255", "utf-8"),
}


def made() -> Iterator[Question]:
    """Yields questions about mail that the package `email` makes, with each text in each charset."""
    for text, charsets in TEXTS.items():
        for charset in charsets:
            message = MIMEMultipart()
            message["Subject"] = Header(text, charset).encode()
            message["From"] = f"{Header(text[:12].strip(), charset).encode()} <a@example.org>"
            message.attach(MIMEText(text * 3, "plain", charset))
            file = MIMEApplication(b"%PDF", "pdf")
            file.add_header("Content-Disposition", "attachment", filename=(charset, "", f"{text[:9]}.pdf"))
            message.attach(file)
            data = message.as_bytes()
            yield Question(data, "subject", text)
            yield Question(data, "names", text[:12].strip())
            yield Question(data, "texts", text * 3)
            yield Question(data, "files", f"{text[:9]}.pdf")


def texts() -> Iterator[Question]:
    """Yields messages in 8bit and 7bit. Each has a text of 1 to 9 KB, which repeats the same sentence."""
    numbers = random.Random(1)
    for number in range(600):
        text, charsets = numbers.choice(list(TEXTS.items()))
        message = EmailMessage()
        message["Subject"], message["From"] = f"{text} {number}", f"{text[:9].strip('!,')} <a@example.org>"
        message["To"], message["Date"] = "b@example.org", "Sat, 21 Nov 2026 10:00:00 +0100"
        content = "\n".join([text] * numbers.randint(40, 120))
        message.set_content(content, charset=numbers.choice(charsets))
        yield Question(message.as_bytes(), "texts", content)


def with_attachments() -> Iterator[bytes]:
    """Yields messages with a text and an attachment of 90 KB."""
    for number in range(200):
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = f"file {number}", "a@example.org", "b@example.org"
        message["Date"] = "Sat, 21 Nov 2026 10:00:00 +0100"
        message.set_content("See the attached file.\n" * 20)
        data = random.Random(number).randbytes(66_000)
        message.add_attachment(data, maintype="application", subtype="pdf", filename=f"Größe {number}.pdf")
        yield message.as_bytes()


def speeds(packages: list[Any], messages: list[bytes], seconds: float = 2.0) -> list[str]:
    """Returns the speed of each package in the fastest of several rounds, because other programs can only slow a round
    down."""
    raised, best, spent = {}, {one: float("inf") for one in packages}, {one: 0.0 for one in packages}
    while waiting := [one for one in packages if spent[one] < seconds]:
        for package in waiting:
            raised[package], start = 0, time.process_time()
            for data in messages:
                try:
                    package.work(data)
                except Exception:
                    raised[package] += 1
            took = time.process_time() - start
            best[package], spent[package] = min(best[package], took), spent[package] + took
    return [f"{sum(map(len, messages)) / 1e6 / best[one]:.1f} ({raised[one]})" for one in packages]


def table(heads: list[str], rows: Iterator[list[str]]) -> None:
    print(f"| | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def main(folder: Path) -> None:
    packages = list(installed())
    logging.disable()
    released = {one.name: version(one.name) if one.name != "email" else sys.version.split()[0] for one in packages}
    made_texts = list(texts())
    questions = {
        "tests of other projects": list(expected(folder)),
        "mail made by `email`": list(made()),
        "synthetic texts": made_texts,
    }
    heads = [f"{name}, {len(asked)} answers" for name, asked in questions.items()]
    answers = (
        [f"{one.name} {released[one.name]}", *(str(sum(q.is_answered(one) for q in asked)) for asked in questions.values())]
        for one in packages
    )
    table(heads, answers)
    mail = [path.read_bytes() for path in sorted(folder.rglob("*.eml"))]
    # `mail` is empty if the tests are those of jsmime, because these tests consist of header fields without messages.
    sets = {"messages of these tests": mail} if mail else {}
    sets |= {"synthetic texts": [one.data for one in made_texts], "synthetic messages with attachments": list(with_attachments())}
    heads = [f"{len(data)} {name}, {sum(map(len, data)) / 1e6:.1f} MB" for name, data in sets.items()]
    columns = [speeds(packages, data) for data in sets.values()]
    table(heads, ([f"{one.name} {released[one.name]}", *row] for one, row in zip(packages, zip(*columns))))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

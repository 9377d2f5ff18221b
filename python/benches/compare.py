"""The same work by several packages: subject, From, To, date, texts and attachment names of each message.

python compare.py MAIL...

Prints, for each package that is installed, MB of mail per second of CPU time, and for how many messages it raised.
"""

import email
import email.policy
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def by_mailutf() -> Callable[[bytes], Any]:
    import mailutf

    def read(data: bytes) -> Any:
        one = mailutf.Message(data)
        files = [file.name for file in one.attachments]
        return one.subject, one.from_, one.to, one.date, [text.text for text in one.texts], files

    return read


def by_fast_mail_parser() -> Callable[[bytes], Any]:
    parse = importlib.import_module("fast_mail_parser").parse_email

    def read(data: bytes) -> Any:
        one = parse(data)
        files = [file.filename for file in one.attachments]
        headers = one.headers
        return one.subject, headers.get("From"), headers.get("To"), one.date, one.text_plain + one.text_html, files

    return read


def by_email() -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        one = email.message_from_bytes(data, policy=email.policy.default)
        parts = [part for part in one.walk() if not part.is_multipart()]
        texts = [part.get_content() for part in parts if part.get_content_maintype() == "text"]
        return one["Subject"], one["From"], one["To"], one["Date"], texts, [part.get_filename() for part in parts]

    return read


def by_mail_parser() -> Callable[[bytes], Any]:
    parse = importlib.import_module("mailparser").parse_from_bytes

    def read(data: bytes) -> Any:
        one = parse(data)
        files = [file["filename"] for file in one.attachments]
        return one.subject, one.from_, one.to, one.date, one.text_plain + one.text_html, files

    return read


def by_flanker() -> Callable[[bytes], Any]:
    parse = importlib.import_module("flanker.mime").from_string

    def read(data: bytes) -> Any:
        one = parse(data)
        parts = [part for part in one.walk(with_self=True) if not part.content_type.is_multipart()]
        texts = [part.body for part in parts if part.content_type.main == "text"]
        headers = one.headers
        files = [part.detected_file_name for part in parts]
        return one.subject, headers.get("From"), headers.get("To"), headers.get("Date"), texts, files

    return read


def main(paths: list[str]) -> None:
    messages = [Path(path).read_bytes() for path in paths]
    octets = sum(map(len, messages))
    print(f"{len(messages)} messages, {octets / 1e6:.1f} MB, Python {sys.version.split()[0]}")
    for make in (by_mailutf, by_fast_mail_parser, by_mail_parser, by_email, by_flanker):
        try:
            read = make()
        except ImportError as error:
            print(f"{make.__name__[3:]:16} not installed: {error}")
            continue
        read(messages[0])
        rounds, raised, start = 0, 0, time.process_time()
        while time.process_time() - start < 3:
            rounds, raised = rounds + 1, 0
            for data in messages:
                try:
                    read(data)
                except Exception:
                    raised += 1
        seconds = (time.process_time() - start) / rounds
        print(f"{make.__name__[3:]:16} {octets / 1e6 / seconds:8.1f} MB/s, raised for {raised}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Compares packages that detect charsets, and packages that undo wrong decoding: right answers and speed.

python charsets.py [LENGTH ...]

The texts are the translations of Django in 24 languages. Django must be installed. No package in the comparison was made
with these texts. The program prints tables in Markdown, with a row for each package that is installed. A charset counts
as right if the decoded text is right. A text has up to LENGTH characters (by default 30 and 100), at least one of them
beyond US-ASCII. The time is CPU time for each text.
"""

import gettext
import importlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

CHARSETS = {
    "ar": ["windows-1256", "iso-8859-6"],
    "be": ["windows-1251"],
    "bg": ["windows-1251", "koi8-r"],
    "cs": ["windows-1250", "iso-8859-2"],
    "de": ["windows-1252", "ibm850"],
    "el": ["windows-1253", "iso-8859-7"],
    "es": ["windows-1252"],
    "fi": ["windows-1252"],
    "fr": ["windows-1252", "macintosh"],
    "he": ["windows-1255"],
    "hu": ["windows-1250", "iso-8859-2"],
    "it": ["windows-1252"],
    "ja": ["shift_jis", "euc-jp", "iso-2022-jp"],
    "ko": ["euc-kr", "iso-2022-kr"],
    "lt": ["windows-1257"],
    "pl": ["windows-1250", "iso-8859-2"],
    "pt": ["windows-1252"],
    "ro": ["windows-1250"],
    "ru": ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
    "sv": ["windows-1252"],
    "th": ["tis-620"],
    "tr": ["windows-1254"],
    "uk": ["windows-1251", "koi8-u"],
    "zh_Hans": ["gb18030", "hz-gb-2312"],
    "zh_Hant": ["big5"],
}
WRONG = ("cp1252", "latin-1", "cp1251", "koi8-r")
# The maximum number of texts for each language.
MOST = 40


def texts(length: int) -> Iterator[tuple[str, str]]:
    """Yields languages and texts. Messages of the translation are joined until the text is long enough."""
    django = importlib.util.find_spec("django")
    assert django and django.origin, "Django is not installed"
    for language in CHARSETS:
        path = Path(django.origin).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.mo"
        with open(path, "rb") as file:
            catalog: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        found, text = 0, ""
        for message in (one for key, one in catalog.items() if key and "%" not in one):
            text = f"{text} {' '.join(message.split())}".strip()
            if len(text) >= length and found < MOST:
                text = text[:length].rpartition(" ")[0] or text[:length]
                if not text.isascii():
                    found += 1
                    yield language, text
                text = ""


def detectors() -> dict[str, Callable[[bytes], str | None]]:
    import mailutf

    found: dict[str, Callable[[bytes], str | None]] = {
        f"mailutf {version('mailutf')}": lambda data: mailutf.charset.detect(data)["encoding"]
    }
    if importlib.util.find_spec("chardet"):
        chardet = importlib.import_module("chardet")
        found[f"chardet {version('chardet')}"] = lambda data: chardet.detect(data)["encoding"]
    if importlib.util.find_spec("charset_normalizer"):
        normalizer = importlib.import_module("charset_normalizer")
        found[f"charset-normalizer {version('charset-normalizer')}"] = lambda data: normalizer.detect(data)["encoding"]
    return found


def fixers() -> dict[str, Callable[[str], str]]:
    import mailutf

    found: dict[str, Callable[[str], str]] = {f"mailutf {version('mailutf')}": mailutf.charset.fix}
    if importlib.util.find_spec("ftfy"):
        ftfy = importlib.import_module("ftfy")
        found[f"ftfy {version('ftfy')}"] = ftfy.fix_encoding
    return found


def read(data: bytes, encoding: str | None) -> str | None:
    import mailutf

    if encoding is None:
        return None
    try:
        return data.decode(encoding)
    except LookupError:
        return mailutf.charset.decode(data, encoding)
    except UnicodeDecodeError:
        return None


def asked(length: int) -> list[tuple[str, bytes]]:
    """Returns texts, and the octets of each text in each charset that has all its characters."""
    import mailutf

    found = []
    for language, text in texts(length):
        for charset in [*CHARSETS[language], "utf-8"]:
            try:
                found.append((text, mailutf.charset.encode(text, charset)))
            except UnicodeEncodeError:
                continue
    return found


def garbled(length: int) -> list[tuple[str, str]]:
    """Returns texts, and the same texts after one or two wrong decodings. Decodings that would lose an octet are left
    out."""
    found = []
    for _, text in texts(length):
        for charset in WRONG:
            wrong = text
            for _ in range(2):
                try:
                    wrong = wrong.encode().decode(charset)
                except UnicodeDecodeError:
                    break
                found.append((text, wrong))
    return found


def timed(work: Callable[[Any], object], items: list[Any]) -> tuple[list[object], str]:
    start = time.process_time()
    found = [work(item) for item in items]
    return found, f"{(time.process_time() - start) / len(items) * 1e6:.0f} µs"


def main(lengths: list[int]) -> None:
    for length in lengths:
        questions = asked(length)
        print(f"| charset of {length} characters | right of {len(questions)} | time |\n|---|---|---|")
        for name, detect in detectors().items():
            found, took = timed(detect, [data for _, data in questions])
            right = sum(read(data, one) == text for (text, data), one in zip(questions, found))  # type: ignore[arg-type]
            print(f"| {name} | {right} | {took} |", flush=True)
        wrong, sound = garbled(length), [text for _, text in texts(length)]
        print(f"\n| {length} characters | restored of {len(wrong)} garbled | changed of {len(sound)} sound | time |\n|---|---|---|---|")
        for name, fix in fixers().items():
            found, took = timed(fix, [one for _, one in wrong])
            right = sum(one == text for (text, _), one in zip(wrong, found))
            kept, _ = timed(fix, sound)
            changed = sum(one != text for text, one in zip(sound, kept))
            print(f"| {name} | {right} | {changed} | {took} |", flush=True)
        print()


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or [30, 100])

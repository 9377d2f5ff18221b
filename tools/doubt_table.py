#!/usr/bin/env python3
"""Measures how often mailutf doubts a right label (a false alarm), and how often it doubts a wrong label (a catch).

    tools/letters.py --texts TEXTS --role test
    cargo build --release
    tools/doubt_table.py TEXTS target/release/mailutf [--each N] [--sound N]

Each text is the subject of a message, as an encoded word. `normalize` reads an mbox of all messages and reports whether
it doubts the label of each text. If it does, the finding is `label-doubtful`, or another code if the octets prove the
label wrong. To count alarms, each text is encoded in each charset of its language, and in UTF-8. To count catches, there
are N texts for each language, each row of the table and each length.
"""

import argparse
import base64
import collections
import json
import pathlib
import random
import subprocess
import tempfile

from detection_table import CHARSETS, CODECS, ICONV, RARE, encode, pieces, same

# For each row of the table: its name, the languages, the charset of the text, and the wrong label of the text.
WRONG = [
    ("Cyrillic as Latin-1", "ru uk bg", "windows-1251", "iso-8859-1"),
    ("KOI8 as Latin-1", "ru", "koi8-r", "iso-8859-1"),
    ("Greek as Latin-1", "el", "iso-8859-7", "iso-8859-1"),
    ("Hebrew as Latin-1", "he", "windows-1255", "iso-8859-1"),
    ("GBK as Latin-1", "zh-Hans", "gb18030", "iso-8859-1"),
    ("EUC-JP as Shift_JIS", "ja", "euc-jp", "shift_jis"),
    ("KOI8 as windows-1251", "ru", "koi8-r", "windows-1251"),
    ("Latin-2 as Latin-1", "pl cs hu hr sl", "iso-8859-2", "iso-8859-1"),
    ("Turkish as Latin-1", "tr", "windows-1254", "iso-8859-1"),
    ("Big5 as GBK", "zh-Hant", "big5", "gbk"),
    ("UTF-8 twice", "de fr ru pl zh-Hans", "twice", "utf-8"),
]


def octets_in(text, charset):
    if charset == "twice":
        return text.encode().decode("latin-1").encode()
    return encode(text, charset)


def decoded(octets, label):
    return octets.decode(CODECS.get(label, label), "replace")


def report(program, messages):
    """The messages whose label is doubted: for each number of a message, the findings about it."""
    with tempfile.TemporaryDirectory() as folder:
        old, said = pathlib.Path(folder, "old"), pathlib.Path(folder, "said")
        from_line = b"From x@example.org Sat Nov 21 10:00:00 2026\n"
        old.write_bytes(b"".join(from_line + message + b"\n" for message in messages))
        command = [program, "normalize", "--quiet", "--dry-run", "--report", str(said), str(old)]
        subprocess.run(command, check=False)
        found = {}
        for line in said.read_text().splitlines():
            row = json.loads(line)
            codes = ("label-doubtful", "label-mismatch", "word-unresolved")
            details = [f["detail"] for f in row["findings"] if f["code"] in codes]
            if details:
                found[row["message"]] = details[0]
        return found


def subject(octets, label):
    return b"Subject: =?" + label.encode() + b"?B?" + base64.b64encode(octets) + b"?=\n\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("program")
    parser.add_argument("--each", type=int, default=100)
    parser.add_argument("--sound", type=int, default=100000, help="sound sentences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alarms", help="write each alarm to this file")
    options = parser.parse_args()
    random.seed(options.seed)
    by_language = collections.defaultdict(list)
    for line in open(options.texts, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        by_language[language].append(text)
    sound = []
    for language, charsets in CHARSETS.items():
        for charset in [*charsets.split(), "utf-8"]:
            if charset in ICONV or charset.startswith(RARE):
                continue
            for text in by_language[language]:
                octets = encode(text, charset)
                if octets and not octets.isascii():
                    sound.append((language, charset, text, octets))
    random.shuffle(sound)
    sound = sound[:options.sound]
    found = report(options.program, [subject(octets, charset) for _, charset, _, octets in sound])
    print(f"sound texts: {len(sound)}, alarms: {len(found)}")
    if options.alarms:
        with open(options.alarms, "w", encoding="utf-8") as file:
            for number, detail in found.items():
                language, charset, text, _ = sound[number - 1]
                file.write(f"{language}\t{charset}\t{text}\t{detail}\n")
    print(f"{'':24}{'1 word':>9}{'5 words':>9}{'sentence':>9}")
    for name, languages, charset, label in WRONG:
        cells = []
        for length in (1, 5, "sentence"):
            rows = []
            for language in languages.split():
                texts, tried = by_language[language], 0
                number, ideographic = len(rows), language in ("zh-Hans", "zh-Hant", "ja")
                while len(rows) - number < options.each and tried < 100 * options.each and texts:
                    tried += 1
                    text = next(pieces(texts, "sentence" if length == "sentence" else "3-5 words", language))
                    if length != "sentence":
                        text = text[:2 * length] if ideographic else " ".join(random.choice(texts).split()[:length])
                    octets = octets_in(text, charset)
                    # If both charsets decode the octets to the same text, the label is not wrong.
                    if octets and not octets.isascii() and not same(decoded(octets, label), text):
                        rows.append(subject(octets, label))
            caught = report(options.program, rows)
            cells.append(f"{100 * len(caught) / len(rows):9.1f}" if rows else f"{'':9}")
        print(f"{name:24}" + "".join(cells))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures how subjects without a label are read beside the other texts of their message.

    tools/letters.py --texts TEXTS --role test
    cargo build --release
    tools/message_table.py TEXTS target/release/mailutf [--each N]

Each subject stands raw in a message of its own: alone; beside a body in ASCII that says iso-8859-1; beside an unlabelled
and beside a labelled body in the same charset; with the sender in the right and in a wrong country. `normalize` reads
an mbox of all of them. Right: the same text; left: still raw; wrong: another text.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import tempfile

from detection_table import RARE, pieces, samples, same

COUNTRIES = {
    "en": "uk", "da": "dk", "sv": "se", "nb": "no", "cs": "cz", "sl": "si", "el": "gr", "he": "il", "ar": "eg", "fa": "ir",
    "ur": "pk", "ja": "jp", "ko": "kr", "zh-Hans": "cn", "zh-Hant": "tw", "uk": "ua", "be": "by", "vi": "vn", "et": "ee",
    "sq": "al", "ka": "ge", "hy": "am", "kk": "kz", "sr": "rs", "ca": "cat", "ga": "ie", "tg": "tj", "gl": "es", "eu": "es",
}
WRONG = "de fr pl cz ru gr jp cn tr se hu br".split()


def messages(subject, octets, charset, language, texts):
    """The situations, and the message of each."""
    sentence = next(pieces(texts, "sentence", language))
    body = b""
    while not body or body.isascii():
        sentence = next(pieces(texts, "sentence", language))
        body = encoded(sentence, charset)
    country = COUNTRIES.get(language, language)
    wrong = random.choice([code for code in WRONG if code != country])
    header = b"Subject: " + octets + b"\n"
    label = lambda name: b"Content-Type: text/plain; charset=" + name.encode() + b"\n"
    return {
        "alone": header + b"\n",
        "beside ASCII": header + label("iso-8859-1") + b"\nplain text\n",
        "beside unlabelled": header + b"\n" + body + b"\n",
        "beside labelled": header + label(charset) + b"\n" + body + b"\n",
        "right country": header + f"From: a@mail.example.{country}\n\n".encode(),
        "wrong country": header + f"From: a@mail.example.{wrong}\n\n".encode(),
    }


def encoded(text, charset):
    from detection_table import encode
    return encode(text, charset) or b""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("program")
    parser.add_argument("--each", type=int, default=10, help="subjects for each language, charset and length")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", help="write what was read wrong to this file")
    options = parser.parse_args()
    random.seed(options.seed)
    by_language = collections.defaultdict(list)
    for line in open(options.texts, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        by_language[language].append(text)
    rows = []
    for length, language, charset, text, octets in samples(options.texts, options.each, ["1-2 words", "3-5 words"]):
        if not charset.startswith(RARE) and charset not in ("iso-8859-3", "iso-8859-4", "iso-8859-14"):
            for situation, message in messages(text, octets, charset, language, by_language[language]).items():
                rows.append((situation, length, language, charset, text, octets, message))
    with tempfile.TemporaryDirectory() as folder:
        old, new = pathlib.Path(folder, "old"), pathlib.Path(folder, "new")
        old.write_bytes(b"".join(b"From x@example.org Sat Nov 21 10:00:00 2026\n" + row[-1] + b"\n" for row in rows))
        subprocess.run([options.program, "normalize", "--quiet", str(old), "-o", str(new)], check=False)
        read = re.findall(rb"^From x@.*\nSubject: ((?:.*\n(?:[ \t].*\n)*))", new.read_bytes(), re.M)
    assert len(read) == len(rows), (len(read), len(rows))
    table = collections.defaultdict(collections.Counter)
    misses = open(options.misses, "w", encoding="utf-8") if options.misses else None
    for (situation, length, language, charset, text, octets, _), new in zip(rows, read):
        unchanged = b" ".join(new.split()) == b" ".join(octets.split())
        right = same(text, new.decode("utf-8", "replace"))
        table[situation, length]["left" if unchanged else "right" if right else "wrong"] += 1
        if misses and not right:
            shown = "left" if unchanged else new.decode("utf-8", "replace").strip()
            misses.write(f"{situation}\t{length}\t{language}\t{charset}\t{text}\t{shown}\n")
    print(f"{'':20}{'length':12}{'subjects':>9}{'right %':>9}{'wrong':>8}{'left':>8}")
    for (situation, length), row in sorted(table.items(), key=lambda item: item[0][::-1]):
        share = lambda what: 100 * row[what] / row.total()
        print(f"{situation:20}{length:12}{row.total():9}{share('right'):9.2f}{share('wrong'):8.2f}{share('left'):8.2f}")


if __name__ == "__main__":
    main()

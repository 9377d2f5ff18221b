#!/usr/bin/env python3
"""Measures how mailutf reads unlabelled words of other languages, alone and after an English sentence.

    apt-get download vlc-l10n gimp-data fortunes-de manpages-ja ...     in an empty folder
    tools/beside_english.py FOLDER target/release/mailutf [OTHER ...] [--each N] [--wrong FILE]

Takes groups of words from the packages in FOLDER: for each charset, N groups of one word, N of two words, and N of four words (in
East Asian languages and Thai, groups of two, four and eight characters). Each group is an unlabelled body in an mbox, which each
build of the program reads. Prints how many bodies are read right, read wrong, or left unchanged. The texts that the last build reads
wrong are written to FILE.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import tempfile

from alarm_table import UNSPACED, encode, texts_of

CHARSETS = (
    "th windows-874,he windows-1255,ar windows-1256,ru windows-1251,ru koi8-r,el iso-8859-7,uk windows-1251,bg windows-1251,"
    "ja shift_jis,ja euc-jp,ko euc-kr,zh-Hans gb2312,zh-Hant big5,de windows-1252,fr windows-1252,es windows-1252,"
    "sv windows-1252,pt windows-1252,pl iso-8859-2,hu iso-8859-2,cs windows-1250,tr windows-1254,lt windows-1257"
)
ENGLISH = [
    b"This is a message from the people who have been working on it for a while.\n",
    b"Thanks for your mail, see you on Monday.\n",
    b"",
]
SEPARATOR = b"From x@example.org Sat Nov 21 10:00:00 2026\n"
TRIES = 4000


def piece(texts, number, code):
    """A sequence of `number` words of a text, or None if the text is too short or the words are only ASCII."""
    text = random.choice(texts)
    if code in UNSPACED:
        parts, number, space = [c for c in text if not c.isascii()], 2 * number, ""
    else:
        parts, space = text.split(), " "
    start = random.randrange(max(1, len(parts) - number + 1))
    found = space.join(parts[start : start + number])
    return found if len(parts) >= number and not found.isascii() else None


def cases(texts, each):
    """For each case: the language, the text before the words, the words, and their octets."""
    for code, charset in (pair.split() for pair in CHARSETS.split(",")):
        for number in 1, 2, 4:
            left = each if texts.get(code) else 0
            for _ in range(TRIES):
                words = piece(texts[code], number, code) if left else None
                octets = words and encode(words, charset)
                if octets:
                    left -= 1
                    yield code, random.choice(ENGLISH), words, octets


def read(program, mail, made):
    """For each case, "right", "wrong" or "left", and the octets of the output."""
    with tempfile.TemporaryDirectory() as folder:
        new = pathlib.Path(folder, "new")
        subprocess.run([program, "normalize", "--quiet", mail, "-o", new], check=False)
        bodies = [message.split(b"\n\n", 1)[1] for message in new.read_bytes().split(SEPARATOR)[1:]]
    for (_, before, words, octets), body in zip(made, bodies, strict=True):
        body = body[len(before):].removesuffix(b"\n\n")
        yield ("right" if body == words.encode() else "left" if body == octets else "wrong"), body


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--wrong", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    random.seed(7)
    made = list(cases(texts_of(options.folder), options.each))
    with tempfile.NamedTemporaryFile(suffix=".mbox") as mail:
        for _, before, _, octets in made:
            mail.write(SEPARATOR + b"Content-Type: text/plain\n\n" + before + octets + b"\n\n")
        mail.flush()
        found = [list(read(program, mail.name, made)) for program in options.programs]
    print("|".join(["", " language ", " beside ", *(f" {program}: right, wrong, left " for program in options.programs), ""]))
    print("|---|---|" + "---|" * len(options.programs))
    rows = collections.defaultdict(lambda: [collections.Counter() for _ in found])
    for number, (code, before, _, _) in enumerate(made):
        for name in code, "all":
            for counts, results in zip(rows[name, "English" if before else "nothing"], found):
                counts[results[number][0]] += 1
    for (code, beside), counts in sorted(rows.items()):
        cells = [", ".join(str(count[kind]) for kind in ("right", "wrong", "left")) for count in counts]
        print("|".join(["", f" {code} ", f" {beside} ", *(f" {cell} " for cell in cells), ""]))
    if options.wrong:
        wrong = (f"{code}\t{words}\t{body.decode(errors='replace')}\n"
                 for (code, _, words, _), (kind, body) in zip(made, found[-1]) if kind == "wrong")
        options.wrong.write_text("".join(wrong), encoding="utf-8")


if __name__ == "__main__":
    main()

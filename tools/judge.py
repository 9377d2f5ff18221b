#!/usr/bin/env python3
"""Judges detection by kinds of text that it was not made from: false alarms, wrong labels that it catches, and unlabelled
text.

    cargo build --release -p mailutf-codecs --example judge
    tools/judge.py KINDS target/release/examples/judge [--each N] [--alarms FILE]

KINDS has a folder for each kind of text (names, news, chat, ...), with a file for each language in it: de.txt has one text a
line, in UTF-8. The languages are those of CHARSETS in alarm_table.py. Lines in US-ASCII and lines of more than 400 characters
are left out, and of each file at most N lines are taken, at random; standard error says how many were left out. Tune by some
kinds and judge by others: a kind that was used for tuning proves nothing.

    RUSTFLAGS="--cfg mailutf_exceptions" cargo build --release -p mailutf-codecs --example judge
    tools/judge.py KINDS target/release/examples/judge --exceptions [--rows ROWS]

switches off each exception of codecs/src/charset/detect/model/exception.rs in turn, and prints what it costs and what it catches.
ROWS has texts of rare kinds, which rare_kinds.py makes.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

from alarm_table import CHARSETS, EAST_ASIAN, UNSPACED, WRONG, table, words_of

STRIPPED = ".,:;!?()[]{}\"'«»„“”…%$*#|<>=/\\"
ASCII = "Re: DHCP-Server, user@host.example Fwd: version-2.0 Hello PDF: README.txt: OK,".split()
LENGTHS = (1, 2, 3, 5, None)


def words(text, code, number):
    """A sequence of `number` words that has a character beyond ASCII, or None if there is no such sequence. If `number` is None,
    the whole text."""
    found = text if number is None else words_of(text, code, number)
    return found.strip(STRIPPED) if found else None


def word(text, code):
    found = words(text, code, 1)
    return found[:random.randint(1, 4)] if found and code in UNSPACED else found


def shapes(text, others, code):
    """The text in some of the shapes that text has in mail. For each shape: its name, and the text."""
    yield "text", text
    yield "word", word(text, code)
    yield "two words", words(text, code, 2)
    made = random.choice(["capitals", "title", "quotes", "in English", "beside ASCII", "names", "listing", "repeated", "drawn out", ""])
    several = [found for found in (word(other, code) for other in random.sample(others, min(4, len(others)))) if found]
    if made == "capitals":
        yield made, (words(text, code, 3) or "").upper()
    elif made == "title":
        yield made, (words(text, code, 3) or "").title()
    elif made == "quotes":
        yield made, "«" + (words(text, code, 2) or "") + "»"
    elif made == "in English":
        yield made, f"The word {word(text, code)} means something else in this file."
    elif made == "beside ASCII":
        yield made, random.choice(ASCII) + " " + (words(text, code, 2) or "")
    elif made == "names":
        yield made, ", ".join(several)
    elif made == "listing":
        yield made, "\\n".join("- " + one for one in several)
    elif made == "repeated":
        yield made, " ".join([word(text, code) or ""] * random.randint(2, 6))
    elif made == "drawn out" and code not in UNSPACED:
        yield made, re.sub(r"[^\x00-\x7F]", lambda found: found[0] * random.randint(4, 14), word(text, code) or "", count=1)


def written(text, code, charset):
    """The text, written with the letters that the charset has."""
    if code == "ro":
        forms = ("şţŞŢ", "șțȘȚ") if charset == "iso-8859-16" else ("șțȘȚ", "şţŞŢ")
        return text.translate(str.maketrans(*forms))
    if charset == "windows-1258":
        return "".join(c if c.encode("cp1258", "ignore") else unicodedata.normalize("NFD", c) for c in text)
    return text


def lines(kinds, each):
    """The input lines of the program: the key, the charset, the label and the text."""
    texts, left_out = collections.defaultdict(list), collections.Counter()
    for path in sorted(kinds.glob("*/*.txt")):
        given = [line for line in path.read_text("utf-8").split("\n") if line]
        found = [line for line in given if not line.isascii() and len(line) <= 400]
        if path.stem not in CHARSETS:
            print(f"{path}: left out: CHARSETS in alarm_table.py has no language {path.stem}", file=sys.stderr)
        else:
            left_out["in US-ASCII"] += sum(map(str.isascii, given))
            left_out["of more than 400 characters"] += sum(len(line) > 400 and not line.isascii() for line in given)
            left_out["beyond --each"] += max(0, len(found) - each)
        texts[path.stem] += [(path.parent.name, line) for line in random.sample(found, min(len(found), each))]
    if any(left_out.values()):
        print("lines left out:", ", ".join(f"{lines} {why}" for why, lines in left_out.items() if lines), file=sys.stderr)
    if not any(code in CHARSETS for code in texts):
        print(f"{kinds}: no text: the files are called KINDS/KIND/LANGUAGE.txt", file=sys.stderr)
    for code in (code for code in CHARSETS if code in texts):
        known, all_of = texts[code], [text for _, text in texts[code]]
        # In the charsets of East Asia, texts in Russian and Greek have other shapes than those that `shapes` makes.
        # So these charsets are left out.
        charsets = [charset for charset in CHARSETS[code].split() if code not in ("ru", "el") or charset not in EAST_ASIAN.split()]
        for kind, text in known:
            for shape, made in shapes(text, all_of, code):
                for charset in charsets if made else ():
                    yield f"sound|{kind}|{code}|{shape}", charset, "=", written(made, code, charset)
        for number in LENGTHS:
            for text in random.sample(all_of, min(300, len(all_of))):
                if made := words(text, code, number):
                    for charset in charsets[:1]:
                        yield f"unlabelled|{number or 'text'}|{code}", charset, "-", written(made, code, charset)
    for codes, charset, label in (row.split() for row in re.split(r";|\n", WRONG.strip())):
        if charset in ("twice", "cut", "utf-8"):
            continue
        for code in (code for code in codes.split(",") if code in texts):
            for number in (1, 5, None):
                for _, text in random.sample(texts[code], min(400, len(texts[code]))):
                    if made := words(text, code, number):
                        yield f"wrong|{charset} as {label}|{code}", charset, label, written(made, code, charset)


def judged(program, given, alarms=None, without=""):
    """For each key: the number of texts, of texts that were found, and of texts that are wrong."""
    command = [program, *([alarms] if alarms else [])]
    environment = {**os.environ, "MAILUTF_WITHOUT": without}
    with open(given, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, check=True, env=environment)
    rows = (line.split("\t") for line in done.stdout.decode("utf-8").splitlines())
    return {key: list(map(int, counts)) for key, *counts in rows}


def sums(counts, place):
    """The sums of the counts for each pair of the first name in a key and the name at `place`."""
    found = collections.defaultdict(lambda: [0, 0, 0])
    for names, row in ((key.split("|"), row) for key, row in counts.items() if key.count("|") >= place):
        for at, number in enumerate(row):
            found[names[0], names[place]][at] += number
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--each", type=int, default=1500, help="texts of a kind in a language")
    parser.add_argument("--alarms", help="write each sound text that is doubted to this file")
    parser.add_argument("--exceptions", action="store_true", help="switch off each exception in turn")
    parser.add_argument("--rows", type=pathlib.Path, help="further texts, as rare_kinds.py writes them")
    options = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        given = pathlib.Path(folder, "texts")
        with given.open("w", encoding="utf-8") as file:
            for row in lines(options.kinds, options.each):
                if "\t" not in row[3]:
                    file.write("\t".join(row) + "\n")
            if options.rows:
                file.write(options.rows.read_text("utf-8"))
        counts = judged(options.program, given, options.alarms)
        total = sums(counts, 0)
        if options.exceptions:
            source = pathlib.Path(__file__).parent.parent / "codecs/src/charset/detect/model/exception.rs"
            names = re.findall(r"^    (\w+),$", source.read_text("utf-8"), re.M)
            rows = []
            for name in names:
                without = sums(judged(options.program, given, without=name), 0)
                rows.append([name, *(without[key, key][1] - total[key, key][1] for key in ("sound", "rare", "wrong"))])
            table(rows, ["without", "more alarms", "more alarms in rare kinds", "more caught"])
            return
    for name, place, heads in (("sound", 1, ["kind", "texts", "doubted"]), ("sound", 3, ["shape", "texts", "doubted"]),
                               ("sound", 2, ["language", "texts", "doubted"]), ("wrong", 1, ["wrong label", "texts", "caught"]),
                               ("rare", 1, ["rare kind", "texts", "doubted"]), ("unlabelled", 1, ["words", "texts", "right", "wrong"])):
        rows = [[second, *row[:len(heads) - 1]] for (first, second), row in sorted(sums(counts, place).items()) if first == name]
        table([*rows, ["all", *total[name, name][:len(heads) - 1]]], heads)


if __name__ == "__main__":
    main()

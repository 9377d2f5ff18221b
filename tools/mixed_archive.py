#!/usr/bin/env python3
"""Makes an archive of senders with mixed habits, from translations that no rule of the program was made for, and tells what
is right.

    apt-get download wesnoth-1.16-data                 in an empty folder
    tools/mixed_archive.py FOLDER DIRECTORY [--seed N] writes mail.mbox and truth.jsonl; the same in each run
    tools/doubtful_archive.py review DIRECTORY PROGRAM decides, converts and checks it

200 senders write 10,000 messages from 1998 to 2009, in 28 languages; some senders write 200 messages, others 20. A third of the
mail comes through mailing lists. Every twentieth message has one to three words, the others have sentences; both come from the
translations (.mo) in the packages of FOLDER. A sender uses several programs in succession, each with a habit of its own: see
HABITS.
"""

import argparse
import base64
import collections
import gettext
import io
import json
import pathlib
import quopri
import random
import re
import subprocess
import tarfile

from doubtful_archive import taken

WESTERN, CENTRAL, CYRILLIC = ("windows-1252", "cp850", "mac-roman"), ("windows-1250", "iso-8859-2"), ("windows-1251", "koi8-r", "cp866")
# For each language, the charsets that programs used for it, beginning with the usual charset.
CHARSETS = {
    **dict.fromkeys("de fr es it pt_BR ca sv da fi".split(), WESTERN), **dict.fromkeys("pl cs sk hu sr@latin".split(), CENTRAL),
    **dict.fromkeys(["ru"], CYRILLIC), "uk": ("windows-1251", "koi8-u"), **dict.fromkeys("bg sr".split(), ("windows-1251", "iso-8859-5")),
    "el": ("windows-1253", "iso-8859-7"), "tr": ("windows-1254", "iso-8859-9"), "he": ("windows-1255",),
    **dict.fromkeys("lt lv et".split(), ("windows-1257", "iso-8859-13")), "ja": ("shift_jis", "euc-jp"), "zh_CN": ("gb18030",),
    "zh_TW": ("big5",), "ko": ("euc-kr",), "vi": ("windows-1258",),
}
UNSPACED = ("ja", "zh_CN", "zh_TW")
# The number of senders with each habit. A label is right if it names the charset of the text, or a subset of that charset that
# includes the text.
HABITS = {
    "right": 30,  # the label is right; the charset may change from message to message
    "wrong label": 30,  # the label is wrong
    "wrong until": 20,  # the label is wrong, until a correct program replaces this one
    "no label": 15,  # no label, or one that nobody knows
    "two charsets": 15,  # two charsets by turns, from two computers, under one label
    "twice": 15,  # a gateway encoded some or all of the mail in UTF-8 twice, or three times
    "decoded wrongly": 10,  # some mail was decoded in another single-octet charset, and stored in UTF-8
    "rarely wrong": 15,  # one message in 25 has another label
    "two languages": 15,  # two languages, each in its own charset, under one label
    "quotes": 15,  # the label is right, but the text quotes messages that arrived garbled
    "in turn": 20,  # three programs with three of these habits
}
YEARS = range(1998, 2010)
LISTS = [f"{name}.lists.example" for name in "choir garden chess parents physics sailing kernel cooks".split()]


# Texts.

def texts_of(folder):
    """For each language, sentences and short texts."""
    sentences, short = collections.defaultdict(set), collections.defaultdict(set)
    for package in sorted(pathlib.Path(folder).glob("*.deb")):
        archive = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            for member in files:
                found = re.search(r"/locale/([^/]+)/LC_MESSAGES/[^/]+\.mo$", member.name)
                if found and found.group(1) in CHARSETS:
                    language = found.group(1)
                    for text in gettext.GNUTranslations(io.BytesIO(files.extractfile(member).read()))._catalog.values():
                        if isinstance(text, str) and not re.search(r"[<>$|{}\[\]\\=_^@*#~\d\u200b-\u200f]", text):
                            text = " ".join(text.split())
                            found_here = [one.strip() for one in re.findall(r"[^.!?。！？…]+[.!?。！？…]+", text)]
                            sentences[language].update(one for one in found_here if 15 <= len(one) <= 140 and not one.isascii())
                            if 2 <= len(text) <= 16 and not text.isascii():
                                short[language].add(text.rstrip(".:…"))
        archive.wait()
    return {language: (sorted(sentences[language]), sorted(short[language])) for language in CHARSETS}


class Writer:
    """Writes texts in one language."""

    def __init__(self, random, texts, language):
        self.random, self.language, (self.sentences, self.short) = random, language, texts[language]

    def letter(self, number):
        if self.random.random() < 0.05:
            return self.random.choice(self.short)
        join = "" if self.language in UNSPACED else " "
        lines = [join.join(self.random.sample(self.sentences, self.random.choice([1, 2, 2, 3, 4, 6])))
                 for _ in range(self.random.choice([1, 1, 2, 3]))]
        if self.random.random() < 0.5:
            lines.insert(0, self.random.choice(self.short) + ",")
        return "\n".join(lines + [f"({number + 1})"])


# Programs that write mail. For each message, a program gives the right text, the octets and the label.

def encoded(text, charset):
    return text.encode({"mac-roman": "mac_roman"}.get(charset, charset))


def garbled(text, pairs):
    for by, was in pairs:
        text = taken(text, by, was)
    return text


def program(random, habit, writers):
    """Returns a function from the number of a message to its right text, its octets and its label."""
    writer = writers[0]
    charsets = CHARSETS[writer.language]
    usual = random.choice(charsets[:2])
    wrong = [label for label in ("iso-8859-1", "iso-8859-1", "us-ascii", "iso-8859-15", "windows-1252")]
    label = random.choice(wrong)
    if charsets[0] == "windows-1252":
        usual_wrong, label = random.choice(charsets[1:]), random.choice(["iso-8859-1", "windows-1252"])
    else:
        usual_wrong = usual

    def right(number, of=writer):
        text = of.letter(number)
        charset = random.choice(["utf-8", usual])
        return text, encoded(text, charset), charset

    if habit == "right":
        return right
    if habit == "quotes":
        def quotes(number):
            text, quoted = writer.letter(number), random.choice(writers).letter(number)
            if random.random() < 0.5 or "\n" not in quoted or "\n" not in text:
                return text, text.encode(), "utf-8"
            lines = quoted.split("\n")
            shown = garbled(quoted, [random.choice([("windows-1252", "utf-8"), ("iso-8859-1", "utf-8")])]).split("\n")
            def whole(lines):
                return "\n".join(["ann@example.org wrote:"] + ["> " + line for line in lines] + ["", text])
            return whole(lines), whole(shown).encode(), "utf-8"
        return quotes
    if habit == "wrong label":
        def wrong_label(number):
            text = writer.letter(number)
            return text, encoded(text, usual_wrong), label
        return wrong_label
    if habit == "no label":
        named = random.choice([None, "x-unknown", "unknown-8bit"])
        def no_label(number):
            text = writer.letter(number)
            return text, encoded(text, usual), named
        return no_label
    if habit == "two charsets":
        pair = charsets[:2] if len(charsets) > 1 else (charsets[0], "utf-8")
        named = random.choice([label, label, None, "x-unknown"])
        def two_charsets(number):
            text = writer.letter(number)
            return text, encoded(text, random.choice(pair)), named
        return two_charsets
    if habit == "twice":
        share, by = random.choice([0.1, 0.5, 1]), random.choice(["windows-1252", "iso-8859-1"])
        def twice(number):
            text = writer.letter(number)
            levels = (random.random() < share) + (random.random() < share / 5)
            return text, garbled(text, [(by, "utf-8")] * levels).encode(), "utf-8"
        return twice
    if habit == "decoded wrongly":
        was = charsets[0] if charsets[0].startswith("windows-125") else "utf-8"
        by = "windows-1252" if was != "windows-1252" else "iso-8859-2"
        if was in ("windows-1251",) and random.random() < 0.5:
            by = "koi8-r"
        share = random.choice([0.3, 0.6, 1])
        def decoded_wrongly(number):
            text = writer.letter(number)
            pairs = [(by, was)] if random.random() < share else []
            encoded(text, was)
            return text, garbled(text, pairs).encode(), "utf-8"
        return decoded_wrongly
    if habit == "rarely wrong":
        def rarely_wrong(number):
            text, octets, named = right(number)
            if number % 25 == 12 and named != "utf-8" and named.startswith(("windows", "iso", "koi8", "cp")):
                named = random.choice([other for other in ("iso-8859-1", "windows-1251", "iso-8859-2") if other != named])
            return text, octets, named
        return rarely_wrong
    assert habit == "two languages"
    def two_languages(number):
        of = random.choice(writers)
        text = of.letter(number)
        return text, encoded(text, CHARSETS[of.language][0]), "iso-8859-1"
    return two_languages


class Sender:
    def __init__(self, random, texts, habit, number):
        self.random, self.habit = random, habit
        self.address = f"{random.choice('ada bo cleo dan eva finn gus hana ivo jo kim lea'.split())}{number}@{random.choice(['mail', 'post', 'home', 'office'])}.example"
        languages = list(CHARSETS)
        if habit == "decoded wrongly":
            languages = [one for one in languages if CHARSETS[one][0].startswith("windows-125")]
        first = random.choice(languages)
        # The charsets of the two languages differ, so a label does not fit both languages.
        others = [one for one in languages if one != first and CHARSETS[one][0] != CHARSETS[first][0]]
        self.languages = [first, random.choice(others)] if habit in ("two languages", "quotes") else [first]
        self.writers = [Writer(random, texts, language) for language in self.languages]
        if habit == "wrong until":
            habits, kinds = ["wrong label", "right"], 2
        elif habit == "in turn":
            kinds = 3
            habits = random.sample([one for one in ("right", "wrong label", "no label", "twice", "rarely wrong", "two charsets")], kinds)
        else:
            habits, kinds = [habit], 1
        ends = sorted(random.sample(YEARS[1:-1], kinds - 1)) + [YEARS[-1] + 1]
        self.programs = [(end, program(random, one, self.writers)) for end, one in zip(ends, habits)]

    def written(self, number, year):
        written = next(written for end, written in self.programs if year < end)
        while True:
            try:
                return written(number)
            except UnicodeEncodeError:
                continue


def message(random, sender, number):
    year, month, day = random.choice(YEARS), random.randrange(12), random.randint(1, 28)
    text, octets, label = sender.written(number, year)
    identifier = f"<{year}.{number}.{sender.address}>"
    month = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[month]
    head = f"From: {sender.address.split('@')[0].title()} <{sender.address}>\nTo: <owner@made.example>\nSubject: letter {number + 1}\n"
    head += f"Date: {day} {month} {year} {random.randrange(24):02}:{random.randrange(60):02}:00 +0100\nMessage-ID: {identifier}\n"
    if random.random() < 0.3:
        head += f"List-Id: <{random.choice(LISTS)}>\n"
    transfer = random.choice(["8bit", "base64", "quoted-printable"])
    head += "MIME-Version: 1.0\n" + (f"Content-Type: text/plain; charset={label}\n" if label else "Content-Type: text/plain\n")
    octets += b"\n"
    octets = {"8bit": lambda: octets, "base64": lambda: base64.encodebytes(octets), "quoted-printable": lambda: quopri.encodestring(octets)}[transfer]()
    return identifier, text, f"{head}Content-Transfer-Encoding: {transfer}\n\n".encode() + octets


def make(folder, directory, seed):
    directory.mkdir(parents=True, exist_ok=True)
    texts, generator = texts_of(folder), random.Random(seed)
    senders = [Sender(generator, texts, habit, number) for number, habit in
               enumerate(habit for habit, count in HABITS.items() for _ in range(count))]
    # Each sender writes at least three messages. The others are distributed by random weights.
    weights = [min(generator.paretovariate(1.2), 8) for _ in senders]
    writers = senders * 3 + generator.choices(senders, weights, k=10_000 - 3 * len(senders))
    generator.shuffle(writers)
    with open(directory / "mail.mbox", "wb") as mbox, open(directory / "truth.jsonl", "w") as truth:
        for number, sender in enumerate(writers):
            identifier, text, octets = message(generator, sender, number)
            lines = [b">" + line if line.startswith(b"From ") else line for line in octets.split(b"\n")]
            mbox.write(b"From made@made.example Sat Nov 21 10:00:00 2026\n" + b"\n".join(lines) + b"\n")
            told = {"id": identifier, "sender": sender.address, "habit": sender.habit, "languages": sender.languages, "text": text}
            truth.write(json.dumps(told, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1998)
    options = parser.parse_args()
    make(options.folder, options.directory, options.seed)


if __name__ == "__main__":
    main()

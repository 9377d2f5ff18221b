#!/usr/bin/env python3
"""Makes tools/results/learn.tsv: what `--learn` does for an archive whose senders forget or garble labels.

    tools/letters.py --texts TEXTS --role test
    cargo build --release
    tools/learn_table.py TEXTS target/release/mailutf [--senders N] [--messages N] [--misses FILE]

Each sender has a language and a charset, and sends messages with two short texts, one in the subject and one in the
body. Each text has 1 to 5 words, or is a sentence. Three messages in five have the label of their charset. The others
have no label (then the subject is raw), an unknown label, or the label of another charset. The script runs `normalize`
with and without --learn, and compares both outputs with the texts.
"""

import argparse
import base64
import collections
import pathlib
import random
import subprocess
import tempfile

from detection_table import SUBJECTS, percent, pieces, same, table, texts_of, unlabelled

FROM_LINE = b"From x@example.org Sat Nov 21 10:00:00 2026\n"
KINDS = ["labelled"] * 6 + ["no label"] * 2 + ["unknown label", "wrong label"]
LENGTHS = ["1-2 words", "1-2 words", "3-5 words", "sentence"]
# The wrong label is iso-8859-1, but for windows-1252 it is iso-8859-2, because iso-8859-1 means windows-1252 in mail.
WRONG = {"windows-1252": "iso-8859-2"}


def word(octets, label):
    return b"=?" + label.encode() + b"?B?" + base64.b64encode(octets) + b"?="


def message(number, sender, kind, charset, subject, body):
    label = {"labelled": charset, "unknown label": "x-user", "wrong label": WRONG.get(charset, "iso-8859-1")}.get(kind)
    head = f"From: <{sender}@example.org>\nMessage-ID: <{number}@example.org>\n".encode()
    if label is None:
        return head + b"Subject: " + subject + b"\n\n" + body + b"\n"
    return head + b"Subject: " + word(subject, label) + f"\nContent-Type: text/plain; charset={label}\n\n".encode() + body + b"\n"


def archive(by_language, options):
    """For each message: its kind, its subject, its body and its octets."""
    fields = SUBJECTS.split()
    for row, (language, charset, _, _) in enumerate(zip(*[iter(fields)] * 4)):
        sources = {length: pieces(by_language[language], length, language) for length in LENGTHS}

        def text():
            length = random.choice(LENGTHS)
            while True:
                text = next(sources[length]).strip()
                octets = unlabelled(text, charset)
                if octets and b"=?" not in octets and not octets.startswith(b"From "):
                    return text, octets

        for sender in range(options.senders):
            for _ in range(options.messages):
                (subject, head), (body, octets), kind = text(), text(), random.choice(KINDS)
                number = random.getrandbits(60)
                yield kind, subject, body, message(number, f"{row}-{sender}", kind, charset, head, octets)


def decoded(output):
    """The subject and the body of a message, each as UTF-8, or None if it is not in UTF-8."""
    head, _, body = output.partition(b"\n\n")
    subject = next(line for line in head.replace(b"\n ", b" ").split(b"\n") if line.startswith(b"Subject: "))[9:]
    is_utf8 = b"charset=utf-8" in head.lower()
    encoded = b"base64" in head.lower() and is_utf8
    texts = [None if b"=?" in subject else subject, body if is_utf8 else None]
    if encoded and texts[1] is not None:
        texts[1] = base64.b64decode(body)
    for text in texts:
        try:
            yield None if text is None else text.decode()
        except UnicodeDecodeError:
            yield None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("program")
    parser.add_argument("--senders", type=int, default=10, help="for each language")
    parser.add_argument("--messages", type=int, default=10, help="for each sender")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", help="write each text that is read wrong with --learn to this file")
    options = parser.parse_args()
    random.seed(options.seed)
    messages = list(archive(texts_of(options.texts), options))
    random.shuffle(messages)
    counts = collections.defaultdict(collections.Counter)
    misses = []
    with tempfile.TemporaryDirectory() as folder:
        old = pathlib.Path(folder, "old")
        old.write_bytes(b"".join(FROM_LINE + octets + b"\n" for *_, octets in messages))
        for way, arguments in (("without", []), ("with", ["--learn"])):
            new = pathlib.Path(folder, way)
            subprocess.run([options.program, "normalize", "--quiet", str(old), "-o", str(new), *arguments], check=False)
            outputs = new.read_bytes().split(FROM_LINE)[1:]
            assert len(outputs) == len(messages)
            for (kind, subject, body, _), output in zip(messages, outputs):
                for place, text, read in zip(("subject", "body"), (subject, body), decoded(output)):
                    said = "left" if read is None else "right" if same(text, read) else "wrong"
                    counts[kind, place][way, said] += 1
                    if said == "wrong" and way == "with":
                        misses.append(f"{kind}\t{place}\t{text}\t{read.strip()}\n")
    if options.misses:
        pathlib.Path(options.misses).write_text("".join(misses), encoding="utf-8")
    rows = []
    for kind in dict.fromkeys(KINDS):
        for place in ("subject", "body"):
            count = counts[kind, place]
            number = sum(n for (way, _), n in count.items() if way == "with")
            cells = [percent(count[way, said], number) for way in ("without", "with") for said in ("right", "wrong", "left")]
            rows.append([kind, place, number, *cells])
    head = ["label", "text", "texts", "right", "wrong", "left", "right with --learn", "wrong", "left"]
    table("An archive", head, rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the tables on unlabelled text in tools/results: how often it is read right, read wrong, and left unchanged.

    tools/letters.py --texts TEXTS --role test
    cargo build --release --example detect
    tools/detection_table.py TEXTS target/release/examples/detect [--peers] [--program target/release/mailutf]

The texts are cut into words and sentences of each length, encoded in every charset that mail in their language
has, and read back. Right: the same text; left: no answer; wrong: another text. chardetng reads the same octets;
with --peers, so do chardet, charset-normalizer and uchardet, if they are installed.

With --program, short texts are the subjects of messages that `mailutf normalize` reads: alone, beside a body in the
same charset, beside an ASCII part labelled iso-8859-1, and with the right and the wrong country.
"""

import argparse
import collections
import random
import re
import shutil
import subprocess
import unicodedata

WESTERN = "windows-1252 iso-8859-15 ibm850 macintosh"
CENTRAL = "windows-1250 iso-8859-2 ibm852"
BALTIC = "windows-1257 iso-8859-13 iso-8859-4"
CYRILLIC = "windows-1251 iso-8859-5 x-mac-cyrillic"
CHARSETS = {
    **dict.fromkeys("de fr es pt it nl da sv nb fi is fo ca gl eu ga sq".split(), WESTERN),
    **dict.fromkeys("pl cs sk hu hr sl".split(), CENTRAL), "ro": CENTRAL, "cy": "iso-8859-14",
    "et": "windows-1252 windows-1257 iso-8859-15", "lv": BALTIC, "lt": BALTIC,
    "tr": "windows-1254 ibm857", "az": "windows-1254", "mt": "iso-8859-3", "eo": "iso-8859-3",
    "vi": "windows-1258 viscii tcvn",
    "ru": CYRILLIC + " koi8-r ibm866 ibm855", "bg": CYRILLIC, "sr": CYRILLIC, "mk": CYRILLIC,
    "uk": "windows-1251 koi8-u x-mac-cyrillic", "be": "windows-1251 koi8-u", "kk": "kz-1048", "tg": "koi8-t",
    "el": "windows-1253 iso-8859-7 ibm737", "he": "windows-1255 iso-8859-8 ibm862", "ar": "windows-1256 iso-8859-6",
    "fa": "windows-1256", "ur": "windows-1256", "th": "windows-874", "hy": "armscii-8", "ka": "georgian-ps georgian-academy",
    "zh-Hans": "gb18030", "zh-Hant": "big5", "ja": "shift_jis euc-jp", "ko": "euc-kr",
}
CODECS = {
    "windows-874": "cp874", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "ibm850": "cp850", "ibm852": "cp852",
    "ibm855": "cp855", "ibm857": "cp857", "ibm862": "cp862", "ibm866": "cp866", "ibm737": "cp737", "kz-1048": "kz1048",
    "koi8-t": "koi8_t", "big5": "cp950", "gb18030": "gbk", "shift_jis": "cp932", "euc-kr": "cp949", "euc-jp": "euc_jp",
}
ICONV = {"viscii": "VISCII", "tcvn": "TCVN", "armscii-8": "ARMSCII-8", "georgian-ps": "GEORGIAN-PS",
         "georgian-academy": "GEORGIAN-ACADEMY"}
# Charsets of DOS and the Macintosh are rare in mail. The model takes that into account and recognizes them only in longer text.
RARE = ("ibm", "mac", "x-mac")
EDGES = (0.5, 0.8, 0.85, 0.9, 0.95, 0.99, 0.999, 2)
LENGTHS = ["1-2 words", "3-5 words", "sentence", "200", "2000"]
# A language, the charset of most of its mail, its country, and another country whose language has the same script.
SUBJECTS = """
de windows-1252 de pl   fr windows-1252 fr cz   es windows-1252 es hu   pt windows-1252 br tr   it windows-1252 it ro
da windows-1252 dk lt   sv windows-1252 se pl   nb windows-1252 no lv   fi windows-1252 fi hu   pl iso-8859-2 pl de
cs windows-1250 cz se   hu iso-8859-2 hu fr     hr windows-1250 hr it   tr windows-1254 tr fr   lt windows-1257 lt de
ru koi8-r ru bg         uk windows-1251 ua ru   bg windows-1251 bg ru   he windows-1255 il gr   ar windows-1256 sa ir
ja shift_jis jp tw      zh-Hans gb18030 cn jp
"""
TONES = "\u0300\u0301\u0303\u0309\u0323"


def encode(text, charset):
    """The octets of a text, or None if the charset lacks a character."""
    text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    try:
        if charset in ICONV:
            done = subprocess.run(["iconv", "-f", "UTF-8", "-t", ICONV[charset]], input=text.encode(), capture_output=True)
            return done.stdout if done.returncode == 0 else None
        if charset == "windows-1258":
            decomposed = ""
            for c in text:
                parts = unicodedata.normalize("NFD", c)
                tone = "".join(p for p in parts if p in TONES)
                decomposed += unicodedata.normalize("NFC", "".join(p for p in parts if p not in TONES)) + tone
            return decomposed.encode("cp1258")
        return text.encode(CODECS.get(charset, charset))
    except (UnicodeEncodeError, LookupError):
        return None


def pieces(texts, length, language):
    """An endless sequence of pieces of the given length from the texts of a language."""
    ideographic = language in ("zh-Hans", "zh-Hant", "ja")
    while True:
        text = random.choice(texts)
        if length in ("200", "2000"):
            wanted = int(length)
            while len(text) < wanted:
                text += " " + random.choice(texts)
            yield text[:wanted]
        elif length == "sentence":
            if (20 if ideographic else 40) <= len(text) <= 200:
                yield text
        elif ideographic or language == "th":
            size = random.randint(2, 5) if length == "1-2 words" else random.randint(6, 12)
            at = random.randrange(max(1, len(text) - size))
            yield text[at:at + size]
        else:
            words = text.split()
            size = random.randint(1, 2) if length == "1-2 words" else random.randint(3, 5)
            if len(words) >= size:
                at = random.randrange(len(words) - size + 1)
                yield " ".join(words[at:at + size])


def texts_of(path):
    """The texts of each language."""
    by_language = collections.defaultdict(list)
    for line in open(path, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        if not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in text):
            by_language[language].append(text)
    return by_language


def unlabelled(text, charset):
    """The octets of a text, or None if they show their charset by anything but the letters."""
    octets = encode(text, charset)
    if not octets or octets.isascii():
        return None
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        return octets
    return None


def samples(by_language, each, only):
    """For each sample: the length, the language, the charset, the text and the octets."""
    for language, charsets in CHARSETS.items():
        texts = by_language[language]
        if sum(map(len, texts)) < 3000:
            continue
        for length in only or LENGTHS:
            for charset in charsets.split():
                number = each if length != "2000" else max(1, each // 5)
                if charset in ICONV:
                    number = min(number, 40)
                found, source, tried = 0, pieces(texts, length, language), 0
                while found < number and tried < 40 * number:
                    tried += 1
                    text = next(source).strip()
                    if language == "ro":
                        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
                    if length in ("200", "2000") and charset not in ICONV:
                        text = "".join(c for c in text if ord(c) < 128 or encode(c, charset))
                    octets = unlabelled(text, charset)
                    if octets:
                        found += 1
                        yield length, language, charset, text, octets


def subjects(by_language, each):
    """For each short text in 22 languages: the charset, the country, a wrong country, the text, its octets, and the octets of a
    sentence."""
    fields = SUBJECTS.split()
    for language, charset, country, wrong in zip(*[iter(fields)] * 4):
        ideographic = language in ("zh-Hans", "ja")
        fits = lambda text: 4 <= len(text) <= 12 if ideographic else 2 <= len(text.split()) <= 5 and len(text) <= 40
        short = sorted({text for text in by_language[language] if fits(text)})
        random.shuffle(short)
        found, sentences = 0, pieces(by_language[language], "sentence", language)
        for text in short:
            octets = unlabelled(text, charset)
            if octets and b"=?" not in octets and found < each:
                body = next(filter(None, (unlabelled(next(sentences), charset) for _ in range(1000))))
                found += 1
                yield charset, country, wrong, text, octets, body


def same(text, other):
    # The tables of Japanese charsets have different characters for the wave dash.
    normal = lambda t: unicodedata.normalize("NFC", t).replace("\u301C", "\uFF5E").split()
    return normal(text) == normal(other)


def peers():
    """The other detectors that are installed, as functions from octets to the name of a charset or None."""
    readers = {}
    try:
        import chardet
        readers[f"chardet {chardet.__version__}"] = lambda octets: chardet.detect(octets)["encoding"]
    except ImportError:
        pass
    try:
        import charset_normalizer as normalizer
        best = lambda octets: getattr(normalizer.from_bytes(octets).best(), "encoding", None)
        readers[f"charset-normalizer {normalizer.__version__}"] = best
    except ImportError:
        pass
    if shutil.which("uchardet"):
        def uchardet(octets):
            said = subprocess.run(["uchardet"], input=octets, capture_output=True).stdout.decode().strip()
            return None if said == "unknown" else said
        version = subprocess.run(["uchardet", "--version"], capture_output=True, text=True).stdout.split()
        readers["uchardet " + next((word for word in version if word[0].isdigit()), "")] = uchardet
    return readers


def verdict(text, octets, charset):
    """"right" if the octets, decoded in the charset, are the text; "wrong" if they are not; "left" if there is no charset."""
    if not charset:
        return "left"
    try:
        codec = charset.lower().removesuffix("-i")
        return "right" if same(text, octets.decode(CODECS.get(codec, codec))) else "wrong"
    except (LookupError, UnicodeDecodeError):
        return "wrong"


def table(title, head, rows):
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")


def percent(part, whole):
    return f"{100 * part / whole:.2f}" if whole else ""


def kind(charset):
    return "rare" if charset.startswith(RARE) else "common"


def alone(options, by_language):
    """Detects the charset of each text on its own."""
    rows = list(samples(by_language, options.each, options.length))
    lines = "".join(octets.hex() + "\n" for *_, octets in rows)
    done = subprocess.run([options.detector], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
    counts, bins = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    readers = peers() if options.peers else {}
    misses = open(options.misses, "w", encoding="utf-8") if options.misses else None
    for (length, language, charset, text, octets), line in zip(rows, done.split("\n")):
        answer, read, chardetng, _, probability, _, likeliest = line.split("\t")
        answered = "left" if not answer else "right" if same(text, read) else "wrong"
        is_best, probability = same(text, likeliest), float(probability)
        by = {"charset": charset, "language": language, "pair": f"{language} {charset}"}.get(options.by, kind(charset))
        counts[by, length].update(["all", answered] + ["best"] * is_best)
        if kind(charset) == "common":
            edge = next(edge for edge in EDGES if probability < edge)
            bins[edge].update(["all"] + ["right"] * is_best)
            for name, guess in [("this model", None), ("chardetng 1.0", chardetng)] + [
                    (name, reader(octets)) for name, reader in readers.items()]:
                said = answered if name == "this model" else verdict(text, octets, guess)
                counts[name, length].update(["all", said])
        if misses and answered != "right":
            misses.write(f"{length}\t{language}\t{charset}\t{answered}\t{text}\t{line}\n")
    shares = lambda row, names: [percent(row[name], row["all"]) for name in names]
    names = ["this model", "chardetng 1.0", *readers]
    ours = [(key, row) for key, row in counts.items() if key[0] not in names]
    table("Alone", ["texts in", "length", "texts", "best", "right", "wrong", "left"],
          [(*key, row["all"], *shares(row, ["best", "right", "wrong", "left"])) for key, row in ours])
    table("Stated and seen", ["stated probability", "texts", "right"],
          [(f"below {min(edge, 1)}", bins[edge]["all"], percent(bins[edge]["right"], bins[edge]["all"]))
           for edge in EDGES if bins[edge]])
    lengths = options.length or LENGTHS
    table("Detectors", ["detector", *(f"{length}: right / wrong" for length in lengths)],
          [(name, *(" / ".join(shares(counts[name, length], ["right", "wrong"])) for length in lengths)) for name in names])


def message(number, subject, body=b"Yours.", label=b"", country="org"):
    """A message of an mbox."""
    kind = b"MIME-Version: 1.0\nContent-Type: text/plain" + (b"; charset=" + label if label else b"") + b"\n"
    head = f"From a@example.org Thu Jan  1 00:00:00 2004\nMessage-ID: <{number}@example.org>\nFrom: a@example.{country}\n"
    return head.encode() + kind + b"Subject: " + subject + b"\n\n" + body + b"\n\n"


def situations(options, by_language):
    """Reads short subjects. Each subject is in messages of several kinds."""
    rows = list(subjects(by_language, options.subjects))
    kinds = {
        "alone": lambda n, row: message(n, row[4]),
        "beside an ASCII part labelled iso-8859-1": lambda n, row: message(n, row[4], label=b"iso-8859-1"),
        "with the country of the sender": lambda n, row: message(n, row[4], country=row[1]),
        "with a wrong country": lambda n, row: message(n, row[4], country=row[2]),
        "beside an unlabelled sentence": lambda n, row: message(n, row[4], body=row[5]),
    }
    found = []
    for name, make in kinds.items():
        mbox = b"".join(make(n, row) for n, row in enumerate(rows))
        done = subprocess.run([options.program, "normalize"], input=mbox, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        count = collections.Counter()
        for number, said in enumerate(done.split(b"Message-ID: <")[1:]):
            text, octets = rows[number][3:5]
            subject = re.search(rb"\nSubject: ((?:.|\n[ \t])*)", said)[1]
            try:
                count["right" if same(text, subject.decode("utf-8")) else "wrong"] += 1
            except UnicodeDecodeError:
                count["left"] += 1
        assert count.total() == len(rows), (name, count)
        found.append((name, count["right"], count["wrong"], count["left"]))
    table(f"{len(rows)} short subjects in {len(SUBJECTS.split()) // 4} languages", ["subject", "right", "wrong", "left"], found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("detector", help="the example `detect`")
    parser.add_argument("--program", help="the program mailutf, for the messages")
    parser.add_argument("--each", type=int, default=10, help="pieces for each language, charset and length")
    parser.add_argument("--subjects", type=int, default=16, help="short subjects for each language")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--by", choices=["charset", "language", "pair"])
    parser.add_argument("--length", action="append", choices=LENGTHS)
    parser.add_argument("--misses", help="write what was not read right to this file")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    by_language = texts_of(options.texts)
    random.seed(options.seed)
    alone(options, by_language)
    if options.program:
        random.seed(options.seed)
        situations(options, by_language)


if __name__ == "__main__":
    main()

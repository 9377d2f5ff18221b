#!/usr/bin/env python3
"""Makes the table of what detection reaches: right, wrong and left, for each length, language and charset.

    tools/letters.py --texts TEXTS --role test
    cargo build --release --example detect
    tools/detection_table.py TEXTS target/release/examples/detect [--each N] [--peers] [--by charset]

Texts are cut into words and sentences of each length, written in every charset that mail has for their language,
and read back. Right: the same text; left: no answer; wrong: another text. With --peers, chardet and
charset-normalizer read the same octets, where they are installed.
"""

import argparse
import collections
import random
import shutil
import subprocess
import sys
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
# What DOS and the Macintosh left behind is rare in mail, and the model knows that: it takes more text to be told.
RARE = ("ibm", "mac", "x-mac")
LENGTHS = ["1-2 words", "3-5 words", "sentence", "200", "2000"]
TONES = "\u0300\u0301\u0303\u0309\u0323"


def encode(text, charset):
    """The octets of a text, or None where the charset does not have it."""
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
    """Endless pieces of that length out of the texts of a language."""
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


def samples(path, each, only):
    """Length, language, charset, text, octets."""
    by_language = collections.defaultdict(list)
    for line in open(path, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        if not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in text):
            by_language[language].append(text)
    for language, charsets in CHARSETS.items():
        texts = by_language[language]
        if sum(map(len, texts)) < 3000:
            continue
        for length in LENGTHS:
            if only and length not in only:
                continue
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
                    if length == "200" or length == "2000":
                        text = "".join(c for c in text if ord(c) < 128 or encode(c, charset)) if charset not in ICONV else text
                    octets = encode(text, charset)
                    if octets and not octets.isascii():
                        try:
                            octets.decode("utf-8")
                            continue
                        except UnicodeDecodeError:
                            pass
                        found += 1
                        yield length, language, charset, text, octets


def same(text, other):
    normal = lambda t: unicodedata.normalize("NFC", t).split()
    return normal(text) == normal(other)


def peers():
    readers = {}
    try:
        import chardet
        readers["chardet"] = lambda octets: chardet.detect(octets)["encoding"]
    except ImportError:
        pass
    try:
        import charset_normalizer
        readers["charset-normalizer"] = lambda octets: getattr(charset_normalizer.from_bytes(octets).best(), "encoding", None)
    except ImportError:
        pass
    if shutil.which("uchardet"):
        readers["uchardet"] = lambda octets: subprocess.run(["uchardet"], input=octets, capture_output=True).stdout.decode().strip()
    return readers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("program")
    parser.add_argument("--each", type=int, default=20, help="pieces for each language, charset and length")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--by", choices=["charset", "language", "pair"])
    parser.add_argument("--floor", type=float, default=0.9)
    parser.add_argument("--length", action="append")
    parser.add_argument("--misses", help="write what was read wrong to this file")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    rows = list(samples(options.texts, options.each, options.length))
    lines = "".join(octets.hex() + "\n" for *_, octets in rows)
    done = subprocess.run([options.program], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
    answers = [line.split("\t") for line in done.split("\n")[:-1]]
    table = collections.defaultdict(collections.Counter)
    bins = collections.defaultdict(lambda: [0, 0])
    misses = open(options.misses, "w", encoding="utf-8") if options.misses else None
    for (length, language, charset, text, octets), (answer, *cells) in zip(rows, answers):
        found = [cells[at:at + 4] for at in range(0, len(cells), 4)]
        best = found[0] if found else None
        right = bool(best) and same(text, best[3])
        probability = float(best[1]) if best else 0
        keys = [("rare charsets" if charset.startswith(RARE) else "model", length)]
        if options.by:
            keys.append(({"charset": charset, "language": language, "pair": f"{language} {charset}"}[options.by], length))
        for key in keys:
            table[key]["all"] += 1
            table[key]["best"] += right
            if probability >= options.floor:
                table[key]["right" if right else "wrong"] += 1
            else:
                table[key]["left"] += 1
        for edge in (0.5, 0.8, 0.85, 0.9, 0.95, 0.99, 0.999, 2):
            if probability < edge and not charset.startswith(RARE):
                bins[edge][0] += 1
                bins[edge][1] += right
                break
        if misses and not right:
            misses.write(f"{length}\t{language}\t{charset}\t{text}\t{[(c[0], c[1], c[2], c[3]) for c in found]}\n")
    if options.peers:
        for name, reader in peers().items():
            for length, language, charset, text, octets in rows:
                if charset.startswith(RARE):
                    continue
                guess = reader(octets)
                try:
                    right = same(text, octets.decode(guess)) if guess else False
                except (LookupError, UnicodeDecodeError):
                    right = False
                table[(name, length)]["all"] += 1
                table[(name, length)]["best"] += right
                table[(name, length)]["right" if right else "wrong" if guess else "left"] += 1
    print(f"{'':24}{'length':12}{'texts':>7}{'best %':>8}{'right':>8}{'wrong':>8}{'left':>8}")
    for (name, length), row in table.items():
        share = lambda what: 100 * row[what] / row["all"]
        print(f"{name:24}{length:12}{row['all']:7}{share('best'):8.2f}{share('right'):8.2f}{share('wrong'):8.2f}{share('left'):8.2f}")
    print("stated below, texts, right %")
    for edge, (number, right) in sorted(bins.items()):
        print(f"{min(edge, 1):10}{number:8}{100 * right / number:8.1f}")


if __name__ == "__main__":
    main()

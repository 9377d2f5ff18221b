#!/usr/bin/env python3
"""Writes codecs/src/charset/legacy/tables/jisx0213.rs: both planes of JIS X 0213:2004 by rows, from Python's euc_jis_2004
and iso2022_jp_2004.

    tools/jisx0213.py > codecs/src/charset/legacy/tables/jisx0213.rs
"""

import unicodedata

NONE = "\ufffd"


def character(plane, row, column):
    try:
        if plane == 1:
            return bytes([0xA0 + row, 0xA0 + column]).decode("euc_jis_2004")
        # Python's EUC codec has JIS X 0212 where plane 2 of JIS X 0213 should be. So another codec reads plane 2.
        return (b"\x1b$(P%c%c\x1b(B" % (0x20 + row, 0x20 + column)).decode("iso2022_jp_2004")
    except UnicodeError:
        return NONE


def escape(c):
    return "\\u{%x}" % ord(c)


def literal(c):
    if c in '"\\':
        return "\\" + c
    return escape(c) if c == NONE or unicodedata.combining(c) or not c.isprintable() else c


def main():
    print("//! The characters of JIS X 0213:2004, in rows. `tools/jisx0213.py` writes this file and names the source.")
    pairs = []
    for plane in (1, 2):
        print()
        print(
            f"/// The rows of plane {plane}. A row ends with its last character of one code point. U+FFFD stands for a place without a\n"
            "/// character, and for a character of two code points ([`PAIRS`])."
        )
        print("#[rustfmt::skip]")
        print(f"pub(in crate::charset::legacy) static PLANE_{plane}: &[&str] = &[")
        for row in range(1, 95):
            text = ""
            for column in range(1, 95):
                found = character(plane, row, column)
                if len(found) > 1:
                    pairs.append((plane, (row - 1) * 94 + column - 1, found))
                text += found if len(found) == 1 else NONE
            print(f'    "{"".join(map(literal, text.rstrip(NONE)))}",')
        print("];")
    print()
    print("/// The characters of two code points, with their planes and their places: 94 times the row plus the column, counted from 0.")
    print("#[rustfmt::skip]")
    print("pub(in crate::charset::legacy) static PAIRS: &[(u8, u16, &str)] = &[")
    for plane, cell, text in pairs:
        print(f'    ({plane}, {cell}, "{"".join(map(escape, text))}"),')
    print("];")


main()

#!/usr/bin/env python3
"""Writes two tables of CNS 11643: codecs/src/charset/legacy/tables/cns.rs, with planes 1 and 2 as runs of Big5
and plane 3 by rows; and codecs/src/charset/legacy/tables/cns_rare.rs, with planes 4 to 7 and 15 as packed rows,
whose octets are in cns_rare.bin in the same folder.

    tools/cns.py index-big5.txt > codecs/src/charset/legacy/tables/cns.rs
    tools/cns.py > codecs/src/charset/legacy/tables/cns_rare.rs

The characters of the planes are those of glibc's EUC-TW. CNS 11643 and Big5 both order their hanzi by
strokes, so planes 1 and 2 are long runs of Big5, and encoding_rs has the characters of Big5:
    index-big5.txt  https://encoding.spec.whatwg.org/index-big5.txt
"""

import ctypes
import pathlib
import sys
import textwrap

TABLES = pathlib.Path(__file__).parent.parent / "codecs/src/charset/legacy/tables"


def iconv(charset, octets):
    """The text of `octets`, or None if they are ill-formed."""
    libc = ctypes.CDLL(None)
    libc.iconv_open.restype = ctypes.c_void_p
    libc.iconv.restype = ctypes.c_size_t
    cd = ctypes.c_void_p(libc.iconv_open(b"UTF-32LE", charset))
    source, target = ctypes.create_string_buffer(octets, len(octets)), ctypes.create_string_buffer(16)
    inbuf, outbuf = ctypes.c_char_p(ctypes.addressof(source)), ctypes.c_char_p(ctypes.addressof(target))
    inleft, outleft = ctypes.c_size_t(len(octets)), ctypes.c_size_t(16)
    failed = libc.iconv(cd, *(ctypes.byref(x) for x in (inbuf, inleft, outbuf, outleft)))
    libc.iconv_close(cd)
    return None if failed == ctypes.c_size_t(-1).value else target.raw[: 16 - outleft.value].decode("utf-32-le")


def character(plane, cell):
    return iconv(b"EUC-TW", bytes([0x8E, 0xA0 + plane, 0xA1 + cell // 94, 0xA1 + cell % 94]))


def print_plane(plane):
    print_rows(f"PLANE_{plane}", f"The rows of plane {plane}", lambda cell: character(plane, cell))


def print_rows(static, what, character):
    """Prints a Rust static with a string for each row of 94 cells. `character` returns the character of a cell."""
    print()
    print(f"/// {what}. A row ends with its last character; U+FFFD stands for a place without a character.")
    print("#[rustfmt::skip]")
    print(f"pub(in crate::charset::legacy) static {static}: &[&str] = &[")
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\u3000": "\\u{3000}", "\ufffd": "\\u{fffd}"})
    for row in rows_of(character):
        print('    "' + row.translate(escapes) + '",')
    print("];")


def rows_of(character):
    """The text of each row. A row ends with its last character; U+FFFD stands for a place without a character."""
    rows = ["".join(character(row * 94 + column) or "\ufffd" for column in range(94)) for row in range(94)]
    while not rows[-1].strip("\ufffd"):
        rows.pop()
    return [row.rstrip("\ufffd") for row in rows]


def packed(row):
    """The octets of a row in the form that codecs/src/charset/legacy/packed_rows.rs describes."""
    last, octets = [0x3400, 0x4E00, 0x20000, 0xFFFD], []
    for code in map(ord, row):
        block = 0 if 0x3400 <= code < 0x4E00 else 1 if 0x4E00 <= code < 0xA000 else 2 if code >= 0x20000 else 3
        difference, last[block] = code - last[block], code
        value = 2 * difference if difference >= 0 else -2 * difference - 1
        if value < 32:
            octets += [block << 6 | value]
        elif value < 30 << 8:
            octets += [block << 6 | 32 + (value >> 8), value & 0xFF]
        else:
            octets += [block << 6 | 62 + (value >> 16), value >> 8 & 0xFF, value & 0xFF]
    return bytes(octets)


def rare():
    octets = b""
    print("//! The planes 4 to 7 and 15 of CNS 11643, packed. `tools/cns.py` writes this file and `cns_rare.bin`, and names the source.")
    print()
    print("use crate::charset::legacy::packed_rows::PackedRows;")
    print()
    print('static OCTETS: &[u8] = include_bytes!("cns_rare.bin");')
    print()
    print("/// The number of each plane, and its rows.")
    print("#[rustfmt::skip]")
    print("pub(in crate::charset::legacy) static PLANES: &[(u8, PackedRows)] = &[")
    for plane in (4, 5, 6, 7, 15):
        starts = [len(octets)]
        for row in rows_of(lambda cell: character(plane, cell)):
            octets += packed(row)
            starts.append(len(octets))
        print(f"    ({plane}, PackedRows {{ octets: OCTETS, starts: &[")
        print(textwrap.fill(", ".join(map(str, starts)), 120, initial_indent="        ", subsequent_indent="        ") + ",")
        print("    ] }),")
    print("];")
    assert len(octets) < 1 << 16
    (TABLES / "cns_rare.bin").write_bytes(octets)


def main():
    pointers = {}
    with open(sys.argv[1]) as index:
        for line in index:
            if line.strip() and not line.startswith("#"):
                pointer, code, *_ = line.split()
                pointers.setdefault(int(code, 16), []).append(int(pointer))
    print(
        "//! The planes 1 to 3 of CNS 11643: planes 1 and 2 as runs of characters of Big5, plane 3 as rows of characters.\n"
        "//! `tools/cns.py` writes this file and names the sources."
    )
    print()
    print("/// A run of characters that stand in the same order, without a gap, in a plane of CNS 11643 and in Big5.")
    print("#[derive(Debug)]")
    print("pub(in crate::charset::legacy) struct Run {")
    print("    /// The place of the first character in the plane: 94 times the row plus the column, both counted from 0.")
    print("    pub(in crate::charset::legacy) first: u16,")
    print("    /// The place of the first character in Big5, as a pointer of the WHATWG index.")
    print("    pub(in crate::charset::legacy) big5: u16,")
    print("    /// The number of characters.")
    print("    pub(in crate::charset::legacy) length: u16,")
    print("}")
    alone = []
    for plane in (1, 2):
        runs = []
        for cell in range(94 * 94):
            if not (text := character(plane, cell)):
                continue
            candidates = pointers.get(ord(text), [])
            if len(candidates) > 1:
                alone.append((plane, cell, text))
            if runs and runs[-1][0] + runs[-1][2] == cell and runs[-1][1] + runs[-1][2] in candidates:
                runs[-1][2] += 1
            elif candidates:
                runs.append([cell, candidates[-1], 1])
            else:
                alone.append((plane, cell, text))
        print()
        print(f"/// The runs of plane {plane}.")
        print("#[rustfmt::skip]")
        print(f"pub(in crate::charset::legacy) static PLANE_{plane}: &[Run] = &[")
        for first, big5, length in runs:
            print(f"    Run {{ first: {first}, big5: {big5}, length: {length} }},")
        print("];")
    print()
    print("/// The characters of planes 1 and 2 that Big5 lacks or has twice, with their planes and their places in the plane.")
    print("#[rustfmt::skip]")
    print("pub(in crate::charset::legacy) static ALONE: &[(u8, u16, char)] = &[")
    for plane, cell, text in alone:
        print(f"    ({plane}, {cell}, '{text}'),")
    print("];")
    print_plane(3)


if __name__ == "__main__":
    main() if len(sys.argv) > 1 else rare()

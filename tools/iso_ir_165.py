#!/usr/bin/env python3
"""Writes codecs/src/charset/legacy/tables/iso_ir_165.rs: ISO-IR-165 by rows, from the ISO-2022-CN-EXT of glibc's iconv. ICU's
has the same characters.

    tools/iso_ir_165.py > codecs/src/charset/legacy/tables/iso_ir_165.rs
"""

import cns


def character(cell):
    octets = bytes([0x21 + cell // 94, 0x21 + cell % 94])
    return cns.iconv(b"ISO-2022-CN-EXT", b"\x1b$)E\x0e" + octets)


print("//! The characters of ISO-IR-165, in rows. `tools/iso_ir_165.py` writes this file and names the source.")
cns.print_rows("ROWS", "The rows", character)

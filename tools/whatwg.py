#!/usr/bin/env python3
"""Writes codecs/src/charset/legacy/tables/whatwg.rs: the single-octet encodings of the WHATWG, without x-user-defined.

    tools/whatwg.py encoding-indexes.js > codecs/src/charset/legacy/tables/whatwg.rs

The argument is the file of this name in the npm package text-encoding: the indexes of the Encoding Standard as JSON in
JavaScript. A test compares the tables with encoding_rs.
"""

import json
import re
import sys

from code_pages import UNDEFINED, rows

NAMES = """
iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13
iso-8859-14 iso-8859-15 iso-8859-16 windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254
windows-1255 windows-1256 windows-1257 windows-1258 koi8-r koi8-u ibm866 macintosh x-mac-cyrillic
"""


def main(file):
    with open(file) as indexes:
        text = indexes.read()
    print("//! The single-octet encodings of the WHATWG, without `x-user-defined`. `tools/whatwg.py` writes this file.")
    print()
    print("use encoding_rs::Encoding;")
    print()
    print("/// The encodings, each with its characters of the octets above 127.")
    print("#[rustfmt::skip]")
    print(f"pub(crate) const WHATWG: [(&Encoding, &str); {len(NAMES.split())}] = [")
    for name in NAMES.split():
        index = json.loads(re.search(rf'"{name.removesuffix("-i")}":(\[[^]]*\])', text)[1])
        high = [UNDEFINED if point is None else chr(point) for point in index]
        static = name.upper().replace("-", "_")
        print(f"    (encoding_rs::{static}, concat!(\n{rows(high)}    )),")
    print("];")


main(sys.argv[1])

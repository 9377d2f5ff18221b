#!/usr/bin/env python3
"""Writes codecs/src/charset/legacy/tables/gb2312.rs: which cells of its 94 rows GB 2312-80 has, from Python's codec gb2312.

    tools/gb2312.py > codecs/src/charset/legacy/tables/gb2312.rs
"""


def has(cell):
    try:
        return bytes([0xA1 + cell // 94, 0xA1 + cell % 94]).decode("gb2312")
    except UnicodeError:
        return None


def main():
    runs = []
    for cell in filter(has, range(94 * 94)):
        if runs and runs[-1][1] + 1 == cell:
            runs[-1][1] = cell
        else:
            runs.append([cell, cell])
    print("//! The cells to which GB 2312-80 assigns characters. `tools/gb2312.py` writes this file and names the source.")
    print()
    print("use std::ops::RangeInclusive;")
    print()
    print("/// The ranges of cells that have characters. The number of a cell is 94 times its row plus its column, both counted from 0.")
    print("#[rustfmt::skip]")
    print("pub(in crate::charset::legacy) static CELLS: &[RangeInclusive<u16>] = &[")
    for first, last in runs:
        print(f"    {first}..={last},")
    print("];")


main()

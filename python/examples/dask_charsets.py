"""Counts the charsets of an mbox by Dask, on all cores, or on a cluster with a
`dask.distributed.Client`.

python dask_charsets.py MBOX [OCTETS]
"""

import sys
from functools import partial

import dask.bag

import mailutf


def charsets(path: str, one: mailutf.Range) -> list[str]:
    return [text.charset for message in mailutf.Mailbox(path, range=one) for text in message.texts]


def main(path: str, octets: int = 64 << 20) -> None:
    ranges = mailutf.Mailbox(path).ranges(octets)
    bag = dask.bag.from_sequence(ranges, npartitions=len(ranges))
    for charset, texts in sorted(bag.map(partial(charsets, path)).flatten().frequencies().compute()):
        print(f"{texts:9} {charset}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

"""Converts an mbox to UTF-8 in parts by Ray, on all cores or on a cluster whose machines share their
files.

python ray_convert.py MBOX DIRECTORY [OCTETS]
"""

import os
import sys

import ray

import mailutf


def convert(path: str, directory: str, one: mailutf.Range) -> mailutf.Totals:
    output = os.path.join(directory, f"{one.start:015}.mbox")
    return mailutf.normalize_file(path, output=output, range=one, jobs=1)


def main(path: str, directory: str, octets: int = 64 << 20) -> None:
    path, directory = os.path.abspath(path), os.path.abspath(directory)
    os.makedirs(directory, exist_ok=True)
    task = ray.remote(convert)
    totals = ray.get([task.remote(path, directory, one) for one in mailutf.Mailbox(path).ranges(octets)])
    print(sum(one.messages for one in totals), "messages,", sum(one.changed for one in totals), "changed")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))

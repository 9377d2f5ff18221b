#!/usr/bin/env python3
"""Counts the instructions that builds of the program need for each octet of mail. A busy machine does not change the
count.

    tools/instructions.py --generate 300 OLD NEW
    tools/instructions.py --mail archive.mbox OLD NEW

Needs valgrind. Prints a table: one row for each mailbox, one column for each build. `--generate` makes the
mail of `differential.py`: one message of each kind after the other. It costs more than the mail of an
archive.
"""

import argparse
import pathlib
import random
import re
import subprocess
import tempfile

from differential import write_mbox
from differential_mail import message


def instructions(program, mailbox):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "normalize", "-j1", mailbox]
    said = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False).stderr.decode()
    return int(re.search(r"Collected : (\d+)", said)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--mail", type=pathlib.Path, action="append", default=[], metavar="FILE")
    parser.add_argument("--generate", type=int, default=0, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mail = list(options.mail)
        if options.generate:
            mail.append(pathlib.Path(folder, "generated.mbox"))
            write_mbox([(n, message(random.Random(f"1 {n}"))) for n in range(options.generate)], mail[-1])
        print("|".join(["", " mail ", " octets ", *(f" {program} " for program in options.programs), ""]))
        print("|---|--:|" + "--:|" * len(options.programs))
        for mailbox in mail:
            size = mailbox.stat().st_size
            counts = [instructions(program, str(mailbox)) for program in options.programs]
            row = [mailbox.stem, f"{size:,}", *(f"{count:,} ({count / size:.1f})" for count in counts)]
            print("|" + "|".join(f" {cell} " for cell in row) + "|")


if __name__ == "__main__":
    main()

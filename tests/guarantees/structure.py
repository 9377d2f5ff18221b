"""Prints each pair of messages N.in, N.out in a directory whose trees of parts differ by Python's email."""

import email
import email.policy
import pathlib
import re
import sys


def tree(path):
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.compat32)
    return list(parts(message, 0))


def parts(message, depth):
    disposition = message.get_content_disposition()
    data = None
    if message.get_content_maintype() not in ("text", "multipart", "message"):
        data = message.get_payload(decode=True)
    # Python takes all up to a semicolon for the type, where the semicolon is missing too.
    kind = re.match(r"[\w.+/-]*", message.get_content_type()).group()
    yield depth, kind, message.get_boundary(), disposition, message["Content-ID"], data
    if message.is_multipart():
        yield depth, str(message.preamble), str(message.epilogue)
        for part in message.get_payload():
            yield from parts(part, depth + 1)


for before in sorted(pathlib.Path(sys.argv[1]).glob("*.in")):
    old, new = tree(before), tree(before.with_suffix(".out"))
    if old != new:
        print(before.with_suffix(".name").read_text())
        for a, b in zip(old, new):
            if a != b:
                print("   ", str(a)[:300], "\n   ", str(b)[:300])
                break
        else:
            print("   ", len(old), "parts,", len(new), "parts")

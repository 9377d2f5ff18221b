"""Prints the tree of each message that is named on standard input, as Python's email package finds it.

For each part, prints a line with its depth, its media type, its defects and, for a leaf, its decoded body in hexadecimal.
"""
import email
import sys


def is_leaf(part):
    """Whether the part is a leaf. Python reads the body of any message/* as a message, whatever its transfer encoding."""
    if part.get_content_maintype() == "message":
        encoding = str(part.get("content-transfer-encoding", "7bit")).strip().lower()
        messages = ("message/rfc822", "message/global", "message/news")
        return part.get_content_type() not in messages or encoding in ("base64", "quoted-printable")
    return not part.is_multipart()


def walk(part, depth):
    leaf = is_leaf(part)
    body = part.get_payload(decode=True) if leaf and not part.is_multipart() else None
    defects = ",".join(sorted({type(defect).__name__ for defect in part.defects})) or "-"
    body = body.hex() if body is not None else "-"
    print(depth, " ".join(part.get_content_type().split()), defects, body, sep="\t")
    if not leaf:
        for child in part.get_payload():
            walk(child, depth + 1)


for path in sys.stdin.read().splitlines():
    print("=", path, sep="\t")
    with open(path, "rb") as file:
        try:
            walk(email.message_from_bytes(file.read()), 0)
        except Exception as error:
            print("!", type(error).__name__, sep="\t")

"""Compares each pair of messages N.in and N.out in a directory with Python's email. Prints the pairs whose trees of parts differ,
and the pairs with different texts. A text is compared only if Python can read it by its label.

N.guessed says whether a text was read by other evidence than its label.
"""

import email
import email.policy
import pathlib
import re
import sys


def read(path):
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.compat32)


def tree(message, depth=0):
    # For Python, the media type goes on to the next semicolon, even if the semicolon before the parameters is
    # missing. So only the media type itself is kept.
    kind = re.match(r"[\w.+/-]*", message.get_content_type()).group()
    data = None
    if message.get_content_maintype() not in ("text", "multipart", "message"):
        data = message.get_payload(decode=True)
    yield depth, kind, message.get_boundary(), message.get_content_disposition(), message["Content-ID"], data
    if message.is_multipart():
        yield depth, str(message.preamble), str(message.epilogue)
        for part in message.get_payload():
            yield from tree(part, depth + 1)


def text(part, charset):
    """The text in a charset that programs read under this label, or None if Python cannot decode the text."""
    octets = part.get_payload(decode=True)
    supersets = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "iso-8859-9": "cp1254",
                 "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "shift_jis": "cp932", "us-ascii": "utf-8"}
    try:
        return octets.decode(supersets.get(charset.lower(), charset))
    except (LookupError, UnicodeError, AttributeError, ValueError):
        return None


def lines(text):
    # The charset that a document declares changes, so it is removed. Callers compare only the start, because the new
    # text can also have the footer of a mailing list, which followed the base64 of the old text.
    text = re.sub(r"(?i)(charset|encoding)[\s=]+[\"']?[\w.:-]+", r"\1", text.lstrip("\ufeff"))
    return text.replace("\r\n", "\n").rstrip()


compared = 0
for before in sorted(pathlib.Path(sys.argv[1]).glob("*.in")):
    name = before.with_suffix(".name").read_text()
    guessed = before.with_suffix(".guessed").read_text() == "true"
    old, new = read(before), read(before.with_suffix(".out"))
    for a, b in zip(tree(old), tree(new)):
        if a != b:
            print("tree", name, str(a)[:300], str(b)[:300], sep="\n    ")
            break
    for index, (a, b) in enumerate(zip(old.walk(), new.walk())):
        fields = a.get_content_type() == "text/rfc822-headers"
        # If a header has defects, Python reads some of its fields as body text.
        if a.get_content_maintype() != "text" or fields or guessed or a.defects:
            continue
        labels = [str(part.get_content_charset("us-ascii")) for part in (a, b)]
        a, b = (text(part, label) for part, label in zip((a, b), labels))
        if a is None or b is None:
            continue
        compared += 1
        if not lines(b).startswith(lines(a)):
            print("text", name, index, labels, sep="\n    ")
print(f"{compared} texts compared", file=sys.stderr)

"""Prints what Python's email package reads in the header fields of each message that is named on standard input.

Each line has columns, with octets in hexadecimal. The line of a message is `=` and its path. The line of its first header is
`f`, an empty column, and the names and bodies of the fields. A line for parameters is `p`, the body of the field, and each
attribute with its value. A line for addresses is `a`, the body of the field, and each address.
"""
import email
import email.message
import email.utils
import sys

ADDRESSES = {"from", "to", "cc", "bcc", "reply-to", "sender", "resent-from", "resent-to", "delivered-to"}


def octets(text):
    return text.encode("ascii", "surrogateescape").hex()


def parameters(value):
    # email.message also splits a field body in this way, before it joins and decodes the sections of RFC 2231.
    for parameter in email.message._parseparam(";" + value)[1:]:
        name, equals, value = parameter.partition("=")
        if equals:
            yield name.strip().lower()
            # Python does not remove the folds of a value.
            yield email.utils.unquote(value.strip()).replace("\r\n", "").replace("\n", "")


for path in sys.stdin.read().splitlines():
    print("=", path, sep="\t")
    with open(path, "rb") as file:
        message = email.message_from_bytes(file.read())
    print("f", "", *(octets(column) for field in message._headers for column in field), sep="\t")
    for part in message.walk():
        for name, value in part._headers:
            name = name.lower()
            if name in ("content-type", "content-disposition"):
                print("p", octets(value), *map(octets, parameters(value)), sep="\t")
            elif name in ADDRESSES:
                found = [address for _, address in email.utils.getaddresses([value]) if address]
                print("a", octets(value), *map(octets, found), sep="\t")

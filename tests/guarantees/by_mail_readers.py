"""Compares the addresses that mail readers find in a field body before and after a conversion. Each line of the input is a pair:
both bodies in hexadecimal. Prints the pairs in which a reader finds different addresses. The readers are Python's email by the
letter of RFC 5322, Python's email as it reads mail, and GMime if it is installed.

If a reader finds an address only after the conversion, another reader must have found that address before.
"""

import email.message
import email.policy
import email.utils
import inspect
import re
import sys

try:
    import gi

    gi.require_version("GMime", "3.0")
    from gi.repository import GMime

    GMime.init()
except (ImportError, ValueError):
    GMime = None
    print("skipped: no GMime", file=sys.stderr)


# Newer versions of Python refuse a whole list if they count other commas than addresses. They take a quote in a comment
# for the start of a quoted string, so it is chance whether they refuse a list with such a comment.
CAN_REFUSE = "strict" in inspect.signature(email.utils.getaddresses).parameters
QUOTE_IN_COMMENT = re.compile(r'\([^()]*"[^()]*\)')


def strict(body):
    refuses = {"strict": not QUOTE_IN_COMMENT.search(body)} if CAN_REFUSE else {}
    return [address for _, address in email.utils.getaddresses([body], **refuses)]


def tolerant(body):
    try:
        field = email.policy.default.header_factory("To", body)
        return [address.addr_spec for address in field.addresses]
    except Exception:  # Python's parser has defects on damaged lists, which tell nothing about the field.
        return None


def gmime(body):
    found, lists = [], [GMime.InternetAddressList.parse(None, body)]
    while lists:
        entries = lists.pop(0)
        entries = [entries.get_address(at) for at in range(entries.length())] if entries else []
        for entry in entries:
            if isinstance(entry, GMime.InternetAddressMailbox):
                found.append(entry.get_addr() or "")
            else:
                lists.append(entry.get_members())
    return found


def only_addresses(reader, body):
    # `entries` is None if the mail reader fails.
    entries = reader(body)
    # A mail reader can mistake a name for an address. Such an entry contains blanks, quotes or `=`, or comes from an
    # encoded word, so the field body does not contain it literally.
    return entries and [found for found in entries if "@" in found and not set(' "=') & set(found) and found in body]


readers = [strict, tolerant] + ([gmime] if GMime else [])
for line in open(sys.argv[1]):
    before, after = (bytes.fromhex(octets).decode("utf-8", "replace") for octets in line.split(" "))
    before, after = (body.replace("\r", "").replace("\n", "").strip() for body in (before, after))
    found = {reader.__name__: only_addresses(reader, before) for reader in readers}
    known = {address for addresses in found.values() for address in addresses or []}
    for reader in readers:
        now = only_addresses(reader, after)
        if found[reader.__name__] is None or now is None:
            continue
        lost = [address for address in found[reader.__name__] if address not in now]
        invented = [address for address in now if address not in known]
        if lost or invented:
            print(reader.__name__, "lost", lost, "invented", invented, ascii(before), ascii(after), sep="\t")

"""Reads the cases in a file with Python's email. A case is a message, and the text that it has in four places. Prints the cases
in which Python reads another text.

Python does not read texts on which it is known to be wrong. Some versions put a blank between adjacent encoded words in a
phrase. No version finds the end of a quoted value after an escaped backslash.
"""

import email
import email.policy
import email.utils
import sys


def squashed(text):
    return " ".join(word for word in text.replace("\t", " ").split(" ") if word)


def value(parameter):
    if isinstance(parameter, tuple):
        charset, _, text = parameter
        return text.encode("raw-unicode-escape").decode(charset)
    return parameter


for line in open(sys.argv[1]):
    octets, text = (bytes.fromhex(part) for part in line.split(" "))
    source, text = octets.decode(), squashed(text.decode())
    message = email.message_from_string(source, policy=email.policy.default)
    plain = email.message_from_string(source)
    to = message["To"].addresses
    cc = email.utils.getaddresses([plain["Cc"]])
    name = to[0].display_name
    if "To: =?" in source and name.replace(" ", "") == text.replace(" ", ""):
        name = text
    said = {"Subject": str(message["Subject"]), "To": name}
    if '\\"' not in text + '"':
        said["filename"] = value(plain.get_param("filename", header="Content-Disposition"))
    for place, said in said.items():
        if squashed(said) != text:
            print(place, repr(text), repr(said), source, sep="\n    ")
    for list in [address.addr_spec for address in to], [address for _, address in cc]:
        if list != ["a@b.c", "d@e.f"]:
            print("addresses", list, source, sep="\n    ")

"""usage: imap_copy.py SOURCE TARGET FOLDER

Copies the messages of a folder from one IMAP server to another, and converts them to UTF-8 with mailutf. SOURCE and
TARGET are imaps://USER@HOST, with the password in ~/.netrc, or a command that talks to a server.
"""

import imaplib
import netrc
import re
import subprocess
import sys
import urllib.parse


def connect(account):
    """A connection on which a user is logged in."""
    if "://" not in account:
        return imaplib.IMAP4_stream(account)
    url = urllib.parse.urlsplit(account)
    entry = netrc.netrc().authenticators(url.hostname)
    if url.scheme != "imaps" or entry is None:
        sys.exit(f"{account}: expected imaps://USER@HOST, and a password for HOST in ~/.netrc")
    connection = imaplib.IMAP4_SSL(url.hostname, url.port or imaplib.IMAP4_SSL_PORT)
    connection.login(urllib.parse.unquote(url.username or entry[0]), entry[2])
    return connection


def need(answer):
    """The data of an answer of the server; the program ends if it is a refusal."""
    status, data = answer
    if status != "OK":
        sys.exit(f"the server refused: {data}")
    return data


def convert(message):
    """The message in UTF-8. mailutf leaves what it cannot convert as it is, and fails only if it cannot run."""
    command = ["mailutf", "normalize", "--filter", "--headers", "encoded"]
    return subprocess.run(command, input=message, stdout=subprocess.PIPE, check=True).stdout


def message_id(header):
    found = re.search(rb"^message-id:\s*(<[^>\r\n]*>)", header, re.IGNORECASE | re.MULTILINE)
    return found and found[1]


def each(connection, items):
    """For each message of the open folder the server's line and the text."""
    numbers = need(connection.search(None, "ALL"))[0].split()
    for number in numbers:
        parts = need(connection.fetch(number.decode(), items))
        for part, after in zip(parts, parts[1:]):
            if isinstance(part, tuple):
                # Items may stand before the text and after it.
                yield part[0] + after, part[1]


def main(source, target, folder):
    source, target, name = connect(source), connect(target), f'"{folder}"'
    need(source.select(name, readonly=True))
    target.create(name)
    need(target.select(name, readonly=True))
    known = {message_id(header) for _, header in each(target, "(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])")} - {None}
    copied = 0
    for line, message in each(source, "(FLAGS INTERNALDATE BODY.PEEK[])"):
        if message_id(message) in known:
            continue
        # \\Recent belongs to the server.
        flags = b" ".join(flag for flag in imaplib.ParseFlags(line) if flag != b"\\Recent").decode()
        date = re.search(rb'INTERNALDATE ("[^"]*")', line)[1].decode()
        need(target.append(name, f"({flags})", date, convert(message)))
        copied += 1
    print(f"{folder}: {copied} copied")
    source.logout()
    target.logout()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])

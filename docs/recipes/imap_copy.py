"""Copies the messages of a folder from one IMAP server to another, and converts them to UTF-8 with mailutf.

SOURCE and TARGET are imaps://USER@HOST, with the password in ~/.netrc, or a command that talks to a server.
"""

from __future__ import annotations

import argparse
import imaplib
import netrc
import re
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from typing import Any

Entry = tuple[str, str, str]


class Hosts(dict[str, Entry]):
    """The entries of ~/.netrc, of which a host may have one for each user: `netrc` itself keeps the last one."""

    def __init__(self) -> None:
        self.each: dict[str, list[Entry]] = {}

    def __setitem__(self, host: str, entry: Entry) -> None:
        super().__setitem__(host, entry)
        # Some versions of Python begin with an empty entry.
        if entry:
            self.each.setdefault(host, []).append(entry)


class Netrc(netrc.netrc):
    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, Hosts() if name == "hosts" else value)

    def of(self, host: str) -> list[Entry]:
        assert isinstance(self.hosts, Hosts)
        return self.hosts.each.get(host) or self.hosts.each.get("default", [])


def login(account: str, host: str, user: str) -> tuple[str, str]:
    """The user and the password."""
    try:
        known = Netrc().of(host)
    except FileNotFoundError:
        known = []
    except (netrc.NetrcParseError, UnicodeDecodeError):
        # What they say may have a word of the file, and that word may be a password.
        sys.exit("~/.netrc has a syntax error, or other users may read it (chmod 600 ~/.netrc)")
    if not user and len({entry[0] for entry in known}) > 1:
        sys.exit(f"{account}: ~/.netrc has several users; name one, as in imaps://{known[0][0]}@{host}")
    for name, _, password in known:
        if user in ("", name):
            return name, password
    sys.exit(f"{account}: no password in ~/.netrc (machine {host} login {user or 'USER'} password PASSWORD)")


def connect(account: str) -> imaplib.IMAP4:
    """A connection on which a user is logged in."""
    if "://" not in account:
        return imaplib.IMAP4_stream(account)
    url = urllib.parse.urlsplit(account)
    if url.scheme != "imaps" or not url.hostname or url.password is not None:
        sys.exit("expected imaps://USER@HOST, and a password of USER at HOST in ~/.netrc")
    user, password = login(account, url.hostname, urllib.parse.unquote(url.username or ""))
    connection = imaplib.IMAP4_SSL(url.hostname, url.port or 993)
    connection.login(quoted(user), password)
    return connection


def quoted(text: str) -> str:
    """A string of IMAP (RFC 9051 section 4.3)."""
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def need(answer: tuple[str, list[Any]]) -> list[Any]:
    """The data of an answer of the server; the program ends if it is a refusal."""
    status, data = answer
    if status != "OK":
        sys.exit(f"the server refused: {data}")
    return data


def convert(message: bytes) -> bytes:
    """The message in UTF-8. mailutf leaves what it cannot convert as it is, and fails only if it cannot run."""
    command = ["mailutf", "normalize", "--filter", "--headers", "encoded"]
    return subprocess.run(command, input=message, stdout=subprocess.PIPE, check=True).stdout


def message_id(header: bytes) -> bytes | None:
    found = re.search(rb"^message-id:\s*(<[^>\r\n]*>)", header, re.IGNORECASE | re.MULTILINE)
    return found and found[1]


def each(connection: imaplib.IMAP4, items: str) -> Iterator[tuple[bytes, bytes]]:
    """For each message of the open folder the server's line and the text."""
    numbers = need(connection.search(None, "ALL"))[0].split()
    for number in numbers:
        parts = need(connection.fetch(number.decode(), items))
        for part, after in zip(parts, parts[1:]):
            if isinstance(part, tuple):
                # Items may stand before the text and after it.
                yield part[0] + after, part[1]


def known_ids(target: imaplib.IMAP4, name: str, is_dry: bool) -> set[bytes | None]:
    """The Message-IDs in the folder, which is made if it is not there; a dry run makes none."""
    if not is_dry:
        target.create(name)
    answer = target.select(name, readonly=True)
    if is_dry and answer[0] == "NO":
        return set()
    need(answer)
    return {message_id(header) for _, header in each(target, "(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])")} - {None}


def add(target: imaplib.IMAP4, name: str, line: bytes, message: bytes) -> None:
    """Adds a message with the flags and the date in the server's line."""
    # \\Recent belongs to the server.
    flags = b" ".join(flag for flag in imaplib.ParseFlags(line) if flag != b"\\Recent").decode()
    date = re.search(rb'INTERNALDATE ("[^"]*")', line)
    if not date:
        sys.exit("the server sent no date with a message")
    need(target.append(name, f"({flags})", date[1].decode(), convert(message)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for argument in ("source", "target", "folder"):
        parser.add_argument(argument, metavar=argument.upper())
    parser.add_argument("--dry-run", "-n", action="store_true", help="change nothing on the target")
    given = parser.parse_args()
    source, target, name = connect(given.source), connect(given.target), quoted(given.folder)
    need(source.select(name, readonly=True))
    known = known_ids(target, name, given.dry_run)
    count = 0
    for line, message in each(source, "(FLAGS INTERNALDATE BODY.PEEK[])"):
        if message_id(message) in known:
            continue
        if not given.dry_run:
            add(target, name, line, message)
        count += 1
    print(f"{given.folder}: would copy {count}" if given.dry_run else f"{given.folder}: {count} copied")
    source.logout()
    target.logout()


if __name__ == "__main__":
    main()

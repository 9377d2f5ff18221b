"""The command line of `mailutf.imap`."""

import argparse
import contextlib
import io
import re
import sqlite3
import sys
from pathlib import Path

from .._mailutf import Policy, Rules
from . import Account, Disconnected, Refused, State, __doc__, copy
from ._accounts import LIMIT, TIMEOUT, readable
from ._errors import shown

_UNITS = {"": 1, "B": 1, "K": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MIB": 1 << 20, "G": 1 << 30, "GIB": 1 << 30}
_UNITS |= {"KB": 1000, "MB": 1000**2, "GB": 1000**3}


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mailutf.imap",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="exit status: 0 everything is copied; 1 some messages or folders are not copied, or may be there twice; 2 wrong use, a failed "
        "connection, or a server that sent too much, or something that is not IMAP: run the command again to continue; 130 stopped by Ctrl-C: "
        "run the command again to continue",
    )
    account = (
        "imaps://USER@HOST, imap://USER@HOST (with STARTTLS), or (on Unix) a command that talks to a server; passwords come from ~/.netrc; "
        "with USER;AUTH=XOAUTH2 they are tokens"
    )
    parser.add_argument("source", metavar="SOURCE", help=account)
    parser.add_argument("target", metavar="TARGET", help="in the same forms")
    parser.add_argument("--folder", metavar="PATTERN", action="append", help="copy only these folders, such as 'Lists/*'; can be given several times")
    parser.add_argument("--into", metavar="FOLDER", help="copy all folders below this one")
    parser.add_argument("--state", metavar="FILE", type=Path, default=Path("mailutf-imap.sqlite"), help="the file that notes what is copied [%(default)s]")
    parser.add_argument("--uid-map", metavar="FILE", type=Path, help="write a table of old and new UIDs at the end")
    parser.add_argument("--rules", metavar="FILE", help="read texts by the rules in this file, which `mailutf review` wrote")
    parser.add_argument(
        "--headers",
        choices=["encoded", "utf8", "keep"],
        default="encoded",
        help="how header fields are written: as encoded words, which every client reads, as raw UTF-8, or unchanged [%(default)s]",
    )
    parser.add_argument(
        "--limit-message",
        metavar="SIZE",
        type=size,
        default=LIMIT,
        help="do not copy larger messages, but name them; a size such as 100M or 1GiB [256M]",
    )
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, default=TIMEOUT, help="end the connection if a server is silent for this long [%(default)g]"
    )
    parser.add_argument("--dry-run", "-n", action="store_true", help="read and convert everything, but change nothing on the target")
    return parser


def size(written: str) -> int:
    """Parses a size, as the option `--limit-message` of the program `mailutf` does: K, M and G stand for powers of
    1024."""
    found = re.fullmatch(r"([0-9]{1,18}) ?([A-Za-z]*)", written)
    if not found or found[2].upper() not in _UNITS or int(found[1]) == 0:
        raise argparse.ArgumentTypeError("expected a number of octets, optionally followed by K, M or G, such as 10M or 1GiB")
    return int(found[1]) * _UNITS[found[2].upper()]


def seconds(written: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", written) or float(written) == 0:
        raise argparse.ArgumentTypeError("expected a number of seconds, such as 60")
    return float(written)


def main() -> int:
    given = arguments().parse_args()
    for stream in (sys.stdout, sys.stderr):
        # Names of folders can contain characters that the charset of the terminal lacks. Such characters are escaped.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with contextlib.ExitStack() as opened:
            return run(given, opened)
    except (Refused, Disconnected, ValueError, OSError, sqlite3.Error) as error:
        print(shown(f"mailutf.imap: {error}"), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("mailutf.imap: stopped; the same command continues", file=sys.stderr)
        return 130


def run(given: argparse.Namespace, opened: contextlib.ExitStack) -> int:
    rules = Rules.load(given.rules) if given.rules else None
    policy = Policy(headers=given.headers, rules=rules, limit_message=given.limit_message)
    accounts = []
    for account in (given.source, given.target):
        accounts.append(Account.of(account, limit=given.limit_message, timeout=given.timeout))
        opened.callback(accounts[-1].close)
    source, target = accounts
    state = State(Path(":memory:") if given.dry_run and not given.state.exists() else given.state, given.source, given.target)
    opened.callback(state.close)
    above = tuple(given.into.split("/")) if given.into else ()
    is_left = False
    for done in copy(
        source,
        target,
        state,
        policy=policy,
        folders=given.folder or ["*"],
        is_dry=given.dry_run,
        place=lambda path: above + path,
    ):
        print(done, flush=True)
        for what in (*done.failures, *done.doubts):
            print(what, file=sys.stderr)
            is_left = True
    if given.uid_map:
        write_map(state, given.uid_map)
    return int(is_left)


def write_map(state: State, path: Path) -> None:
    """Writes a line for each message. The line has the folder, the UIDVALIDITY and the UID on the source, and then on
    the target, separated by tabs."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for folder, validity, uid, to, to_validity, to_uid in state.uid_map():
            row = (shown(readable(folder)), validity, uid, shown(readable(to)), to_validity, "" if to_uid is None else to_uid)
            print(*row, sep="\t", file=file)


if __name__ == "__main__":
    sys.exit(main())

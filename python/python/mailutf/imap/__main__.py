"""The command line of `mailutf.imap`."""

import argparse
import imaplib
import sqlite3
import sys
from pathlib import Path

from .._mailutf import Policy, Rules
from . import Account, Refused, State, __doc__, copy
from ._accounts import readable


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mailutf.imap",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="exit status: 0 all is copied; 1 some messages or folders are not; 2 wrong use, or a connection failed: "
        "run it again to go on",
    )
    account = (
        "imaps://USER@HOST, imap://USER@HOST (with STARTTLS), or a command that talks to a server; passwords come from ~/.netrc; "
        "with USER;AUTH=XOAUTH2 they are tokens"
    )
    parser.add_argument("source", metavar="SOURCE", help=account)
    parser.add_argument("target", metavar="TARGET", help="the same")
    parser.add_argument("--folder", metavar="PATTERN", action="append", help="only these folders, such as 'Lists/*'; several times")
    parser.add_argument("--into", metavar="FOLDER", help="copy all folders below this one")
    parser.add_argument("--state", metavar="FILE", type=Path, default=Path("mailutf-imap.sqlite"), help="what is copied [%(default)s]")
    parser.add_argument("--uid-map", metavar="FILE", type=Path, help="write a table of old and new UIDs at the end")
    parser.add_argument("--rules", metavar="FILE", help="read texts by these rules, of `mailutf review`")
    parser.add_argument(
        "--headers",
        choices=["encoded", "utf8", "keep"],
        default="encoded",
        help="encoded words, which every client reads, raw UTF-8, or as they are [%(default)s]",
    )
    parser.add_argument("--dry-run", "-n", action="store_true", help="read and convert all, and change nothing on the target")
    return parser


def main() -> int:
    given = arguments().parse_args()
    state = None
    try:
        rules = Rules.load(given.rules) if given.rules else None
        policy = Policy(headers=given.headers, rules=rules)
        source, target = Account.of(given.source), Account.of(given.target)
        state = State(Path(":memory:") if given.dry_run and not given.state.exists() else given.state, given.source, given.target)
        above = tuple(given.into.split("/")) if given.into else ()
        failed = False
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
            for failure in done.failures:
                print(failure, file=sys.stderr)
            failed = failed or bool(done.failures)
        if given.uid_map:
            write_map(state, given.uid_map)
        source.close()
        target.close()
    except (Refused, ValueError, OSError, imaplib.IMAP4.error, sqlite3.Error) as error:
        print(f"mailutf.imap: {error}", file=sys.stderr)
        return 2
    finally:
        if state is not None:
            state.close()
    return int(failed)


def write_map(state: State, path: Path) -> None:
    """A line for each message: folder, UIDVALIDITY and UID on the source, and the same on the target, with tabs between them."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for folder, validity, uid, to, to_validity, to_uid in state.uid_map():
            row = (readable(folder), validity, uid, readable(to), to_validity, "" if to_uid is None else to_uid)
            print(*row, sep="\t", file=file)


if __name__ == "__main__":
    sys.exit(main())

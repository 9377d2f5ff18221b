"""Prints a mailbox as a table in CSV, with the columns path, offset, date, from, subject and text.

python table.py MAILBOX > table.csv
"""

import csv
import sys

import mailutf


def cell(text: str | None) -> str:
    """Returns a text from mail for a cell. If a spreadsheet would take the text to be a formula, a quote is put before
    it (OWASP, CSV Injection)."""
    text = text or ""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text


def main(path: str) -> None:
    table = csv.writer(sys.stdout)
    table.writerow(["path", "offset", "date", "from", "subject", "text"])
    mailbox = mailutf.Mailbox(path)
    for message in mailbox:
        date = message.date.isoformat() if message.date else ""
        sender = message.from_[0].address if message.from_ else ""
        texts = [sender, message.subject, message.text]
        table.writerow([cell(str(message.path)), message.offset, date, *map(cell, texts)])
    for skipped in mailbox.skipped:
        print(f"{skipped.path}: skipped: {skipped.reason}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])

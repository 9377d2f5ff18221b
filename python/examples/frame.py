"""Reads a mailbox into a Polars frame, and prints how many messages each sender wrote and the date of the last one.
Needs polars.

python frame.py MAILBOX

With pandas, use `frame(path).to_pandas()`.
"""

import sys
from datetime import datetime, timezone

import polars as pl

import mailutf


SCHEMA = pl.Schema(
    [("sender", pl.String()), ("date", pl.Datetime(time_zone="UTC")), ("subject", pl.String()), ("text", pl.String())]
)


def in_utc(date: datetime | None) -> datetime | None:
    """Returns the date in UTC. A date without a known zone is taken to be in UTC."""
    if date is None or date.tzinfo is None:
        return date and date.replace(tzinfo=timezone.utc)
    return date.astimezone(timezone.utc)


def frame(path: str) -> pl.DataFrame:
    rows = (
        (message.from_[0].address if message.from_ else None, in_utc(message.date), message.subject, message.text)
        for message in mailutf.Mailbox(path)
    )
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def main(path: str) -> None:
    by_sender = frame(path).group_by("sender").agg(pl.len().alias("messages"), pl.max("date").alias("last"))
    print(by_sender.sort("messages", "sender", descending=[True, False]).write_csv(), end="")


if __name__ == "__main__":
    main(sys.argv[1])

"""Writes a mailbox as a Parquet file, which DuckDB, Polars, pandas and Spark can read. Needs
pyarrow.

python parquet.py MAILBOX FILE.parquet
"""

import itertools
import sys
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

import mailutf

SCHEMA = pa.schema(
    [
        ("path", pa.string()),
        ("offset", pa.uint64()),
        ("date", pa.timestamp("s", tz="UTC")),
        ("from", pa.list_(pa.string())),
        ("subject", pa.string()),
        ("text", pa.large_string()),
        ("attachments", pa.list_(pa.string())),
        ("findings", pa.list_(pa.string())),
    ]
)
# The number of messages that are kept in memory at once.
BATCH = 1000


def rows(path: str) -> Iterator[dict[str, object]]:
    for message in mailutf.Mailbox(path):
        yield {
            "path": str(message.path),
            "offset": message.offset,
            "date": message.date,
            "from": [sender.address for sender in message.from_],
            "subject": message.subject,
            "text": message.text,
            "attachments": [file.name for file in message.attachments],
            "findings": sorted({finding.code for finding in message.findings}),
        }


def main(path: str, output: str) -> None:
    messages = rows(path)
    with pq.ParquetWriter(output, SCHEMA) as writer:
        while batch := list(itertools.islice(messages, BATCH)):
            writer.write_table(pa.Table.from_pylist(batch, SCHEMA))


if __name__ == "__main__":
    main(*sys.argv[1:])

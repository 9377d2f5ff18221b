"""Makes rows from messages, in the tasks of `mailutf.spark.read`."""

import os
import pickle
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from .._mailutf import Address, Mailbox, Message, Policy
from ._pieces import Piece, Places
from ._sources import Failure, shown

if TYPE_CHECKING:
    import pyarrow

_Row: TypeAlias = dict[str, Any]

# The fields of a finding.
_FINDING = ("code", "severity", "warning", "section", "detail")
# The maximum numbers of messages and of characters in a batch of rows.
_ROWS, _CHARACTERS = 1000, 4 << 20


@lru_cache(maxsize=1)
def schema() -> "pyarrow.Schema":
    """Returns the schema of the rows."""
    import pyarrow as pa

    addresses = pa.list_(pa.struct([("name", pa.string()), ("address", pa.string())]))
    finding = pa.struct([(name, pa.string()) for name in _FINDING])
    return pa.schema([
        ("file", pa.string()),
        ("ordinal", pa.int64()),
        ("offset", pa.int64()),
        ("message_id", pa.string()),
        ("date", pa.timestamp("us", "UTC")),
        ("subject", pa.string()),
        ("from", addresses),
        ("to", addresses),
        ("text", pa.string()),
        ("charsets", pa.list_(pa.string())),
        ("findings", pa.list_(finding)),
        ("error", pa.string()),
    ])


def batches(
    places: Places, policy: Policy | None, given: "Iterable[pyarrow.RecordBatch]"
) -> "Iterator[pyarrow.RecordBatch]":
    """Yields the rows of the pieces that are pickled in the only column of `given`."""
    import pyarrow as pa

    rows: list[_Row] = []
    characters = 0
    for batch in given:
        for pickled in batch.column(0).to_pylist():
            for item in pickle.loads(pickled):
                for row in _rows(places, policy, item):
                    rows.append(row)
                    characters += len(row.get("text") or "")
                    if len(rows) == _ROWS or characters > _CHARACTERS:
                        yield pa.RecordBatch.from_pylist(rows, schema())
                        rows, characters = [], 0
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema())


def _rows(places: Places, policy: Policy | None, item: Piece | Failure) -> Iterator[_Row]:
    if isinstance(item, Failure):
        yield _error_row(item.path, item.error)
        return
    failures: list[Failure] = []
    try:
        with places.at_hand(item, lambda path, error: failures.append(Failure.of(path, error))) as local:
            mailbox = Mailbox(local, policy, range=item.range)
            for message in mailbox:
                yield _row(message, _path_of(item, local, message.path))
            for skipped in mailbox.skipped:
                # A piece of a directory without mail is no failure, because other pieces of the directory can
                # contain mail.
                if item.files is not None and skipped.code == "no-mail":
                    continue
                yield _error_row(_path_of(item, local, skipped.path), skipped.reason, skipped.offset)
    # An exception that is not caught would end the job of Spark, and no other piece of the mail would be
    # read.
    except Exception as error:
        failures.append(Failure.of(item.path, error))
    yield from (_error_row(failure.path, failure.error) for failure in failures)


def _path_of(piece: Piece, local: str, path: "os.PathLike[str] | None") -> str:
    """Returns the original path of `path`, which is in the local copy of a piece."""
    inside = os.path.relpath(path or local, local)
    return piece.path if inside == os.curdir else f"{piece.path}/{inside}"


def _error_row(path: str, error: str, offset: int | None = None) -> _Row:
    return {"file": shown(path), "offset": offset, "error": shown(error)}


def _row(message: Message, path: str) -> _Row:
    return {
        "file": shown(path),
        "ordinal": message.ordinal,
        "offset": message.offset,
        "message_id": message.header("Message-ID"),
        "date": message.date_utc,
        "subject": message.subject,
        "from": [_address(one) for one in message.from_],
        "to": [_address(one) for one in message.to],
        "text": message.text,
        "charsets": sorted({text.charset for text in message.texts}),
        "findings": [{name: getattr(one, name) for name in _FINDING} for one in message.findings],
    }


def _address(one: Address) -> dict[str, str]:
    return {"name": one.name, "address": one.address}


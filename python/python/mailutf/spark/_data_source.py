"""Implements `spark.read.format("mailutf")`, a data source in Python (Spark 4). It does not use the Java machine, so it
also works with Spark Connect and on serverless clusters.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from .._mailutf import Columns, Mailbox, Policy, Rules, Skipped
from . import _object_stores
from ._object_stores import Files, Part
from ._pieces import Piece, Places, pieces_of_directory, pieces_of_file
from ._sources import Failure, found, shown, tasks

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql.types import StructType

# For each part of the mail that could not be read: the path, the offset in the file, and the reason.
_Errors: TypeAlias = list[tuple[str, int | None, str]]

_PEOPLE = "array<struct<name: string, address: string>>"
# The types of the columns of `Columns`, and of the column `error`, which says why a file or a message could not be read.
_TYPES = {
    "path": "string",
    "offset": "bigint",
    "ordinal": "bigint",
    "size": "bigint",
    "message_id": "string",
    "in_reply_to": "array<string>",
    "references": "array<string>",
    "list_id": "string",
    "date": "timestamp",
    "subject": "string",
    "from": _PEOPLE,
    "sender": _PEOPLE,
    "reply_to": _PEOPLE,
    "to": _PEOPLE,
    "cc": _PEOPLE,
    "bcc": _PEOPLE,
    "headers": "map<string, string>",
    "text": "string",
    "html": "string",
    "plain_text": "string",
    "charsets": "array<string>",
    "attachments": "array<struct<name: string, type: string, size: bigint>>",
    "files": "array<struct<name: string, type: string, size: bigint>>",
    "findings": "array<struct<code: string, severity: string, warning: string, section: string, detail: string>>",
    "error": "string",
}
_ROWS = 1000


class MailSource(DataSource):
    """Mail in files and directories as a data source with a row for each message. `mailutf.spark.register` registers
    it in a session."""

    @classmethod
    def name(cls) -> str:
        return "mailutf"

    def schema(self) -> str:
        columns = self.options.get("columns")
        names = [name.strip() for name in columns.split(",")] if columns else list(_TYPES)
        if unknown := [name for name in names if name not in _TYPES]:
            raise ValueError(f"unknown column '{unknown[0]}'; choose from {', '.join(_TYPES)}")
        return ", ".join(f"`{name}` {_TYPES[name]}" for name in names)

    def reader(self, schema: "StructType") -> "MailReader":
        given = self.options
        paths = json.loads(given["paths"]) if "paths" in given else [given.get("path") or ""]
        choices = json.loads(given.get("policy", "{}"))
        if "rules" in given:
            choices["rules"] = Rules(given["rules"])
        storage = json.loads(given.get("storage", "{}"))
        return MailReader(paths, schema.fieldNames(), int(given.get("size", 128 << 20)), Policy(**choices), storage)


@dataclass
class Pieces(InputPartition):
    """The pieces of mail that one task reads."""

    pieces: "Sequence[Piece | Part | Files | Failure]"


@dataclass
class MailReader(DataSourceReader):
    """A reader that cuts an mbox into ranges, and a directory into groups of files, and that reads only the columns of
    a schema."""

    paths: Sequence[str]
    names: Sequence[str]
    size: int
    policy: Policy = field(default_factory=Policy)
    storage: Mapping[str, str] = field(default_factory=dict)

    def partitions(self) -> list[Pieces]:
        places = Places()
        failures: list[Failure] = []
        cut: list[Piece | Part | Files] = []
        for path in filter(_object_stores.is_elsewhere, self.paths):
            for piece in _object_stores.cut(path, self.size, self.storage):
                if isinstance(piece, Failure):
                    failures.append(piece)
                else:
                    cut.append(piece)
        local = [os.path.abspath(path.removeprefix("file://")) for path in self.paths if not _object_stores.is_elsewhere(path)]
        for source in found(places, local):
            path, status = source.path, source.status
            if status.is_directory:
                report = lambda error, path=path: failures.append(Failure.of(path, error))  # noqa: E731
                cut += pieces_of_directory(places, path, self.size, lambda file, modified: True, report)
            elif status.size > self.size:
                cut += pieces_of_file(places, path, status.size, self.size, self.policy)
            else:
                cut.append(Piece(path, status.size))
        done = [Pieces(pieces) for pieces in tasks(cut, lambda piece: piece.octets, self.size)]
        return [*done, Pieces(failures)] if failures or not done else done

    def read(self, partition: InputPartition) -> "Iterator[pyarrow.RecordBatch]":
        assert isinstance(partition, Pieces)
        for piece in partition.pieces:
            if isinstance(piece, Failure):
                yield self._errors([(piece.path, None, piece.error)])
            elif isinstance(piece, Files):
                for part in piece.parts():
                    yield from self._rows(part.shown, self._part(part))
            elif isinstance(piece, Part):
                yield from self._rows(piece.shown, self._part(piece))
            else:
                yield from self._rows(piece.path, self._piece(piece))

    def _rows(self, path: str, read: "Callable[[_Errors], Iterator[pyarrow.RecordBatch]]") -> "Iterator[pyarrow.RecordBatch]":
        errors: _Errors = []
        try:
            yield from read(errors)
        # An exception that is not caught would end the job of Spark, and no other piece of the mail would be read.
        except Exception as error:
            errors.append((path, None, str(error) or type(error).__name__))
        if errors:
            yield self._errors(errors)

    def _part(self, part: Part) -> "Callable[[_Errors], Iterator[pyarrow.RecordBatch]]":
        def read(errors: _Errors) -> "Iterator[pyarrow.RecordBatch]":
            with part.open() as file:
                mailbox = Mailbox(file, self.policy, range=part.range)
                yield from self._mailbox(mailbox, lambda path: part.shown, errors, counted=part.counted)

        return read

    def _piece(self, piece: Piece) -> "Callable[[_Errors], Iterator[pyarrow.RecordBatch]]":
        def read(errors: _Errors) -> "Iterator[pyarrow.RecordBatch]":
            with Places().at_hand(piece, lambda path, error: errors.append((path, None, str(error)))) as local:
                mailbox = Mailbox(local, self.policy, range=piece.range)
                place = lambda path: piece.path + path.removeprefix(local)  # noqa: E731
                yield from self._mailbox(mailbox, place, errors, is_part=piece.files is not None)

        return read

    def _mailbox(
        self, mailbox: Mailbox, place: Callable[[str], str], errors: _Errors, *, is_part: bool = False, counted: bool = True
    ) -> "Iterator[pyarrow.RecordBatch]":
        import pyarrow as pa

        # A query that only counts rows needs no column. For such a query, the column `offset` is read, because it costs
        # nothing.
        names = [name for name in self.names if name in Columns.NAMES] or ["offset"]
        columns = mailbox.to_arrow(names, _ROWS)
        for batch in pa.RecordBatchReader.from_stream(columns):
            arrays = {name: batch.column(name) for name in names}
            if "path" in arrays:
                paths = arrays["path"].to_pylist()
                arrays["path"] = pa.array([shown(place(path or "")) for path in paths], pa.string())
            if not counted and "ordinal" in arrays:
                arrays["ordinal"] = pa.nulls(batch.num_rows, pa.int64())
            arrays["error"] = pa.nulls(batch.num_rows, pa.string())
            yield pa.RecordBatch.from_arrays([arrays[name] for name in self.names], names=list(self.names))
        errors += [_error(one, place) for one in columns.skipped if not (is_part and one.code == "no-mail")]

    def _errors(self, errors: _Errors) -> "pyarrow.RecordBatch":
        import pyarrow as pa

        rows = [{"path": shown(path), "offset": offset, "error": shown(error)} for path, offset, error in errors]
        types = pa.schema(Mailbox.from_bytes(b"").to_arrow([name for name in self.names if name != "error"]))
        fields = {field.name: field for field in types} | {"error": pa.field("error", pa.string())}
        schema = pa.schema([fields[name] for name in self.names])
        return pa.RecordBatch.from_pylist([{name: row.get(name) for name in self.names} for row in rows], schema)


def _error(skipped: Skipped, place: Callable[[str], str]) -> tuple[str, int | None, str]:
    return place(os.fspath(skipped.path)), skipped.offset, skipped.reason

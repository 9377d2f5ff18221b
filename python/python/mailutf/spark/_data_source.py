"""`spark.read.format("mailutf")`: a data source in Python (Spark 4), which needs nothing of the Java machine, so that it works in
Spark Connect and on serverless clusters, too.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from .._mailutf import Columns, Mailbox, Skipped
from ._pieces import Piece, Places, pieces_of_directory, pieces_of_file
from ._sources import Failure, found, shown, tasks

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql.types import StructType

_PEOPLE = "array<struct<name: string, address: string>>"
# The columns of `Columns`, and why a file or a message could not be read.
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
    "findings": "array<struct<code: string, severity: string, section: string, detail: string>>",
    "error": "string",
}
_ROWS = 1000
# A path in a file system that pyarrow reads: S3, Google Cloud, Azure, HDFS.
_ELSEWHERE = re.compile(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]*://")


class MailSource(DataSource):
    """Mail in files and directories: a row for each message. `mailutf.spark.register` makes it known to a session."""

    @classmethod
    def name(cls) -> str:
        return "mailutf"

    def schema(self) -> str:
        columns = self.options.get("columns")
        names = [name.strip() for name in columns.split(",")] if columns else list(_TYPES)
        if unknown := [name for name in names if name not in _TYPES]:
            raise ValueError(f"unknown column '{unknown[0]}'; choose of {', '.join(_TYPES)}")
        return ", ".join(f"`{name}` {_TYPES[name]}" for name in names)

    def reader(self, schema: "StructType") -> "MailReader":
        path = self.options.get("path") or ""
        paths = self.options.get("paths")
        size = int(self.options.get("size", 128 << 20))
        return MailReader(json.loads(paths) if paths else [path], schema.fieldNames(), size)


@dataclass(frozen=True)
class Remote:
    """A file in a file system that pyarrow reads: the URI that was named, and the path there."""

    uri: str
    inside: str
    octets: int

    @property
    def path(self) -> str:
        """What rows show: the URI may have a password."""
        return f"{self.uri.partition('://')[0]}://{self.inside}"

    def open(self) -> Any:
        from pyarrow import fs

        system, _ = fs.FileSystem.from_uri(self.uri)
        return system.open_input_file(self.inside)


@dataclass
class Pieces(InputPartition):
    """What a task reads."""

    pieces: "Sequence[Piece | Remote | Failure]"


@dataclass
class MailReader(DataSourceReader):
    """Cuts an mbox into ranges, and a directory by its files, and reads the columns of a schema, no others."""

    paths: Sequence[str]
    names: Sequence[str]
    size: int

    def partitions(self) -> list[Pieces]:
        places = Places()
        elsewhere = [path for path in self.paths if _ELSEWHERE.match(path)]
        cut: list[Piece | Remote] = [file for path in elsewhere for file in _files(path)]
        local = [os.path.abspath(path.removeprefix("file://")) for path in self.paths if path not in elsewhere]
        failures: list[Failure] = []
        for source in found(places, local):
            path, status = source.path, source.status
            if status.is_directory:
                report = lambda error, path=path: failures.append(Failure.of(path, error))  # noqa: E731
                cut += pieces_of_directory(places, path, self.size, lambda file, modified: True, report)
            elif status.size > self.size:
                cut += pieces_of_file(places, path, status.size, self.size, None)
            else:
                cut.append(Piece(path, status.size))
        done = [Pieces(pieces) for pieces in tasks(cut, lambda piece: piece.octets, self.size)]
        return [*done, Pieces(failures)] if failures or not done else done

    def read(self, partition: InputPartition) -> "Iterator[pyarrow.RecordBatch]":
        assert isinstance(partition, Pieces)
        for piece in partition.pieces:
            if isinstance(piece, Failure):
                yield self._errors([(piece.path, None, piece.error)])
            else:
                yield from self._piece(piece)

    def _piece(self, piece: Piece | Remote) -> "Iterator[pyarrow.RecordBatch]":
        errors: list[tuple[str, int | None, str]] = []
        try:
            if isinstance(piece, Remote):
                with piece.open() as file:
                    yield from self._mailbox(Mailbox(file), lambda path: piece.path, errors)
            else:
                with Places().at_hand(piece, lambda path, error: errors.append((path, None, str(error)))) as local:

                    def place(path: str) -> str:
                        return piece.path + path.removeprefix(local)

                    yield from self._mailbox(Mailbox(local, range=piece.range), place, errors, piece.files is not None)
        # Spark ends the job at an error; here the other pieces are read.
        except Exception as error:
            errors.append((piece.path, None, str(error) or type(error).__name__))
        if errors:
            yield self._errors(errors)

    def _mailbox(
        self, mailbox: Mailbox, place: Any, errors: list[tuple[str, int | None, str]], is_part: bool = False
    ) -> "Iterator[pyarrow.RecordBatch]":
        import pyarrow as pa

        # Without any column there are still rows: one that costs nothing tells how many.
        names = [name for name in self.names if name in Columns.NAMES] or ["offset"]
        columns = mailbox.to_arrow(names, _ROWS)
        for batch in pa.RecordBatchReader.from_stream(columns):
            arrays = {name: batch.column(name) for name in names}
            if "path" in arrays:
                paths = arrays["path"].to_pylist()
                arrays["path"] = pa.array([shown(place(path or "")) for path in paths], pa.string())
            arrays["error"] = pa.nulls(batch.num_rows, pa.string())
            yield pa.RecordBatch.from_arrays([arrays[name] for name in self.names], names=list(self.names))
        errors += [_error(one, place) for one in columns.skipped if not (is_part and one.code == "no-mail")]

    def _errors(self, errors: Sequence[tuple[str, int | None, str]]) -> "pyarrow.RecordBatch":
        import pyarrow as pa

        rows = [{"path": shown(path), "offset": offset, "error": shown(error)} for path, offset, error in errors]
        types = pa.schema(Mailbox.from_bytes(b"").to_arrow([name for name in self.names if name != "error"]))
        fields = {field.name: field for field in types} | {"error": pa.field("error", pa.string())}
        schema = pa.schema([fields[name] for name in self.names])
        return pa.RecordBatch.from_pylist([{name: row.get(name) for name in self.names} for row in rows], schema)


def _error(skipped: Skipped, place: Any) -> tuple[str, int | None, str]:
    return place(os.fspath(skipped.path)), skipped.offset, skipped.reason


def _files(uri: str) -> Iterator[Remote]:
    """The files at a URI."""
    from pyarrow import fs

    system, inside = fs.FileSystem.from_uri(uri)
    info = system.get_file_info(inside)
    if info.type == fs.FileType.NotFound:
        raise FileNotFoundError(f"nothing is at {Remote(uri, inside, 0).path}")
    listed = system.get_file_info(fs.FileSelector(inside, recursive=True)) if info.type == fs.FileType.Directory else [info]
    for one in sorted(listed, key=lambda one: one.path):
        if one.is_file:
            yield Remote(uri, one.path, one.size)

"""Reads and converts mail in Apache Spark, for archives that are too large for one machine.

An mbox is cut into ranges. A compressed file is one piece. A directory (Maildir, MH, `.eml` files) is cut into groups of
its files. Only ranges, lists of files and rows travel through Spark, because the tasks read and write files themselves.

In Spark 4 there is also a data source, which works with Spark Connect, too: `register(spark)`, then
`spark.read.format("mailutf")`.

Paths can be patterns. As in Spark, a path without a scheme belongs to `fs.defaultFS`. A local path must name the same
file on the driver and on all workers. Other file systems are read through Hadoop: a task first copies its piece to the
disk of its worker.

This module needs PySpark 3.5 or newer with PyArrow, and a session that does not use Spark Connect. The package mailutf
must be installed in the Python of the workers (`PYSPARK_PYTHON`).
"""

import os
import pickle
import uuid
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from .._mailutf import Policy
from . import _messages
from ._outputs import COLUMNS, Conversion, Done, Output
from ._pieces import Places
from ._sources import AnyPath, Source, each, found, located, pieces, tasks
from ._storage import Storage, is_within

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["read", "register", "rewrite"]

_SIZE = 128 << 20


def read(
    spark: "SparkSession", paths: AnyPath | Sequence[AnyPath], *, policy: Policy | None = None, size: int = _SIZE
) -> "DataFrame":
    """Reads the messages of files and directories, and returns a DataFrame with a row for each message.

    The columns are file, ordinal and offset (the place of the message), message_id, date, subject, from, to, text (the
    best body), charsets (of its texts), findings, and error. For a file or a message that cannot be read, there is a row
    whose `error` says why. Dates are instants; a date without a zone is taken to be in UTC. `size` is the size of a piece
    in octets.

    The paths are looked up at once, and each mbox larger than `size` is read to cut it. Messages are read when rows are
    needed. A task needs the memory of a `Mailbox`, and of a batch of 1,000 rows or 4 million characters.

    Raises FileNotFoundError if a path does not exist.

    >>> import mailutf.spark
    >>> rows = mailutf.spark.read(spark, "corpus/mbox/mboxrd.mbox")
    >>> [(row.ordinal, row.offset, row.subject) for row in rows.collect()]
    [(0, 0, 'Grüße'), (1, 259, 'two'), (2, 599, 'three')]
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    places, patterns = located(spark, paths)
    cut, failures = pieces(spark, places, found(places, patterns), size, policy, lambda source, inside, modified: True)
    given = [*tasks(cut, lambda piece: piece.octets, size), failures]
    pickled = spark.sparkContext.parallelize([(pickle.dumps(task),) for task in given], len(given))
    rows = spark.createDataFrame(pickled, "task binary")
    with warnings.catch_warnings():
        # PySpark 4 warns about pandas 3, but no code here uses pandas.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        return rows.mapInArrow(partial(_messages.batches, places, policy), from_arrow_schema(_messages.schema()))


def register(spark: "SparkSession") -> None:
    """Registers the data source `mailutf` in a session of Spark 4, even one that uses Spark Connect.

    `spark.read.format("mailutf").load("/archive/*.mbox")` has a row for each message, with the columns of
    `mailutf.Columns` and `error`. For a file or a message that cannot be read, there is a row, too. Only the columns in
    `schema` or in the option `columns` are read. A local path must be absolute, and must name the same file everywhere.
    Other options are:

    - `size`: the size of a piece in octets
    - `paths`: a JSON array of several paths
    - `policy`: a JSON object of the arguments of `Policy`
    - `rules`: the text of `Rules`
    - `storage`: for a URI, a JSON object with parameters of pyarrow's URI query, and with `access_key` and `secret_key`

    A URI such as s3a://bucket/archive/20*/*.mbox is read by pyarrow or fsspec, without Hadoop. An mbox at a URI is cut
    without being copied. Only some octets at each cut are read, and `ordinal` is null, unless Content-Length tells where
    messages end.

    >>> import mailutf.spark, os
    >>> mailutf.spark.register(spark)
    >>> mbox = os.path.abspath("corpus/mbox/mboxrd.mbox")
    >>> rows = spark.read.format("mailutf").schema("subject string, offset bigint").load(mbox)
    >>> [(row.subject, row.offset) for row in rows.collect()]
    [('Grüße', 0), ('two', 259), ('three', 599)]
    """
    from ._data_source import MailSource

    spark.dataSource.register(MailSource)


def rewrite(
    spark: "SparkSession",
    paths: AnyPath | Sequence[AnyPath],
    out: AnyPath,
    *,
    policy: Policy | None = None,
    size: int = _SIZE,
    verify: bool = False,
    join: bool = False,
    resume: bool = False,
) -> "DataFrame":
    """Converts all text of files and directories to UTF-8, and writes the output below the directory `out`.

    Each file or directory keeps its name. An mbox larger than `size` octets becomes a directory NAME.parts. The files in
    this directory, joined in the order of their names, are the same as the output of `normalize_file` for the whole mbox.
    With `join`, a task joins these files to NAME. Each output appears only when it is complete, and only once, however
    often Spark tries its task. `resume` keeps existing outputs that are not older than their source, and makes the other
    outputs: use the same `policy` and `size` as before. `verify` checks each changed message by a second parser.

    Returns a DataFrame with a row for each output that was made: file, output, messages, changed, unresolved, octets,
    findings (the number of each code). For a directory, there is a row for each of its pieces. For a failure, there is a
    row with `error`, and everything else is still done.

    Raises FileNotFoundError if a path does not exist, and FileExistsError if an output exists and `resume` is false.
    Raises ValueError if an output would overwrite an input, or if two inputs have the same name.

    >>> import mailutf.spark, os, tempfile
    >>> with tempfile.TemporaryDirectory() as out:
    ...     done = mailutf.spark.rewrite(spark, "corpus/mbox/mboxrd.mbox", out)
    ...     done.first().changed, os.listdir(out)
    (2, ['mboxrd.mbox'])
    """
    places, (*patterns, out) = located(spark, paths, out)
    storage = places.storage(out)
    sources = found(places, patterns)
    targets = _targets(places, sources, out)
    modified = {source.path: source.status.modified for source in sources}
    if not resume:
        _check_absent(storage, targets.values())

    def is_missing(target: str, modified: float) -> bool:
        there = storage.status(target) if resume else None
        return there is None or there.modified < modified

    def is_wanted(source: str, inside: str, modified: float) -> bool:
        return is_missing(os.path.join(targets[source], inside) if inside else targets[source], modified)

    storage.make_directory(out)
    unfinished = os.path.join(out, f".mailutf-{uuid.uuid4().hex}")
    storage.begin(unfinished)
    try:
        cut, failures = pieces(spark, places, sources, size, policy, is_wanted)
        outputs: list[Output] = []
        parts: dict[str, list[str]] = {}
        for piece in cut:
            target = targets[piece.path]
            if piece.range is not None:
                target = f"{target}.parts/{piece.range.start:015}-{piece.range.end:015}.mbox"
                parts.setdefault(piece.path, []).append(target)
            if piece.range is None or is_missing(target, modified[piece.path]):
                outputs.append(Output(piece, target))
        for path, wanted in parts.items():
            _make_directory_of_parts(storage, f"{targets[path]}.parts", wanted)
        conversion = Conversion(places, policy, verify, unfinished)
        rows = [Done.failed(failure.path, failure.error) for failure in failures]
        for done in each(spark, conversion.convert, tasks(outputs, lambda output: output.piece.octets, size)):
            rows += done
        if join:
            failed = {row.file for row in rows if row.error}
            whole = {path: (targets[path], wanted) for path, wanted in parts.items() if path not in failed}
            errors = dict(zip(whole, each(spark, conversion.join, list(whole.values()))))
            rows += [Done.failed(path, error) for path, error in errors.items() if error]
            joined = {path for path, error in errors.items() if not error}
            rows = [replace(row, output=targets[row.file]) if row.file in joined else row for row in rows]
            for path in joined:
                storage.remove(f"{targets[path]}.parts")
    finally:
        storage.remove(unfinished)
    return spark.createDataFrame([row.columns() for row in rows], COLUMNS)


def _targets(places: Places, sources: Sequence[Source], out: str) -> dict[str, str]:
    """Returns the path of the new form of each source."""
    above = places.storage(out).real(out)
    targets: dict[str, str] = {}
    for source in sources:
        name, real = os.path.basename(source.path), places.storage(source.path).real(source.path)
        if is_within(above, real) or is_within(real, os.path.join(above, name)):
            raise ValueError(f"{out}: the output for {source.path} would be in it, or would overwrite it; choose another directory")
        target = os.path.join(out, name)
        if target in targets.values():
            raise ValueError(f"{source.path}: another input has the same name, so their outputs would, too; convert them separately")
        targets[source.path] = target
    return targets


def _check_absent(storage: Storage, targets: Iterable[str]) -> None:
    for target in targets:
        for path in (target, f"{target}.parts"):
            if storage.status(path) is not None:
                raise FileExistsError(f"{path} is there already; choose another directory, or resume")


def _make_directory_of_parts(storage: Storage, directory: str, parts: Sequence[str]) -> None:
    others = set(storage.names(directory)) - {os.path.basename(part) for part in parts}
    if others:
        raise ValueError(f"{directory} holds {min(others)}, which an earlier run made with another size or from another source; remove the directory")
    storage.make_directory(directory)

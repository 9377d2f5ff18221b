"""Cuts the sources of a call into pieces, and groups the pieces to tasks. This happens on the driver."""

import errno
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from .._mailutf import Policy
from ._pieces import Piece, Places, pieces_of_directory, pieces_of_file
from ._storage import Hadoop, Status, java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

AnyPath: TypeAlias = str | os.PathLike[str]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# The maximum number of pieces in a task.
_PIECES = 10_000


@dataclass(frozen=True)
class Source:
    """A file or a directory, and its status."""

    path: str
    status: Status


@dataclass(frozen=True)
class Failure:
    """A path that cannot be read, and the reason why."""

    path: str
    error: str

    @classmethod
    def of(cls, path: str, error: Exception) -> "Failure":
        return cls(path, str(error) or type(error).__name__)


def shown(path: str) -> str:
    """Returns a path, or a text that contains a path, in a form that fits into a row: octets that are not UTF-8
    are escaped."""
    return os.fsencode(path).decode(errors="backslashreplace")


def located(spark: "SparkSession", paths: AnyPath | Sequence[AnyPath], *others: AnyPath) -> tuple[Places, list[str]]:
    """Returns how paths are reached, and the full form of each path: an absolute path if it is local, otherwise a
    URI."""
    configuration = spark.sparkContext._jsc.hadoopConfiguration()
    default = configuration.get("fs.defaultFS", "file:///")
    wanted = [os.fspath(path) for path in _several(paths) + list(others)]
    local = [_local(path, default) for path in wanted]
    if all(local):
        return Places(), [path for path in local if path]
    xml = java().java.io.StringWriter()
    configuration.writeXml(xml)
    hadoop = Hadoop(xml.toString())
    return Places(hadoop.configuration), [one or hadoop.real(path) for path, one in zip(wanted, local)]


def _several(paths: AnyPath | Sequence[AnyPath]) -> list[AnyPath]:
    return [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)


def _local(path: str, default: str) -> str | None:
    """Returns the absolute form of a path if the path is local, otherwise None."""
    if by_uri := re.fullmatch(r"file:(?://[^/]*)?(/.*)", path, re.DOTALL):
        return os.path.abspath(by_uri[1])
    has_scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:/", path)
    return None if has_scheme or not default.startswith("file:") else os.path.abspath(path)


def found(places: Places, patterns: Sequence[str]) -> list[Source]:
    """Returns the files and directories at paths and patterns, each once.

    Raises FileNotFoundError if nothing exists at one of the paths and patterns.
    """
    sources: dict[str, Source] = {}
    for pattern in patterns:
        storage = places.storage(pattern)
        matches = [(path, storage.status(path)) for path in storage.find(pattern)]
        there = {path: Source(path, status) for path, status in matches if status}
        if not there:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), pattern)
        sources.update(there)
    return list(sources.values())


def pieces(
    spark: "SparkSession",
    places: Places,
    sources: Iterable[Source],
    size: int,
    policy: Policy | None,
    is_wanted: Callable[[str, str, float], bool],
) -> tuple[list[Piece], list[Failure]]:
    """Returns the pieces of all sources, and the failures of sources that cannot be listed or cut.

    `is_wanted` is called with the path of a source, the path of a file within the source (empty if the source is a
    file), and the modification time.
    """
    failures: list[Failure] = []
    cut: list[Piece] = []
    large: list[Source] = []
    for source in sources:
        path, status = source.path, source.status
        if status.is_directory:
            report = partial(_add_failure, failures, path)
            cut += pieces_of_directory(places, path, size, partial(is_wanted, path), report)
        elif is_wanted(path, "", status.modified):
            if status.size > size:
                large.append(source)
            else:
                cut.append(Piece(path, status.size))
    for done in each(spark, partial(_cut, places, size, policy), large):
        if isinstance(done, Failure):
            failures.append(done)
        else:
            cut += done
    return cut, failures


def _add_failure(failures: list[Failure], path: str, error: OSError) -> None:
    failures.append(Failure.of(path, error))


def _cut(places: Places, size: int, policy: Policy | None, source: Source) -> list[Piece] | Failure:
    try:
        return pieces_of_file(places, source.path, source.status.size, size, policy)
    except Exception as error:
        return Failure.of(source.path, error)


def tasks(items: Iterable[_Item], octets: Callable[[_Item], int], size: int) -> list[list[_Item]]:
    """Groups consecutive items to about `size` octets, so that many small files need few tasks."""
    done: list[list[_Item]] = []
    total = 0
    for item in items:
        total += octets(item)
        if not done or total > size or len(done[-1]) >= _PIECES:
            done.append([])
            total = octets(item)
        done[-1].append(item)
    return done


def each(spark: "SparkSession", work: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """Runs `work` on each item, in a separate task for each item. Returns the results in the order of the items."""
    return spark.sparkContext.parallelize(items, len(items)).map(work).collect() if items else []

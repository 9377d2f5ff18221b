"""Mail as a table of pyarrow."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from ._mailutf import Mailbox, Policy, _columns

if TYPE_CHECKING:
    import pyarrow

_Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]


def read_table(
    paths: _Path | Iterable[_Path], columns: Sequence[str] | None = None, *, policy: Policy | None = None
) -> "pyarrow.Table":
    """A table of pyarrow, with a row for each message of files and directories. pyarrow must be installed.

    `columns` are names of `Columns.NAMES`, by default all; only what they need is read. `policy` says how texts are read.
    Mail that cannot be read is left out: `Mailbox(path).to_arrow()` lists it in `skipped`, and returns batches if a table
    would be too large.

    Raises OSError if there is nothing at a path, and ValueError for an unknown column.

    >>> import mailutf
    >>> mailutf.read_table("corpus/mbox/mboxrd.mbox", ["subject", "offset"]).to_pylist()[0]
    {'subject': 'Grüße', 'offset': 0}
    """
    import pyarrow

    several: list[_Path] = [paths] if isinstance(paths, (str, bytes, PathLike)) else list(paths)
    found = [Mailbox(path, policy) for path in several]
    return pyarrow.RecordBatchReader.from_stream(_columns(found, columns, 10_000)).read_all()

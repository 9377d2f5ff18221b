"""Reads mail into a table of pyarrow."""

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
    """Reads files and directories into a table of pyarrow, with a row for each message. pyarrow must be installed.

    `columns` are names of `Columns.NAMES`, by default all of them. Only what these columns need is read. `policy` says
    how texts are read. Mail that cannot be read is left out. `Mailbox(path).to_arrow()` lists such mail in `skipped`. It
    also returns batches, for mail that is too large for one table.

    Raises OSError if a path does not exist, and ValueError for an unknown column.

    >>> import mailutf
    >>> mailutf.read_table("corpus/mbox/mboxrd.mbox", ["subject", "offset"]).to_pylist()[0]
    {'subject': 'Grüße', 'offset': 0}
    """
    import pyarrow

    several: list[_Path] = [paths] if isinstance(paths, (str, bytes, PathLike)) else list(paths)
    found = [Mailbox(path, policy) for path in several]
    return pyarrow.RecordBatchReader.from_stream(_columns(found, columns, 10_000)).read_all()

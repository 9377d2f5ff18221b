"""Pieces of mail that are read or converted separately: a range of an mbox, a whole file, or some files of a directory."""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from .._mailutf import Mailbox, Policy, Range
from ._storage import Hadoop, Local, Status, Storage

# The maximum number of files of a directory in one piece.
_FILES = 10_000

_MAILDIR = ("cur", "new", "tmp")


@dataclass(frozen=True)
class Piece:
    """A piece of mail for one task.

    - path: a file, or a directory
    - octets: the size of the piece
    - range: a range of the file
    - files: the paths of files in the directory
    - directories: the directories that show what kind of mail the files are, each after the directory that contains it
    """

    path: str
    octets: int
    range: Range | None = None
    files: tuple[str, ...] | None = None
    directories: tuple[str, ...] = ()


@dataclass(frozen=True)
class Places:
    """How the driver and the tasks reach files. `configuration` is Hadoop's configuration in XML, if a path is not
    local."""

    configuration: str = "<configuration/>"

    def storage(self, path: str) -> Storage:
        return Local() if path.startswith("/") else Hadoop(self.configuration)

    @contextmanager
    def at_hand(self, piece: Piece, failed: Callable[[str, OSError], None]) -> Iterator[str]:
        """Yields the local path of a piece. Files that are not local, and files of a directory, are copied.

        `failed` is called for each file of a directory that cannot be copied.
        """
        storage = self.storage(piece.path)
        if piece.files is None and isinstance(storage, Local):
            yield piece.path
            return
        with _scratch() as directory:
            local = os.path.join(directory, os.path.basename(piece.path))
            if piece.files is None:
                start, end = (piece.range.start, piece.range.end) if piece.range else (0, None)
                storage.fetch(piece.path, local, start, end)
            else:
                # The directories around the files are copied, too. They show the kind of each file: for example, a file in
                # the directory `cur` of a Maildir is a message.
                storage.fetch_directory(piece.path, local)
                for name in piece.directories:
                    storage.fetch_directory(os.path.join(piece.path, name), os.path.join(local, name))
                for name in piece.files:
                    try:
                        storage.fetch(os.path.join(piece.path, name), os.path.join(local, name))
                    except OSError as error:
                        failed(os.path.join(piece.path, name), error)
            yield local

    @contextmanager
    def staging(self, target: str, unfinished: str) -> Iterator[str]:
        """Yields a local directory for files that will be published at `target`. If `unfinished` is local, the local
        directory is in it."""
        if not isinstance(self.storage(target), Local):
            with _scratch() as directory:
                yield directory
            return
        directory = os.path.join(unfinished, uuid.uuid4().hex)
        # This call fails if the directory `unfinished` does not exist. So a task that still runs after the end of its job,
        # when `unfinished` has been removed, writes nothing.
        os.mkdir(directory)
        try:
            yield directory
        finally:
            shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def _scratch() -> Iterator[str]:
    """Yields a temporary local directory. If a worker is killed, Spark removes the directory when the session ends."""
    above = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    with TemporaryDirectory(prefix="mailutf-", dir=above or None) as directory:
        yield directory


def pieces_of_file(places: Places, path: str, octets: int, size: int, policy: Policy | None) -> list[Piece]:
    """Cuts a file into ranges of at most `size` octets if it is an uncompressed mbox. Any other file is one piece.

    To cut an mbox, the whole mbox is read.
    """
    whole = Piece(path, octets)
    try:
        with places.storage(path).streamed(path) as local:
            ranges = Mailbox(local, policy).ranges(size)
    # A ValueError means that the file is compressed or is no mbox. Such a file is not cut.
    except ValueError:
        ranges = []
    return [Piece(path, one.end - one.start, one) for one in ranges] if len(ranges) > 1 else [whole]


def pieces_of_directory(
    places: Places, root: str, size: int, is_wanted: Callable[[str, float], bool], failed: Callable[[OSError], None]
) -> Iterator[Piece]:
    """Yields the files of a directory in pieces of about `size` octets. `is_wanted` is called with the path of a file in
    the directory and its modification time.

    `failed` is called for each directory that cannot be listed.
    """
    directories: set[str] = set()
    files: list[str] = []
    octets = 0
    for group in _groups(places.storage(root).walk(root, failed), directories):
        if not any(is_wanted(path, status.modified) for path, status in group):
            continue
        group_octets = sum(status.size for _, status in group)
        if files and (octets + group_octets > size or len(files) >= _FILES):
            yield _piece_of_directory(root, octets, files, directories)
            files, octets = [], 0
        files.extend(path for path, _ in group)
        octets += group_octets
    if files:
        yield _piece_of_directory(root, octets, files, directories)


def _groups(found: Iterator[tuple[str, Status]], directories: set[str]) -> Iterator[list[tuple[str, Status]]]:
    """Yields the files in groups. A group is a file and those files next to it whose names start with the name of that
    file, because they can be copies of the same mbox.

    Adds all directories to `directories`.
    """
    group: list[tuple[str, Status]] = []
    for path, status in found:
        if status.is_directory:
            directories.add(path)
            continue
        # A file whose name is a number is a message, not an mbox, so no other file is a copy of it.
        if group and (not path.startswith(group[0][0]) or os.path.basename(group[0][0]).isdigit()):
            yield group
            group = []
        group.append((path, status))
    if group:
        yield group


def _piece_of_directory(root: str, octets: int, files: list[str], directories: set[str]) -> Piece:
    needed: set[str] = set()
    for above in {os.path.dirname(file) for file in files}:
        beside = {os.path.join(os.path.dirname(above), name) for name in _MAILDIR} & directories
        for directory in beside | {above}:
            while directory:
                needed.add(directory)
                directory = os.path.dirname(directory)
    return Piece(root, octets, files=tuple(files), directories=tuple(sorted(needed)))

"""Reads files by pyarrow or fsspec, in S3, Google Cloud, Azure or HDFS.

Each process connects to a file system by the URI of the file system. The process uses the credentials of its machine,
unless the URI contains credentials.
"""

import fnmatch
import io
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from .._mailutf import Mailbox, Range
from ._sources import Failure

if TYPE_CHECKING:
    import pyarrow
    from pyarrow import fs

_URI = re.compile(r"(?!file:)([A-Za-z][A-Za-z0-9+.-]*)://([^?]*)(?:\?(.*))?", re.DOTALL)
_PATTERN = re.compile(r"[*\[]")
# The schemes of Hadoop that have another name in pyarrow and fsspec.
_SCHEMES = {"s3a": "s3", "s3n": "s3"}
# The settings that are written before the host in a URI, in the place of a user and a password.
_KEYS = ("access_key", "secret_key")
# The maximum number of files in one task.
_FILES = 10_000
# The number of octets that can be read in the time that one request to the store takes.
_REQUEST = 64 << 10
# The number of octets of a request that reads messages, and of the first request that searches for the start of a message.
# One such request is enough at most cuts.
_READ, _LOOK = 4 << 20, 512 << 10
# The number of octets that `Mailbox` reads at once. To find the end of a range, it can read as many after the range.
_AFTER = 256 << 10


@dataclass(frozen=True)
class Store:
    """A file system. `uri` identifies it, and can contain a password."""

    uri: str

    @property
    def scheme(self) -> str:
        return self.uri.partition("://")[0]

    def shown(self, path: str) -> str:
        return f"{self.scheme}://{path}"

    def at(self) -> "tuple[fs.FileSystem, str]":
        """Returns the file system, and the path within the file system that the URI names."""
        return _connected(self.uri)

    def open(self, path: str, octets: int = _READ, end: int | None = None) -> "File":
        """Opens a file that can be read from any offset (see `File`)."""
        system, _ = self.at()
        return File(system.open_input_file(path), octets, end)


class File(io.RawIOBase):
    """A file that is read by requests for ranges of it.

    A request is for `octets` octets. If it continues the request before it, it is for twice as many as that one, up to
    `_READ`, so few requests are enough even if all of an mbox must be read to cut it. Requests that start before `end`
    end `_AFTER` octets after it, or earlier.
    """

    def __init__(self, file: "pyarrow.NativeFile", octets: int, end: int | None) -> None:
        self._file = file
        self._size: int = file.size()
        self._end = self._size if end is None else end + _AFTER
        self._first = self._request = octets
        # The octets of the last request, their offset, and the offset of the next read.
        self._octets, self._start, self._at = b"", -1, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        if not self._start <= self._at < self._start + len(self._octets):
            self._request_next()
        begin = self._at - self._start
        found = self._octets[begin : begin + len(buffer)]
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

    def _request_next(self) -> None:
        follows = self._at == self._start + len(self._octets)
        self._request = min(2 * self._request, _READ) if follows else self._first
        wanted = min(self._request, max(self._end - self._at, _AFTER), self._size - self._at)
        self._start = self._at
        self._octets = self._file.read_at(wanted, self._at) if wanted > 0 else b""
        if wanted > 0 and not self._octets:
            # Messages behind this octet would be lost if this counted as the end of the file.
            raise OSError(f"the file ends at octet {self._at}, but had {self._size} octets when it was opened")

    def close(self) -> None:
        self._file.close()
        super().close()


@dataclass(frozen=True)
class Part:
    """A whole file, or a range of a file. `counted` says whether the number of messages before the range is known."""

    store: Store
    path: str
    octets: int
    range: Range | None = None
    counted: bool = True

    def open(self) -> File:
        return self.store.open(self.path, end=self.range.end if self.range else None)

    @property
    def shown(self) -> str:
        return self.store.shown(self.path)


@dataclass(frozen=True)
class Files:
    """Several whole files. Their paths are compressed, because the driver keeps all paths of an archive in memory."""

    store: Store
    packed: bytes
    octets: int

    @classmethod
    def of(cls, store: Store, paths: Iterable[str], octets: int) -> "Files":
        return cls(store, zlib.compress(json.dumps(list(paths)).encode(), 1), octets)

    def parts(self) -> Iterator[Part]:
        for path in json.loads(zlib.decompress(self.packed)):
            yield Part(self.store, path, 0)


def is_elsewhere(path: str) -> bool:
    """Whether a path is a URI of another file system."""
    return _URI.match(path) is not None


def cut(uri: str, size: int, settings: Mapping[str, str]) -> Iterator[Part | Files | Failure]:
    """Yields everything at a URI, in pieces of about `size` octets. The URI can be a pattern.

    In an mbox larger than `size`, only the octets at each cut are read, if they show where messages start. Directories
    are listed one after the other. `settings` are added to the URI: `access_key` and `secret_key` before the host, all
    others to the query, as pyarrow expects them.

    Raises FileNotFoundError if nothing exists at the URI.
    """
    from pyarrow import fs

    store, pattern = _named(uri, settings)
    system, base = store.at()
    paths: list[str] = []
    octets = 0
    is_empty = True
    for found in _matching(system, base, pattern):
        is_empty = False
        for file in [found] if found.type == fs.FileType.File else _below(store, system, found.path):
            if isinstance(file, Failure):
                yield file
            elif file.size > size:
                yield from _ranges(store, file.path, file.size, size)
            else:
                weight = file.size + _REQUEST
                if paths and (octets + weight > size or len(paths) >= _FILES):
                    yield Files.of(store, paths, octets)
                    paths, octets = [], 0
                paths.append(file.path)
                octets += weight
    if paths:
        yield Files.of(store, paths, octets)
    if is_empty:
        raise FileNotFoundError(f"nothing is at {store.shown('/'.join([base, *pattern]))}")


def _named(uri: str, settings: Mapping[str, str]) -> tuple[Store, list[str]]:
    """Returns a store whose URI has no pattern, and the names below this URI, beginning with the first name that is a
    pattern."""
    found = _URI.match(uri)
    assert found is not None
    scheme, path, query = found.groups()
    names = path.rstrip("/").split("/")
    plain = next((at for at, name in enumerate(names) if _PATTERN.search(name)), len(names))
    # In URIs of Hadoop, spaces and similar characters are not escaped, but pyarrow needs them escaped.
    above = quote("/".join(names[:plain]), safe="/%:@!$&'()*+,;=~")
    others = {name: value for name, value in settings.items() if name not in _KEYS}
    if len(others) < len(settings):
        above = ":".join(quote(settings[name], safe="") for name in _KEYS) + "@" + above
    query = "&".join(part for part in (query, urlencode(others)) if part)
    scheme = _SCHEMES.get(scheme.lower(), scheme)
    return Store(f"{scheme}://{above}" + (f"?{query}" if query else "")), names[plain:]


@lru_cache(maxsize=64)
def _connected(uri: str) -> "tuple[fs.FileSystem, str]":
    import pyarrow
    from pyarrow import fs

    try:
        system, path = fs.FileSystem.from_uri(uri)
    except pyarrow.ArrowInvalid as error:
        if "Unrecognized filesystem type" not in str(error):
            raise
        system, path = fs.FileSystem.from_uri(f"fsspec+{uri}")
    return system, path


def _matching(system: Any, base: str, pattern: list[str]) -> Iterator[Any]:
    """Yields everything at `base`, or at the names below `base` that match the pattern, sorted."""
    from pyarrow import fs

    if not pattern:
        info = system.get_file_info(base)
        if info.type != fs.FileType.NotFound:
            yield info
        return
    name, *rest = pattern
    if not _PATTERN.search(name):
        yield from _matching(system, f"{base}/{name}", rest)
        return
    for info in _listed(system, base):
        if fnmatch.fnmatchcase(info.base_name, name):
            if not rest:
                yield info
            elif info.type == fs.FileType.Directory:
                yield from _matching(system, info.path, rest)


def _listed(system: Any, directory: str) -> list[Any]:
    from pyarrow import fs

    found = system.get_file_info(fs.FileSelector(directory, allow_not_found=True))
    return sorted(found, key=lambda info: info.path)


def _below(store: Store, system: Any, directory: str) -> Iterator[Any]:
    """Yields the files below a directory, and a Failure for each directory that cannot be listed."""
    from pyarrow import fs

    left = [directory]
    while left:
        above = left.pop()
        try:
            found = _listed(system, above)
        except OSError as error:
            yield Failure.of(store.shown(above), error)
            continue
        yield from (info for info in found if info.type == fs.FileType.File)
        left.extend(info.path for info in reversed(found) if info.type == fs.FileType.Directory)


def _ranges(store: Store, path: str, octets: int, size: int) -> Iterator[Part | Failure]:
    try:
        with store.open(path, _LOOK) as file:
            ranges = Mailbox(file).ranges(size, ordinals=False)
    except ValueError:
        # A ValueError means that the file is compressed or is no mbox. Such a file is not cut.
        ranges = []
    except OSError as error:
        yield Failure.of(store.shown(path), error)
        return
    if len(ranges) < 2:
        yield Part(store, path, octets)
        return
    counted = ranges[1].ordinal > 0
    for one in ranges:
        yield Part(store, path, one.end - one.start, one, counted)

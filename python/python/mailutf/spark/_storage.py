"""The file systems on which distributed work reads and writes: the local file system, and any other one that Hadoop
reads.

A local path is absolute and names the same file on every machine. Any other path is a URI, which is read through Hadoop's
FileSystem API.
"""

import glob
import os
import shutil
import stat
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Protocol

# The number of octets after a range that are copied with the range. These octets show that a message starts at the
# end of the range.
_BEYOND = 1 << 20

# The name of a file in the directory of a job. Its modification time is the start of the job, by the clock of the file system.
_BEGAN = "began"


@dataclass(frozen=True)
class Status:
    """The kind, size and modification time of a file or a directory. `modified` is in seconds since 1970."""

    is_directory: bool
    size: int
    modified: float


# The schemes of object stores. In an object store, a rename copies each object and then removes the original.
_OBJECT_STORES = ("cos", "cosn", "gs", "ks3", "obs", "oss", "s3", "s3a", "s3n", "swift", "wasb", "wasbs")


def _is_object_store(path: str) -> bool:
    return path.partition(":")[0].lower() in _OBJECT_STORES


def is_within(path: str, directory: str) -> bool:
    return path == directory or path.startswith(directory.rstrip("/") + "/")


class Storage(Protocol):
    """A file system. Each method raises OSError if it fails."""

    def find(self, pattern: str) -> list[str]:
        """Returns the path itself if it exists, otherwise the sorted paths that match it as a pattern."""

    def real(self, path: str) -> str:
        """Returns the path in a form that can be compared with other paths."""

    def status(self, path: str) -> Status | None:
        """Returns the status of the file or directory at the path, or None if it does not exist."""

    def names(self, directory: str) -> list[str]:
        """Returns the names in a directory, or no names if the directory does not exist."""

    def walk(self, root: str, failed: Callable[[OSError], None]) -> Iterator[tuple[str, Status]]:
        """Yields everything below `root`, sorted by its path in `root`. The content of a directory follows directly
        after the directory."""

    def fetch(self, path: str, to: str, start: int = 0, end: int | None = None) -> None:
        """Copies a file to a local path. If `end` is given, copies only the octets from `start` to a little after
        `end`, at the same offsets."""

    def streamed(self, path: str) -> AbstractContextManager[str]:
        """Yields a local path from which a file can be read once, without copying the file to a disk."""

    def fetch_directory(self, path: str, to: str) -> None:
        """Creates an empty local directory with the attributes of the directory at `path`."""

    def begin(self, job: str) -> None:
        """Creates the directory of a job. It is for files that are not published yet."""

    def publish(self, local: str, target: str, job: str) -> None:
        """Moves a complete local file to its place in one step. A file at this place is replaced if it is older than the
        job.

        A local `target` requires that `local` is in the directory of the job.
        """

    def join(self, parts: Sequence[str], target: str, job: str) -> None:
        """Publishes a file that consists of all parts, one after the other."""

    def make_directory(self, path: str, like: str | None = None) -> None:
        """Creates a directory, and the directories above it. The directory gets the owner and the mode of the local
        directory `like`."""

    def flush(self, directory: str) -> None:
        """Ensures that the names in a directory have been written to the disk."""

    def remove(self, path: str) -> None:
        """Removes a file, or a directory with everything in it. Does nothing if the path does not exist."""


class Local:
    """The file system of the machine. If there are several machines, all of them must share this file system."""

    def find(self, pattern: str) -> list[str]:
        return [pattern] if os.path.lexists(pattern) else sorted(glob.glob(pattern))

    def real(self, path: str) -> str:
        return os.path.realpath(path)

    def status(self, path: str) -> Status | None:
        try:
            found = os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return Status(os.path.isdir(path), found.st_size, found.st_mtime)

    def names(self, directory: str) -> list[str]:
        return os.listdir(directory) if os.path.isdir(directory) else []

    def walk(self, root: str, failed: Callable[[OSError], None]) -> Iterator[tuple[str, Status]]:
        real = os.path.realpath(root)
        for directory, directories, files in os.walk(root, onerror=failed):
            directories.sort()
            for name in sorted(directories + files):
                path = os.path.join(directory, name)
                try:
                    found = os.lstat(path)
                except OSError as error:
                    failed(error)
                    continue
                is_directory = stat.S_ISDIR(found.st_mode)
                if stat.S_ISLNK(found.st_mode):
                    target = os.path.realpath(path)
                    # A link to a file or a directory below `root` is left out, because the target is read at its real place. A
                    # link to a directory that contains `root` is left out, too.
                    if is_within(target, real) or is_within(real, target):
                        continue
                elif not is_directory and not stat.S_ISREG(found.st_mode):
                    continue
                yield os.path.relpath(path, root), Status(is_directory, found.st_size, found.st_mtime)

    def fetch(self, path: str, to: str, start: int = 0, end: int | None = None) -> None:
        if os.path.islink(path):
            # The link is copied as a link. When the copy is read, the kind of its target decides whether the link is reported
            # as skipped.
            os.symlink(os.path.realpath(path), to)
        else:
            shutil.copy2(path, to)
            _own_like(path, to)

    def streamed(self, path: str) -> AbstractContextManager[str]:
        return nullcontext(path)

    def fetch_directory(self, path: str, to: str) -> None:
        os.mkdir(to)
        os.chmod(to, os.stat(path).st_mode | 0o700)
        _own_like(path, to)

    def begin(self, job: str) -> None:
        self.make_directory(job)

    def publish(self, local: str, target: str, job: str) -> None:
        os.replace(local, target)

    def join(self, parts: Sequence[str], target: str, job: str) -> None:
        unfinished = os.path.join(job, uuid.uuid4().hex)
        with open(unfinished, "xb") as whole:
            for part in parts:
                with open(part, "rb") as file:
                    shutil.copyfileobj(file, whole, 1 << 20)
            whole.flush()
            os.fsync(whole.fileno())
        for part in parts[:1]:
            shutil.copymode(part, unfinished)
            _own_like(part, unfinished)
        self.publish(unfinished, target, job)
        self.flush(os.path.dirname(target))

    def make_directory(self, path: str, like: str | None = None) -> None:
        if like is None or os.path.isdir(path):
            os.makedirs(path, exist_ok=True)
            return
        # Another task can create the directory at the same time.
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
        shutil.copymode(like, path)
        _own_like(like, path)

    def flush(self, directory: str) -> None:
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def remove(self, path: str) -> None:
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)


def _own_like(model: str, path: str) -> None:
    found = os.stat(model)
    # Only root can change the owner of a file, so a failure is ignored.
    with suppress(PermissionError):
        os.chown(path, found.st_uid, found.st_gid)


@dataclass(frozen=True)
class Hadoop:
    """The file systems that Hadoop reads. `configuration` is the configuration of the driver, in XML."""

    configuration: str

    def find(self, pattern: str) -> list[str]:
        with _errors():
            path, system = self._at(pattern)
            if system.exists(path):
                return [str(system.makeQualified(path).toString())]
            return sorted(str(found.getPath().toString()) for found in system.globStatus(path) or ())

    def real(self, path: str) -> str:
        with _errors():
            where, system = self._at(path)
            return str(system.makeQualified(where).toString())

    def status(self, path: str) -> Status | None:
        with _errors():
            where, system = self._at(path)
            return _status(system.getFileStatus(where)) if system.exists(where) else None

    def names(self, directory: str) -> list[str]:
        with _errors():
            where, system = self._at(directory)
            listed = system.listStatus(where) if system.exists(where) else ()
            return [str(found.getPath().getName()) for found in listed]

    def walk(self, root: str, failed: Callable[[OSError], None]) -> Iterator[tuple[str, Status]]:
        left = [""]
        while left:
            directory = left.pop()
            try:
                with _errors():
                    where, system = self._at(os.path.join(root, directory))
                    listed = [(str(one.getPath().getName()), _status(one)) for one in system.listStatus(where)]
            except OSError as error:
                failed(error)
                continue
            found = [(os.path.join(directory, name), status) for name, status in sorted(listed, key=lambda one: one[0])]
            yield from found
            left.extend(path for path, status in reversed(found) if status.is_directory)

    def fetch(self, path: str, to: str, start: int = 0, end: int | None = None) -> None:
        with open(to, "wb") as file:
            file.truncate(start)
        with _errors(), _closing(self._open(path)) as source:
            source.seek(start)
            with _closing(java().java.io.FileOutputStream(to, True)) as target:
                length = -1 if end is None else end - start + _BEYOND
                java().org.apache.commons.io.IOUtils.copyLarge(source, target, 0, length)

    @contextmanager
    def streamed(self, path: str) -> Iterator[str]:
        failures: list[OSError] = []

        def write() -> None:
            try:
                with _errors(), _closing(self._open(path)) as source, _closing(java().java.io.FileOutputStream(pipe)) as target:
                    java().org.apache.commons.io.IOUtils.copyLarge(source, target)
            except OSError as error:
                failures.append(error)

        with TemporaryDirectory(prefix="mailutf-") as directory:
            pipe = os.path.join(directory, os.path.basename(path))
            os.mkfifo(pipe)
            # Java is started in this thread, because a task can have started a Java machine that only this thread uses.
            java()
            writer = Thread(target=write)
            writer.start()
            try:
                yield pipe
            finally:
                # If the writer thread still waits for a reader of the pipe, opening and closing the pipe lets the thread go
                # on. Its write then fails, and the thread ends.
                os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
                writer.join()
            # If writing to the pipe failed, the caller can have read only a part of the file, so the error is raised.
            if failures:
                raise failures[0]

    def fetch_directory(self, path: str, to: str) -> None:
        os.mkdir(to)

    def begin(self, job: str) -> None:
        with _errors():
            began, system = self._at(os.path.join(job, _BEGAN))
            system.create(began).close()

    def publish(self, local: str, target: str, job: str) -> None:
        if _is_object_store(target):
            self._put(target, [local], lambda path: java().java.io.FileInputStream(path))
            os.remove(local)
            return
        with _errors():
            unfinished, system = self._at(os.path.join(job, uuid.uuid4().hex))
            with _closing(java().java.io.FileInputStream(local)) as source, _closing(_new(system, unfinished)) as whole:
                java().org.apache.commons.io.IOUtils.copyLarge(source, whole)
            os.remove(local)
            self._rename(system, unfinished, target, job)

    def join(self, parts: Sequence[str], target: str, job: str) -> None:
        if _is_object_store(target):
            self._put(target, parts, self._open)
            return
        with _errors():
            unfinished, system = self._at(os.path.join(job, uuid.uuid4().hex))
            with _closing(_new(system, unfinished)) as whole:
                for part in parts:
                    with _closing(self._open(part)) as source:
                        java().org.apache.commons.io.IOUtils.copyLarge(source, whole)
            self._rename(system, unfinished, target, job)

    def _put(self, target: str, sources: Sequence[str], opened: Callable[[str], Any]) -> None:
        """Writes directly to the target, which becomes visible only when it is complete. If two attempts at one task
        write the target, the later file replaces the earlier one."""
        with _errors():
            where, system = self._at(target)
            whole = system.create(where, True)
            try:
                for path in sources:
                    with _closing(opened(path)) as source:
                        java().org.apache.commons.io.IOUtils.copyLarge(source, whole)
            except BaseException:
                # `close` would publish the incomplete file, so the file is aborted instead.
                whole.abort()
                raise
            whole.close()

    def _rename(self, system: Any, unfinished: Any, target: str, job: str) -> None:
        to, _ = self._at(target)
        there, began = self.status(target), self.status(os.path.join(job, _BEGAN))
        if there and began and there.modified < began.modified:
            # A rename does not replace a file, so the older file is deleted first.
            system.delete(to, False)
        if system.exists(to) or not system.rename(unfinished, to):
            if not system.exists(to):
                raise OSError(f"cannot rename {unfinished.toString()} to {target}")
            # Another attempt at the same task has published the same octets, so its file stays. If this attempt deleted
            # the file and ended then, nothing would be left.
            system.delete(unfinished, False)

    def make_directory(self, path: str, like: str | None = None) -> None:
        with _errors():
            where, system = self._at(path)
            system.mkdirs(where)

    def flush(self, directory: str) -> None:
        pass

    def remove(self, path: str) -> None:
        with _errors():
            where, system = self._at(path)
            system.delete(where, True)

    def _open(self, path: str) -> Any:
        where, system = self._at(path)
        return system.open(where)

    def _at(self, path: str) -> tuple[Any, Any]:
        """Returns Hadoop's object for a path, and the file system of the path."""
        where = java().org.apache.hadoop.fs.Path(path)
        return where, where.getFileSystem(_configuration(java(), self.configuration))


def _new(system: Any, path: Any) -> Any:
    """Creates a file in an existing directory. So a task that runs after the end of its job has no place to write to."""
    return system.createFile(path).build()


def _status(found: Any) -> Status:
    return Status(bool(found.isDirectory()), int(found.getLen()), found.getModificationTime() / 1000)


@lru_cache(maxsize=1)
def _configuration(machine: Any, xml: str) -> Any:
    configuration = machine.org.apache.hadoop.conf.Configuration(False)
    configuration.addResource(machine.java.io.ByteArrayInputStream(xml.encode()))
    return configuration


def java() -> Any:
    """Returns the packages of the driver's Java machine. If there is no driver because this process runs a task, a
    separate Java machine is started."""
    from pyspark import SparkContext

    context = SparkContext._active_spark_context
    return _own_java() if context is None else context._jvm


@lru_cache(maxsize=1)
def _own_java() -> Any:
    from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
    from pyspark import SparkFiles
    from pyspark.find_spark_home import _find_spark_home

    jars = Path(_find_spark_home(), "jars")
    # The Java machine ends when the pipe to it closes. The pipe closes even if this process is killed.
    port, token = launch_gateway(
        jarpath=str(next(jars.glob("py4j-*.jar"))),
        classpath=os.pathsep.join([f"{jars}/*", f"{SparkFiles.getRootDirectory()}/*"]),
        javaopts=["-Xmx256m", "-XX:+UseSerialGC"],
        java_path=None,
        die_on_exit=True,
        enable_auth=True,
    )
    return JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token)).jvm


@contextmanager
def _closing(stream: Any) -> Iterator[Any]:
    try:
        yield stream
    finally:
        stream.close()


@contextmanager
def _errors() -> Iterator[None]:
    """Converts Java's exceptions to OSError."""
    from py4j.protocol import Py4JError, Py4JJavaError

    try:
        yield
    except Py4JJavaError as error:
        raise OSError(str(error.java_exception.toString())) from error
    except Py4JError as error:
        raise OSError(str(error)) from error

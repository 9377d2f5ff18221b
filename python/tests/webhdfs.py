"""A file system that is not local, for tests: it serves a directory of this machine by Hadoop's WebHDFS protocol.

As in a cluster, the first server answers questions about names, and redirects readers and writers to a second server.
The servers refuse what HDFS refuses: a rename does not replace a file.
"""

import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

_PREFIX = "/webhdfs/v1"


@contextmanager
def serve(root: Path) -> Iterator[str]:
    """Serves the directory `root`, only to programs on this machine. Yields the URI of the directory."""
    store = ThreadingHTTPServer(("127.0.0.1", 0), type("Store", (_Store,), {"root": root}))
    names = ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Names", (_Names,), {"root": root, "store": f"127.0.0.1:{store.server_port}"})
    )
    for server in (store, names):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"webhdfs://127.0.0.1:{names.server_port}"
    finally:
        for server in (names, store):
            server.shutdown()
            server.server_close()


class _Requests(BaseHTTPRequestHandler):
    root: Path
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        # A killed client leaves its connection open, so the connection needs a timeout.
        self.connection.settimeout(60)

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def asked(self) -> tuple[str, Path, dict[str, str]]:
        """Returns the operation, the path, and the other parameters of a request."""
        # Hadoop escapes US-ASCII characters, and sends other characters as raw UTF-8.
        self.path = quote(self.path.encode("latin-1"), safe="/%?&=+*")
        url = urlsplit(self.path)
        given = {name.lower(): values[0] for name, values in parse_qs(url.query).items()}
        return given.pop("op").upper(), self.local(unquote(url.path).removeprefix(_PREFIX)), given

    def local(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def answer(self, status: int, octets: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def answer_json(self, value: Any, status: int = 200) -> None:
        # The answer has no Content-Type. If its Content-Type were JSON, the client would need a class that Spark
        # lacks (hadoop-client-runtime of Hadoop 3.4).
        self.answer(status, json.dumps(value).encode())

    def refuse(self, error: OSError) -> None:
        name = "FileNotFoundException" if isinstance(error, FileNotFoundError) else "IOException"
        exception = {"exception": name, "javaClassName": f"java.io.{name}", "message": str(error)}
        self.answer_json({"RemoteException": exception}, 404 if name == "FileNotFoundException" else 403)


class _Names(_Requests):
    """The server that answers questions about names."""

    store: str

    def do_GET(self) -> None:
        operation, path, _ = self.asked()
        try:
            if operation == "GETFILESTATUS":
                self.answer_json({"FileStatus": _status(path, "")})
            elif operation == "LISTSTATUS":
                below = sorted(path.iterdir()) if path.is_dir() else [path]
                listed = [_status(one, one.name if path.is_dir() else "") for one in below]
                self.answer_json({"FileStatuses": {"FileStatus": listed}})
            else:
                self.send_on(operation == "OPEN")
        except OSError as error:
            self.refuse(error)

    def do_PUT(self) -> None:
        operation, path, given = self.asked()
        try:
            if operation == "MKDIRS":
                path.mkdir(parents=True, exist_ok=True)
                self.answer_json({"boolean": True})
            elif operation == "RENAME":
                self.answer_json({"boolean": _renamed(path, self.local(given["destination"]))})
            else:
                self.send_on(operation == "CREATE")
        except OSError as error:
            self.refuse(error)

    def do_DELETE(self) -> None:
        _, path, given = self.asked()
        is_there = path.exists()
        if path.is_dir() and given.get("recursive") == "true":
            shutil.rmtree(path)
        elif is_there:
            path.unlink()
        self.answer_json({"boolean": is_there})

    def send_on(self, is_known: bool) -> None:
        if not is_known:
            raise OSError(f"this server lacks {self.path}")
        self.answer(307, Location=f"http://{self.store}{self.path}")


class _Store(_Requests):
    """The server that reads and writes octets."""

    def do_GET(self) -> None:
        _, path, given = self.asked()
        try:
            with open(path, "rb") as file:
                file.seek(int(given.get("offset", 0)))
                self.answer(200, file.read(int(given.get("length", -1))))
        except OSError as error:
            self.refuse(error)

    def do_PUT(self) -> None:
        _, path, given = self.asked()
        try:
            if given.get("createparent") != "false":
                path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "wb" if given.get("overwrite") == "true" else "xb") as file:
                for piece in self.pieces():
                    file.write(piece)
                    file.flush()
        except ConnectionError:
            raise
        except OSError as error:
            self.refuse(error)
        else:
            self.answer(201)

    def pieces(self) -> Iterator[bytes]:
        """Yields the body of the request, which is chunked (RFC 9112 section 7.1)."""
        while size := int(self.line(), 16):
            yield self.rfile.read(size)
            self.line()
        self.line()

    def line(self) -> bytes:
        line = self.rfile.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError("the writer is gone")
        return line


def _status(path: Path, name: str) -> dict[str, Any]:
    found = path.stat()
    return {
        "pathSuffix": name,
        "type": "DIRECTORY" if path.is_dir() else "FILE",
        "length": 0 if path.is_dir() else found.st_size,
        "modificationTime": int(found.st_mtime * 1000),
        "accessTime": 0,
        "blockSize": 1 << 27,
        "replication": 1,
        "owner": "mail",
        "group": "mail",
        "permission": f"{found.st_mode & 0o777:o}",
    }


def _renamed(path: Path, to: Path) -> bool:
    # Moves the path into a directory, but never replaces a file.
    to = to / path.name if to.is_dir() else to
    if to.exists() or not path.exists() or not to.parent.is_dir():
        return False
    os.rename(path, to)
    return True

"""A file that notes which messages are copied, so that an interrupted migration can continue."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ._login import named

_TABLES = """
CREATE TABLE IF NOT EXISTS migration (source TEXT NOT NULL, target TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS message (
    folder BLOB NOT NULL, validity INTEGER NOT NULL, uid INTEGER NOT NULL,
    to_folder BLOB NOT NULL, to_validity INTEGER NOT NULL, to_uid INTEGER,
    digest TEXT NOT NULL, next_uid INTEGER NOT NULL, is_done INTEGER NOT NULL,
    PRIMARY KEY (folder, validity, uid)
);
"""


@dataclass(frozen=True)
class Pending:
    """A message of which it is not known whether it was added to the target. If it was added, its UID there is at least
    `next_uid`.

    `digest` identifies the message by those of its properties that servers do not change.
    """

    uid: int
    digest: str
    next_uid: int
    to_validity: int


class State:
    """The file of a migration. Only one migration can use the file at a time."""

    def __init__(self, path: Path, source: str, target: str) -> None:
        self._database = sqlite3.connect(path, timeout=1, isolation_level=None)
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.executescript(_TABLES)
        self._database.execute("BEGIN EXCLUSIVE")
        known = self._database.execute("SELECT source, target FROM migration").fetchone()
        if known is None:
            self._database.execute("INSERT INTO migration VALUES (?, ?)", (source, target))
        elif known != (source, target):
            from_, to = map(named, known)
            raise ValueError(f"{path} is the state of a migration from {from_} to {to}; choose another --state")
        self._database.execute("COMMIT")
        self._database.execute("BEGIN")

    def close(self) -> None:
        # There is no transaction if Ctrl-C came after the end of one transaction and before the start of the next.
        if self._database.in_transaction:
            self._database.execute("COMMIT")
        self._database.close()

    def keep(self) -> None:
        """Writes everything that was noted to the disk."""
        self._database.execute("COMMIT")
        self._database.execute("BEGIN")

    def validities(self, folder: bytes) -> set[int]:
        """Returns the values of UIDVALIDITY under which messages of the folder were copied."""
        rows = self._database.execute("SELECT DISTINCT validity FROM message WHERE folder = ?", (folder,))
        return {int(row[0]) for row in rows}

    def done(self, folder: bytes, validity: int) -> set[int]:
        rows = self._database.execute(
            "SELECT uid FROM message WHERE folder = ? AND validity = ? AND is_done", (folder, validity)
        )
        return {int(row[0]) for row in rows}

    def pending(self, folder: bytes, validity: int) -> list[Pending]:
        rows = self._database.execute(
            "SELECT uid, digest, next_uid, to_validity FROM message WHERE folder = ? AND validity = ? AND NOT is_done",
            (folder, validity),
        )
        return [Pending(*row) for row in rows]

    def begin(self, folder: bytes, validity: int, uid: int, to: bytes, to_validity: int, digest: str, next_uid: int) -> None:
        """Notes that a message is about to be added to the target. The note is on the disk when this method returns."""
        self._database.execute(
            "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?, NULL, ?, ?, 0)",
            (folder, validity, uid, to, to_validity, digest, next_uid),
        )
        self.keep()

    def end(self, folder: bytes, validity: int, uid: int, to_uid: int | None) -> None:
        """Notes that a message was added to the target."""
        self._database.execute(
            "UPDATE message SET is_done = 1, to_uid = ? WHERE folder = ? AND validity = ? AND uid = ?",
            (to_uid, folder, validity, uid),
        )

    def forget(self, folder: bytes, validity: int, uid: int) -> None:
        self._database.execute(
            "DELETE FROM message WHERE folder = ? AND validity = ? AND uid = ?", (folder, validity, uid)
        )

    def known_in(self, to: bytes, to_validity: int) -> set[int]:
        """Returns the UIDs of the known copies in a folder of the target."""
        rows = self._database.execute(
            "SELECT to_uid FROM message WHERE to_folder = ? AND to_validity = ? AND to_uid IS NOT NULL", (to, to_validity)
        )
        return {int(row[0]) for row in rows}

    def uid_map(self) -> Iterator[tuple[bytes, int, int, bytes, int, int | None]]:
        yield from self._database.execute(
            "SELECT folder, validity, uid, to_folder, to_validity, to_uid FROM message WHERE is_done ORDER BY folder, uid"
        )

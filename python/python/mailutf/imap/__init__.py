"""Mail from one IMAP server to another, in UTF-8: folders with their messages, flags, keywords and dates.

    python -m mailutf.imap imaps://ada@old.example.org imaps://ada@new.example.org

The source is only read, and no flag is set there. What is copied is noted in a file (`--state`), so that the same command goes on
after whatever cut it off, and copies what has arrived since: no message is added twice, and none is left out.
"""

import fnmatch
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .._mailutf import Policy, normalize
from ._accounts import Account, Folder, Message, Refused, readable
from ._state import State

__all__ = ["Account", "Copied", "Refused", "State", "copy"]


@dataclass
class Copied:
    """What was done to a folder."""

    folder: Folder
    to: bytes
    known: int = 0
    added: int = 0
    changed: int = 0
    octets: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        name = f"{self.folder} -> {readable(self.to)}" if readable(self.to) != str(self.folder) else str(self.folder)
        left = f", {len(self.failures)} failed" if self.failures else ""
        return f"{name}: {self.added} copied ({self.changed} changed, {self.octets} octets), {self.known} known{left}"


def copy(
    source: Account,
    target: Account,
    state: State,
    *,
    policy: Policy | None = None,
    folders: Sequence[str] = ("*",),
    is_dry: bool = False,
    place: Callable[[tuple[str, ...]], tuple[str, ...]] = lambda path: path,
) -> Iterator[Copied]:
    """Copies folders, and yields what was done to each.

    `folders` are patterns of their names, with / between the parts. `place` gives the path of a folder's copy. Text is converted
    by `policy`. If `is_dry`, nothing is done but reading.
    """
    for folder in list(source.folders()):
        if not any(fnmatch.fnmatchcase(str(folder), pattern) for pattern in folders):
            continue
        done = Copied(folder, target.place(place(folder.path)))
        try:
            _Copy(source, target, state, policy, done).run(is_dry)
        except Refused as error:
            done.failures.append(f"{folder}: {error}")
        yield done


@dataclass
class _Copy:
    """The copy of a folder."""

    source: Account
    target: Account
    state: State
    policy: Policy | None
    done: Copied

    def run(self, is_dry: bool) -> None:
        folder, to = self.done.folder, self.done.to
        validity = self.source.open(folder.name)
        if self.state.validities(folder.name) - {validity}:
            raise Refused(
                "the server has numbered its messages anew, so that it is not known which are copied; "
                "empty the copy, and begin with another --state"
            )
        if not is_dry:
            self.target.make(to, folder.is_subscribed)
            self._settle(validity)
        known = self.state.done(folder.name, validity)
        for uid, _ in self.source.uids():
            if uid in known:
                self.done.known += 1
                continue
            message = self.source.message(uid)
            if message is None:
                continue
            new = replace(message, octets=normalize(message.octets, self.policy))
            try:
                if not is_dry:
                    self._add(validity, new)
            except Refused as error:
                self.done.failures.append(f"{folder}, message {uid}: {error}")
                self.state.forget(folder.name, validity, uid)
                continue
            self.done.added += 1
            self.done.changed += new.octets != message.octets
            self.done.octets += len(new.octets)
        self.state.keep()

    def _add(self, validity: int, message: Message) -> None:
        name, to = self.done.folder.name, self.done.to
        to_validity, next_uid = self.target.next_uid(to)
        self.state.begin(name, validity, message.uid, to, to_validity, _digest(message.octets), next_uid)
        uid = self.target.append(to, message)
        if uid is None:
            self.target.open(to)
            uid = max((found for found, _ in self.target.uids(next_uid)), default=None)
        self.state.end(name, validity, message.uid, uid)

    def _settle(self, validity: int) -> None:
        """Finds out whether a message was added of which a run that was cut off did not note the end."""
        name, to = self.done.folder.name, self.done.to
        for pending in self.state.pending(name, validity):
            if self.target.open(to) != pending.to_validity:
                raise Refused(f"{readable(to)}: the server has numbered the copies anew; begin with another --state")
            known = self.state.known_in(to, pending.to_validity)
            for uid, _ in self.target.uids(pending.next_uid):
                found = None if uid in known else self.target.message(uid)
                if found and _digest(found.octets) == pending.digest:
                    self.state.end(name, validity, pending.uid, uid)
                    break
            else:
                self.state.forget(name, validity, pending.uid)
        self.state.keep()


def _digest(octets: bytes) -> str:
    return hashlib.sha256(octets).hexdigest()

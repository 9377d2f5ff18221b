"""Copies mail from one IMAP server to another in UTF-8: folders with their messages, flags, keywords and dates.

    python -m mailutf.imap imaps://ada@old.example.org imaps://ada@new.example.org

The source is only read, and no flag is set there. A file (`--state`) notes what is copied. So the same command continues after an
interruption, and copies mail that has arrived since. No message is added twice, and none is left out. If the connection was lost
and the target changed what it received, this cannot be known; then the message is named.

Neither server is trusted. Everything that the source sends is checked by the grammar of IMAP before it reaches the target. What
does not follow the grammar is refused, named, and tried again in the next run.
"""

import fnmatch
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .._mailutf import Policy, normalize
from ._accounts import Account, Folder, Message, readable
from ._errors import Disconnected, Refused, shown
from ._state import Pending, State

__all__ = ["Account", "Copied", "Disconnected", "Refused", "State", "copy"]


@dataclass
class Copied:
    """The result for a folder: what was done, or, if `is_dry`, what would be done. `doubts` lists messages of which
    there may be two copies."""

    folder: Folder
    to: bytes = b""
    known: int = 0
    added: int = 0
    changed: int = 0
    octets: int = 0
    is_dry: bool = False
    failures: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        name = f"{self.folder} -> {readable(self.to)}" if readable(self.to) not in ("", str(self.folder)) else str(self.folder)
        left = f", {len(self.failures)} failed" if self.failures else ""
        left += f", {len(self.doubts)} may be there twice" if self.doubts else ""
        copied = f"would copy {self.added}" if self.is_dry else f"{self.added} copied"
        return shown(f"{name}: {copied} ({self.changed} changed, {self.octets} octets), {self.known} known{left}")


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
    """Copies folders, and yields the result for each folder.

    `folders` are patterns of names of folders, with / between the parts of a name. `place` maps the path of a folder to
    the path of its copy. `policy` says how text is converted. If `is_dry`, nothing is copied, and the folders are only
    read.
    """
    for folder in list(source.folders()):
        if not any(fnmatch.fnmatchcase(str(folder), pattern) for pattern in folders):
            continue
        done = Copied(folder, is_dry=is_dry)
        try:
            done.to = target.place(place(folder.path))
            _Copy(source, target, state, policy, done).run(is_dry)
        except Refused as error:
            done.failures.append(shown(f"{folder}: {error}"))
        yield done


@dataclass
class _Copy:
    """The copy of one folder."""

    source: Account
    target: Account
    state: State
    policy: Policy | None
    done: Copied

    def run(self, is_dry: bool) -> None:
        folder, to = self.done.folder, self.done.to
        validity, count = self.source.open(folder.name)
        if self.state.validities(folder.name) - {validity}:
            raise Refused(
                "the server has renumbered its messages (it changed UIDVALIDITY), so it is unknown which are already copied; "
                "empty the copy, and begin with another --state"
            )
        if not is_dry:
            self.target.make(to, folder.is_subscribed)
            self._settle(validity)
        known = self.state.done(folder.name, validity)
        listed = self.source.uids()
        if len(listed) < count:
            self.done.failures.append(shown(f"{folder}: the server reports {count} messages, but lists {len(listed)}; run the command again"))
        for uid, size in listed:
            if uid in known:
                self.done.known += 1
                continue
            try:
                self._copy(validity, uid, size, is_dry)
            except Refused as error:
                self._name(self.done.failures, uid, str(error))
        self.state.keep()

    def _copy(self, validity: int, uid: int, size: int, is_dry: bool) -> None:
        if size > self.source.limit:
            raise Refused(f"it has {size} octets, more than {self.source.limit} (`--limit-message`)")
        message = self.source.message(uid)
        new = replace(message, octets=normalize(message.octets, self.policy))
        if not is_dry:
            self._add(validity, new)
        self.done.added += 1
        self.done.changed += new.octets != message.octets
        self.done.octets += len(new.octets)

    def _add(self, validity: int, message: Message) -> None:
        name, to = self.done.folder.name, self.done.to
        to_validity, next_uid = self.target.next_uid(to)
        digest = _digest(message.identity())
        self.state.begin(name, validity, message.uid, to, to_validity, digest, next_uid)
        try:
            told = self.target.append(to, message)
        except Refused:
            self.state.forget(name, validity, message.uid)
            raise
        if told and told[0] == to_validity:
            uid: int | None = told[1]
        else:
            uid, _ = self._added(Pending(message.uid, digest, next_uid, to_validity))
        self.state.end(name, validity, message.uid, uid)

    def _settle(self, validity: int) -> None:
        """Finds out which messages an interrupted run added without noting it."""
        name = self.done.folder.name
        for pending in self.state.pending(name, validity):
            uid, others = self._added(pending)
            if uid is not None:
                self.state.end(name, validity, pending.uid, uid)
                continue
            self.state.forget(name, validity, pending.uid)
            if others:
                which = ", ".join(map(str, others))
                self._name(
                    self.done.doubts,
                    pending.uid,
                    "may be there twice, because an earlier run was interrupted while it added this message: compare its copy with the messages "
                    f"with UID {which} in {readable(self.done.to)}",
                )
        self.state.keep()

    def _added(self, pending: Pending) -> tuple[int | None, list[int]]:
        """Returns the UID of the copy of a message if the copy can be identified. Otherwise returns None, and the UIDs
        of other messages that have arrived since the message was to be added."""
        to = self.done.to
        if self.target.open(to)[0] != pending.to_validity:
            raise Refused(f"{readable(to)}: the server has renumbered the copies (it changed UIDVALIDITY); begin with another --state")
        known = self.state.known_in(to, pending.to_validity)
        new = {uid: found for uid, found in sorted(self.target.identities(pending.next_uid).items()) if uid not in known}
        for uid, (message_id, instant) in new.items():
            # A server can add a Message-ID to a message that has none, so the digest without Message-ID is compared, too.
            if pending.digest in (_digest((message_id, instant)), _digest(("", instant))):
                return uid, []
        return None, list(new)

    def _name(self, among: list[str], uid: int, what: str) -> None:
        among.append(shown(f"{self.done.folder}, message {uid}: {what}"))


def _digest(identity: tuple[str, int]) -> str:
    return hashlib.sha256("{} {}".format(*identity).encode("utf-8", "surrogatepass")).hexdigest()

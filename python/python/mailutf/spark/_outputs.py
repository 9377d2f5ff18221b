"""Converts pieces of mail and publishes the results, in the tasks of `mailutf.spark.rewrite`."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field

from .._mailutf import Policy, normalize_file
from ._pieces import Piece, Places
from ._sources import shown

COLUMNS = """
    file string, output string, messages bigint, changed bigint, unresolved bigint, octets bigint,
    findings map<string, bigint>, error string
"""


@dataclass(frozen=True)
class Output:
    """A piece, and the path of its new form. For files of a directory, the path is that of the new directory."""

    piece: Piece
    target: str


@dataclass(frozen=True)
class Done:
    """A row of the result, which says what was done, or why nothing was done."""

    file: str
    output: str | None = None
    messages: int = 0
    changed: int = 0
    unresolved: int = 0
    octets: int = 0
    findings: dict[str, int] = field(default_factory=dict)
    error: str | None = None

    @classmethod
    def failed(cls, path: str, error: object) -> "Done":
        return cls(path, error=str(error) or type(error).__name__)

    def columns(self) -> tuple[object, ...]:
        """Returns the values of `COLUMNS`."""
        output = None if self.output is None else shown(self.output)
        error = None if self.error is None else shown(self.error)
        counts = (self.messages, self.changed, self.unresolved, self.octets)
        return (shown(self.file), output, *counts, self.findings, error)


@dataclass(frozen=True)
class Conversion:
    """The settings of a conversion. `unfinished` is a directory for outputs that are not published yet."""

    places: Places
    policy: Policy | None
    verify: bool
    unfinished: str

    def convert(self, outputs: Sequence[Output]) -> list[Done]:
        """Converts pieces, and publishes the results."""
        return [row for output in outputs for row in self._convert(output.piece, output.target)]

    def _convert(self, piece: Piece, target: str) -> list[Done]:
        rows: list[Done] = []
        try:
            with (
                self.places.at_hand(piece, lambda path, error: rows.append(Done.failed(path, error))) as local,
                self.places.staging(target, self.unfinished) as staging,
            ):
                # The new directory gets another name, because the name of a directory can also be the name of
                # one of its files.
                new = os.path.join(staging, os.path.basename(target) if piece.files is None else "new")
                done = normalize_file(
                    local, output=new, policy=self.policy, verify=self.verify, range=piece.range, jobs=1
                )
                # A piece of a directory without mail is no failure, because other pieces of the directory can
                # contain mail.
                none = "no-mail" if piece.files is not None else None
                failures = [str(failure) for failure in done.failures if failure.code != none]
                # The failures name the local copies, but the rows must name the originals.
                rows += [Done.failed(piece.path, text.replace(local, piece.path)) for text in failures]
                if piece.files is None:
                    # The output gets the mode of the source, so that it is as private as the source.
                    shutil.copymode(local, new)
                self._publish(new, target)
        # An exception that is not caught would end the job of Spark, and no other piece of the mail would be
        # converted.
        except Exception as error:
            return [*rows, Done.failed(piece.path, error)]
        rows.append(
            Done(piece.path, target, done.messages, done.changed, done.unresolved, done.octets, done.findings)
        )
        return rows

    def _publish(self, new: str, target: str) -> None:
        """Moves a file, or everything in a directory, to the place at which it is published."""
        storage = self.places.storage(target)
        if not os.path.isdir(new):
            storage.publish(new, target, self.unfinished)
            storage.flush(os.path.dirname(target))
            return
        for directory, _, files in os.walk(new):
            inside = os.path.relpath(directory, new)
            place = target if inside == os.curdir else os.path.join(target, inside)
            storage.make_directory(place, like=directory)
            for name in files:
                storage.publish(os.path.join(directory, name), os.path.join(place, name), self.unfinished)
            storage.flush(place)

    def join(self, whole: tuple[str, Sequence[str]]) -> str | None:
        """Joins the parts of an mbox to one file. `whole` contains the path of this file and the paths of the
        parts. Returns the reason if this fails, otherwise None."""
        target, parts = whole
        try:
            self.places.storage(target).join(parts, target, self.unfinished)
        except Exception as error:
            return str(error) or type(error).__name__
        return None

"""Tests that `Mailbox.ranges(size, ordinals=False)`, which reads only the octets at each cut, finds the same messages
as a reader of the whole mbox."""

import io
import os
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mailutf

FROM_LINE = b"From a@b.org Mon Jan  1 00:00:00 2024\n"
HEADER = b"From: a@b.org\nDate: Mon, 01 Jan 2024 00:00:00 +0000\n"
# A line of a header. Repeated 300 times, it is longer than the octets that are read before a cut.
LONG_HEADER = b"X-Long: " + b"x" * 70 + b"\n"

# Lines that look like separators of messages, in a body or in a header that has not ended.
LINES = [
    b"text\n",
    b"\n",
    b">From x\n",
    b"From x\n",
    b"From x\n" + HEADER,
    b"\nFrom x\n" + HEADER,
    FROM_LINE,
    b"\n" + FROM_LINE,
    FROM_LINE + HEADER,
    b"\n" + FROM_LINE + HEADER + b"\n",
    b"\0\0" + FROM_LINE + HEADER,
    b"\n\0\0" + FROM_LINE + HEADER,
    "\ufeff".encode() + FROM_LINE,
    b"\1\1\1\1\n",
    LONG_HEADER * 300,
    b"x" * 20_000 + b"\n",
    b"x\n" * 40_000,
]
lines = st.lists(st.sampled_from(LINES), max_size=6).map(b"".join)
stored = st.builds(lambda header, body, end: FROM_LINE + HEADER + header + b"\n" + body + end, lines, lines, st.sampled_from([b"\n", b"", b"\n\n"]))
first = st.sampled_from([FROM_LINE + HEADER + b"\nfirst\n\n", b"\n\n" + FROM_LINE + HEADER + b"\n", "\ufeff".encode() + FROM_LINE + HEADER + b"\n\n"])
mboxes = st.builds(lambda first, messages, end: (first + b"".join(messages)).replace(b"\n", end), first, st.lists(stored, max_size=5), st.sampled_from([b"\n", b"\n", b"\r\n"]))


def found(data: bytes, ranges: list[mailutf.Range]) -> list[tuple[int | None, bytes]]:
    mailboxes = (mailutf.Mailbox(io.BytesIO(data), range=one) for one in ranges)
    return [(message.offset, message.data) for mailbox in mailboxes for message in mailbox]


@settings(max_examples=300, deadline=None)
@given(mboxes, st.one_of(st.integers(1, 3000), st.integers(3000, 100_000)))
@example(FROM_LINE + HEADER + LONG_HEADER * 300 + FROM_LINE + HEADER + b"\n\n" + FROM_LINE + HEADER + b"\n", 23_000)
@example(FROM_LINE + HEADER + b"\n" + LONG_HEADER * 300 + FROM_LINE + HEADER + b"\n\n" + FROM_LINE + HEADER + b"\n", 23_000)
def test_each_message_is_in_one_range_for_every_cut(data: bytes, size: int) -> None:
    ranges = mailutf.Mailbox(io.BytesIO(data)).ranges(size, ordinals=False)
    assert [one.start for one in ranges] == [0, *(one.end for one in ranges)][: len(ranges)]
    expected = [(message.offset, message.data) for message in mailutf.Mailbox.from_bytes(data)]
    assert found(data, ranges) == expected
    # No two ranges start between the same two multiples of `size`.
    starts = [one.start // size for one in ranges]
    assert len(set(starts)) == len(starts)


@settings(max_examples=100, deadline=None)
@given(st.lists(lines, min_size=1, max_size=5), st.integers(1, 3000))
def test_where_content_length_counts_all_is_read(bodies: list[bytes], size: int) -> None:
    data = b"".join(FROM_LINE + HEADER + b"Content-Length: %d\n\n" % len(body) + body + b"\n" for body in bodies)
    mailbox = mailutf.Mailbox(io.BytesIO(data))
    ranges = mailbox.ranges(size, ordinals=False)
    expected = [(message.offset, message.data) for message in mailutf.Mailbox.from_bytes(data)]
    assert found(data, ranges) == expected
    assert len(bodies) == 1 or ranges == mailbox.ranges(size)


class Counted(io.BytesIO):
    """Counts the octets that are read."""

    octets = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.octets += len(data)
        return data


def test_only_octets_at_the_cuts_are_read() -> None:
    data = b"".join(FROM_LINE + HEADER + b"\n" + b"words of text\n" * 1000 + b"\n" for _ in range(5000))
    file = Counted(data)
    ranges = mailutf.Mailbox(file).ranges(10 << 20, ordinals=False)
    assert len(ranges) == 7 and file.octets < len(data) / 10
    assert sum(len(list(mailutf.Mailbox(file, range=one))) for one in ranges) == 5000


def test_a_range_of_an_open_file_is_that_of_the_named_one(tmp_path: Path) -> None:
    data = b"".join(FROM_LINE + HEADER + b"\n%d\n\n" % number for number in range(30))
    path = tmp_path / "a.mbox"
    path.write_bytes(data)
    for size in (100, 900):
        for ordinals in (False, True):
            named = mailutf.Mailbox(path).ranges(size, ordinals=ordinals)
            with open(path, "rb") as file:
                assert mailutf.Mailbox(file).ranges(size, ordinals=ordinals) == named
                for one in named:
                    mailbox, of_file = mailutf.Mailbox(path, range=one), mailutf.Mailbox(file, range=one)
                    assert [(m.offset, m.ordinal, m.data) for m in of_file] == [(m.offset, m.ordinal, m.data) for m in mailbox]
                    assert len(of_file) == len(mailbox) and of_file[-1].data == mailbox[-1].data
    ranges = mailutf.Mailbox(path).ranges(900, ordinals=False)
    changed = mailutf.Mailbox(io.BytesIO(data[:-300]), range=ranges[-1])
    assert len(list(changed)) < 10 and [one.code for one in changed.skipped] == ["unreadable"]
    pieces = [tmp_path / f"{number}" for number, _ in enumerate(ranges)]
    for one, piece in zip(ranges, pieces):
        mailutf.normalize_file(path, output=piece, range=one)
    mailutf.normalize_file(path, output=tmp_path / "whole")
    assert b"".join(piece.read_bytes() for piece in pieces) == (tmp_path / "whole").read_bytes()


def test_what_has_no_ranges_says_why() -> None:
    with pytest.raises(ValueError, match="only an mbox"):
        mailutf.Mailbox(io.BytesIO(b"Subject: x\n\n")).ranges(ordinals=False)
    reading, writing = os.pipe()
    os.close(writing)
    with open(reading, "rb") as file:
        with pytest.raises(ValueError, match="only once"):
            mailutf.Mailbox(file).ranges()
        with pytest.raises(ValueError, match="only once"):
            mailutf.Mailbox(file, range=mailutf.Range("0-9:1:auto"))

"""Tests mailboxes and files."""

import bz2
import errno
import gzip
import lzma
import mailbox
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mailutf

FROM_LINE = b"From a@b.org Mon Jan  1 00:00:00 2024\n"
# Tests that need replacement in place, directories, links or signals run only on Unix.
unix = pytest.mark.skipif(os.name == "nt", reason="Windows has files and new files only")


def message(number: int, text: bytes = b"text\n") -> bytes:
    return b"Message-ID: <%d@b.org>\nSubject: =?koi8-r?Q?=F0?= %d\n\n" % (number, number) + text


def mbox(count: int, text: bytes = b"text\n") -> bytes:
    return b"".join(FROM_LINE + message(number, text) + b"\n" for number in range(count))


def subjects(path: Path, **options: object) -> list[str | None]:
    return [one.subject for one in mailutf.Mailbox(path, **options)]  # type: ignore[arg-type]


WANTED = ["П 0", "П 1", "П 2"]


def test_every_kind_of_mailbox(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    assert subjects(file) == WANTED
    for name, compress in (("a.gz", gzip.compress), ("a.bz2", bz2.compress), ("a.xz", lzma.compress)):
        (tmp_path / name).write_bytes(compress(mbox(3)))
        assert subjects(tmp_path / name) == WANTED
    (tmp_path / "1.eml").write_bytes(message(1))
    assert subjects(tmp_path / "1.eml") == ["П 1"]
    with pytest.raises(FileNotFoundError):
        mailutf.Mailbox(tmp_path / "missing")


@unix
def test_every_kind_of_directory(tmp_path: Path) -> None:
    maildir = tmp_path / "Maildir"
    for folder in ("cur", "new", "tmp"):
        (maildir / folder).mkdir(parents=True)
    mh, tree = tmp_path / "mh", tmp_path / "tree"
    mh.mkdir()
    tree.mkdir()
    for number in range(3):
        (maildir / "cur" / f"{number}:2,S").write_bytes(message(number))
        (mh / str(number + 1)).write_bytes(message(number))
        (tree / f"{number}.eml").write_bytes(message(number))
    for directory in (maildir, mh, tree):
        assert sorted(str(subject) for subject in subjects(directory)) == WANTED


@pytest.mark.skipif(os.name != "nt", reason="Unix has directories, and files in place")
def test_what_windows_has_not_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    with pytest.raises(ValueError, match="only on Unix; name a new file"):
        mailutf.normalize_file(file)
    with pytest.raises(ValueError, match="only on Unix; name a file"):
        mailutf.normalize_file(tmp_path, output=tmp_path / "new")
    with pytest.raises(ValueError, match="the original is kept"):
        mailutf.normalize_file(file, output=tmp_path / "new", backup="~")
    with pytest.raises(IsADirectoryError, match="only on Unix; name a file"):
        mailutf.Mailbox(tmp_path)
    assert file.read_bytes() == mbox(3) and [one.name for one in tmp_path.iterdir()] == ["in.mbox"]


def test_an_output_is_no_name_of_the_input_and_no_directory(tmp_path: Path) -> None:
    file, folder, old = tmp_path / "in.mbox", tmp_path / "folder", tmp_path / "old.mbox"
    file.write_bytes(mbox(3))
    folder.mkdir()
    for output in (file, folder / ".." / "in.mbox"):
        with pytest.raises(ValueError, match="also the input"):
            mailutf.normalize_file(file, output=output)
    with pytest.raises(ValueError, match="not a regular file"):
        mailutf.normalize_file(file, output=folder)
    old.write_bytes(b"old")
    for output in (old, tmp_path / "new.mbox.gz"):
        assert mailutf.normalize_file(file, output=output).changed == 3
        assert subjects(output) == WANTED
    assert file.read_bytes() == mbox(3) and not list(folder.iterdir()) and len(list(tmp_path.iterdir())) == 4


def test_paths_are_those_of_python(tmp_path: Path) -> None:
    name = tmp_path / "größe.mbox"
    name.write_bytes(b"From - Mon Jan  1 00:00:00 2024\nSubject: x\n\n")
    paths: list[str | bytes | Path] = [str(name), os.fsencode(name), name]
    for path in paths:
        (message,) = mailutf.Mailbox(path)
        assert message.path == name
        assert mailutf.normalize_file(path, output=os.fsencode(tmp_path / "new")).messages == 1
    for wrong in (7, None, object()):
        with pytest.raises(TypeError, match=f"str, bytes or os.PathLike object, not {type(wrong).__name__}"):
            mailutf.Mailbox(wrong)  # type: ignore[arg-type]


@unix
def test_an_empty_file_holds_no_message(tmp_path: Path) -> None:
    for name in ("in.mbox", "1.eml", "cur/1", "new/x", "tmp/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    for path in (tmp_path / "in.mbox", tmp_path):
        mailbox = mailutf.Mailbox(path)
        assert (list(mailbox), mailbox.skipped) == ([], [])
        assert mailutf.normalize_file(path).messages == 0


def test_an_mbox_that_is_cut_while_it_is_read_is_skipped_from_there(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(200_000))
    whole = file.stat().st_size
    mailbox = mailutf.Mailbox(file)
    messages = iter(mailbox)
    first = next(messages)
    os.truncate(file, whole // 2)
    ordinals = [first.ordinal, *(message.ordinal for message in messages)]
    assert ordinals == list(range(len(ordinals))) and len(ordinals) < 200_000
    (skipped,) = mailbox.skipped
    assert skipped.reason == f"another program has cut it from {whole} octets to {whole // 2}"
    assert skipped.path == file and 0 < skipped.offset <= whole // 2


@unix
def test_what_cannot_be_read_in_a_tree_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_bytes(b"Subject: x\n\n")
    (tmp_path / "dangling.eml").symlink_to("nothing")
    (tmp_path / "link.eml").symlink_to("1.eml")
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        mailbox = mailutf.Mailbox(tmp_path)
        assert [message.subject for message in mailbox] == ["x"]
    found = [(one.path.name, one.reason) for one in mailbox.skipped]
    assert found == [("dangling.eml", "a symbolic link that leads nowhere"), ("fifo", "a FIFO"), ("socket", "a socket")]


@unix
def test_messages_that_are_moved_meanwhile_are_found_again(tmp_path: Path) -> None:
    for folder in ("cur", "new", "tmp"):
        (tmp_path / folder).mkdir()
    for number in range(100):
        (tmp_path / "new" / f"{number}.M{number}.host").write_bytes(message(number))
    mailbox = mailutf.Mailbox(tmp_path)
    found = []
    for one in mailbox:
        found.append(one.subject)
        if len(found) == 1:
            # The iteration has read some files ahead. These files are among the first ones, whose names do not
            # change here.
            for number in range(99, 19, -1):
                old = tmp_path / "new" / f"{number}.M{number}.host"
                old.rename(tmp_path / "cur" / f"{number}.M{number}.host:2,S")
            (tmp_path / "cur" / "98.M98.host:2,S").unlink()
    assert sorted(found) == sorted(f"П {number}" for number in range(100) if number != 98)
    gone = "another program removed it or moved it away during the run"
    assert [(one.path.name, one.reason) for one in mailbox.skipped] == [("98.M98.host", gone)]


def test_where_messages_are(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    for number, one in enumerate(mailutf.Mailbox(file)):
        assert (one.ordinal, str(one.path)) == (number, str(file))
        assert file.read_bytes()[one.offset :].startswith(FROM_LINE + one.data)


def test_mailboxes_and_their_messages_can_be_pickled(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    mailbox = mailutf.Mailbox(file, mailutf.Policy(headers="encoded"), range=mailutf.Mailbox(file).ranges(1)[1])
    again = pickle.loads(pickle.dumps(mailbox))
    assert repr(again) == repr(mailbox) == f"Mailbox({str(file)!r}, Policy(headers='encoded'), range=Range('{mailutf.Mailbox(file).ranges(1)[1]}'))"
    (one,) = again
    other = pickle.loads(pickle.dumps(one))
    assert (other.path, other.offset, other.ordinal, other.data) == (file, one.offset, 1, one.data)
    assert isinstance(one.path, Path) and b"=?utf-8?" in other.normalized()
    totals = mailutf.normalize_file(file, output=tmp_path / "new")
    assert repr(pickle.loads(pickle.dumps(totals))) == repr(totals)


def test_threads_may_iterate_over_one_mailbox(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(300))
    mailbox = mailutf.Mailbox(file)
    with ThreadPoolExecutor(4) as pool:
        read = list(pool.map(lambda _: [one.ordinal for one in mailbox], range(8)))
    assert read == [list(range(300))] * 8
    # Threads that share one iteration share its messages: each message goes to one thread.
    shared, taken = iter(mailbox), []

    def take() -> None:
        while (one := next(shared, None)) is not None:
            taken.append(one.ordinal)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == list(range(300))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_does_not_wait_for_the_messages_of_its_parent(tmp_path: Path) -> None:
    (tmp_path / "in.mbox").write_bytes(mbox(3))
    script = """if True:
        import mailutf, os, sys
        iteration = iter(mailutf.Mailbox(sys.argv[1]))
        next(iteration)
        if not os.fork():
            try:
                print(next(iteration))
            except RuntimeError as error:
                print(error, len(list(mailutf.Mailbox(sys.argv[1]))))
            sys.exit()
        os.wait()
        print(len(list(iteration)))
    """
    command = [sys.executable, "-c", script, str(tmp_path / "in.mbox")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "the iteration began in another process: begin a new one in each process 3\n2\n", done.stderr


@unix
def test_a_bad_file_or_message_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_bytes(message(1))
    (tmp_path / "2.eml").write_bytes(gzip.compress(message(2))[:-9])
    (tmp_path / "3.eml").write_bytes(message(3, b"x" * 2000))
    (tmp_path / "4.eml").write_bytes(b"\0\xff")
    (tmp_path / "5.eml").symlink_to(tmp_path / "nowhere")
    mailbox = mailutf.Mailbox(tmp_path, mailutf.Policy(limit_message=1000))
    assert sorted(one.data for one in mailbox) == [b"\0\xff", message(1), message(2)]
    skipped = {Path(one.path).name: one.reason for one in mailbox.skipped}
    assert "larger than 1000 octets" in skipped["3.eml"] and "2.eml" in skipped, skipped


def test_padding_behind_compressed_mail_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tape.mbox.gz"
    file.write_bytes(gzip.compress(mbox(3)) + bytes(512))
    mailbox = mailutf.Mailbox(file)
    assert [one.subject for one in mailbox] == WANTED
    (padding,) = mailbox.skipped
    assert padding.reason == "512 octets of NUL padding after the compressed data were ignored"
    assert (padding.path, padding.offset) == (file, len(mbox(3)))
    new = tmp_path / "new.gz"
    totals = mailutf.normalize_file(file, output=new)
    assert (totals.changed, totals.findings, totals.failures) == (3, {"compressed-padding": 1}, [])
    assert subjects(new) == WANTED and not new.read_bytes().endswith(bytes(512))


def test_what_is_skipped_says_where_it_is(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(mbox(30_000), 1)[:-5000])
    mailbox = mailutf.Mailbox(cut)
    last = max(message.offset for message in mailbox)
    (skipped,) = mailbox.skipped
    assert skipped.path == cut and last < skipped.offset < last + 200


@unix
def test_files_of_a_tree_that_are_removed_are_skipped(tmp_path: Path) -> None:
    files = {tmp_path / "tree" / f"{number}.eml" for number in range(1000)}
    (tmp_path / "tree").mkdir()
    for file in files:
        file.write_bytes(message(1))
    mailbox = mailutf.Mailbox(tmp_path / "tree")
    messages = iter(mailbox)
    found = [next(messages).path]
    for file in files:
        file.unlink()
    found += [one.path for one in messages]
    assert {*found, *(one.path for one in mailbox.skipped)} == files and len(found) < 1000


def test_ranges_are_the_whole(tmp_path: Path) -> None:
    file, part = tmp_path / "in.mbox", tmp_path / "part"
    file.write_bytes(mbox(40))
    whole = tmp_path / "whole"
    mailutf.normalize_file(file, output=whole)
    mailbox = mailutf.Mailbox(file)
    for size in (1, 500, 1 << 30):
        ranges = mailbox.ranges(size)
        assert [one.start for one in ranges] == [0] + [one.end for one in ranges[:-1]]
        parts = []
        for one in map(pickle.loads, map(pickle.dumps, ranges)):
            mailutf.normalize_file(file, output=part, range=one)
            parts.append(part.read_bytes())
        assert b"".join(parts) == whole.read_bytes()
        read = [one.ordinal for interval in ranges for one in mailutf.Mailbox(file, range=interval)]
        assert read == list(range(40))
    assert {mailutf.Range(str(ranges[0])), ranges[0]} == {ranges[0]}
    with pytest.raises(ValueError, match="needs an output"):
        mailutf.normalize_file(file, range=ranges[0])
    for wrong in ("", "1-2", "2-1:1:auto"):
        with pytest.raises(ValueError, match="START-END"):
            mailutf.Range(wrong)
    (tmp_path / "in.gz").write_bytes(gzip.compress(mbox(2)))
    with pytest.raises(ValueError, match="compressed"):
        mailutf.Mailbox(tmp_path / "in.gz").ranges()


def test_a_range_that_fails_leaves_no_part(tmp_path: Path) -> None:
    file, output = tmp_path / "in.mbox", tmp_path / "out" / "part"
    output.parent.mkdir()
    file.write_bytes(mbox(3))
    with pytest.raises(OSError, match="no message ends at octet 9"):
        mailutf.normalize_file(file, output=output, range=mailutf.Range("0-9:1:auto"))
    assert not list(output.parent.iterdir())


@unix
def test_an_output_is_never_the_input(tmp_path: Path) -> None:
    file, tree = tmp_path / "in.mbox", tmp_path / "tree"
    file.write_bytes(mbox(3))
    os.link(file, tmp_path / "other.mbox")
    (tmp_path / "link.mbox").symlink_to(file)
    (tree / "below").mkdir(parents=True)
    (tree / "below" / "1.eml").write_bytes(message(1))
    (tmp_path / "link").symlink_to(tree)
    first = mailutf.Mailbox(file).ranges(1)[0]
    for output in (file, tmp_path / "tree" / ".." / "in.mbox", tmp_path / "other.mbox", tmp_path / "link.mbox"):
        for interval in (None, first):
            with pytest.raises(ValueError, match="also the input"):
                mailutf.normalize_file(file, output=output, range=interval)
    for output, why in ((tree, "also"), (tmp_path / "link", "also"), (tree / "new", "inside"), (tmp_path, "contains")):
        with pytest.raises(ValueError, match=why):
            mailutf.normalize_file(tree, output=output)
    with pytest.raises(ValueError, match="inside"):
        mailutf.normalize_file(tree / "below" / "1.eml", output=tree / "below" / "1.eml" / "new")
    assert file.read_bytes() == mbox(3) and (tree / "below" / "1.eml").read_bytes() == message(1)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.mbox", "link", "link.mbox", "other.mbox", "tree"]
    assert [one.name for one in tree.rglob("*")] == ["below", "1.eml"]


@unix
def test_outputs_that_cannot_be_meant(tmp_path: Path) -> None:
    file, tree = tmp_path / "in.mbox", tmp_path / "tree"
    file.write_bytes(mbox(3))
    tree.mkdir()
    (tree / "1.eml").write_bytes(message(1))
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    first = mailutf.Mailbox(file).ranges(1)[0]
    for path, output, why in (
        (tree, "out.mbox", "would be a directory"),
        (tree, "in.mbox", "is a file"),
        (file, "tree", "not a regular file"),
        (file, "fifo", "not a regular file"),
        (file, ".out.mailutf", "reserved"),
    ):
        for interval in (None, first) if path == file else (None,):
            with pytest.raises(ValueError, match=why):
                mailutf.normalize_file(path, output=tmp_path / output, range=interval)
    with pytest.raises(FileNotFoundError, match="leads nowhere"):
        mailutf.normalize_file(file, output=tmp_path / "nowhere")
    for suffix in ("", "/x", ".lock", ".MAILUTF"):
        with pytest.raises(ValueError, match="backup"):
            mailutf.normalize_file(file, backup=suffix)
    with pytest.raises(ValueError, match="the original is kept"):
        mailutf.normalize_file(file, output=tmp_path / "out.mbox", backup="~")
    assert file.read_bytes() == mbox(3)


@unix
def test_an_mbox_beside_an_index_of_dovecot_stays(tmp_path: Path) -> None:
    file, index = tmp_path / "box", tmp_path / ".imap" / "box"
    mbox = b"From a@b.c Tue Jan  2 03:04:05 2024\nSubject: =?koi8-r?B?8NLJ18XU?=\n\nx\n\n"
    file.write_bytes(mbox)
    index.mkdir(parents=True)
    (index / "dovecot.index.cache").touch()
    with pytest.raises(OSError, match="Dovecot"):
        mailutf.normalize_file(file)
    assert file.read_bytes() == mbox
    failures = mailutf.normalize_file(tmp_path).failures
    assert len(failures) == 1 and "Dovecot" in str(failures[0]), failures
    with pytest.raises(ValueError, match="beside_index"):
        mailutf.normalize_file(file, output=tmp_path / "new", beside_index=True)
    assert mailutf.normalize_file(file, beside_index=True).changed == 1


def test_errors_name_the_file_or_the_argument(tmp_path: Path) -> None:
    missing, file = tmp_path / "missing", tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    calls: tuple[Callable[[Path], object], ...] = (
        mailutf.Mailbox,
        lambda path: mailutf.normalize_file(path, output=tmp_path / "new"),
    )
    for call in calls:
        with pytest.raises(FileNotFoundError, match="missing") as failed:
            call(missing)
        assert (failed.value.errno, failed.value.filename) == (errno.ENOENT, str(missing))
    if os.name != "nt":
        with pytest.raises(IsADirectoryError) as failed_too:
            mailutf.Mailbox(tmp_path).ranges()
        assert failed_too.value.filename == str(tmp_path)
    for jobs in (0, -1):
        with pytest.raises(ValueError, match="jobs"):
            mailutf.normalize_file(file, output=tmp_path / "new", jobs=jobs)
        with pytest.raises(ValueError, match="size"):
            mailutf.Mailbox(file).ranges(jobs)
    with pytest.raises(TypeError, match="progress: a function is needed, not int"):
        mailutf.normalize_file(file, progress=3)  # type: ignore[arg-type]
    assert file.read_bytes() == mbox(3)
    with pytest.raises(ValueError, match="limit_message"):
        mailutf.Policy(limit_message=-1)
    charsets = MappingProxyType({"iso-8859-1": "windows-1251"})
    assert mailutf.Policy(charsets=charsets) == mailutf.Policy(charsets=dict(charsets))


@unix
def test_outputs_replace_what_they_name(tmp_path: Path) -> None:
    file, old, link = tmp_path / "in.mbox", tmp_path / "old.mbox", tmp_path / "link.mbox"
    file.write_bytes(mbox(3))
    first = mailutf.Mailbox(file).ranges(1)[0]
    for interval in (None, first):
        old.write_bytes(b"old")
        link.unlink(missing_ok=True)
        link.symlink_to(old)
        mailutf.normalize_file(file, output=link, range=interval)
        assert link.is_symlink() and b"Subject: \xd0\x9f 0" in old.read_bytes()
    old.chmod(0o640)
    mailutf.normalize_file(file, output=old, range=first)
    assert old.stat().st_mode & 0o777 == 0o640
    mailutf.normalize_file(file, output=tmp_path / "part.gz", range=first)
    assert gzip.decompress((tmp_path / "part.gz").read_bytes()) == old.read_bytes()


PROGRAM = os.environ.get("MAILUTF_PROGRAM") or shutil.which("mailutf")


@unix
def test_an_output_is_compressed_and_protected_as_the_name_and_the_old_file_say(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(30))
    file.chmod(0o600)
    (tmp_path / "in.gz").write_bytes(gzip.compress(mbox(30)))
    mailutf.normalize_file(file, output=tmp_path / "new")
    new = (tmp_path / "new").read_bytes()
    assert "Subject: П 29".encode() in new
    (tmp_path / "old.gz").write_bytes(b"old")
    (tmp_path / "old.gz").chmod(0o640)
    umask = os.umask(0o027)
    try:
        for source in ("in.mbox", "in.gz"):
            for name, open_ in {"a.gz": gzip.open, "old.gz": gzip.open, "a.bz2": bz2.open, "a.xz": lzma.open, "a": open}.items():
                mailutf.normalize_file(tmp_path / source, output=tmp_path / name)
                with open_(tmp_path / name, "rb") as stream:
                    assert stream.read() == new, (source, name)
                assert (tmp_path / name).stat().st_mode & 0o777 == 0o640
        for number, one in enumerate(mailutf.Mailbox(file).ranges(1000)):
            mailutf.normalize_file(file, output=tmp_path / f"part-{number}", range=one)
        assert {part.stat().st_mode & 0o777 for part in tmp_path.glob("part-*")} == {0o640}
    finally:
        os.umask(umask)


@pytest.mark.skipif(not PROGRAM, reason="MAILUTF_PROGRAM does not name the program")
def test_outputs_are_those_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(9) + forgetful(9))
    for learn in (False, True):
        for name in ("a", "a.gz"):
            ours, its = tmp_path / "ours" / name, tmp_path / "its" / name
            ours.parent.mkdir(exist_ok=True)
            its.parent.mkdir(exist_ok=True)
            mailutf.normalize_file(file, output=ours, learn=learn)
            command = [str(PROGRAM), "normalize", *["--learn"] * learn, str(file), "--force", "-o", str(its)]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            assert ours.read_bytes() == its.read_bytes(), (learn, name)
            assert ours.stat().st_mode == its.stat().st_mode, (learn, name)


def forgetful(number: int) -> bytes:
    """Returns messages of one sender. All except the last one name their charset. The text of the last one is too
    short for detection."""
    named = b"Content-Type: text/plain; charset=koi8-r\n"
    body = "Привет, встреча переносится на завтра".encode("koi8-r")
    one = b"From a@b.org Mon Jan  1 00:00:00 2024\nFrom: Oleg <o@example.org>\n%s\n%s\n\n"
    return one % (named, body) * (number - 1) + one % (b"", "да".encode("koi8-r"))


def test_what_a_sender_uses_is_learned(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(forgetful(9))
    assert mailutf.normalize_file(file, output=tmp_path / "apart").unresolved == 1
    for jobs in (1, 3):
        new = tmp_path / f"{jobs}"
        totals = mailutf.normalize_file(file, output=new, learn=True, jobs=jobs)
        assert totals.unresolved == 0 and new.read_bytes().endswith("\nда\n\n".encode())
    with pytest.raises(ValueError, match="learn: a range"):
        mailutf.normalize_file(file, output=tmp_path / "part", range=mailutf.Mailbox(file).ranges(1)[0], learn=True)


@unix
def test_what_can_be_learned_from(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(forgetful(9))
    assert mailutf.normalize_file(file, learn=True).changed == 9
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ValueError, match="only once"):
        mailutf.normalize_file(tmp_path / "fifo", output=tmp_path / "new", learn=True)
    with pytest.raises(ValueError, match="only an mbox has ranges"):
        mailutf.normalize_file(tmp_path, output=tmp_path.parent / "other", range=mailutf.Range("0-9:1:auto"))


@unix
def test_files_in_place(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    seen: list[tuple[int, int]] = []
    totals = mailutf.normalize_file(file, backup="~", progress=lambda octets, messages: seen.append((octets, messages)))
    assert (totals.messages, totals.changed, totals.unresolved, totals.failures) == (3, 3, 0, [])
    assert (tmp_path / "in.mbox~").read_bytes() == mbox(3)
    assert "Subject: П 2".encode() in file.read_bytes()
    assert mailutf.normalize_file(file).changed == 0
    with pytest.raises(FileNotFoundError):
        mailutf.normalize_file(tmp_path / "missing")


@unix
def test_a_file_with_other_names_is_replaced_only_on_demand(tmp_path: Path) -> None:
    file, tree = tmp_path / "in.mbox", tmp_path / "tree"
    file.write_bytes(mbox(3))
    (tmp_path / "other").hardlink_to(file)
    with pytest.raises(OSError, match="use break_hard_links=True"):
        mailutf.normalize_file(file)
    tree.mkdir()
    (tree / "1.eml").hardlink_to(file)
    (failure,) = mailutf.normalize_file(tree).failures
    assert "use break_hard_links=True" in failure.text and file.read_bytes() == mbox(3)
    with pytest.raises(ValueError, match="break_hard_links"):
        mailutf.normalize_file(file, output=tmp_path / "new", break_hard_links=True)
    assert mailutf.normalize_file(file, break_hard_links=True).changed == 3
    assert (tmp_path / "other").read_bytes() == mbox(3) != file.read_bytes()


@unix
def test_an_older_backup_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(3))
    assert mailutf.normalize_file(file, backup="~").changed == 3
    file.write_bytes(file.read_bytes() + mbox(1))
    with pytest.raises(OSError, match="older backup"):
        mailutf.normalize_file(file, backup="~")
    assert (tmp_path / "in.mbox~").read_bytes() == mbox(3)
    assert mailutf.normalize_file(file, backup=".2~").changed == 1
    assert mailutf.normalize_file(file, backup=".3~").changed == 0 and not (tmp_path / "in.mbox.3~").exists()


@unix
def test_a_directory_to_another_one(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "1.eml").write_bytes(message(1))
    (tmp_path / "in" / "2.eml").write_bytes(gzip.compress(message(2))[:-9])
    totals = mailutf.normalize_file(tmp_path / "in", output=tmp_path / "out")
    assert totals.changed == 1 and len(totals.failures) == 1 and "2.eml" in str(totals.failures[0])
    assert "Subject: П 1".encode() in (tmp_path / "out" / "1.eml").read_bytes()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("large") / "in.mbox"
    file.write_bytes(mbox(60_000, b"caf=C3=A9 and much more text\n" * 20))
    return file


def test_progress_is_told_and_may_stop_the_work(large: Path, tmp_path: Path) -> None:
    seen = []

    def progress(octets: int, messages: int) -> None:
        seen.append((octets, messages))
        if len(seen) == 2:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mailutf.normalize_file(large, output=tmp_path / "out", jobs=1, progress=progress)
    assert len(seen) == 2
    time.sleep(0.5)
    assert not (tmp_path / "out").exists()


def test_a_call_that_was_stopped_can_be_repeated_at_once(tmp_path: Path) -> None:
    plain = tmp_path / "in.mbox"
    plain.write_bytes((FROM_LINE + b"Subject: x\n\n" + b"plain text\n" * 5000 + b"\n") * 2000)

    def refuse(octets: int, messages: int) -> None:
        raise RuntimeError("enough")

    def is_repeated() -> bool:
        for wanted in (RuntimeError, RuntimeError):
            try:
                mailutf.normalize_file(plain, output=tmp_path / "out", jobs=1, progress=refuse)
            except wanted:
                continue
            except OSError:
                return False
        return True

    # After the exception, the interrupted work ends within 0.03 s. A busy machine can delay the end, but not each
    # time.
    assert any(is_repeated() for _ in range(10))


def interrupted(work: Callable[[], object]) -> float:
    """Returns the seconds from Ctrl-C to the end of the interrupted call.

    Another process sends the signal, because a thread of this process would wait until the call releases the GIL.
    """
    send = "import os, signal, sys, time; time.sleep(0.1); print(time.monotonic(), flush=True); "
    send += "os.kill(int(sys.argv[1]), signal.SIGINT)"
    # Sets the handler of SIGINT, because a shell starts background programs with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            command = [sys.executable, "-S", "-c", send, str(os.getpid())]
            sender = subprocess.Popen(command, stdout=subprocess.PIPE)
            work()
            time.sleep(30)
        ended = time.monotonic()
        sent = float(sender.communicate()[0])
    finally:
        signal.signal(signal.SIGINT, before)
    # The monotonic clock is the same for all processes.
    return ended - sent


@unix
@pytest.mark.parametrize(
    "call",
    ["normalize", "file", "ranges", "iteration", "decode", "decode UTF-16", "detect", "body", "body in UTF-16"],
)
def test_ctrl_c_ends_a_long_call(large: Path, tmp_path: Path, call: str) -> None:
    data = message(1, b"\xe9 text \xe8\n" * 6_000_000)
    wide = tmp_path / "wide.eml"
    wide.write_bytes(data)
    huge = data * 4
    huge_utf_16 = "Ещё 日本 🍹\n".encode("utf-16-be") * 8_000_000
    work: Callable[[], object] = {
        "normalize": lambda: mailutf.normalize(data),
        "file": lambda: mailutf.normalize_file(large, output=tmp_path / "out", jobs=1),
        "ranges": lambda: [mailutf.Mailbox(large).ranges() for _ in range(1000)],
        "iteration": lambda: [one.text for _ in range(100) for one in mailutf.Mailbox(wide)],
        "decode": lambda: mailutf.charset.decode(huge, "koi8-r"),
        "decode UTF-16": lambda: mailutf.charset.decode(huge_utf_16, "utf-16be"),
        "detect": lambda: mailutf.charset.detect(huge),
        "body": lambda: mailutf.decode_body(huge, "text/plain; charset=koi8-r"),
        "body in UTF-16": lambda: mailutf.decode_body(huge_utf_16, "text/plain; charset=utf-16be"),
    }[call]
    # The call checks for signals every 0.05 s. A busy machine can delay the check, but not each time.
    assert any(interrupted(work) < 0.2 for _ in range(10))


def test_other_threads_run_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "in.mbox"
    file.write_bytes(mbox(2000))
    turns, done = 0, threading.Event()

    def count() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1

    thread = threading.Thread(target=count)
    thread.start()
    mailutf.normalize_file(file, output=tmp_path / "out", jobs=1)
    done.set()
    thread.join()
    assert turns > 10_000


def test_quoted_lines_survive_the_package_mailbox(tmp_path: Path) -> None:
    body = b"From the start\n>From here\n>>From there\n"
    data = b"From a@b Tue Jan  2 03:04:05 2024\nSubject: x\n\n" + re.sub(rb"(?m)^(?=>*From )", b">", body) + b"\n"
    (tmp_path / "old.mbox").write_bytes(data)
    new = mailbox.mbox(tmp_path / "new.mbox")
    for message in mailutf.Mailbox(tmp_path / "old.mbox"):
        # The expression in TASKS.md, "Each message once".
        new.add(message.from_line + re.sub(rb"(?m)^(?=>+From )", b">", message.data))
    new.close()
    assert [message.data for message in mailutf.Mailbox(tmp_path / "new.mbox")] == [b"Subject: x\n\n" + body]
    assert (tmp_path / "new.mbox").read_bytes() == data


def maildir(path: Path, *, index: str | None = None) -> Path:
    for name in ("cur", "new", "tmp"):
        (path / name).mkdir(parents=True)
    (path / "cur" / "1000000001.M1.host:2,S").write_bytes(message(1))
    (path / "cur" / f"1000000002.M2.host,S={len(message(2))}:2,").write_bytes(message(2))
    if index:
        (path / index).write_bytes(b"")
    return path


@unix
def test_messages_that_stay_for_an_index_are_listed_or_get_new_names(tmp_path: Path) -> None:
    mail = maildir(tmp_path / "Mail", index="dovecot-uidlist")
    totals = mailutf.normalize_file(mail)
    assert (totals.changed, totals.unresolved, totals.findings) == (1, 1, {"server-index": 1})
    (failure,) = totals.failures
    assert failure.code == "server-index"
    assert failure.text.startswith(str(mail / "cur" / "1000000001.M1.host:2,S: ")) and "add_sizes=True" in failure.text
    (single,) = mailutf.normalize_file(mail / "cur" / "1000000001.M1.host:2,S").failures
    assert single == failure
    for wrong in ("add_sizes", "break_hard_links"):
        with pytest.raises(ValueError, match=wrong):
            mailutf.normalize_file(mail, output=tmp_path / "out", **{wrong: True})
    totals = mailutf.normalize_file(mail, add_sizes=True)
    assert (totals.changed, totals.unresolved, totals.failures) == (1, 0, [])
    assert sum(",S=" in path.name for path in (mail / "cur").iterdir()) == 2


@unix
@pytest.mark.parametrize("suffix", ["~", ".bak", ".orig", "-2026"])
def test_a_conversion_is_undone(tmp_path: Path, suffix: str) -> None:
    def files() -> dict[str, bytes]:
        return {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    maildir(tmp_path / "Mail")
    for number in range(3):
        (tmp_path / f"{number}.eml").write_bytes(b"From: a@b.org\nDate: Sat, 21 Nov 2026 10:00:00 +0000\n" + message(number))
    (tmp_path / "in.mbox").write_bytes(mbox(3))
    before = files()
    assert mailutf.normalize_file(tmp_path, backup=suffix).changed == 8
    # No call takes a backup for mail, or for mail that is missing.
    mailbox = mailutf.Mailbox(tmp_path)
    assert (len(list(mailbox)), mailbox.skipped) == (8, [])
    again = mailutf.normalize_file(tmp_path)
    assert (again.messages, again.changed, again.failures) == (8, 0, [])
    assert mailutf.normalize_file(tmp_path, output=tmp_path.parent / f"{tmp_path.name}-out").failures == []
    undone = mailutf.undo_file(tmp_path, suffix)
    assert (undone.restored, undone.failures) == (6, []) and files() == before
    assert pickle.loads(pickle.dumps(undone)).restored == 6
    with pytest.raises(FileNotFoundError, match="no backups with the suffix"):
        mailutf.undo_file(tmp_path, suffix)
    with pytest.raises(FileNotFoundError, match="no such file"):
        mailutf.undo_file(tmp_path / "none", suffix)
    for wrong in ("", "/x", ".eml"):
        with pytest.raises(ValueError, match="backup: "):
            mailutf.undo_file(tmp_path, wrong)


@unix
def test_what_has_changed_since_its_conversion_is_not_undone(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.eml").write_bytes(message(number))
    assert mailutf.normalize_file(tmp_path, backup="~").changed == 2
    changed = tmp_path / "1.eml"
    changed.write_bytes(changed.read_bytes() + b"more\n")
    with pytest.raises(OSError, match="1.eml"):
        mailutf.undo_file(changed, "~")
    undone = mailutf.undo_file(tmp_path, "~")
    (failure,) = undone.failures
    assert (undone.restored, failure.code) == (1, "failed") and "1.eml" in failure.text
    assert changed.read_bytes().endswith(b"more\n") and (tmp_path / "1.eml~").read_bytes() == message(1)


def test_doubts_tell_their_progress(large: Path) -> None:
    seen: list[tuple[int, int]] = []
    mailutf.doubts(large, progress=lambda octets, messages: seen.append((octets, messages)))
    assert seen == sorted(seen) and 0 < seen[-1][0] <= large.stat().st_size and 0 < seen[-1][1] <= 60_000

    def refuse(octets: int, messages: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mailutf.doubts(large, progress=refuse)
    with pytest.raises(TypeError, match="progress: a function is needed, not int"):
        mailutf.doubts(large, progress=7)  # type: ignore[arg-type]


FROM_LINE = b"From a@b Mon Jan  1 00:00:00 2024\n"


def test_an_mbox_whose_start_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "cut.mbox"
    path.write_bytes(b"end of a cut message\n\n" + FROM_LINE + b"Subject: one\n\nx\n\n" + FROM_LINE + b"Subject: two\n\ny\n")
    for place in (path, tmp_path):
        mailbox = mailutf.Mailbox(place)
        assert [(one.subject, one.ordinal) for one in mailbox] == [("one", 0), ("two", 1)]
        assert [one.code for one in mailbox.skipped] == ["text-before-messages"]
        assert len(mailbox) == 2 and mailbox[1].subject == "two"
    with pytest.raises(OSError, match="text before octet 22"):
        mailutf.Message.from_path(path)


@unix
def test_one_thing_has_one_code(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_bytes(b"Subject: x\n\n")
    path = tmp_path / "a.pst"
    path.write_bytes(b"!BDN" + bytes(99))
    (tmp_path / "a.olm").write_bytes(b"PK\x05\x06" + bytes(18))
    for place in (path, tmp_path):
        mailbox = mailutf.Mailbox(place)
        list(mailbox)
        assert {one.code for one in mailbox.skipped} == {"unsupported"}
    assert sorted(one.path.name for one in mailbox.skipped) == ["a.olm", "a.pst"]


@unix
def test_findings_have_the_reasons_for_which_a_file_stays(tmp_path: Path) -> None:
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    path = tmp_path / "cur" / "1:2,S"
    path.write_bytes(data := b"From \ne:\n\xb4\xd2\xc7\xeb\xa3")
    (message,) = mailutf.Mailbox(tmp_path)
    findings = [finding.code for finding in message.findings]
    assert "structure-doubtful" in findings and message.normalized() != data
    for same in (mailutf.Mailbox(tmp_path)[0], mailutf.Message.from_path(path), pickle.loads(pickle.dumps(message))):
        assert [finding.code for finding in same.findings] == findings
    assert "structure-doubtful" not in [finding.code for finding in mailutf.Message(data).findings]
    assert mailutf.normalize_file(tmp_path).changed == 0 and path.read_bytes() == data


def test_a_message_of_mmdf_has_no_from_line(tmp_path: Path) -> None:
    path = tmp_path / "one.mmdf"
    path.write_bytes(b"\1\1\1\1\nSubject: mmdf\nStatus: RO\n\nhi\n\1\1\1\1\n")
    [message] = mailutf.Mailbox(path)
    assert (message.from_line, message.flags) == (b"", "S")
    assert pickle.loads(pickle.dumps(message)).flags == "S"
    box = mailbox.mbox(tmp_path / "new.mbox")
    box.add(message.from_line + message.data)
    box.close()
    assert [one.subject for one in mailutf.Mailbox(tmp_path / "new.mbox")] == ["mmdf"]


def crash(nuls: int, end: bytes, header: bytes) -> list[bytes]:
    return [FROM_LINE + b"Subject: a\n\nx" + end, bytes(nuls) + FROM_LINE + header + b"\ny\n\n"]


@given(st.sampled_from([1, 8, 4096]), st.sampled_from([b"\n\n", b"\n", b" half a li"]), st.sampled_from([b"Subject: b\n", b"", b"no header\n"]))
@settings(deadline=None)
def test_nuls_of_a_crash_hide_no_message(nuls: int, end: bytes, header: bytes) -> None:
    pieces = crash(nuls, end, header)
    data = b"".join(pieces)
    found = list(mailutf.Mailbox.from_bytes(data))
    assert [one.offset for one in found] == [0, len(pieces[0])] and found[0].subject == "a"
    assert found[1].from_line == bytes(nuls) + FROM_LINE
    for packed in (gzip.compress(data), bz2.compress(data)):
        assert [one.data for one in mailutf.Mailbox.from_bytes(packed)] == [one.data for one in found]


@unix
def test_nuls_of_a_crash_stay(tmp_path: Path) -> None:
    path = tmp_path / "crash.mbox"
    data = b"".join(crash(8, b"\n\n", b"Subject: =?koi8-r?B?8A==?=\n")) + bytes(9)
    path.write_bytes(data)
    ranges = mailutf.Mailbox(path).ranges(1)
    assert [message.ordinal for one in ranges for message in mailutf.Mailbox(path, range=one)] == [0, 1]
    assert mailutf.normalize_file(path, backup="~").changed == 1
    assert path.read_bytes() == data.replace(b"=?koi8-r?B?8A==?=", "П".encode())
    assert mailutf.undo_file(path, "~").restored == 1 and path.read_bytes() == data


@unix
@pytest.mark.parametrize("kind", ["maildir", "mh"])
@pytest.mark.parametrize("to_output", [False, True])
def test_a_file_in_an_unsupported_format_among_messages_is_a_failure(tmp_path: Path, kind: str, to_output: bool) -> None:
    source, output = tmp_path / "in", tmp_path / "out"
    names = ("cur/1.M1.h:2,", "cur/2.M1.h:2,") if kind == "maildir" else ("1", "2")
    for name in (*names, "new/x", "tmp/x") if kind == "maildir" else names:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
    (source / names[0]).write_bytes(b"From: a@b\nSubject: x\n\n")
    (source / names[1]).write_bytes(b"!BDN" + bytes(99))
    if kind == "mh":
        (source / ".mh_sequences").write_bytes(b"")
    totals = mailutf.normalize_file(source, output=output if to_output else None)
    assert [one.code for one in totals.failures] == ["skipped"] and names[1] in totals.failures[0].text
    assert (source / names[1]).read_bytes() == b"!BDN" + bytes(99)


@unix
def test_text_before_the_first_message_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "cut.mbox"
    path.write_bytes(b"end of a cut message\n\n" + FROM_LINE + b"Subject: one\n\nx\n")
    for place in (path, tmp_path):
        assert [one.code for one in mailutf.normalize_file(place).failures] == ["skipped"]

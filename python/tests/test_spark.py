"""Tests `mailutf.spark`: pieces and outputs without Spark, and everything else with Spark if it is installed.

`spark.sh` installs what the tests with Spark need, and runs them in one process and in a cluster of two workers.
`MAILUTF_S3A` names a folder with the jars of hadoop-aws and of the AWS SDK, for the release of Hadoop that PySpark has.
"""

import contextlib
import doctest
import functools
import gzip
import importlib
import importlib.util
import inspect
import io
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

import mailutf
import mailutf.spark
import webhdfs
from mailutf.spark import _messages, _storage
from mailutf.spark._outputs import Conversion, Done, Output
from mailutf.spark._pieces import Piece, Places, pieces_of_directory, pieces_of_file
from mailutf.spark._sources import located
from mailutf.spark._storage import Local

CLUSTER = os.environ.get("MAILUTF_SPARK_MASTER", "")
# A folder with the jars of Hadoop's client for S3, which PySpark lacks.
S3A = os.environ.get("MAILUTF_S3A", "")
FROM_LINE = b"From a@b.org Mon Jan  1 00:00:00 2024\n"


def message(number: int, text: bytes = b"text\n") -> bytes:
    return b"Message-ID: <%d@b.org>\nSubject: =?koi8-r?Q?=F0?= %d\n\n" % (number, number) + text


def mbox(count: int, text: bytes = b"text\n") -> bytes:
    return b"".join(FROM_LINE + message(number, text) + b"\n" for number in range(count))


def never(*failure: object) -> None:
    raise AssertionError(failure)


def always(path: str, modified: float) -> bool:
    return True


def maildir(path: Path, count: int) -> Path:
    for name in ("cur", "new", "tmp", ".Sent/cur"):
        (path / name).mkdir(parents=True)
    for number in range(count):
        above = path / ("cur" if number % 2 else ".Sent/cur")
        data = message(number)
        (above / f"17000000{number}.M1.host,S={len(data)}:2,S").write_bytes(data)
    # Only the directory of this file shows that the file is a message.
    (path / "cur" / "plain").write_bytes(message(99))
    (path / "dovecot.index").write_bytes(b"index")
    return path


def contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_only_a_large_mbox_has_ranges(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.mbox", tmp_path / "a.mbox.gz"
    plain.write_bytes(mbox(40))
    packed.write_bytes(gzip.compress(mbox(40)))
    cut = pieces_of_file(Places(), str(plain), 4000, 1000, None)
    assert len(cut) > 3 and [piece.range.start for piece in cut if piece.range][0] == 0
    assert sum(piece.octets for piece in cut) == len(mbox(40))
    assert pieces_of_file(Places(), str(packed), 200, 100, None) == [Piece(str(packed), 200)]
    with pytest.raises(FileNotFoundError):
        pieces_of_file(Places(), str(tmp_path / "missing"), 1, 1, None)


def test_pieces_of_a_directory_are_all_its_files_once(tmp_path: Path) -> None:
    root = maildir(tmp_path / "Maildir", 9)
    for size in (1, 200, 10_000):
        cut = list(pieces_of_directory(Places(), str(root), size, always, never))
        files = [file for piece in cut for file in piece.files or ()]
        assert sorted(files) == sorted(contents(root)) and len(set(files)) == len(files)
        assert all(size == 1 or piece.octets <= max(size, 80) for piece in cut)
        assert (len(cut) == 1) == (size == 10_000)


def test_a_copy_of_an_mbox_is_in_the_piece_of_the_mbox(tmp_path: Path) -> None:
    for name in ("1", "10", "2", "inbox", "inbox.1", "inbox.2", "sent"):
        (tmp_path / name).write_bytes(mbox(1))
    cut = pieces_of_directory(Places(), str(tmp_path), 1, always, never)
    assert [piece.files for piece in cut] == [("1",), ("10",), ("2",), ("inbox", "inbox.1", "inbox.2"), ("sent",)]


def test_a_piece_without_mail_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_bytes(message(1))
    (tmp_path / "notes.txt").write_bytes(b"notes")
    cut = list(pieces_of_directory(Places(), str(tmp_path), 1, always, never))
    rows = [row for piece in cut for row in _messages._rows(Places(), None, piece)]
    assert len(cut) == 2 and [row.get("error") for row in rows] == [None]


def converted(root: Path, out: Path, size: int) -> list[Done]:
    """Converts a directory in pieces, without Spark, and returns the rows of the result."""
    unfinished = out / ".unfinished"
    unfinished.mkdir(parents=True)
    conversion = Conversion(Places(), None, False, str(unfinished))
    cut = pieces_of_directory(Places(), str(root), size, always, never)
    rows = conversion.convert([Output(piece, str(out / root.name)) for piece in cut])
    assert not list(unfinished.iterdir())
    unfinished.rmdir()
    return rows


@pytest.mark.parametrize("size", [1, 500, 1 << 20])
def test_pieces_of_a_directory_become_what_the_whole_becomes(tmp_path: Path, size: int) -> None:
    tree = maildir(tmp_path / "mail.mbox", 7)
    (tree / "box").mkdir()
    for name, data in {"in": mbox(3), "in.bak": mbox(3), "1.eml": message(1), "7": message(7), "x.emlx": b"no"}.items():
        (tree / "box" / name).write_bytes(data)
    (tree / "box" / "2.eml.gz").write_bytes(gzip.compress(message(2))[:-9])
    (tree / "box" / "notes.txt").write_bytes(b"notes")
    (tree / "box" / "link").symlink_to("in")
    (tree / "cur").chmod(0o700)
    whole = tmp_path / "whole"
    whole.mkdir()
    totals = mailutf.normalize_file(tree, output=whole)
    rows = converted(tree, tmp_path / "out", size)
    assert contents(tmp_path / "out" / "mail.mbox") == contents(whole) and len(contents(whole)) == 11
    assert sum(row.messages for row in rows) == totals.messages
    errors = [row.error for row in rows if row.error]
    assert len(errors) == len(totals.failures) == 2
    assert all(error.replace(str(tree), "") in failure.replace(str(tree), "") for error, failure in zip(sorted(errors), sorted(map(str, totals.failures))))
    message_of = "plain"
    old, new = whole / "cur" / message_of, tmp_path / "out" / "mail.mbox" / "cur" / message_of
    assert old.stat().st_mtime == new.stat().st_mtime and new.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_the_module_and_its_tests_are_typed() -> None:
    python = Path(__file__).parents[1]
    files = [*python.joinpath("python", "mailutf", "spark").glob("*.py"), Path(__file__)]
    command = [sys.executable, "-m", "mypy", "--config-file", str(python / "pyproject.toml"), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=python / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_attempts_at_once_leave_one_output(tmp_path: Path) -> None:
    source, target = tmp_path / "in.mbox", tmp_path / "out" / "part.mbox"
    source.write_bytes(mbox(500))
    (target.parent / ".unfinished").mkdir(parents=True)
    conversion = Conversion(Places(), None, False, str(target.parent / ".unfinished"))
    work = functools.partial(conversion.convert, [Output(Piece(str(source), 1), str(target))])
    rows: list[Done] = []
    threads = [threading.Thread(target=lambda: rows.extend(work())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(row.messages, row.error) for row in rows] == [(500, None)] * 4
    assert list(contents(target.parent)) == ["part.mbox"]


def test_an_attempt_after_the_end_of_its_job_writes_nothing(tmp_path: Path) -> None:
    source = tmp_path / "in.mbox"
    source.write_bytes(mbox(2))
    conversion = Conversion(Places(), None, False, str(tmp_path / "out" / "gone"))
    (tmp_path / "out").mkdir()
    (row,) = conversion.convert([Output(Piece(str(source), 1), str(tmp_path / "out" / "part.mbox"))])
    assert row.error and not contents(tmp_path / "out")


def test_a_part_is_as_private_as_its_source(tmp_path: Path) -> None:
    source = tmp_path / "in.mbox"
    source.write_bytes(mbox(9))
    source.chmod(0o600)
    (tmp_path / "out" / ".unfinished").mkdir(parents=True)
    conversion = Conversion(Places(), None, False, str(tmp_path / "out" / ".unfinished"))
    parts = []
    for number, one in enumerate(mailutf.Mailbox(source).ranges(200)):
        parts.append(str(tmp_path / "out" / f"{number}.mbox"))
        conversion.convert([Output(Piece(str(source), 1, one), parts[-1])])
    assert conversion.join((str(tmp_path / "out" / "in.mbox"), parts)) is None
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "out").glob("*.mbox")} == {0o600}


def test_dates_that_spark_cannot_hold_are_left_out() -> None:
    def instant(date: str) -> datetime | None:
        return mailutf.Message(f"Date: {date}\n\n".encode()).date_utc

    assert instant("Mon, 01 Jan 2024 01:00:00 +0100") == datetime(2024, 1, 1, tzinfo=timezone.utc)
    assert instant("Mon, 01 Jan 2024 01:00:00 -0000") == datetime(2024, 1, 1, 1, tzinfo=timezone.utc)
    for date in ("Mon, 01 Jan 1850 00:00:00 +0100", "Fri, 31 Dec 9999 23:59:59 -0100", "yesterday"):
        assert instant(date) is None


@pytest.fixture(scope="session")
def hadoop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the local directory that is viewfs://mail/ in Hadoop."""
    return tmp_path_factory.mktemp("hadoop")


@pytest.fixture(scope="session")
def spark(hadoop: Path) -> Iterator[Any]:
    for package in ("pyspark", "pandas", "pyarrow"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    if not os.environ.get("JAVA_HOME") and not shutil.which("java"):
        pytest.skip("Java is not installed")
    cloudpickle: Any = importlib.import_module("pyspark.cloudpickle")
    from pyspark.sql import SparkSession

    # The workers cannot import the tests, so this module is pickled by value.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.executor.memory": "1g",
        "spark.jars": ",".join(map(str, Path(S3A).glob("*.jar"))) if S3A else "",
        "spark.hadoop.fs.viewfs.mounttable.mail.link./a": hadoop.as_uri(),
        "spark.speculation": "true",
        "spark.speculation.quantile": "0.5",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    # `local[2,4]` means two threads, and up to four attempts at each task.
    builder = SparkSession.builder.master(CLUSTER or "local[2,4]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def whole(path: Path, tmp_path: Path, **options: Any) -> bytes:
    new = tmp_path / "whole"
    mailutf.normalize_file(path, output=new, **options)
    return new.read_bytes()


def parts(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(directory.iterdir()))


def nothing_unfinished(out: Path) -> bool:
    return not [path for path in out.rglob("*") if "mailutf" in path.name]


@pytest.mark.parametrize("function", [mailutf.spark.read, mailutf.spark.register, mailutf.spark.rewrite])
def test_examples_say_what_they_print(spark: Any, function: Any) -> None:
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(function) or "", {"spark": spark}, "spark", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples and runner.failures == 0


def test_the_page_about_large_archives_runs(spark: Any, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "large-archives.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    maildir(tmp_path / "archive" / "Maildir", 3)
    (tmp_path / "archive" / "a.mbox").write_bytes(mbox(3))
    for block in blocks:
        known: dict[str, Any] = {"spark": spark}
        exec(re.sub(r'"/(archive|converted)', rf'"{tmp_path}/\1', block), known)
        assert known["rows"].count() >= 3
    assert len(blocks) > 1 and (tmp_path / "converted" / "a.mbox").read_bytes() == whole(tmp_path / "archive" / "a.mbox", tmp_path)


def test_rows_are_the_messages_of_the_mailbox(spark: Any, tmp_path: Path) -> None:
    directory = maildir(tmp_path / "mail", 5)
    (tmp_path / "a.mbox").write_bytes(mbox(30))
    (tmp_path / "b.gz").write_bytes(gzip.compress(mbox(3)))
    (tmp_path / "c.gz").write_bytes(gzip.compress(mbox(3))[:-9])
    paths: list[str | Path] = [f"{tmp_path}/*.mbox", tmp_path / "b.gz", f"file://{directory}", tmp_path / "c.gz"]
    rows = mailutf.spark.read(spark, paths, size=500).collect()
    expected = [
        (str(one.path), one.ordinal, one.offset, one.subject, one.text)
        for path in (tmp_path / "a.mbox", tmp_path / "b.gz", tmp_path / "c.gz", directory)
        for one in mailutf.Mailbox(path)
    ]
    found = [(row.file, row.ordinal, row.offset, row.subject, row.text) for row in rows if row.error is None]
    assert sorted(found) == sorted(expected) and len(expected) == 42
    assert [row.file for row in rows if row.error] == [str(tmp_path / "c.gz")]


def test_columns(spark: Any, tmp_path: Path) -> None:
    data = (
        b"From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>\nTo: a@b.org, c@d.org\nMessage-ID: <1@b.org>\nSubject: =?x-none?Q?=FF?=\n"
        b"Date: Mon, 01 Jan 2024 01:00:00 +0100\nContent-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\0\n"
    )
    name = os.fsencode(tmp_path) + b"/\xff.eml"
    Path(os.fsdecode(name)).write_bytes(data)
    (row,) = mailutf.spark.read(spark, tmp_path / "*.eml").selectExpr("*", "unix_timestamp(date) AS seconds").collect()
    assert row.file == f"{tmp_path}/\\xff.eml"
    assert [tuple(one) for one in row["from"]] == [("Jörg", "j@example.org")]
    assert [one.address for one in row.to] == ["a@b.org", "c@d.org"]
    assert (row.message_id, row.seconds, row.text, row.charsets) == ("<1@b.org>", 1704067200, "Код\0\n", ["KOI8-R"])
    assert "word-unresolved" in [finding.code for finding in row.findings]
    policy = mailutf.Policy(charsets={"koi8-r": "iso-8859-1"})
    (row,) = mailutf.spark.read(spark, tmp_path, policy=policy).collect()
    assert row.charsets == ["windows-1252"]


MBOXES = ["mbox/mboxrd.mbox", "mbox/mmdf.mbox", "mbox/undated.mbox"]


@pytest.mark.parametrize("join", [False, True])
def test_outputs_are_those_of_the_program(spark: Any, tmp_path: Path, join: bool) -> None:
    (tmp_path / "in").mkdir()
    counted = b"".join(
        FROM_LINE + b"Content-Length: 27\nSubject: %d\n\nFrom me\n\nFrom a@b.org 2024\n\n" % number for number in range(9)
    )
    (tmp_path / "in" / "counted").write_bytes(counted)
    (tmp_path / "in" / "crlf").write_bytes(b"\xef\xbb\xbf" + mbox(9, b"=E9\n").replace(b"\n", b"\r\n"))
    for name in MBOXES:
        shutil.copy(Path("corpus") / name, tmp_path / "in")
    out = tmp_path / "out"
    sources = sorted((tmp_path / "in").iterdir())
    rows = mailutf.spark.rewrite(spark, tmp_path / "in" / "*", out, size=300, join=join).collect()
    assert not [row for row in rows if row.error] and nothing_unfinished(out)
    for source in sources:
        new = out / source.name
        one = tmp_path / "one"
        totals = mailutf.normalize_file(source, output=one)
        assert (new.read_bytes() if join else parts(out / f"{source.name}.parts")) == one.read_bytes(), source
        mine = [row for row in rows if row.file == str(source)]
        assert len(mine) > 1 and all(Path(row.output).exists() for row in mine)
        assert sum(row.messages for row in mine) == totals.messages
        assert sum(row.changed for row in mine) == totals.changed
    assert len(list(out.iterdir())) == len(sources)


def test_a_bad_file_among_good_ones_is_a_row(spark: Any, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "good.mbox").write_bytes(mbox(20))
    (source / "good.gz").write_bytes(gzip.compress(mbox(2)))
    (source / "bad.gz").write_bytes(gzip.compress(os.urandom(3000))[:-9])
    (source / "large.eml").write_bytes(message(1, b"x" * 9000))
    rows = mailutf.spark.read(spark, source / "*", policy=mailutf.Policy(limit_message=1000)).collect()
    assert len([row for row in rows if not row.error]) == 22
    assert {Path(row.file).name for row in rows if row.error} == {"bad.gz", "large.eml"}
    done = mailutf.spark.rewrite(spark, source / "*", out, size=500).collect()
    assert [Path(row.file).name for row in done if row.error] == ["bad.gz"]
    assert sorted(path.name for path in out.iterdir()) == ["good.gz", "good.mbox.parts", "large.eml"]
    assert parts(out / "good.mbox.parts") == whole(source / "good.mbox", tmp_path)


def test_what_is_refused(spark: Any, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "in.mbox").write_bytes(mbox(9))
    source = tmp_path / "a" / "in.mbox"
    (tmp_path / "link").symlink_to("a")
    refused = functools.partial(mailutf.spark.rewrite, spark)
    with pytest.raises(FileNotFoundError, match="missing"):
        mailutf.spark.read(spark, [source, tmp_path / "missing*"])
    for out in (tmp_path / "a", tmp_path / "link", source):
        with pytest.raises(ValueError, match="choose another directory"):
            refused(source, out)
    for out in (tmp_path / "a", tmp_path / "a" / "new", tmp_path / "link" / "new", tmp_path):
        with pytest.raises(ValueError, match="choose another directory"):
            refused(tmp_path / "a", out)
    with pytest.raises(ValueError, match="another input has the same name"):
        refused([source, tmp_path / "b" / "in.mbox"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert source.read_bytes() == mbox(9) and len(contents(tmp_path)) == 2


def test_resume_makes_what_is_missing_or_old(spark: Any, tmp_path: Path) -> None:
    source, out = tmp_path / "in.mbox", tmp_path / "out"
    source.write_bytes(mbox(20))
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(3):
        (tree / f"{number}.eml").write_bytes(message(number))
    convert = functools.partial(mailutf.spark.rewrite, spark, [source, tree], out, size=400)
    convert()
    made = contents(out)
    with pytest.raises(FileExistsError, match="resume"):
        convert()
    assert convert(resume=True).count() == 0
    missing = sorted((out / "in.mbox.parts").iterdir())[2]
    missing.unlink()
    (out / "tree" / "1.eml").unlink()
    os.utime(out / "tree" / "2.eml", (1, 1))
    rows = convert(resume=True).collect()
    assert {row.output for row in rows} == {str(missing), str(out / "tree")}
    assert sum(row.messages for row in rows if row.file == str(tree)) == 2
    assert contents(out) == made
    with pytest.raises(ValueError, match="made with another size"):
        mailutf.spark.rewrite(spark, source, out, size=600, resume=True)
    convert(resume=True, join=True)
    assert (out / "in.mbox").read_bytes() == whole(source, tmp_path) and not (out / "in.mbox.parts").exists()
    assert convert(resume=True, join=True).count() == 0


@pytest.fixture(params=["viewfs", "webhdfs"])
def remote(request: pytest.FixtureRequest, hadoop: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Yields the URI of a directory in one of Hadoop's file systems, and the path of this directory on this machine."""
    if request.param == "viewfs":
        (hadoop / tmp_path.name).mkdir()
        yield f"viewfs://mail/a/{tmp_path.name}", hadoop / tmp_path.name
        return
    with webhdfs.serve(tmp_path / "hdfs") as uri:
        (tmp_path / "hdfs" / "größe %41 +").mkdir(parents=True)
        yield f"{uri}/größe %41 +", tmp_path / "hdfs" / "größe %41 +"


def test_any_file_system_of_hadoop(spark: Any, remote: tuple[str, Path], tmp_path: Path) -> None:
    above, hadoop = remote
    source = hadoop / "in"
    source.mkdir()
    (source / "large.mbox").write_bytes(mbox(300))
    (source / "small.gz").write_bytes(gzip.compress(mbox(2)))
    (source / "tree" / "box").mkdir(parents=True)
    (source / "tree" / "box" / "1.eml").write_bytes(message(1))
    (source / "tree" / "box" / "bad.eml").write_bytes(gzip.compress(message(1))[:-9])
    uri = f"{above}/in"
    rows = mailutf.spark.read(spark, [f"{uri}/*.mbox", f"{uri}/small.gz", f"{uri}/tree"], size=9000).collect()
    assert sorted((row.file, row.ordinal) for row in rows if not row.error) == [
        *((f"{uri}/large.mbox", number) for number in range(300)),
        *((f"{uri}/small.gz", number) for number in range(2)),
        (f"{uri}/tree/box/1.eml", 0),
        # This compressed file is cut off. The part before the cut was read, so there is a row for the message.
        (f"{uri}/tree/box/bad.eml", 0),
    ]
    assert [row.file for row in rows if row.error] == [f"{uri}/tree/box/bad.eml"]
    for join in (False, True):
        out = f"{above}/out-{join}"
        rows = mailutf.spark.rewrite(spark, [f"{uri}/large.mbox", f"{uri}/tree"], out, size=9000, join=join).collect()
        assert len([row for row in rows if row.error]) == 1
        made = {path: data for path, data in contents(hadoop / f"out-{join}").items() if not path.endswith(".crc")}
        assert made.pop("tree/box/1.eml") == mailutf.normalize(message(1))
        assert b"".join(made[path] for path in sorted(made)) == whole(source / "large.mbox", tmp_path)
        assert len(made) == 1 if join else len(made) > 3
        assert not [path for path in made if "mailutf" in path]
    assert mailutf.spark.rewrite(spark, f"{uri}/large.mbox", f"{above}/out-False", size=9000, resume=True).count() == 0
    # An mbox is converted from one file system to another.
    mailutf.spark.rewrite(spark, f"{uri}/large.mbox", tmp_path / "out").collect()
    assert (tmp_path / "out" / "large.mbox").read_bytes() == whole(source / "large.mbox", tmp_path)


def test_an_output_of_another_attempt_stays_and_an_older_one_is_replaced(
    spark: Any, remote: tuple[str, Path], tmp_path: Path
) -> None:
    above, hadoop = remote
    places, (out,) = located(spark, f"{above}/out")
    storage = places.storage(out)
    storage.begin(f"{out}/job")

    def publish(octets: bytes) -> None:
        (tmp_path / "new").write_bytes(octets)
        storage.publish(str(tmp_path / "new"), f"{out}/part", f"{out}/job")

    part = hadoop / "out" / "part"
    publish(b"first")
    publish(b"second")
    assert part.read_bytes() == b"first"
    os.utime(part, (0, 0))
    publish(b"third")
    assert part.read_bytes() == b"third"
    assert [path.name for path in part.with_name("job").iterdir() if path.suffix != ".crc"] == ["began"]


# The local path for each URI that a server on this machine serves.
SERVED: dict[str, Path] = {}


def on_disk(path: str) -> Path:
    inside = [root / path[len(uri) + 1 :] for uri, root in SERVED.items() if path.startswith(f"{uri}/")]
    return inside[0] if inside else Path(path)


class Faulty(Conversion):
    """A conversion whose first attempt fails. The file `fault` next to its outputs says how the attempt fails."""

    def _convert(self, piece: Piece, target: str) -> list[Done]:
        fault = on_disk(self.unfinished).parent.parent / "fault"
        try:
            what = fault.read_text()
            fault.unlink()
        except FileNotFoundError:
            return super()._convert(piece, target)
        if what == "again":
            super()._convert(piece, target)
            raise RuntimeError("the result is lost")
        if what == "slow":
            # While this attempt waits, Spark starts another attempt on the other worker.
            deadline = time.monotonic() + 60
            while not on_disk(target).exists():
                if time.monotonic() > deadline:
                    fault.with_name("alone").touch()
                    break
                time.sleep(0.01)
            return super()._convert(piece, target)
        process = os.getpid()
        if what == "executor":
            with open(f"/proc/{os.getppid()}/stat") as stat:
                process = int(stat.read().rsplit(")", 1)[1].split()[1])
        threading.Thread(target=self._kill, args=(process, fault.with_name("killed")), daemon=True).start()
        rows = super()._convert(piece, target)
        time.sleep(60)
        return rows

    def _kill(self, process: int, told: Path) -> None:
        """Kills a process as soon as a part of the new form has been written."""
        unfinished = on_disk(self.unfinished)
        while not any(path.is_file() and path.stat().st_size for path in unfinished.rglob("*")):
            time.sleep(0.001)
        told.touch()
        os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("where", ["here", "webhdfs"])
@pytest.mark.parametrize("fault", ["worker", "executor", "again", "slow"])
def test_an_attempt_that_fails_leaves_nothing(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, where: str
) -> None:
    if fault in ("executor", "slow") and not CLUSTER:
        pytest.skip("needs a cluster: see spark.sh")
    monkeypatch.setattr(mailutf.spark, "Conversion", Faulty)
    with webhdfs.serve(tmp_path) if where == "webhdfs" else contextlib.nullcontext("") as uri:
        monkeypatch.setattr(sys.modules[__name__], "SERVED", {uri: tmp_path} if uri else {})
        _rewrite_with(fault, spark, tmp_path, uri)


def _rewrite_with(fault: str, spark: Any, tmp_path: Path, uri: str) -> None:
    source, out = tmp_path / "in.mbox", tmp_path / "out"
    source.write_bytes(mbox(20_000, b"caf=E9 and more text\n" * 9))
    (tmp_path / "fault").write_text(fault)
    rows = mailutf.spark.rewrite(spark, source, f"{uri}/out" if uri else out, size=1_000_000).collect()
    assert not (tmp_path / "fault").exists() and not [row for row in rows if row.error]
    if fault in ("worker", "executor"):
        assert (tmp_path / "killed").exists()
    assert not (tmp_path / "alone").exists()
    ranges = mailutf.Mailbox(source).ranges(1_000_000)
    assert len(rows) == len(ranges) == len(list((out / "in.mbox.parts").iterdir())) > 3
    assert sum(row.messages for row in rows) == 20_000
    assert parts(out / "in.mbox.parts") == whole(source, tmp_path) and nothing_unfinished(out)


@pytest.fixture
def source(spark: Any) -> Any:
    """Returns a function that makes a reader of the data source."""
    mailutf.spark.register(spark)
    return lambda: spark.read.format("mailutf")


def test_the_data_source_has_what_messages_have(source: Any, tmp_path: Path) -> None:
    shutil.copytree("corpus", tmp_path / "tree")
    mailbox = mailutf.Mailbox(tmp_path / "tree")
    expected = sorted((str(one.path), one.offset, one.subject, one.text, one.date_utc) for one in mailbox)
    skipped = {str(one.path) for one in mailbox.skipped}
    frame = source().option("size", "20000").load(str(tmp_path / "tree"))
    assert frame.rdd.getNumPartitions() > 2 and frame.columns == [*mailutf.Columns.NAMES, "error"]
    rows = frame.collect()
    utc = [row.date and row.date.astimezone(timezone.utc) for row in rows]
    found = sorted((row.path, row.offset, row.subject, row.text, date) for row, date in zip(rows, utc) if not row.error)
    assert len(found) > 200 and found == expected
    one = next(row for row in rows if row.attachments)
    message = next(one_ for one_ in mailbox if (str(one_.path), one_.offset) == (one.path, one.offset))
    assert [(file.name, file.type, file.size) for file in one.attachments] == [
        (file.name, file.type, len(file.data)) for file in message.attachments
    ]
    assert one.headers == dict(message.headers) and [person.address for person in one["from"]] == [a.address for a in message.from_]
    assert {row.path for row in rows if row.error} == skipped


def test_the_data_source_cuts_an_mbox_and_reads_only_what_is_asked_for(source: Any, tmp_path: Path) -> None:
    (tmp_path / "large.mbox").write_bytes(mbox(300))
    (tmp_path / "cut.mbox.gz").write_bytes(gzip.compress(mbox(50))[:-20])
    frame = source().schema("ordinal bigint, error string").option("size", "5000").load(f"{tmp_path}/*mbox*")
    rows = frame.collect()
    assert frame.rdd.getNumPartitions() > 3
    assert sorted(row.ordinal for row in rows if row.ordinal is not None and not row.error)[-1] == 299
    assert [row.error for row in rows if row.error] and frame.where("error IS NULL").count() >= 300
    assert source().option("columns", "subject, date").load(str(tmp_path / "large.mbox")).columns == ["subject", "date"]
    several = source().option("paths", json.dumps([str(tmp_path / "large.mbox")] * 1)).load()
    assert several.select("size").distinct().count() == 2 or several.count() == 300
    for option, value, words in (("columns", "sbject", "unknown column"), ("path", str(tmp_path / "none"), "none")):
        with pytest.raises(Exception, match=words):
            source().option(option, value).load().collect()


def test_files_elsewhere_are_read_by_pyarrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fs: Any = pytest.importorskip("pyarrow.fs", reason="pyarrow is not installed")
    pytest.importorskip("pyspark.sql.datasource", reason="PySpark 4 is not installed")
    from mailutf.spark._data_source import MailReader

    (tmp_path / "bucket" / "in").mkdir(parents=True)
    (tmp_path / "bucket" / "in" / "a.mbox").write_bytes(mbox(3))
    (tmp_path / "bucket" / "in" / "b.mbox.gz").write_bytes(gzip.compress(mbox(2)))

    class Bucket:
        @staticmethod
        def from_uri(uri: str) -> tuple[Any, str]:
            return fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem()), uri.removeprefix("s3://").partition("?")[0]

    monkeypatch.setattr(fs, "FileSystem", Bucket)
    reader = MailReader(["s3://bucket/in?region=x"], ["path", "ordinal", "error"], 1 << 20)
    rows = [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]
    assert [(row["path"], row["ordinal"]) for row in rows] == [
        *(("s3://bucket/in/a.mbox", number) for number in range(3)),
        *(("s3://bucket/in/b.mbox.gz", number) for number in range(2)),
    ]
    with pytest.raises(FileNotFoundError):
        MailReader(["s3://bucket/none"], ["path"], 1 << 20).partitions()


@contextlib.contextmanager
def s3() -> Iterator[tuple[int, Any]]:
    """Runs a server of S3 on this machine. Yields its port, and a client with a bucket `mail`."""
    for package in ("moto.server", "boto3"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    server: Any = importlib.import_module("moto.server").ThreadedMotoServer("127.0.0.1", port=0)
    server.start()
    try:
        _, port = server.get_host_and_port()
        options = {"endpoint_url": f"http://127.0.0.1:{port}", "region_name": "us-east-1"}
        client: Any = importlib.import_module("boto3").client("s3", aws_access_key_id="key", aws_secret_access_key="secret", **options)
        client.create_bucket(Bucket="mail")
        yield port, client
    finally:
        server.stop()


def test_a_server_of_s3_is_read_and_no_password_is_shown() -> None:
    for package in ("pyarrow.fs", "pyspark.sql.datasource"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    from mailutf.spark._data_source import MailReader

    with s3() as (port, client):
        client.put_object(Bucket="mail", Key="in/a b ?.mbox", Body=mbox(3))
        client.put_object(Bucket="mail", Key="in/größe.mbox.gz", Body=gzip.compress(mbox(2)))
        uri = f"s3://key:secret@mail/in?scheme=http&endpoint_override=127.0.0.1:{port}&region=us-east-1"
        reader = MailReader([uri], ["path", "ordinal", "error"], 1 << 20)
        rows = [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]
    found = [(row["path"], row["ordinal"], row["error"]) for row in rows]
    assert found == [("s3://mail/in/a b ?.mbox", 0, None), ("s3://mail/in/a b ?.mbox", 1, None), ("s3://mail/in/a b ?.mbox", 2, None)] + [
        ("s3://mail/in/größe.mbox.gz", number, None) for number in range(2)
    ]


def rows_of(reader: Any) -> list[dict[str, Any]]:
    return [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]


def test_an_archive_on_s3_is_named_by_patterns_and_cut_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pyarrow.fs", "pyspark.sql.datasource"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    from mailutf.spark import _object_stores
    from mailutf.spark._data_source import MailReader

    large = mbox(3000)
    counted = b"".join(FROM_LINE + b"Content-Length: 5\n\ntext\n\n" for _ in range(3000))
    packed = gzip.compress(os.urandom(30_000))[:-9]
    with s3() as (port, client):
        for key, body in {
            "2023/a.mbox": mbox(2),
            "2024/a b.mbox": large,
            "2024/counted.mbox": counted,
            "2024/notes.txt": b"notes",
            "2024/deep/tree/1.eml": message(1),
            "2024/deep/bad.mbox.gz": packed,
        }.items():
            client.put_object(Bucket="mail", Key=key, Body=body)
        monkeypatch.setattr(_object_stores, "_LOOK", 1000)
        keys = {"access_key": "key", "secret_key": "secret"}
        storage = {"scheme": "http", "endpoint_override": f"127.0.0.1:{port}", "region": "us-east-1", **keys}

        def reader(uri: str, *names: str, size: int = 20_000) -> Any:
            return MailReader([uri], names, size, storage=storage)

        found = reader("s3a://mail/20*/*.mbox", "path", "ordinal", "offset", "error")
        parts = [part for pieces in found.partitions() for part in pieces.pieces]
        assert len(parts) > 10 and all(part.octets < 21_000 for part in parts if isinstance(part, _object_stores.Part))
        rows = rows_of(found)
        assert not [row for row in rows if row["error"]]
        expected = [message_.offset for message_ in mailutf.Mailbox.from_bytes(large)]
        assert [row["offset"] for row in rows if row["path"] == "s3://mail/2024/a b.mbox"] == expected
        # If Content-Length is trusted, the whole file is read, so the messages are counted, too.
        for path, ordinals in (("a b.mbox", [None] * 3000), ("counted.mbox", list(range(3000)))):
            assert [row["ordinal"] for row in rows if row["path"] == f"s3://mail/2024/{path}"] == ordinals
        rows = rows_of(reader("s3a://mail/2024/d*", "path", "error"))
        assert [row["path"] for row in rows if row["error"]] == ["s3://mail/2024/deep/bad.mbox.gz"]
        assert rows[-1] == {"path": "s3://mail/2024/deep/tree/1.eml", "error": None}
        assert len(rows_of(reader("s3://mail/*/*/tree/1.eml", "path"))) == 1
        with pytest.raises(FileNotFoundError, match=r"s3://mail/2024/\*\.msg") as raised:
            reader("s3://mail/2024/*.msg", "path").partitions()
        assert "secret" not in str(raised.value)


@pytest.mark.parametrize("is_counted", [False, True])
def test_an_mbox_elsewhere_is_read_by_few_large_requests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_counted: bool) -> None:
    fs: Any = pytest.importorskip("pyarrow.fs", reason="pyarrow is not installed")
    pytest.importorskip("pyspark.sql.datasource", reason="PySpark 4 is not installed")
    from mailutf.spark._data_source import MailReader

    requests: list[int] = []

    class Requests(io.FileIO):
        """A file of pyarrow that notes how many octets each request gets."""

        def size(self) -> int:
            return os.stat(self.fileno()).st_size

        def read_at(self, octets: int, offset: int) -> bytes:
            found = os.pread(self.fileno(), octets, offset)
            requests.append(len(found))
            return found

        def readinto(self, buffer: Any) -> int:
            requests.append(super().readinto(buffer) or 0)
            return requests[-1]

    class System:
        def __init__(self) -> None:
            self.system = fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem())

        def __getattr__(self, name: str) -> Any:
            return getattr(self.system, name)

        def open_input_file(self, path: str) -> Requests:
            return Requests(tmp_path / path)

    class Bucket:
        @staticmethod
        def from_uri(uri: str) -> tuple[Any, str]:
            return System(), uri.removeprefix("s3://")

    monkeypatch.setattr(fs, "FileSystem", Bucket)
    # The requests at most cuts meet the end of a message of 200 KiB.
    body = b"x" * 63 + b"\n"
    body *= (200 << 10) // len(body)
    field = b"Content-Length: %d\n" % len(body) if is_counted else b""
    data = b"".join(FROM_LINE + field + b"Subject: %d\n\n" % number + body + b"\n" for number in range(160))
    (tmp_path / f"{is_counted}.mbox").write_bytes(data)
    size = 6 << 20
    reader = MailReader([f"s3://{is_counted}.mbox"], ["offset", "error"], size)
    parts = reader.partitions()
    assert len(parts) == len(data) // size + 1 == 6
    if is_counted:
        # All of it is read once, by requests that become larger.
        assert sum(requests) < len(data) + (2 << 20) and len(requests) < 16
    else:
        # Two requests at the start, and one at each cut.
        assert len(requests) <= 2 + 5 and max(requests) <= 1 << 20
    requests.clear()
    rows = [row for part in parts for batch in reader.read(part) for row in batch.to_pylist()]
    assert len(rows) == 160 and not [row for row in rows if row["error"]]
    # No request reads much of the next part.
    assert sum(requests) < len(data) + 6 * (256 << 10) and len(requests) <= 2 * 6


def test_a_file_that_becomes_shorter_while_it_is_read_is_an_error() -> None:
    from mailutf.spark._object_stores import File

    class Shorter(io.BytesIO):
        """A file of pyarrow that has fewer octets than it had when it was opened."""

        def size(self) -> int:
            return 2 * len(self.getvalue())

        def read_at(self, octets: int, offset: int) -> bytes:
            return self.getvalue()[offset : offset + octets]

    data = (FROM_LINE + b"Subject: x\n\ntext\n\n") * 100
    file = File(Shorter(data), 1 << 10, None)
    with pytest.raises(OSError, match=f"ends at octet {len(data)}, but had {2 * len(data)} octets"):
        file.read()
    mailbox = mailutf.Mailbox(File(Shorter(data), 1 << 10, None))
    assert len(list(mailbox)) == 100
    assert [(skipped.offset, skipped.code) for skipped in mailbox.skipped] == [(len(data), "unreadable")]


def test_an_object_store_is_listed_without_a_list_of_all() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from mailutf.spark._object_stores import Files, Store

    paths = [f"mail/archive/{number // 1000:05}/{number:09}.eml" for number in range(10_000)]
    files = Files.of(Store("s3://mail"), paths, 1)
    assert [part.path for part in files.parts()] == paths and len(pickle.dumps(files)) < 50_000


def test_policy_and_rules_are_options(source: Any, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(b"Content-Type: text/plain; charset=x-ancient\n\n\xe4\xc1\n")
    (tmp_path / "large.eml").write_bytes(message(1, b"x" * 9000))
    rules = 'version = 1\n[[rule]]\nlabel = "x-ancient"\nread = "koi8-r"\n'
    frame = source().schema("text string, error string").option("rules", rules).option("policy", '{"limit_message": 1000}')
    texts = {(row.text, bool(row.error)) for row in frame.load(str(tmp_path)).collect()}
    assert texts == {("Да\n", False), (None, True)}
    for option, value, words in (("policy", '{"limit": 1}', "limit"), ("rules", "version = 9", "version")):
        with pytest.raises(Exception, match=words):
            source().option(option, value).load(str(tmp_path)).collect()


@pytest.mark.skipif(not S3A, reason="MAILUTF_S3A names no folder with hadoop-aws and the SDK that it needs")
@pytest.mark.parametrize("join", [False, True])
def test_hadoop_puts_each_object_in_its_place_once(spark: Any, tmp_path: Path, join: bool) -> None:
    # All servers in a process share their buckets, so each test needs another folder.
    out = f"out-{join}"
    (tmp_path / "in.mbox").write_bytes(mbox(300))
    with s3() as (port, client):
        settings = spark.sparkContext._jsc.hadoopConfiguration()
        for name, value in {
            "endpoint": f"http://127.0.0.1:{port}",
            "access.key": "key",
            "secret.key": "secret",
            "path.style.access": "true",
            "impl.disable.cache": "true",
        }.items():
            settings.set(f"fs.s3a.{name}", value)
        client.put_bucket_versioning(Bucket="mail", VersioningConfiguration={"Status": "Enabled"})
        client.put_object(Bucket="mail", Key="in/a.mbox", Body=mbox(300))
        client.put_object(Bucket="mail", Key="in/tree/1.eml", Body=message(1))
        rows = mailutf.spark.read(spark, ["s3a://mail/in/*.mbox", "s3a://mail/in/tree"], size=9000).collect()
        assert len(rows) == 301 and not [row for row in rows if row.error]
        paths = ["s3a://mail/in/a.mbox", "s3a://mail/in/tree"]
        done = mailutf.spark.rewrite(spark, paths, f"s3a://mail/{out}", size=9000, join=join).collect()
        assert not [row for row in done if row.error]
        kept = sorted(one["Key"] for one in client.list_objects_v2(Bucket="mail", Prefix=f"{out}/")["Contents"] if one["Size"])
        assert kept.pop() == f"{out}/tree/1.eml" and (len(kept) == 1 if join else len(kept) > 3)
        made = [client.get_object(Bucket="mail", Key=key)["Body"].read() for key in kept]
        assert b"".join(made) == whole(tmp_path / "in.mbox", tmp_path)
        # If an output had been renamed, the store would have a version of the object under another name.
        versions = [one["Key"] for one in client.list_object_versions(Bucket="mail", Prefix=f"{out}/")["Versions"] if one["Size"]]
        assert len(versions) == len(set(versions)) and set(kept) <= set(versions)
        assert not [key for key in versions if ".mailutf" in key]
        # A failed output leaves nothing behind.
        places, (good, target) = located(spark, "s3a://mail/in/a.mbox", f"s3a://mail/{out}/bad.mbox")
        with pytest.raises(OSError, match="FileNotFoundException"):
            places.storage(target).join([good, "s3a://mail/in/none"], target, f"s3a://mail/{out}/.job")
        assert "Contents" not in client.list_objects_v2(Bucket="mail", Prefix=f"{out}/bad")


def test_an_object_store_is_written_to_straight(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[object] = []

    class Stream:
        def __init__(self, path: str) -> None:
            self.path = path

        def close(self) -> None:
            said.append(("closed", self.path))

        def abort(self) -> None:
            said.append(("aborted", self.path))

    class Namespace:
        def __getattr__(self, name: str) -> "Namespace":
            return Namespace()

        def __call__(self, *given: Any) -> Any:
            return Stream(given[0])

    def copy(source: Stream, target: Stream) -> None:
        said.append((source.path, target.path))
        if source.path == "bad":
            raise OSError("the network is down")

    machine: Any = Namespace()
    machine.org = machine.java = Namespace()
    machine.org.apache = machine.org.commons = machine.org
    machine.org.io = machine.org.IOUtils = machine.org
    machine.org.copyLarge = copy
    monkeypatch.setattr(_storage, "java", lambda: machine)
    monkeypatch.setattr(_storage, "_errors", contextlib.nullcontext)
    system: Any = Namespace()
    monkeypatch.setattr(_storage.Hadoop, "_at", lambda self, path: (path, system))
    monkeypatch.setattr(_storage.Hadoop, "_open", lambda self, path: Stream(path))
    hadoop = _storage.Hadoop("<configuration/>")
    local = tmp_path / "new"
    local.touch()
    hadoop.publish(str(local), "s3a://bucket/a", "s3a://bucket/.job")
    assert said == [(str(local), "s3a://bucket/a"), ("closed", str(local)), ("closed", "s3a://bucket/a")] and not local.exists()
    said.clear()
    with pytest.raises(OSError, match="down"):
        hadoop.join(["good", "bad"], "s3a://bucket/b", "s3a://bucket/.job")
    assert said[-1] == ("aborted", "s3a://bucket/b") and ("closed", "s3a://bucket/b") not in said


CONNECT = """
import os, sys
from pyspark.sql import SparkSession
import mailutf.spark
spark = SparkSession.builder.remote("local[1]").config("spark.ui.enabled", "false").getOrCreate()
assert not hasattr(spark, "_jsc")
mailutf.spark.register(spark)
rows = spark.read.format("mailutf").schema("subject string, offset bigint").load(os.path.abspath(sys.argv[1]))
print([(row.subject, row.offset) for row in rows.orderBy("offset").collect()])
spark.stop()
"""


def test_spark_connect_has_the_data_source() -> None:
    for package in ("pyspark.sql.datasource", "grpc", "grpc_status", "zstandard", "pandas", "pyarrow"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    if not os.environ.get("JAVA_HOME") and not shutil.which("java"):
        pytest.skip("Java is not installed")
    command = [sys.executable, "-c", CONNECT, "corpus/mbox/mboxrd.mbox"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert done.stdout.splitlines()[-1:] == ["[('Grüße', 0), ('two', 259), ('three', 599)]"], done.stderr


def test_pandas_3_is_no_reason_to_warn(spark: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        assert mailutf.spark.read(spark, "corpus/mbox/mboxrd.mbox").count() == 3

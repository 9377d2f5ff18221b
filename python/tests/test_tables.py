"""Tests messages as columns, and the packages that read the columns."""

import importlib
import importlib.util
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

import mailutf

MBOX = "corpus/mbox/mboxrd.mbox"
pyarrow: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not importlib.util.find_spec(name), reason=f"{name} is not installed")


def table(path: str | Path, columns: list[str] | None = None, batch: int = 1000) -> Any:
    return pyarrow.RecordBatchReader.from_stream(mailutf.Mailbox(path).to_arrow(columns, batch)).read_all()


def people(addresses: list[mailutf.Address]) -> list[dict[str, str]]:
    return [{"name": name, "address": address} for name, address in addresses]


def file_row(file: mailutf.Attachment) -> dict[str, object]:
    return {"name": file.name, "type": file.type, "size": len(file.data), "damage": file.damage}


def row(message: mailutf.Message) -> dict[str, object]:
    """Returns the expected row, made with the methods of `Message`."""
    charsets: list[str] = []
    for text in message.texts:
        if text.charset not in charsets:
            charsets.append(text.charset)
    return {
        "path": str(message.path),
        "offset": message.offset,
        "ordinal": message.ordinal,
        "size": len(message.data),
        "message_id": message.message_id,
        "in_reply_to": message.in_reply_to,
        "references": message.references,
        "list_id": message.list_id,
        "date": message.date_utc,
        "subject": message.subject,
        "from": people(message.from_),
        "sender": people(message.sender),
        "reply_to": people(message.reply_to),
        "to": people(message.to),
        "cc": people(message.cc),
        "bcc": people(message.bcc),
        "headers": message.headers,
        "text": message.text,
        "html": message.html,
        "plain_text": message.plain_text,
        "charsets": charsets,
        "attachments": [file_row(file) for file in message.attachments],
        "files": [file_row(file) for file in message.files],
        "findings": [
            {name: getattr(one, name) for name in ("code", "severity", "warning", "section", "detail", "field")} for one in message.findings
        ],
    }


@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_columns_hold_what_messages_have(batch: int) -> None:
    found = table("corpus", None, batch)
    assert found.column_names == mailutf.Columns.NAMES
    for column in found.columns:
        column.validate(full=True)
    rows = [row(message) for message in mailutf.Mailbox("corpus")]
    assert len(rows) > 200 and found.to_pylist() == rows
    assert found.to_batches()[0].num_rows == min(batch, len(rows))


def test_types_are_those_of_tables() -> None:
    schema = table(MBOX).schema
    assert schema.field("date").type == pyarrow.timestamp("us", "UTC")
    assert schema.field("headers").type == pyarrow.map_(pyarrow.string(), pyarrow.string())
    assert pyarrow.schema(mailutf.Mailbox(MBOX).to_arrow(["offset"])) == pyarrow.schema([("offset", pyarrow.int64())])


def test_columns_are_chosen_in_any_order_and_read_once() -> None:
    columns = mailutf.Mailbox(MBOX).to_arrow(["subject", "offset"])
    assert pyarrow.table(columns).to_pylist()[1] == {"subject": "two", "offset": 259}
    with pytest.raises(RuntimeError, match="once"):
        pyarrow.table(columns)
    with pytest.raises(ValueError, match="unknown column 'sbject'; choose from path, "):
        mailutf.Mailbox(MBOX).to_arrow(["sbject"])
    with pytest.raises(ValueError, match="batch"):
        mailutf.Mailbox(MBOX).to_arrow(batch=0)
    assert table(MBOX, []).num_columns == 0


def test_what_is_not_read_is_told(tmp_path: Path) -> None:
    columns = mailutf.Mailbox(MBOX, mailutf.Policy(limit_message=250)).to_arrow(["ordinal"])
    assert pyarrow.table(columns).to_pylist() == [{"ordinal": 0}, {"ordinal": 2}]
    assert [skipped.code for skipped in columns.skipped] == ["too-large"]
    (tmp_path / "empty").touch()
    empty = table(tmp_path / "empty", ["subject", "from"])
    assert (empty.num_rows, empty.column_names) == (0, ["subject", "from"])


def test_columns_that_nobody_reads_are_freed() -> None:
    for _ in range(100):
        columns = mailutf.Mailbox(MBOX).to_arrow()
        columns.__arrow_c_schema__()
        columns.__arrow_c_stream__()
        reader = pyarrow.RecordBatchReader.from_stream(mailutf.Mailbox(MBOX).to_arrow(batch=1))
        batch = reader.read_next_batch()
        part = batch.column("from")
        del reader, batch
        assert part.to_pylist()[0][0]["address"] == "ada@example.org"


def test_several_paths_are_one_table() -> None:
    found = mailutf.read_table([MBOX, Path("corpus/raw/raw-by-body.eml")], ["subject", "path"])
    assert found.column("subject").to_pylist() == ["Grüße", "two", "three", "Тема письма"]
    assert mailutf.read_table(MBOX).num_rows == 3
    with pytest.raises(FileNotFoundError):
        mailutf.read_table("none")


def test_a_file_of_python_is_read_while_the_reader_holds_the_gil() -> None:
    with open(MBOX, "rb") as file:
        columns = mailutf.Mailbox(file).to_arrow(["subject", "path"])
        assert pyarrow.table(columns).to_pylist()[0] == {"subject": "Grüße", "path": None}


def test_a_reader_of_python_goes_batch_by_batch() -> None:
    reader = pyarrow.RecordBatchReader.from_stream(mailutf.Mailbox(MBOX).to_arrow(["ordinal"], batch=2))
    assert [batch.to_pydict()["ordinal"] for batch in reader] == [[0, 1], [2]]


@needs("pandas")
def test_pandas_reads_columns() -> None:
    pandas = importlib.import_module("pandas")
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("pandas is older than 3")

    frame = pandas.DataFrame.from_arrow(mailutf.Mailbox(MBOX).to_arrow(["subject", "date"]))
    assert frame["subject"].tolist() == ["Grüße", "two", "three"]
    assert frame["date"].dt.tz is not None and frame["date"].max() == pandas.Timestamp(mailutf.Mailbox(MBOX)[0].date_utc)


@needs("polars")
def test_polars_reads_columns() -> None:
    import polars

    frame = polars.DataFrame(mailutf.Mailbox(MBOX).to_arrow(["subject", "date", "from", "headers"]))
    assert frame["subject"].to_list() == ["Grüße", "two", "three"] and frame["date"].max() == datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
    assert frame["from"].list.first().struct.field("address").unique().to_list() == ["ada@example.org"]


@needs("duckdb")
def test_duckdb_reads_columns() -> None:
    duckdb: Any = importlib.import_module("duckdb")

    mail = pyarrow.RecordBatchReader.from_stream(mailutf.Mailbox(MBOX).to_arrow(["subject", "from"]))
    found = duckdb.sql('SELECT subject, "from"[1].address FROM mail ORDER BY subject').fetchall()
    assert found == [("Grüße", "ada@example.org"), ("three", "ada@example.org"), ("two", "ada@example.org")]
    assert mail is not None


WITHOUT = """
import sys
sys.modules["pyarrow"] = None
import mailutf
columns = mailutf.Mailbox("corpus/mbox/mboxrd.mbox").to_arrow(["subject"])
print(type(columns.__arrow_c_stream__()).__name__)
try:
    mailutf.read_table("corpus/mbox/mboxrd.mbox")
except ImportError:
    print("needs pyarrow")
"""


def test_columns_need_no_pyarrow() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["PyCapsule", "needs pyarrow"], done.stderr

"""Tests the tasks of TASKS.md. Each task runs unchanged, prints what TASKS.md says, and has at most 13 lines."""

import base64
import importlib.util
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import mailutf

TASKS = (Path(__file__).parents[1] / "TASKS.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^## (.*?)\n\n```python\n(.*?)```\n\n```text\n(.*?)```", TASKS, re.S | re.M)

LETTERS = [
    b"From: Ada <ada@example.org>\nDate: Sat, 21 Nov 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n"
    b"Subject: =?iso-8859-1?Q?Gr=FC=DFe?=\nContent-Type: text/plain; charset=iso-8859-1\n\nsch\xf6n\n",
    b"From: ada@example.org\nDate: Sat, 21 Nov 2026 11:00:00 +0000\nMessage-ID: <2@example.org>\nIn-Reply-To: <1@example.org>\n"
    b"Subject: Re: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n\nja\n",
    b"From: ivan@example.org\nDate: Sun, 22 Nov 2026 10:00:00 +0300\nSubject: =?koi8-r?B?79Teo9Q=?=\n"
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=koi8-r\n\n\xf3\xcd. \xd7\xcc\xcf\xd6\xc5\xce\xc9\xc5.\n--b\n"
    b"Content-Type: text/csv; charset=utf-8\n"
    b"Content-Disposition: attachment; filename*=koi8-r''%CF%D4%DE%A3%D4.csv\n\n1,2\n--b--\n",
    b"From: Shop <shop@example.org>\nDate: Mon, 23 Nov 2026 10:00:00\nSubject: Angebot\nContent-Type: text/html; charset=utf-8\n\n"
    b"<p>\xc3\x9cber <b>20&nbsp;%</b> Rabatt<blockquote>f\xc3\xbcr Sie</blockquote>\n",
    b"Message-ID: <5@example.org>\nContent-Type: text/plain; charset=x-ancient\n\n\xe4\xc1",
]


# Messages of two mailing lists. One message occurs twice.
OF_LISTS = [
    b"From: ada@example.org\nMessage-ID: <1@cats.example.org>\nList-Id: Cats <cats.example.org>\nStatus: RO\n"
    b"Subject: =?iso-8859-1?Q?K=E4tzchen?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhier\n",
    b"From: bob@example.org\nMessage-ID: <1@dogs.example.org>\nList-Id: <dogs.example.org>\nSubject: Dog\n\nhere\n",
    b"From: ada@example.org\nMessage-ID: <1@cats.example.org>\nList-Id: Cats <cats.example.org>\n"
    b"Subject: =?iso-8859-1?Q?K=E4tzchen?=\n\nhier\n",
]


# Two messages in windows-1251, whose label says iso-8859-1.
OF_IVAN = [
    b"From: ivan@example.org\nSubject: =?iso-8859-1?Q?=C4=E0?=\n\nyes\n",
    b"From: ivan@example.org\nSubject: =?iso-8859-1?Q?=C2=F1=F2=F0=E5=F7=E0_=E7=E0=E2=F2=F0=E0?=\n\nbye\n",
]


# An HTML page with a picture in its multipart/related, a picture beside it, and a file.
PAGE = (
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/related; boundary=c\n\n"
    b"--c\nContent-Type: text/html; charset=iso-8859-1\n\n<p>Gr\xfc\xdfe <img src=\"cid:1@example.org\"><img src=\"cid:2@example.org\">\n"
    b"--c\nContent-Type: image/png\nContent-ID: <1@example.org>\nContent-Transfer-Encoding: base64\n\niVBORw==\n--c--\n"
    b"--b\nContent-Type: image/gif\nContent-ID: <2@example.org>\nContent-Transfer-Encoding: base64\n\nR0lGOA==\n"
    b"--b\nContent-Type: application/pdf; name=plan.pdf\nContent-Disposition: attachment\n\n%PDF\n--b--\n"
)


# Two delivery reports: one with the original message, and one in base64 with the header of the original message.
_REPORT = b"Content-Type: multipart/report; report-type=delivery-status; boundary=r\n\n--r\n\nSorry.\n--r\n"
_STATUS = b"Reporting-MTA: dns; mx\n\nfinal-recipient: rfc822; %s\nAction: failed\nStatus: %s\n"
OF_SERVERS = [
    _REPORT + b"Content-Type: message/delivery-status\n\n" + _STATUS % (b"bob@example.com", b"5.1.1")
    + b"\n--r\nContent-Type: message/rfc822\n\n" + LETTERS[0] + b"--r--\n",
    _REPORT + b"Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(_STATUS % (b"eve@example.com", b"4.4.1"))
    + b"--r\nContent-Type: text/rfc822-headers\nContent-Transfer-Encoding: base64\n\n"
    + base64.encodebytes(b"From: Ivan <ivan@example.org>\nSubject: =?koi8-r?B?79Teo9Q=?=\n") + b"--r--\n",
]


@pytest.fixture(autouse=True)
def in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the tasks in a folder that contains the mail that they read."""
    mail = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + letter + b"\n" for letter in LETTERS)
    (tmp_path / "mail.mbox").write_bytes(mail)
    lists = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + letter + b"\n" for letter in OF_LISTS)
    (tmp_path / "lists.mbox").write_bytes(lists)
    ivan = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + letter + b"\n" for letter in OF_IVAN)
    (tmp_path / "ivan.mbox").write_bytes(ivan)
    bounces = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + letter + b"\n" for letter in OF_SERVERS)
    (tmp_path / "bounces.mbox").write_bytes(bounces)
    cut = b"end of a cut message\n\nFrom a@b Mon Jan  1 00:00:00 2024\n" + LETTERS[4] + b"\n"
    (tmp_path / "cut.mbox").write_bytes(cut)
    (tmp_path / "page.eml").write_bytes(PAGE)
    monkeypatch.chdir(tmp_path)


def test_there_are_twenty() -> None:
    assert len(BLOCKS) >= 20 and TASKS.count("```python") == len(BLOCKS)


@pytest.mark.parametrize(("name", "code", "printed"), BLOCKS, ids=[name for name, *_ in BLOCKS])
def test_a_task_prints_what_it_says(name: str, code: str, printed: str) -> None:
    assert len(code.splitlines()) <= 13, name
    for package in re.findall(r"^(?:import|from) (\w+)", code, re.M):
        if not importlib.util.find_spec(package):
            pytest.skip(f"{package} is not installed")
    if "from_arrow" in code and version("pandas").startswith(("1.", "2.")):
        pytest.skip("pandas is older than 3")
    Path("task.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "task.py"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert (done.stdout, done.stderr) == (printed, "")


def task(title: str) -> str:
    """The code of a task. Text can stand between the title and the code."""
    (code,) = [code for name, code, _ in BLOCKS if name.splitlines()[0] == title]
    return code


@pytest.mark.skipif(os.name == "nt", reason="there, directories are not supported")
def test_a_maildir_has_the_octets_of_the_messages() -> None:
    code = task("Only one mailing list, as a Maildir")
    Path("task.py").write_text(code, encoding="utf-8")
    subprocess.run([sys.executable, "task.py"], check=True, capture_output=True)
    assert sorted(path.read_bytes() for path in Path("Cats/cur").iterdir()) == sorted([OF_LISTS[0], OF_LISTS[2]])


def test_files_that_are_damaged_are_named() -> None:
    code = task("All attachments as files")
    Path("task.py").write_text(code, encoding="utf-8")
    head = b"From a@b Mon Jan  1 00:00:00 2024\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: "
    Path("mail.mbox").write_bytes(head + b"x-unknown\n\nAAEC\n\n" + head + b"base64\n\nAAEC\n")
    done = subprocess.run([sys.executable, "task.py"], check=True, capture_output=True, text=True)
    assert "0-0-a.png may be incomplete:" in done.stdout and "1-0-a.png may" not in done.stdout


def test_chunks_have_all_texts_to_show() -> None:
    code = task("Chunks for embeddings")
    scope: dict[str, Any] = {}
    exec(code.split("\nprint(")[0], scope)
    data = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: image/png\n\n..\n--b\nContent-Type: text/html\n\n<b>two\n--b--\n"
    assert scope["chunks"](mailutf.Message(data)) == ["None\n\none two"]


DOCUMENTS = {
    "text/html": '<html><head><meta charset="{0}"></head><body>Код</body></html>',
    "text/html; x=y": '<meta http-equiv="Content-Type" content="text/html; charset={0}"><p>Код</p>',
    "text/xml": '<?xml version="1.0" encoding="{0}"?><a>Код</a>',
    "text/css": '@charset "{0}"; a {{ content: "Код" }}',
}


@pytest.mark.parametrize("type_", DOCUMENTS)
def test_the_check_takes_a_declared_charset_for_no_loss(type_: str) -> None:
    scope: dict[str, Any] = {}
    exec(task("Check that nothing was lost").split("\nfor ")[0], scope)
    data = f"Content-Type: {type_}; charset=koi8-r\n\n{DOCUMENTS[type_].format('koi8-r')}\n".encode("koi8-r")
    old = mailutf.Message(data)
    new, wrong = old.normalized(), old.normalized().replace("Код".encode(), "Кот".encode())
    assert b"koi8-r" not in new and wrong != new
    kept = [[scope["kept"](part) for part in mailutf.Message(one).parts] for one in (data, new, wrong)]
    assert kept[0] == kept[1] != kept[2]


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_tasks_are_typed() -> None:
    for number, (_, code, _) in enumerate(BLOCKS):
        Path(f"task_{number}.py").write_text(code, encoding="utf-8")
    ignored = [f"--disable-error-code={code}" for code in ("import-untyped", "import-not-found")]
    command = [sys.executable, "-m", "mypy", "--strict", *ignored, *map(str, Path().glob("task_*.py"))]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not importlib.util.find_spec("pyright"), reason="pyright is not installed")
def test_pyright_finds_nothing_either() -> None:
    pyright = [sys.executable, "-m", "pyright"]
    if subprocess.run([*pyright, "--version"], capture_output=True).returncode:
        pytest.skip("pyright does not run here: it needs Node.js")
    for number, (_, code, _) in enumerate(BLOCKS):
        if all(map(importlib.util.find_spec, re.findall(r"^(?:import|from) (\w+)", code, re.M))):
            Path(f"task_{number}.py").write_text(code, encoding="utf-8")
    done = subprocess.run([*pyright, "--pythonpath", sys.executable, "."], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_messages_with_a_length_keep_their_text() -> None:
    code = task("Each message once, by its Message-ID")
    Path("task.py").write_text(code, encoding="utf-8")
    letter = b"Subject: a\nContent-Length: 26\nMessage-ID: <1@example.org>\n\nHi\nFrom here to there\nbye\n"
    Path("lists.mbox").write_bytes(b"From a@b Mon Jan  1 00:00:00 2024\n" + letter + b"\n")
    subprocess.run([sys.executable, "task.py"], check=True, capture_output=True)
    [kept] = mailutf.Mailbox("unique.mbox")
    assert kept.text == "Hi\nFrom here to there\nbye\n" and kept.header("Content-Length") is None

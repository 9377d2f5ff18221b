"""Tests the package: its documentation, its types, and its README."""

import doctest
import importlib.metadata
import importlib.util
import inspect
import json
import os
import re
import runpy
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import mailutf
import mailutf._email

PYTHON = Path(__file__).parents[1]
CORPUS = PYTHON.parent / "corpus"


def documented() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [("mailutf", mailutf), ("mailutf.charset", mailutf.charset)]
    for module in (mailutf, mailutf.charset):
        for name in module.__all__:
            one = getattr(module, name)
            if inspect.ismodule(one):
                continue
            found.append((f"{module.__name__}.{name}", one))
            if inspect.isclass(one):
                members = sorted(member for member in vars(one) if not member.startswith("_"))
                found.extend((f"{module.__name__}.{name}.{member}", getattr(one, member)) for member in members)
    return found


@pytest.mark.parametrize(("name", "one"), documented())
def test_examples_say_what_they_print(name: str, one: object) -> None:
    doc = inspect.getdoc(one)
    assert doc, name
    test = doctest.DocTestParser().get_doctest(doc, {}, name, None, 0)
    # An attribute of a value class needs no example, because the example of the class shows the attributes.
    is_value = name.count(".") == 2 and not name.startswith(("mailutf.Message.", "mailutf.Mailbox."))
    is_value = is_value or name.startswith("mailutf.charset.UniversalDetector.")
    assert test.examples or is_value, name
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0, name


def test_editors_show_the_documentation() -> None:
    path = PYTHON / "tools" / "stub_docstrings.py"
    tool = runpy.run_path(str(path))
    stub = tool["STUB"].read_text(encoding="utf-8")
    assert tool["documented"](stub) == stub, f"run: python {path}"
    without = re.sub(r'\n *r?"""The Subject.*?"""', " ...", stub, flags=re.S)
    assert without != stub == tool["documented"](without)


def test_licences_are_installed_with_the_package() -> None:
    starts = {
        "LICENSE-APACHE": "Apache License",
        "LICENSE-MIT": "Permission is hereby granted",
        "THIRD-PARTY-LICENSES.txt": "Copyright",
    }
    installed = {file.name: file for file in importlib.metadata.files("mailutf") or []}
    for name, words in starts.items():
        assert words in installed[name].read_text(encoding="utf-8"), name


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_types_are_those_of_the_extension() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "mailutf._mailutf", "--ignore-missing-stub", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PYTHON / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_examples_and_tests_are_typed() -> None:
    config = str(PYTHON / "pyproject.toml")
    folders = [PYTHON / "examples", PYTHON / "benches", PYTHON / "tools", PYTHON.parent / "docs" / "recipes"]
    programs = [str(path) for folder in folders for path in folder.glob("*.py")]
    command = [sys.executable, "-m", "mypy", "--config-file", config, *programs, __file__]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PYTHON / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not importlib.util.find_spec("pyright"), reason="pyright is not installed")
def test_pyright_finds_nothing_in_examples_either(tmp_path: Path) -> None:
    pyright = [sys.executable, "-m", "pyright"]
    if subprocess.run([*pyright, "--version"], capture_output=True).returncode:
        pytest.skip("pyright does not run here: it needs Node.js")
    # Missing imports are not reported, because not every machine has all packages that the examples use.
    settings = {"include": [str(PYTHON / "examples")], "reportMissingImports": False, "reportMissingModuleSource": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [*pyright, "--project", str(tmp_path), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "0 errors" in done.stdout, done.stdout + done.stderr


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(PYTHON / "examples" / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout


@pytest.mark.skipif(os.name == "nt", reason="the lines and paths that they print are those of Unix")
def test_examples_run() -> None:
    mbox = "corpus/mbox/mboxrd.mbox"
    table = run("table.py", mbox)
    assert table.startswith("path,offset,date,from,subject,text\n".replace("\n", "\r\n")[:-2])
    assert f"{mbox},259," in table
    assert run("search.py", mbox, "Grüße").startswith(f"{mbox} at octet 0:")
    repaired = run("repair.py", "corpus/raw/raw-by-body.eml")
    assert "mailutf: Тема письма\n" in repaired and "email:   Тема" not in repaired


@pytest.mark.skipif(not importlib.util.find_spec("pyarrow"), reason="pyarrow is not installed")
def test_a_mailbox_becomes_a_parquet_file(tmp_path: Path) -> None:
    import pyarrow.parquet

    run("parquet.py", "corpus/mbox/mboxrd.mbox", str(tmp_path / "mail.parquet"))
    rows = pyarrow.parquet.read_table(tmp_path / "mail.parquet").to_pylist()
    assert [(row["offset"], row["subject"]) for row in rows] == [(0, "Grüße"), (259, "two"), (599, "three")]
    assert {tuple(row["from"]) for row in rows} == {("ada@example.org",)} and rows[1]["text"].endswith("From hier.\n")


@pytest.mark.skipif(not importlib.util.find_spec("polars"), reason="polars is not installed")
def test_a_mailbox_becomes_a_frame(tmp_path: Path) -> None:
    mailbox = tmp_path / "in.mbox"
    dates = (b"Sat, 21 Nov 2026 10:00:00 -0330", b"Sat, 21 Nov 2026 10:00:00 -0000", b"none")
    one = b"From - Mon Jan  1 00:00:00 2024\nFrom: a@b\nDate: %s\n\nx\n\n"
    mailbox.write_bytes(b"".join(one % date for date in dates))
    assert run("frame.py", str(mailbox)) == "sender,messages,last\na@b,3,2026-11-21T13:30:00.000000+0000\n"


def test_packages_are_compared_by_right_answers_and_speed() -> None:
    spec = importlib.util.spec_from_file_location("compare", PYTHON / "benches" / "compare.py")
    assert spec and spec.loader
    compare = importlib.util.module_from_spec(spec)
    sys.modules["compare"] = compare
    spec.loader.exec_module(compare)
    questions = list(compare.made())
    ours = compare.Mailutf()
    for package in (ours, compare.Email()):
        assert len(questions) > 100 and all(question.is_answered(package) for question in questions)
    wrong = compare.Question(questions[0].data, questions[0].attribute, "another text")
    assert not wrong.is_answered(ours)
    assert all(question.is_answered(ours) for question in list(compare.texts())[:20])
    found = compare.speeds([ours, compare.Email()], [b"Subject: x\n\n"], seconds=0.01)
    assert len(found) == 2 and all(re.fullmatch(r"[0-9.]+ \(0\)", one) for one in found)


SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import mailutf
interpreters.run_string(interpreters.create(), '''
try:
    import mailutf
except ImportError as error:
    print("refused:", error)
else:
    print("read:", mailutf.Message(b"Subject: =?gb2312?B?1tDOxA==?=").subject)
''')
print(mailutf.Message(b"Subject: x").subject)
"""


def test_a_subinterpreter_reads_or_is_refused_in_words() -> None:
    if not any(importlib.util.find_spec(name) for name in ("_interpreters", "_xxsubinterpreters")):
        pytest.skip("this Python cannot make subinterpreters")
    done = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert last == "x" and (first == "read: 中文" or "subinterpreters" in first), first


def test_the_version_is_that_of_the_package() -> None:
    assert mailutf.__version__ == importlib.metadata.version("mailutf")


# If an extension module needs the GIL, importing the module enables the GIL.
WITHOUT_GIL = "import sys, mailutf; assert not sys._is_gil_enabled()"


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL")
def test_python_without_a_gil_stays_without_it() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT_GIL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_shell_commands_of_the_readme_run(tmp_path: Path) -> None:
    target = os.environ.get("MAILUTF_README_TARGET")
    if not target:
        pytest.skip("compiles the package: MAILUTF_README_TARGET names the folder for what is compiled")
    readme = (PYTHON / "README.md").read_text(encoding="utf-8")
    clone = tmp_path / "mailutf"
    subprocess.run(["git", "clone", "-q", str(PYTHON.parent), str(clone)], check=True)
    # The package is built without optimization, to save time. In the clone, only the test `readme_prints` runs,
    # because this test would otherwise start itself again without end.
    environment = {**os.environ, "MATURIN_PEP517_ARGS": "--profile dev", "CARGO_TARGET_DIR": target, "PYTEST_ADDOPTS": "-k readme_prints"}
    commands = [*re.findall(r"```sh\n(.*?)```", readme, re.S), *re.findall(r"`(pip install '\./python.*?)`", readme)]
    assert len(commands) > 2
    for command in commands:
        command = re.sub("^pip", ".venv/bin/pip", command)
        done = subprocess.run(["sh", "-e"], input=command, cwd=clone, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_prints_what_it_says() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (PYTHON / "README.md").read_text(encoding="utf-8"), re.S)
    assert blocks
    for number, block in enumerate(blocks):
        if "pyarrow" in block and not importlib.util.find_spec("pyarrow"):
            continue
        test = doctest.DocTestParser().get_doctest(block, {}, f"README block {number}", None, 0)
        runner = doctest.DocTestRunner()
        runner.run(test)
        assert test.examples and runner.failures == 0

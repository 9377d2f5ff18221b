"""The package: its documentation, its types, its README."""

import doctest
import importlib.util
import inspect
import re
import subprocess
import sys
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
                members = [member for member in vars(one) if not member.startswith("_")]
                found.extend((f"{module.__name__}.{name}.{member}", getattr(one, member)) for member in members)
    return found


@pytest.mark.parametrize(("name", "one"), documented())
def test_examples_say_what_they_print(name: str, one: object) -> None:
    doc = inspect.getdoc(one)
    if not doc:
        # The fields of small classes are documented with the class.
        assert name.count(".") == 2 and isinstance(one, type(mailutf.Address.name)), name
        return
    test = doctest.DocTestParser().get_doctest(doc, {}, name, None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0, name


def test_there_are_many_examples() -> None:
    examples = [name for name, one in documented() if ">>>" in (inspect.getdoc(one) or "")]
    assert len(examples) > 18, examples


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_types_are_those_of_the_extension() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "mailutf._mailutf", "--ignore-missing-stub", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PYTHON / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="mypy is not installed")
def test_examples_and_tests_are_typed() -> None:
    config = str(PYTHON / "pyproject.toml")
    command = [sys.executable, "-m", "mypy", "--config-file", config, *map(str, (PYTHON / "examples").glob("*.py"))]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PYTHON / "tests")
    assert done.returncode == 0, done.stdout + done.stderr


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(PYTHON / "examples" / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout


def test_examples_run() -> None:
    mbox = "corpus/mbox/mboxrd.mbox"
    table = run("table.py", mbox)
    assert table.startswith("path,offset,date,from,subject,text\n".replace("\n", "\r\n")[:-2])
    assert f"{mbox},259," in table
    assert run("search.py", mbox, "Grüße").startswith(f"{mbox} at octet 0:")
    repaired = run("repair.py", "corpus/raw/raw-by-body.eml")
    assert "mailutf: Тема письма\n" in repaired and "email:   Тема" not in repaired


def test_the_readme_prints_what_it_says() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (PYTHON / "README.md").read_text(encoding="utf-8"), re.S)
    assert blocks
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, {}, f"README block {number}", None, 0)
        runner = doctest.DocTestRunner()
        runner.run(test)
        assert test.examples and runner.failures == 0

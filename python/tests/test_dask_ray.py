"""Tests the examples for Dask and Ray, if these packages are installed."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mailutf

EXAMPLES = Path(__file__).parents[1] / "examples"
MBOX = "corpus/mbox/mboxrd.mbox"


def run(package: str, *arguments: str) -> str:
    if not importlib.util.find_spec(package):
        pytest.skip(f"{package} is not installed")
    command = [sys.executable, *arguments]
    # This setting prevents Ray from sending usage statistics to its makers.
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8", env=environment)
    return done.stdout


def test_dask_counts_the_charsets_of_all_ranges() -> None:
    texts = [text.charset for message in mailutf.Mailbox(MBOX) for text in message.texts]
    wanted = [f"{texts.count(charset):9} {charset}" for charset in sorted(set(texts))]
    assert run("dask", str(EXAMPLES / "dask_charsets.py"), MBOX, "300").splitlines() == wanted


def test_the_parts_that_ray_makes_are_the_whole(tmp_path: Path) -> None:
    assert "3 messages, 2 changed" in run("ray", str(EXAMPLES / "ray_convert.py"), MBOX, str(tmp_path / "out"), "300")
    paths = sorted((tmp_path / "out").iterdir())
    parts = b"".join(path.read_bytes() for path in paths)
    mailutf.normalize_file(MBOX, output=tmp_path / "whole")
    assert parts == (tmp_path / "whole").read_bytes() and len(paths) == 3

"""Tests the Arrow C data interface without a package that reads it. valgrind checks the memory."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import arrow_consumer

MBOX = "corpus/mbox/mboxrd.mbox"


def test_structures_are_released_in_any_order() -> None:
    assert arrow_consumer.main(MBOX) > 1000


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_valgrind_finds_nothing_in_columns(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = ["valgrind", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--num-callers=40", f"--log-file={log}"]
    consumer = [sys.executable, arrow_consumer.__file__, MBOX]
    done = subprocess.run([*command, *consumer], capture_output=True, text=True, env={**os.environ, "PYTHONMALLOC": "malloc"})
    assert done.returncode == 0, done.stderr
    found = log.read_text(encoding="utf-8", errors="replace")
    assert "LEAK SUMMARY" in found
    # Only some kinds of reports count, because Python itself causes valgrind to report other
    # problems.
    assert not re.findall(r"Invalid (?:read|write|free).*", found)
    blocks = re.split(r"\n==\d+== \n", found)
    ours = [block for block in blocks if "lost in loss record" in block and re.search(r"_mailutf::(arrow|columns)", block)]
    assert not ours, ours[0]

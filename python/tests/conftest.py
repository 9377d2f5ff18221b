"""Changes the working directory to the root of the project, because the examples name files
relative to it."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)

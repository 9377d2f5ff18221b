"""Examples name files below the root of the project."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def in_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)

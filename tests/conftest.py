"""Settings of the whole suite, and golden files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite",
    deadline=None,  # a busy machine is no failure
    derandomize=True,  # the same examples in every run
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

_HERE = Path(__file__).parent
_GOLDEN = ("test_snapshots", "test_goldens", "test_endings", "test_transcript")
_KERNEL = ("model", "flow", "fuzz")
_ONCE = ("test_games",)
"""Random games of the box: that none depends on the hash seed is shown by those with golden files."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Lets `make golden` ask for new golden files."""
    parser.addoption("--golden", action="store_true", help="write golden files anew")


def pytest_configure(config: pytest.Config) -> None:
    """One option writes every golden file, those of the screens too."""
    if config.getoption("--golden"):
        os.environ["WARGAME_REGEN"] = os.environ["WARGAME_GOLDENS"] = "1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs again under a second hash seed, and what has golden files."""
    for item in items:
        if item.path.stem in _GOLDEN:
            item.add_marker("golden")
        kernel = item.path.relative_to(_HERE).parts[0] in _KERNEL
        if kernel and item.path.stem not in _ONCE:
            item.add_marker("kernel")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of this name beside the test, or write it."""
    folder = request.path.parent

    def check(name: str, text: str) -> None:
        path = folder / name
        if request.config.getoption("--golden"):
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{name} is missing: run `make golden`"
        assert text == path.read_text(encoding="utf-8")

    return check

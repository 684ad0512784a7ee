"""The description of a built package, where no file of the project lies beside it."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from typing import cast

import pytest

from tests.hygiene.source import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def described() -> Callable[[str, str], str]:
    found = runpy.run_path(str(ROOT / "docs" / "site" / "description.py"))
    return cast("Callable[[str, str], str]", found["described"])


def test_links_and_pictures_point_to_where_the_publisher_says(
    described: Callable[[str, str], str],
) -> None:
    text = described(README, "https://example.org/raw/main")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert len(links) > 12
    for link in links:
        local = link.removeprefix("https://example.org/raw/main/")
        assert local != link
        assert (ROOT / local).is_file()


def test_without_an_address_nothing_points_nowhere(described: Callable[[str, str], str]) -> None:
    text = described(README, "")
    assert "](" not in text
    assert "![" not in text
    assert "| | |" not in text
    assert "fair dice tells what a save proves" in " ".join(text.split())
    assert text.count("\n## ") == README.count("\n## ")

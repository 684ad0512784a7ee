"""The pages of the atlas, written by the program: left to `make long`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"


@pytest.mark.long
def test_every_page_of_the_atlas_is_written_and_every_picture_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "atlas"
    written = [sys.executable, str(SITE / "pages.py"), str(folder)]
    subprocess.run(written, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    wanted = re.findall(r"[\w-]+\.md", (SITE / "mkdocs.yml").read_text().partition("nav:")[2])
    assert len(wanted) > 15
    for name in wanted:
        text = (folder / name).read_text()
        assert "{" not in text or not re.search(r"\{\w+\.\w+\}", text), name
        for picture in re.findall(r"\((pictures/[^)]+)\)", text):
            assert (folder / picture).read_text().startswith("<svg"), picture

"""The README as a package index shows it, where nothing lies beside it.

The publisher says where the files of the project can be read: `WARGAME_URL=https://.../raw/main pip wheel .`. Links and
pictures then point there. Without it there are no pictures, and what was a link is plain text.
"""

# ruff: noqa: INP001 - what the build loads by its path, no part of a package

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = r"!\[[^]]*\]\(docs/[^)]*\)"


class Description(MetadataHookInterface):
    """Hatch asks it for the description when a wheel or an sdist is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the text in its place."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = described(readme, os.environ.get("WARGAME_URL", "").rstrip("/"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def described(readme: str, url: str) -> str:
    """The README with its links as *url* has them, or with none to files of the project."""
    if url:
        return re.sub(r"\]\((?=docs/)", f"]({url}/", readme)
    lines = [line for line in readme.splitlines() if not re.search(_PICTURE, line)]
    bare = re.sub(r"\n\| \| \|\n\|---\|---\|\n", "\n", "\n".join(lines) + "\n")
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"\[([^]]*)\]\(docs/[^)]*\)", r"\1", bare))

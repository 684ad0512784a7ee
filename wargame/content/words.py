"""The sentences of a game: words.toml, read and checked when first wanted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml

READINGS = (
    "", "unit", "units", "number", "hex", "hexes", "side", "step", "halves", "signed", "+d", "word",
)  # fmt: skip
"""How a fact may read; what stands behind the colon of a placeholder."""
COUNTED = "of "
"""Before the noun of a number: {steps:of step}, {gain:of hex/hexes}."""


class WordsFile(TomlModel):
    """A words.toml: what the names in events say."""

    words: dict[str, str]
    results: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By chart, what its results say."""
    told: dict[str, str] = Field(default_factory=dict)
    """By chart, the whole line of a reading, where column and row alone would not tell."""


@cache
def read_words(path: Path) -> Mapping[str, str]:
    """Sentences by name, results as "chart.result", readings as "chart.told"; a placeholder nobody can fill is refused."""
    file = read_toml(path, WordsFile)
    found = dict(file.words)
    for chart, results in file.results.items():
        found |= {f"{chart}.{result}": text for result, text in results.items()}
    found |= {f"{chart}.told": text for chart, text in file.told.items()}
    for name, text in found.items():
        _check(path, name, text)
    return found


def _check(path: Path, name: str, text: str) -> None:
    try:
        fields = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        raise DataError(path, name, f"the braces do not match ({error})") from error
    for _, field, reading, _ in fields:
        if not str(field).isidentifier():
            raise DataError(path, name, f'"{{{field}}}" names no fact')
        if reading not in READINGS and not str(reading).startswith(COUNTED):
            raise DataError.unknown(path, name, str(reading), READINGS)

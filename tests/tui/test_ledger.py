"""The ledger of keys: every row can be read, and the short ones still lead where they say."""

from __future__ import annotations

import pytest

from benchmarks.bench_keys import told
from benchmarks.ledger import Count, Row, count, keys_of, rows
from wargame.tui.keymap import key_name

ROWS = list(rows())
CHEAP = 15
"""The most keys of a row that the suite plays; the others are played by `make bench`."""


def _keys(row: Row) -> list[str]:
    return [key for line in row.lines for key in keys_of(line)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_key_of_a_row_is_a_key(row: Row) -> None:
    assert [key for key in _keys(row) if not (key_name(key) or key.isalnum())] == []
    assert any("=" in line for line in row.lines)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if len(_keys(row)) <= CHEAP], ids=lambda row: row.name
)
async def test_a_short_row_gives_the_answers_it_names_in_no_more_keys_than_at_first(
    row: Row,
) -> None:
    found = await count(row)
    assert found.keys <= row.was["keys"]
    assert found.questions <= row.was["questions"]


def test_a_row_that_misses_its_goal_says_so() -> None:
    found = Count(keys=6, questions=2, answers=3)
    assert told(found, {"keys": 6}, {"keys": 9}) == (
        "6 keys (goal 6, first 9), 2 questions, 3 answers"
    )
    assert told(found, {"keys": 5}, {}).endswith("MISSED")

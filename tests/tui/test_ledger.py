"""The ledger of keys: every row can be read, and the short ones still lead where they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bench_keys import told
from benchmarks.ledger import Count, Row, count, keys_of, laid, mark_of, rows
from benchmarks.recorded import stretches
from wargame.flow.standing_orders import ORDER
from wargame.store.campaign import Campaign
from wargame.tui.keymap import key_name

ROWS = list(rows())
CHEAP = 20
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


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in ROWS if row.position], ids=lambda row: row.name)
async def test_a_fought_hour_by_keys_leads_to_its_position_within_its_goals(row: Row) -> None:
    found = await count(row)
    assert row.position == found.position
    figures = {"keys": found.keys, "questions": found.questions}
    assert {what: figures[what] for what, most in row.goal.items() if figures[what] > most} == {}


@pytest.mark.parametrize("row", [row for row in ROWS if row.position], ids=lambda row: row.name)
def test_the_answers_of_a_row_given_by_hand_lead_to_the_same_position(
    row: Row, tmp_path: Path
) -> None:
    with Campaign.open(laid(row, tmp_path)) as campaign:
        for answer in row.answers:
            if not answer.startswith(ORDER):  # what orders decide is given by hand as well
                campaign.answer(answer)
        assert row.position == mark_of(campaign.session.state)


def test_a_row_that_misses_its_goal_says_so() -> None:
    found = Count(keys=6, questions=2, answers=3)
    assert told(found, {"keys": 6}, {"keys": 9}) == (
        "6 keys (goal 6, first 9), 2 questions, 3 answers"
    )
    assert told(found, {"keys": 5}, {}).endswith("MISSED")


@pytest.mark.long
def test_recorded_player_turns_take_no_more_questions_than_their_goals() -> None:
    found = list(stretches())
    assert len(found) == 2
    assert [row.what for row in found if row.most > row.goal] == []

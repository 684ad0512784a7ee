"""Every way Normandy can end, reached by a recorded game that is played again (NOR-VP-10 to -12, NOR-WN-06)."""

from __future__ import annotations

import os

import pytest

from tests.games.endings import Ending, reaches, why
from tests.games.normandy.endings import ENDINGS, FOLDER, RECORDED
from tests.games.normandy.table import notes, track
from wargame.flow.verify import verify
from wargame.games.normandy import GAME
from wargame.games.normandy.content import load_content


@pytest.mark.golden
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda e: e.name)
def test_a_recorded_game_ends_so(ending: Ending) -> None:
    """NOR-VP-10, NOR-VP-11, NOR-VP-12, 8.2"""
    if os.environ.get("WARGAME_REGEN"):
        RECORDED.record(ending)
    session, reason = RECORDED.replayed(ending)
    assert reaches(ending, session)
    assert reason == why(session)
    assert verify(GAME, session.header, session.entries).ok


def test_every_level_of_both_scenarios_is_among_them() -> None:
    """NOR-VP-10, 8.2"""
    for scenario in ("campaign", "epsom"):
        levels = {band.level for band in load_content(scenario).scenario.band}
        assert levels == {e.level for e in ENDINGS if e.scenario == scenario}
    assert {e.reason for e in ENDINGS} == {"points", "beaches_lost", "field_force_gone"}


@pytest.mark.parametrize(
    ("name", "declared", "last", "unplayed", "german"),
    [("campaign-withdrawal-must", 24, 31, 3, 0), ("campaign-withdrawal-may", 22, 29, 3, -56)],
)
def test_withdrawal_shortens_the_game(
    name: str, declared: int, last: int, unplayed: int, german: int
) -> None:
    """NOR-WN-02, NOR-WN-03, NOR-WN-06, NOR-VP-13  Seven turns more, 24 for each count not made."""
    (ending,) = (e for e in ENDINGS if e.name == name)
    session, _ = RECORDED.replayed(ending)
    assert track(session, "withdrawn") == declared
    assert track(session, "turn") == last
    assert notes(session, "turns_not_played") == [{"count": unplayed, "points": 24 * unplayed}]
    assert [n["points"] for n in notes(session, "withdrawal_price")] == [-german] * bool(german)


def test_nothing_else_is_recorded() -> None:
    assert RECORDED.names() == {path.name for path in FOLDER.iterdir()}

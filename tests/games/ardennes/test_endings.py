"""Every way Ardennes can end, in both modes, reached by a recorded game that is played again (ARD-VC-01, ARD-SC-01)."""

from __future__ import annotations

import os

import pytest

from tests.games.ardennes.endings import ENDINGS, FOLDER, LEVELS, MODES, RECORDED
from tests.games.endings import Ending, reaches, why
from wargame.flow.verify import verify
from wargame.games.ardennes import GAME


@pytest.mark.golden
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda e: e.name)
def test_a_recorded_game_ends_so(ending: Ending) -> None:
    """ARD-VC-01, ARD-SC-01, 9.1 to 9.5, 8.2"""
    if os.environ.get("WARGAME_REGEN"):
        RECORDED.record(ending)
    session, reason = RECORDED.replayed(ending)
    assert reaches(ending, session)
    assert reason == why(session)
    assert verify(GAME, session.header, session.entries).ok


@pytest.mark.parametrize("mode", MODES)
def test_every_level_is_among_them(mode: str) -> None:
    """ARD-VC-01, 9.4, 8.2"""
    mine = [e for e in ENDINGS if e.options["mode"] == mode]
    at_once = {"Automatic German victory", "Automatic Allied victory"}
    for scenario, levels in LEVELS.items():
        found = {e.level for e in mine if e.scenario == scenario}
        assert found == levels | (at_once if scenario == "campaign" else set())
    assert {e.reason for e in mine} == {"points", "enough", "meuse", "stopped"}


def test_nothing_else_is_recorded() -> None:
    assert RECORDED.names() == {path.name for path in FOLDER.iterdir()}

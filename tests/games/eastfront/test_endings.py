"""Every level by which East Front can end, reached by a recorded game that is played again (EF-VP-04 to EF-VP-07, EF-SC-07)."""

from __future__ import annotations

import os

import pytest

from tests.games.eastfront.endings import ENDINGS, FOLDER, LEVELS, RECORDED
from tests.games.endings import Ending, reaches, why
from wargame.flow.verify import verify
from wargame.games.eastfront import GAME


@pytest.mark.golden
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda e: e.name)
def test_a_recorded_game_ends_so(ending: Ending) -> None:
    """EF-VP-04, EF-SC-07"""
    if os.environ.get("WARGAME_REGEN"):
        RECORDED.record(ending)
    session, reason = RECORDED.replayed(ending)
    assert reaches(ending, session)
    assert reason == why(session)
    assert verify(GAME, session.header, session.entries).ok


def test_every_level_is_among_them() -> None:
    """EF-VP-04, EF-SC-07"""
    for scenario, levels in LEVELS.items():
        assert levels == {e.level for e in ENDINGS if e.scenario == scenario}


def test_nothing_else_is_recorded() -> None:
    assert RECORDED.names() == {path.name for path in FOLDER.iterdir()}

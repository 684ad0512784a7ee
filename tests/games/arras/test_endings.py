"""Every way Arras can end, reached by a recorded game that is played again (ARR-VI)."""

from __future__ import annotations

import os

import pytest

from tests.games.arras.endings import ENDINGS, FOLDER, RECORDED, SUDDEN
from tests.games.endings import Ending, reaches, why
from wargame.flow.verify import verify
from wargame.games.arras import GAME
from wargame.games.arras.content import load_content


@pytest.mark.golden
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda e: e.name)
def test_ARR_VI_03_a_recorded_game_ends_so(ending: Ending) -> None:
    if os.environ.get("WARGAME_REGEN"):
        RECORDED.record(ending)
    session, reason = RECORDED.replayed(ending)
    assert reaches(ending, session)
    assert reason == why(session)


def test_ARR_VI_03_every_level_of_both_scenarios_is_among_them() -> None:
    for scenario in ("campaign", "learning"):
        levels = {band.level for band in load_content(scenario).scenario.band} | {SUDDEN}
        assert levels == {e.level for e in ENDINGS if e.scenario == scenario}


def test_nothing_else_is_recorded() -> None:
    assert RECORDED.names() == {path.name for path in FOLDER.iterdir()}


def test_a_recorded_game_verifies() -> None:
    session, _ = RECORDED.replayed(ENDINGS[-1])
    assert verify(GAME, session.header, session.entries).ok

"""Questions of Normandy that cannot be let pass, and why."""

from __future__ import annotations

import pytest

from tests.games.normandy.test_engineering import building
from wargame.flow.ask import IllegalAnswer
from wargame.flow.standing_answers import Standing, why_never


def test_ones_own_question_is_ended_each_time() -> None:
    session = building({"ge.275.gr983": "3421", "ge.hq.lxxxiv": "3422"}, side="german")
    assert 'it is one\'s own, and "done" ends it each time' in why_never(session)
    with pytest.raises(IllegalAnswer, match="ends it each time"):
        Standing(session).give(session, "end")

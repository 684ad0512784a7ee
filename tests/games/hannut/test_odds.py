"""What the odds say beside the chances (HAN-GE-01, HAN-CRT-01)."""

from __future__ import annotations

import pytest

from tests.games.hannut.table import actions, asked


@pytest.mark.parametrize(
    ("answer", "needs"),
    [
        ("fire a.2rc.1 at g.pr35.4", "column 8 needs +1."),
        ("fire a.2rc.1 at g.pr35.4 and move", "column 6 needs +1; lost now: moved -2."),
        (
            "fire a.2rc.1 at g.pr35.1 and move",  # 4 and 5 are the same to armour
            "column 6 needs +2; lost now: moved -2, distance -1.",
        ),
        ("assault 1311 from a.2rc.1", "This is the best column."),
    ],
)
def test_the_odds_say_what_a_better_column_needs(answer: str, needs: str) -> None:
    """HAN-GE-01, HAN-CRT-01"""
    units = {"a.2rc.1": "1312", "g.pr35.4": "1311", "g.pr35.1": "1411", "a.1rc.1": "0505"}
    session = actions("F-2RC", units)
    odds = asked(session).odds(answer)
    assert odds is not None
    assert needs == odds.needs

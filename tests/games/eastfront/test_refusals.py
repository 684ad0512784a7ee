"""What refusals of East Front name: the rule, the numbers of the answer that was given, and what would be right."""

from __future__ import annotations

from tests.games.eastfront.played import position
from tests.games.eastfront.walks import GROUND
from tests.games.table import refusal


def test_a_refused_overrun_tells_the_odds_that_its_own_hexside_asks_for() -> None:
    """EF-MV-17, 4.2  2733 is forest: 11:1 over open ground from 2833, 12:1 over the minor river from 2732."""
    for start, needed in (("2833", 11), ("2834", 11), ("2732", 12)):
        session = position(GROUND, {"G-XLI": start, "S-6C": "2733"})
        told = refusal(session, f"move G-XLI {start}-2733")
        assert "EF-MV-17" == told.rule
        assert f"An overrun in 2733 needs {needed}:1; this is 20 to 2." == told.reason

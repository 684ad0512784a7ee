"""Losses: a ladder is gone down and up rung by rung, and ends."""

from __future__ import annotations

from tests.flow.table import start
from wargame.rules.losses import shift

LADDER = ("full", "reduced", "cadre")
RULE = "TOY-SQ-01"


def test_a_unit_stands_on_one_rung_at_a_time_and_on_none_beyond_the_ends() -> None:
    g = start().game
    g.gain("r1", "moved", rule=RULE)
    walked = []
    for by in (-1, 1, 1, 1, -1, -1):
        went = shift(g, "r1", LADDER, by, rule=RULE)
        walked.append((went, *sorted(g.state.units["r1"].states - {"moved"})))
    assert [
        (False,),
        (True, "reduced"),
        (True, "cadre"),
        (False, "cadre"),
        (True, "reduced"),
        (True,),
    ] == walked

"""What a unit can be told, by target, where there is much of it."""

from __future__ import annotations

from itertools import product

from tests.toy import TOY
from wargame.flow.ask import Choice, Option
from wargame.flow.session import Session, new_header
from wargame.tui.asks import Desk, controller


def test_ways_that_end_in_one_hex_are_told_apart() -> None:
    """Stacks that fall back, alone or with the guns, to a hex that either of two others leads to."""
    session = Session.start(TOY, new_header(TOY, "toy/crossroads", 3))
    write = session.game.grid.write
    ways = [(2, 4), (3, 4), *((h,) for h in range(5, 9))]
    options = [
        (Option(f"{how} {write(way)} {unit}", f"{how} to {write(way)}", (unit,), way), n)
        for n, (unit, way, how) in enumerate(product(("r1", "r2"), ways, ("alone", "all")))
    ]
    ask = Choice("red", "test.retreat", "Who goes back, and which way?", options, rule="TOY-MV-01")
    found = controller(Desk(session.game, TOY, ask), 40)
    found.act("1")
    told = [item.text for item in found.view().items]
    assert [f"{write([4])} by {write([h])}" for h in (2, 3)] == told[:2]
    assert [write([h]) for h in range(5, 9)] == [text[:4] for text in told[2:]]

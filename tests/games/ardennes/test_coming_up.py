"""A stack that comes up to a battle and is stopped on its way (ARD-CT-08, ARD-MV-13, ARD-RB-20)."""

from __future__ import annotations

from tests.games.ardennes.combat import MECH, PEIPER, R112, combat
from tests.games.ardennes.table import at, down, notes, play, roadblocks, rolls, unit
from wargame.flow.session import Session

FULL = {"de.kghansen.1ss": "2709", "de.kgsandig.1ss": "2709"}
"""Six steps before the Bridge of Stavelot: nobody else may stay there."""


def called(
    way: str, rolled: int, others: dict[str, str] | None = None, *, checked: int = 1
) -> Session:
    """Peiper is called up to the fight for 2508, on the 18th against the automated Allies."""
    session = combat(
        "tactics", {MECH: "2507"}, {R112: "2508"}, "2508", mode="gs", turn=18, card="G46",
        hands={"german": ["G44", "GS15"]}, others={PEIPER: way.partition("-")[0], **(others or {})},
        cups={"allied deck": ["N01"]}, dice=[rolled], quiet=False,
        frames={"ops.german.activation": {"checked": checked}},
    )  # fmt: skip
    return play(session, "play G44", f"join {PEIPER} {way}")


def test_ct_08_it_goes_on_over_a_bridge_that_stands() -> None:
    """ARD-CT-08, ARD-BR-01  The check is made on the way; then it takes part."""
    session = called("2810-2709-2609", 6, FULL)
    assert (rolls(session, "demolition")[0], at(session, PEIPER)) == (6, "2609")
    assert "attacked" in unit(session, PEIPER).states
    assert notes(session, "goes_back") == []


def test_ct_08_a_bridge_is_gone_before_it() -> None:
    """ARD-CT-08, ARD-BR-03  It stays before the river and takes no part."""
    session = called("2810-2709-2609", 5)
    assert (down(session), at(session, PEIPER)) == (["2609-2709"], "2709")
    assert "attacked" not in unit(session, PEIPER).states


def test_mv_13_it_goes_back_where_it_may_not_stay() -> None:
    """ARD-MV-13, ARD-ST-01, 5.5.10  To the hex it came from: the bank is full."""
    session = called("2810-2709-2609", 5, FULL)
    assert at(session, PEIPER) == "2810"
    assert [n["units"] for n in notes(session, "goes_back")] == [(PEIPER,)]
    assert "attacked" not in unit(session, PEIPER).states


def test_rb_20_a_roadblock_is_laid_before_it() -> None:
    """ARD-RB-20, ARD-RB-02, ARD-RB-05  Reinforcing is moving: 2609, HV 5, is blocked as Peiper comes beside it."""
    session = called("2810-2709-2609", 5, checked=0)
    assert rolls(session, "roadblock")
    assert (roadblocks(session), at(session, PEIPER)) == (["2609"], "2709")

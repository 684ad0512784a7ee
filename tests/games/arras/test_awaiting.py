"""What a move says before it is made: ARR-MV-01, ARR-CO-09, ARR-SU-03."""

from __future__ import annotations

from tests.games.arras.table import position
from tests.games.arras.test_worked_examples_2 import RING
from wargame.flow.ask import PathAsk
from wargame.flow.reasons import why_path
from wargame.flow.session import Session
from wargame.games.arras.overlays import OVERLAYS
from wargame.games.arras.supply import supply_of


def waits(session: Session, answer: str) -> list[str]:
    """What the open question says that waits."""
    ask: object = session.ask
    assert isinstance(ask, PathAsk)
    return list(ask.waits(answer))


ZONE = "enters the ZOC of Kradschuetzen-Btl. 7"


def test_ARR_CO_09_a_move_names_the_zone_and_what_must_be_attacked_alone() -> None:
    session = position("allied.movement", units={"uk-12l-a": "0909", "de-k7": "0708"})
    # 1 against 2 is 1:2, the village of 0708 makes it 1:3; only a 6 disrupts the defender
    must = "must attack 0708, alone at 1:3: 17% to strike"
    assert [ZONE, must] == waits(session, "move uk-12l-a 0908-0808")
    assert [] == waits(session, "move uk-12l-a 0908")
    assert ["  " + ZONE, "  " + must] == why_path(session, "uk-12l-a 0808")[-2:]


def test_ARR_CO_09_who_needs_not_attack_is_told_the_zone_alone() -> None:
    units = {"uk-tr-1": "0908", "uk-12l-b": "0304", "de-k7": "0708"}
    session = position("allied.movement", units=units)
    assert [ZONE] == waits(session, "move uk-tr-1 0808")


def test_ARR_SU_03_a_move_that_loses_supply_says_so() -> None:
    # the line of uk-9dli goes by 2303, where a German's ZOC lies
    units = {"uk-9dli": "2301", "de-sr6-1": "2303"}
    session = position("allied.movement", units=units)
    assert "out of supply there" in waits(session, "move uk-9dli 2401")
    assert "2301" == session.game.grid.name(session.state.units["uk-9dli"].hex)


DURHAMS = "9th Durham Light Infantry"
NARROW, SHAKEN = {**RING, "de-sr6-1": "1512"}, {"de-sr14-1": ["disrupted"]}
"""Of the six hexes round 1412 only 1411 is open: all lines go through it."""


def test_ARR_SU_03_a_move_tells_whose_supply_it_cuts_or_restores_on_either_side() -> None:
    # the example of 6.2: the Durhams in 1412 are ringed by the ZOCs of 1312 and 1511
    session = position("allied.movement", units={**RING, "uk-6dli": "1310", "uk-tr-1": "1310"})
    assert [f"Allied supply restored: {DURHAMS}"] == waits(session, "move uk-6dli 1411")[-1:]
    assert not [line for line in waits(session, "move uk-tr-1 1411") if "restored" in line]
    session = position("german.movement", units={**NARROW, "de-k7": "1611"}, states=SHAKEN)
    assert [f"Allied supply cut: {DURHAMS}"] == waits(session, "move de-k7 1511")[-1:]
    assert not [line for line in waits(session, "move de-k7 1610") if "supply" in line]


def test_ARR_SU_03_the_way_that_is_left_is_drawn_and_marked() -> None:
    session = position("allied.movement", units=NARROW, states=SHAKEN)
    g, name = session.game, session.game.grid.name
    start, narrow = g.grid.hex("1412"), g.grid.hex("1411")
    net = supply_of(g, "allied")
    line = net.line(start)
    assert ["1412", "1411"] == [name(h) for h in line][:2]
    assert line[-1] in g.content.sources["allied"]
    assert {narrow: (start,)} == net.chokes([start])
    view = next(o for o in OVERLAYS if o.id == "supply-allied").view(g, start)
    assert {narrow: "*1"} == view.labels
    assert f"1411 cuts off {DURHAMS}" in view.lines
    assert (6, 5) == (view.tinted[narrow], view.tinted[line[2]])
    assert not net.without(narrow).reaches(start)

"""What a move says before it is made: ARR-MV-01, ARR-CO-09, ARR-SU-03."""

from __future__ import annotations

from tests.games.arras.table import position
from wargame.flow.ask import PathAsk
from wargame.flow.reasons import why_path
from wargame.flow.session import Session


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

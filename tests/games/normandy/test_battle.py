"""An attack lies in frames: it can be killed and opened again at every answer (NOR-CO-17, NOR-CO-20)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.flow.test_resume import resumed
from tests.flow.test_undo import snapshot
from tests.games.normandy.table import answers, asked, events, position
from wargame.flow.session import Session
from wargame.model import events as ev

UNITS = {
    "cw.3c.9th": "3416", "cw.3c.8th": "3416", "cw.3.9th": "3515", "cw.3.8th": "3515",
    "cw.hq.i": "3613", "cw.art.4agra": "3614", "ge.21.pzgr125": "3516", "ge.716.gr736": "3516",
    "ge.hq.isspz": "3516", "ge.wrf7": "3617", "ge.21.pzgr192": "3717",
}  # fmt: skip
ATTACK = "attack 3516 from cw.3.8th cw.3.9th cw.3c.8th cw.3c.9th"


def caen(*dice: int) -> Session:
    """The Germans in Caen are attacked by all that the front can hold."""
    return position(
        "allied.combat", UNITS,
        states={"cw.hq.i": ["supported", "operation"], "ge.hq.isspz": ["supported"]},
        turn=17, weather="clear", sea="calm", ground=4, sp={"cw2": 4, "gepgw": 2}, dice=dice,
    )  # fmt: skip


def chosen(session: Session) -> str:
    """Retreat rather than stand, blow what can be blown, otherwise the first answer."""
    texts = [option.answer for option in asked(session).options()]
    return next((t for t in texts if t == "no" or t.startswith(("blow", "advance"))), texts[0])


@pytest.mark.parametrize("dice", [(5, 5, 3), (6, 6, 4, 2), (1, 2), (4, 3, 5)])
def test_an_attack_resumes_at_every_answer(dice: tuple[int, ...]) -> None:
    """NOR-CO-17: nothing of it lies anywhere but in its frames."""
    session = caen(*dice)
    session.answer(ATTACK)
    seen = []
    while asked(session).key.startswith(("combat.", "hq.")):
        seen.append(asked(session).key)
        assert snapshot(resumed(session)) == snapshot(session)
        session.answer(chosen(session))
    assert seen[:2] == ["combat.support", "combat.defence"]
    assert snapshot(resumed(session)) == snapshot(session)


def test_the_order_inside_one_attack() -> None:
    """NOR-CO-05, NOR-CO-20: steps of the attacker, of the defender, order, guns, retreats, advance."""
    session = caen(5, 6, 3)
    session.answer(ATTACK)
    while asked(session).key.startswith(("combat.", "hq.")):
        session.answer(chosen(session))
    steps = [e.name.rsplit(".", 1)[1] for e in events(session, ev.SegmentEntered)]
    order = ["declare", "defence", "roll", "losses", "defender_losses", "disorder", "stand"]
    order += ["retreat", "recoil", "demolition", "advance"]
    played = [step for step in steps if step in order]
    assert played == sorted(played, key=order.index)
    assert {"declare", "roll", "retreat", "advance"} <= {*played}


def test_the_commands_offered_are_few() -> None:
    """A plain attack takes five answers or fewer of its owner: declare, give, lose, advance, end."""
    session = caen(6, 6, 4, 2)
    counted = 0
    while asked(session).key.startswith(("combat.", "hq.")):
        counted += asked(session).side == "allied"
        session.answer(ATTACK if asked(session).key == "combat.attack" else chosen(session))
    assert counted <= 5
    assert answers(session)


def refused(sp: dict[str, int], word: str, **more: Any) -> str:
    """What is said to somebody who gives *word* to the attack on Caen."""
    laid = {"turn": 17, "weather": "clear", "sea": "gale", "ground": 2, "sp": sp, **more}
    states = {"cw.hq.i": ["supported"], "ge.hq.isspz": ["supported"]}
    session = position("allied.combat", UNITS, states=laid.pop("states", states), **laid)
    return str(session.answer(ATTACK) and session.why_not(f"allocate {word}"))


def test_an_empty_purse_is_named_with_what_can_be_given() -> None:
    """NOR-CO-14, NOR-AA-04: a refusal says what would be right."""
    said = refused({"cw2": 0, "gepgw": 2}, "sp=1")
    assert "British Second Army has no support points left." in said
    assert "What can be given: cw.art.4agra, ground." in said
    assert "called sp" in refused({"cw2": 4, "gepgw": 2}, "cw2=1")
    unheard = refused({"cw2": 4}, "sp", states={"ge.hq.isspz": ["supported"]})
    assert "nobody can spend support points" in unheard
    assert "No aircraft help in Storm" in refused({"cw2": 4}, "ground=1", weather="storm")
    assert "No Ground Support points are left" in refused({"cw2": 4}, "ground=1", ground=0)

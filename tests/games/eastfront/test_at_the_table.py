"""Orders of East Front as the table offers them: what no unit carries out is on the list too."""

from __future__ import annotations

from tests.games.eastfront.laid import GAME, laid
from wargame.flow.session import Session
from wargame.tui.asks import Controller, Desk, Give, controller


def at_table(session: Session) -> Controller:
    """The open question as the table presents it."""
    assert session.ask is not None
    return controller(Desk(session.game, GAME, session.ask), 0)


def rows(found: Controller) -> list[str]:
    """What its list says."""
    return [item.text for item in found.view().items]


def given(found: Controller, *texts: str) -> str:
    """The answer that comes of pointing at one row after another."""
    for text in texts:
        found.pick(next(n for n, item in enumerate(rows(found)) if text in item))
        move = found.act("commit")
        while move is None and text in rows(found)[found.view().at]:
            move = found.act("commit")
    assert isinstance(move, Give), rows(found)
    return move.answer


def test_trucks_are_ordered_from_the_list_with_whom_they_reach_behind() -> None:
    units = {"A-HP2": {"hex": "1036", "sp": 4}, "A-H9": "1035", "A-H4": "0935"}
    session = laid("eastfront.axis.supply.movement", units, layout={"sp": {"0934": 3}})
    found = at_table(session)
    assert {"2nd Panzer Group", "By truck from 0934"} <= set(rows(found))
    assert "truck 1 from A-HP2 to A-H9" == given(found, "2nd Panzer Group", "9th Army: 1 SP")
    found = at_table(session)
    assert "truck 3 from 0934 to A-H9" == given(found, "By truck from 0934", "9th Army: 3 SP")
    session.answer("truck 3 from 0934 to A-H9")


def test_an_srp_for_the_railways_is_on_the_list() -> None:
    session = laid(
        "eastfront.axis.movement.ground", {"G-VII": "0634"}, turn=3, layout={"srp": {"0635": 2}}
    )
    assert "srp 0635" == given(at_table(session), "Spend an SRP in 0635 Warsaw")


def test_factories_leave_from_the_list() -> None:
    session = laid(
        "eastfront.soviet.movement.ground", {"S-P20": "3028"}, turn=3, layout={"srp": {"3827": 2}}
    )
    found = given(at_table(session), "Evacuate 2 factory points from 3643 Kharkov")
    assert "evacuate 3643 2" == found

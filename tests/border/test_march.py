"""A march: it stops where something stirs, and goes on, ends, or goes back to its owner."""

from __future__ import annotations

import pytest

from tests.border.marches import Border
from tests.border.table import asked, hexes, lay, where
from tests.flow.test_resume import resumed
from tests.flow.test_undo import snapshot
from tests.toy.content import ToyGame
from wargame.flow.session import Session
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.rules.march import Units

EAST = "march r1 0203-0303-0403-0503-0603"
"""Along the road, through the mines."""


def road(dice: tuple[int, ...] = (), **lists: tuple[int, ...]) -> Session:
    """Red 1 stands at the road, Blue 1 far from it."""
    return lay("border.red.order", {"r1": "0203", "b1": "0806"}, dice=dice, lists=lists)


def moves(session: Session) -> list[str]:
    """The stretches that were walked."""
    write = session.game.grid.write
    events = [e for entry in session.entries for e in entry.events]
    return [write(e.path) for e in events if isinstance(e, ev.UnitMoved)]


def test_it_walks_to_the_next_hex_where_something_stirs_and_goes_on() -> None:
    session = road((3,))
    session.answer(EAST)
    assert ["0203-0303-0403-0503", "0503-0603"] == moves(session)
    assert ("red", "border.order") == asked(session)
    assert "mines" not in session.state.layers


def test_it_ends_where_the_game_says_so() -> None:
    session = road((2,))
    session.answer(EAST)
    assert ("0503", {"shaken", "moved"}) == (where(session, "r1"), session.state.units["r1"].states)


def test_it_stops_where_another_side_watches_and_goes_on_after_its_answer() -> None:
    session = road((5, 3), **{"watch.blue": hexes("0303", "0403")})
    session.answer(EAST)
    assert (("blue", "border.react"), "0303") == (asked(session), where(session, "r1"))
    session.answer("pass")
    assert (("blue", "border.react"), "0403") == (asked(session), where(session, "r1"))
    session.answer("fire")
    assert (["0203-0303", "0303-0403"], "0403") == (moves(session), where(session, "r1"))


def test_nobody_is_asked_about_hexes_that_the_side_itself_watches() -> None:
    session = road((3,), **{"watch.red": hexes("0303")})
    session.answer(EAST)
    assert "0603" == where(session, "r1")


def _at_the_crossroads(monkeypatch: pytest.MonkeyPatch, happens: str) -> Session:
    """A march to the east on which something happens in 0403; where it stands then."""
    (crossroads, ahead) = hexes("0403", "0503")

    async def arrived(_self: Border, g: ToyGame, units: Units, at: Hex) -> bool:
        match happens if at == crossroads else "":
            case "lost":
                g.box(units[0], "lost", rule="BRD-MV-01")
            case "barred":
                g.gain("b2", "shaken", rule="BRD-MV-01")  # it has no ZOC
                g.place("b2", ahead, rule="BRD-MV-01")
            case "met":
                g.place("b2", ahead, rule="BRD-MV-01")
        return True

    monkeypatch.setattr(Border, "arrived", arrived)
    monkeypatch.setattr(Border, "stirs", lambda _s, _g, _u, at: at == crossroads)
    session = road()
    session.answer(EAST)
    return session


def test_where_the_way_is_no_longer_open_its_owner_says_how_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = _at_the_crossroads(monkeypatch, "barred")
    assert session.ask is not None
    assert ("0403", "How does r1 go on?") == (where(session, "r1"), session.ask.prompt)
    assert session.why_not("march r1 0403-0303-0203-0103") is None  # 2 of 8 half points are spent
    session.answer("march r1 0403-0303-0203-0103")
    assert "0103" == where(session, "r1")
    assert {"spent": (5,)} == _last_kept(session)


def test_next_to_an_enemy_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    session = _at_the_crossroads(monkeypatch, "met")
    assert session.ask is not None
    assert ("0403", "March with which unit?") == (where(session, "r1"), session.ask.prompt)


def _last_kept(session: Session) -> dict[str, object]:
    """What the last march has spent."""
    events = [e for e in session.entries[-1].events if isinstance(e, ev.FrameSet)]
    return {e.name: e.value for e in events if e.name == "spent"}


def test_whoever_is_lost_on_the_way_goes_no_farther(monkeypatch: pytest.MonkeyPatch) -> None:
    session = _at_the_crossroads(monkeypatch, "lost")
    assert ("lost", ["0203-0303-0403"]) == (where(session, "r1"), moves(session))


def test_every_answer_on_the_way_can_be_resumed_and_taken_back() -> None:
    session = road((1, 3), **{"watch.blue": hexes("0303", "0603")})
    seen = [snapshot(session)]
    for answer in (EAST, "fire", "pass"):
        session.answer(answer)
        seen.append(snapshot(session))
        assert seen[-1] == snapshot(resumed(session))
    for n in (2, 1, 0):
        session.undo(n, consent=True)
        assert seen[n] == snapshot(session)

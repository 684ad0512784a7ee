"""Games of East Front that begin in a position laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wargame import games
from wargame.flow.ask import DONE_WORD, PASS
from wargame.flow.lab import prepare_lab
from wargame.flow.record import Entry
from wargame.flow.seat import is_by_seat
from wargame.flow.session import Session, new_header
from wargame.flow.verify import verify
from wargame.model.state import State

GAME = games.game("eastfront")


def laid(
    segment: str,
    units: Mapping[str, str | Mapping[str, Any]],
    *,
    turn: int = 10,
    dice: Sequence[int] = (),
    layout: Mapping[str, Any] | None = None,
    scenario: str = "campaign",
    options: Mapping[str, str] | None = None,
) -> Session:
    """A game in a segment, with these units only."""
    lab: dict[str, Any] = {
        "scenario": f"eastfront/{scenario}", "segment": segment, "turn": turn, "clear": True,
        "dice": tuple(dice), "options": dict(options or {}), "set": dict(layout or {}),
        "units": {name: {"hex": at} if isinstance(at, str) else dict(at) for name, at in units.items()},
    }  # fmt: skip
    info = games.find(lab["scenario"])[1]
    header = new_header(GAME, info.id, 1, lab=lab, dice=tuple(dice), options=lab["options"])
    session = Session.start(GAME, header, prepare_lab(GAME, lab))
    session.settle()
    return session


def asked(session: Session) -> tuple[str, str]:
    """Who is asked what."""
    assert session.ask is not None
    return session.ask.side, session.ask.key


def way_out(session: Session) -> str:
    """The answer that does nothing, or the first one where there is none."""
    assert session.ask is not None
    words = [word for word in (DONE_WORD, PASS) if session.why_not(word) is None]
    return words[0] if words else session.ask.options()[0].answer


def play_to(session: Session, side: str, key: str, segment: str = "", most: int = 300) -> None:
    """Everybody lets pass what can be let pass, until a question comes; the open one does not count."""
    for _ in range(most):
        session.answer(way_out(session))
        if asked(session) == (side, key) and segment in session.segment:
            return
    raise AssertionError("the question never came")


# -- standing orders ------------------------------------------------------------------------------


def given(session: Session, *orders: str) -> Session:
    """The same game with these orders."""
    for text in orders:
        session.answer(f"order {text}")
    return session


def by_seat(session: Session) -> list[Entry]:
    """What orders have answered."""
    return [entry for entry in session.entries if is_by_seat(entry)]


def answers(session: Session) -> list[str]:
    """The same as text."""
    return [entry.answer for entry in by_seat(session)]


def position(session: Session) -> State:
    """Everything on the table but the orders themselves."""
    state = session.state.copy()
    state.board = None
    for side in ("axis", "soviet"):
        state.lists.pop(f"standing.{side}", None)
    return state


def equal_by_hand(session: Session, hand: Session) -> None:
    """The same answers typed come to the same table, and the game with orders verifies."""
    hand.answer("order quiet off")
    for entry in session.entries[1:]:
        if entry.key != "aside":
            hand.answer(entry.answer)
    assert not by_seat(hand)
    assert position(hand) == position(session)
    assert verify(GAME, session.header, session.entries[1:]).ok


def where(session: Session, unit: str) -> str:
    """The hex of a unit."""
    return session.game.grid.name(session.state.units[unit].hex)

"""What each side is told of a game with secrets: by a veil that need not look at the table as by one that does."""

from __future__ import annotations

import pytest

from wargame import games
from wargame.flow.account import Account
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.flow.veil import BYSTANDER

VEILED = [game for game in games.MODULES if games.game(game).veil is not None]


@pytest.mark.parametrize("game", VEILED)
def test_a_side_is_told_the_same_whether_or_not_its_veil_looks(game: str) -> None:
    definition, info = games.find(f"{game}/campaign")
    session, pick = Session.start(definition, new_header(definition, info.id, 1)), Picker(1)
    while session.ask is not None and session.n < 60:
        session.answer(session.ask.sample(pick))
    veil = definition.veil
    assert veil is not None
    looking = type("Looking", (type(veil),), {"looks": True})()
    for side in (*(info.id for info in definition.sides), BYSTANDER):
        told = Account(definition, session.header, veil, side).follow(session.entries)
        assert told == Account(definition, session.header, looking, side).follow(session.entries)
        plain = [a for a, b in zip(session.entries, told, strict=True) if a.events == b.events]
        assert plain
        assert all(told[entry.n].events is entry.events for entry in plain)

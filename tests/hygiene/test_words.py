"""Events hold names, numbers and facts: what they say is made when they are shown."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.night import NIGHT
from tests.toy import TOY
from wargame import games
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Teller
from wargame.flow.session import Session, new_header
from wargame.flow.words import KERNEL
from wargame.model import events as ev

TOYS = {"toy": TOY, "night": NIGHT}
NAMED = {"note": 0, "roll": 0, "roll_many": 0, "draw": 1, "end": 2}
"""Verbs whose argument at this place is a name in the game's words."""
SHOWN = ("column", "row", "result", "basis", "how")
"""Keywords that hold names or labels."""


def folder(name: str) -> Path:
    """Where the code of a game lies."""
    return Path(__file__).parents[1] / name if name in TOYS else games.folder(name)


def definition(name: str) -> GameDefinition:
    """A game or a toy."""
    return TOYS[name] if name in TOYS else games.game(name)


def spoken(name: str) -> Iterator[tuple[str, str, list[ast.expr]]]:
    """Every call that records words: where, by which verb, and the arguments that name them."""
    for path in sorted(folder(name).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            verb = node.func.attr
            if verb not in {*NAMED, "read_chart", "move"} or not isinstance(
                node.func.value, ast.Name
            ):
                continue
            if node.func.value.id != "g":
                continue
            words = node.args[NAMED[verb] : NAMED[verb] + 1] if verb in NAMED else []
            words = [*words, *(k.value for k in node.keywords if k.arg in SHOWN)]
            yield f"{path.name}:{node.lineno}", verb, words


def texts(expression: ast.expr) -> Iterator[str]:
    """The plain strings in an expression; subscripts and conditions name nothing."""
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(_, body, other):
            yield from (*texts(body), *texts(other))


def is_said(part: ast.expr) -> bool:
    """Whether a piece of an f-string is more than a sign between codes."""
    return isinstance(part, ast.Constant) and not set(str(part.value)) <= {"/", "-", ":"}


@pytest.mark.parametrize("name", [*TOYS, *games.MODULES])
def test_nothing_recorded_is_prose(name: str) -> None:
    calls = list(spoken(name))
    assert len(calls) > 3
    wrong = [
        where
        for where, _, words in calls
        for word in words
        for part in ast.walk(word)
        if isinstance(part, ast.JoinedStr) and any(map(is_said, part.values))
    ]
    wrong += [
        f"{where}: {text}"
        for where, _, words in calls
        for word in words
        for text in texts(word)
        if " " in text
    ]
    assert wrong == []


@pytest.mark.parametrize("name", [*TOYS, *games.MODULES])
def test_every_name_recorded_has_words(name: str) -> None:
    known = {*definition(name).journal.words(), *KERNEL}
    missing = [
        f"{where}: {text}"
        for where, verb, words in spoken(name)
        if verb in NAMED
        for text in texts(words[0])
        if text not in known
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        ("toy", "toy/crossroads"),
        ("night", "night/patrol"),
        ("arras", "learning"),
        ("hannut", "orp"),
    ],
)
def test_every_name_that_a_game_records_can_be_filled_in(name: str, scenario: str) -> None:
    game = definition(name)
    known = {*game.journal.words(), *KERNEL}
    info = next(s for s in game.scenarios if s.id.endswith(scenario.rpartition("/")[2]))
    session, pick = Session.start(game, new_header(game, info.id, 3)), random.Random(3).randrange
    while session.ask is not None:
        session.answer(session.ask.sample(pick))
    events = list(session.game.journal)
    names = {event.what for event in events if isinstance(event, ev.Noted)}
    names |= {event.kind for event in events if isinstance(event, ev.DiceRolled | ev.ItemDrawn)}
    names |= {event.reason for event in events if isinstance(event, ev.GameEnded)}
    assert names - known == set()
    lines = [line.text for line in Teller(game, session.game, session.steps).lines(events)]
    assert len(lines) > len(names) > 2
    assert not [line for line in lines if "{" in line or "_" in line]

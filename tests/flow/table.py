"""Toy sessions to test with: random play, and one-script games."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from tests.toy import TOY, ToyContent
from tests.toy.content import load
from wargame.content.sequence import Step
from wargame.flow.ask import Ask, Choice, Option, Pick
from wargame.flow.definition import GameDefinition
from wargame.flow.record import Header
from wargame.flow.script import SEGMENTS, Next
from wargame.flow.session import Session, new_header
from wargame.model.dice import mix

SCENARIO = "toy/crossroads"


def header(seed: int = 1, dice: tuple[int, ...] = ()) -> Header:
    """The header of a toy game."""
    return new_header(TOY, SCENARIO, seed, dice=dice)


def start(seed: int = 1, dice: tuple[int, ...] = ()) -> Session:
    """A toy game at its first question."""
    return Session.start(TOY, header(seed, dice))


def picker(seed: int) -> Pick:
    """Numbers for samplers."""
    count = iter(range(1 << 30))
    return lambda n: mix(seed, next(count)) % n


def play(session: Session, answers: int = 1000, seed: int = 1) -> Session:
    """Give random legal answers, at most so many."""
    pick = picker(seed)
    for _ in range(answers):
        if session.ask is None:
            break
        session.answer(session.ask.sample(pick))
    return session


def asked(session: Session) -> Ask[Any]:
    """The open question."""
    assert session.ask is not None
    return session.ask


def choice(*words: str, side: str = "red") -> Choice[str]:
    """A question with these answers."""
    return Choice(
        side, "test.which", "Which?", [(Option(w, w), w) for w in words], rule="TOY-SQ-01"
    )


Script = Callable[..., Coroutine[Any, Any, Next]]


def step(name: str, *children: Step, script: str = "", repeat: bool = False) -> Step:
    """A step of a sequence."""
    return Step(name, name, "TOY-SQ-01", "", script, "", repeat, False, 0, children, "")


def game_of(
    monkeypatch: pytest.MonkeyPatch, script: Script, *, repeat: bool = True
) -> GameDefinition:
    """The toy with a sequence of one script."""
    monkeypatch.setitem(SEGMENTS, "t.go", script)
    return sequence_game(step("t.game", step("t.go", script="t.go"), repeat=repeat))


def sequence_game(root: Step) -> GameDefinition:
    """The toy with another sequence."""
    content: ToyContent = load(SCENARIO).but(sequence=root)
    return replace(TOY, load=lambda _scenario: content)


def begin(definition: GameDefinition, seed: int = 1) -> Session:
    """Start a game of this definition."""
    return Session.start(definition, new_header(definition, SCENARIO, seed))

"""Answers of random games with a unit, hex or number exchanged for another: each is taken or refused, none fails."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from wargame import games
from wargame.flow.ask import IllegalAnswer
from wargame.flow.fuzz import Picker
from wargame.flow.game import Game
from wargame.flow.session import Session, new_header

ODD = ("", "0", "-1", "99")
"""What stands for a word that is neither a unit nor a hex."""
FEW, STEP = 20, 3
"""Answers that are exchanged at least; every so many-th one is."""


def exchanged(answer: str, g: Game[Any], pick: random.Random) -> str:
    """The answer with one unit, hex or number of it exchanged, also within `A+B` and `0101-0102`."""
    units = sorted(g.state.units)
    words = answer.split()
    at = pick.randrange(len(words))
    signs = () if words[at] in g.state.units else (s for s in "+-," if s in words[at])
    sign = next(iter(signs), None)
    parts = words[at].split(sign) if sign else [words[at]]
    n = pick.randrange(len(parts))
    if parts[n] in g.state.units:
        parts[n] = pick.choice(units)
    elif _is_hex(parts[n], g):
        parts[n] = g.grid.name(pick.randrange(g.grid.size))
    else:
        parts[n] = pick.choice((*ODD, pick.choice(units), parts[n] + "9"))
    words[at] = (sign or "").join(parts)
    return " ".join(words)


def _is_hex(word: str, g: Game[Any]) -> bool:
    with suppress(ValueError):
        g.grid.hex(word)
        return True
    return False


def hold(scenario: str, options: dict[str, str], seeds: Sequence[int], *, most: int) -> int:
    """Play and exchange; how many answers were exchanged. What is taken reads as itself."""
    definition, info = games.find(scenario)
    tried = 0
    for seed in seeds:
        session = Session.start(definition, new_header(definition, info.id, seed, options=options))
        sampled, pick = Picker(seed), random.Random(seed)
        while session.ask is not None and session.n < most:
            answer = session.ask.sample(sampled)
            for _ in range(2 if session.n % STEP == 0 else 0):
                given = exchanged(answer, session.game, pick)
                tried += 1
                try:
                    text, _ = session.ask.read(given)
                except IllegalAnswer:
                    continue
                assert session.ask.read(text)[0] == text, given
            session.answer(answer)
    return tried


SCENARIOS = [
    ("arras/campaign", {}),
    ("hannut/campaign", {}),
    ("normandy/campaign", {}),
    ("ardennes/campaign", {"mode": "2p"}),
    ("ardennes/campaign", {"mode": "gs"}),
    ("eastfront/barbarossa", {}),
]


@pytest.mark.parametrize(("scenario", "options"), SCENARIOS)
def test_an_exchanged_word_is_taken_or_refused(scenario: str, options: dict[str, str]) -> None:
    assert hold(scenario, options, [1], most=250) > FEW


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "options"), SCENARIOS)
def test_many_exchanged_words(scenario: str, options: dict[str, str]) -> None:
    assert hold(scenario, options, range(2, 12), most=600) > FEW

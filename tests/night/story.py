"""One public story of Night patrol with whatever secrets behind it, to compare what is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tests.night import NIGHT
from tests.night.content import DECK, DECOY, FLARE, RALLY, RUMOUR, SCENARIO
from tests.toy.content import BLUE, OTHER, RED
from wargame.flow.definition import GameDefinition
from wargame.flow.session import Session, new_header
from wargame.model.state import Side
from wargame.store.save import SaveFile


@dataclass(frozen=True)
class Secrets:
    """What one side keeps to itself."""

    plan: str
    order: tuple[str, str, str]
    """Who stands north, in the middle and south; the story turns up the one in the middle."""
    mine: str
    cards: tuple[str, str, str, str]
    """As they are drawn; the second is played face down in the first turn."""


TRUTH = {
    RED: Secrets("west", ("r1", "r2", "r3"), "0302", (FLARE, DECOY, RALLY, RUMOUR)),
    BLUE: Secrets("east", ("b1", "b2", "b3"), "0502", (RALLY, RUMOUR, FLARE, DECOY)),
}
OTHERWISE = {
    RED: Secrets("centre", ("r3", "r2", "r1"), "0304", (DECOY, RUMOUR, RUMOUR, DECOY)),
    BLUE: Secrets("west", ("b3", "b2", "b1"), "0504", (DECOY, DECOY, RUMOUR, RALLY)),
}
"""Every secret is another, and nothing that both sides see is."""
Told = dict[Side, Secrets]
Answer = Callable[[Secrets], str]


def truth_but(*sides: Side) -> Told:
    """The secrets of the story, with those of *sides* replaced."""
    return {side: (OTHERWISE if side in sides else TRUTH)[side] for side in OTHER}


def _prepare(side: Side) -> list[tuple[Side, Answer]]:
    return [
        (side, lambda s: f"plan {s.plan}"),
        (side, lambda s: f"deploy {' '.join(s.order)}"),
        (side, lambda s: f"mine {s.mine}"),
    ]


def _say(side: Side, *texts: str) -> list[tuple[Side, Answer]]:
    """Answers with NORTH, MIDDLE and SOUTH for the units that stood there at first."""
    return [(side, partial(_filled, text)) for text in texts]


def _filled(text: str, secrets: Secrets) -> str:
    for name, unit in zip(("NORTH", "MIDDLE", "SOUTH"), secrets.order, strict=True):
        text = text.replace(name, unit)
    return text


STORY: list[tuple[Side, Answer]] = [
    *_prepare(RED),
    *_prepare(BLUE),
    (RED, lambda s: f"play {s.cards[1]}"),
    *_say(RED, "move MIDDLE 0103-0203-0303-0403", "move NORTH 0102-0202", "pass"),
    (BLUE, lambda s: f"play {s.cards[1]}"),
    *_say(BLUE, "move MIDDLE 0803-0703-0603-0503", "move NORTH 0802-0702", "pass"),
    *_say(BLUE, "attack 0403 from MIDDLE"),
    *_say(RED, "pass", "move SOUTH 0104-0204", "pass", "pass"),
    *_say(BLUE, "pass", "move SOUTH 0804-0704", "pass", "pass"),
]
LAST = len(STORY) - 1
"""The last answer before the one that ends the game."""


def tell(n: int, secrets: Told, definition: GameDefinition = NIGHT) -> Session:
    """The session after *n* answers of the story."""
    session = Session.start(definition, new_header(definition, SCENARIO, 1, dice=_dice(secrets)))
    for side, answer in STORY[:n]:
        assert session.ask is not None
        assert side == session.ask.side
        session.answer(answer(secrets[side]))
    return session


def write(path: Path, session: Session) -> Path:
    """A session as a save."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    SaveFile.create(path, session.header, session.entries).close()
    return path


def unveiled(**veil: Callable[..., object]) -> GameDefinition:
    """Night patrol with functions of its veil replaced."""
    torn = type("Torn", (type(NIGHT.veil),), {name: staticmethod(f) for name, f in veil.items()})
    return replace(NIGHT, veil=torn())


def _dice(secrets: Told) -> list[int]:
    """The numbers that draw these cards, and a three for the one attack."""
    decks = {side: list(DECK) for side in OTHER}
    dice: list[int] = []
    for turn in range(2):
        for side in OTHER:
            for card in secrets[side].cards[2 * turn : 2 * turn + 2]:
                place = decks[side].index(card)
                del decks[side][place]
                dice.append(place + 1)
        dice += [3] * (turn == 0)
    return dice

"""What a side may not know: a game's veil, and the table as one side sees it through the veil.

The veil is for looking only.  Rules, saves, undo, replay and verification work on the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

from wargame.flow.game import DRAWS, Content, Game
from wargame.flow.record import Entry
from wargame.model.codec import attach
from wargame.model.events import Event
from wargame.model.state import Side, State, Unit, UnitId

C = TypeVar("C", bound=Content)
K = TypeVar("K", int, str)
T = TypeVar("T")

BYSTANDER: Final[Side] = ""
"""The viewer who is on no side: knows only what lies open to everybody."""
HIDDEN: Final = "hidden"
"""What is said in place of a secret answer."""
UNKNOWN: Final = "?"
"""A card, chit or value that lies face down."""
Level: TypeAlias = Literal["open", "aside", "curtain"]
"""Nothing is hidden; what is hidden is shown only when its owner asks (orders, watched hexes); what
is hidden stands on the table or in the question (a hand that is the list of answers)."""


class Veil(Protocol):
    """What each side may not know of a game, and what it sees instead.

    Everything shown in place of a secret must be the same whatever the secret is, its order and
    its ids included.  Every function is also asked for the BYSTANDER, from whom the secrets of
    both sides are kept.  Once the game has ended nothing is secret and the veil is asked no more.
    """

    looks: bool
    """Whether `tell` and `answer` look at the table: only then it is brought to where they happened."""

    def cover(self, state: State, g: Game[Any], side: Side) -> None:
        """Take everything out of *state* that *side* may not know.

        *state* is a copy of the position of *g*, without chance (seed, laid out dice, how much was
        drawn) and without lookups.  It is put in order afterwards, so that the order in which
        units and markers came to the table tells nothing.
        """

    def tell(self, event: Event, g: Game[Any], side: Side) -> Event | None:
        """*event* as *side* saw it happen, None where it saw nothing; *g* stands just before it (see `looks`).

        It goes on being told so when the secret has come out later.  Ids in it may be those of no
        unit on the table; the face must find a name for them.
        """

    def answer(self, entry: Entry, g: Game[Any], side: Side) -> str:
        """The text of an answer as *side* heard it; *g* stands just before it."""

    def lays_open(self, event: Event, state: State) -> bool:
        """Whether *event* shows a side what it did not know: undo stops there, as at a die.

        Of *state*, the position now, only what never changes is read: how many play.
        """

    def level(self, state: State) -> Level:
        """How much there is to hide now, which decides whether a handover needs a curtain."""


def known_to(veil: Veil, g: Game[C], side: Side) -> Game[C]:
    """The table as *side* may know it, a copy to look at and to build questions on."""
    state = _covered(veil, g, side)
    attach(state, g.board.blank())
    return Game(state, g.content, g.options, g.blank)


class Glimpse(State):
    """A position as a side knows it, without lookups, covered once something of it is looked at.

    It is good until the next event.  What is being played and the game-turn lie open and cost nothing.
    """

    __slots__ = ("_make", "_turn")

    def __init__(self, veil: Veil, g: Game[Any], side: Side) -> None:
        self.frames, self.substep, self.board = g.state.frames, g.state.substep, None
        self._turn = g.state.turn()
        self._make = partial(_covered, veil, g, side)

    def turn(self) -> int:
        """Number of the current game-turn."""
        return self._turn

    def __getattr__(self, name: str) -> Any:
        known = self._make()
        for field in fields(State):
            setattr(self, field.name, getattr(known, field.name))
        return getattr(self, name)


def _covered(veil: Veil, g: Game[Any], side: Side) -> State:
    """A copy of the position without what *side* may not know, in an order that tells nothing."""
    state = g.state.copy()
    state.seed, state.drawn, state.script = 0, 0, []
    state.lists.pop(DRAWS, None)
    veil.cover(state, g, side)
    state.units = _sorted(state.units)
    state.markers = _sorted(state.markers)
    state.tracks = _sorted(state.tracks)
    state.lists = _sorted(state.lists)
    state.layers = {name: _sorted(state.layers[name]) for name in sorted(state.layers)}
    state.cups = _sorted(state.cups)
    state.control = _sorted(state.control)
    return state


def _sorted(found: dict[K, T]) -> dict[K, T]:
    return {name: found[name] for name in sorted(found)}


def turn_down(state: State, cups: Iterable[str]) -> None:
    """Lay cups, hands or piles face down: how many items they hold is all that is seen."""
    for cup in cups:
        state.cups[cup] = [UNKNOWN] * len(state.cups[cup])


def mask(state: State, units: Collection[UnitId], shown: Collection[str] = ()) -> None:
    """Lay units face down: their place and the states in *shown* are all that is seen of them.

    Their ids become "blue?1", "blue?2"... in the order of what is seen.
    """
    gone = [state.units.pop(unit_id) for unit_id in units]
    faces = [Unit("", u.side, u.hex, u.box, u.states & set(shown)) for u in gone]
    count: Counter[Side] = Counter()
    for unit in sorted(faces, key=lambda u: (u.side, u.hex, u.box, sorted(u.states))):
        count[unit.side] += 1
        unit.id = f"{masked(unit.side)}{count[unit.side]}"
        state.units[unit.id] = unit


def masked(side: Side) -> UnitId:
    """How events and answers call any unit of *side* that lies face down: "blue?"."""
    return f"{side}{UNKNOWN}"


def reworded(text: str, names: Mapping[str, str]) -> str:
    """An answer with some of its words replaced: ids of units that lie face down."""
    return " ".join(names.get(word, word) for word in text.split())

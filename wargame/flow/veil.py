"""What a side may not know: a game's veil, and the table as one side sees it through the veil.

The veil is for looking only.  Rules, saves, undo, replay and verification work on the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Protocol, TypeVar

from wargame.flow.game import Content, Game
from wargame.flow.record import Entry
from wargame.model.codec import attach
from wargame.model.events import Event
from wargame.model.state import Frame, Marker, Side, State, Unit, UnitId

C = TypeVar("C", bound=Content)

BYSTANDER: Final[Side] = ""
"""The viewer who is on no side: knows only what lies open to everybody."""
HIDDEN: Final = "hidden"
"""What is said in place of a secret answer."""
UNKNOWN: Final = "?"
"""A card, chit or value that lies face down."""


class Veil(Protocol):
    """What each side may not know of a game, and what it sees instead.

    Everything shown in place of a secret must be the same whatever the secret is, its order and
    its ids included.  Every function is also asked for the BYSTANDER, from whom the secrets of
    both sides are kept.  Once the game has ended nothing is secret and the veil is asked no more.
    """

    def cover(self, state: State, g: Game[Any], side: Side) -> None:
        """Take everything out of *state* that *side* may not know.

        *state* is a copy of the position of *g*, without chance (seed, laid out dice, how much was
        drawn) and without lookups.  It is put in order afterwards, so that the order in which
        units and markers came to the table tells nothing.
        """

    def tell(self, event: Event, g: Game[Any], side: Side) -> Event | None:
        """*event* as *side* saw it happen, None where it saw nothing; *g* stands just before it.

        It goes on being told so when the secret has come out later.  Ids in it may be those of no
        unit on the table; the face must find a name for them.
        """

    def answer(self, entry: Entry, g: Game[Any], side: Side) -> str:
        """The text of an answer as *side* heard it; *g* stands just before it."""

    def lays_open(self, event: Event) -> bool:
        """Whether *event* shows a side what it did not know: undo stops there, as at a die."""


def known_to(veil: Veil, g: Game[C], side: Side) -> Game[C]:
    """The table as *side* may know it, a copy to look at and to build questions on."""
    state = _copied(g.state)
    veil.cover(state, g, side)
    state.units = {name: state.units[name] for name in sorted(state.units)}
    state.markers = {name: state.markers[name] for name in sorted(state.markers)}
    state.tracks = {name: state.tracks[name] for name in sorted(state.tracks)}
    state.lists = {name: state.lists[name] for name in sorted(state.lists)}
    state.cups = {name: state.cups[name] for name in sorted(state.cups)}
    state.control = {where: state.control[where] for where in sorted(state.control)}
    attach(state, g.board.blank())
    return Game(state, g.content, g.options)


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


def _copied(state: State) -> State:
    """The position without chance and lookups."""
    return State(
        state.game,
        state.scenario,
        0,
        {
            u.id: Unit(u.id, u.side, u.hex, u.box, set(u.states), dict(u.numbers), dict(u.ties))
            for u in state.units.values()
        },
        {m.id: Marker(m.id, m.kind, m.side, m.hex, m.box, m.count) for m in state.markers.values()},
        dict(state.tracks),
        {name: list(items) for name, items in state.lists.items()},
        {name: dict(layer) for name, layer in state.layers.items()},
        dict(state.control),
        {name: list(items) for name, items in state.cups.items()},
        [Frame(f.name, dict(f.args), f.todo, dict(f.kept)) for f in state.frames],
        state.substep,
        ended=state.ended,
    )

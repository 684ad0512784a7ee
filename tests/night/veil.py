"""NGT-SE  What a side may not know: hands, piles, plans, points, mines, units face down."""

from __future__ import annotations

from tests.night.content import FACE_DOWN, FACE_DOWN_CARDS
from tests.toy.content import ToyGame
from wargame.flow.record import Entry
from wargame.flow.veil import HIDDEN, UNKNOWN, Level, mask, masked, reworded, turn_down
from wargame.model import events as ev
from wargame.model.state import Side, State, UnitId

SECRET_ANSWERS = ("night.plan", "night.deploy", "night.mine")
SHOWN = ("shaken",)
"""States that can be seen on the back of a counter."""


class NightVeil:
    """Everything that belongs to a side and lies face down is known to that side alone."""

    looks = True

    def cover(self, state: State, g: ToyGame, side: Side) -> None:
        """NGT-SE-01  What lies on the table, as *side* sees it."""
        turn_down(state, [cup for cup in state.cups if _owner(cup) != side])
        for name in [name for name in state.tracks if _is_secret(name, side)]:
            state.tracks[name] = UNKNOWN
        for marker in g.state.markers.values():
            if marker.side != side:
                del state.markers[marker.id]
        mask(state, _face_down(g, side), SHOWN)

    def tell(self, event: ev.Event, g: ToyGame, side: Side) -> ev.Event | None:
        """NGT-SE-02  What happens, as *side* sees it."""
        match event:
            case ev.UnitMoved(unit) | ev.UnitPlaced(unit) if unit in _face_down(g, side):
                return event._replace(unit=masked(g.state.units[unit].side))
            case ev.StateGained(unit, state) if unit in _face_down(g, side):
                name = masked(g.state.units[unit].side)
                return event._replace(unit=name) if state in SHOWN else None
            case ev.StateLost(unit, state) if unit in _face_down(g, side) and state != FACE_DOWN:
                return None
            case ev.ItemDrawn(cup) if _owner(cup) != side:
                return event._replace(item=UNKNOWN, roll=0)
            case ev.ItemMoved(item, _, target) if not _is_seen(item, target, side):
                return event._replace(item=UNKNOWN)
            case ev.TrackSet(name) if _is_secret(name, side):
                return None
            case ev.MarkerPlaced(_, _, owner) if owner != side:
                return None
            case ev.MarkerRemoved(marker) if g.state.markers[marker].side != side:
                return None
        return event

    def answer(self, entry: Entry, g: ToyGame, side: Side) -> str:
        """NGT-SE-03  What the other side is heard to say."""
        if entry.side == side:
            return entry.answer
        if entry.key in SECRET_ANSWERS:
            return HIDDEN
        if entry.key == "night.card" and entry.answer.removeprefix("play ") in FACE_DOWN_CARDS:
            return f"play {UNKNOWN}"
        names = {unit: masked(g.state.units[unit].side) for unit in _face_down(g, side)}
        return reworded(entry.answer, names)

    def lays_open(self, event: ev.Event, state: State) -> bool:  # noqa: ARG002
        """NGT-SE-04  A move finds out where no mine lies; a counter turned up is known."""
        match event:
            case ev.UnitMoved():
                return True
            case ev.StateLost(_, lost):
                return lost == FACE_DOWN
        return False

    def level(self, state: State) -> Level:
        """NGT-SE-06  A hand of cards is the list of answers; without one, plans are told aside."""
        hands = any(items for cup, items in state.cups.items() if cup.startswith("hand."))
        down = any(FACE_DOWN in unit.states for unit in state.units.values())
        return "curtain" if hands or down else "aside"


VEIL = NightVeil()


class SheerVeil:
    """Hides nothing: for tests that need a veil, and for those that show what a hole in one does."""

    looks = False

    def cover(self, state: State, g: ToyGame, side: Side) -> None:
        """Nothing is covered."""

    def tell(self, event: ev.Event, g: ToyGame, side: Side) -> ev.Event | None:  # noqa: ARG002
        """Everything is told."""
        return event

    def answer(self, entry: Entry, g: ToyGame, side: Side) -> str:  # noqa: ARG002
        """Every word is heard."""
        return entry.answer

    def lays_open(self, event: ev.Event, state: State) -> bool:  # noqa: ARG002
        """Nothing was hidden."""
        return False

    def level(self, state: State) -> Level:  # noqa: ARG002
        """As much as there can be, so that the curtain falls."""
        return "curtain"


SHEER = SheerVeil()


def _owner(cup: str) -> Side:
    """Whose deck, hand or pile it is."""
    return cup.partition(".")[2]


def _is_secret(track: str, side: Side) -> bool:
    return track.startswith(("plan.", "points.")) and _owner(track) != side


def _is_seen(item: str, target: str, side: Side) -> bool:
    """A card played for its effect is seen by all, whoever played it."""
    played = target.startswith("pile.") and item not in FACE_DOWN_CARDS
    return played or _owner(target) == side


def _face_down(g: ToyGame, side: Side) -> list[UnitId]:
    """Units whose back is all that *side* sees."""
    units = g.state.units.values()
    return [u.id for u in units if u.side != side and FACE_DOWN in u.states]

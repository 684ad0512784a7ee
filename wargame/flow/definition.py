"""What a game hands to the kernel and to the faces: one GameDefinition a system."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from wargame.content.chart import Chart
from wargame.content.errors import DataError
from wargame.content.figures import lasting
from wargame.flow.aside import Aside
from wargame.flow.ask import Odds
from wargame.flow.face import Face
from wargame.flow.game import Content, Game
from wargame.flow.lab_kit import LabKit
from wargame.flow.prospects import Attacks
from wargame.flow.seat import Seat
from wargame.flow.veil import Veil
from wargame.hexes.grid import Hex
from wargame.model.board import HoldRule, NearRule, ZocRule
from wargame.model.events import Event
from wargame.model.state import Fact, Side, State, Unit, UnitId

Sentence: TypeAlias = str | Callable[[Game[Any], Mapping[str, Fact]], str]
"""A template for the words of an event, or a function of the table and the facts."""


@dataclass(frozen=True, slots=True)
class SideInfo:
    """A player's side: id, name, and the number of its colour in the themes (0 or 1)."""

    id: Side
    title: str
    colour: int


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario on the menu."""

    id: str
    title: str
    turns: int
    minutes: int
    blurb: str = ""
    answers: int = 0  # about how many a whole game takes; 0 where that is not known
    first: int = 1
    """The number of its first turn."""

    @property
    def last(self) -> int:
        """The number of its last turn."""
        return self.first + self.turns - 1

    @property
    def length(self) -> str:
        """How long it is, in words: its turns, its answers where known, its time."""
        told = (f"{self.turns} turns", f"about {self.answers} answers", lasting(self.minutes))
        return ", ".join(told if self.answers else told[::2])


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """What can be chosen with a scenario: who plays, an optional rule."""

    id: str
    title: str
    values: Mapping[str, str]
    """What can be chosen, each with its words; the first stands where nothing is chosen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table is laid out and what its board counts."""

    setup: Callable[..., State]
    """The table as laid out, from content, seed and the options by name, with no frame open."""
    zoc: Callable[[Any], ZocRule] | None = None
    """The ZOC rule of a stack, for this content; None where there are no zones."""
    holds: Callable[[Any], HoldRule] | None = None
    """What units are in others' way, for this content; None if all hold their hex."""
    reads: Sequence[str] = ()
    """Tracks, layers and kinds of marker that `zoc` or `holds` reads: it is counted again when one changes."""
    marks: Sequence[str] | None = None
    """States, counts and ties of units that `zoc` or `holds` reads; None: any may be."""
    near: Callable[[Any], NearRule] | None = None
    """Whose stacks a place of a layer in `reads` concerns, for this content; None: all, wherever it is."""
    blank: int | None = None
    """With 0, counts and tracks that nobody has set are 0: to set one to 0 is no change, and no fact."""


class Said(NamedTuple):
    """A sentence, the rule it is told with, and what it is about."""

    text: str
    rule: str
    hexes: tuple[Hex, ...] = ()
    units: tuple[UnitId, ...] = ()


class Summary(NamedTuple):
    """What a side did that the rules run, in a few sentences."""

    at: int
    """The event before which it is told: there its turn begins."""
    said: Sequence[Said]


@dataclass(frozen=True, slots=True)
class Wording:
    """How the journal, exports and reasons speak, where names within would not read well."""

    words: Callable[[], Mapping[str, Sentence]] = dict
    """What notes, rolls, charts and endings say, by their names in events (`flow/words.py`)."""
    states: Mapping[str, str] = field(default_factory=dict)
    """How states read within a sentence, where that is not as they are called inside."""
    shifts: Mapping[str, str] = field(default_factory=dict)
    """How the shifts of charts read, where that is not as they are called inside."""
    shifted: str = "shifts"
    """What the journal calls them all: a game without columns to shift has modifiers."""
    quiet: Sequence[str] = ()
    """States, boxes and kinds of marker that are not told, because the act behind them is told.
    A step among them is not told of where it had nothing to do. States that begin with an underscore are book-keeping and never told.
    """
    kept: Container[str] = frozenset()
    """Boxes whose units are no losses: they wait again, or are elsewhere."""
    quiet_lost: Container[str] = frozenset()
    """States that are told when they begin only: another, or a note, tells of their end."""
    chosen: Container[str] = frozenset()
    """States that a side puts its own units into: they are told, but nobody has suffered them."""
    goal_first: Container[str] = frozenset()
    """Ways of moving a single step that are told by the hex they are aimed at: "assaults 1204"."""
    layers: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Layers of hexes that are told: what is said where one comes to lie on a hex, and where it goes, with {} for
    the hex; "" where another line tells it. What was decided by the same rule tells it already."""
    cites: Callable[[Any, Event], str] | None = None
    """The rule that the journal cites for an event, where another says more than the one it was recorded with."""
    sums_up: Callable[[Any, Sequence[Event]], Summary | None] | None = None
    """What a side that the rules run did in its turn, of the events of an answer or of several, each of one unit: it is
    told before all that was drawn and weighed. None where nothing of such a turn is among them.
    """
    plural_units: Container[UnitId] = frozenset()
    """Units whose names are plural: "the tractors move"."""
    only_in: Mapping[str, str] = field(default_factory=dict)
    """Numbers of a unit that mean something only while it is in a state: number to state."""

    def numbers(self, unit: Unit) -> dict[str, int]:
        """The numbers of a unit that mean something now, by name."""
        told = (name for name in unit.numbers if self.only_in.get(name, "") in {"", *unit.states})
        return {name: unit.numbers[name] for name in sorted(told)}

    def is_told(self, state: str) -> bool:
        """Whether a state is news to a player; book-keeping begins with an underscore."""
        return state not in self.quiet and not state.startswith("_")

    def is_suffered(self, state: str) -> bool:
        """Whether a state counts among what befell a side."""
        return self.is_told(state) and state not in self.chosen

    def is_told_lost(self, state: str) -> bool:
        """Whether the end of a state is news to a player."""
        return self.is_told(state) and state not in self.quiet_lost

    def state(self, state: str) -> str:
        """A state within a sentence."""
        return self.states.get(state, state)

    def shift(self, shift: str) -> str:
        """A shift as players read it."""
        return self.shifts.get(shift, shift)

    def odds(self, odds: Odds) -> Odds:
        """The same odds, with their shifts as players read them."""
        return replace(odds, shifts=tuple((self.shift(name), n) for name, n in odds.shifts))


@dataclass(frozen=True, slots=True)
class Limits:
    """What must hold after every answer, for fuzzing and tests."""

    pass_answers: int = 15
    """No pass may take more answers: what repeats is a segment of its own, not a loop in one."""
    broken: Callable[[Game[Any]], list[str]] | None = None
    """Sentences about what does not hold on this table."""
    reasons: Sequence[str] = ()
    """Why a game may end, by the names in its endings; none: for any reason."""


def _nobody(g: Game[Any], side: Side) -> bool:  # noqa: ARG001 - both sides are played
    return False


@dataclass(frozen=True)
class GameDefinition:
    """One game system: what everybody asks for, then a group for each reader."""

    id: str
    title: str
    blurb: str
    ruleset: str
    """Version of the rules; it changes when an answer could have another effect."""
    sides: tuple[SideInfo, ...]
    scenarios: tuple[ScenarioInfo, ...]
    load: Callable[[str], Content]
    """Content for a scenario id."""
    table: Layout
    predicates: Mapping[str, Callable[[Game[Any], Side], bool]]
    """The named conditions of the turn sequence, asked with the side of the step, "" for none."""
    face: Face
    charts: Callable[[Any], Mapping[str, Chart]]
    order_of_battle: Callable[[Any], list[dict[str, Any]]]
    """Printed units as JSON values."""
    orders: Mapping[str, Callable[[Game[Any], tuple[str, ...]], Sequence[str]]] = field(
        default_factory=dict
    )
    """The named orders of the turn sequence: the ids of a step's children, put in order."""
    options: tuple[OptionInfo, ...] = ()
    """What is chosen with a scenario."""
    judged: Callable[[Game[Any]], None] | None = None
    """Called after every pass: it notes what has come to count otherwise, as points that hang on supply."""
    seats: Sequence[Seat] = ()
    """Who answers for a side by orders it has given."""
    asides: Mapping[str, Aside] = field(default_factory=dict)
    """What a side may say at any question of its own, by its first word."""
    attacks: Attacks | None = None
    """Who may attack what before anybody has moved; None where nobody reckons it."""
    automated: Callable[[Game[Any], Side], bool] = _nobody
    """Whether a side is run by the rules: it is never asked."""
    veil: Veil | None = None
    """What a side may not know; None where everything lies open."""
    journal: Wording = field(default_factory=Wording)
    lab: LabKit = field(default_factory=LabKit)
    limits: Limits = field(default_factory=Limits)
    segments: Sequence[ModuleType] = ()
    """The modules of its segment scripts, in the order of play."""

    @property
    def secrets(self) -> bool:
        """Whether a side must not see everything: then a curtain hides the table at a handover."""
        return self.veil is not None

    def chosen(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """Every option as chosen, or as it stands by itself; raises DataError."""
        known = {option.id: option for option in self.options}
        for name, value in wanted.items():
            if not known:
                said = f'{self.title} has no options, and no "{name}" to choose'
                raise DataError("", "", said, word=name)
            if name not in known:
                raise DataError.typed(f"option of {self.title}", name, known)
            if value not in known[name].values:
                raise DataError.typed(f"choice of {name}", value, known[name].values)
        return {o.id: wanted.get(o.id, next(iter(o.values))) for o in self.options}

    def facts(self, g: Game[Any]) -> list[tuple[str, str]]:
        """The score with the next levels of victory, then the other short facts."""
        standing = self.face.standing(g)
        score = [("score", standing.outlook)] if standing.bands else []
        return [*score, *self.face.status(g)]

    def player(self, side: Side, names: Mapping[Side, str]) -> str:
        """A side with the name of who plays it, if one was given: "German (Anna)"."""
        title = next((info.title for info in self.sides if info.id == side), side)
        name = names.get(side, "").strip()
        return f"{title} ({name})" if name and name != title else title

    def winner(self, side: Side, names: Mapping[Side, str]) -> str:
        """Who has won, with the name of who plays it; "" for nobody, as after a draw."""
        return self.player(side, names) if any(info.id == side for info in self.sides) else ""

    def colour(self, side: Side) -> str:
        """The role of a side's colour, "side0" or "side1"; "" for no side."""
        return next((f"side{info.colour}" for info in self.sides if info.id == side), "")

    def scenario(self, scenario_id: str) -> ScenarioInfo:
        """The scenario called *scenario_id*; raises KeyError."""
        return {info.id: info for info in self.scenarios}[scenario_id]

    def other(self, side: Side) -> Side:
        """The opponent of *side*."""
        first, second = self.sides[0].id, self.sides[1].id
        return second if side == first else first

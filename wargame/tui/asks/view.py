"""What a controller wants shown: rows to choose from, keys, marks on the map, a preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wargame.flow.ask import Odds
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks on the map."""

    kind: str
    """How it is drawn: "choice", "must", "selection", "target", "reach", "route", "stop" or "top",
    the unit drawn over those it stands with."""
    marks: Mapping[Hex, str] = field(default_factory=dict)
    """A short label a hex, "" for a tint alone."""


@dataclass(frozen=True, slots=True)
class Item:
    """One row the player can choose."""

    text: str
    note: str = ""
    """Said in a quieter voice after the text."""
    mark: str = ""
    """"on" or "off" for something that is toggled; "must" for an obligation."""
    here: bool = False
    """Whether it belongs to the cursor's hex."""
    units: tuple[UnitId, ...] = ()
    """The units it stands for, where it is picked by them."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything a controller shows at one moment."""

    hint: str
    """What to do next, in a sentence."""
    keys: tuple[tuple[str, str], ...] = ()
    """Keys that answer, each with what it does."""
    items: tuple[Item, ...] = ()
    more: int = 0
    """How many rows there are that are not shown."""
    by_number: bool = False
    """Whether the number of a row does it, or ticks who does, on a card that goes before too."""
    first: int = 1
    """The number of the first row."""
    at: int = -1
    """The highlighted row."""
    preview: tuple[str, ...] = ()
    """What the answer would mean, line by line."""
    layers: tuple[Layer, ...] = ()
    answer: str = ""
    """What Enter would answer now; "" while it would not."""
    plan: str = ""
    """The line of several orders that Enter would give one after the other, "" for one."""
    refusal: str = ""
    """Why what is shown is not legal."""
    odds: Odds | None = None
    focus: Hex | None = None
    """Where the cursor should go."""
    unchosen: str = "Nothing is chosen yet: {next}, a number or the cursor points at it."
    """Said of Enter before the player has pointed at anything."""
    proposed: str = ""
    """Said of Enter instead where the answer that is shown is a proposal: a second Enter gives it."""
    dealt: bool = False
    """Whether its odds are those of what the rows say, pointed at or not."""

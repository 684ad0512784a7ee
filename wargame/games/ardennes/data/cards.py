"""The cards, chits and action cards of Ardennes as frozen models."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.toml import TomlModel
from wargame.games.ardennes.data.files import Mode, Ratio, Side

CardKind: TypeAlias = Literal["division", "corps", "army", "group", "none", "event"]
Tactic: TypeAlias = Literal[
    "artillery", "corps artillery", "fixed artillery", "airpower", "panzer battalion",
    "tank battalion", "infiltration", "press the attack", "assault coordination",
    "reinforce battle", "screen", "bug out",
]  # fmt: skip
Event: TypeAlias = Literal[
    "crisis", "bridge", "commandos", "hesitates", "fuel priority", "fury", "greif", "freeze",
    "manteuffel", "stosser", "fuel dump", "night march", "model", "alarm", "engineers",
    "air resupply", "dumps", "turns north", "red ball", "nuts", "rear troops",
]  # fmt: skip
When: TypeAlias = Literal[
    "command", "supply", "supply or command", "command or reaction", "reaction", "drawing", "any"
]


class AlsoCorps(TomlModel):
    """ARD-OB-01  A corps whose units count as of the card's own through a day."""

    corps: str
    through: int


class Card(TomlModel):
    """A card; ARD-CD-04: used in one way only, its command, its event or its tactic."""

    id: str
    side: Side
    kind: CardKind
    title: str
    formation: tuple[str, ...] = ()
    """Divisions, a corps, or armies."""
    value: int = 0
    """Command Value."""
    tactic: Tactic | None = None
    range: int = 0
    """ARD-CT-05  FAR: hexes to a Westwall hex."""
    enters: int = 16
    """The day on which it first joins the deck."""
    leaves: int | None = None
    """The day on which a No Command card is removed."""
    also: AlsoCorps | None = None
    event: Event | None = None
    when: When | None = None
    first: int = 16
    """The days on which it may be used."""
    through: int = 31
    once: bool = False
    """Out of play once its event has been used."""
    mode: Mode | None = None
    """The only mode that has it."""
    joins: int = 16
    """ARD-CD-10  The day on which it joins the deck of the automated Allies."""
    doubled: bool = False
    """Proximity Fuzes."""

    @property
    def commands(self) -> bool:
        """Names a formation."""
        return bool(self.formation)


class CardsFile(TomlModel):
    """cards.toml"""

    card: tuple[Card, ...]


ChitWhen: TypeAlias = Literal[
    "odds", "under", "always", "only attacker armor", "only defender armor",
    "attacker armor in open", "defender armor", "attacker armor in close", "woods", "open ground",
    "all across river", "prepared", "flanked", "flanked or surrounded", "surrounded",
    "attacker artillery", "defender artillery", "attacker airpower", "defender airpower",
    "only attacker elite", "only defender elite", "defender green", "attacker green",
    "one division", "two corps", "defender short", "attacker low", "twice the steps", "fewer steps",
]  # fmt: skip


class ChitCase(TomlModel):
    """A condition and the hits it brings."""

    when: ChitWhen
    ratio: Ratio = (1, 1)
    defender: int = 0
    """Hits on the defender."""
    attacker: int = 0
    """Hits on the attacker."""


class Chit(TomlModel):
    """ARD-CH-01  A combat chit."""

    id: str
    title: str
    cases: tuple[ChitCase, ...]
    kind: Literal["", "artillery", "airpower"] = ""
    both: bool = False
    """Every case that holds counts, not the first alone."""


class Draws(TomlModel):
    """ARD-CC-06, ARD-CC-07, ARD-CC-11  What the number of chits is made of."""

    unit: int
    tactic: int
    large: int
    large_steps: int
    large_side: Literal["attacker", "defender"]
    elite: int
    out_of_supply: int
    isolated: int
    screen: int
    fury_points: int
    fury_others: int
    least: int


class TacticLimits(TomlModel):
    """ARD-CC-03, ARD-CC-04"""

    defender: int
    automated: int


class TacticBonus(TomlModel):
    """ARD-CT-04, ARD-CT-06"""

    battalion: int
    infiltration_less: int
    infiltration_least: int


class ChitsFile(TomlModel):
    """chits.toml"""

    chit: tuple[Chit, ...]
    draw: Draws
    tactics: TacticLimits
    bonus: TacticBonus


class ActionCard(TomlModel):
    """ARD-AA-20  A card of the automated Allies."""

    id: str
    digit: int
    tactic: Tactic | None = None
    lines: tuple[str, ...]
    """Situation and action, in turn."""


class ActionReach(TomlModel):
    """ARD-AA-20  Hexes to a German, and the steps that make a VP hex safe."""

    vpopen: int
    vpthin: int
    vpthin_steps: int
    improved: int


class ActionOdds(TomlModel):
    """ARD-AA-20, ARD-AA-21"""

    weak: Ratio
    weak_early: Ratio
    early_until: int
    flank: Ratio
    vplost: Ratio
    enough: Ratio
    bug_out: Ratio


class Protect(TomlModel):
    """ARD-AA-11"""

    steps: int
    near: int


class Situational(TomlModel):
    """ARD-AA-12 to ARD-AA-16"""

    river: int
    strong: int
    town: int
    forest: int
    improved: int
    clear: int
    out_of_supply: int
    out_of_fuel: int
    isolated: int
    least: int


class ActionsFile(TomlModel):
    """actions.toml"""

    card: tuple[ActionCard, ...]
    reshuffle_below: int
    drawn: int
    reach: ActionReach
    odds: ActionOdds
    protect: Protect
    situational: Situational = Field()

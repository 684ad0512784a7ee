"""What if: the best attack that a side can still bring against a hex, and by whom.

A game describes who may attack a hex from which hexes, and at which odds (`Attacks`); who takes
part is found here.  The strongest are put where they do most, one after the other, and whoever adds
nothing stays out: the fewest who bring those odds.  Beside every group that could be made this is
exact but for a few positions in a thousand, where those who may not stand together want one hex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from wargame.flow.ask import Ask, Odds, Outcome
from wargame.flow.game import Game
from wargame.flow.imagined import imagined
from wargame.hexes.grid import Hex
from wargame.model.events import Event
from wargame.model.state import Side, UnitId

Score: TypeAlias = tuple[Fraction, ...]
"""What is wished for, the most important first: whether it strikes, kills, drives off, spares its own."""


@dataclass(frozen=True, slots=True)
class Way:
    """A unit that may attack, the hex it does so from, and what is so once it stands there."""

    unit: UnitId
    hex: Hex
    power: int
    """Who is tried first: the highest."""
    facts: tuple[Event, ...] = ()
    """() where it stands there already."""
    takes: tuple[UnitId, ...] = ()
    """Others whose move it takes: what carries it."""
    group: str = ""
    """Only those of one group attack together."""
    bars: tuple[str, ...] = ()
    """What only one of them may use: a crossing."""

    @property
    def used(self) -> frozenset[str]:
        """Everybody whose turn it is, and what is used up."""
        return frozenset((self.unit, *self.takes, *self.bars))


@dataclass(frozen=True, slots=True)
class Fate:
    """One thing that may come of an attack, and what is so then."""

    chance: Fraction
    facts: tuple[Event, ...]
    loss: Mapping[Side, Fraction | int] = field(default_factory=dict)
    """Units or steps on average, by side."""

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], facts: tuple[Event, ...]) -> Fate:
        """Outcomes that leave the same for the next attack, as one; losses on average."""
        chance = sum((o.chance for o in outcomes), Fraction(0))
        loss: dict[Side, Fraction | int] = {}
        for o in outcomes:
            for side, n in o.loss.items():
                loss[side] = loss.get(side, 0) + o.chance * n / chance
        return cls(chance, facts, loss)


@dataclass(frozen=True, slots=True)
class Stake:
    """What is attacked by an order, and all that may come of it; the chances add up to 1."""

    targets: tuple[Hex, ...]
    fates: tuple[Fate, ...]


class Attacks(Protocol):
    """What a game says of attacks that nobody has ordered yet, on a table that may be imagined."""

    def most(self, g: Any) -> int:  # noqa: ARG002 - no limit, in some games
        """So many units attack one hex together."""
        return 99

    def renewed(self, g: Any, side: Side) -> Iterable[Event]:
        """What makes the next turn of a side out of this moment: nobody has moved or attacked yet."""

    def ways(self, g: Any, side: Side, target: Hex, *, fresh: bool) -> Iterable[Way]:
        """Who may attack a hex, from which hexes; *fresh*: in the next turn, which `renewed` has begun.

        Else in what is left of this one.  Of the hexes of a unit the one it stands in comes first.
        """

    def has_room(self, g: Any, side: Side, where: Hex) -> bool:
        """Whether those of a side who stand in a hex may stay there together."""

    def odds(self, g: Any, target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """The exact chances of an attack by units that stand where it begins; None: of none."""

    verb: str = "attack"
    """What is done to a hex in these odds, as the game calls it."""
    assumed: str = ""
    """What players decide is taken to be, in the odds of a plan: "nobody holds"."""

    def question(self, g: Any, side: Side) -> Ask[Any]:
        """The question whose answers are attacks, as the table stands."""

    def stake(self, g: Any, order: Any) -> Stake:
        """What may come of an order that was read at it; raises IllegalAnswer where it is no attack."""

    def hit_back(self, g: Any, target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """Who may strike those who attack so, a line each."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best attack that can be brought against a hex."""

    side: Side
    """Who attacks."""
    target: Hex
    fresh: bool
    """Whether that is in their next turn."""
    ways: tuple[Way, ...] = ()
    """Those who take part, the strongest first; () if nobody can attack."""
    odds: Odds | None = None
    back: tuple[str, ...] = ()
    """Who may hit back, a line each."""
    others: tuple[UnitId, ...] = ()
    """Who could attack as well and is not needed, or not in this group."""


def prospect(g: Game[Any], attacks: Attacks, side: Side, target: Hex, *, fresh: bool) -> Prospect:
    """The best that *side* can bring against a hex: in its next turn if *fresh*, else in this one."""
    with imagined(g, attacks.renewed(g, side) if fresh else ()):
        ways = sorted(attacks.ways(g, side, target, fresh=fresh), key=lambda w: (-w.power, w.unit))
        groups = [[w for w in ways if w.group == name] for name in sorted({w.group for w in ways})]
        found = [_Search(g, attacks, side, target).best(group) for group in groups]
        best = max(found, key=lambda row: row[0], default=None)
        if best is None or not best[1]:
            return Prospect(side, target, fresh)
        taken, units = best[1], [way.unit for way in best[1]]
        with imagined(g, [fact for way in taken for fact in way.facts]):
            odds = attacks.odds(g, target, units)
            back = tuple(attacks.hit_back(g, target, units)) if odds else ()
        others = tuple(dict.fromkeys(w.unit for w in ways if w.unit not in units))
        return Prospect(side, target, fresh, tuple(taken), odds, back, others)


Found: TypeAlias = tuple[Score, list[Way]]
"""Who takes part, and how good that is."""


@dataclass(slots=True)
class _Search:
    """Who of a group attacks a hex, and from where."""

    g: Game[Any]
    attacks: Attacks
    side: Side
    target: Hex

    def best(self, ways: Sequence[Way]) -> Found:
        """Those who are worth it, one by one; or all there is room for, less whoever does harm.

        All, too, where nobody is strong enough alone.
        """
        careful, refused = self._gathered(ways, bold=False)
        weak = not careful[1] and len(ways) > 1
        if not refused and not weak:
            return careful
        bold, _ = self._gathered(ways, bold=True)
        return max(careful, bold, key=lambda found: (found[0], -len(found[1])))

    def _gathered(self, ways: Sequence[Way], *, bold: bool) -> tuple[Found, bool]:
        """The strongest first, each where it does most and fewest others can go.

        Told as well: whether somebody was refused for doing harm.
        """
        taken, refused = list[Way](), False
        crowd = Counter(way.hex for way in ways)
        score: Score = ()
        with ExitStack() as there:
            for unit in dict.fromkeys(way.unit for way in ways):
                used = frozenset[str]().union(*(way.used for way in taken))
                free = [w for w in ways if w.unit == unit and used.isdisjoint(w.used)]
                rows = [(new, w) for w in free if (new := self._with(taken, w))]
                if not rows and bold and not score:
                    rows = [((), w) for w in free if self._has_room(w)]
                if not rows or len(taken) == self.attacks.most(self.g):
                    continue
                new, way = max(rows, key=lambda row: (row[0], -crowd[row[1].hex]))
                if bold or new >= score:
                    taken, score = [*taken, way], new
                    there.enter_context(imagined(self.g, way.facts))
                else:
                    refused = True
            return self._spared(score, taken) if score else ((), []), refused

    def _with(self, taken: Sequence[Way], way: Way) -> Score:
        """How good it is with one more, who comes where the others stand already; () where he may not."""
        with imagined(self.g, way.facts):
            room = self.attacks.has_room(self.g, self.side, way.hex)
            return self._score([*taken, way]) if room else ()

    def _has_room(self, way: Way) -> bool:
        with imagined(self.g, way.facts):
            return self.attacks.has_room(self.g, self.side, way.hex)

    def _spared(self, score: Score, taken: list[Way]) -> Found:
        """The same without those who add nothing, the weakest looked at first."""
        for way in reversed(taken):
            fewer = [other for other in taken if other is not way]
            new = self._score(fewer)
            if new >= score:
                score, taken = new, fewer
        return score, taken

    def _score(self, ways: Sequence[Way]) -> Score:
        """How good an attack by those who stand there is; () for none."""
        units = [way.unit for way in ways]
        odds = self.attacks.odds(self.g, self.target, units) if units else None
        return score_of(odds, self.side) if odds else ()


def score_of(odds: Odds, side: Side) -> Score:
    """How good the odds of its attack are for a side."""
    amounts = (odds.loss, odds.back)
    others = (sum((n for s, n in what.items() if s != side), Fraction(0)) for what in amounts)
    struck = (o.chance for o in odds.outcomes if side in {*o.loss, *o.back, *o.shaken})
    return odds.effect(side), *others, -sum(struck, Fraction(0))

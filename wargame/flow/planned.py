"""The odds of a plan: several attacks one after the other, as one distribution.

Every outcome of every attack is imagined with what it leaves for the next: a defender gone, a hex
left, an attacker spent.  Exact, by the tables' own outcomes; a plan that comes to more than `MOST`
positions is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from wargame.content.figures import counted, percent
from wargame.flow.ask import Ask, IllegalAnswer, Odds, Outcome, Refusal
from wargame.flow.game import Game
from wargame.flow.imagined import imagined
from wargame.flow.plan import chance_of, read_plan
from wargame.flow.prospects import Attacks, Fate
from wargame.flow.session import Session
from wargame.flow.shorthand import expand
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

MOST = 3_000
"""So many positions are imagined at most: four attacks of six outcomes each are 1,555."""


@dataclass(slots=True)
class PlanOdds:
    """What a plan may come to."""

    orders: tuple[str, ...]
    cleared: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """The chance that so many of the hexes attacked are left or empty in the end."""
    target: dict[Hex, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """The chance of each hex."""
    given: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """The chance that the order of a number can be given when its turn has come."""
    refused: dict[int, Refusal] = field(default_factory=dict)
    """Why it could not, at the first position where that was so."""
    loss: dict[Side, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """What each side loses on average."""
    positions: int = 0
    """So many were imagined."""
    assumed: str = ""
    """What players decide is taken to be."""

    @property
    def odds(self) -> Odds:
        """The same as odds of an answer read."""
        n = len(self.target)
        words = [f"{count} of {counted(n, 'hex/hexes')} cleared" for count in range(n + 1)]
        outcomes = tuple(
            Outcome(said, self.cleared[count])
            for count, said in enumerate(words)
            if count in self.cleared
        )
        return Odds(f"{len(self.orders)} orders", (), outcomes, self.assumed)


def plan_odds(session: Session, orders: Sequence[str]) -> PlanOdds:
    """The odds of orders given one after the other; raises IllegalAnswer where that cannot be told."""
    ask, attacks = session.ask, session.definition.attacks
    if ask is None or attacks is None:
        raise IllegalAnswer(Refusal("No plan can be reckoned here."))
    ask.read(orders[0])
    found = PlanOdds(tuple(orders), assumed=attacks.assumed)
    _Walk(session.seen, attacks, ask.side, found).go(0, Fraction(1), {}, {})
    for n, refusal in found.refused.items():
        if n not in found.given:
            raise IllegalAnswer(Refusal(f"{orders[n]}: {refusal.reason}", refusal.rule))
    return found


@dataclass(frozen=True, slots=True)
class PlanTold:
    """The odds of a plan, and what is to be read besides."""

    odds: Odds
    lines: tuple[str, ...] = ()


def plan_told(session: Session, line: str) -> PlanTold | None:
    """The odds of a line that stands for several answers; None where it is one. Raises IllegalAnswer."""
    ask, texts = session.ask, [expand(session, text) for text in read_plan(session, line)]
    if ask is None or not texts:
        return None
    if ask.each:
        odds = strikes(session.seen, ask, [ask.read(text)[0] for text in texts])
        if odds is None:
            raise IllegalAnswer(Refusal("Chance has no part in this plan."))
        return PlanTold(odds)
    found = plan_odds(session, texts)
    return PlanTold(found.odds, tuple(_lines(session, found)))


def strikes(g: Game[Any], ask: Ask[Any], answers: Sequence[str]) -> Odds | None:
    """How many are struck by those who act one after the other; None where chance has no part.

    What is struck has changed, so the plan ends before the next who acts on it.
    """
    options = {option.answer: option for option in ask.options()}
    acts = {answer: chance for answer in answers if (chance := chance_of(ask, answer)) is not None}
    if not acts:
        return None
    states: dict[tuple[bool, frozenset[UnitId]], Fraction] = {(True, frozenset()): Fraction(1)}
    for answer, chance in acts.items():
        at = {u for u in options[answer].units if g.state.units[u].side != ask.side}
        after = defaultdict[tuple[bool, frozenset[UnitId]], Fraction](Fraction)
        for (goes_on, struck), so_far in states.items():
            if not goes_on or (at and at <= struck):
                after[False, struck] += so_far
            else:
                after[True, struck | at] += so_far * chance
                after[True, struck] += so_far * (1 - chance)
        states = after
    counts = defaultdict[int, Fraction](Fraction)
    for (_, struck), so_far in states.items():
        counts[len(struck)] += so_far
    said = ("nobody is struck", *(f"{n} struck" for n in range(1, max(counts) + 1)))
    outcomes = (Outcome(said[n], chance) for n, chance in sorted(counts.items()) if chance)
    return Odds(f"{len(acts)} act", (), tuple(outcomes))


def _lines(session: Session, found: PlanOdds) -> Iterator[str]:
    """What the odds of a plan do not say."""
    name = session.seen.grid.name
    titles = {side.id: side.title for side in session.definition.sides}
    yield "; ".join(f"{name(h)} cleared {percent(c)}" for h, c in found.target.items())
    lost = ", ".join(f"{titles[side]} {float(n):.2f}" for side, n in found.loss.items() if n)
    if lost:
        yield f"lost on average: {lost}"
    for n, refusal in found.refused.items():
        yield f"{found.orders[n]}: not given {percent(1 - found.given[n])}. {refusal}"


@dataclass(slots=True)
class _Walk:
    """The way through the outcomes."""

    g: Game[Any]
    attacks: Attacks
    side: Side
    found: PlanOdds

    def go(
        self,
        n: int,
        chance: Fraction,
        targets: Mapping[Hex, None],
        lost: Mapping[Side, Fraction | int],
    ) -> None:
        """From the order of a number on, where what was so far has this chance."""
        found = self.found
        found.positions += 1
        if found.positions > MOST:
            said = f"The plan has more than {MOST} outcomes: leave an order out."
            raise IllegalAnswer(Refusal(said))
        if n == len(found.orders):
            self._end(chance, targets, lost)
            return
        try:
            _, order = self.attacks.question(self.g, self.side).read(found.orders[n])
            stake = self.attacks.stake(self.g, order)
        except IllegalAnswer as error:
            found.refused.setdefault(n, error.refusal)
            self.go(n + 1, chance, targets, lost)
            return
        found.given[n] += chance
        targets = {**targets, **dict.fromkeys(stake.targets)}
        for h in stake.targets:
            found.target[h] += 0
        for fate in stake.fates:
            with imagined(self.g, fate.facts):
                self.go(n + 1, chance * fate.chance, targets, _more(lost, fate))

    def _end(
        self, chance: Fraction, targets: Mapping[Hex, None], lost: Mapping[Side, Fraction | int]
    ) -> None:
        units = self.g.state.units
        left = [h for h in targets if all(units[u].side == self.side for u in self.g.board.at[h])]
        self.found.cleared[len(left)] += chance
        for h in left:
            self.found.target[h] += chance
        for side, n in lost.items():
            self.found.loss[side] += chance * n


def _more(lost: Mapping[Side, Fraction | int], fate: Fate) -> dict[Side, Fraction | int]:
    """What has been lost with what this outcome adds."""
    return {side: lost.get(side, 0) + fate.loss.get(side, 0) for side in (*lost, *fate.loss)}

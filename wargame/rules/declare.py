"""Declaring attacks: units attack one or more hexes that all of them touch, and some hexes must be.

A game says in a verb of its own who may attack and touches what (`touch`), which hexes must still be
attacked and who could do it (`must`), why a hex or a unit takes no part, and what an order is called.
Lists, targets, attackers, notation, samples and the duty that nobody may be left to whom an attack
was owed follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal, allow, refuse
from wargame.flow.game import Game
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import AttackVerb, DeclareAsk, Done
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Hexes = tuple[Hex, ...]
Units = tuple[UnitId, ...]


class DeclareVerb(AttackVerb[T_co], Protocol[T_co]):
    """Attacks of hexes by units. Games derive from it and fill in what has no body."""

    g: Game[Any]
    rule: str
    """The rule of an attack that is misspelt."""
    duty: str = ""
    """The rule of the duty to attack."""
    touch: Mapping[UnitId, Sequence[Hex]]
    """What each unit that may attack touches of what may be attacked."""
    must: Mapping[Hex, Sequence[UnitId]] = MappingProxyType({})
    """Hexes that must still be attacked, each with the units that can."""
    most: int = 99
    """So many hexes at once."""

    # -- what a game says ---------------------------------------------------------------------

    def order(self, targets: Hexes, units: Units) -> T_co:
        """The attack of hexes by units, both ascending."""

    def label(self, targets: Hexes, units: Units) -> str:
        """An attack in a list."""

    def why_no_target(self, target: Hex) -> Refusal | None:
        """Why a hex may not be attacked; None if it may."""

    def why_no_attack(self, unit: UnitId, targets: Hexes) -> Refusal | None:
        """Why a unit may not attack hexes that others may; None if it may."""

    # -- what follows -------------------------------------------------------------------------

    def targets(self) -> list[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""
        every = {h for touched in self.touch.values() for h in touched}
        return [*self.must, *sorted(every - set(self.must))]

    def obligatory(self) -> Sequence[Hex]:
        """Hexes that must still be attacked."""
        return list(self.must)

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Units that touch every one of *targets*, by id."""
        wanted = set(targets) if len(targets) <= self.most else {-1}
        return [u for u in sorted(self.touch) if wanted <= set(self.touch[u])]

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """All who touch them, or the first order listed of these hexes where not all may go."""
        able = self.attackers(targets)
        if not able or self._stranded(targets, able) is None:
            return targets, able
        listed = (o for head in self.heads() for o in self.orders(head))
        fitting = (o for o in listed if set(targets) <= set(o.hexes))
        best = min(fitting, key=lambda o: len(o.hexes), default=None)
        return (best.hexes, best.units) if best else (targets, able)

    def is_open(self) -> bool:
        """Whether there is anything to attack with and at."""
        return bool(self.touch)

    def heads(self) -> Iterator[Option]:
        """Each hex with all who touch it."""
        for target in self.targets():
            name = self.g.grid.name(target)
            yield Option(
                f"{self.words[0]} {name}", name, tuple(self.attackers([target])), (target,)
            )

    def orders(self, head: Option) -> Iterator[Option]:
        """A hex by all who touch it, by each unit, and with others by one unit that touches all."""
        (target,) = head.hexes
        for units in dict.fromkeys([head.units, *((u,) for u in head.units)]):
            yield from self._offer((target,), units)
        for unit in head.units:
            others = [h for h in sorted(self.touch[unit]) if h > target]
            for count in range(1, min(len(others), self.most - 1) + 1):
                for more in combinations(others, count):
                    yield from self._offer((target, *more), (unit,))

    def _offer(self, targets: Hexes, units: Units) -> Iterator[Option]:
        if self._stranded(targets, units) is None:
            label = self.label(targets, units)
            yield Option(self.compose(targets, units), label, units, targets)

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in canonical notation (not checked)."""
        hexes = " ".join(self.g.grid.name(h) for h in sorted(targets))
        return f"{self.words[0]} {hexes} from {' '.join(sorted(units))}"

    def read(self, words: Words) -> tuple[str, T_co]:
        """A legal declaration; raises IllegalAnswer naming the obligation."""
        found, named = set[Hex](), set[UnitId]()
        while words.more and words.next != "from":
            target = words.hex()
            allow(self.why_no_target(target))
            found.add(target)
        if not 1 <= len(found) <= self.most or not words.takes("from") or not words.next:
            said = f'"{words.text}" is no declaration; write {self.form}.'
            head = next(iter(self.heads()), None)
            near = [option.answer for option in self.orders(head)][:3] if head else []
            raise refuse(said, self.rule, *near)
        while words.more:
            named.add(words.unit())
        targets, units = tuple(sorted(found)), tuple(sorted(named))
        for unit in units:
            allow(self.why_no_attack(unit, targets))
        stranded = self._stranded(targets, units)
        if stranded is not None:
            name = self.g.grid.name(stranded)
            raise refuse(f"That would leave {name}, which must be attacked, to nobody.", self.duty)
        return self.compose(targets, units), self.order(targets, units)

    def why_not_done(self) -> Refusal | None:
        """What must still be attacked before the phase may end; None if nothing must."""
        names = ", ".join(map(self.g.grid.name, self.must))
        said = f"Combat is mandatory: {names} must still be attacked."
        return Refusal(said, self.duty) if names else None

    def sample(self, pick: Pick) -> str:
        """A legal declaration at random, "" where a few tries find none and none must be made."""
        for _ in range(4 if self.touch else 0):
            targets, units = self.draw(pick)
            if units and self._stranded(targets, units) is None:
                return self.compose(targets, units)
        hexes = list(self.must)
        return self._safe(hexes[pick(len(hexes))]) if hexes else ""

    def draw(self, pick: Pick) -> tuple[list[Hex], list[UnitId]]:
        """Some hexes and some of those who touch them, for samples."""
        hexes = list(self.must) or self.targets()
        targets = [hexes[pick(len(hexes))]]
        able = list(self.attackers(targets))
        units = [u for u in able if pick(3)] or able[:1]
        if self.most > 1 and pick(4) == 0 and len(self.touch[units[0]]) > 1:
            targets = list(self.touch[units[0]])
            units = list(self.attackers(targets))
        return targets, units

    def _safe(self, target: Hex) -> str:
        """There is always a way on: one unit takes all that only it can take."""
        unit, targets = self.must[target][0], [target]
        while (stranded := self._stranded(targets, [unit])) is not None:
            targets.append(stranded)
        return self.compose(targets, [unit])

    def _stranded(self, targets: Collection[Hex], units: Collection[UnitId]) -> Hex | None:
        """A hex that must be attacked and that the declaration would leave to nobody."""
        for where, near in self.must.items():
            if where not in targets and all(u in units for u in near):
                return where
        return None


def declare_ask(
    verb: DeclareVerb[T],
    side: Side,
    part: str,
    *,
    rule: str,
    grammar: Grammar,
    bound: Callable[[], str] = str,
) -> DeclareAsk[T | None]:
    """The question of a *part* of the turn, a phase or a segment; done once nothing must be attacked.

    *bound* says who is held by the hexes that must be.
    """

    def prompt() -> str:
        owed = ", ".join(map(verb.g.grid.name, verb.must))
        open_ = f"Still to be attacked: {owed}.{bound()}" if owed else f"Or end the {part} (done)."
        return f"Which hex is attacked, and by whom? {open_}"

    out: Done[T | None] = Done(
        DONE_WORD,
        f"End the {part}",
        None,
        why=verb.why_not_done,
        bars=lambda: bool(verb.must),
        one_in=3,
    )
    return DeclareAsk(
        verb.g, verb, out, side=side, key="combat.attack", prompt=prompt, rule=rule, grammar=grammar
    )

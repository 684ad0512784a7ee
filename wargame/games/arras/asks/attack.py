"""Mandatory combat: which hexes must be attacked, which declarations are legal (ARR-CO-09)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from wargame.flow.ask import DONE_WORD, IllegalAnswer, Odds, Option, Pick, Refusal, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import AttackVerb, DeclareAsk, Done
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.data.files import Side
from wargame.games.arras.odds import assess, basis, kinds_named, odds
from wargame.games.arras.state import (
    ATTACKED,
    DISRUPTED,
    DUTY,
    FIRED,
    FOUGHT,
    MUST,
    OTHER,
    ArrasGame,
    attack,
    combat_units,
    ground_units,
    kind_of,
    place_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack."""

    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]


# -- obligations -------------------------------------------------------------------------------


def snapshot(g: ArrasGame, side: Side) -> tuple[list[Unit], list[Hex]]:
    """ARR-CO-09  Attacker-able units, and the hexes that must be attacked."""
    able = [
        u
        for u in ground_units(g, side)
        if DISRUPTED not in u.states and kind_of(g, u.id).attack_duty
    ]
    touched = {h for u in able for h in g.content.contact[u.hex]}
    return able, sorted(h for h in touched if _holds_undisrupted(g, h, OTHER[side]))


def obligations(g: ArrasGame, side: Side) -> dict[Hex, tuple[UnitId, ...]]:
    """ARR-CO-09  Hexes still to be attacked, each with the unused able units that touch it."""
    fought = _fought(g)
    found: dict[Hex, tuple[UnitId, ...]] = {}
    able = [u for u in ground_units(g, side) if DUTY in u.states and ATTACKED not in u.states]
    for marker in sorted(g.state.marked(MUST), key=lambda m: m.hex):
        if marker.hex in fought:
            continue
        if _holds_undisrupted(g, marker.hex, OTHER[side]):
            near = tuple(u.id for u in able if marker.hex in g.content.contact[u.hex])
            if near:
                found[marker.hex] = near
    return found


def _holds_undisrupted(g: ArrasGame, where: Hex, side: str) -> bool:
    if not g.board.at[where]:
        return False
    return any(DISRUPTED not in u.states for u in combat_units(g, where, side))


def _fought(g: ArrasGame) -> set[Hex]:
    return {m.hex for m in g.state.marked(FOUGHT)}


# -- the question ------------------------------------------------------------------------------


def attack_ask(g: ArrasGame, side: Side) -> DeclareAsk[Attack | None]:
    """Which hexes are attacked by which units; done once nothing must be attacked."""
    declare = Declare(g, side)
    prompt = "Which hex is attacked, and by whom? Or end the phase (done)."
    if declare.must:
        names = ", ".join(g.grid.name(h) for h in declare.must)
        prompt = f"Which hex is attacked, and by whom? Still to be attacked: {names}."
    return DeclareAsk(
        g,
        declare,
        Done(DONE_WORD, "End the phase", None, why=declare.why_not_done, one_in=3),
        side=side,
        key="combat.attack",
        prompt=prompt,
        rule="ARR-CO-01",
        grammar=GRAMMAR,
    )


GRAMMAR = Grammar("ARR-CO-10", verb="ARR-CO-10", unit="ARR-UN-02", name=unit_name)


class Declare(AttackVerb[Attack]):
    """ARR-CO-09, ARR-CO-10  Units attack one or more hexes that all of them touch."""

    words, form = ("attack",), "attack HEX from UNIT UNIT"

    def __init__(self, g: ArrasGame, side: Side) -> None:
        self.g, self.side = g, side
        self.must = obligations(g, side)
        self._fought = _fought(g)
        enemy, contact = OTHER[side], g.content.contact
        held = g.board.held[enemy]
        self._touch: dict[UnitId, tuple[Hex, ...]] = {}
        """What each unit that may attack touches."""
        for unit in ground_units(g, side):
            near = tuple(h for h in contact[unit.hex] if held[h] and h not in self._fought)
            if near and _why_no_attack(g, unit) is None:
                self._touch[unit.id] = near

    # -- listing ------------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """Each hex with all who touch it."""
        for target in self.targets():
            name = self.g.grid.name(target)
            yield Option(f"attack {name}", name, tuple(self.attackers([target])), (target,))

    def orders(self, head: Option) -> Iterator[Option]:
        """A hex by all who touch it, by each unit, and with others by one unit that touches all."""
        (target,) = head.hexes
        for units in dict.fromkeys([head.units, *((u,) for u in head.units)]):
            yield from self._offer((target,), units)
        for unit in head.units:
            others = [h for h in sorted(self._touch[unit]) if h > target]
            for count in range(1, len(others) + 1):
                for more in combinations(others, count):
                    yield from self._offer((target, *more), (unit,))

    def _offer(self, hexes: Sequence[Hex], units: Sequence[UnitId]) -> Iterator[Option]:
        if self._strands(hexes, units) is None:
            odds = basis(self.g, assess(self.g, hexes, units))
            yield Option(self.compose(hexes, units), odds, tuple(units), tuple(hexes))

    def targets(self) -> list[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""
        every = {h for touched in self._touch.values() for h in touched}
        return [*self.must, *sorted(every - set(self.must))]

    def obligatory(self) -> Sequence[Hex]:
        """ARR-CO-09  Hexes that must still be attacked."""
        return list(self.must)

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """ARR-CO-10  Units that are contact-adjacent to every one of *targets*, by id."""
        wanted = set(targets)
        return [u for u in sorted(self._touch) if wanted <= set(self._touch[u])]

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in canonical notation."""
        hexes = " ".join(self.g.grid.name(h) for h in sorted(targets))
        return f"attack {hexes} from {' '.join(sorted(units))}"

    def is_open(self) -> bool:
        """Whether there is anything to attack with and at."""
        return bool(self._touch)

    def sample(self, pick: Pick) -> str:
        """A legal declaration at random, "" where a few tries find none and none must be made."""
        for _ in range(4 if self._touch else 0):
            targets, units = self._random(pick)
            if units and self._strands(targets, units) is None:
                return self.compose(targets, units)
        hexes = list(self.must)
        return self._safe(hexes[pick(len(hexes))]) if hexes else ""

    def _random(self, pick: Pick) -> tuple[list[Hex], list[UnitId]]:
        hexes = list(self.must) or self.targets()
        targets = [hexes[pick(len(hexes))]]
        able = list(self.attackers(targets))
        units = [u for u in able if pick(3)] or able[:1]
        if pick(4) == 0 and len(self._touch[units[0]]) > 1:
            targets = list(self._touch[units[0]])
            units = list(self.attackers(targets))
        return targets, units

    def _safe(self, target: Hex) -> str:
        """ARR-CO-09  There is always a way on: one unit takes all that only it can take."""
        unit = self.must[target][0]
        targets = [target]
        while (stranded := self._strands(targets, [unit])) is not None:
            targets.append(stranded)
        return self.compose(targets, [unit])

    # -- legality -----------------------------------------------------------------------------

    def read(self, words: Words) -> tuple[str, Attack]:
        """A legal declaration; raises IllegalAnswer naming the obligation."""
        targets, units = set[Hex](), set[UnitId]()
        while words.more and words.next != "from":
            targets.add(self._target(words))
        if not targets or not words.takes("from") or not words.next:
            said = f'"{words.text}" is no declaration; write {self.form}, or done.'
            raise refuse(said, "ARR-CO-10", *self._examples())
        while words.more:
            units.add(words.unit())
        declared = Attack(tuple(sorted(targets)), tuple(sorted(units)))
        for unit in declared.units:
            self._check_unit(unit, declared.targets)
        stranded = self._strands(targets, units)
        if stranded is not None:
            said = (
                f"That would leave {self.g.grid.name(stranded)}, which must be attacked, to nobody."
            )
            raise refuse(said, "ARR-CO-01")
        return self.compose(declared.targets, declared.units), declared

    def odds(self, words: Words) -> Odds:
        """ARR-CO-06  The chance of every entry of the column."""
        declared = self.read(words)[1]
        return odds(self.g, declared.targets, declared.units)

    def why_not_done(self) -> Refusal | None:
        """ARR-CO-01  What must still be attacked before the phase may end."""
        if not self.must:
            return None
        names = ", ".join(self.g.grid.name(h) for h in self.must)
        return Refusal(f"Combat is mandatory: {names} must still be attacked.", "ARR-CO-01")

    def _examples(self) -> list[str]:
        return [o.answer for head in islice(self.heads(), 1) for o in islice(self.orders(head), 3)]

    def _target(self, words: Words) -> Hex:
        target = words.hex()
        name = self.g.grid.name(target)
        if not combat_units(self.g, target, OTHER[self.side]):
            raise refuse(f"{name} holds no enemy combat unit.", "ARR-CO-10")
        if target in self._fought:
            raise refuse(f"{name} has been attacked in this phase.", "ARR-CO-10")
        return target

    def _check_unit(self, unit_id: UnitId, targets: Sequence[Hex]) -> None:
        g, unit = self.g, self.g.state.units[unit_id]
        if unit.side != self.side or unit_id not in g.content.units or unit.hex < 0:
            raise refuse(f"{unit_id} is not a unit of yours on the map.", "ARR-CO-02")
        refusal = _why_no_attack(g, unit)
        if refusal is not None:
            raise IllegalAnswer(refusal)
        for target in targets:
            if target not in g.content.contact[unit.hex]:
                river = g.grid.adjacent(unit.hex, target)
                why = "an unbridged river lies between" if river else "it is not adjacent"
                said = f"{kind_of(g, unit_id).name} cannot attack {g.grid.name(target)}: {why}."
                raise refuse(said, "ARR-CO-16" if river else "ARR-CO-10")

    def _strands(self, targets: Collection[Hex], units: Collection[UnitId]) -> Hex | None:
        """ARR-CO-09  A must-attack hex that the declaration would leave to nobody."""
        for where, near in self.must.items():
            if where not in targets and all(u in units for u in near):
                return where
        return None


def _why_no_attack(g: ArrasGame, unit: Unit) -> Refusal | None:
    """ARR-CO-10, ARR-CO-17, ARR-CO-18  Why a unit on the map attacks nothing; None if it may."""
    name = kind_of(g, unit.id).name
    if ATTACKED in unit.states:
        return Refusal(f"{name} has attacked in this phase.", "ARR-CO-10")
    if FIRED in unit.states:
        return Refusal(f"{name} has bombarded in this player turn.", "ARR-CO-18")
    if attack(g, unit.id) <= 0:
        return Refusal(f"{name} has no attack factor.", "ARR-CO-17")
    return None


def describe(g: ArrasGame, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
    """The declaration in words."""
    hexes = " and ".join(place_name(g, h) for h in targets)
    return f"Attack on {hexes} by {kinds_named(g, units)}."

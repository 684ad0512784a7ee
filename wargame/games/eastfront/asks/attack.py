"""Declaring attacks: `attack 1135 normal from G-XII G-XXIV`, `chit A-HP2` (EF-CB-17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import floor
from typing import NamedTuple

from wargame.flow.ask import DONE_WORD, Odds, Option, Outcome, Pick, Refusal, allow, refuse
from wargame.flow.manners import DeclareInManners, MannersVerb
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import DeclareAsk, Done
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.declared import (
    FIRST,
    IN_BONUS,
    LATE,
    called,
    why_idle,
    why_no_attacker,
    why_no_strike,
    why_no_target,
    why_not_into,
    why_not_kind,
    why_not_together,
)
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.payment import forecast
from wargame.games.eastfront.state import (
    OTHER,
    READY_CHIT,
    EfGame,
    attack_strength,
    class_of,
    combat_units,
    nation,
    on_map,
    place_name,
    unit_name,
)
from wargame.games.eastfront.strength import (
    DELAYED,
    EXPLOIT,
    HASTY,
    NORMAL,
    Battle,
    attack,
    column,
    defence,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.choose import some

GRAMMAR = Grammar("EF-CB-17", unit="EF-CB-15", name=unit_name)
KINDS: dict[int, tuple[str, ...]] = {
    IN_BONUS: (NORMAL, HASTY), FIRST: (NORMAL, HASTY, DELAYED), LATE: (EXPLOIT,),
}  # fmt: skip
"""EF-CB-10 to EF-CB-13, EF-XC-04, EF-SU-15  The types the phasing player declares in a phase."""


class Declared(NamedTuple):
    """An attack as it is declared."""

    target: Hex
    kind: str
    units: tuple[UnitId, ...]


class Attack(MannersVerb[Declared]):
    """EF-CB-15  Units next to a hex attack it together; *strikes*: those of the non-phasing side."""

    words, form = ("attack",), "attack HEX TYPE from UNIT [UNIT ...]"

    def __init__(self, g: EfGame, side: Side, phase: int, *, strikes: bool = False) -> None:
        self.g, self.side, self.phase, self.strikes = g, side, phase, strikes
        self.kinds = (HASTY,) if strikes else KINDS[phase]
        self._fit: dict[UnitId, bool] = {}
        self._by_target: dict[Hex, list[UnitId]] = {}
        self._able: dict[tuple[Hex, str], list[UnitId]] = {}
        self._found: dict[Hex, tuple[str, list[UnitId]] | None] = {}

    def able(self, target: Hex, kind: str) -> list[UnitId]:
        """Who may take part in an attack of a type, by id."""
        if (target, kind) not in self._able:
            self._able[target, kind] = [
                u
                for u in self._attackers(target)
                if why_not_kind(self.g, u, kind, self.phase) is None
            ]
        return self._able[target, kind]

    def _attackers(self, target: Hex) -> list[UnitId]:
        """Who may take part in an attack of some type, by id."""
        if target not in self._by_target:
            g, here = self.g, self.g.board.here[self.side]
            hexes = (h for h in g.grid.neighbours[target] if here[h])
            near = (u.id for h in hexes for u in combat_units(g, h, self.side))
            able = (u for u in near if self._may(u) and why_not_into(g, u, target) is None)
            self._by_target[target] = sorted(able)
        return self._by_target[target]

    def _may(self, unit: UnitId) -> bool:
        """Whether a unit may attack at all, looked for once."""
        if unit not in self._fit:
            strikes = not self.strikes or why_no_strike(self.g, unit, self.phase) is None
            self._fit[unit] = strikes and why_idle(self.g, unit, self.phase) is None
        return self._fit[unit]

    def _why(self, unit: UnitId, target: Hex) -> Refusal | None:
        strike = why_no_strike(self.g, unit, self.phase) if self.strikes else None
        return strike or why_no_attacker(self.g, unit, target, self.phase)

    def targets(self) -> Sequence[Hex]:
        """Hexes that somebody may attack at odds the table has, ascending."""
        return [h for h in self._near if self._best(h)]

    @cached_property
    def _near(self) -> list[Hex]:
        """Enemy hexes next to units of the side, ascending."""
        board = self.g.board
        return members(self.g.grid.spread(board.stood[self.side]) & board.holding[OTHER[self.side]])

    def _best(self, target: Hex) -> tuple[str, list[UnitId]] | None:
        """The first type at which all who may reach the table, looked for once."""
        if target not in self._found:
            self._found[target] = self._first(target)
        return self._found[target]

    def _first(self, target: Hex) -> tuple[str, list[UnitId]] | None:
        if why_no_target(self.g, self.side, target) is not None:
            return None
        for kind in self.kinds:
            for units in self._together(target, kind):
                if self._works(target, kind, units):
                    return kind, units
        return None

    def _together(self, target: Hex, kind: str) -> list[list[UnitId]]:
        """EF-SK-03  All who are able; without Hungarians or without Romanians where both are."""
        able = self.able(target, kind)
        if why_not_together(self.g, able) is None:
            return [able]
        return [[u for u in able if nation(self.g, u) != of] for of in ("H", "R")]

    def _works(self, target: Hex, kind: str, units: Sequence[UnitId]) -> bool:
        battle = Battle(self.side, target, kind, tuple(units))
        fit = bool(units) and why_not_together(self.g, units) is None
        return fit and column(self.g, battle) is not None

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Who may attack it in some way."""
        if len(targets) != 1:
            return []
        return sorted({u for kind in self.kinds for u in self.able(targets[0], kind)})

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """The first type of attack, by the fewest that fight it as well as all who may."""
        best = self._best(targets[0]) if len(targets) == 1 else None
        return targets, self._enough(targets[0], *best) if best else []

    def _enough(self, target: Hex, kind: str, units: list[UnitId]) -> list[UnitId]:
        """Without those who change no chance: who could attack elsewhere goes first, then the weakest."""

        def chances(those: Sequence[UnitId]) -> Sequence[Outcome] | None:
            battle = Battle(self.side, target, kind, tuple(those))
            found = odds(self.g, forecast(self.g, battle))
            return found.outcomes if found is not None else None

        elsewhere = {u for h in self.targets() if h != target for u in self.able(h, kind)}
        spared = sorted(units, key=lambda u: (u not in elsewhere, attack_strength(self.g, u), u))
        kept, full = units, chances(units)
        for unit in spared if full else ():
            rest = [u for u in kept if u != unit]
            if rest and self._works(target, kind, rest) and chances(rest) == full:
                kept = rest
        return kept

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer (not checked): the first type that all may make."""
        (target, *_) = targets
        kind = next(
            (k for k in self.kinds if set(units) <= set(self.able(target, k))), self.kinds[-1]
        )
        return self._write(target, kind, units)

    def manners(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> dict[str, str]:
        """EF-CB-10 to EF-CB-13  The types that all of them may make."""
        able = [k for k in self.kinds if set(units) <= set(self.able(targets[0], k))]
        return {kind: called(kind) for kind in able}

    def composed_as(self, manner: str, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer as an attack of a type."""
        return self._write(targets[0], manner, units)

    def _write(self, target: Hex, kind: str, units: Sequence[UnitId]) -> str:
        return f"attack {self.g.grid.name(target)} {kind} from {' '.join(sorted(units))}"

    def is_open(self) -> bool:
        """Whether anything may be attacked; the first hex will do."""
        return any(map(self._best, self._near))

    def heads(self) -> Iterator[Option]:
        """Each target by type with all who may, and each of them alone."""
        for target in self.targets():
            for kind in self.kinds:
                rows = [*self._together(target, kind), *([u] for u in self.able(target, kind))]
                for units in dict.fromkeys(map(tuple, rows)):
                    if self._works(target, kind, units):
                        names = ", ".join(unit_name(self.g, u) for u in units)
                        label = f"{called(kind).capitalize()} attack on {place_name(self.g, target)} by {names}"
                        yield Option(self._write(target, kind, units), label, units, (target,))

    def sample(self, pick: Pick) -> str:
        """Some attack."""
        for _ in range(3):
            target = some(self._near, lambda h: h if self._best(h) else None, pick)
            if target is None:
                break
            kind = self.kinds[pick(len(self.kinds))]
            able = self.able(target, kind)
            units = [u for u in able if pick(4)] or able
            if self._works(target, kind, units):
                return self._write(target, kind, units)
        return ""

    def read(self, words: Words) -> tuple[str, Declared]:
        """A legal declaration; raises IllegalAnswer."""
        target = words.hex()
        allow(why_no_target(self.g, self.side, target))
        kind = words.one_of("type of attack", self.kinds)
        words.expect("from", self.form)
        units: list[UnitId] = []
        while words.more:
            unit = words.unit()
            if unit not in self.g.content.units or self.g.state.units[unit].side != self.side:
                raise refuse(f"{unit_name(self.g, unit)} is no unit of yours.", "EF-CB-15")
            allow(self._why(unit, target) or why_not_kind(self.g, unit, kind, self.phase))
            if unit not in units:
                units.append(unit)
        if not units:
            raise refuse(f"Write {self.form}.", "EF-CB-17")
        ordered = tuple(sorted(units))
        allow(why_not_together(self.g, ordered))
        battle = Battle(self.side, target, kind, ordered)
        if column(self.g, battle) is None:
            ours, theirs = floor(attack(self.g, battle)), defence(self.g, battle)
            raise refuse(f"{ours} to {theirs} is below 1:3: no attack is allowed.", "EF-CB-20")
        return self._write(target, kind, ordered), Declared(target, kind, ordered)

    def odds(self, words: Words) -> Odds | None:
        """The chances as it would be fought now: paid if SP are there, else at half strength; too weak, it is dropped."""
        found, g = self.read(words)[1], self.g
        battle = forecast(g, Battle(self.side, found.target, found.kind, found.units))
        if told := odds(g, battle):
            return told
        first = g.content.combat.columns[0]
        return Odds(f"below {first}", (), (Outcome("the attack is dropped as it stands"),))


def attack_ask(
    g: EfGame, side: Side, phase: int, *, strikes: bool = False
) -> DeclareAsk[Declared | None]:
    """The question of attacks of a phase."""
    out: Done[Declared | None] = Done(DONE_WORD, "No more attacks", None, one_in=4)
    key, rule = ("strike", "EF-CB-14") if strikes else ("attack", "EF-CB-17")
    prompt = "Declare hasty attacks of your own?" if strikes else "Declare attacks."
    return DeclareInManners(
        g, Attack(g, side, phase, strikes=strikes), out, side=side, key=key, prompt=prompt,
        rule=rule, grammar=GRAMMAR,
    )  # fmt: skip


def chits_ready(g: EfGame, side: Side) -> list[UnitId]:
    """HQs with a ready chit, by id."""
    return [
        u.id for u in on_map(g, side) if READY_CHIT in u.states and class_of(g, u.id).id == "HQ"
    ]

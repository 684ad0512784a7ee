"""Chances told against what came: over many random positions, and through every throw of one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod, sqrt
from typing import NamedTuple

from tests.games.fallen import Asked, Reader, ardennes, arras, hannut, normandy
from tests.games.fallen_east import eastfront
from wargame import games
from wargame.flow.ask import Odds
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.model import events as ev
from wargame.model.dice import mix
from wargame.model.events import Event

READERS: dict[str, Reader] = {
    "arras": arras,
    "hannut": hannut,
    "normandy": normandy,
    "ardennes": ardennes,
    "eastfront": eastfront,
}
Told = tuple[tuple[str, Fraction], ...]
"""A distribution as it was told: outcomes by code or words, ascending."""
_STRAY = 5.0
"""So many standard deviations of a chi-square are too many."""
_RARE = 9.0
"""Bernstein's exponent from which on the count of an outcome is too rare: at most one in 4,000 strays so."""


class UntoldError(AssertionError):
    """Something came that was not among the outcomes told."""


def told(odds: Odds) -> Told:
    """Outcomes by code or words; those that read the same are one."""
    found: dict[str, Fraction] = {}
    for outcome in odds.outcomes:
        label = outcome.code or outcome.words
        found[label] = found.get(label, Fraction(0)) + outcome.chance
    assert sum(found.values()) == 1, odds
    assert min(found.values()) > 0, odds
    return tuple(sorted(found.items()))


@dataclass(slots=True)
class Record:
    """What was told, and how often each outcome came."""

    came: defaultdict[tuple[str, Told], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """By kind of question and distribution."""
    enumerated: Counter[str] = field(default_factory=Counter)
    """Questions of a kind whose every throw was resolved."""

    def add(self, kind: str, chances: Told, label: str) -> None:
        """Something came that was told beforehand."""
        if label not in dict(chances):
            raise UntoldError(f"{kind}: {label} came of {chances}")
        self.came[kind, chances][label] += 1

    @property
    def rolled(self) -> Counter[str]:
        """How often chance spoke, by kind."""
        found = Counter[str]()
        for (kind, _), counts in self.came.items():
            found[kind] += counts.total()
        return found

    def strays(self) -> dict[str, float]:
        """What strays too far: chi-square of each kind, and every outcome of it by itself."""
        found: dict[str, float] = {}
        for kind in sorted(self.rolled):
            groups = [(told, n) for (k, told), n in self.came.items() if k == kind]
            if (stray := _chi_square(groups)) > _STRAY:
                found[kind] = stray
            for label in sorted({label for told, _ in groups for label, _ in told}):
                if (stray := _single(groups, label)) > _RARE:
                    found[f"{kind}: {label}"] = stray
        return found


Groups = Sequence[tuple[Told, Counter[str]]]


def _chi_square(groups: Groups) -> float:
    """Pearson's sum over its mean, in the exact standard deviations of few trials."""
    over = variance = 0.0
    for told_, counts in groups:
        n, many = counts.total(), len(told_)
        over += sum((counts[x] - n * p) ** 2 / (n * p) for x, p in told_) - (many - 1)
        inverse = float(sum(1 / p for _, p in told_))
        variance += 2 * (many - 1) + (inverse - many**2 - 2 * many + 2) / n
    return over / sqrt(variance) if variance > 1e-9 else over


def _single(groups: Groups, label: str) -> float:
    """How far a count is from its mean: -log of half the chance that Bernstein's inequality leaves it."""
    over = variance = 0.0
    for told_, counts in groups:
        n, p = counts.total(), float(dict(told_).get(label, 0))
        over += counts[label] - n * p
        variance += n * p * (1 - p)
    return over**2 / (2 * (variance + abs(over) / 3)) if over else 0.0


# -- play -------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What to play, how far, and how much of it to resolve through every throw."""

    scenario: str
    answers: int
    every: int = 0
    """Each so many-th question of a kind is enumerated; 0: none."""
    most: int = 60
    """Throws of one question."""
    seed: int = 1


def watch(plan: Plan) -> Record:
    """Play random games until so many answers are given, and hold what was told against what came."""
    definition, info = games.find(plan.scenario)
    record, given, number = Record(), 0, 0
    while given < plan.answers:
        seed = mix(plan.seed, number)
        session = Session.start(definition, new_header(definition, info.id, seed))
        session.settle()
        pick, number = Picker(mix(seed, 1 << 40)), number + 1
        while (ask := session.ask) is not None and given < plan.answers:
            _one(session, ask.sample(pick), plan, record)
            given += 1
    return record


def _one(session: Session, answer: str, plan: Plan, record: Record) -> None:
    ask = session.ask
    assert ask is not None
    odds = ask.odds(answer)
    if odds is None:
        session.answer(answer)
        return
    reader, chances = READERS[session.definition.id], told(odds)
    labels = frozenset(label for label, _ in chances)
    g, face = session.game, session.definition.face
    asked = Asked(ask.key, answer, labels, g.grid.name, lambda unit: face.unit_name(g, unit))
    found = reader(asked, session.answer(answer).events)
    if found is None:
        return
    record.add(found.kind, chances, found.label)
    seen = record.enumerated[f"{found.kind} seen"] = record.enumerated[f"{found.kind} seen"] + 1
    if not plan.every or seen % plan.every != 1 % plan.every:
        return
    if every_throw(session, asked, plan.most, chances):
        record.enumerated[found.kind] += 1


def resolved(session: Session, answer: str, most: int = 150) -> Told:
    """Give an answer and hold every throw against what it told, which is handed back."""
    ask, g, face = session.ask, session.game, session.definition.face
    odds = ask.odds(answer) if ask else None
    assert ask is not None
    assert odds is not None
    chances = told(odds)
    labels = frozenset(label for label, _ in chances)
    asked = Asked(ask.key, answer, labels, g.grid.name, lambda unit: face.unit_name(g, unit))
    session.answer(answer)
    assert every_throw(session, asked, most, chances), "too many throws"
    return chances


def every_throw(session: Session, asked: Asked, most: int, expected: Told) -> bool:
    """Take an answer back and give it again with every throw there is; what came must be *expected*.

    False: there are more than *most* throws.  The answer stands again as it was first given.
    """
    before, first, reader = (
        session.n - 1,
        session.entries[-1].events,
        READERS[session.definition.id],
    )
    fallen = reader(asked, first)
    assert fallen is not None
    if prod(_sizes(session, first[: fallen.upto + 1])) > most:
        return False
    found: dict[str, Fraction] = {}
    left: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    thrown = 0
    while left and thrown < most:
        laid, chance = left.pop()
        events = _again(session, before, asked.answer, laid)
        thrown += 1
        fell = reader(asked, events)
        assert fell is not None, (asked, laid)
        sizes = list(_sizes(session, events[: fell.upto + 1]))
        if len(sizes) > len(laid):
            size = sizes[len(laid)]
            left += [((*laid, face + 1), chance / size) for face in range(size)]
        else:
            found[fell.label] = found.get(fell.label, Fraction(0)) + chance
    assert _again(session, before, asked.answer, ()) == first
    if left:
        return False
    assert tuple(sorted(found.items())) == expected, (asked, found, expected)
    return True


def _again(session: Session, before: int, answer: str, laid: tuple[int, ...]) -> Sequence[Event]:
    """What an answer brings with other dice."""
    session.undo(before, consent=True)
    session.state.script = list(laid)
    return session.answer(answer).events


def _sizes(session: Session, events: Sequence[Event]) -> Iterator[int]:
    """How many faces each thing had that fell; what is drawn is put back in the end."""
    drawn = Counter[str]()
    for event in events:
        if isinstance(event, ev.DiceRolled):
            yield from [event.sides] * len(event.dice)
        elif isinstance(event, ev.ItemDrawn):
            yield len(session.state.cups[event.cup]) - drawn[event.cup]
            drawn[event.cup] += 1

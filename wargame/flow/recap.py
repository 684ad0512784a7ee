"""What happened since a side's last turn: first to its own troops, then draws, then the rest.

A turn of a side is a run of answers in its own segments; what it answers in those of the other
side, or in an interrupt, is a reaction and ends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wargame.content.sequence import Step, walk
from wargame.flow.journal import Line, Teller, as_one
from wargame.flow.record import Entry
from wargame.flow.seat import is_by_seat
from wargame.model import events as ev
from wargame.model.state import Side, UnitId

Steps = Mapping[str, Step]
_MANY, _NAMED = 5, 3
"""More lines that are alike are told as one, with so many names."""
_ROLLED = ("dice", "result")
"""Lines that say how something came about: they are told behind what came about."""
_PLACES = frozenset(("where", "hex", "hexes", "target"))
"""Facts of a roll that say where it was."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What a side must know, the nearest first."""

    summed: list[Line] = field(default_factory=list)
    """What a side did that the rules run, in a few lines."""
    own: list[Line] = field(default_factory=list)
    """Results and losses of its own troops."""
    drawn: list[Line] = field(default_factory=list)
    """Markers, cards and chits that came out."""
    others: list[Line] = field(default_factory=list)
    """Everything else in order: moves and attacks of the other side."""
    first: int = 0
    """The first answer that is told."""

    def __bool__(self) -> bool:
        return bool(self.summed or self.own or self.drawn or self.others)

    @property
    def sections(self) -> list[tuple[str, list[Line]]]:
        """What there is to tell, with its headings."""
        found = {
            "In short": self.summed,
            "Your troops": self.own,
            "Drawn": self.drawn,
            "Meanwhile": self.others,
        }
        return [(title, lines) for title, lines in found.items() if lines]


def is_own(segment: str, side: Side, steps: Steps) -> bool:
    """Whether a segment is of *side*'s own turn, no interrupt and in none."""
    inside = any(step.interrupt for step in above(segment, steps))
    return not inside and acts_in(segment, side, steps) and steps[segment].turn_of in ("", side)


def above(segment: str, steps: Steps) -> Iterator[Step]:
    """The step of a segment and those it lies in, by their names."""
    while segment:
        if segment in steps:
            yield steps[segment]
        segment = segment.rpartition(".")[0]


def acts_in(segment: str, side: Side, steps: Steps) -> bool:
    """Whether a segment is for *side* to act in, in its turn or the other's, and no interrupt."""
    step = steps.get(segment)
    return step is not None and not step.interrupt and step.side in ("", side)


def is_last_act(segment: str, side: Side, steps: Steps) -> bool:
    """Whether *side* plainly begins no segment of its own after this one before the turn is over."""
    order = list(steps)
    if segment not in steps:
        return False
    within = [step for step in steps.values() if segment in {each.id for each in walk(step)}]
    rounds = [step for step in within if step.repeat]  # the first are the turns
    if rounds[1:] or any(step.order for step in within):
        return False
    later = order[order.index(segment) + 1 :]
    return not any(steps[each].side == side and is_own(each, side, steps) for each in later)


def _by_nobody(_entry: Entry) -> bool:
    return False


def last_turn(
    entries: Sequence[Entry],
    side: Side,
    steps: Steps,
    passed: Collection[int] = (),
    ends: Callable[[Entry], bool] = _by_nobody,
) -> tuple[int, int]:
    """The last answer of the side's turn before this one, and the first of this one.

    Answers in *passed*, and those of seats, were given by nobody.  The first is 0 where there was
    no turn before; the second is one more than the last answer before this turn has begun.
    *ends*: whether an answer of its own ended its turn, the other side being run by the rules.
    """

    def plays(entry: Entry) -> bool:
        return entry.n not in passed and not is_by_seat(entry)

    n, begun = len(entries) - 1, len(entries)
    while n > 0:
        entry = entries[n]
        if is_own(entry.segment, entry.side, steps) and plays(entry):
            if entry.side != side or ends(entry):
                break
            begun = n
        n -= 1
    while n > 0:
        entry = entries[n]
        if entry.side == side and plays(entry) and is_own(entry.segment, side, steps):
            break
        n -= 1
    return n, begun


def since_decided(
    entries: Sequence[Entry], side: Side, passed: Collection[int] = (), *, curtained: bool
) -> int:
    """The first answer that is news to a side since it decided last; *passed*: see `last_turn`.

    Where the other side was asked next, behind a curtain, that is its own one, if something was rolled or
    drawn: it has seen nothing of it yet.
    """
    own = (e for e in reversed(entries) if e.side == side and e.n not in passed)
    last = next((e for e in own if not is_by_seat(e)), None)
    if last is None:
        return 0
    after = entries[last.n + 1 :]
    rolled = any(isinstance(event, (ev.DiceRolled, ev.ItemDrawn)) for event in last.events)
    unseen = curtained and rolled and bool(after) and after[0].side != side
    return last.n if unseen else last.n + 1


def recap(
    entries: Sequence[Entry], side: Side, teller: Teller, owner: Callable[[UnitId], Side]
) -> Recap:
    """What *entries* mean to *side*; `owner` tells whose a unit is.

    An answer of its own in which a side acted that the rules run is told like one of the other side;
    what that side drew is told where it was drawn.
    """
    own: list[Line] = []
    drawn: list[Line] = []
    others: list[Line] = []
    summed = teller.summary(event for entry in entries for event in entry.events)
    for entry in entries:
        theirs_too = entry.side != side or bool(summed and teller.summary(entry.events))
        draws = [
            line
            for event in entry.events
            if isinstance(event, ev.ItemDrawn)
            and (not summed or event.by in ("", side))
            and (line := teller.line(event))
        ]
        drawn += draws
        fought = any(map(owner, entry.answer.split())) or _is_of_somebody(entry)
        theirs = False
        for line in teller.lines(entry.events, summed=False):
            mine = any(owner(unit) == side for unit in line.units)
            if line.kind == "dice":  # and what is read from the chart after it
                theirs = bool(line.units) and not mine
            told = not theirs_too and line.kind in _ROLLED and fought and not theirs
            if line in draws:
                continue
            if told or (mine and (line.kind == "state" or theirs_too)):
                own.append(line)
            elif theirs_too or line.kind not in ("move", "segment"):
                others.append(line)
    own = sorted(folded(own), key=lambda line: line.kind in _ROLLED)
    return Recap(summed, own, drawn, folded(others), entries[0].n if entries else 0)


def folded(lines: Sequence[Line]) -> list[Line]:
    """Many lines that say the same of one unit or hex after the other as one, where the first stood."""
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        groups.setdefault((line.alike, line.rule), []).append(line)
    told: list[Line] = []
    for line in lines:
        group = groups[line.alike, line.rule]
        if not line.alike or len(group) <= _MANY:
            told.append(line)
        elif line is group[0]:
            told.append(as_one(group, _NAMED))
    return told


def _is_of_somebody(entry: Entry) -> bool:
    """Whether an answer, or a roll, names who or where: the weather is nobody's."""
    rolls = (event for event in entry.events if isinstance(event, ev.DiceRolled))
    named = any(roll.unit or not _PLACES.isdisjoint(dict(roll.facts)) for roll in rolls)
    return named or any(word[:4].isdecimal() for word in entry.answer.split())

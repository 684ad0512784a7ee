"""Movement: where a mover gets to, what each step costs, and what a path is refused for.

All prices and budgets are half movement points. A game writes one class of movers, derived from
`Mover`: tactical, strategic and rail movement, retreat along roads or a lorry with its passenger
differ in what they fill in, not in the search. The search (`reach`) and the check of a written path
(`follow`) read the same members, so that a hex is never offered and refused, or shut without reason:

- `costs`: the price of leaving a hex in a direction, 0 where there is no way (`hexes.field.Costs`). Tables that never
  change are compiled once; what depends on the position (mines, weather, a price for entering a ZOC) is made lazily, row
  by row, by `Costs(grid, row)`.
- `bars`: hexes that may not be entered, each a mask over the map with the refusal it stands for. The first whose mask is
  true for a hex says why it is shut (`shut`). A game may keep all of them as one set (`closed`), so that they are asked
  for their reasons alone.
- `stop`: a mask; a hex with a true value may be entered and ends the path. An enemy ZOC; an overrun, too: its hex is not
  barred, its price is in `costs`, the path ends there, and its mover stays open for its next order.
- `leaving(h)`: what starting in a hex adds to the first step.
- `leap(a, b)`: whether a single step takes the whole allowance instead of its price: the minimum
  move, an unbridged river, a strait. Only the first step of a mover that has spent nothing (`fresh`).
- `single`: for a mover that takes one step and no more (it is shaken), by a leap: the refusal of the second.
- `toll`: ground that changes prices on the way and is paid for once (interdiction, harassment).

`reach` gives a `Field`: the half points left by hex and the cheapest path to each. It does not know stacking: whether
a move may *end* in a hex is the game's filter over the field, since passing through may be legal. `follow` prices a
written path or raises IllegalAnswer; `is_plain` says of most paths that nobody need ask. `reach` and `follow` take up a
way in its middle: `fresh=False`, what is left as the budget, `paid` for the toll. So a march goes hex by hex: follow
the next stretch, let happen what happens there, take the rest of the way again.

Units that go together at their own prices and allowances are a list of (mover, budget): see below, "together".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeAlias

from wargame.content.figures import counted, in_halves
from wargame.flow.ask import IllegalAnswer, Pick, Refusal
from wargame.hexes.bits import flags
from wargame.hexes.field import Costs, Mask, Reach, Rows
from wargame.hexes.grid import Grid, Hex

Path: TypeAlias = tuple[Hex, ...]
Member: TypeAlias = "tuple[Mover, int]"
"""One of several that go together, and its half MPs."""

_TURNS = tuple(tuple((turn + d) % 6 for d in range(6)) for turn in range(6))
"""The directions in turn, from each of them on."""


class Bar(NamedTuple):
    """Hexes that may not be entered, and why."""

    mask: Mask
    """True for each of them."""
    why: Callable[[Hex], Refusal]
    priced: bool = False
    """Whether no price leads there anyway, so that the search need not look."""


class Step(NamedTuple):
    """One step of a path: hex entered, half MPs, the reasons in words."""

    hex: Hex
    cost: int
    why: str


@dataclass(frozen=True, slots=True)
class Toll:
    """Ground paid for once on a way, with prices of its own for whoever has paid."""

    name: str
    hexes: frozenset[Hex]
    cost: int
    """Half MPs, with the first step that starts or ends in one of the hexes."""
    through: Costs
    """Every price of a mover that pays."""
    around: Costs
    """Every price of one that keeps clear: 0 for each step that starts or ends there."""


class Mover(Protocol):
    """Who goes, and the rules that bind its steps. Games derive from it and fill in what applies."""

    grid: Grid
    costs: Costs
    rule: str
    """The rule that refuses a path that is too long."""
    name: str = ""
    """Who it is in refusals; "" where that is clear."""
    bars: Sequence[Bar] = ()
    closed: int | None = None
    """All bars as one set of hexes, of a game that keeps it."""
    stop: Mask | None = None
    toll: Toll | None = None
    single: Refusal | None = None

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """Why no step leads from a hex to its neighbour, which is not barred."""

    def stopped(self, h: Hex) -> Refusal:
        """Why a path ends in a hex that stops it."""
        return Refusal(f"It must stop in {self.grid.name(h)}.", self.rule)

    def ground(self, a: Hex, b: Hex) -> str:
        """What the price of a step is made of, in words."""

    def leaving(self, h: Hex) -> int:  # noqa: ARG002 - nothing, in most games
        """Half MPs that starting in a hex adds to the first step."""
        return 0

    def leap(self, a: Hex, b: Hex) -> bool:  # noqa: ARG002 - none, for most movers
        """Whether the whole allowance buys this first step, whatever its price; bars are asked besides."""
        return False

    def ways(self, start: Hex, budget: int, first: int) -> Reach:
        """The cheapest ways, its toll left out; *first* is added to the first step. A game may keep them."""
        closed = _closed(self)
        return self.costs.reach(start, budget, stop=self.stop, closed=closed, surcharge=first)

    def followed(self, path: Path, budget: int, *, fresh: bool) -> Walked:
        """What `follow` says of a path. A game may keep it."""
        return follow(self, path, budget, fresh=fresh)


@dataclass(slots=True)
class Field:
    """Where a mover gets to, the hex it starts from included."""

    start: Hex
    left: dict[Hex, int] = field(default_factory=dict)
    """Half MPs left by hex, in the order found."""
    ways: Reach | dict[Hex, Reach] = field(default_factory=dict)
    """The search that found the hexes, or the one that found each; none found a leap."""

    def path(self, h: Hex) -> Path:
        """The cheapest path, the start included."""
        found = self.ways if isinstance(self.ways, Reach) else self.ways.get(h)
        if h != self.start and (found is None or h not in found.came_from):
            return self.start, h
        return found.path_to(h) if found else (self.start,)


class Walked(NamedTuple):
    """A path that was followed."""

    steps: list[Step]
    left: int
    paid: bool
    """Whether the toll is paid."""

    @property
    def cost(self) -> int:
        """Half MPs in all."""
        return sum(step.cost for step in self.steps)


# -- one truth -----------------------------------------------------------------------------------


def shut(mover: Mover, h: Hex) -> Refusal | None:
    """Why a hex may not be entered; None if it may."""
    if mover.closed is not None and not mover.closed >> h & 1:
        return None
    for bar in mover.bars:
        if bar.mask[h]:
            return bar.why(h)
    return None


def price(mover: Mover, a: Hex, b: Hex, *, paid: bool = False) -> tuple[int, bool]:
    """Half MPs from a hex to its neighbour, 0 where there is no way; whether the toll is paid then."""
    d, toll = mover.grid.around[a].index(b), mover.toll
    if toll is None or (a not in toll.hexes and b not in toll.hexes):
        return mover.costs[a][d], paid
    cost = toll.through[a][d]
    return (cost and cost + (0 if paid else toll.cost)), True


def stops_in(mover: Mover, h: Hex) -> bool:
    """Whether a path ends in a hex."""
    return mover.stop is not None and bool(mover.stop[h])


def _barred(mover: Mover, h: Hex) -> bool:
    closed = mover.closed
    return bool([bar for bar in mover.bars if bar.mask[h]] if closed is None else closed >> h & 1)


def _closed(mover: Mover) -> Mask | None:
    """The bars as one mask."""
    if mover.closed is not None:
        return flags(mover.closed, mover.grid.size)
    masks = [bar.mask for bar in mover.bars if not bar.priced]
    if len(masks) < 2:
        return masks[0] if masks else None
    return Rows(lambda h: len([mask for mask in masks if mask[h]]))


# -- searching -----------------------------------------------------------------------------------


def reach(
    mover: Mover, start: Hex, budget: int, *, fresh: bool = True, paid: bool = False
) -> Field:
    """Where a mover gets to for *budget*; *fresh*: it has spent nothing; *paid*: its toll is paid."""
    found = Field(start, {start: budget})
    if not mover.single:
        first = mover.leaving(start) if fresh else 0
        found = _search(mover, start, budget, first, paid=paid)
    for near in mover.grid.neighbours[start] if fresh else ():
        if near not in found.left and mover.leap(start, near) and not _barred(mover, near):
            found.left[near] = 0
    return found


def _search(mover: Mover, start: Hex, budget: int, first: int, *, paid: bool) -> Field:
    toll = mover.toll
    if toll is None:
        way = mover.ways(start, budget, first)
        return Field(start, {h: budget - cost for h, cost in way.cost.items()}, way)
    closed = _closed(mover)
    around = toll.around.reach(start, budget, stop=mover.stop, closed=closed, surcharge=first)
    extra = first if paid else first + toll.cost
    through = toll.through.reach(start, budget, stop=mover.stop, closed=closed, surcharge=extra)
    left, ways = dict[Hex, int](), dict[Hex, Reach]()
    for way in (around, through):  # past all such ground, or through it, paying with the first step
        for h, cost in way.cost.items():
            if budget - cost > left.get(h, -1):
                left[h], ways[h] = budget - cost, way
    return Field(start, left, ways)


def next_steps(
    mover: Mover, here: Hex, left: int, *, fresh: bool, paid: bool = False, turn: int = 0
) -> Iterator[tuple[Hex, int, bool]]:
    """Each hex that can be entered next, what is left there, whether the toll is paid then.

    In the order of the directions, the one of number *turn* first.
    """
    spare = left - (mover.leaving(here) if fresh else 0)
    around, costs, closed, now_paid = mover.grid.around[here], mover.costs[here], mover.closed, paid
    for d in _TURNS[turn]:
        b, cost = around[d], costs[d]
        if b < 0:
            continue
        if mover.toll:
            cost, now_paid = price(mover, here, b, paid=paid)
        pays = 0 < cost <= spare and not mover.single
        if (pays or fresh) and not (_barred(mover, b) if closed is None else closed >> b & 1):
            if pays:
                yield b, spare - cost, now_paid
            elif mover.leap(here, b):
                yield b, 0, now_paid


def wander(mover: Mover, start: Hex, budget: int, pick: Pick, *, fresh: bool = True) -> Path:
    """Some way that can be followed, the start included: for samplers, who want one and no reach."""
    way: Path = (start,)
    left, paid = budget, False
    while fresh or pick(4):
        steps = next_steps(mover, way[-1], left, fresh=fresh, paid=paid, turn=pick(6))
        found = next((step for step in steps if step[0] not in way), None)
        if found is None:
            break
        here, left, paid = found
        way, fresh = (*way, here), False
        if stops_in(mover, here):
            break
    return way


# -- following -----------------------------------------------------------------------------------


def is_plain(mover: Mover, path: Path, budget: int, *, fresh: bool = True) -> bool:
    """Whether a path is legal without a leap or a toll: asked by whoever wants no account of most paths."""
    if mover.toll is not None or mover.single or mover.closed is None:
        return False
    costs, around, closed, a = mover.costs, mover.grid.around, mover.closed, path[0]
    left = budget - (mover.leaving(a) if fresh else 0)
    for b in path[1:]:
        left -= (cost := costs[a][around[a].index(b)])
        if not cost or left < 0 or closed >> b & 1:
            return False
        a = b
    return mover.stop is None or not any(map(mover.stop.__getitem__, path[1:-1]))


def follow(
    mover: Mover, path: Path, budget: int, *, fresh: bool = True, paid: bool = False
) -> Walked:
    """The priced steps of a path, its start included; raises IllegalAnswer.

    A step that only a leap allows is told at its price and takes all that is there.
    """
    steps, left = list[Step](), budget
    if mover.single and len(path) > 2:
        raise IllegalAnswer(mover.single)
    for n, (a, b) in enumerate(pairwise(path)):
        first = fresh and not n
        if n and stops_in(mover, a):
            raise IllegalAnswer(mover.stopped(a))
        cost, now_paid = price(mover, a, b, paid=paid)
        barred = shut(mover, b)
        if barred is not None:
            raise IllegalAnswer(barred)
        extra = mover.leaving(a) if first else 0
        pays = bool(cost) and not mover.single and cost + extra <= left
        leap = not pays and first and mover.leap(a, b)
        if not cost and not leap:
            raise IllegalAnswer(mover.no_way(a, b))
        why = mover.ground(a, b) + (", leaving a ZOC" if extra else "")
        if mover.toll and now_paid and not paid:
            why += f", {mover.toll.name}"
        steps.append(Step(b, cost + extra if cost else budget, why))
        if not pays and not leap:
            raise IllegalAnswer(_too_far(mover, steps, budget))
        left, paid = 0 if leap else left - cost - extra, now_paid
    return Walked(steps, left, paid)


def _too_far(mover: Mover, steps: Sequence[Step], budget: int) -> Refusal:
    """The whole account of a path that costs more than there is."""
    name, who = mover.grid.name, f"{mover.name} " if mover.name else ""
    account = ", ".join(f"{name(step.hex)} {in_halves(step.cost)} ({step.why})" for step in steps)
    total = in_halves(sum(step.cost for step in steps))
    said = f"{name(steps[-1].hex)} costs {who}{total} MP in all, {counted(in_halves(budget), 'is/are')} there"
    return Refusal(f"{said}: {account}.", mover.rule)


# -- together ------------------------------------------------------------------------------------


def reach_together(members: Sequence[Member], start: Hex, *, fresh: bool = True) -> Field:
    """Where all of them get to by one way; what is left is that of the poorest.

    Looked for along the cheapest ways of each in turn; a way that is cheapest for none is not found.
    """
    ways: dict[Hex, Reach] = {}
    found = Field(start, {start: min(budget for _, budget in members)}, ways)
    for search in _searches(members, start, fresh=fresh):
        rests = [_rest(member, search, fresh=fresh) for member in members]
        for h in search.came_from:
            left = min(rest[h] for rest in rests)
            if left >= 0 and h not in found.left:
                found.left[h], ways[h] = left, search
    for near in members[0][0].grid.neighbours[start] if fresh else ():
        if near not in found.left and all(_one_step(member, start, near) for member in members):
            found.left[near] = 0
    return found


def follow_together(
    members: Sequence[Member], path: Path, *, fresh: bool = True
) -> dict[str, Walked]:
    """The path as each member pays for it, by its name; raises IllegalAnswer."""
    return {mover.name: follow(mover, path, budget, fresh=fresh) for mover, budget in members}


def _searches(members: Sequence[Member], start: Hex, *, fresh: bool) -> list[Reach]:
    """One search for each table of prices and budget; none where a member takes single steps."""
    if any(mover.single for mover, _ in members):
        return []
    unlike: dict[tuple[int, int], Member] = {}
    for mover, budget in members:
        unlike.setdefault((id(mover.costs), budget), (mover, budget))
    return [
        mover.costs.reach(
            start,
            budget,
            stop=mover.stop,
            closed=_closed(mover),
            surcharge=mover.leaving(start) if fresh else 0,
        )
        for mover, budget in unlike.values()
    ]


def _rest(member: Member, search: Reach, *, fresh: bool) -> dict[Hex, int]:
    """What a member has left where it goes the ways of a search; negative: it cannot."""
    (mover, budget), (start, *_) = member, search.cost
    rest = {start: budget - (mover.leaving(start) if fresh else 0)}
    for h in sorted(search.came_from, key=search.cost.__getitem__):  # what leads to h comes first
        before = search.came_from[h]
        step = price(mover, before, h)[0]
        rest[h] = rest[before] - step if step and rest[before] >= 0 else -1
    return rest


def _one_step(member: Member, start: Hex, near: Hex) -> bool:
    """Whether a member can take this as its one step, by a leap or at its price."""
    mover, budget = member
    if shut(mover, near) is not None:
        return False
    cost = price(mover, start, near)[0]
    paid = bool(cost) and not mover.single and cost + mover.leaving(start) <= budget
    return paid or mover.leap(start, near)

"""Who can be told something: each unit of a question with its moves and its other orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from wargame.flow.ask import PASS, Option, OrdersAsk
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.desk import Desk, Say

_FEW = 9
"""So many orders are listed at once, without picking a unit first."""
_PICK = "Pick a unit, {} can act{}: put the cursor on a marked hex, or press {{next}}."
_QUIET = " ({} in quiet sectors, which {{next}} leaves out)"
_PICK_OR_AIM = "Pick a unit (framed on the map), or put the cursor on an enemy to attack."


@dataclass(frozen=True, slots=True)
class Actor:
    """A unit, or all units of a small question, with everything it can be told."""

    option: Option
    """Its row in the list of units."""
    heads: tuple[Option, ...]
    orders: tuple[Option, ...]
    whole: Actor | None = None
    """The same with all its orders, where those of one first stage are listed alone."""
    said: str = ""
    """What its rows need not say again, if not its name."""

    @property
    def place(self) -> Hex | None:
        """Where it stands or may enter; None if neither is on the map."""
        return self.option.hexes[0] if self.option.hexes else None

    def is_order(self, ask: OrdersAsk) -> bool:
        """Whether it is no unit but an order that needs none, and is given as it stands."""
        return self.orders == (self.option,) and not ask.opens(self.option)

    def leads(self, head: Option) -> Actor:
        """The same with a move more."""
        return replace(self, heads=tuple(dict.fromkeys((*self.heads, head))))

    def opened(self, ask: OrdersAsk, head: Option) -> Actor:
        """The same with the orders of a first stage alone."""
        return replace(self, heads=(), orders=tuple(ask.opened(head)), whole=self, said=head.label)

    def settled(self, ask: OrdersAsk) -> Actor:
        """The same with its one first stage opened, if there is nothing else to choose."""
        if self.heads or len(self.orders) != 1 or not ask.opens(self.orders[0]):
            return self
        return replace(self.opened(ask, self.orders[0]), whole=None)

    @property
    def verbs(self) -> set[str]:
        """What it can do, in the words of the answers."""
        return {option.answer.split()[0] for option in (*self.heads, *self.orders)}

    def note(self, desk: Desk, *, all_alike: bool = False) -> str:
        """Where it is and, unless all can do the same one thing, what it can do: "1107 move, fire 3", "1107 retreat, 10 ways"."""
        where = () if self.place is None else (desk.game.grid.name(self.place),)
        verbs = Counter(option.answer.split()[0] for option in (*self.heads, *self.orders))
        moves = {option.answer.split()[0] for option in self.heads}
        ways = ", {} ways" if len(verbs) == 1 else " {}"
        does = (v if n == 1 or v in moves else v + ways.format(n) for v, n in verbs.items())
        told = (len(verbs) > 1 or not moves) and not (all_alike and verbs.total() == 1)
        return " ".join((*where, *([", ".join(does)] if told else [])))


def actors(desk: Desk, ask: OrdersAsk, out: str) -> list[Actor]:
    """Every unit with its moves and orders, movers first; then first stages and orders that are no unit's; nobody
    who could only join in what all may do.
    """
    heads = [option for option in ask.heads() if desk.told.isdisjoint(option.units)]
    others = (option for option in ask.others() if option.answer != out)
    orders = [option for option in others if desk.told.isdisjoint(option.units)]
    joint = of_all(orders)
    able = [u for o in (*heads, *orders) if o not in joint for u in own(desk, o)]
    if not all({*able} & {*own(desk, o)} for o in joint):
        able = [u for option in (*heads, *orders) for u in own(desk, option)]
    units = dict.fromkeys(able)
    free = [o for o in orders if not (own(desk, o) if ask.opens(o) else o.units)]
    return [
        *(_actor(desk, unit, heads, orders) for unit in units),
        *(Actor(o, (), (o,)) for o in free),
    ]


def together(ask: OrdersAsk, found: Sequence[Actor]) -> Actor | None:
    """All units as one, where there is so little to choose from that one list shows it."""
    if len(found) == 1:
        return found[0].settled(ask)
    heads = tuple(dict.fromkeys(option for actor in found for option in actor.heads))
    orders = tuple(dict.fromkeys(option for actor in found for option in actor.orders))
    movers = {head.units for head in heads}
    if not found or len(movers) > 1 or len(heads) + len(orders) > _FEW:
        return None
    units = tuple(unit for actor in found for unit in actor.option.units)
    names = ", ".join(actor.option.label for actor in found)
    places = tuple(dict.fromkeys(h for actor in found for h in actor.option.hexes))
    return Actor(Option("", names, units, places), heads, orders)


def own(desk: Desk, option: Option) -> tuple[UnitId, ...]:
    """The units of an option that the side asked commands."""
    units, side = desk.game.state.units, desk.ask.side
    return tuple(unit for unit in option.units if units[unit].side == side)


def head_text(actor: Actor, head: Option) -> str:
    """A move as a row of its unit: "Move", "Move, In Column", "Move + another unit"."""
    verb = head.answer.split()[0].capitalize()
    rest = head.label.removeprefix(actor.option.label)
    return f"{verb}{rest}" if rest != head.label else f"{verb}: {head.label}"


def order_text(desk: Desk, actor: Actor, order: Option) -> str:
    """An order as a row of its unit, whose name need not be said again if it acts alone."""
    if len(own(desk, order)) > 1:
        return order.label
    text = order.label.removeprefix(actor.said or actor.option.label).lstrip(" ,:")
    return text[:1].upper() + text[1:]


def plainness(desk: Desk, order: Option) -> tuple[int, int]:
    """How much an order asks for: plain ones of a single unit come first."""
    return len(own(desk, order)), len(order.answer.split())


def row_for(desk: Desk, rows: Sequence[Option], where: Hex, before: Option | None) -> int:
    """The row of a hex: the one marked *before* if it is one of them, else the first, or the nearest."""
    here = [row for row in rows if where in row.hexes]
    if here:
        return rows.index(before if before in here else here[0])
    distance = desk.game.grid.distance
    far = [min((distance(where, h) for h in row.hexes), default=99) for row in rows]
    return far.index(min(far)) if far else 0


def next_in(desk: Desk, where: Hex | None, found: Sequence[Actor]) -> Actor | None:
    """The first unit in a hex that may still go."""
    here = (actor for actor in found if actor.heads and desk.at(actor.option.units[0]) == where)
    return None if where is None else next(here, None)


def next_mate(found: Sequence[Actor], actor: Actor, by: int) -> Actor:
    """The next unit that stands with another one, itself where it is alone."""
    mates = [mate for mate in found if mate.option.hexes == actor.option.hexes]
    return mates[(mates.index(actor) + by) % len(mates)] if actor in mates else actor


def beside(desk: Desk, rows: Sequence[Option], at: int, units: int | None) -> list[int]:
    """Of many rows the units, which come first; of too many those that share a hex with one, or like it have none,
    then as many of those after them as there is room for. All where one is taken: *units* is None.
    """
    room = desk.room()
    if len(rows) <= room or units is None:
        return list(range(len(rows)))
    if at < units <= room:
        return list(range(units))
    here = rows[at].hexes
    near = [n for n, row in enumerate(rows) if row.hexes == here or {*here} & {*row.hexes}]
    begins, ends = (0, units) if at < units else (units, len(rows))
    later = (n for n in (*range(at, ends), *range(begins, at)) if n not in near)
    return [*near, *islice(later, max(room - len(near), 0))]


def standing_at(desk: Desk, found: Sequence[Actor], where: Hex) -> Actor | None:
    """The first of the units that stands in a hex."""
    here = (actor for actor in found if where in actor.option.hexes)
    return next((a for a in here if any(desk.at(u) is not None for u in a.option.units)), None)


def still_able(desk: Desk, n: int, leaves: str) -> Say | None:
    """What is said when a pass would leave units without their turn."""
    if not n or desk.way_out() != PASS or not isinstance(desk.ask, OrdersAsk):
        return None
    can = "1 unit can" if n == 1 else f"{n} units can"
    return Say(f"{can} still act. Press {{pass}} again: {leaves}.", bad=False)


def why_order(ask: OrdersAsk, order: Option, where: Hex) -> str:
    """That an order goes with a hex or needs none; "" where it wants another one."""
    if ask.opens(order):
        return f"{order.label}: choose that first, then where."
    if order.hexes and where not in order.hexes:
        return ""
    return f"It is legal{'' if order.hexes else ' and needs no hex'}: {order.label}."


def by_hex(desk: Desk, found: list[Actor], cursor: Hex) -> tuple[list[Actor], int]:
    """Units of a hex one after the other, and how many are awake; those under the cursor come
    first, then those off the map, then the other hexes where not all are in quiet sectors.
    """
    quiet, face = dict[tuple[Hex, ...], bool](), desk.definition.face
    for actor in found:
        places = actor.option.hexes
        rests = actor.option.units and all(
            face.is_quiet(desk.game, unit) for unit in actor.option.units
        )
        quiet[places] = quiet.get(places, True) and bool(rests) and cursor not in places
    hexes = sorted(quiet, key=lambda at: (quiet[at], cursor not in at, bool(at)))
    ranks = {places: n for n, places in enumerate(hexes)}
    found = sorted(found, key=lambda actor: ranks[actor.option.hexes])
    return found, sum(not quiet[actor.option.hexes] for actor in found)


def pick_hint(desk: Desk, orders: Sequence[Option], able: int, awake: int) -> str:
    """That a unit is to be picked, and how."""
    asleep = able - awake
    quiet = _QUIET.format(asleep) if asleep and awake else ""
    return _PICK_OR_AIM if desk.aimed(orders) else _PICK.format(able, quiet)


def of_all(orders: Sequence[Option]) -> list[Option]:
    """The order by which most units act together without a hex, "land all", if there is one."""
    joint = [o for o in orders if len(o.units) > 1 and not o.hexes]
    return sorted(joint, key=lambda o: -len(o.units))[:1]


def _actor(desk: Desk, unit: UnitId, heads: Sequence[Option], orders: Sequence[Option]) -> Actor:
    mine = tuple(option for option in heads if unit in option.units)
    where = desk.at(unit)
    enters = mine[0].hexes if mine else ()
    places = enters if where is None else (where,)
    return Actor(
        Option(unit, desk.unit(unit), (unit,), places),
        mine,
        tuple(option for option in orders if unit in option.units),
    )

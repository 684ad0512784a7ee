"""The one big question of a formation's segment: an order for a unit, or how its action goes on.

`move g.pr5.1 2405-2305` (also `move g.pr5.1+g.pr5.2 column ...`), `enter UNIT 2704-2604`,
`fire A at B` (also `fire A at B and move`), `assault 1110 from A B`, `load A`, `unload A`,
`clear A 1306`, `column A`, `open A`, `stage A`, `pass`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargame.flow.ask import (
    DONE_WORD,
    PASS,
    IllegalAnswer,
    Option,
    Pick,
    Refusal,
    nearest,
    normal,
)
from wargame.games.hannut.assaulting import (
    assault_orders,
    stage_orders,
)
from wargame.games.hannut.labels import order_option, order_text, pointed_at
from wargame.games.hannut.options import (
    CARRIED,
    FIRED,
    HALTED,
    MOVING,
    closing_fire,
    entries,
    fire_orders,
    fresh_movers,
    fresh_units,
    leg,
    open_walker,
    overfull,
    plain_orders,
    staged_units,
    why_no_mover,
    why_no_posture,
)
from wargame.games.hannut.orders import (
    End,
    Move,
    Mover,
    Order,
    Words,
    is_end,
    refuse,
)
from wargame.games.hannut.reading import read_assault, read_fire, read_plain
from wargame.games.hannut.state import (
    COLUMN,
    MOVED,
    HannutGame,
    acting,
    active_formation,
    has,
    kind_of,
    nearest_enemy,
    where_is,
)
from wargame.games.hannut.walk import Field, Walker
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

VERBS = ("move", "enter", "fire", "assault", "load", "unload", "clear", "column", "open", "stage")


class OrderAsk:
    """HAN-SP-08, HAN-SP-14  Every legal order of the active formation, or of the action that is open."""

    kind, complete = "path", False

    def __init__(self, g: HannutGame, side: Side) -> None:
        self.g, self.side = g, side
        self.open = tuple(acting(g))
        """Units whose action is open; () when a new one may begin."""
        names = ", ".join(kind_of(g, u).name for u in self.open)
        self.key = "ops.go_on" if self.open else "ops.action"
        self.rule = "HAN-SP-14" if self.open else "HAN-SP-08"
        self.prompt = (
            f"{names} can do more: how does the action go on?" if self.open else _prompt(g)
        )
        self._orders: list[Order] | None = None
        self._others: list[Option] | None = None
        self._movers: list[Mover] | None = None
        self._reached: dict[str, Field] = {}

    # -- paths --------------------------------------------------------------------------------

    @property
    def movers(self) -> list[Mover]:
        """Who may move now, in which posture."""
        if self._movers is None:
            self._movers = self._open_movers() if self.open else fresh_movers(self.g)
        return self._movers

    def heads(self) -> Sequence[Option]:
        """Who may move: the answer up to the path."""
        return [self._head(mover) for mover in self.movers]

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where a mover may end, and half MPs left there."""
        return self._reach(self._mover(head)).left

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        mover = self._mover(head)
        found = self._reach(mover)
        if stops[0] not in found.left:
            near = (
                [stops[0]]
                if mover.verb == "enter"
                else [where_is(self.g, mover.units[0]), stops[0]]
            )
            raise self._unreached(mover, tuple(near), stops[0])
        path = found.path(stops[0])
        for stop in stops[1:]:
            path += self._onward(mover, path, stop)
        return self.read(f"{mover.text} {self.g.grid.write(path)}")[0]

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:
        """Each step of a move: hex entered, half MPs, why."""
        order = self.read(text)[1]
        if not isinstance(order, Move):
            return []
        walker = self._walker(order.mover, order.path[0])
        return [(s.hex, s.cost, s.why) for s in walker.follow(order.path)]

    def others(self) -> Sequence[Option]:
        """Every order that is no path, and pass where it is legal."""
        if self._others is None:
            self._others = [order_option(self.g, order) for order in self.orders]
        return self._others

    def meant(self, units: Sequence[UnitId], where: Hex) -> Sequence[str]:
        """Fire at an enemy hex, and assault it, whether that is legal or not."""
        return list(pointed_at(self.g, units, where))

    # -- answers ------------------------------------------------------------------------------

    @property
    def orders(self) -> list[Order]:
        """Orders without a path."""
        if self._orders is None:
            self._orders = list(self._plain())
        return self._orders

    def options(self) -> Sequence[Option]:
        """Orders without a path, then the cheapest way of each mover to each hex."""
        options = list(self.others())
        for mover in self.movers:
            found = self._reach(mover)
            for goal in sorted(found.left):
                answer = f"{mover.text} {self.g.grid.write(found.path(goal))}"
                label = f"{self._label(mover)} to {self.g.grid.name(goal)}"
                options.append(Option(answer, label, mover.units, (goal,)))
        return options

    def read(self, text: str) -> tuple[str, Order]:
        """The order in *text*; raises IllegalAnswer with the rule, the numbers, and what is close."""
        try:
            return self._read(text)
        except IllegalAnswer as error:
            refusal = error.refusal
            close = refusal.nearest or self._close_to(text)
            raise IllegalAnswer(Refusal(refusal.reason, refusal.rule, close)) from error

    def _close_to(self, text: str) -> tuple[str, ...]:
        """Legal answers like a refused one: the same mover to the nearest hex, or the same verb."""
        words = normal(text).split()
        verb = words[0] if words else ""
        if verb in ("move", "enter"):
            named = [m for m in self.movers if normal(text).startswith(f"{m.text} ")]
            goal = words[-1][-4:]
            if named and goal in self.g.grid.names:
                found = self._reach(max(named, key=lambda m: len(m.text)))
                end = self.g.grid.hex(goal)
                best = sorted(found.left, key=lambda h: (self.g.grid.distance(h, end), h))[:1]
                head = max((m.text for m in named), key=len)
                return tuple(f"{head} {self.g.grid.write(found.path(h))}" for h in best)
        known = [o.answer for o in self.others() if o.answer.split()[0] == verb]
        return nearest(" ".join(words), known)

    def _read(self, text: str) -> tuple[str, Order]:
        if is_end(text):
            return self._end()
        words = Words(self.g, text)
        match words.word():
            case "move" | "enter" as verb:
                return self._read_move(words, verb)
            case "fire":
                return read_fire(self.g, words, self.open)
            case "assault":
                return read_assault(self.g, words, self.open)
            case "load" | "unload" | "clear" | "column" | "open" | "stage" as verb:
                return read_plain(self.g, words, verb, self.open)
        known = [option.answer for option in self.others()]
        close = nearest(normal(text), known) or tuple(known[:4])
        raise refuse(
            f'"{text}" is no order; orders begin with {", ".join(VERBS)}, or pass.',
            self.rule,
            *close,
        )

    def sample(self, pick: Pick) -> str:
        """Some legal answer: a shot, an assault, a move, now and then a pass."""
        if not self._stuck() and pick(3 if self.open else 24) == 0:
            return DONE_WORD if self.open else PASS
        kinds: dict[str, list[str]] = {}
        for order in self.orders:
            if not isinstance(order, End):
                answer = order_text(self.g, order)
                kinds.setdefault(answer.split()[0], []).append(answer)
        for kind, odds in (
            ("assault", 2),
            ("fire", 3),
            ("stage", 3),
            *((k, 9) for k in sorted(kinds)),
        ):
            if kind in kinds and pick(odds) == 0:
                return kinds[kind][pick(len(kinds[kind]))]
        if self.movers:
            mover = self.movers[pick(len(self.movers))]
            found = self._reach(mover)
            if found.left:
                goals = sorted(found.left)
                goal = goals[pick(len(goals))] if pick(2) else self._towards_enemy(goals)
                return f"{mover.text} {self.g.grid.write(found.path(goal))}"
        return order_text(self.g, self.orders[-1]) if self.orders else self._any_move()

    def _towards_enemy(self, goals: Sequence[Hex]) -> Hex:
        enemy = nearest_enemy(self.g, goals[0], self.side)
        return min(goals, key=lambda h: self.g.grid.distance(h, enemy)) if enemy >= 0 else goals[0]

    def _any_move(self) -> str:
        for mover in self.movers:
            found = self._reach(mover)
            for goal in found.left:
                return f"{mover.text} {self.g.grid.write(found.path(goal))}"
        raise AssertionError("the open action can neither end nor go on")

    # -- reading ------------------------------------------------------------------------------

    def _end(self) -> tuple[str, Order]:
        if self._stuck():
            name = self.g.grid.name(where_is(self.g, self.open[0]))
            raise refuse(f"{name} is over-full: the action may not end there.", "HAN-ST-01")
        return (DONE_WORD if self.open else PASS), End()

    def _stuck(self) -> bool:
        """HAN-ST-01  Over-full, with somewhere to go."""
        if not self.open or not overfull(self.g, self.open):
            return False
        return any(self._reach(mover).left for mover in self.movers)

    def _read_move(self, words: Words, verb: str) -> tuple[str, Order]:
        mover = words.mover(verb)
        self._check_mover(mover)
        start = where_is(self.g, mover.units[0]) if verb == "move" else -1
        path = words.path(start)
        words.end()
        if verb == "move" and len(path) < 2:
            raise refuse("A move enters at least one hex.", "HAN-SP-12")
        self._walker(mover, path[0]).follow(path)
        return f"{mover.text} {self.g.grid.write(path)}", Move(mover, path)

    def _check_mover(self, mover: Mover) -> None:
        if mover.verb == "enter":
            if (
                mover not in self.movers
                and Mover("enter", mover.units, mover.column, mover.column) not in self.movers
            ):
                name = kind_of(self.g, mover.units[0]).name
                raise refuse(f"{name} does not enter now (or not In Column).", "HAN-EN-01")
            return
        if not self.open:
            wrong = why_no_mover(self.g, mover)
            if wrong is not None:
                raise refuse(*wrong)
        elif mover not in self.movers:
            close = [m.text for m in self.movers]
            if mover.units != self.open:
                raise refuse(
                    "An action is open: it goes on, or is done, first.", "HAN-SP-08", *close
                )
            rule = "HAN-CO-01" if mover.changes else "HAN-DF-02"
            raise refuse("It may not move (so) in this action any more.", rule, *close)

    # -- offering -----------------------------------------------------------------------------

    def _plain(self) -> Iterator[Order]:
        g, units = self.g, self.open
        if not units:
            yield from fire_orders(g)
            yield from closing_fire(g, staged_units(g))
            yield from assault_orders(g)
            yield from plain_orders(g)
        else:  # from an over-full hex only the assault leads on
            yield from closing_fire(g, units)
            yield from assault_orders(g, units)
            yield from stage_orders(g, units)
        if not self._stuck():
            yield End()

    # -- movers -------------------------------------------------------------------------------

    def _open_movers(self) -> list[Mover]:
        g, now = self.g, leg(self.g)
        if now not in (MOVING, HALTED, FIRED, CARRIED):
            return []
        column = has(g, self.open[0], COLUMN)
        found = [Mover("move", self.open, column, changes=False)]
        first = self.open[0]
        if (
            now == CARRIED
            and not has(g, first, MOVED)
            and why_no_posture(g, first, not column) is None
        ):
            found.append(Mover("move", self.open, not column, changes=True))
        return [m for m in found if open_walker(g, m.units, column=m.column).any_step()]

    def _walker(self, mover: Mover, start: Hex) -> Walker:
        if mover.verb == "enter":
            allowed = entries(self.g, mover.units[0], mover.column)
            if start not in allowed:
                names = [self.g.grid.name(h) for h in allowed]
                raise refuse(f"It enters by {' or '.join(names)}.", "HAN-EN-01")
            return Walker(self.g, mover.units, column=mover.column, entry=start)
        if self.open:
            return open_walker(self.g, mover.units, column=mover.column)
        return Walker(self.g, mover.units, column=mover.column)

    def _reach(self, mover: Mover) -> Field:
        known = self._reached.get(mover.text)
        if known is None:
            starts = (
                entries(self.g, mover.units[0], mover.column) if mover.verb == "enter" else [-1]
            )
            found = [self._walker(mover, start).reach() for start in starts]
            known = self._reached[mover.text] = found[0] if found else Field()
            for other in found[1:]:
                known.add(other)
        return known

    def _onward(self, mover: Mover, path: tuple[Hex, ...], stop: Hex) -> tuple[Hex, ...]:
        """The way on from the end of *path*, as if the mover stood there with nothing spent."""
        walker = self._walker(mover, path[0])
        walker.start = path[-1]
        found = walker.reach()
        if stop not in found.left:
            raise self._unreached(mover, path, stop)
        return found.path(stop)[1:]

    def _unreached(self, mover: Mover, path: tuple[Hex, ...], stop: Hex) -> Exception:
        """Why a hex cannot be reached: the first reason found on the direct way, or the distance."""
        names = self.g.grid.name(stop), self._label(mover)
        if len(path) > 1 and self.g.grid.adjacent(path[-2], path[-1]):
            self._walker(mover, path[0]).follow(path)
        line = self.g.grid.line(path[0], stop)
        walker = self._walker(mover, path[0])
        walker.follow(line)
        return refuse(f"{names[1]} cannot reach {names[0]}.", "HAN-MV-02")

    def _mover(self, head: str) -> Mover:
        words = Words(self.g, head)
        verb = words.word()
        if verb not in ("move", "enter"):
            raise refuse(f'"{head}" is no move.', self.rule)
        mover = words.mover(verb)
        self._check_mover(mover)
        return mover

    def _head(self, mover: Mover) -> Option:
        places = tuple(h for u in mover.units[:1] if (h := where_is(self.g, u)) >= 0)
        if mover.verb == "enter":
            places = tuple(entries(self.g, mover.units[0], mover.column))
        return Option(mover.text, self._label(mover), mover.units, places)

    def _label(self, mover: Mover) -> str:
        names = " + ".join(kind_of(self.g, u).name for u in mover.units)
        return f"{names}, In Column" if mover.column else names


def _prompt(g: HannutGame) -> str:
    """HAN-SP-08  Whose segment it is, and how much of it is left."""
    left = len(fresh_units(g)) + len(staged_units(g))
    units = "1 unit" if left == 1 else f"{left} units"
    return f"{active_formation(g).name} is active, {units} to act: which one does what?"

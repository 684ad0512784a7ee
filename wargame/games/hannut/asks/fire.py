"""Direct fire as an order: `fire A at B`, `fire A column at B and move` (HAN-DF-01, HAN-SP-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargame.content.figures import in_halves
from wargame.flow.ask import Odds, Option, Pick, Refusal, allow
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.hannut.asks.acting import (
    CARRIED,
    FIRED,
    fresh_units,
    leg,
    overfull,
    posture_text,
    postures,
    read_posture,
    staged_units,
    why_no_stand,
    why_not_fresh,
)
from wargame.games.hannut.fire import Shot, direct, shot_odds, targets_in_sight, why_no_shot
from wargame.games.hannut.state import (
    LOADED,
    MOVED,
    NEUTRALIZED,
    OTHER,
    STAGED,
    HannutGame,
    acting,
    half_ma,
    has,
    kind_of,
    spent,
    units_at,
    where_is,
)
from wargame.games.hannut.walk import HALF, Walker
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


class Fire(NamedTuple):
    """Direct fire; with `moves` the unit moves up to half afterwards, at reduced strength."""

    unit: UnitId
    target: UnitId
    column: bool
    changes: bool = False
    moves: bool = False

    @property
    def text(self) -> str:
        """The canonical answer."""
        posture = posture_text(column=self.column, changes=self.changes)
        return f"fire {self.unit}{posture} at {self.target}{' and move' if self.moves else ''}"


class Shots(Verb[Fire]):
    """HAN-SP-13, HAN-SP-14  Standing still, before half a move, or to close an action."""

    words, form, one_in = ("fire",), "fire UNIT at UNIT", 3

    def __init__(self, g: HannutGame, opened: tuple[UnitId, ...]) -> None:
        self.g, self.open = g, opened
        self._known: dict[UnitId, list[Fire]] = {}

    def heads(self) -> Iterator[Option]:
        """Units with something to fire at."""
        return (
            Option(self.head([u]), kind_of(self.g, u).name, (u,))
            for u in self._firers()
            if self._of(u)
        )

    def orders(self, head: Option) -> Iterator[Option]:
        """Every target in every posture, then with a move behind it."""
        return (self._option(order) for order in self._of(head.units[0]))

    def read(self, words: Words) -> tuple[str, Fire]:
        """Who fires at whom, in which posture, and whether it moves; raises IllegalAnswer."""
        unit = words.unit()
        column, changes = read_posture(words, unit)
        words.expect("at", self.form)
        target = words.unit()
        moves = bool(words.takes("and")) and bool(words.takes("move"))
        words.end()
        order = Fire(unit, target, column, changes, moves)
        allow(self._why_not(order))
        return order.text, order

    def sample(self, pick: Pick) -> str:
        """Any order of the first unit that has one, from a random one on."""
        units = self._firers()
        first = pick(len(units)) if units else 0
        for u in (*units[first:], *units[:first]):
            orders = self._of(u)
            if orders:
                return orders[pick(len(orders))].text
        return ""

    def odds(self, words: Words) -> Odds:
        """HAN-CRT-02  The shot, with what a later move takes from it."""
        return shot_odds(self.g, _shot(self.g, self.read(words)[1]))

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
        """Fire at the first enemy of a hex."""
        for u in units:
            for enemy in units_at(self.g, where, OTHER[kind_of(self.g, u).side])[:1]:
                yield f"fire {u} at {enemy}"

    # -- one unit -----------------------------------------------------------------------------

    def _firers(self) -> Sequence[UnitId]:
        return self.open or [*fresh_units(self.g), *staged_units(self.g)]

    def _closes(self, u: UnitId) -> bool:
        """HAN-SP-14  Whether it has begun its action."""
        return u in self.open or (not self.open and has(self.g, u, STAGED))

    def _of(self, u: UnitId) -> list[Fire]:
        """The shots of a unit, in order."""
        if u not in self._known:
            self._known[u] = list(self._shots(u))
        return self._known[u]

    def _shots(self, u: UnitId) -> Iterator[Fire]:
        """HAN-SP-13, HAN-SP-14  In each posture, standing or before moving; or to close an action."""
        g, closes = self.g, self._closes(u)
        targets = () if has(g, u, LOADED) else targets_in_sight(g, u)
        if not targets or self._why_silent(u) is not None:
            return
        for column, changes in postures(g, u)[: 1 if closes else 2]:
            then = (False, True) if not closes and _may_follow(g, u, column=column) else (False,)
            orders = (Fire(u, t, column, changes, moves) for t in targets for moves in then)
            yield from (order for order in orders if _why_no_aim(g, order) is None)

    def _why_silent(self, u: UnitId) -> Refusal | None:
        """HAN-SP-08, HAN-SP-14  Why a unit may not fire at anything now."""
        return why_no_closing_fire(self.g, u) if self._closes(u) else why_not_fresh(self.g, u)

    def _why_not(self, order: Fire) -> Refusal | None:
        """HAN-DF-01, HAN-DF-02, HAN-SP-14  Why an order to fire is not legal; None if it is."""
        g, u = self.g, order.unit
        if self._closes(u) and (order.changes or order.moves):
            said = "Posture and a later move are settled before the action begins."
            return Refusal(said, "HAN-DF-02")
        wrong = self._why_silent(u) or _why_no_aim(g, order)
        if wrong is None and order.moves and not _may_follow(g, u, column=order.column):
            return Refusal(f"{kind_of(g, u).name} could not move after firing.", "HAN-SP-14")
        return wrong

    def _option(self, order: Fire) -> Option:
        g, name = self.g, kind_of(self.g, order.unit).name
        if order.changes:
            name += f" {'takes' if order.column else 'leaves'} column and"
        shot = _shot(g, order)
        later = ", then may move half" if order.moves else ""
        column = g.content.fire_column(shot.number)
        label = f"{name} fires at {kind_of(g, order.target).name}{later}: column {column}"
        where = (where_is(g, order.target),)
        return Option(order.text, label, (order.unit, order.target), where)


def _shot(g: HannutGame, order: Fire) -> Shot:
    moved = order.moves or has(g, order.unit, MOVED)
    return direct(g, order.unit, order.target, moved=moved, column=order.column)


def _may_follow(g: HannutGame, u: UnitId, *, column: bool) -> bool:
    """R-55  Whether a unit could move after firing."""
    return Walker(g, (u,), column=column, leg=HALF).any_step()


def _why_no_aim(g: HannutGame, order: Fire) -> Refusal | None:
    """Why an order to fire is not legal, whatever may be possible after the shot."""
    u = order.unit
    if order.changes:
        wrong = why_no_stand(g, u, column=order.column)
        if wrong is not None:
            return wrong
    if order.moves and has(g, u, NEUTRALIZED):
        said = f"{kind_of(g, u).name} is Neutralized: it fires or moves one hex."
        return Refusal(said, "HAN-NE-01")
    moved = order.moves or has(g, u, MOVED)
    unfit = why_no_shot(g, u, order.target, moved=moved, column=order.column)
    return Refusal(*unfit) if unfit else None


def why_no_closing_fire(g: HannutGame, u: UnitId) -> Refusal | None:
    """HAN-SP-14, HAN-SP-16, HAN-NE-01  Why a unit may not fire after moving or loading."""
    name, acts = kind_of(g, u).name, u in acting(g)
    if has(g, u, LOADED):
        return Refusal(f"{name} is loaded and may not fire.", "HAN-LO-01")
    if has(g, u, NEUTRALIZED):
        return Refusal(f"{name} is Neutralized: it does not move and fire.", "HAN-NE-01")
    if acts and leg(g) == CARRIED and has(g, u, MOVED):
        return Refusal(f"{name} has unloaded and moved: it does not fire too.", "HAN-LO-02")
    if acts and leg(g) == FIRED:
        return Refusal(f"{name} has fired.", "HAN-DF-02")
    if acts and overfull(g, acting(g)):
        where = g.grid.name(where_is(g, u))
        return Refusal(f"{where} is over-full: the action may not end there.", "HAN-ST-01")
    if spent(g, u) > half_ma(g, u):
        said = f"{in_halves(spent(g, u))} MP; half is {in_halves(half_ma(g, u))}"
        return Refusal(f"{name} has spent {said}.", "HAN-SP-14")
    return None

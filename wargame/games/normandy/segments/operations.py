"""Operation Determination Segment: declarations, payment, the order of play, Air Units (NOR-OP, NOR-CB)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wargame.flow.ask import yes_or_no
from wargame.flow.script import DONE, Next, segment
from wargame.games.normandy.armies import (
    end_operation,
    leave_operation,
    operation,
    pay,
    turns_run,
)
from wargame.games.normandy.asks.commanding import (
    GERMAN_LAST,
    begun,
    by_army,
    can_bomb,
    carpet_ask,
    operation_ask,
    price,
    running,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.score import army_side, noted_hexes
from wargame.games.normandy.state import AIR_UNIT, OPERATED, OPERATION, OTHER, SUPPORTED, NorGame
from wargame.hexes.bits import members
from wargame.model.state import UnitId


@segment("normandy.operations")
async def operations(g: NorGame, side: Side) -> Next:
    """NOR-OP-01 to -04, NOR-OP-07 to -10  One answer names every HQ; what runs and is not named ends.

    NOR-OP-03: nothing is asked of a side that can neither begin nor go on.  NOR-OP-11: the Allies have
    named and paid for all of theirs before the German is asked.
    """
    ask = operation_ask(g, side)
    given = await g.ask(ask) if ask is not None else {}
    groups = by_army(g, (hq for hq, n in given.items() if n))
    for army in running(g, side):
        _go_on(g, army, groups.pop(army, []))
    for army, named in groups.items():
        _begin(g, side, army, named)
    return DONE


def _title(g: NorGame, army: str) -> str:
    return g.content.armies[army].title


def _go_on(g: NorGame, army: str, named: Sequence[UnitId]) -> None:
    """NOR-OP-02, NOR-OP-08, NOR-OP-09, NOR-OP-17  Continued with the HQs named, or ended."""
    if not named:
        g.note(_why_ended(g, army), rule="NOR-OP-09", army=_title(g, army))
        end_operation(g, army, rule="NOR-OP-09")
        return
    for hq in operation(g, army):
        if hq not in named:
            g.note("dropped", rule="NOR-OP-17", unit=hq)
            leave_operation(g, hq, rule="NOR-OP-17")
    run, cost = turns_run(g, army) + 1, price(g, army, len(named))
    rules = g.content.limits.operation
    g.note("continues", rule="NOR-OP-02", army=_title(g, army), units=tuple(named), price=cost,
           turn=run, length=rules.length(army_side(g, army)))  # fmt: skip
    pay(g, army, cost, rule="NOR-OP-08")
    _run(g, army, named, run)


def _why_ended(g: NorGame, army: str) -> str:
    """NOR-OP-07, NOR-OP-08  Whether it could have gone on."""
    fit = [hq for hq in operation(g, army) if SUPPORTED in g.state.units[hq].states]
    if not fit:
        return "none_supported"
    poor = price(g, army, 1) > int(g.state.tracks.get(f"sp {army}", 0))
    return "cannot_pay" if poor else "not_continued"


def _begin(g: NorGame, side: Side, army: str, named: Sequence[UnitId]) -> None:
    """NOR-OP-01, NOR-OP-05, NOR-OP-08, NOR-VP-03  Paid at once; the enemy's hexes are noted."""
    cost = price(g, army, len(named))
    g.note("begins", rule="NOR-OP-01", army=_title(g, army), units=tuple(named), price=cost)
    pay(g, army, cost, rule="NOR-OP-08")
    for hq in named:
        g.gain(hq, OPERATION, rule="NOR-OP-05")
    theirs = members(g.board.owned(g.state, OTHER[side]))
    g.set_list(noted_hexes(g, army), theirs, rule="NOR-VP-03")
    _run(g, army, named, 1)


def _run(g: NorGame, army: str, named: Sequence[UnitId], run: int) -> None:
    """NOR-OP-09, NOR-OP-10  A turn of it is played by these HQs."""
    turn = g.state.turn()
    g.set_track(f"op {army}", run, rule="NOR-OP-09")
    for hq in named:
        g.set_number(hq, OPERATED, turn, rule="NOR-OP-10")
    if g.content.armies[army].nation == "ge":
        g.set_track(GERMAN_LAST, turn, rule="NOR-OP-10")


@segment("normandy.operations.order")
async def order(g: NorGame, side: Side) -> Next:
    """NOR-OP-06, NOR-SQ-03, NOR-OP-16  For this turn alone."""
    prompt = "Take the first player-turn of this turn?"
    yes, no = "Yes: the Germans play first", "No: the Allies play first"
    asked = yes_or_no(side, "operation.first", prompt, yes=yes, no=no, rule="NOR-OP-06")
    first = await g.ask(asked)
    g.note("german_first" if first else "allied_first", rule="NOR-OP-06")
    g.set_track("first", "german" if first else "allied", rule="NOR-OP-06")
    return DONE


@segment("normandy.carpet.place")
async def place(g: NorGame, side: Side) -> Next:
    """NOR-CB-01, NOR-CB-03, NOR-CB-04  The Air Units are laid on their targets at once."""
    given = await g.ask(carpet_ask(g))
    hexes = sorted(g.grid.hex(name) for name, n in given.items() if n)
    if not hexes:
        return DONE
    g.note("carpet_announced", rule="NOR-CB-01", hexes=tuple(hexes))
    for where in hexes:
        marker = f"air-{g.grid.name(where)}"
        g.lay(marker, AIR_UNIT, rule="NOR-CB-04", side=side, where=where)
    g.set_track("carpets", int(g.state.tracks.get("carpets", 0)) + 1, rule="NOR-CB-03")
    g.set_track("carpet last", g.state.turn(), rule="NOR-CB-03")
    return DONE


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "german_may_go_first": lambda g, _: bool(begun(g, "german")),
    "carpet_possible": lambda g, _: can_bomb(g),
}
"""The conditions of its steps."""

"""The impulse of the automated Allies, a card a pass; their Activation, an action card a pass (ARD-AA-18, 5.14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.ardennes.activation import FRAMES, active_units
from wargame.games.ardennes.automaton import actions, deploy, formation, wander
from wargame.games.ardennes.automaton.attack import Plan
from wargame.games.ardennes.chits import Forces
from wargame.games.ardennes.contact import Contact
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.line import line_of
from wargame.games.ardennes.segments.attack import begin
from wargame.games.ardennes.segments.cards import ACTION_DISCARDS, ACTIONS
from wargame.games.ardennes.segments.deploy import enter_from_reserve, leave_map
from wargame.games.ardennes.segments.drawn import happens
from wargame.games.ardennes.segments.events import (
    draw,
    hurry,
)
from wargame.games.ardennes.segments.move import step_along
from wargame.games.ardennes.state import (
    ACTED,
    ACTIVE,
    ATTACKED,
    DEPLOYED,
    FORMER,
    IMPROVED,
    MOVED,
    RESERVE,
    STRATEGIC,
    TODAY,
    ArdGame,
    automated,
    by_number,
    day,
    due_of,
    stack,
)
from wargame.model.state import UnitId
from wargame.rules import decks
from wargame.rules.phases import clear_together

_ALLIED: Side = "allied"


# -- the impulse ------------------------------------------------------------------------------------


class Level(NamedTuple):
    """ARD-SQ-06  A Command Level."""

    cards: int
    last: int
    """1 in the last impulse of the day."""
    why: str
    """What made it: "laid out", "first", "last", "short day", "played"."""
    less: int = 0
    """How many fewer by Commandos."""


def level(g: ArdGame) -> Level:
    """ARD-SQ-06, ARD-DX-04  The Command Level of this impulse, and whether it is the last of the day."""
    limits, scenario = g.content.limits.level, g.content.scenario
    if told := int(g.state.tracks.get("level", 0)):  # laid out by hand: an impulse ends with none
        return Level(told, int(bool(g.state.tracks.get("passed german"))), "laid out")
    played = int(g.state.tracks.get("played", 0))
    last = not played
    first = day(g) == scenario.first_turn and g.state.tracks.get("allied impulses", 0) == 0
    if first:
        found, why = scenario.first_level or limits.first, "first"
    elif last:
        found, why = limits.last, "last"
        if not scenario.pile_of_all:
            day_ = g.content.days[day(g)]
            due = day_.allied_cards - int(g.state.tracks.get("levels", 0))
            found, why = (due, "short day") if due > found else (found, why)
    else:
        found, why = played + limits.more, "played"
    fewer = found
    if g.state.tracks.get("commandos"):
        fewer = max(found - limits.commandos, limits.least)
    return Level(fewer, int(last), why, found - fewer)


async def play(g: ArdGame, *, begun: int, played: int) -> Next:
    """ARD-SQ-05, ARD-AA-18  One pass: a card of the Allied deck."""
    if not begun:
        found = level(g)
        g.set_track("acting", _ALLIED, rule="ARD-SQ-05")
        g.set_track(
            "allied impulses", int(g.state.tracks.get("allied impulses", 0)) + 1, rule="ARD-SQ-05"
        )
        g.set_track("level", found.cards, rule="ARD-SQ-06")
        g.set_track("levels", int(g.state.tracks.get("levels", 0)) + found.cards, rule="ARD-SQ-06")
        g.set_track("commandos", 0, rule="ARD-EV-01")
        g.note(
            "allied_impulse", rule="ARD-SQ-06", level=found.cards, why=found.why, less=found.less,
            played=int(g.state.tracks.get("played", 0)),
        )  # fmt: skip
        g.keep_together(begun=1, last=found.last)
        return AGAIN
    if played:
        g.keep(played=0)
        _over(g)
        return AGAIN
    left = int(g.state.tracks.get("level", 0))
    if not left:
        return _end(g)
    g.set_track("level", left - 1, rule="ARD-SQ-05")
    card = draw(g)
    if card is None:
        return AGAIN
    return await _card(g, card)


async def _card(g: ArdGame, card: Card) -> Next:
    if card.kind == "none":
        limits = g.content.limits.cards
        excepted = day(g) >= limits.no_command_exception and not g.state.tracks.get("no command")
        if excepted:
            g.set_track("no command", 1, rule="ARD-CD-07")
            g.set_track("level", int(g.state.tracks["level"]) + 1, rule="ARD-CD-07")
        g.note("no_command", rule="ARD-CD-06", counts=int(not excepted))
        return AGAIN
    if card.kind == "event":
        await happens(g, card)
        return AGAIN
    units, corps, known = formation.named(g, card)
    if _deploys(g, card, units):
        return AGAIN
    why = formation.reasons(g, units) if known is None else known
    rows = [
        (u, *(why.get(u) or (formation.why_idle(g, u),)))
        for u in units
        if g.state.units[u].hex >= 0
    ]
    if not any(g.state.units[u].box == RESERVE for u in units):
        rows.insert(0, ("reserve", "nobody"))
    if why:
        g.decided(_ALLIED, f"activate {card.id}", corps or card.title, rows, rule="ARD-AA-01")
        there = [u for u in units if g.state.units[u].hex >= 0]
        g.mark(there, ACTIVE, rule="ARD-AA-18")
        g.keep(played=1)
        return then(FRAMES[_ALLIED], active=_ALLIED, card=card.id, value=card.value)
    g.decided(_ALLIED, f"idle {card.id}", corps or card.title, rows, rule="ARD-AA-01")
    sooner = formation.expedited(g, units)
    if sooner:
        g.note("expedited", rule="ARD-AA-18", unit=sooner, due=due_of(g, sooner))
        hurry(g, [sooner])
    else:
        g.note("nothing_to_do", rule="ARD-AA-18", card=card.id)
    return AGAIN


def _over(g: ArdGame) -> None:
    """ARD-AC-06  The Activation is over."""
    clear_together(g, ACTIVE, MOVED, STRATEGIC, ATTACKED, rule="ARD-AC-08")


def _end(g: ArdGame) -> Next:
    """ARD-SQ-05  The impulse is over; after the last one the day is."""
    clear_together(g, FORMER, DEPLOYED, ACTED, side=_ALLIED, rule="ARD-AC-06")
    if g.state.frames[-1].values.get("last"):
        g.set_track("passed allied", 1, rule="ARD-SQ-05")
    g.set_track("played", 0, rule="ARD-SQ-06")
    g.set_track("no command", 0, rule="ARD-CD-07")
    g.set_track("acting", "", rule="ARD-SQ-05")
    return DONE


# -- deployment -------------------------------------------------------------------------------------


class _Coming:
    """Units that a card brings on, and why others stay."""

    def __init__(self, g: ArdGame, most: int) -> None:
        self.g, self.left = g, most
        self.came = 0
        self.stay: dict[UnitId, deploy.Row] = {}
        """What was wanting for each that was tried."""
        self.ground, self.line = deploy.Ground(g), line_of(g)

    def take(self, unit: UnitId, found: deploy.Placed, free: Contact | None = None) -> bool:
        """A unit comes to the hex found; False where there is none."""
        if found.where < 0:
            return False
        self.stay.pop(unit, None)
        enter_from_reserve(self.g, unit, found.where, free, rule="ARD-RD-09")
        self.g.gain(unit, ACTED, rule="ARD-AA-18")
        self.came, self.left = self.came + 1, self.left - 1
        self.ground, self.line = deploy.Ground(self.g), line_of(self.g)
        return True


def _deploys(g: ArdGame, card: Card, units: Sequence[UnitId]) -> bool:
    """ARD-RD-02, ARD-RD-07, 5.14.3 (a)  Reserves by Method A, then late ones by Method B; whether any came."""
    coming, late = _Coming(g, card.value), day(g) >= g.content.limits.deploy.late
    waiting = by_number(g, [u for u in units if g.state.units[u].box == RESERVE])
    for unit in waiting:
        if not coming.left or not may_come(g):
            coming.stay[unit] = ("full" if coming.came else "early",)
            continue
        found = deploy.place_a(g, unit, coming.ground)
        if not coming.take(unit, found):
            coming.stay[unit] = found.wanting
    if late:
        _spare_ones(g, units, coming)
        _late_ones(g, [u for u in waiting if u in coming.stay], coming)
    if coming.stay:
        rows = [(unit, *wanting) for unit, wanting in coming.stay.items()]
        said = str(coming.came) if coming.came else "nobody"
        g.decided(_ALLIED, "stay", said, rows, rule="ARD-RD-02")
    return bool(coming.came)


def _spare_ones(g: ArdGame, units: Sequence[UnitId], coming: _Coming) -> None:
    """ARD-RD-02, ARD-RD-10  Units OutOfContact are taken away, if Method A knows a hex for them."""
    for unit in by_number(g, units):
        if not coming.left or ACTED in g.state.units[unit].states:
            continue
        free = deploy.is_spare(g, unit, coming.line)
        if free is None:
            continue
        found = deploy.place_a(g, unit, coming.ground)
        if not coming.take(unit, found, free):
            coming.stay[unit] = (*found.wanting, f"clause {free.clause}", free.steps)


def _late_ones(g: ArdGame, units: Sequence[UnitId], coming: _Coming) -> None:
    """ARD-RD-07  Those for whom Method A knew no hex come by Method B."""
    for unit in units:
        wanting = coming.stay[unit]
        if coming.left:
            found = deploy.place_b(g, unit, wanting, coming.ground)
            if not coming.take(unit, found):
                coming.stay[unit] = (*wanting, *found.wanting)
        elif wanting[0] != "full":
            coming.stay[unit] = (*wanting, "full", 0)


def may_come(g: ArdGame) -> bool:
    """ARD-DX-13  One unit out of Reserve on December 16."""
    first = day(g) == g.content.scenario.first_turn
    return not (first and g.state.tracks.get("early reserve"))


# -- the Activation ---------------------------------------------------------------------------------


@segment("ardennes.ops.orders")
async def orders(g: ArdGame, side: Side, stage: int = 0, wandered: tuple[UnitId, ...] = ()) -> Next:
    """ARD-AA-05, ARD-AA-09  One pass: a Wandering stack, or an action card with what it makes a stack do."""
    if side != _ALLIED or g.state.tracks["mode"] != "gs":
        return DONE
    units = active_units(g, side)
    if not stage:
        found = [own for own in wander.wandering(g, units) if own[0] not in wandered]
        able = [own for own in found if all(formation.may_act(g, u) for u in own)]
        if able:
            g.keep(wandered=(*wandered, *able[0]))
            _wander(g, able[0])
            return AGAIN
        if len(decks.cards(g, ACTIONS)) < g.content.actions.reshuffle_below:
            decks.gather(g, [ACTION_DISCARDS], ACTIONS, rule="ARD-AA-20")
        stage = 1
    if stage > g.content.actions.drawn:
        digs_in(g)
        return DONE
    g.keep(stage=stage + 1)
    drawn = decks.draw(g, ACTIONS, ACTION_DISCARDS, kind="action", rule="ARD-AA-20", by=side)
    card = g.content.action_cards[drawn]
    done = actions.deed(g, card, units)
    if done is None:
        return AGAIN
    if done.attack is not None:
        return _attack(g, done.attack, card.tactic or "")
    if done.path:
        step_along(g, done.units, done.path, rule="ARD-AA-22")
    if done.line.endswith("hold"):
        digs_in(g, done.units)
    _acts(g, done.units)
    return AGAIN


def _acts(g: ArdGame, units: Sequence[UnitId]) -> None:
    """5.14.3  They have acted in this impulse, and count as activated today."""
    g.mark(units, ACTED, rule="ARD-AA-18")
    for unit in units:
        today = g.state.units[unit].numbers.get(TODAY, 0)
        g.set_number(unit, TODAY, today + 1, rule="ARD-AC-10")


def _attack(g: ArdGame, plan: Plan, bonus: str) -> Next:
    """ARD-AA-21  The force comes up, stack by stack, and attacks."""
    for units, way in plan.moves:
        if len(way) > 1:
            step_along(g, units, way, rule="ARD-AA-22")
    _acts(g, plan.units)
    able = [u for u in by_number(g, plan.units) if not g.state.units[u].states & _UNFIT]
    defenders = tuple(u.id for u in stack(g, plan.target, "german"))
    return begin(g, Forces(_ALLIED, plan.target, tuple(able), defenders), bonus=bonus)


_UNFIT = frozenset(("dispersed", "out of supply", "isolated", "out of fuel"))


def _wander(g: ArdGame, units: Sequence[UnitId]) -> None:
    """ARD-AA-06, ARD-AA-07  To the first aim that is reached, else by the roll."""
    found = wander.aim(g, units)
    _acts(g, units)
    if found.path:
        step_along(g, found.units, found.path, rule="ARD-AA-06")
        return
    table = g.content.tables.wandering
    roll = g.roll("wandering", rule="ARD-AA-07", sides=10, by=_ALLIED, unit=units[0])
    days = table.days.get(roll, 0)
    result = "rearward" if roll <= table.rearward else f"+{days} days" if days else "stays"
    g.read_chart(
        "wandering", column="d10", row=str(roll), result=result, rule="ARD-AA-07", total=roll
    )
    if roll <= table.rearward:
        where = wander.rearward(g, units)
        if where >= 0:
            step_along(g, tuple(units), (g.state.units[units[0]].hex, where), rule="ARD-AA-07")
    elif days:
        for unit in units:
            leave_map(g, unit, day(g) + days)


def digs_in(g: ArdGame, only: Sequence[UnitId] = ()) -> None:
    """5.14.6  An IP under each active stack that did not act, in ascending #; *only* under that stack (HOLD)."""
    rows: list[tuple[int | str, ...]] = []
    for where, units in formation.stacks_of(g, active_units(g, _ALLIED)).items():
        if only and units[0] not in only:
            continue
        acted = any(ACTED in g.state.units[u].states for u in units)
        why = "has acted" if acted else formation.why_not_dig(g, units[0])
        name = g.grid.name(where)
        rows.append((units[0], f"@{name}" if why else name, why or "digs in"))
        if not why:
            g.set_layer(IMPROVED, {where: 1}, rule="ARD-AA-09")
    dug = " ".join(str(row[1]) for row in rows if row[2] == "digs in")
    if rows:
        g.decided(_ALLIED, "improved positions", dug, rows, rule="ARD-AA-09")


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {"run_by_the_rules": automated}
"""The conditions of its steps."""

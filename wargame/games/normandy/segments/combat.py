"""Combat Segment: declaration, what both sides give, the dice (NOR-CO-01 to -18)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.normandy.asks.attack import attack_ask
from wargame.games.normandy.asks.support import support_ask, support_of
from wargame.games.normandy.battle import (
    FRAMES,
    assessed,
    battle,
    pack,
    remember,
    unpack,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.obligations import BINDING, duty_of, list_duties
from wargame.games.normandy.odds import NOTHING, Assessment, defenders_of, outcome
from wargame.games.normandy.stakes import Forces, spend
from wargame.games.normandy.state import (
    ATTACKED,
    EXERTED,
    FOUGHT,
    STRUCK,
    NorGame,
)
from wargame.rules.modifiers import added_up
from wargame.rules.phases import clear_together, lift


@segment("normandy.combat")
async def combat(g: NorGame, side: Side, phase: str, begun: int = 0) -> Next:
    """NOR-CO-01, NOR-CO-06, NOR-CO-07  One pass: one attack, until nothing is owed and nothing wanted."""
    if not begun:
        g.keep(begun=1)
        pairs = list_duties(g, side, phase)
        if pairs:
            hexes = tuple(sorted({h for _, h in pairs}))
            g.note("must_attack", rule="NOR-CO-07", hexes=hexes)
        return AGAIN
    ask = attack_ask(g, side, phase)
    declared = await g.ask(ask) if ask.is_open() else None
    if declared is None:
        _close(g, side)
        return DONE
    return _declared(g, side, phase, declared)


def _declared(g: NorGame, side: Side, phase: str, forces: Forces) -> Next:
    """NOR-CO-09, NOR-CO-24  Units and hexes are used up, others released; the attack begins."""
    free, spared = duty_of(g, side, phase).released(forces.units, forces.targets)
    defenders = tuple(defenders_of(g, side, forces.targets))
    g.note("declared", rule="NOR-CO-09", units=forces.units, hexes=forces.targets)
    g.mark(forces.units, ATTACKED, FOUGHT, EXERTED, rule="NOR-CO-09")
    for where in forces.targets:
        name = g.grid.name(where)
        g.lay(f"struck-{name}", STRUCK, where=where, side=side, rule="NOR-CO-09")
    if free:
        g.note("released", rule="NOR-CO-24", units=free)
    if spared:
        g.note("hexes_released", rule="NOR-CO-24", hexes=spared)
    return then(
        FRAMES[side],
        attacker=side,
        phase=phase,
        targets=forces.targets,
        units=forces.units,
        origins=tuple(sorted({g.state.units[u].hex for u in forces.units})),
        defenders=defenders,
    )


def _close(g: NorGame, side: Side) -> None:
    """The segment leaves nothing behind but who fought, fired and fell back."""
    lift(g, STRUCK, rule="NOR-CO-09")
    clear_together(g, ATTACKED, side=side, rule="NOR-CO-09")
    g.set_list(BINDING, (), rule="NOR-CO-07")


# -- what both sides give ---------------------------------------------------------------------------


@segment("normandy.attack.declare")
async def give(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - as every step of a side
    """NOR-CO-14 to -17  What the attacker gives; without a support point it is a probe."""
    fight = battle(g)
    found, stake = support_ask(g, fight.forces, defence=False), NOTHING
    if found:
        stake = found[1].staked(await g.ask(found[0]))
    spend(g, stake)
    if not stake.sp:
        g.note("probe", rule="NOR-CO-14")
    remember(g, fight, stake=pack(stake))
    return DONE


@segment("normandy.attack.defence")
async def answer(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - as every step of a side
    """NOR-CO-14 to -17  What the defender gives, knowing what the attacker has given."""
    fight = battle(g)
    found = support_ask(g, fight.forces, unpack(fight.stake), defence=True)
    if found:
        stake = found[1].staked(await g.ask(found[0]))
        spend(g, stake)
        remember(g, fight, answer=pack(stake))
    return DONE


# -- the dice ---------------------------------------------------------------------------------------


@segment("normandy.attack.roll")
async def roll(g: NorGame) -> Next:
    """NOR-CO-03, NOR-CO-04, NOR-CO-18  White and black: the cell, and attrition of either side."""
    fight = battle(g)
    found = assessed(g, fight)
    white, black = g.roll_many(
        "combat",
        2,
        rule="NOR-CO-18",
        names=("white", "black"),
        by=fight.attacker,
        hexes=fight.targets,
    )
    cell, hits, losses = outcome(g, found, white, black)
    name = g.content.combat.columns[found.column].name
    total = g.content.line(white + black + found.drm)
    g.read_chart(
        "crt",
        column=name,
        row="total",
        result=cell.code,
        rule="NOR-CO-18",
        total=total,
        drm=limited(found),
        basis="ratio",
        attack=found.attack,
        defence=found.defence,
        ratio=name,
    )
    if white <= found.white:
        g.note("white_costs", rule="NOR-CO-18", white=white, number=found.white)
    if black <= found.black:
        g.note("black_costs", rule="NOR-CO-18", black=black, number=found.black)
    remember(g, fight, column=found.column, code=cell.code, hits=hits, losses=losses)
    return DONE


def limited(found: Assessment) -> tuple[tuple[str, int], ...]:
    """NOR-CO-13  The modifiers, with what the limit takes away."""
    cut = found.drm - added_up(found.modifiers)
    return (*found.modifiers, ("limit of the DRM", cut)) if cut else found.modifiers


def _can_attack(g: NorGame, side: Side) -> bool:
    """Whether any unit may attack in the Combat Segment."""
    return bool(duty_of(g, side, "combat").touch)


def _reserve_can_attack(g: NorGame, side: Side) -> bool:
    """NOR-RV-11  Whether any unit that came up from Reserve may attack."""
    return bool(duty_of(g, side, "reserve").touch)


def _defence_possible(g: NorGame, _side: Side) -> bool:
    """NOR-CO-17  Whether the defender has anything to give."""
    fight = battle(g)
    return bool(support_of(g, fight.forces, unpack(fight.stake), defence=True).rows)


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "can_attack": _can_attack,
    "reserve_can_attack": _reserve_can_attack,
    "defence_possible": _defence_possible,
}
"""The conditions of its steps."""

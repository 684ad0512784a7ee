"""What Germans stir up where they come: Roadblock, Bridge, clearing (ARD-RB-07, -17, ARD-BR-01, -02)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wargame.flow.ask import NO, YES, About, Choice, Option, Refusal
from wargame.games.ardennes import cards
from wargame.games.ardennes.activation import (
    FRAMES,
    Activation,
    activation,
    active_units,
    frame_of,
    is_activation,
    remember,
    tread,
)
from wargame.games.ardennes.asks.listed import because, form
from wargame.games.ardennes.automaton.deploy import replacement, who_replaces
from wargame.games.ardennes.events import traffic_jams
from wargame.games.ardennes.roadblocks import (
    beside,
    candidates,
    due_bridges,
    lay,
    lift,
    stops,
    why_no_roadblock,
)
from wargame.games.ardennes.segments.deploy import enter_from_reserve
from wargame.games.ardennes.segments.events import saved_by_greif
from wargame.games.ardennes.state import (
    DISPERSED,
    ArdGame,
    day,
    hexside_key,
    hold_value,
    in_enemy_zoc,
    is_vp,
    kind_of,
    mode_of,
    place_name,
    stack,
    unit_name,
)
from wargame.games.ardennes.supply import supplied
from wargame.games.ardennes.works import blow, has_roadblock, roadblock_mask
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId
from wargame.rules.choose import of_hexes

_TEN = 10


async def come(
    g: ArdGame, units: Sequence[UnitId], where: Hex, trail: Sequence[Hex], *, bridges: bool = True
) -> bool:
    """ARD-MV-13  Germans come into a hex: the checks in their order; whether they may go on.

    *trail* are hexes they have just stood in.
    """
    if kind_of(g, units[0]).side != "german":
        return not in_enemy_zoc(g, where, "allied")
    if is_activation(g) and frame_of(g) == FRAMES["german"]:
        tread(g, units, (*trail, where))
    await _roadblock(g, units, where, trail)
    if bridges:
        await _bridges(g, where)
    return not stops(g, where) and not in_enemy_zoc(g, where, "german")


def stirs(g: ArdGame, units: Sequence[UnitId], where: Hex, trail: Sequence[Hex]) -> bool:
    """Whether a check is due when Germans come into a hex."""
    if kind_of(g, units[0]).side != "german":
        return False
    done = activation(g)
    if _sites(g, done, units, where, trail):
        return True
    due = due_bridges(g, where, (*trail, *done.trail(units)))
    return any(hexside_key(g.content, *side) not in done.bridges for side in due)


# -- Roadblock --------------------------------------------------------------------------------------


def _sites(
    g: ArdGame, done: Activation, units: Sequence[UnitId], where: Hex, trail: Sequence[Hex]
) -> list[Hex]:
    """ARD-RB-07, ARD-RB-21  Where a Roadblock may be tried now, the best first; one check an Activation."""
    if done.checked or not g.content.sites_beside[where]:
        return []
    return candidates(g, where, units, (*trail, *done.trail(units)))


async def _roadblock(g: ArdGame, units: Sequence[UnitId], where: Hex, trail: Sequence[Hex]) -> None:
    """ARD-RB-07, ARD-RB-21, ARD-RB-22  One check an Activation; with two players the Allies say whether and where."""
    found = _sites(g, activation(g), units, where, trail)
    if not found:
        return
    before = g.state.substep
    g.enter("ardennes.react.roadblock", rule="ARD-RB-07")
    chosen = await _where(g, found, where, units)
    if chosen >= 0:
        remember(g, checked=1)
        hold = hold_value(g, chosen)
        roll = g.roll(
            "roadblock", rule="ARD-RB-07", sides=_TEN, by="allied", unit=units[0], target=chosen
        )
        result = "laid" if roll <= hold else "none"
        g.read_chart(
            "roadblock",
            column=str(hold),
            row=str(roll),
            result=result,
            rule="ARD-RB-07",
            total=roll,
        )
        if roll <= hold:
            lay(g, chosen, rule="ARD-RB-07")
            remember(g, placed=(*activation(g).placed, chosen))
            await _traffic(g, chosen)
    g.enter(before, rule="ARD-RB-07")


def _why_not_there(g: ArdGame, where: Hex, units: Sequence[UnitId], h: Hex) -> Refusal | None:
    """ARD-RB-07 to -14  Why no Roadblock is tried in a hex."""
    if not g.grid.adjacent(where, h):
        said = f"{place_name(g, h)} is not next to {place_name(g, where)}."
        return Refusal(said, "ARD-RB-07")
    stood = Refusal(f"The Germans have stood in {place_name(g, h)}.", "ARD-RB-11")
    return why_no_roadblock(g, h, units) or stood


async def _where(g: ArdGame, found: Sequence[Hex], where: Hex, units: Sequence[UnitId]) -> Hex:
    """ARD-RB-22  The hex that is checked; -1 where the Allied player lets it be."""
    if mode_of(g) == "gs":
        weighed = [(g.grid.name(h), hold_value(g, h), g.grid.column(h)) for h in found]
        if len(found) > 1:
            name = g.grid.name(found[0])
            g.decided("allied", "roadblock check", name, weighed, rule="ARD-RB-21")
        return found[0]
    rows = [
        (option._replace(label=f"{option.label}: laid on 1 to {hold_value(g, h)}"), h)
        for option, h in of_hexes(g, found, "roadblock {hex}", "Roadblock in {place}")
    ]
    ask: Choice[Hex] = Choice(
        "allied", "react.roadblock", f"Germans come into {place_name(g, where)}: try a Roadblock?",
        [*rows, (Option(NO, "No check now"), -1)],
        rule="ARD-RB-22", quiet=NO,
        explain=because(rows, form(g, "roadblock HEX", "ARD-RB-22", partial(_why_not_there, g, where, units))), about=About((), (where,)),
    )  # fmt: skip
    return await g.ask(ask)


async def _traffic(g: ArdGame, where: Hex) -> None:
    """ARD-EV-01  Manteuffel Directs Traffic, right after a Roadblock is laid."""
    held = [card for card in cards.held(g, "german") if card.event == "manteuffel"]
    if where not in traffic_jams(g) or not cards.suspected(g, "german", "manteuffel"):
        return
    g.enter("ardennes.react.manteuffel", rule="ARD-EV-01")
    rows = [(Option(f"event {c.id}", f"{c.title}: it is cleared at once"), c.id) for c in held[:1]]
    ask: Choice[str] = Choice(
        "german", "react.manteuffel", f"A Roadblock lies in {place_name(g, where)}.",
        [*rows, (Option(NO, "Leave it"), "")], rule="ARD-EV-01", quiet=NO,
    )  # fmt: skip
    used = await g.ask(ask)
    if used:
        cards.use(g, "german", used, rule="ARD-EV-01")
        lift(g, where, rule="ARD-EV-01")


# -- Bridges ----------------------------------------------------------------------------------------


async def _bridges(g: ArdGame, where: Hex) -> None:
    """ARD-BR-01, ARD-BR-02  Each Bridge beside the hex once an Activation."""
    for side in due_bridges(g, where):
        key = hexside_key(g.content, *side)
        if key in activation(g).bridges:
            continue
        before = g.state.substep
        g.enter("ardennes.react.bridge", rule="ARD-BR-01")
        remember(g, bridges=(*activation(g).bridges, key))
        far = side[0] if side[1] == where else side[1]
        needed, rule = await _charge(g, side, far)
        if needed:
            roll = g.roll("demolition", rule=rule, sides=_TEN, by="allied", hexes=side)
            result = "destroyed" if roll <= needed else "stands"
            g.read_chart(
                "bridge", column=str(needed), row=str(roll), result=result, rule=rule, total=roll
            )
            if roll <= needed and not await saved_by_greif(g, side):
                blow(g, *side, rule=rule)
        g.enter(before, rule="ARD-BR-01")


async def _charge(g: ArdGame, side: HexsideKey, far: Hex) -> tuple[int, str]:
    """ARD-BR-01, ARD-BR-02  The roll that destroys a Bridge, 0 for no try; and the rule."""
    if mode_of(g) == "gs":
        return hold_value(g, far), "ARD-BR-01"
    table = g.content.tables.bridge
    ready, well = _guards(g, far)
    held = [card for card in cards.held(g, "allied") if card.event == "engineers"]
    if not ready and not cards.suspected(g, "allied", "engineers"):
        return 0, "ARD-BR-02"
    ends = f"{place_name(g, side[0])} - {place_name(g, side[1])}"
    rows: list[tuple[Option, tuple[int, str]]] = []
    if ready:
        needed = table.blown_well if well else table.blown
        rows.append((Option(YES, f"Blow it: destroyed on 1 to {needed}", (), side), (needed, "")))
    if held and not well:
        label = f"{held[0].title}: destroyed on 1 to {table.blown_well}"
        rows.append(
            (Option(f"event {held[0].id}", label, (), side), (table.blown_well, held[0].id))
        )
    ask: Choice[tuple[int, str]] = Choice(
        "allied", "react.bridge", f"Germans are at the Bridge {ends}.",
        [*rows, (Option(NO, "Leave it standing"), (0, ""))],
        rule="ARD-BR-02", quiet=NO, about=About((), side),
    )  # fmt: skip
    needed, card = await g.ask(ask)
    if card:
        cards.use(g, "allied", card, rule="ARD-EV-01")
    return needed, "ARD-BR-02"


def _guards(g: ArdGame, far: Hex) -> tuple[bool, bool]:
    """ARD-BR-02  Whether an Allied unit in or beside the far hex may try, and whether one of them is engineers."""
    near = [far, *(h for h in g.grid.neighbours[far] if h in g.content.board)]
    units = [u for h in near for u in stack(g, h, "allied") if DISPERSED not in u.states]
    return bool(units), any(kind_of(g, u.id).kind == "eng" for u in units)


# -- clearing ---------------------------------------------------------------------------------------


async def clear_beside(g: ArdGame, hexes: Sequence[Hex]) -> None:
    """ARD-RB-17, ARD-RB-18, ARD-RB-19  Roadblocks next to active Germans go, or become a unit out of Reserve.

    One that this Activation has caused stays.
    """
    if not roadblock_mask(g):
        return
    found = sorted({h for where in hexes for h in beside(g, where)})
    found.sort(key=lambda h: (g.grid.column(h), h))
    for where in found:
        if where in activation(g).placed or not has_roadblock(g, where):
            continue
        before = g.state.substep
        g.enter("ardennes.react.roadblock_clear", rule="ARD-RB-17")
        unit = await _stands_firm(g, where)
        lift(g, where, rule="ARD-RB-17")
        if unit:
            enter_from_reserve(g, unit, where, rule="ARD-RB-18")
        g.enter(before, rule="ARD-RB-17")


async def _stands_firm(g: ArdGame, where: Hex) -> UnitId:
    """ARD-RB-18  The unit that takes the Roadblock's place; "" for none."""
    if not (is_vp(g, where) or supplied(g, where, "allied")):
        return ""
    if mode_of(g) == "2p":
        unit = who_replaces(g, where).unit
        if not unit or not await _wants(g, where, unit):
            return ""
    hold = hold_value(g, where)
    roll = g.roll("clearing", rule="ARD-RB-18", sides=_TEN, by="allied", target=where)
    result = "unit" if roll <= hold else "gone"
    g.read_chart(
        "roadblock", column=str(hold), row=str(roll), result=result, rule="ARD-RB-18", total=roll
    )
    return replacement(g, where) if roll <= hold else ""


async def _wants(g: ArdGame, where: Hex, unit: UnitId) -> bool:
    """ARD-RB-22  With two players the Allied player may decline the roll."""
    comes = f"Roll: on 1 to {hold_value(g, where)} {unit_name(g, unit)} takes its place"
    ask: Choice[bool] = Choice(
        "allied", "react.clear", f"The Roadblock in {place_name(g, where)} is cleared: roll for a unit in its place?",
        [(Option(YES, comes, (unit,)), True), (Option(NO, "Let it go"), False)],
        rule="ARD-RB-22", about=About((), (where,)),
    )  # fmt: skip
    return await g.ask(ask)


async def clear_beside_active(g: ArdGame) -> None:
    """ARD-RB-17  The same next to all active Germans, Dispersed and OutOfFuel ones too."""
    if roadblock_mask(g):
        await clear_beside(g, active_hexes(g))


def active_hexes(g: ArdGame) -> list[Hex]:
    """Where active Germans stand, ascending."""
    return sorted({g.state.units[u].hex for u in active_units(g, "german")})


def is_early(g: ArdGame) -> bool:
    """ARD-RT-12  Whether German retreats call for checks: through December 19."""
    return day(g) <= g.content.limits.early.boundaries_until

"""Supplemental cards that the automated Allies draw for a command (ARD-EV-01, ARD-DX-11)."""

from __future__ import annotations

from wargame.games.ardennes import cards, events
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.front import best_hold, close_hexes, standing
from wargame.games.ardennes.roadblocks import anywhere, lay
from wargame.games.ardennes.segments.events import blast, hurry
from wargame.games.ardennes.state import IMPROVED, ArdGame, by_number, day, stack
from wargame.games.ardennes.works import has_position, water
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId


async def happens(g: ArdGame, card: Card) -> None:
    """ARD-EV-01  What a supplemental card does when it is drawn for a command."""
    g.note("event", rule="ARD-EV-01", card=card.id, about="")
    if card.event == "engineers":
        await _engineers(g)
    elif card.event == "rear troops":
        _roadblock(g)
    elif card.event in ("air resupply", "dumps", "nuts"):
        g.pass_on(card.id, cards.discards("allied"), cards.aside("allied"), rule="ARD-EV-01")
    elif card.event == "turns north":
        _sooner(g, events.coming(g, g.content.limits.turns_north.corps))
        g.pass_on(card.id, cards.discards("allied"), cards.out("allied"), rule="ARD-CD-04")
    elif card.event == "red ball":
        _sooner(g, events.coming(g)[:1])


def _sooner(g: ArdGame, units: list[UnitId]) -> None:
    """ARD-EV-01, ARD-CA-01  Units of the calendar arrive a day sooner, and are named."""
    g.note("hurried", rule="ARD-EV-01", units=tuple(units))
    hurry(g, units)


async def _engineers(g: ArdGame) -> None:
    """ARD-EV-01, ARD-DX-11  A Bridge near the Germans, else a Roadblock, else an IP."""
    found = [] if day(g) == g.content.scenario.first_turn else _bridges(g)
    if found:
        side, hold, _ = found[0]
        working = [(events.written(g, s), n, away) for s, n, away in found]
        g.decided("allied", "engineers", events.written(g, side), working, rule="ARD-EV-01")
        await blast(g, side, hold, g.content.tables.bridge.engineers)
        return
    if _roadblock(g):
        return
    dug = [h for h in _fronts(g) if not has_position(g, h) and h not in g.content.built_up]
    if dug:
        g.decided(
            "allied",
            "engineers",
            g.grid.name(dug[0]),
            [(g.grid.name(h), stack(g, h, "allied")[0].id) for h in dug],
            rule="ARD-EV-01",
        )
        g.set_layer(IMPROVED, {dug[0]: 1}, rule="ARD-EV-01")
    else:
        g.decided("allied", "engineers", "nothing", (), rule="ARD-EV-01")


def _fronts(g: ArdGame) -> list[Hex]:
    """Hexes of stacks In Supply and Proximate to a German, by the lowest # in them."""
    from_units = by_number(g, g.board.on_map["allied"])
    hexes = list(dict.fromkeys(g.state.units[u].hex for u in from_units))
    return [h for h in hexes if events.is_front(g, h)]


def _bridges(g: ArdGame) -> list[tuple[HexsideKey, int, int]]:
    """ARD-EV-01  Intact Bridges near a German with an end of HV 1 or more that is not German, none German-occupied.

    Each with that HV and the hexes to the German, the nearest first.
    """
    rings = [standing(g, "german")]
    for _ in range(g.content.limits.engineers.near):
        rings.append(rings[-1] | g.grid.spread(rings[-1]))
    beside, found = water(g).bridges, []
    for side in sorted({s for h in members(rings[-1] & g.content.board_mask) for s in beside[h]}):
        ends = 1 << side[0] | 1 << side[1]
        away = next(n for n, ring in enumerate(rings) if ring & ends)
        open_ = [h for h in side if g.state.control.get(h) != "german" and h in g.content.hold]
        if open_ and not any(g.board.here["german"][h] for h in side):
            found.append((away, side, max(g.content.hold[h] for h in open_)))
    return [(side, hold, away) for away, side, hold in sorted(found)]


def _roadblock(g: ArdGame) -> bool:
    """ARD-EV-01  On the candidate with the highest HV Proximate to a German; whether there was one."""
    found = best_hold(g, anywhere(g, close_hexes(g, "allied")))
    if not found:
        return False
    rows = [(g.grid.name(h), g.content.hold[h], g.grid.column(h)) for h in found]
    g.decided("allied", "roadblock", g.grid.name(found[0]), rows, rule="ARD-EV-01")
    lay(g, found[0], rule="ARD-EV-01")
    return True

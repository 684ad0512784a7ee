"""The end of a turn and of the game: sudden death, the hour, victory."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.score import score, tanks_lost
from wargame.games.hannut.state import OTHER, HannutGame
from wargame.rules.arrivals import waiting
from wargame.rules.phases import next_turn

RULE = "HAN-VC-01"


# -- sudden death ---------------------------------------------------------------------------------


def sudden_at_close(g: HannutGame) -> None:
    """HAN-VC-01  Sudden death (b) and (c), at every segment close; (c) comes first."""
    if _wiped_out(g):
        return
    most = g.content.sudden.tanks
    if most and tanks_lost(g, "german") >= most:
        g.end("allied", _decisive(g, "allied"), "tanks_lost", rule=RULE, most=most)


def _wiped_out(g: HannutGame) -> bool:
    """HAN-VC-01 (c)  A side with no combat unit on the map and none still to enter has lost."""
    if not g.content.sudden.wiped_out:
        return False
    sides: tuple[Side, Side] = ("german", "allied")
    gone = [side for side in sides if is_wiped_out(g, side)]
    if len(gone) == 2:
        g.end("", "draw", "nobody_left", rule=RULE)
    elif gone:
        winner = OTHER[gone[0]]
        g.end(winner, _decisive(g, winner), "wiped_out", rule=RULE, side=gone[0])
    return bool(gone)


def is_wiped_out(g: HannutGame, side: Side) -> bool:
    """HAN-VC-01 (c)  No combat unit on the map and none to enter."""
    kinds = g.content.units
    if any(kinds[u].combat_unit for u in g.board.on_map[side]):
        return False
    return not any(kinds[u.id].combat_unit for u in waiting(g, side))


def _decisive(g: HannutGame, side: Side) -> str:
    """The best level a side can have in the scenario."""
    bands = [b for b in g.content.scenario.band if b.winner == side]
    return bands[0].level if side == "german" else bands[-1].level


@segment("hannut.end.sudden")
async def sudden(g: HannutGame) -> Next:
    """HAN-VC-01  Sudden death (a), at the end of each turn: the line of the Gette is lost."""
    hexes = g.content.sudden.gette
    if hexes and all(g.state.control.get(h) == "german" for h in hexes):
        g.end("german", _decisive(g, "german"), "gette", rule=RULE, hexes=tuple(hexes))
    return DONE


# -- the next turn, or the end --------------------------------------------------------------------


@segment("hannut.end.advance")
async def advance(g: HannutGame) -> Next:
    """HAN-SP-23  The Turn marker goes on one hour."""
    next_turn(g, rule="HAN-SP-23")
    return DONE


@segment("hannut.end.victory")
async def victory(g: HannutGame) -> Next:
    """HAN-VC-01  After the last turn the score gives the level."""
    found = score(g)
    band = g.content.band(found.total)
    g.note(
        "scored_tanks" if g.content.scenario.tank_losses else "scored", rule=RULE,
        hexes=found.hexes, french=found.french_lost, german=found.german_lost, total=found.total,
    )  # fmt: skip
    g.end(band.side, band.level, "points", rule=RULE)
    return DONE


def is_last_turn(g: HannutGame) -> bool:
    """HAN-SP-23  Whether the scenario ends with this turn."""
    return g.state.turn() >= g.content.scenario.last_turn

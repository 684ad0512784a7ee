"""Weather, rally and the end of the turn: sections 2, 6 and 7."""

from __future__ import annotations

from tests.toy.content import BLUE, OTHER, RED, ToyGame
from wargame.flow.script import DONE, Next, segment, then
from wargame.model.state import Side, UnitId
from wargame.rules.phases import clear


@segment("toy.weather")
async def weather(g: ToyGame) -> Next:
    """TOY-WX-01  The turn begins with a weather chit."""
    g.set_track("turn", g.state.turn() + 1, rule="TOY-SQ-01")
    if not g.state.cups["weather"]:
        g.fill("weather", g.content.scenario.weather, rule="TOY-WX-01")
    chit = g.draw("weather", "weather", rule="TOY-WX-01")
    g.set_track("weather", chit, rule="TOY-WX-01")
    return DONE


def is_clear(g: ToyGame, _side: Side) -> bool:
    """TOY-RA-01  There is no rally in rain."""
    return g.state.tracks.get("weather") == "clear"


@segment("toy.rally")
async def rally(g: ToyGame) -> Next:
    """TOY-RA-01  Opens a child for each shaken unit in turn."""
    for unit in g.state.units.values():
        if "shaken" in unit.states and "_tried" not in unit.states and unit.hex >= 0:
            return then("toy.recover", unit=unit.id)
    clear(g, "_tried", rule="TOY-RA-01")
    return DONE


@segment("toy.recover")
async def recover(g: ToyGame, unit: UnitId) -> Next:
    """TOY-RA-01  One shaken unit recovers on 3 or more."""
    g.gain(unit, "_tried", rule="TOY-RA-01")
    if g.roll("rally", unit=unit, rule="TOY-RA-01") >= 3:
        g.shed(unit, "shaken", rule="TOY-RA-01")
    return DONE


@segment("toy.end")
async def end(g: ToyGame) -> Next:
    """TOY-VC-02  After the last turn the crossroads decide."""
    if g.state.turn() < g.content.scenario.last_turn:
        return DONE
    holder = g.state.control.get(g.content.objective, "")
    if holder:
        g.end(holder, "marginal", "holds", rule="TOY-VC-02")
    else:
        g.end("", "draw", "nobody", rule="TOY-VC-02")
    return DONE


def defeated(g: ToyGame) -> bool:
    """TOY-VC-01  Ends the game if a side has no unit left on the map."""
    for side in (RED, BLUE):
        if not g.board.on_map[side]:
            g.end(OTHER[side], "total", "wiped_out", rule="TOY-VC-01", side=side)
            return True
    return False

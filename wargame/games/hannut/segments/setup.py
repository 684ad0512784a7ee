"""Before turn 1: the French player's mines, control of the victory hexes."""

from __future__ import annotations

from wargame.flow.ask import Choice
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.state import MINES, HannutGame, mined
from wargame.hexes.grid import Hex
from wargame.rules.choose import of_hexes


@segment("hannut.setup.mines")
async def mines(g: HannutGame, side: Side) -> Next:
    """HAN-MI-01  One pass: one marker, at most one to a hex, where mines may lie."""
    if mines_left(g) == 0:
        return DONE
    where = await g.ask(mine_ask(g, side))
    lay_mine(g, where)
    return AGAIN if mines_left(g) else DONE


def mines_left(g: HannutGame) -> int:
    """HAN-MI-01  Markers still to be placed before turn 1."""
    return max(g.content.scenario.mines.place - len(mined(g)), 0)


def mine_ask(g: HannutGame, side: Side) -> Choice[Hex]:
    """HAN-MI-01  "mine 1306"."""
    sites = sorted(g.content.mine_sites - mined(g))
    choices = of_hexes(g, sites, "mine {hex}", "Mines in {place}")
    left = mines_left(g)
    prompt = (
        f"Where does a mine marker go ({left} left)? Columns 08 to 17, no village or victory hex."
    )
    return Choice(side, "setup.mine", prompt, choices, rule="HAN-MI-01")


def lay_mine(g: HannutGame, where: Hex) -> None:
    """HAN-MI-01  Both players see it."""
    g.lay(f"mines-{g.grid.name(where)}", MINES, side="allied", where=where, rule="HAN-MI-01")


@segment("hannut.setup.control")
async def control(g: HannutGame) -> Next:
    """HAN-CT-01, HAN-SC-01  The victory hexes start under the scenario's control."""
    german = sum(1 for side in g.state.control.values() if side == "german")
    allied = len(g.state.control) - german
    g.note("control", rule="HAN-CT-01", german=german, french=allied)
    return DONE

"""What is true of every position of Hannut, checked while fuzzing."""

from __future__ import annotations

from wargame.games.hannut.state import (
    COLUMN,
    DEMORALIZED,
    ELIMINATED,
    FATIGUED,
    NEUTRALIZED,
    HannutGame,
)
from wargame.rules.arrivals import WAITING


def broken(g: HannutGame) -> list[str]:
    """A sentence for each thing that must never be."""
    wrong: list[str] = []
    fighting = int(g.state.tracks.get("round", -1)) >= 0
    for h, here in enumerate(g.board.at):
        if not here:
            continue
        sides = {g.content.units[u].side for u in here}
        if len(sides) > 1 and not fighting:
            wrong.append(f"both sides stand in {g.grid.name(h)} without an assault (HAN-ST-03)")
        if h not in g.content.board:
            wrong.append(
                f"a unit stands outside the scenario's area in {g.grid.name(h)} (HAN-FB-02)"
            )
    for unit in g.state.units.values():
        states = unit.states
        if {FATIGUED, DEMORALIZED} <= states:
            wrong.append(f"{unit.id} is Fatigued and Demoralized (HAN-FF-03)")
        if {NEUTRALIZED, COLUMN} <= states:
            wrong.append(f"{unit.id} is Neutralized In Column (HAN-CO-04)")
        if unit.hex < 0 and unit.box not in (WAITING, ELIMINATED) and g.state.drawn and unit.box:
            wrong.append(f"{unit.id} is in no box the game has")
    return wrong

"""4.9, 5.2.5  Where politics and orders let units go."""

from __future__ import annotations

from tests.games.eastfront.referee.board import column, row
from tests.games.eastfront.referee.position import Position, Unit

PANZER = ("2nd Panzer Group", "3rd Panzer Group")
LENINGRAD = "2615"


def may_enter(p: Position, unit: Unit, a: str, b: str) -> bool:
    """EF-HC-05, EF-PE-02, 03, 04, 07  Whether politics let a unit go from `a` into `b`."""
    here, there, of = p.ground.nation[a], p.ground.nation[b], unit.folk
    if here != there:
        if p.border(a, b):
            return False
        if p.turn == 1 and (of in "RF" or unit.formation == "11th Army"):  # EF-PE-02
            return False
        if of == "S" and ((p.turn == 1 and there in "RF") or (there == "H" and not p.hungary)):
            return False
        if of == "F" and here == "F" and p.turn < 3:
            return False
        if of == "H" and here == "H" and p.turn < 38 and unit.id not in ("H-RAP", "H-CAR"):
            return False
    if of == "F" and (row(b) >= 15 or column(b) >= 35):
        return False
    kept_back = p.directive and 6 <= p.turn <= 9 and unit.formation in PANZER
    return not (kept_back and column(b) >= 30 and 22 <= row(b) <= 34)


def may_end(p: Position, unit: Unit, hex_: str) -> bool:
    """EF-PE-03, 04, 13  Whether a move may end in a hex."""
    nation, of = p.ground.nation[hex_], unit.folk
    if of == "R" and p.turn < 38 and nation != "R" and (row(hex_) < 45 or column(hex_) > 40):
        return False
    return not (nation == "H" and of not in "HS" and not p.hungary)


def may_attack(p: Position, unit: Unit, target: str) -> bool:
    """EF-PE-02, 03, 04"""
    of = unit.folk
    if p.turn == 1 and (of in "RF" or unit.formation == "11th Army"):
        return False
    if of == "F" and (p.turn < 3 or target == LENINGRAD):
        return False
    if of == "H" and not p.hungary:
        return False
    return may_enter(p, unit, unit.hex, target)

"""Section 4  Unit classes, costs, combat results, weather, rail capacity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@dataclass(frozen=True)
class UnitClass:
    """4.1  One unit class; strengths are per step."""

    att: int
    dfn: int
    ma: int
    marks: frozenset[str]

    @property
    def mobile(self) -> bool:
        """c/m = 1"""
        return "c/m" in self.marks

    def flag(self, mark: str) -> bool:
        return mark in self.marks


def _class(line: str) -> UnitClass:
    att, dfn, ma, *marks = line.split()
    return UnitClass(int(att), int(dfn), int(ma), frozenset(marks))


CLASSES = {
    name: _class(line)
    for name, line in {
        "GI": "3 3 5 zoc",
        "GM": "3 3 5 zoc mountain",
        "GP": "5 4 6 zoc c/m armoured",
        "GX": "6 5 6 zoc c/m armoured",
        "GL": "2 2 4 zoc",
        "GS": "1 1 4 small",
        "GV": "0 2 2 zoc small",
        "RI": "2 2 4 zoc minor",
        "RM": "2 2 5 zoc minor mountain",
        "RA": "3 2 6 zoc minor c/m armoured",
        "HI": "2 2 4 zoc minor",
        "HR": "2 2 6 zoc minor c/m armoured",
        "IT": "2 2 4 zoc minor",
        "SL": "2 2 4 zoc minor",
        "FN": "3 4 5 zoc minor forest mountain",
        "SR": "2 3 4 zoc",
        "SM": "3 2 6 zoc c/m armoured",
        "SA": "2 3 4 zoc",
        "SK": "4 3 4 zoc",
        "SG": "4 4 4 zoc forest",
        "ST": "5 4 6 zoc c/m armoured",
        "SC": "4 4 6 zoc c/m armoured",
        "CV": "2 2 6 zoc c/m forest",
        "AB": "2 2 4 zoc",
        "MI": "1 2 3 zoc own small",
        "FR": "0 3 0 zoc own small",
        "AC": "4 1 4 small guns",
        "SI": "5 1 3 small guns",
        "HQ": "0 1 6 small serving",
        "RE": "0 1 5 small serving",
        "CE": "0 1 5 small serving",
        "PA": "1 1 2 small serving",
    }.items()
}
"""zoc: exerts a ZOC (own: into its own hex only); serving: no combat unit (EF-UN-06)."""


def values(name: str, turn: int) -> UnitClass:
    """EF-UN-02  The class with its dated changes."""
    cls = CLASSES[name]
    if name == "SA" and turn >= 74:
        cls = replace(cls, att=3, dfn=4)
    if name in ("SA", "SG", "SK", "SR") and turn >= 98:
        cls = replace(cls, ma=5)
    if name == "GI" and turn >= 146:
        cls = replace(cls, att=2, dfn=3)
    if name in ("IT", "RI", "HI") and turn >= 146:
        cls = replace(cls, att=1)
    if name == "GP" and turn >= 110:
        cls = replace(cls, att=4)
    return cls


# -- 4.2 ---------------------------------------------------------------------------------------------

NEVER = None
"""Not enterable."""
ONE_HEX = 99
"""P: by a one-hex move only."""

COSTS: dict[str, dict[str, tuple[int, int]]] = {
    ".": {"dry": (1, 1), "mud": (3, 2), "snow": (2, 1)},
    "a": {"dry": (1, 1), "mud": (3, 2), "snow": (2, 1)},
    "f": {"dry": (3, 2), "mud": (4, 3), "snow": (3, 2)},
    "s": {"dry": (4, 3), "frost": (2, 2), "mud": (ONE_HEX, 4), "snow": (2, 2)},
    "r": {"dry": (2, 2), "mud": (4, 3), "snow": (3, 2)},
    "m": {"dry": (4, 3), "mud": (6, 4), "snow": (5, 4)},
}
"""c/m and foot."""
RIVERS = {"minor": {"dry": 1, "mud": 2, "snow": 1}, "major": {"dry": 2, "mud": 3, "snow": 2}}
HIGHWAY = {"dry": 1, "mud": 2, "snow": 1}
PATH = {".": 1, "a": 2, "f": 2, "s": 3, "r": 2, "m": 3, "l": 2}
TERRAIN_DRM = {".": 0, "a": 0, "f": -1, "s": -2, "r": -1, "m": -3, "l": -2}
AE_TERRAIN = {".": 2, "a": 2, "f": 1, "r": 1, "s": 0, "m": 0, "l": 0}
"""2 full, 1 half, 0 none."""

COLUMN = {"C": "dry", "F": "dry", "M": "mud", "S": "snow", "B": "snow"}

# -- 4.3 ---------------------------------------------------------------------------------------------

ODDS = tuple(
    Fraction(a, b)
    for a, b in (
        (1, 3),
        (1, 2),
        (1, 1),
        (3, 2),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (7, 1),
        (9, 1),
    )
)
CRT = tuple(
    line.split()
    for line in (
        "A2 A2 A2 A2 A1 A1 A1 EX EX BR",
        "A2 A2 A2 A1 A1 A1 EX EX BR BR",
        "A2 A2 A1 A1 A1 EX EX BR BR DR",
        "A2 A1 A1 A1 EX EX BR BR DR D1",
        "A1 A1 A1 EX EX BR BR DR D1 D1",
        "A1 A1 EX EX BR BR DR D1 D1 D2",
        "A1 A1 EX BR BR DR D1 D1 D2 D2",
        "A1 EX BR BR DR D1 D1 D2 D2 D3",
        "NE EX BR DR DR D1 D2 D2 D3 DE",
        "NE BR DR DR D1 D2 D2 D3 DE DE",
        "EX DR DR D1 D1 D2 D3 DE DE DE",
        "BR DR D1 D1 D2 D3 DE DE DE DE",
    )
)


@dataclass(frozen=True)
class Result:
    """4.3  What a code does; `defender` 99 is all."""

    attacker: int
    defender: int
    retreat: int
    second: bool


RESULTS = {
    "A2": Result(2, 0, 0, False),
    "A1": Result(1, 0, 0, False),
    "NE": Result(0, 0, 0, False),
    "EX": Result(1, 1, 0, False),
    "BR": Result(1, 1, 1, False),
    "DR": Result(0, 0, 1, False),
    "D1": Result(0, 1, 1, False),
    "D2": Result(0, 2, 2, True),
    "D3": Result(0, 3, 2, True),
    "DE": Result(0, 99, 0, True),
}

# -- 4.6 ---------------------------------------------------------------------------------------------

_SUMMER = "CCCCCCCCCM CCCCCCCCMM CCCCCCCCMM CCCCCCCCCM"
WEATHER = {
    month: dict(zip("ABCD", line.split(), strict=True))
    for month, line in {
        "Jan": "SSSSSSBBBB SSSSSSSBBB FFSSSSSSBB MMFFFSSSSS",
        "Feb": "SSSSSSSBBB SSSSSSSSBB FFFSSSSSSB MMMFFSSSSS",
        "Mar": "SSSSSSSSBB MMSSSSSSSS MMMMMFSSSS CMMMMMMMMS",
        "Apr": "MMMSSSSSSS MMMMMMMMMS CCMMMMMMMM CCCCCCMMMM",
        "May": "CCCCMMMMMM CCCCCCCCMM CCCCCCCCMM CCCCCCCCCM",
        "Jun": _SUMMER,
        "Jul": _SUMMER,
        "Aug": "CCCCCCCCMM CCCCCCCCMM CCCCCCCCCM CCCCCCCCCC",
        "Sep": "CCCCCCMMMM CCCCCCCMMM CCCCCCCMMM CCCCCCCCCM",
        "Oct": "MMMMMMMSSS CCCMMMMMMF CCCCMMMMMM CCCCCMMMMM",
        "Nov": "FFSSSSSSSB MMFFFFFSSS MMMMFFFFSS CMMMMMMMFF",
        "Dec": "SSSSSSSBBB FSSSSSSSBB FFFSSSSSBB MMMMFFFSSS",
    }.items()
}


def month(turn: int) -> tuple[str, int]:
    """1  Month and quarter of a turn: T1 is Jun IV, T2 Jul I."""
    since_july, quarter = divmod(turn - 2, 4)
    return MONTHS[(6 + since_july) % 12], quarter + 1


def rolled(turn: int, roll: int) -> dict[str, str]:
    """EF-WX-01  Weather of each zone."""
    return {zone: line[roll - 1] for zone, line in WEATHER[month(turn)[0]].items()}


def frozen(was: bool, before: str, now: str, turn: int) -> bool:
    """EF-WX-04  Whether a zone is frozen after the roll `now` on top of the roll `before`."""
    if now in "CM":
        return False
    winter = month(turn)[0] in ("Dec", "Jan", "Feb")
    return was or winter or (now in "SB" and before in "SB")


def zone(row: int) -> str:
    return "A" if row <= 15 else "B" if row <= 32 else "C" if row <= 48 else "D"


# -- 4.14, 4.15 --------------------------------------------------------------------------------------


def front_rating(turn: int, moscow_axis: bool = False) -> int:
    """4.14  Reserve and reaction rating of Soviet Front HQs; EF-PE-10"""
    rating = 1 if turn <= 49 else 2 if turn <= 97 else 3
    return min(rating, 1) if moscow_axis else rating


def soviet_main(turn: int) -> int:
    """4.15"""
    return 20 if turn == 1 else 36 if turn < 74 else 44 if turn < 122 else 50

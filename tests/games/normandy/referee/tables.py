"""The numbers of sections 4 and 6.1, written out once more by hand."""

from __future__ import annotations

from dataclasses import dataclass

CLASSES_TEXT = """
US-INF 4/2/1 3 foot 6 20 2 inf
US-ABN 4/2/1 3 foot 5 10 2 inf
US-CCH 6/3/1 3 mech 10 30 2 arm
US-CC 5/3/1 3 mech 10 30 2 arm
US-CCR 3/2/1 3 mech 10 30 2 arm
US-CAV 2/-/1 2 mech 12 30 1 rec
US-RGR 2/-/1 2 foot 5 10 1 inf
FR-GT 4/2/1 3 mech 10 30 2 arm
CW-INF 4/2/1 3 foot 6 20 2 inf
CW-MOT 4/2/1 3 mech 10 30 2 inf
CW-ARM 5/3/1 3 mech 10 30 2 arm
CW-IAB 4/2/1 3 mech 10 30 1 arm
CW-TNK 4/2/1 3 mech 8 24 1 arm
CW-PAR 3/2/1 3 foot 5 10 2 inf
CW-CDO 3/2/1 3 foot 5 10 2 inf
CW-SML 2/-/1 2 mech 10 30 1 inf
G-INF 3/2/1 3 foot 5 10 2 inf
G-STA 2/-/1 2 foot 4 8 2 inf
G-FJ 4/2/1 3 foot 5 12 2 inf
G-LW 2/-/1 2 foot 4 8 2 inf
G-KG 2/-/1 2 foot 5 10 1 inf
G-PZR 5/3/1 3 mech 10 24 2 arm
G-PZL 6/3/1 3 mech 10 24 2 arm
G-PZW 3/2/1 3 mech 10 24 2 arm
G-PZM 4/2/1 3 mech 10 24 2 arm
G-PGR 3/2/1 3 mech 10 24 2 inf
G-SSG 4/2/1 3 mech 10 24 2 inf
G-SSP 5/3/1 3 mech 10 24 2 arm
G-HVY 2/-/1 2 mech 8 24 1 arm,hvy
G-STG 2/-/1 2 mech 8 24 1 arm
G-OBS 1/-/- 1 mech 6 12 1 arm
G-SCH 2/-/1 2 foot 7 14 1 inf
G-BN 1/-/- 1 foot 4 8 1 inf
G-GAR 2/-/1 2 foot 2 0 2 inf
US-ART 2/1 1 mech 8 24 1 art 3
CW-ART 2/1 1 mech 8 24 1 art 3
G-WRF 2/1 1 mech 8 24 1 art 2
G-FLK 1/0 1 mech 8 24 1 art,hvy 2
G-ART 1/0 1 foot 4 10 1 art 3
G-FAR 1/0 1 foot 0 0 1 art 3
US-HQ - 1 mech 8 24 0 hq
CW-HQ - 1 mech 8 24 0 hq
G-HQ - 1 mech 8 24 0 hq
G-FHQ - 1 foot 0 0 0 hq
"""


@dataclass(frozen=True)
class UnitClass:
    """6.1  One row: what a unit of this class can do.

    `values` are strengths (combat unit) or ratings (artillery) by the side shown.
    """

    name: str
    values: dict[str, int]
    steps: int
    mech: bool
    ma: int
    strategic: int
    stacking: int
    flags: frozenset[str]
    range: int

    @property
    def combat(self) -> bool:
        return not self.flags & {"art", "hq"}


def _class(line: str) -> UnitClass:
    words = line.split()
    name, values, steps, mobility, ma, strategic, stacking, flags = words[:8]
    shown = {
        side: int(value)
        for side, value in zip("FRC", values.split("/"), strict=False)
        if value != "-"
    }
    return UnitClass(
        name=name,
        values=shown,
        steps=int(steps),
        mech=mobility == "mech",
        ma=int(ma),
        strategic=int(strategic),
        stacking=int(stacking),
        flags=frozenset(flags.split(",")),
        range=int(words[8]) if len(words) > 8 else 0,
    )


CLASSES = {c.name: c for c in map(_class, CLASSES_TEXT.strip().splitlines())}

FOOT_COST = {".": 1, "b": 2, "r": 2, "f": 2, "m": 3, "t": 1, "C": 1}
"""4.9  MP for foot; mech never enters marsh but by road."""
MECH_COST = {".": 1, "b": 3, "r": 4, "f": 4, "t": 1, "C": 1}
TERRAIN_DRM = {".": 0, "b": -2, "r": -3, "f": -3, "m": -1, "t": -2, "C": -3}
POSITION_DRM = {"improved": -1, "entrenchment": -2}
EXEMPT_TERRAIN = "brfmtC"
"""4.10  A unit standing here need not attack."""

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "6:1", "8:1")

CRT_TEXT = """
A2 AX AR|A2 AX AR|A2 AX AR|A2 AX AR|A2 AX AR|A2 AX|A1 AX|AX|A1
A2 AX AR|A2 AX AR|A2 AX AR|A2 AX AR|A2 AX|A1 AX|AX|A1|-
A2 AX AR|A2 AX AR|A2 AX AR|A2 AX AR|A1 AX|AX|A1|-|A1 D1
A2 AX AR|A2 AX AR|A2 AX AR|A2 AX|AX|A1|-|A1 D1|DX
A2 AX AR|A2 AX AR|A2 AX|A1 AX|A1|-|A1 D1|DX|A1 DX DR1
A2 AX AR|A2 AX|A1 AX|AX|-|A1 D1|DX|A1 DX DR1|DR1
A2 AX|A1 AX|AX|A1|A1 D1|DX|A1 DX DR1|DR1|D1 DR1
A1 AX|AX|A1|-|DX|A1 DX DR1|DR1|D1 DR1|DX DR2
AX|A1|-|A1 D1|A1 DX DR1|DR1|D1 DR1|DX DR2|D1 DX DR2
A1|-|A1 D1|DX|DR1|D1 DR1|DX DR2|D1 DX DR2|D1 DX DR3
-|A1 D1|DX|A1 DX DR1|D1 DR1|DX DR2|D1 DX DR2|D1 DX DR3|D2 DX DR3
A1 D1|DX|A1 DX DR1|DR1|DX DR2|D1 DX DR2|D1 DX DR3|D2 DX DR3|D2 DX DR4
DX|A1 DX DR1|DR1|D1 DR1|D1 DX DR2|D1 DX DR3|D2 DX DR3|D2 DX DR4|D3 DX DR4
A1 DX DR1|DR1|D1 DR1|DX DR2|D1 DX DR3|D2 DX DR3|D2 DX DR4|D3 DX DR4|D3 DX DR4
DR1|D1 DR1|DX DR2|D1 DX DR2|D2 DX DR3|D2 DX DR4|D3 DX DR4|D3 DX DR4|D3 DX DR4
D1 DR1|DX DR2|D1 DX DR2|D1 DX DR3|D2 DX DR4|D3 DX DR4|D3 DX DR4|D3 DX DR4|D3 DX DR4
DX DR2|D1 DX DR2|D1 DX DR3|D2 DX DR3|D3 DX DR4|D3 DX DR4|D3 DX DR4|D3 DX DR4|D3 DX DR4
"""

CRT = tuple(
    dict(zip(COLUMNS, row.split("|"), strict=True)) for row in CRT_TEXT.strip().splitlines()
)
"""4.11  By total 0 to 16, then by column."""

AIR_POINTS = {
    "clear": (8, 9, 10, 11, 12, 13),
    "overcast": (4, 4, 5, 5, 6, 6),
    "rain": (0, 0, 1, 1, 1, 2),
    "storm": (0, 0, 0, 0, 0, 0),
}
SP_INCOME = (
    (0, 0, 0, 1, 1, 2),
    (1, 1, 2, 2, 3, 3),
    (2, 2, 3, 3, 4, 4),
    (3, 3, 4, 4, 5, 6),
    (4, 4, 5, 6, 6, 7),
    (5, 6, 6, 7, 8, 9),
    (6, 7, 8, 9, 10, 11),
)
STRATEGIC_LEVELS = {
    24: (24, 18, 12, 6),
    14: (14, 10, 7, 3),
    12: (12, 9, 6, 3),
    10: (10, 7, 5, 2),
    8: (8, 6, 4, 2),
    0: (0, 0, 0, 0),
}
"""4.12  Strategic allowance of a German unit by Interdiction Level."""

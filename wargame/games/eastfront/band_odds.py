"""What partisans' attacks and sweeps against them come to, and how likely (EF-PT-10, EF-PT-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

from wargame.flow.ask import Odds, Outcome
from wargame.games.eastfront.content import FOREST, MOUNTAIN, SWAMP
from wargame.games.eastfront.state import ACTIVE, EfGame, class_of, combat_units
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.modifiers import added_up

COVER = (FOREST, SWAMP, MOUNTAIN)
TRAINED = ("GS", "RM")
"""EF-PT-14  Classes of security and mountain troops."""
DICE = range(1, 11)
Added: TypeAlias = tuple[tuple[str, int], ...]
Struck: TypeAlias = Literal["", "success", "great"]
Swept: TypeAlias = Literal["", "driven", "eliminated"]
_STRUCK = {"": "no damage", "success": "damage", "great": "great damage"}
_BEST = ("great", "success", "")
_SWEPT = {"": "no effect", "driven": "the band goes underground", "eliminated": "the band is gone"}


def covered(g: EfGame, where: Hex) -> bool:
    """Forest, swamp or mountain."""
    return g.content.map.terrain[where] in COVER


def guarded(g: EfGame, band: Hex, where: Hex) -> Added:
    """EF-PT-10  Axis combat units in the target hex, or beside it or the band."""
    rows = g.content.partisans.attack
    if combat_units(g, where, "axis"):
        return (("occupied", rows.occupied),)
    near = {*g.grid.neighbours[where], *g.grid.neighbours[band], band}
    return (("guarded", rows.near),) if any(combat_units(g, h, "axis") for h in near) else ()


def attack_added(g: EfGame, band: Unit, where: Hex) -> Added:
    """EF-PT-10  What is added when a band attacks something in a hex."""
    rows = g.content.partisans.attack
    later = (("late in the war", rows.later.drm),) if g.state.turn() >= rows.later.turn else ()
    cover = (("cover", rows.cover),) if covered(g, band.hex) else ()
    return (*guarded(g, band.hex, where), *cover, *later)


def struck(g: EfGame, total: int) -> Struck:
    """EF-PT-10  How an attack of a band came out."""
    rows = g.content.partisans.attack
    return "great" if total >= rows.great else "success" if total >= rows.success else ""


def lost_to(g: EfGame, band: Unit, where: Hex) -> int:
    """EF-PT-10  The highest roll by which a band that attacked is lost."""
    rows = g.content.partisans.attack
    return rows.lost_guarded if guarded(g, band.hex, where) else rows.lost


def attack_odds(g: EfGame, band: Unit, where: Hex) -> Odds:
    """EF-PT-10  The damage, and whether the band is lost: a die each."""
    added, most = attack_added(g, band, where), lost_to(g, band, where)
    found: Counter[tuple[Struck, bool]] = Counter(
        (struck(g, first + added_up(added)), second <= most)
        for first, second in product(DICE, DICE)
    )
    return Odds("band", added, tuple(
        Outcome(
            f"{_STRUCK[done]}{', the band is lost' if lost else ''}",
            Fraction(n, len(DICE) ** 2),
            loss={"soviet": 1} if lost else {},
        )
        for (done, lost), n in sorted(found.items(), key=lambda one: (_BEST.index(one[0][0]), one[0][1]))
    ))  # fmt: skip


def sweep_added(g: EfGame, band: Unit, who: Sequence[UnitId]) -> Added:
    """EF-PT-14  What is added for the leader, for each further unit and for cover."""
    rows, further = g.content.partisans.sweep, len(who) - 1
    trained = (("trained", rows.trained),) if class_of(g, who[0]).id in TRAINED else ()
    others = (("further units", rows.further * further),) if further else ()
    cover = (("cover", rows.cover),) if covered(g, band.hex) else ()
    return (*trained, *others, *cover)


def swept(g: EfGame, band: Unit, total: int) -> Swept:
    """EF-PT-14  How a sweep came out: a band underground is found with more trouble, but cannot be driven."""
    rows, active = g.content.partisans.sweep, ACTIVE in band.states
    if total >= (rows.eliminated if active else rows.underground):
        return "eliminated"
    return "driven" if active and total >= rows.driven else ""


def sweep_odds(g: EfGame, band: Unit, who: Sequence[UnitId]) -> Odds:
    """EF-PT-14  What one die does if nobody else joins."""
    added = sweep_added(g, band, who)
    found = Counter(swept(g, band, roll + added_up(added)) for roll in DICE)
    return Odds("sweep", added, tuple(
        Outcome(
            _SWEPT[end],
            Fraction(n, len(DICE)),
            loss={"soviet": 1} if end == "eliminated" else {},
            shaken={"soviet": 1} if end == "driven" else {},
        )
        for end, n in sorted(found.items(), reverse=True)
    ))  # fmt: skip

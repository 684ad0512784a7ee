"""What a meeting at sea comes to, and how likely (EF-NV-12, EF-NV-13): the dice as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wargame.flow.ask import Odds, Outcome
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.sea import group_of, reduced
from wargame.games.eastfront.state import OTHER, EfGame, steps
from wargame.model.state import UnitId
from wargame.rules.chance import over

TEN = 10


def contact(g: EfGame, unit: UnitId) -> int:
    """EF-NV-12  The highest roll with which a group that reacts finds the force."""
    rows = g.content.limits.naval
    return rows.contact_submarine if group_of(g, unit).type == "submarine" else rows.contact


def surface(g: EfGame, units: Sequence[UnitId], *, attacks: bool) -> int:
    """EF-NV-13  Surface values; submarines count where they attack."""
    return sum(
        reduced(g, u, group_of(g, u).surface)
        for u in units
        if attacks or group_of(g, u).type != "submarine"
    )


def lead(g: EfGame, own: Sequence[UnitId], enemies: Sequence[UnitId]) -> int:
    """EF-NV-13  What those who attack add to their roll, and the others take from theirs."""
    most = g.content.limits.naval.difference
    ahead = surface(g, own, attacks=True) - surface(g, enemies, attacks=False)
    return max(-most, min(most, ahead))


def hits(g: EfGame, total: int) -> int:
    """EF-NV-13  Steps that a roll costs the other side."""
    return max((n for least, n in g.content.limits.naval.hits.items() if total >= least), default=0)


def meeting_odds(g: EfGame, side: Side, unit: UnitId, against: Sequence[UnitId]) -> Odds:
    """EF-NV-12, EF-NV-13  A group that reacts: contact, and the hits of both sides."""
    found, added = Fraction(contact(g, unit), TEN), lead(g, [unit], against)
    fought = over([TEN, TEN], lambda a, b: (hits(g, a + added), hits(g, b - added)))
    most = sum(steps(g, u) for u in against), steps(g, unit)

    def outcome(ours: int, theirs: int, chance: Fraction) -> Outcome:
        lost = {OTHER[side]: min(ours, most[0]), side: min(theirs, most[1])}
        words = f"{ours} hit{'s'[: ours != 1]} on them, {theirs} on you"
        return Outcome(words, chance, loss={who: n for who, n in lost.items() if n})

    return Odds("contact", (("surface values", added),), (
        *([Outcome("no contact", 1 - found)] if found < 1 else []),
        *(outcome(*each, chance * found) for each, chance in sorted(fought.items())),
    ))  # fmt: skip

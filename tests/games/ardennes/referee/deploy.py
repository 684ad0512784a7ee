"""Allied Reserve deployment, Methods A and B, with the ranking (RD-01 to RD-10)."""

from __future__ import annotations

from dataclasses import replace

from . import ground
from .front import communication, guarded, out_of_contact, proximate_from, unsafe, zoc
from .march import may_cross_meuse, room
from .position import RESERVE, Position, Unit
from .supply import supplied

_BRITISH = "X" * 3
"""The British corps."""


def _army(u: Unit, date: int) -> str:
    """VIII Corps is First Army's through Dec 19 (note 3 of 6.2)."""
    return "1A" if u.corps == "VIII" and date < 20 else u.army


def in_area(pos: Position, u: Unit, h: str) -> bool:
    """RD-03, DX-14; XXX Corps units also keep MV-12 (left bank before Dec 24)."""
    if u.corps == _BRITISH and not may_cross_meuse(pos, h):
        return False
    if u.corps == "XVIII" and pos.date == 16 and ground.area(h) == "VIII":
        return True
    return ground.area(h) == u.corps


def _germans(pos: Position) -> set[str]:
    """Hexes of Germans that count for where Reserves may go (SS-14)."""
    return {u.hex for u in pos.on_map("german") if u.supply != "isolated"}


def mends(before: Position, after: Position) -> bool:
    """The new unit brings some Allied unit back into Communication."""
    lost = [u for u in before.on_map("allied") if not communication(before, u.hex, "allied")]
    return any(communication(after, u.hex, "allied") for u in lost)


def _common(pos: Position, u: Unit, h: str) -> bool:
    """RD-01, RD-04 and the corps area."""
    if not ground.hv(h) or pos.at(h) or not in_area(pos, u, h):
        return False
    if ground.built_up(h) and pos.owned_by(h) == "german":
        return False
    after = pos.put((u.id,), h)
    return supplied(pos, h, "allied") and not unsafe(after, h, "allied")


def method_a(pos: Position, u: Unit) -> list[str]:
    """Legal hexes of Method A, best first."""
    hostile = zoc(pos.put((u.id,), RESERVE), "allied")
    found = []
    for h in sorted(ground.HV):
        after = pos.put((u.id,), h)
        if (
            pos.at(h)
            or not in_area(pos, u, h)
            or not any(proximate_from(after, h, b, "allied") for b in _germans(pos))
        ):
            continue
        if not _common(pos, u, h):
            continue
        if h in hostile and ground.hv(h) < 5 and not mends(pos, after):
            continue
        found.append(h)
    return ranked(pos, u, found)


def method_b(pos: Position, u: Unit) -> list[str]:
    """Legal hexes of Method B for a Reserve unit: those of the division first."""
    if pos.date < 18:
        return []
    joins = [
        o.hex
        for o in pos.on_map("allied")
        if u.div and o.div == u.div and o.id != u.id and o.supply == "in"
        if communication(pos, o.hex, "allied") and room(pos, [u], o.hex)
    ]
    joins = [h for h in joins if not unsafe(pos.put((u.id,), h), h, "allied")]
    if joins:
        return ranked(pos, u, sorted(set(joins)))
    army = [o for o in pos.on_map("allied") if _army(o, pos.date) == _army(u, pos.date)]
    found = [
        h
        for h in sorted(ground.HV)
        if any(ground.distance(h, o.hex) <= 3 for o in army if o.id != u.id)
        and any(ground.distance(h, b) <= 4 for b in _germans(pos))
        and _common(pos, u, h)
    ]
    return ranked(pos, u, found)


def kinship(pos: Position, u: Unit, h: str) -> int:
    """Class of RD-09 as read in 5.14.3a: 1 division, 2 corps, 3 army, 4 none."""
    near = [o for o in pos.on_map("allied") if o.id != u.id and ground.distance(o.hex, h) <= 3]
    if u.div and any(o.div == u.div for o in near):
        return 1
    if any(o.corps == u.corps for o in near):
        return 2
    return 3 if any(_army(o, pos.date) == _army(u, pos.date) for o in near) else 4


def ranked(pos: Position, u: Unit, hexes: list[str]) -> list[str]:
    """RD-09: kinship, highest HV, westernmost, closest to a German, lowest id."""

    def key(h: str) -> tuple[int, int, str, int, str]:
        close = min((ground.distance(h, g.hex) for g in pos.on_map("german")), default=99)
        return kinship(pos, u, h), -ground.hv(h), h[:2], close, h

    return sorted(hexes, key=key)


def takers(pos: Position, units: list[Unit]) -> list[Unit]:
    """OutOfContact units that may be taken, ascending # (5.1.6 last sentence)."""
    free = [u for u in units if out_of_contact(pos, u) and not guarded(pos, u.hex)]
    return sorted(free, key=lambda u: u.order)


def joins_defence(pos: Position, h: str, names: list[str], *, reserve_left: int = 9) -> Unit | None:
    """The unit that a defensive draw adds to the stack in h (CC-05, 5.9b).

    names: units of the card's formation, on the map or in Reserve; reserve_left: how many
    Reserve units DX-13 still allows today.
    """
    stack = pos.at(h, "allied")
    covered = any(u.id in names for u in stack)
    few = sum(len(u.steps) for u in stack) <= 3
    if not covered or not few or unsafe(pos, h, "allied"):
        return None
    if not communication(pos, h, "allied"):
        return None
    own = sorted((pos.units[n] for n in names), key=lambda u: u.order)
    waiting = [u for u in own if u.hex == RESERVE] if reserve_left > 0 else []
    shown = [u for u in own if u.hex not in (RESERVE, "", h)]
    far = [u for u in takers(pos, shown) if pos.date > 16 or u.hex in ground.neighbours(h)]
    return next((u for u in (*waiting, *far) if room(pos, [u], h)), None)


def replacement(pos: Position, h: str, reserve: list[Unit]) -> Unit | None:
    """The unit that takes the place of a Roadblock in h (RB-18, RB-19, 5.7.3)."""
    shown = pos.on_map("allied")
    if not shown:
        return None
    closest = min(shown, key=lambda u: (ground.distance(u.hex, h), u.order))
    for pool in (sorted(reserve, key=lambda u: u.order), takers(pos, shown)):
        for key in ("div", "corps", "army"):
            kin = [u for u in pool if _kin(u, closest, key, pos.date)]
            if kin:
                return kin[0]
    return None


def _kin(u: Unit, other: Unit, key: str, date: int) -> bool:
    """Same division, corps or army."""
    if key == "army":
        return _army(u, date) == _army(other, date)
    value = getattr(other, key)
    return bool(value) and getattr(u, key) == value


def reserve_unit(u: Unit) -> Unit:
    """The same unit, waiting in Reserve."""
    return replace(u, hex=RESERVE)

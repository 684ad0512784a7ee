"""The player's charts of East Front that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from collections.abc import Mapping

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import runs, signed, span
from wargame.games.eastfront.calendar import date_of
from wargame.games.eastfront.content import LAKE, EastFrontContent
from wargame.games.eastfront.data.counters import AIR_TITLES, UnitType
from wargame.games.eastfront.data.files import FILES, SIDE_TITLES, SIDES, Side
from wargame.games.eastfront.data.ground import TerrainRow
from wargame.games.eastfront.data.tables import ALL_STEPS


def _combat(content: EastFrontContent) -> Rows:
    return [(str(n), *row) for n, row in enumerate(content.combat.rows)]


def _results(content: EastFrontContent) -> Rows:
    return [
        (
            row.code,
            str(row.attacker or "-"),
            "all" if row.defender == ALL_STEPS else str(row.defender or "-"),
            str(row.retreat or "-"),
            "yes" if row.second else "no",
        )
        for row in content.combat.result
    ]


def _price(pair: tuple[int, int]) -> str:
    return "/".join(str(n) if n else "P" for n in pair)


def _prices(row: TerrainRow) -> tuple[str, ...]:
    """Dry, frost, mud and snow; a lake carries nobody but foot units, and them on its ice alone."""
    if row.id == LAKE:
        return ("-", f"-/{row.frost[1]}", "-", f"-/{row.snow[1]}")
    return tuple(_price(pair) for pair in (row.dry, row.frost, row.mud, row.snow))


def _terrain(content: EastFrontContent) -> Rows:
    rows: list[tuple[str, ...]] = [
        (
            row.title, *_prices(row), signed(row.drm), row.ae, str(row.path),
        )
        for row in content.terrain.terrain
    ]  # fmt: skip
    rows += [
        (name.title(), "", "", "", "", signed(row.drm), row.ae or "", "1")
        for name, row in content.terrain.place.items()
    ]
    rows += [
        (
            name.title(),
            signed(row.dry),
            signed(row.dry),
            signed(row.mud),
            signed(row.snow),
            signed(row.drm),
            "",
            "0",
        )
        for name, row in content.terrain.water.items()
    ]
    return rows


def _classes(content: EastFrontContent) -> Rows:
    def traits(cls_id: str) -> str:
        cls = content.classes_in(1)[cls_id]  # type: ignore[index]
        named = (
            (cls.cm, "c/m"), (cls.armoured, "armoured"), (cls.small, "small"),
            (cls.mountain, "mountain trained"), (cls.forest, "forest trained"), (cls.minor, "minor ally"),
        )  # fmt: skip
        return ", ".join(name for holds, name in named if holds)

    return [
        (cls.id, cls.title, str(cls.attack), str(cls.defence), str(cls.ma), cls.zoc, traits(cls.id))
        for cls in content.classes.class_
    ]


def _weather(content: EastFrontContent) -> Rows:
    return [(row.name, row.A, row.B, row.C, row.D) for row in content.weather.month]


def _production(content: EastFrontContent) -> Rows:
    return [
        (
            f"{row.turns[0]}-{row.turns[1]}",
            str(row.axis.sp), str(row.axis.srp), f"{row.axis.inf}/{row.axis.arm}/{row.axis.air}",
            str(row.soviet.sp), str(row.soviet.srp),
            f"{row.soviet.inf}/{row.soviet.arm}/{row.soviet.air}",
        )
        for row in content.production.period
    ]  # fmt: skip


def _works(content: EastFrontContent) -> Rows:
    def cost(sp: int, srp: int) -> str:
        return ", ".join(f"{n} {what}" for n, what in ((sp, "SP"), (srp, "SRP")) if n) or "-"

    leaves = {"evacuate": f" and {content.works.evacuation.rail} rail capacity a point"}
    return [
        (
            work.title,
            ", ".join(work.by) or "nobody",
            f"{work.mark}{work.level or ''}"
            + "".join(f", {who} {work.mark}{n}" for who, n in sorted(work.slow.items())),
            cost(work.sp, work.srp) + leaves.get(work.id, ""),
        )
        for work in content.works.work
    ]


def _partisans(content: EastFrontContent) -> Rows:
    return [
        (
            f"{row.turns[0]}-{row.turns[1]}",
            str(row.bands),
            f"{row.new} in even turns" if row.even else str(row.new),
        )
        for row in content.partisans.period
    ]


def _counts(content: EastFrontContent) -> Rows:
    return [
        (str(row.turn), date_of(row.turn), str(row.axis), str(row.soviet))
        for row in content.victory.count
    ]


# -- what there is, in this scenario ----------------------------------------------------------------


def _comes(content: EastFrontContent, kind: UnitType) -> str:
    """At the start where; later when and where; by its condition."""
    name = content.map.numbered
    if kind.start >= 0 and not kind.arrival:
        return name(kind.start)
    where = f", {name(kind.entry)}" if kind.entry is not None else ""
    return f"turn {kind.arrival}{where}" if kind.arrival else "by its condition"


def _units_of(content: EastFrontContent, side: Side) -> Rows:
    return [
        (kind.name, kind.id, kind.cls, str(kind.steps), _comes(content, kind))
        for kind in content.units.values()
        if kind.side == side and not kind.hq
    ]


def _axis_units(content: EastFrontContent) -> Rows:
    return _units_of(content, "axis")


def _soviet_units(content: EastFrontContent) -> Rows:
    return _units_of(content, "soviet")


def _headquarters(content: EastFrontContent) -> Rows:
    usual = content.limits.supply.holds
    return [
        (
            kind.name, kind.id, str(kind.rating or "by date"), str(kind.lift), str(kind.range),
            str(kind.holds or usual), f"{kind.sp}{', chit' if kind.oc else ''}", _comes(content, kind),
        )
        for kind in content.units.values()
        if kind.hq
    ]  # fmt: skip


def _arrivals(content: EastFrontContent) -> Rows:
    name = content.map.numbered
    due: list[tuple[int, str, Side, str, str, str, str]] = [
        (
            k.arrival or 0,
            k.id,
            k.side,
            k.name,
            k.cls,
            str(k.steps),
            "" if k.entry is None else name(k.entry),
        )
        for k in content.units.values()
    ]
    due += [(a.turn, a.id, a.side, a.name, "air", "-", name(a.base)) for a in content.air.values()]
    due += [
        (n.turn, n.id, n.side, n.name, "naval", str(n.steps), name(n.port))
        for n in content.naval.values()
    ]
    later = sorted((row for row in due if row[0] > 1), key=lambda row: row[0])
    return [(u, f"{t}, {date_of(t)}", SIDE_TITLES[side], *rest) for t, u, side, *rest in later]


def _turn(turn: int) -> str:
    return "start" if turn == 1 else str(turn or "by its condition")


def _air_units(content: EastFrontContent) -> Rows:
    return [
        (
            a.name, SIDE_TITLES[a.side], AIR_TITLES[a.type], str(a.fighter), str(a.tac), str(a.range),
            content.map.numbered(a.base), _turn(a.turn),
        )
        for a in content.air.values()
    ]  # fmt: skip


def _naval_groups(content: EastFrontContent) -> Rows:
    rows: Rows = [
        (
            n.name, SIDE_TITLES[n.side], n.type, str(n.surface), str(n.bombard), str(n.transport),
            str(n.steps), str(n.ma), content.map.numbered(n.port), _turn(n.turn),
        )
        for n in content.naval.values()
    ]  # fmt: skip
    return rows or [("none in this scenario", *"-" * 9)]


def _air_support(content: EastFrontContent) -> Rows:
    rows = content.limits.air.net
    return [(span_, signed(rows[least])) for span_, least in zip(_from(rows), rows, strict=True)]


def _gunfire(content: EastFrontContent) -> Rows:
    rows = content.limits.attack.gunfire
    spans = zip(_from(rows), rows, strict=True)
    return [(span_, signed(rows[least]), signed(-rows[least])) for span_, least in spans]


def _from(rows: Mapping[int, int]) -> list[str]:
    """What each row covers that begins at a number: "4-7", "14 or more"."""
    ends = (*(least - 1 for least in list(rows)[1:]), None)
    return [span(low, high) for low, high in zip(rows, ends, strict=True)]


def _air_combat(content: EastFrontContent) -> Rows:
    air = content.limits.air
    said = ("nothing", "is aborted: its mission fails, it becomes I2", "is eliminated")
    return list(zip(runs((air.aborted - 1, air.eliminated - 1, None)), said, strict=True))


def _naval_battle(content: EastFrontContent) -> Rows:
    rows = {0: 0, **content.limits.naval.hits}
    ends = (*(least - 1 for least in list(rows)[1:]), None)
    return [(label, str(n)) for label, n in zip(runs(ends), rows.values(), strict=True)]


def _places(content: EastFrontContent) -> Rows:
    rows = content.geography
    of = {h: SIDE_TITLES[side] for side in SIDES for h in content.sources[side]}
    ports = {h: port.size for h, port in content.ports.items()}
    inland = {*rows.factories, *rows.fortresses}
    known = {*content.points, *ports, *(inland & set(content.board))}
    known |= {h for h in of if h in content.map.places}
    return [
        (
            content.map.numbered(h), str(content.points.get(h, "")), of.get(h, ""),
            str(rows.factories.get(h, "")), str(rows.fortresses.get(h, "")), ports.get(h, ""),
        )
        for h in sorted(known)
    ]  # fmt: skip


eastfront_charts = chart_book(
    FILES.data("charts.toml"),
    _combat, _results, _terrain, _classes, _weather, _production, _works, _partisans, _counts,
    _axis_units, _soviet_units, _headquarters, _arrivals, _air_units, _naval_groups, _places,
    _air_support, _gunfire, _air_combat, _naval_battle,
)  # fmt: skip
"""Every chart of a scenario by name."""

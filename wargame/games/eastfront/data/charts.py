"""The player's charts of East Front that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import signed
from wargame.games.eastfront.calendar import date_of
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import FILES
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


def _terrain(content: EastFrontContent) -> Rows:
    rows: list[tuple[str, ...]] = [
        (
            row.title, _price(row.dry), _price(row.frost), _price(row.mud), _price(row.snow),
            signed(row.drm), row.ae, str(row.path),
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

    return [
        (
            work.title,
            ", ".join(work.by) or "nobody",
            f"{work.mark}{work.level or ''}",
            cost(work.sp, work.srp),
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


eastfront_charts = chart_book(
    FILES.data("charts.toml"),
    _combat, _results, _terrain, _classes, _weather, _production, _works, _partisans, _counts,
)  # fmt: skip
"""Every chart of a scenario by name."""

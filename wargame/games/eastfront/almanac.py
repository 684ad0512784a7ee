"""What comes by its date: political events, counts of victory points, the weather to be rolled (EF-IN-01, EF-PE, EF-VP-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wargame.flow.standings import Due
from wargame.games.eastfront.calendar import month_of
from wargame.games.eastfront.data.files import WEATHER_TITLES, ZONES, Zone
from wargame.games.eastfront.state import FROZEN, EfGame


def dated(g: EfGame) -> Iterator[Due]:
    """What is still to come in this scenario, in no order."""
    content, dates, last = g.content, g.content.events.dates, g.content.scenario.last_turn
    yield Due(max(dates.prepared) + 1, "Soviets: the last unprepared units are ready (EF-PE-05)")
    yield Due(dates.stand_fast.last, "Soviets: the last stand-fast orders (EF-PE-06)")
    if content.plays("events"):
        yield from _of_the_war(g)
    if content.plays("counts"):
        rows = content.victory.count
        yield from (Due(row.turn, "victory points are counted (EF-VP-02)") for row in rows)
    yield Due(last, "the last turn")


def _of_the_war(g: EfGame) -> Iterator[Due]:
    dates = g.content.events.dates
    yield Due(dates.finland_moves, "Finns: free to attack and to leave their country (EF-PE-03)")
    yield Due(dates.hungary.sure, "Hungary is in the war (EF-PE-04)")
    yield Due(dates.collapse, "Soviets: may collapse from now on without Moscow (EF-PE-09)")
    yield Due(dates.directive.turn, "Axis: the July directive (EF-PE-07)")
    yield Due(dates.merging, "Soviets: corps may merge to armies from now on (EF-RF-19)")
    yield Due(dates.lend_lease.first, "Soviets: lend-lease from now on (EF-PE-08)")
    yield Due(dates.winter, "the first winter begins (EF-PE-11)")
    yield Due(dates.romania_home, "Hungarian and Romanian armies may leave home (EF-PE-13)")
    yield Due(dates.staff, "Soviets: central partisan staff (EF-PE-23)")
    yield Due(dates.not_a_step, "Soviets: not a step back (EF-PE-12)")
    yield Due(dates.africa.turn, "Axis: air units leave for Africa (EF-PE-14)")
    yield Due(dates.africa.back, "Axis: air units come back from Africa (EF-PE-14)")
    yield Due(dates.lend_lease.south, "Soviets: lend-lease through Persia (EF-PE-08)")
    yield Due(dates.italy.turn, "Italy leaves the war (EF-PE-15)")
    yield Due(dates.italy.sicily, "Axis: a panzer step and air units leave for Sicily (EF-PE-15)")
    yield Due(dates.romania.first, "Romania may leave the Axis from now on (EF-PE-19)")
    yield Due(dates.bombers, "Axis: fighters leave for the Reich (EF-PE-16)")
    yield Due(dates.finland.first, "Finland may leave the Axis from now on (EF-PE-18)")
    yield Due(dates.normandy, "Axis: panzers and air units leave for Normandy (EF-PE-17)")
    yield Due(dates.hungarian.first, "Hungary may leave the Axis from now on (EF-PE-21)")
    yield Due(dates.levy, "Axis: the last levy (EF-PE-24)")
    for turn, count in sorted(Counter(g.content.events.guards.values()).items()):
        yield Due(turn, f"Soviets: {count} armies become Guards (EF-PE-22)")


def forecast(g: EfGame) -> list[str]:
    """EF-WX-01, EF-WX-04  The chances of the next roll of weather by zone on the board, and where ice lies."""
    turn = max(g.state.turn(), g.content.scenario.weather_from)
    month = next(row for row in g.content.weather.month if row.name == month_of(turn))
    board = {g.content.zone[h] for h in g.content.board}
    return [
        _zone(g, zone, [month.of(zone, n) for n in range(1, 11)]) for zone in ZONES if zone in board
    ]


def _zone(g: EfGame, zone: Zone, letters: list[str]) -> str:
    chances = (f"{WEATHER_TITLES[w]} {10 * n}%" for w, n in Counter(letters).most_common())
    first, last = g.content.weather.zones[zone]
    ice = ", ice now" if g.state.tracks[FROZEN[zone]] else ""
    return f"Zone {zone}, rows {first} to {last}: {', '.join(chances)}{ice}"

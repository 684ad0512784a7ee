"""Weather: one die for all zones, freezing and thaw (EF-IN-01, EF-WX)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.eastfront.calendar import month_of
from wargame.games.eastfront.data.files import ZONES, Weather, Zone
from wargame.games.eastfront.state import FROZEN, WEATHER, EfGame, weather_in

COLD = ("F", "S", "B")
"""Weather that keeps a frozen zone frozen (EF-WX-04)."""
STREAK: dict[Zone, str] = {zone: f"cold {zone}" for zone in ZONES}
"""Tracks: rolls of snow or blizzard that a zone has had in a row."""


@segment("eastfront.initial.weather")
async def weather(g: EfGame) -> Next:
    """EF-IN-01, EF-WX-01  One roll for all zones, which holds through the next Axis player-turn."""
    roll = g.roll("weather", sides=10, rule="EF-WX-01")
    month = month_of(g.state.turn())
    row = next(row for row in g.content.weather.month if row.name == month)
    for zone in ZONES:
        set_weather(g, zone, row.of(zone, roll))
    return DONE


def set_weather(g: EfGame, zone: Zone, found: Weather) -> None:
    """EF-WX-01, EF-WX-04  The weather of a zone, and whether it freezes or thaws."""
    g.set_track(WEATHER[zone], found, rule="EF-WX-01")
    rows = g.content.weather.freezing
    streak = int(g.state.tracks.get(STREAK[zone], 0)) + 1 if found in ("S", "B") else 0
    g.set_track(STREAK[zone], streak, rule="EF-WX-04")
    was = bool(g.state.tracks[FROZEN[zone]])
    winter = month_of(g.state.turn()) in rows.winter and found in COLD
    now = found in COLD and (was or streak >= rows.in_a_row or winter)
    g.note("weather", zone=zone, weather=weather_in(g, zone), rule="EF-WX-01")
    if now != was:
        g.set_track(FROZEN[zone], int(now), rule="EF-WX-04")
        g.note("freezes" if now else "thaws", zone=zone, rule="EF-WX-04")


def is_rolled(g: EfGame, _side: str) -> bool:
    """EF-IN-01, EF-WX-02, EF-SC-06  In Soviet player-turns only; a small scenario begins later."""
    soviet = any(frame.name == "eastfront.soviet" for frame in g.state.frames)
    return soviet and g.state.turn() >= g.content.scenario.weather_from


WHEN = {"weather_is_rolled": is_rolled}

"""Weather Segment: the forecast in secret, the weather, the sea, the Mulberries (NOR-WX)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.data.files import Side, WeatherId
from wargame.games.normandy.facilities import stands
from wargame.games.normandy.state import NorGame
from wargame.games.normandy.veil import FORECAST, REVEALED


@segment("normandy.air.weather")
async def weather(g: NorGame, side: Side) -> Next:
    """NOR-WX-01 to -03, NOR-WX-07, NOR-SQ-04  Forecast, then this turn's weather, sea, Mulberries."""
    turn, fixed = g.state.turn(), g.content.scenario.weather
    told = str(g.state.tracks.get(FORECAST) or g.state.tracks["weather"])
    if g.content.plays("weather") and turn + 1 in g.content.turns:
        throw = dice.weather(g.content, turn + 1)
        found = throw.roll(g, FORECAST, rule="NOR-WX-01", by=side)
        g.set_track(FORECAST, found.result, rule="NOR-WX-01")
    elif FORECAST in g.state.tracks:
        g.set_track(FORECAST, "", rule="NOR-SQ-04")
    now: WeatherId = fixed.get(turn) or told  # type: ignore[assignment]
    _reveal(g, now, fixed=turn in fixed)
    _sea(g, side, now)
    return DONE


def _reveal(g: NorGame, now: WeatherId, *, fixed: bool) -> None:
    """NOR-WX-02, NOR-WX-04, NOR-SQ-04  Both sides see the weather of this turn."""
    what, rule = ("fixed_weather", "NOR-SQ-04") if fixed else (REVEALED, "NOR-WX-02")
    g.note(what, rule=rule, weather=now)
    g.set_track("weather", now, rule=rule)


def _sea(g: NorGame, side: Side, now: WeatherId) -> None:
    """NOR-WX-03, NOR-WX-05  The sea by the weather revealed, where no scenario fixes it."""
    fixed = g.content.scenario.sea.get(g.state.turn())
    sea = fixed or dice.sea(g.content, now).roll(g, "sea", rule="NOR-WX-03", by=side).result
    g.note("sea_of_turn", rule="NOR-SQ-04" if fixed else "NOR-WX-03", sea=sea)
    g.set_track("sea", sea, rule="NOR-WX-03")
    if sea == "gale" and not fixed:
        _gale(g, side)


def _gale(g: NorGame, side: Side) -> None:
    """NOR-WX-07  A die for each complete Mulberry, A first."""
    for row in g.content.facilities.values():
        if row.kind != "mulberry" or not stands(g, row):
            continue
        lost = dice.gale(row).roll(g, "mulberry", by=side, name=row.title).result == "destroyed"
        told = "mulberry_lost" if lost else "mulberry_stands"
        g.note(told, rule="NOR-WX-07", name=row.title)
        if lost:
            g.set_track(row.id, 1, rule="NOR-WX-07")


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {}
"""The conditions of its steps."""

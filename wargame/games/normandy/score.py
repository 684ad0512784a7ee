"""Section 9: what moves the two tracks, who must withdraw, who wins (NOR-VP, NOR-WN)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from wargame.flow.standings import Prize, Standings
from wargame.games.normandy.armies import armies_of
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    AREA,
    ELIMINATED,
    NorGame,
    in_supply,
    kind_of,
    on_map,
    steps,
    strength,
)
from wargame.games.normandy.zones import is_foreign

VP = {"allied": "vp allied", "german": "vp german"}
"""NOR-VP-01  The two tracks."""
WITHDRAWN_TURN, BOOKED = "withdrawn", "booked losses"
"""Tracks: the turn of the declaration; VP booked for Allied steps lost."""


def vp(g: NorGame, side: Side) -> int:
    """NOR-VP-01  A side's track; it may be below 0."""
    return int(g.state.tracks.get(VP[side], 0))


def number(g: NorGame, track: str) -> int:
    """A number kept on a track; 0 for none."""
    return int(g.state.tracks.get(track, 0))


# -- Operations -------------------------------------------------------------------------------------


def army_side(g: NorGame, army: str) -> Side:
    """The side of an army."""
    return "german" if g.content.armies[army].nation == "ge" else "allied"


def noted_hexes(g: NorGame, army: str) -> str:
    """NOR-VP-03  The list of hexes that were the enemy's when an army began its Operation."""
    return "op german hexes" if army_side(g, army) == "german" else f"op {army} hexes"


def gain(g: NorGame, army: str) -> int:
    """NOR-VP-03  Hexes taken since its Operation began; of an Allied one in its own zone."""
    side, nation = army_side(g, army), g.content.armies[army].nation
    noted: Sequence[Any] = g.state.lists.get(noted_hexes(g, army), ())
    control = g.state.control.get
    return sum([not is_foreign(g, h, nation) for h in noted if control(h) == side])


def operation_points(g: NorGame, army: str, gained: int) -> int:
    """NOR-VP-03  For the owner's track; gains of a nation score so much in the whole game and no more."""
    side, nation = army_side(g, army), g.content.armies[army].nation
    rows = [row for row in g.content.victory.operation if row.side == side]
    row = next(row for row in rows if row.at_least is None or gained >= row.at_least)
    if side == "german" or row.vp <= 0:
        return row.vp
    return min(row.vp, g.content.victory.points.operation_most - number(g, f"gains {nation}"))


def operations_over(g: NorGame) -> list[str]:
    """NOR-OP-09  Armies whose Operation has reached its length; on the last turn all that run."""
    limits, last = g.content.limits.operation, is_last_turn(g)
    return [
        army
        for side in ("allied", "german")
        for army in armies_of(g, side)
        if (run := number(g, f"op {army}")) and (last or run >= limits.length(side))
    ]


# -- points -----------------------------------------------------------------------------------------


def loss_points(g: NorGame) -> int:
    """NOR-VP-04  German VP now due for Allied steps lost since the start."""
    points = g.content.victory.points
    return points.loss * (number(g, "lost allied") // points.loss_steps) - number(g, BOOKED)


def cities_held(g: NorGame) -> int:
    """NOR-VP-02, NOR-VP-06  City hexes under Allied control."""
    return (g.board.owned(g.state, "allied") & _cities(g.content)).bit_count()


@cache
def _cities(content: NormandyContent) -> int:
    """NOR-VP-02  The city hexes as a set."""
    return content.grid.mask(content.cities)


def beaches_held(g: NorGame, side: Side) -> int:
    """NOR-VP-08, NOR-VP-11  Beach hexes under a side's control."""
    return (g.board.owned(g.state, side) & _beaches(g.content)).bit_count()


@cache
def _beaches(content: NormandyContent) -> int:
    """NOR-VP-08  The beach hexes as a set."""
    return content.grid.mask([h for hexes in content.beaches.values() for h in hexes])


def is_brittany_thin(g: NorGame) -> bool:
    """NOR-OM-05  Area A is Allied and holds too few US combat units."""
    row = g.content.off_map.brittany
    if g.state.turn() < row.first or g.state.tracks.get(f"area {row.area}") != "allied":
        return False
    box, nation = AREA + row.area, g.content.off_map.use.nation
    units = (kind_of(g, u.id) for u in g.state.units.values() if u.box == box)
    return sum(k.combat_unit and k.nation == nation for k in units) < row.units


def is_airborne_lost(g: NorGame) -> bool:
    """NOR-VP-09  Every brigade of 6th Airborne is eliminated."""
    division = g.content.formations.get(g.content.victory.points.airborne_formation)
    units = [u for u in division.units if kind_of(g, u).combat_unit] if division else []
    return bool(units) and all(g.state.units[u].box == ELIMINATED for u in units)


# -- Withdrawal -------------------------------------------------------------------------------------


def why_must_withdraw(g: NorGame) -> str:
    """NOR-WN-02  What compels a Withdrawal now: "cities", "areas" or "turn"; "" for nothing."""
    rules, turn = g.content.victory.withdrawal, g.state.turn()
    if turn >= rules.must_cities_first and cities_held(g) >= rules.must_cities:
        return "cities"
    if all(g.state.tracks.get(f"area {area}") == "allied" for area in rules.must_areas):
        return "areas"
    return "turn" if turn >= rules.must_turn else ""


def may_withdraw(g: NorGame) -> bool:
    """NOR-WN-02  Not declared yet, and free to be or compelled."""
    if not g.content.plays("victory") or number(g, WITHDRAWN_TURN):
        return False
    return g.state.turn() >= g.content.victory.withdrawal.first or bool(why_must_withdraw(g))


# -- the end ----------------------------------------------------------------------------------------


def last_turn(g: NorGame) -> int:
    """NOR-WN-06  The last turn of the game as things stand."""
    last, declared = g.content.scenario.last_turn, number(g, WITHDRAWN_TURN)
    return min(last, declared + g.content.victory.withdrawal.turns) if declared else last


def is_last_turn(g: NorGame) -> bool:
    """NOR-WN-06  Whether the game ends with this turn, sudden deaths apart."""
    return g.state.turn() >= last_turn(g)


def sudden_death(g: NorGame) -> Side | None:
    """NOR-VP-11, NOR-VP-12  Who wins at once."""
    if not g.content.plays("victory"):
        return None
    rules = g.content.victory.sudden
    if beaches_held(g, "allied") < rules.beaches:
        return "german"
    if g.state.turn() < rules.field_first or number(g, WITHDRAWN_TURN):
        return None
    fields = (strength(g, u.id) >= rules.field_strength for u in on_map(g, "german"))
    return None if any(fields) else "allied"


def shaded_after(g: NorGame, last: int) -> int:
    """NOR-VP-13  Shaded turns that are not played if a turn is the last."""
    return sum(turn.shaded and turn.number > last for turn in g.content.turns.values())


# -- the score --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Odon:
    """Section 8.2: the points of the learning scenario as they stand."""

    hexes: int
    beyond: int
    allied_lost: int
    german_lost: int
    per: int
    """Steps of the enemy that make a point."""

    @property
    def british(self) -> int:
        """Hexes, the far bank, and German steps lost."""
        return self.hexes + self.beyond + self.german_lost // self.per

    @property
    def german(self) -> int:
        """British steps lost."""
        return self.allied_lost // self.per


def odon(g: NorGame) -> Odon:
    """Section 8.2  Hexes held, a unit In Supply beyond the Orne, steps lost."""
    points = g.content.scenario.points
    assert points is not None
    held = sum(row.vp for row in points.hex if g.state.control.get(g.grid.hex(row.hex)) == "allied")
    far = {g.grid.hex(name) for name in points.beyond.hexes}
    over = any(
        u.hex in far and kind_of(g, u.id).combat_unit and in_supply(u) for u in on_map(g, "allied")
    )
    return Odon(
        held,
        points.beyond.vp if over else 0,
        steps_lost(g, "allied"),
        steps_lost(g, "german"),
        points.losses,
    )


def steps_lost(g: NorGame, side: Side) -> int:
    """Section 8.2  Steps lost since the set-up; HQs have none to lose (NOR-DR-07)."""
    lost = 0
    for unit in g.state.units.values():
        kind = kind_of(g, unit.id)
        if unit.side != side or kind.hq:
            continue
        whole = kind.steps_left(kind.state)
        if unit.box == ELIMINATED:
            lost += whole
        elif unit.hex >= 0:
            lost += whole - steps(g, unit.id)
    return lost


def net(g: NorGame) -> int:
    """NOR-VP-10, section 8.2  Allied less German points as they stand."""
    if g.content.scenario.points is not None:
        now = odon(g)
        return now.british - now.german
    return vp(g, "allied") - vp(g, "german")


def points_of(g: NorGame) -> dict[str, int]:
    """The points by side as they stand."""
    if g.content.scenario.points is not None:
        now = odon(g)
        return {"allied": now.british, "german": now.german}
    return {"allied": vp(g, "allied"), "german": vp(g, "german")}


def campaign_facts(g: NorGame) -> Iterator[tuple[str, str]]:
    """NOR-CB-03, NOR-OM-03, NOR-WN-02, NOR-WN-06  Missions flown, areas taken, what compels a Withdrawal."""
    if not g.content.plays("victory"):
        return
    rules, tracks = g.content.victory.withdrawal, g.state.tracks
    if flown := number(g, "carpets"):
        most, last = g.content.air.carpet.missions, tracks["carpet last"]
        yield "carpet bombing", f"{flown} of {most} missions flown, the last on turn {last}"
    areas = [a.id for a in g.content.off_map.area if tracks.get(f"area {a.id}") == "allied"]
    if areas:
        yield "Allied off-map areas", ", ".join(areas)
    if declared := number(g, WITHDRAWN_TURN):
        yield "Withdrawal", f"declared on turn {declared}; turn {last_turn(g)} is the last"
        return
    compels = f"{rules.must_cities} compel a Withdrawal from turn {rules.must_cities_first} on"
    yield "Allied cities", f"{cities_held(g)} of {len(g.content.cities)}; {compels}"


def prizes(g: NorGame) -> list[Prize]:
    """NOR-VP-06, NOR-VP-08, section 8.2  The hexes that count."""
    points, content = g.content.scenario.points, g.content
    if points is not None:
        return [Prize(g.grid.hex(row.hex), row.name, row.vp) for row in points.hex]
    worth = content.victory.points
    found = [Prize(h, content.map.name(h), worth.city) for h in sorted(content.cities)]
    beaches = sorted(h for hexes in content.beaches.values() for h in hexes)
    return found + [Prize(h, content.map.name(h), worth.beach) for h in beaches]


def standings(g: NorGame) -> Standings:
    """NOR-VP-10  Who stands how on the bands of the scenario."""
    bands = g.content.scenario.band
    return Standings.scored(g.state, net(g), bands, points=points_of(g), prizes=prizes(g))

"""Attacks held against the referee in crowded random positions (NOR-CO, NOR-RT, NOR-AD)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.games.normandy.judged import crowd, judged
from tests.games.normandy.referee import advances, battle, duty, guns, retreats
from tests.games.normandy.referee.position import Position
from wargame.games.normandy import stakes
from wargame.games.normandy.asks.advance import Advances
from wargame.games.normandy.battle import Battle
from wargame.games.normandy.obligations import Duty, list_duties
from wargame.games.normandy.odds import Stake, assess, odds
from wargame.games.normandy.retreat import Going, Way
from wargame.games.normandy.stakes import Forces
from wargame.games.normandy.state import (
    ATTACKED,
    FELL_BACK,
    HQ,
    OPERATION,
    OTHER,
    REPLACED,
    RESERVE,
    STRUCK,
    SUPPORTED,
    NorGame,
    combat_units,
    kind_of,
    nation_of,
)

RULE = "NOR-CO-01"
Attack = tuple[tuple[str, ...], tuple[int, ...]]


def _crowd(seed: int) -> tuple[NorGame, Random]:
    """A crowd with HQs far behind, some of them Supported or in an Operation."""
    random = Random(f"fight {seed}")
    g = crowd(
        "allied.tactical",
        random,
        sea=random.choice(("calm", "rough")),
        turn=random.choice((3, 13, 26, 36)),
        ground=4,
        sp={"us1": 3, "cw2": 2, "ge7": 1, "gepgw": 2},
        works={},
    ).game
    places = {"us": "1004", "cw": "1004", "ge": "5130"}
    for hq in sorted(g.content.hqs):
        if g.state.units[hq].hex < 0 and random.random() < 0.3:
            g.place(hq, g.grid.hex(places[nation_of(g, hq)]), rule=RULE)
        for state, chance in ((SUPPORTED, 0.7), (OPERATION, 0.3)):
            if g.state.units[hq].hex >= 0 and random.random() < chance:
                g.gain(hq, state, rule=RULE)
    for unit in [u for u in g.state.units.values() if u.hex >= 0]:
        mine = [h for h in g.content.hqs if nation_of(g, h) == nation_of(g, unit.id)]
        mine = [h for h in mine if g.state.units[h].hex >= 0 and "cherbourg" not in h]
        if mine and not kind_of(g, unit.id).hq:
            g.tie(unit.id, HQ, random.choice(sorted(mine)), rule=RULE)
        if kind_of(g, unit.id).combat_unit and random.random() < 0.08:
            g.gain(unit.id, random.choice((REPLACED, RESERVE, FELL_BACK)), rule=RULE)
        if random.random() < 0.15:
            g.set_layer("works", {unit.hex: random.randrange(1, 5)}, rule=RULE)
    return g, random


def _tries(owing: Duty, random: Random) -> list[Attack]:
    """Groups and targets to try: some forbidden, some filled up with those who must join."""
    near = {c for t in owing.touch.values() for n in (1, 2, 3) for c in combinations(t, n)}
    goals = sorted(near)
    random.shuffle(goals)
    found: list[Attack] = []
    for goal in goals[:6]:
        able = [u for u, t in owing.touch.items() if {*goal} <= {*t}]
        for _ in range(8):
            group = random.sample(able, random.randint(1, min(len(able), 6)))
            if random.random() < 0.6:
                group = [u for u in group if nation_of(owing.g, u) == nation_of(owing.g, group[0])]
                group = [*owing.filled(group, goal)]
            found.append((tuple(sorted(group)), goal))
    return found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_attacks_are_legal_where_the_referee_says_so(side: str, seed: int) -> None:
    """NOR-CO-07 to -09, -11, -23, -24, NOR-BD-05"""
    g, random = _crowd(seed)
    pos, name = judged(g), g.grid.name
    pairs = list_duties(g, side, "combat")  # type: ignore[arg-type]
    bout = duty.opened(pos, side)
    assert {(u, name(h)) for u, h in pairs} == bout.pairs
    while True:
        owing = Duty(g, side, "combat")  # type: ignore[arg-type]
        assert {name(h) for h in owing.hexes} == duty.open_hexes(pos, bout)
        assert {*owing.bound()} == duty.open_units(pos, bout)
        legal = []
        for units, goal in _tries(owing, random):
            faults = duty.attack_faults(pos, bout, units, map(name, goal))
            assert (owing.fault(units, goal) is None) == (not faults), (units, goal, faults)
            legal += [] if faults else [(units, goal)]
        some = owing.some_attack()
        assert (some is None) == (not owing.hexes)
        if not legal and some is None:
            break
        units, goal = random.choice(legal or [some] if some else legal)
        for unit in units:
            g.gain(unit, ATTACKED, rule=RULE)
        for h in goal:
            g.lay(f"struck {h}", STRUCK, where=h, rule=RULE)
        bout = bout.after(units, map(name, goal))


def _attacks(g: NorGame, random: Random) -> list[Forces]:
    """Some attacks of both sides that are legal but for duties."""
    found = []
    for side in OTHER.values():
        owing = Duty(g, side, "combat")
        for units, goal in _tries(owing, random):
            if owing.plain_fault(units, goal) is None:
                found.append(Forces(side, goal, units))
    return random.sample(found, min(len(found), 10))


@pytest.mark.parametrize("seed", range(8))
def test_the_odds_and_what_may_be_given_are_the_referees(seed: int) -> None:
    """NOR-CO-10, NOR-CO-12 to -18, NOR-CO-22, NOR-CO-25, NOR-SL-07, NOR-OP-13, NOR-AA-04"""
    g, random = _crowd(seed)
    pos = judged(g)
    for forces in _attacks(g, random):
        bare = battle.Attack(forces.units, tuple(map(g.grid.name, forces.targets)))
        for defence in (False, True):
            fire = stakes.guns(g, forces, defence=defence)
            assert sorted(fire) == guns.guns_at_hand(pos, bare, defence=defence)
            limit = guns.air_limit(pos, bare, defence=defence)
            assert stakes.most_ground(g, forces, defence=defence) == min(limit, 4)
            units = forces.of(g, defence=defence)
            found = {stakes.purse_of(g, u) for u in units} - {""}
            assert found == guns.purses(pos, [pos.units[u] for u in units])
        ships = stakes.ships(g, forces, defence=forces.side == "german")
        assert bool(ships) == any(battle.naval_reach(pos, h) for h in bare.targets)
        _same_odds(g, pos, forces, random)


def _same_odds(g: NorGame, pos: Position, forces: Forces, random: Random) -> None:
    given = []
    for defence in (False, True):
        fire = stakes.guns(g, forces, defence=defence)
        some = tuple(random.sample(fire, random.randint(0, len(fire))))
        points, ground = random.randint(0, 1 if defence else 3), random.randint(0, 2)
        given.append(Stake(points, "", some, random.choice(("", "cw")), ground))
    stake, answer = given
    theirs = battle.Attack(
        forces.units, tuple(map(g.grid.name, forces.targets)),
        stake.sp, stake.guns, stake.ground, bool(stake.naval),
        answer.sp, answer.guns, answer.ground, bool(answer.naval),
    )  # fmt: skip
    found = assess(g, forces.targets, forces.units, stake, answer)
    ratio = battle.ratio(pos, theirs)
    assert Fraction(found.attack, found.defence) == ratio
    assert g.content.combat.columns[found.column].name == battle.column(ratio)
    assert found.drm == battle.drm(pos, theirs), (found.modifiers, battle.modifiers(pos, theirs))
    assert found.white == battle.attacker_number(pos, theirs)
    assert found.black == battle.defender_number(pos, theirs)
    told = {outcome.code: outcome.chance for outcome in odds(g, found).outcomes}
    assert told == _coded(battle.distribution(pos, theirs))


def _coded(chances: Mapping[battle.Outcome, Fraction]) -> dict[str, Fraction]:
    """The referee's outcomes as the table writes them."""
    found: dict[str, Fraction] = {}
    for end, chance in chances.items():
        parts = (
            (f"A{end.attacker_steps}", end.attacker_steps),
            ("AX", end.attacker_shaken),
            ("AR", end.attacker_back),
            (f"D{end.defender_steps}", end.defender_steps),
            ("DX", end.defender_shaken),
            (f"DR{end.defender_back}", end.defender_back),
        )
        code = " ".join(text for text, holds in parts if holds) or "-"
        found[code] = found.get(code, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("seed", range(8))
def test_ways_back_are_the_referees(seed: int) -> None:
    """NOR-RT-01 to -05, NOR-MV-06, NOR-BD-05"""
    g, random = _crowd(seed)
    pos = judged(g)
    for forces in _attacks(g, random):
        start = forces.targets[0]
        units = tuple(u.id for u in combat_units(g, start, OTHER[forces.side]))
        origins = tuple(sorted({g.state.units[u].hex for u in forces.units}))
        foes = [g.grid.name(h) for h in origins]
        length = random.randint(1, 3)
        for group in {units, units[:1]}:
            going = Going(g, OTHER[forces.side], start, length, origins, group)
            mine = {_written(g, way) for way in going.ways}
            assert mine == _routes(pos, group, length, foes)


@pytest.mark.parametrize("seed", range(8))
def test_attackers_are_thrown_back_where_the_referee_says_so(seed: int) -> None:
    """NOR-RT-06, NOR-RT-04, R-96"""
    g, random = _crowd(seed)
    pos = judged(g)
    for forces in _attacks(g, random):
        foes = [g.grid.name(h) for h in forces.targets]
        for start in sorted({g.state.units[u].hex for u in forces.units}):
            here = tuple(u for u in forces.units if g.state.units[u].hex == start)
            going = Going(g, forces.side, start, 1, forces.targets, here, recoils=True)
            first = {_written(g, way)[0] for way in going.ways}
            assert first == {step.hex for step in retreats.back_steps(pos, here, foes)}


def _written(g: NorGame, way: Way) -> tuple[str, ...]:
    off = {"": (), "east": ("exit",)}.get(way.off, (f"area:{way.off}",))
    return (*map(g.grid.name, way.path), *off)


def _routes(
    pos: Position, units: tuple[str, ...], length: int, foes: list[str]
) -> set[tuple[str, ...]]:
    found = set()
    for route in retreats.routes(pos, units, length, foes):
        path = tuple(step.hex for step in route.steps)
        if route.done and (":" in route.end or route.end == "exit"):
            found.add(path)
        elif route.done:
            stops = retreats.settle(pos, units, route.end, foes)
            found |= {(*path, *(step.hex for step in stop.route.steps)) for stop in stops}
    return found


@pytest.mark.parametrize("seed", range(8))
def test_advances_are_the_referees(seed: int) -> None:
    """NOR-AD-01 to -03, NOR-BD-04, NOR-CO-11"""
    g, random = _crowd(seed)
    for forces in _attacks(g, random)[:4]:
        target = forces.targets[0]
        if any(g.state.units[u].hex < 0 for u in forces.units):
            continue
        for unit in combat_units(g, target, OTHER[forces.side]):
            g.box(unit.id, "eliminated", rule=RULE)
        pos, back = judged(g), random.randint(0, 4)
        column = len(g.content.crt) - 1
        cells = g.content.crt[column].values()
        code = next(cell.code for cell in cells if cell.retreat == back)
        origins = tuple(sorted({g.state.units[u].hex for u in forces.units}))
        fight = Battle(
            forces.side, "combat", (target,), forces.units, origins, (),
            column=column, code=code, routed=(target,) if back else (),
        )  # fmt: skip
        mine = Advances(g, fight)
        for unit_id in forces.units:
            ends = {g.grid.name(path[-1]) for path in mine.paths(unit_id)}
            assert ends == advances.hexes(pos, unit_id, g.grid.name(target), back), unit_id

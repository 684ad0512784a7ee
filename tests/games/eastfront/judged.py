"""Positions of the program as the referee reads them, and crowded ones drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from tests.games.eastfront.referee import lines, ships
from tests.games.eastfront.referee.board import distance, printed
from tests.games.eastfront.referee.fleet import FLEET, Group
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.table import MINSK, table
from wargame.games.eastfront import stacking
from wargame.games.eastfront import state as st
from wargame.games.eastfront.bounds import DIRECTIVE, HUNGARY_IN
from wargame.games.eastfront.content import BROAD, STANDARD
from wargame.games.eastfront.data.files import SIDES as DATA_SIDES
from wargame.games.eastfront.sea import groups, routes
from wargame.hexes.bits import members

SIDES = ("axis", "soviet")


def judged(g: st.EfGame) -> Position:
    """The position as the referee reads it."""
    name, state, tracks = g.grid.name, g.state, g.state.tracks

    def marked(layer: str, *values: int) -> frozenset[str]:
        return frozenset(name(h) for h, n in state.layers.get(layer, {}).items() if n in values)

    small = g.content.scenario.id == MINSK
    p = Position(
        units={u.id: judged_unit(g, u.id) for s in SIDES for u in st.on_map(g, s)},
        turn=state.turn(),
        control={name(h): side for h, side in state.control.items()},
        weather={zone: str(tracks[track]) for zone, track in st.WEATHER.items()},
        ice=frozenset(zone for zone, track in st.FROZEN.items() if tracks[track]),
        standard=marked(st.GAUGE, STANDARD),
        broad=marked(st.GAUGE, BROAD),
        breaks=marked(st.BREAK, 1),
        demolished=marked(st.DEMOLISHED, 1),
        forts={name(h): n for h, n in state.layers.get(st.FORT, {}).items() if n},
        active=frozenset(name(u.hex) for u in st.on_map(g, "soviet") if st.ACTIVE in u.states),
        closed=frozenset(letter for letter, track in st.CLOSED if tracks.get(track)),
        sources=minsk_sources() if small else None,
        window=(8, 26, 28, 38) if small else None,
        dumps={name(h): n for h, n in state.layers.get(st.DUMP, {}).items() if n},
        cut={side: marked(st.CUT[side], 1) for side in SIDES},
        harassed=marked(st.HARASSED, 1, 2),
        bonus=bool(tracks.get(st.BONUS)),
        ploesti_axis=state.control.get(g.content.production.factories.ploesti) != "soviet",
        hungary=bool(tracks.get(HUNGARY_IN)),
        directive=bool(tracks.get(DIRECTIVE)),
        fleet={u.id: _group(g, u.id) for s in DATA_SIDES for u in groups(g, s)},
        port_hits={name(h): n for h, n in state.layers.get(st.PORT_HITS, {}).items() if n},
        srp={name(h): n for h, n in state.layers.get(st.RESOURCES, {}).items() if n},
        routes={s: tuple((u, name(h)) for u, h in routes(g, s)) for s in DATA_SIDES},
    )
    p = replace(p, ladoga=not small and ships.ladoga(p))
    return p if small else _with_ports(p)


def _with_ports(p: Position) -> Position:
    """EF-NV-19, EF-IS-01  Ports in sea connection, with those that these connect in turn."""
    while True:
        found = {s: frozenset(ships.joined(p, s, lines.connected(p, s))) for s in SIDES}
        if found == p.ports:
            return p
        p = replace(p, ports=found)


def _group(g: st.EfGame, unit_id: str) -> Group:
    """A naval group as the referee reads it."""
    unit = g.state.units[unit_id]
    return Group(
        unit_id,
        g.grid.name(unit.hex),
        st.steps(g, unit_id),
        spent=st.SPENT in unit.states,
        sailed=unit.numbers.get(st.SAILED, 0),
        reacted=st.NAVAL_REACTED in unit.states,
    )


def judged_unit(g: st.EfGame, unit_id: str) -> Unit:
    """A unit as the referee reads it."""
    unit, kind = g.state.units[unit_id], g.content.units[unit_id]
    return Unit(
        unit_id,
        unit.side,
        st.class_id(unit, kind),
        g.grid.name(unit.hex) if unit.hex >= 0 else "",
        steps=st.steps(g, unit_id),
        level=st.level(unit),
        isolated=st.ISOLATED in unit.states,
        unprepared=st.UNPREPARED in unit.states,
        nation=_nation(unit_id),
        alpine=unit_id == "I-ALP",
        range=5 if kind.range == 5 else 4,
        trace=8 if unit_id.startswith("A-HP") else 6,
        sp=unit.numbers.get(st.SP, 0),
        formation=kind.formation,
        ordered=st.STAND_FAST in unit.states,
        active=st.ACTIVE in unit.states,
    )


def _nation(unit_id: str) -> str:
    """6.1 to 6.3  By the letters of its id; "" leaves it to its class and side."""
    letter = unit_id[3:4] if unit_id.startswith("A-H") else unit_id[0]
    return letter if letter in "GRFHI" else ""


def minsk_sources() -> Mapping[str, frozenset[str]]:
    """EF-SC-05  From the rule text and the map."""
    rail = {h for step in printed().rails for h in step}
    edges = {"axis": ("08", ("1130", "0935")), "soviet": ("26", ("2530", "2532"))}
    return {
        side: frozenset(
            {h for h in rail if h[:2] == column and 28 <= int(h[2:]) <= 38} | set(places)
        )
        for side, (column, places) in edges.items()
    }


def names(g: st.EfGame, mask: int) -> set[str]:
    """The hexes of a set by their numbers."""
    return {g.grid.name(h) for h in members(mask)}


# -- crowds -----------------------------------------------------------------------------------------

_TURNS = (1, 2, 3, 5, 12, 20, 24, 30, 37, 60, 80, 100, 111, 150, 180)


def crowd(random: Random, scenario: str = "campaign") -> st.EfGame:
    """Many units of both sides at close quarters, in every state, weather and year."""
    plain = table(scenario=scenario)
    board = sorted(plain.grid.name(h) for h in plain.content.land)
    centre = random.choice([h for h in board if _lively(h, random)] or board)
    spread = random.choice((3, 4, 6, 8))
    near = [h for h in board if distance(h, centre) <= spread]
    own = _owners(random, board, near, centre)
    turn = random.randrange(1, 5) if scenario == MINSK else random.choice(_TURNS)
    units = _places(plain, random, near, own)
    tracks = _tracks(random, turn)
    dumps = random.choice((0.0, 0.02, 0.2))
    frail = random.choice(("", "", *SIDES))
    if scenario == MINSK:
        tracks.pop(st.FINLAND_CLOSED, None)
    g = table(
        units,
        scenario=scenario,
        turn=turn,
        states={u: _states(random, plain, u, turn) for u in units},
        numbers={u: _numbers(random, plain, u, frail) for u in units},
        own={side: [h for h in own if own[h] == side] for side in SIDES},
        broken=[h for h in _railway(near) if random.random() < 0.08],
        tracks=tracks,
        layers={
            st.GAUGE: _gauges(random, board, own),
            st.DEMOLISHED: {h: 1 for h in _railway(near) if random.random() < 0.04},
            st.FORT: {h: random.randrange(1, 4) for h in near if random.random() < 0.06},
            st.DUMP: {h: 1 for h in near if random.random() < dumps},
            st.CUT["axis"]: {h: 1 for h in near if random.random() < 0.3},
            st.CUT["soviet"]: {h: 1 for h in near if random.random() < 0.3},
            st.HARASSED: {h: 1 for h in near if random.random() < 0.05},
        },
    )
    stocks = {g.grid.hex(h): 1 for h in near if random.random() < dumps}
    g.set_layer(st.RESOURCES, stocks, rule="EF-SP-11")
    if scenario != MINSK:
        _embark(g, random)
    return g


def _embark(g: st.EfGame, random: Random) -> None:
    """Ships in ports and at sea, spent, hit or under way; ports that were hit; routes."""
    places = printed().places
    ports = {h: place for h, place in places.items() if place.port}
    hits = {g.grid.hex(h): random.randrange(1, 4) for h in ports if random.random() < 0.2}
    g.set_layer(st.PORT_HITS, hits, rule="EF-NV-14")
    mine: dict[str, list[str]] = {side: [] for side in SIDES}
    for name, group in FLEET.items():
        waters = sorted(h for area in ships.NAMES[group.sea] for h in printed().seas[area])
        havens = [h for h in ports if ships.sea_of(ports[h].sea.split()[0]) == group.sea]
        own = [h for h in havens if g.state.control.get(g.grid.hex(h)) == group.who]
        where = random.choice(own if own and random.random() < 0.6 else waters)
        if name not in g.content.naval or random.random() < 0.25:
            continue
        g.place(name, g.grid.hex(where), rule="EF-NV-10")
        g.set_number(name, st.LOST, random.randrange(group.steps), rule="EF-NV-13")
        g.set_number(name, st.SAILED, random.choice((0, 0, 3, group.ma - 3)), rule="EF-NV-11")
        if random.random() < 0.15:
            g.gain(name, st.SPENT, rule="EF-NV-10")
        mine[group.who] += [f"{name} {random.choice(own)}" for _ in range(group.transport) if own]
    for side in SIDES:
        entries = [entry for entry in mine[side] if random.random() < 0.6]
        g.set_list(st.ROUTES[side], entries, rule="EF-NV-24")


def _lively(hex_: str, random: Random) -> bool:
    """Rivers, borders and odd ground before the plain."""
    ground = printed()
    return ground.terrain[hex_] not in ".f" or hex_ in ground.places or random.random() < 0.1


def _railway(hexes: Iterable[str]) -> list[str]:
    rail = {h for step in printed().rails for h in step}
    return [h for h in hexes if h in rail]


def _owners(random: Random, board: list[str], near: list[str], centre: str) -> dict[str, str]:
    """Whose each hex is: a front through the centre, ragged near it."""
    column = int(centre[:2])
    own = {}
    for h in board:
        nation = printed().nation[h]
        own[h] = "axis" if int(h[:2]) < column or nation in "FHBKY" else "soviet"
        if nation == "S" and int(h[2:]) <= 12:
            own[h] = "soviet"
    for h in near:
        if random.random() < 0.25:
            own[h] = random.choice(SIDES)
    return own


def _places(g: st.EfGame, random: Random, near: list[str], own: dict[str, str]) -> dict[str, str]:
    """Where units stand: within stacking, on hexes of their side."""
    pool = sorted(g.content.units)
    random.shuffle(pool)
    few = random.choice((15, 40, 80))
    units: dict[str, str] = {}
    for unit_id in pool:
        kind = g.content.units[unit_id]
        free = [h for h in near if own[h] == kind.side]
        if not free or len(units) >= few:
            continue
        where = random.choice(free)
        hex_ = g.grid.hex(where)
        if stacking.why_full(g, kind.side, hex_, [unit_id]) is None:
            units[unit_id] = where
            g.place(unit_id, hex_, rule="EF-SK-01")
    return units


def _states(random: Random, g: st.EfGame, unit_id: str, turn: int) -> list[str]:
    kind = g.content.units[unit_id]
    found = [st.ISOLATED] if random.random() < 0.3 else []
    if kind.cls == "PA":
        return [st.ACTIVE] if random.random() < 0.6 else []
    serving = kind.cls in ("HQ", "RE", "CE")
    if kind.side == "soviet" and turn <= 3 and not serving and random.random() < 0.5:
        found.append(st.UNPREPARED)
    if kind.side == "soviet" and turn <= 4 and not serving and random.random() < 0.2:
        found.append(st.STAND_FAST)
    if kind.cls == "HQ" and random.random() < 0.5:
        found.append(st.USED_CHIT)
    return found


def _numbers(random: Random, g: st.EfGame, unit_id: str, frail: str) -> dict[str, int]:
    """Levels and losses; the frail side is near its end."""
    kind = g.content.units[unit_id]
    if kind.side == frail and kind.cls not in ("HQ", "PA"):
        return {st.LEVEL: random.choice((0, 1, 3, 4)), st.LOST: kind.steps - 1}
    found = {st.LEVEL: random.choice((0, 0, 0, 1, 2, 3, 4)), st.LOST: random.randrange(kind.steps)}
    if kind.cls == "HQ":
        found[st.SP] = random.choice((0, 0, 5))
    return {} if kind.cls == "PA" else found


def _tracks(random: Random, turn: int) -> dict[str, int | str]:
    """Weather, ice, politics."""
    winter = turn % 48 in range(18, 42)
    skies = "FFSSSBM" if winter else "CCCMM"
    found: dict[str, int | str] = {track: random.choice(skies) for track in st.WEATHER.values()}
    found |= {track: int(winter and random.random() < 0.6) for track in st.FROZEN.values()}
    found[st.FINLAND_CLOSED] = int(turn == 1)
    found[st.BULGARIA_CLOSED] = int(random.random() < 0.7)
    found[HUNGARY_IN] = int(turn >= 3 or random.random() < 0.5)
    found[DIRECTIVE] = int(random.random() < 0.5)
    if turn == 1 and random.random() < 0.7:
        found |= {st.BONUS: 1, st.SURPRISE: "axis"}
    return found


def _gauges(random: Random, board: list[str], own: dict[str, str]) -> dict[str, int]:
    """Lines converted behind the front, or not."""
    done = random.random()
    return {
        h: STANDARD
        for h in _railway(board)
        if own[h] == "axis" and printed().nation[h] == "S" and random.random() < done
    }

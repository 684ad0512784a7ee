"""How many orders are legal in fixed positions, worked out by hand on the map and against table 4.1."""

from __future__ import annotations

from itertools import combinations

from tests.games.ardennes.combat import FOOT, MECH, PZ, R110, combat
from tests.games.ardennes.table import answers, is_legal, position, reach
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.works import is_wet

CONTENT = load_content("campaign")
GRID = CONTENT.grid


def test_a_unit_alone_reaches_what_a_search_reaches() -> None:
    """ARD-MV-01, ARD-MV-02, ARD-MV-03: infantry by Road 1, Forest 2, else 1; rivers by Bridge, or with the whole MA."""
    session = position("ops.german.move", {FOOT: "2518", R110: "0226"}, turn=20)
    start, prices = GRID.hex("2518"), {"f": 2}
    best, pending = {start: 0}, [start]
    while pending:
        here = pending.pop()
        for near in GRID.neighbours[here]:
            if near not in CONTENT.board:
                continue
            side = (min(here, near), max(here, near))
            wet = side in CONTENT.rivers and side not in CONTENT.map.bridges
            road = CONTENT.ground.road(here, near) is not None and not wet
            if wet and (here != start or side in CONTENT.majors):
                continue
            cost = 4 if wet else 1 if road else prices.get(CONTENT.map.terrain[near], 1)
            total = best[here] + cost
            if total <= 4 and total < best.get(near, 99):
                best[near] = total
                pending.append(near)
    assert reach(session, f"move {FOOT}") == {
        GRID.name(h): 8 - 2 * n for h, n in best.items() if h != start
    }


def test_three_units_move_in_seven_ways() -> None:
    """ARD-MV-13: three alone, three pairs, all three."""
    three = (FOOT, "de.39.26", "de.78.26")
    session = position("ops.german.move", {**dict.fromkeys(three, "2518"), R110: "0226"}, turn=20)
    sets = [found for n in (1, 2, 3) for found in combinations(three, n)]
    assert [is_legal(session, f"move {'+'.join(found)} 2518-2418") for found in sets] == [True] * 7


def test_attacks_of_three_units_on_one_hex() -> None:
    """ARD-AT-01, ARD-US-01: every set with a large unit: 7 of three, less the [unit] alone."""
    units = {MECH: "2917", PZ: "3018", "de.2aa.2": "3018", R110: "2918"}
    session = position("ops.german.attack", units, turn=20)
    sets = [found for n in (1, 2, 3) for found in combinations((PZ, MECH, "de.2aa.2"), n)]
    legal = [found for found in sets if is_legal(session, f"attack 2918 from {' '.join(found)}")]
    assert len(legal) == 6
    assert ("de.2aa.2",) not in legal


def test_as_many_chits_as_the_span_has() -> None:
    """ARD-CC-06, ARD-CC-07, ARD-CC-11: two steps defend; two units of three steps draw four."""
    session = combat("chits", {MECH: "2917", PZ: "2917"}, {R110: "2918"})
    assert answers(session) == ["draw 2", "draw 3", "draw 4"]


def test_a_hit_is_a_step_or_one_of_three_hexes() -> None:
    """ARD-CR-17, ARD-RT-08, ARD-RT-09: 2917 is the attacker's, 3018 in his ZOC, 2819 over the Clerve without Bridge."""
    session = combat("hits", {MECH: "2917"}, {R110: "2918"}, kept={"hits": 1})
    assert set(answers(session)) == {
        f"lose {R110}",
        "retreat 2818",
        "retreat 2919",
        "retreat 3019",
    }
    assert is_wet(session.game, GRID.hex("2819"), GRID.hex("2918"))

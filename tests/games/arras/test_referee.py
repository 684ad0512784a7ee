"""The program against a second reading of the rules, in crowded positions laid out at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.arras.referee import Referee, chances, distance, near, printed
from tests.games.arras.table import (
    CAMPAIGN,
    LEARNING,
    answers,
    asked,
    charts,
    heads,
    is_legal,
    names,
    position,
    reach,
    retreat_routes,
)
from wargame.flow.orders import DeclareAsk
from wargame.flow.session import Session
from wargame.games.arras.asks.attack import Attack
from wargame.games.arras.content import load_content
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import ground_units
from wargame.games.arras.supply import out_of_supply

SIDES: tuple[Side, Side] = ("allied", "german")
PHASES = ("movement", "air", "artillery", "combat", "exploitation")
EVENTS = ("german_paralysis", "allied_paralysis", "refugees", "max_air")


def crowded(seed: int) -> Session:
    """A position with many units close together, some disrupted, before some phase."""
    rng = random.Random(seed)
    scenario = LEARNING if seed % 4 == 0 else CAMPAIGN
    content = load_content(scenario)
    turn = rng.choice([1, 2, 3]) if scenario == LEARNING else rng.choice([2, 4, 5, 6, 9])
    heart = rng.choice(printed(content))
    area = [h for h in printed(content) if distance(h, heart) <= 4]
    units: dict[str, str] = {}
    for unit in rng.sample(sorted(content.units), min(len(content.units), 34)):
        kind, where = content.units[unit], rng.choice(area)
        there = [content.units[u] for u, h in units.items() if h == where]
        full = sum(k.transport == kind.transport for k in there) >= 3
        barred = kind.side == "german" and where in ("1110", "1210", "1310")
        if not full and not barred and all(k.nation == kind.nation for k in there):
            units[unit] = where
    states = {u: ["disrupted"] for u in sorted(units) if rng.random() < 0.3}
    hosts = [h for u, h in units.items() if content.units[u].combat_unit and u.startswith("de")]
    if hosts and rng.random() < 0.5:
        units["de-rommel"] = rng.choice(hosts)
    roads = sorted({content.grid.name(h) for h in content.road_hexes} & set(area))
    set_: dict[str, Any] = {"events": [e for e in EVENTS if rng.random() < 0.2]}
    if roads and turn != 5 and rng.random() < 0.5:
        set_["interdiction"] = [rng.choice(roads)]
    segment = f"{rng.choice(SIDES)}.{rng.choice(PHASES)}"
    return position(
        segment, turn=turn, units=units, states=states, set_=set_, scenario=scenario
    )  # fmt: skip


def compare(session: Session, rng: random.Random) -> str:
    """Check what is asked now against the referee; the kind of question that was checked."""
    referee, ask, g = Referee(session.game), session.ask, session.game
    for side in SIDES:  # ARR-ZC-01, ARR-ZC-02, ARR-SU-03, ARR-SU-04
        held = [h for h, n in enumerate(g.board.zoc[side]) if n]
        assert referee.zoc(side) == set(names(session, held))
        units = ground_units(g, side)
        cut_off = {u.id for u in units if not referee.supplied(u.id)}
        assert cut_off == {u.id for u in out_of_supply(g, side, units)}
    if ask is not None and ask.key.endswith(".move"):
        for head in rng.sample(heads(session), min(len(heads(session)), 20)):
            words = head.split()
            if words[1] != "de-rommel" and not {"enter", "lift", "drop"} & set(words):
                rider = words[3] if len(words) > 3 else ""
                found = referee.reach(words[1], rider, exploiting=ask.key == "exploitation.move")
                assert found == set(reach(session, head)), head
    elif isinstance(ask, DeclareAsk):
        _compare_attacks(session, ask, referee, rng)
    elif ask is not None and ask.key == "combat.retreat":
        shortest = 1 if "R1" in charts(session, "crt")[-1].result else 2
        for unit, ways in retreat_routes(session).items():
            assert {"-".join(way) for way in referee.retreats(unit, shortest)} == set(ways), unit
    elif ask is not None and ask.key == "artillery.fire":
        side = "allied" if ask.side == "allied" else "german"
        assert referee.shots(side) == set(answers(session)) - {"done"}
    return "" if ask is None else ask.key


def _compare_attacks(
    session: Session, ask: DeclareAsk[Attack | None], referee: Referee, rng: random.Random
) -> None:
    """ARR-CO-09, ARR-CO-10, ARR-CO-14"""
    must = set(names(session, ask.obligatory()))
    if not any(m.kind == "fought" for m in session.state.markers.values()):
        assert referee.must_attack("allied" if ask.side == "allied" else "german") == must
    assert is_legal(session, "done") == (not must)
    targets = names(session, ask.targets())
    for _ in range(8):
        chosen = rng.sample(targets, min(len(targets), rng.choice([1, 1, 2])))
        able = ask.attackers([session.game.grid.hex(h) for h in chosen])
        if not able:
            continue
        units = rng.sample(list(able), rng.randint(1, len(able)))
        answer = f"attack {' '.join(chosen)} from {' '.join(units)}"
        if is_legal(session, answer):
            told = asked(session).odds(answer)
            assert told is not None
            assert referee.column(chosen, units) == told.column, answer
            assert chances(told.column) == {o.code: o.chance for o in told.outcomes}, answer


@pytest.mark.parametrize("first", range(0, 48, 8))
def test_the_rules_read_a_second_time_say_the_same(first: int) -> None:
    seen: set[str] = set()
    for seed in range(first, first + 8):
        session, rng = crowded(seed), random.Random(seed)
        for _ in range(8):
            if session.ask is None:
                break
            seen.add(compare(session, rng))
            session.answer(session.ask.sample(rng.randrange))
    assert {"movement.move", "combat.attack"} <= seen


def test_the_referee_measures_as_printed() -> None:
    grid = load_content(CAMPAIGN).grid
    for h in range(0, grid.size, 7):
        name = grid.name(h)
        assert set(near(name)) == {grid.name(n) for n in grid.neighbours[h]}
        for other in range(0, grid.size, 11):
            assert distance(name, grid.name(other)) == grid.distance(h, other)

"""NOR-CO-07 to 11, 23, 24  Obligations, releases and refusals."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.games.normandy.referee import duty
from tests.games.normandy.referee.board import distance, neighbours, side
from tests.games.normandy.referee.position import Position
from tests.games.normandy.referee.table import ground, table


def _clear(hex_: str) -> bool:
    return ground().terrain[hex_] == "."


def _field() -> str:
    """A clear hex with clear hexes round it and no river near."""
    return next(
        h
        for h in sorted(ground().terrain)
        if _clear(h)
        and all(_clear(n) for n in neighbours(h))
        and all(
            side(a, b) not in ground().rivers for a in (h, *neighbours(h)) for b in neighbours(a)
        )
    )


X = _field()
RING = neighbours(X)
EAST = next(n for n in RING if n[:2] > X[:2])
NEXT = next(n for n in RING if n in neighbours(EAST))
FAR = next(n for n in RING if n not in (EAST, NEXT, *neighbours(EAST), *neighbours(NEXT)))


def _start(pos: Position, who: str = "allied") -> duty.Bout:
    return duty.opened(pos, who)


def test_a_unit_in_the_open_is_bound_and_exempt_states_are_not() -> None:
    pos = table(f"cw.x {X} CW-INF F\nge.x {EAST} G-INF F")
    assert {("cw.x", EAST)} == _start(pos).pairs
    for state in ("disorganized", "regroup", "reserve", "replaced"):
        exempt = pos.changed("cw.x", states=frozenset({state}))
        assert set() == _start(exempt).pairs
    assert set() == _start(pos.changed("cw.x", supply="isolated")).pairs
    assert {("cw.x", EAST)} == _start(pos.changed("cw.x", supply="out")).pairs
    assert set() == _start(pos.changed("cw.x", shown="C")).pairs
    dug_in = table(f"cw.x {X} CW-INF F\nge.x {EAST} G-INF F", positions={X: "improved"})
    assert set() == _start(dug_in).pairs


def test_a_lone_hq_in_y_binds_nobody() -> None:
    pos = table(f"cw.x {X} CW-INF F\nge.hq.isspz {EAST} G-HQ F")
    assert set() == _start(pos).pairs


def test_a_cadre_in_y_still_binds_its_enemy() -> None:
    pos = table(f"cw.x {X} CW-INF F\nge.x {EAST} G-INF C")
    assert {("cw.x", EAST)} == _start(pos).pairs
    assert set() == _start(pos, "german").pairs


def test_5_8_6_a_lone_unit_must_attack_both_together() -> None:
    pos = table(f"cw.x {X} CW-INF F\nge.x {EAST} G-INF F\nge.y {FAR} G-INF F")
    bout = _start(pos)
    for only in (EAST, FAR):
        assert [f"NOR-CO-24 {({EAST, FAR} - {only}).pop()} would be stranded"] == (
            duty.attack_faults(pos, bout, ["cw.x"], [only])
        )
    assert [] == duty.attack_faults(pos, bout, ["cw.x"], [EAST, FAR])
    assert duty.may_end_segment(pos, bout.after(["cw.x"], [EAST, FAR]))


def test_two_units_may_divide_two_hexes() -> None:
    pos = table(f"cw.x {X} CW-INF F\ncw.y {X} CW-INF F\nge.x {EAST} G-INF F\nge.y {FAR} G-INF F")
    bout = _start(pos)
    assert [] == duty.attack_faults(pos, bout, ["cw.x"], [EAST])
    assert [] == duty.attack_faults(pos, bout, ["cw.x", "cw.y"], [EAST, FAR])
    assert duty.attack_faults(pos, bout, ["cw.x", "cw.y"], [EAST])
    after = bout.after(["cw.x"], [EAST])
    assert {FAR} == duty.open_hexes(pos, after)
    assert {"cw.y"} == duty.open_units(pos, after)


def test_co_24_who_has_nothing_else_to_do_must_join() -> None:
    pos = table(f"cw.x {X} CW-INF F\ncw.y {X} CW-INF F\nge.x {EAST} G-INF F")
    bout = _start(pos)
    assert ["NOR-CO-24 cw.y must join"] == duty.attack_faults(pos, bout, ["cw.x"], [EAST])


def test_co_24_frontage_releases_the_rest() -> None:
    rows = "".join(f"us.{i} {X} US-INF F\n" for i in range(3))
    rows += "".join(f"us.n{i} {NEXT} US-INF F\n" for i in range(3))
    pos = table(rows + f"ge.x {EAST} G-INF F", campaign=False)
    bout = _start(pos)
    group = ["us.0", "us.1", "us.2", "us.n0"]
    assert 8 == duty.frontage(pos, [pos.units[i] for i in group])
    assert [] == duty.attack_faults(pos, bout, group, [EAST])
    assert ["NOR-CO-23 frontage 10"] == duty.attack_faults(pos, bout, [*group, "us.n1"], [EAST])
    assert duty.may_end_segment(pos, bout.after(group, [EAST]))


def test_bd_05_the_first_nation_releases_the_other() -> None:
    pos = table(f"us.x {X} US-INF F\ncw.x {NEXT} CW-INF F\nge.x {EAST} G-INF F", campaign=False)
    bout = _start(pos)
    assert 2 == len(bout.pairs)
    assert duty.attack_faults(pos, bout, ["us.x", "cw.x"], [EAST])
    assert [] == duty.attack_faults(pos, bout, ["us.x"], [EAST])
    assert duty.may_end_segment(pos, bout.after(["us.x"], [EAST]))


def test_co_24_a_hex_that_could_not_be_kept_is_released() -> None:
    """cw.x must join the attack on EAST and cw.y, not adjacent to FAR, cannot take FAR in."""
    pos = table(f"cw.x {X} CW-INF F\ncw.y {NEXT} CW-INF F\nge.x {EAST} G-INF F\nge.y {FAR} G-INF F")
    bout = _start(pos)
    assert FAR not in neighbours(NEXT)
    together = duty.attack_faults(pos, bout, ["cw.x", "cw.y"], [EAST])
    assert [f"NOR-CO-24 {FAR} would be stranded"] == together, "cw.y alone leaves FAR to cw.x"
    assert [] == duty.attack_faults(pos, bout, ["cw.y"], [EAST])


def test_reserve_attacks_bind_only_those_that_moved() -> None:
    pos = table(
        f"cw.x {X} CW-INF F reserve\ncw.y {X} CW-INF F reserve reserve_moved\nge.x {EAST} G-INF F"
    )
    assert set() == _start(pos).pairs
    assert {("cw.y", EAST)} == duty.opened(pos, "allied", reserve=True).pairs


def test_co_11_no_attack_over_water_without_a_bridge() -> None:
    pos = table("us.x 1411 US-INF F\nge.x 1510 G-INF F")
    bout = _start(pos)
    assert [] == duty.attack_faults(pos, bout, ["us.x"], ["1510"])
    cut = table("us.x 1411 US-INF F\nge.x 1510 G-INF F", destroyed=["1411 1510"])
    assert duty.attack_faults(cut, bout, ["us.x"], ["1510"])
    caen = "cw.x 3516 CW-ARM F\ncw.y 3516 CW-INF F\nge.x 3617 G-INF F"
    whole, blown = table(caen), table(caen, destroyed=["3516 3617"])
    assert duty.crosses(whole, whole.units["cw.x"], "3617")
    assert not duty.crosses(blown, blown.units["cw.x"], "3617")
    assert duty.crosses(blown, blown.units["cw.y"], "3617")


def test_compositions_agree_with_the_faults() -> None:
    pos = table(
        f"cw.x {X} CW-INF F\ncw.y {X} CW-INF R\ncw.z {NEXT} CW-IAB F\ncw.w {NEXT} CW-INF C\n"
        f"ge.x {EAST} G-INF F\nge.y {FAR} G-INF F"
    )
    bout = _start(pos)
    able = duty.possible(pos, EAST, bout)
    wanted = {
        frozenset(group)
        for size in range(1, 5)
        for group in combinations(able, size)
        if not duty.attack_faults(pos, bout, group, [EAST])
    }
    assert wanted == set(duty.compositions(pos, bout, [EAST]))
    assert frozenset({"cw.w"}) not in wanted, "cw.z has nothing else to attack"
    assert frozenset({"cw.z", "cw.w"}) in wanted


def _crowd(seed: int) -> Position:
    """Both sides mixed at random in the hexes round a clear, a town and a river hex."""
    chance = random.Random(seed)
    middle = chance.choice(["3314", "3416", "2520", "2019", "1411", "3516", "3617"])
    rows = []
    for hex_ in sorted(h for h in ground().terrain if ground().land(h)):
        nation = chance.choice(["cw", "ge", "ge", ""]) if distance(hex_, middle) <= 2 else ""
        for n in range(chance.choice([1, 1, 2]) if nation else 0):
            kinds = ["CW-INF", "CW-ARM"] if nation == "cw" else ["G-INF", "G-PGR", "G-BN"]
            shown = chance.choice("FFFC") if nation == "cw" else "F"
            rows.append(f"{nation}.{hex_}.{n} {hex_} {chance.choice(kinds)} {shown}")
    return table("\n".join(rows), campaign=False)


def _some_attack(
    pos: Position, bout: duty.Bout, chance: random.Random
) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """The first legal attack in a random order of targets."""
    goals = set()
    for unit in pos.units.values():
        near = [t for t in pos.near(unit.hex) if duty.can_attack(pos, unit, t, bout)]
        goals |= {c for size in range(1, len(near) + 1) for c in combinations(near, size)}
    order = sorted(goals)
    chance.shuffle(order)
    for targets in order:
        for attackers in duty.compositions(pos, bout, targets):
            return attackers, targets
    return None


@pytest.mark.parametrize("seed", range(30))
def test_an_open_obligation_always_has_a_legal_attack(seed: int) -> None:
    pos, chance = _crowd(seed), random.Random(seed)
    bout = _start(pos)
    while not duty.may_end_segment(pos, bout):
        attack = _some_attack(pos, bout, chance)
        assert attack is not None
        bout = bout.after(*attack)
    assert set() == duty.open_units(pos, bout)

"""Conditional reinforcements and reaction forces of East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import notes, options, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront import forces
from wargame.games.eastfront.bounds import why_no_end
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.segments.reinforcement import (
    conditions,
    conditions_due,
    due,
    reaction_forces_due,
)
from wargame.games.eastfront.segments.surprise import DECLARED
from wargame.games.eastfront.state import (
    ACTIVE,
    HELD,
    LOST,
    EfGame,
    on_map,
    steps,
)
from wargame.rules.arrivals import WAITING

MOSCOW = "3827"


# -- conditions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "turn", "axis", "units", "holds"),
    [
        ("CR-S1", 18, (), {"G-XII": "3527"}, True), ("CR-S1", 17, (), {"G-XII": "3527"}, False),
        ("CR-S1", 22, (), {"G-XII": "3527"}, False), ("CR-S1", 18, (), {"G-XII": "3427"}, False),
        ("CR-S2", 9, (MOSCOW,), {}, True), ("CR-S2", 9, ("2615", "3643"), {}, True),
        ("CR-S2", 9, ("2615",), {}, False), ("CR-S2", 9, ("3643",), {}, False),
        ("CR-S3", 9, ("5345",), {}, True), ("CR-S3", 9, ("5537",), {}, True), ("CR-S3", 9, (), {}, False),
        ("CR-S4", 50, (), {"G-XII": "4458"}, True), ("CR-S4", 50, (), {"G-XII": "4358"}, False),
        ("CR-S4", 50, (), {"G-XII": "4457"}, False),
        ("CR-A2", 139, (), {"S-47": "0830"}, True), ("CR-A2", 140, (), {"S-47": "0830"}, False),
        ("CR-A2", 139, (), {"S-47": "1530"}, False),
        ("CR-A3", 10, ("1716",), {}, True), ("CR-A3", 9, ("1716",), {}, False), ("CR-A3", 10, (), {}, False),
        ("CR-A3", 10, (), {"N-BB": "1017"}, True), ("CR-A3", 10, (), {"N-BL": "1017"}, False),
    ],
)  # fmt: skip
def test_conditions(
    row: str, turn: int, axis: tuple[str, ...], units: dict[str, str], *, holds: bool
) -> None:
    """EF-RF-12  Each condition by turn, place, loss; tested in the own segment."""
    g = table(units, turn=turn, own={"axis": axis})
    side = next(r.side for r in g.content.forces.conditional if r.id == row)
    assert holds == (row in {r.id for r in conditions(g, side)})
    assert row not in {r.id for r in conditions(g, "axis" if side == "soviet" else "soviet")}


def test_divisions_from_the_west() -> None:
    """EF-RF-12  CR-A1: four turns after a Soviet surprise turn."""
    for turn, holds in ((28, False), (29, True)):
        g = table(turn=turn)
        g.set_list(DECLARED["soviet"], (25,), rule="EF-SU-10")
        assert holds == ("CR-A1" in {r.id for r in conditions(g, "axis")})


def test_conditional_units_come_once() -> None:
    """EF-RF-02, EF-RF-12, EF-RF-13  All that hold are tested first, then placed, each once."""
    g = table(turn=9, own={"axis": [MOSCOW, "5345"]})
    assert conditions_due(g, "soviet")
    run(g, "reinforcement.conditional", "place C-FE1 6232", "place C-FE2 5924", side="soviet")
    assert ("6232", "5924", "4924") == tuple(where(g, u) for u in ("C-FE1", "C-FE2", "C-TK"))
    assert (3, 3, 2) == tuple(steps(g, u) for u in ("C-FE1", "C-FE2", "C-TK"))
    assert not conditions_due(g, "soviet")
    told = [n["title"] for n in notes(g, "condition")]
    assert told == ["Far Eastern armies", "Tank corps group"]


def test_moscow_in_danger() -> None:
    """EF-RF-12  CR-S1 brings three armies at once instead of on their dates."""
    armies = ("S-1SH", "S-10A", "S-61A")
    g = table({"G-XII": "3527"}, turn=18)
    late = [u for u in armies if where(g, u) == WAITING]
    assert late
    assert not set(late) & set(due(g, "soviet"))
    given: list[str] = []
    while (ask := run(g, "reinforcement.conditional", *given, side="soviet")) is not None:
        given = [options(ask)[0]]
    assert all(g.state.units[u].hex >= 0 for u in late)


def test_the_battle_squadron_leaves_again() -> None:
    """EF-RF-12  CR-A3 stays four turns at Danzig."""
    g = table(turn=10, own={"axis": ["1716"]})
    run(g, "reinforcement.conditional", side="axis")
    assert "0328" == where(g, "N-GB")
    g.state.tracks["turn"] = 13
    assert not conditions_due(g, "axis")
    g.state.tracks["turn"] = 14
    assert conditions_due(g, "axis")
    run(g, "reinforcement.conditional", side="axis")
    assert "withdrawn" == where(g, "N-GB")


# -- reaction forces --------------------------------------------------------------------------------


def stands(g: EfGame, side: Side, *answers: str) -> list[str]:
    """Reaction forces on the map after their segment."""
    given = list(answers)
    while (ask := run(g, "reinforcement.reaction_forces", *given, side=side)) is not None:
        given = [options(ask)[0]]
    return sorted(u.id for u in on_map(g, side) if u.id.startswith("Q-"))


@pytest.mark.parametrize(
    ("side", "turn", "near", "far", "force"),
    [
        ("soviet", 9, "3327", "3227", ["Q-MOS1", "Q-MOS2"]),
        ("soviet", 9, "2217", "2117", ["Q-LEN1", "Q-LEN2", "Q-LEN3"]),
        ("soviet", 9, "5045", "4945", ["Q-STA1", "Q-STA2"]),
        ("soviet", 9, "2451", "2450", ["Q-ODE1"]), ("soviet", 9, "3057", "3052", ["Q-SEV1", "Q-SEV2"]),
        ("soviet", 9, "5958", "5955", ["Q-CAU1", "Q-CAU2", "Q-CAU3"]),
        ("soviet", 9, "3731", "3631", ["Q-TUL1"]),
        ("axis", 20, "0935", "1035", ["Q-FE1", "Q-FE2"]),
        ("axis", 20, "0930", "1630", ["Q-VS1", "Q-VS2", "Q-VS3"]),
    ],
)  # fmt: skip
def test_reaction_forces(side: Side, turn: int, near: str, far: str, force: list[str]) -> None:
    """EF-RF-03, EF-RF-14  Placed when an enemy ground unit is near what they guard, in it or next to it."""
    foe = "G-XII" if side == "soviet" else "S-47"
    g = table({foe: far}, turn=turn)
    assert not set(force) & set(stands(g, side))
    g = table({foe: near}, turn=turn)
    assert reaction_forces_due(g, side)
    assert set(force) <= set(stands(g, side))
    row = next(r for r in g.content.forces.reaction if r.id == g.content.units[force[0]].force)
    homes = forces.threatened(g, row)
    assert all(min(g.grid.distance(g.state.units[u].hex, h) for h in homes) <= 1 for u in force)


def test_when_home_forces_wake() -> None:
    """EF-RF-14  From T20, in T3 for Finland, by what enters their country; Hanko wakes no Finn, nor a closed country."""
    g = table()
    inside = {
        letter: next(
            g.grid.name(h) for h in sorted(g.content.land)
            if g.content.nation[h] == letter and (letter != "G" or 25 <= g.grid.row(h) <= 31)
        )
        for letter in "GHRF"
    }  # fmt: skip
    for letter, first, force in (
        ("G", 20, "Q-VS1"), ("H", 20, "Q-HU1"), ("R", 20, "Q-RO1"), ("F", 3, "Q-FI1"),
    ):  # fmt: skip
        for turn in (first - 1, first):
            g = table({"S-47": inside[letter]}, turn=turn, tracks={"finland closed": 0})
            assert (turn == first) == (force in stands(g, "axis")), (letter, turn)
    g = table({"S-47": inside["F"]}, turn=20, tracks={"finland closed": 1})
    assert stands(g, "axis") == []
    g = table({"S-47": "1514"}, turn=20, tracks={"finland closed": 0})
    assert "Q-FI1" not in stands(g, "axis")


def test_security_divisions_against_bands() -> None:
    """EF-RF-14, EF-RF-15  RF-A6 comes with six active bands, anywhere in the USSR, and goes with fewer than three."""
    bands = {f"S-P0{n}": f"{20 + n}31" for n in range(1, 7)}
    own = {"axis": [*bands.values(), "2032", "1232"]}
    g = table(bands, turn=30, own=own, states={u: [ACTIVE] for u in list(bands)[:5]})
    assert not reaction_forces_due(g, "axis")
    g.gain("S-P06", ACTIVE, rule="EF-PT-12")
    found = options(run(g, "reinforcement.reaction_forces", side="axis"))
    assert {"place Q-SE1 2032", "place Q-SE1 1232"} <= set(found)
    stood = stands(g, "axis", "place Q-SE1 1232")
    assert ["Q-SE1", "Q-SE2"] == stood
    assert "1232" == where(g, "Q-SE1")
    for band in list(bands)[:3]:
        g.shed(band, ACTIVE, rule="EF-PT-12")
    assert stands(g, "axis") == stood, "three are left"
    g.shed("S-P06", ACTIVE, rule="EF-PT-12")
    assert stands(g, "axis") == []


def test_the_leash() -> None:
    """EF-RF-15  No move ends farther than the leash from what they guard, the nearest of several; home forces at home."""
    for unit, ok, far in (
        ("Q-MOS1", "3627", "3527"), ("Q-LEN1", "2915", "3015"), ("Q-STA1", "5344", "5343"),
        ("Q-TUL1", "4237", "4035"), ("Q-VS1", "1131", "1334"), ("Q-HU1", "0547", "1231"),
    ):  # fmt: skip
        g = table({unit: MOSCOW})
        name = g.grid.hex
        assert why_no_end(g, unit, name(ok)) is None, unit
        refusal = why_no_end(g, unit, name(far))
        assert refusal is not None, unit
        assert "EF-RF-15" == refusal.rule


def test_w17_a_force_goes_home() -> None:
    """EF-RF-14, EF-RF-15  W17: quiet from T19 on, the fourth own turn, T22, sends them home."""
    g = table({"G-XII": "3327"}, turn=16)
    assert {"Q-MOS1", "Q-MOS2"} <= set(stands(g, "soviet"))
    g.place("G-XII", g.grid.hex("2927"), rule="EF-RF-15")
    assert g.grid.distance(g.state.units["G-XII"].hex, g.grid.hex(MOSCOW)) == 9
    g.set_number("Q-MOS1", LOST, 1, rule="EF-RF-14")
    for turn, home in ((19, False), (20, False), (21, False), (22, True)):
        g.state.tracks["turn"] = turn
        assert home == ("Q-MOS1" not in stands(g, "soviet"))
    assert (HELD, 1) == (where(g, "Q-MOS1"), steps(g, "Q-MOS1")), "at their strength"
    g.place("G-XII", g.grid.hex("3327"), rule="EF-RF-14")
    assert {"Q-MOS1", "Q-MOS2"} <= set(stands(g, "soviet")), "they may come again"


def test_an_enemy_near_begins_the_count_anew() -> None:
    """EF-RF-15  The four turns are in a row."""
    g = table({"G-XII": "3327"}, turn=16)
    stands(g, "soviet")
    for turn, hex_, home in (
        (17, "2927", False), (18, "2927", False), (19, "2927", False), (20, "3127", False),
        (21, "2927", False), (22, "2927", False), (23, "2927", False), (24, "2927", True),
    ):  # fmt: skip
        g.place("G-XII", g.grid.hex(hex_), rule="EF-RF-15")
        g.state.tracks["turn"] = turn
        assert home == ("Q-MOS1" not in stands(g, "soviet")), turn


def test_a_force_that_finds_no_room_waits() -> None:
    """EF-RF-16  With the enemy in the hex and around it nothing stands up."""
    g = table({"G-XII": "5345"}, turn=30)
    around = [g.grid.name(h) for h in g.grid.neighbours[g.grid.hex("5345")]]
    g = table({"G-XII": "5345"}, turn=30, own={"axis": around})
    assert "Q-STA1" not in stands(g, "soviet")
    assert HELD == where(g, "Q-STA1")
    g = table({"G-XII": "5344"}, turn=30, own={"axis": [h for h in around if h != "5345"]})
    assert {"Q-STA1", "Q-STA2"} <= set(stands(g, "soviet"))

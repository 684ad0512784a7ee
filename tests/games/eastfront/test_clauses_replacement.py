"""Replacements of East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import options, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront.segments.replacement import (
    air_returns,
    bill,
    may_replace,
    may_replace_air,
    price_of,
    rebuildable,
    restorable,
)
from wargame.games.eastfront.stacking import stacking_value
from wargame.games.eastfront.state import (
    CUT,
    GONE,
    HIT,
    ISOLATED,
    LEVEL,
    LOST,
    OUT,
    POOL,
    REGAINED,
    SP,
    EfGame,
    steps,
)

WARSAW, KONIGSBERG, OPEN = "0635", "0727", "2230"
RICH: dict[str, int | str] = {
    "rp axis inf": 6, "rp axis arm": 6, "rp axis air": 6, "rp soviet inf": 6, "rp soviet arm": 6,
}  # fmt: skip


def pooled(g: EfGame, *units: str, out: int = 1) -> EfGame:
    """Units that were eliminated in a turn lie in the pool."""
    for u in units:
        unit = g.state.units[u]
        unit.hex, unit.box = -1, POOL
        unit.numbers[OUT] = out
        if u in g.content.units:
            unit.numbers[LOST] = g.content.units[u].steps
    return g


# -- steps ------------------------------------------------------------------------------------------


def test_a_point_is_a_step() -> None:
    """EF-RP-01, EF-RP-10  One point, one step, of the kind of the unit; two steps a unit are the most."""
    g = table(
        {"G-XII": WARSAW, "G-XLVII": WARSAW},
        tracks={"rp axis inf": 6, "rp axis arm": 1},
        numbers={"G-XII": {LOST: 2}, "G-XLVII": {LOST: 2}},
    )
    assert may_replace(g, "axis")
    assert ["restore G-XII", "restore G-XLVII", "done"] == options(
        run(g, "replacement.ground", side="axis")
    )
    run(g, "replacement.ground", "restore G-XLVII", "restore G-XII", "done", side="axis")
    assert (5, 0) == (g.state.tracks["rp axis inf"], g.state.tracks["rp axis arm"])
    assert (1, 1) == tuple(g.state.units[u].numbers[LOST] for u in ("G-XII", "G-XLVII"))
    assert ["G-XII"] == restorable(g, "axis")
    g.set_number("G-XII", LOST, 2, rule="EF-RP-10")
    assert run(g, "replacement.ground", "restore G-XII", side="axis") is None
    assert 2 == g.state.units["G-XII"].numbers[REGAINED]


@pytest.mark.parametrize(
    ("numbers", "states", "enemy", "able"),
    [
        ({LOST: 1}, (), "", True),
        ({}, (), "", False),
        ({LOST: 1, LEVEL: 1}, (), "", False),
        ({LOST: 1}, (ISOLATED,), "", False),
        ({LOST: 1}, (), "0336", False),
    ],
)
def test_who_gets_steps(
    numbers: dict[str, int], states: tuple[str, ...], enemy: str, able: bool
) -> None:
    """EF-RP-10, EF-RP-16  In supply, not isolated, out of EZOC, and never beyond its printed steps."""
    units = {"G-XII": "0335", **({"S-47": enemy} if enemy else {})}
    g = table(units, tracks=RICH, numbers={"G-XII": numbers}, states={"G-XII": states})
    assert able == (restorable(g, "axis") == ["G-XII"])


def test_a_city_or_an_hq() -> None:
    """EF-RP-10, EF-SP-24  In a city of a fed net, or within the range of an HQ in supply that serves it."""
    for where_, hq, able in (
        (WARSAW, "", True), ("0734", "", False), ("0734", "A-HP2", True), ("0734", "A-HF", False),
    ):  # fmt: skip
        units = {"G-XII": where_, **({hq: "0735"} if hq else {})}
        g = table(units, tracks=RICH, numbers={"G-XII": {LOST: 1}})
        assert able == bool(restorable(g, "axis")), (where_, hq)
    far = {"G-XII": "3030", "A-HP2": "3031"}
    g = table(far, tracks=RICH, numbers={"G-XII": {LOST: 1}})
    assert restorable(g, "axis") == ["G-XII"], "in supply by the latest judgement (R-256)"
    g.set_number("A-HP2", LEVEL, 1, rule="EF-SP-16")
    assert restorable(g, "axis") == []


def test_reaction_forces_get_nothing() -> None:
    """EF-RF-16  What reaction forces lose is not made good by points, nor is a force rebuilt."""
    g = table({"Q-MOS1": "3827"}, tracks=RICH, numbers={"Q-MOS1": {LOST: 1}}, turn=20)
    pooled(g, "Q-MOS2")
    assert restorable(g, "soviet") == []
    assert rebuildable(g, "soviet") == []


def test_no_step_over_the_stacking_limit() -> None:
    """EF-SK-01, EF-RP-10  A step that would make the stack too big is not given."""
    full = {"G-XII": WARSAW, "G-XXIV": WARSAW, "G-VII": WARSAW}
    g = table(full, tracks=RICH, numbers={"G-XII": {LOST: 1}})
    assert restorable(g, "axis") == ["G-XII"], "two steps or three are both worth 2"
    units = {**full, "G-IX": WARSAW}
    g = table(units, tracks=RICH, numbers={u: {LOST: int(u == "G-XXIV")} for u in full})
    for u in ("G-VII", "G-IX"):
        g.set_number(u, LOST, g.content.units[u].steps - 1, rule="EF-RP-10")
    assert [2, 2, 1, 1] == [stacking_value(g, u) for u in ("G-XII", "G-XXIV", "G-VII", "G-IX")]
    assert restorable(g, "axis") == ["G-XXIV"], "a second step of the others would make seven"


# -- rebuilding -------------------------------------------------------------------------------------


def test_rebuilding() -> None:
    """EF-RP-11  Two points for one step, three for two, in a source or a major city of the main net."""
    g = pooled(table(tracks={"rp axis inf": 3}), "G-XII")
    found = run(g, "replacement.ground", "rebuild G-XII 2", side="axis")
    places = {answer.split()[2] for answer in options(found)}
    assert {"0328", WARSAW, KONIGSBERG, "1357", "0345"} <= places
    assert "0730" not in places
    g = pooled(table(tracks={"rp axis inf": 3}), "G-XII")
    run(g, "replacement.ground", "rebuild G-XII 2", f"place G-XII {WARSAW}", side="axis")
    assert (WARSAW, 2, 0) == (where(g, "G-XII"), steps(g, "G-XII"), g.state.tracks["rp axis inf"])
    g = pooled(table(tracks={"rp axis inf": 2}), "G-XII")
    assert ["rebuild G-XII 1", "done"] == options(run(g, "replacement.ground", side="axis"))
    run(g, "replacement.ground", "rebuild G-XII 1", f"place G-XII {WARSAW}", side="axis")
    assert (1, 0) == (steps(g, "G-XII"), g.state.tracks["rp axis inf"])
    assert restorable(g, "axis") == [], "rebuilt this turn"


@pytest.mark.parametrize("unit", ["S-47", "S-7M", "S-FR2", "G-S1", "Q-LEN1"])
def test_never_rebuilt(unit: str) -> None:
    """EF-RF-18, EF-RP-11  Rifle and 1941 mechanised corps, fortress and security troops, reaction forces."""
    g = pooled(table(tracks=RICH, turn=9), unit)
    assert rebuildable(g, g.content.units[unit].side) == []


def test_in_the_turn_of_the_loss() -> None:
    """EF-RP-11, EF-RF-18  What was lost in this turn's battles may be rebuilt in its Replacement Phase."""
    g = pooled(table(tracks=RICH, turn=9), "G-XII", out=9)
    assert {u for u, *_ in rebuildable(g, "axis")} == {"G-XII"}


def test_rebuilt_units_fit_the_stack() -> None:
    """EF-SK-01, EF-RP-11  A unit rebuilt with two steps takes the room of two."""
    full = {"G-XXIV": KONIGSBERG, "G-VII": KONIGSBERG, "G-IX": KONIGSBERG}
    for n, room in (("1", True), ("2", False)):
        g = pooled(table(full, tracks=RICH, numbers={"G-IX": {LOST: 2}}), "G-XII")
        found = run(g, "replacement.ground", f"rebuild G-XII {n}", side="axis")
        assert room == (f"place G-XII {KONIGSBERG}" in options(found))


def test_hqs_return() -> None:
    """EF-RP-13  An HQ comes back after four turns, free, at a source, without SP."""
    for turn, back in ((12, False), (13, True)):
        g = pooled(table(turn=turn, tracks={"rp axis inf": 0}), "A-HP2", out=9)
        assert back == (rebuildable(g, "axis") == [("A-HP2", 1, ())])
    assert may_replace(g, "axis")
    found = run(g, "replacement.ground", "rebuild A-HP2 1", side="axis")
    assert {f"place A-HP2 {h}" for h in ("0328", "0335")} <= set(options(found))
    assert f"place A-HP2 {WARSAW}" not in options(found), "a major city is no source"
    run(g, "replacement.ground", "rebuild A-HP2 1", "place A-HP2 0328", side="axis")
    assert ("0328", 0) == (where(g, "A-HP2"), g.state.units["A-HP2"].numbers.get(SP, 0))


def test_engineers() -> None:
    """EF-RP-13  An engineer unit costs one infantry point."""
    g = pooled(table(tracks={"rp axis inf": 1}), "G-RE3")
    run(g, "replacement.ground", "rebuild G-RE3 1", f"place G-RE3 {WARSAW}", side="axis")
    assert 0 == g.state.tracks["rp axis inf"]


def test_artillery() -> None:
    """EF-RP-14  Artillery and siege guns take two armour points, and no infantry points."""
    unit = next(u.id for u in table().content.units.values() if u.cls in ("AC", "SI"))
    g = pooled(table(tracks={"rp soviet inf": 6, "rp axis inf": 6}), unit)
    side = g.content.units[unit].side
    assert (2, None) == (price_of(g, unit, 1), bill(g, unit, 2))
    g.set_track(f"rp {side} arm", 2, rule="EF-RP-14")
    assert [(unit, 1, ((f"rp {side} arm", 2),))] == rebuildable(g, side)


def test_kinds_are_not_traded() -> None:
    """EF-RP-15  Infantry points never make armour; two of armour make one of infantry, mixed too."""
    g = table({"G-XLVII": WARSAW, "G-XII": WARSAW}, tracks={"rp axis inf": 2, "rp axis arm": 3})
    assert bill(g, "G-XLVII", 3) == (("rp axis arm", 3),)
    assert bill(g, "G-XLVII", 4) is None
    assert bill(g, "G-XII", 2) == (("rp axis inf", 2),)
    assert bill(g, "G-XII", 3) == (("rp axis inf", 2), ("rp axis arm", 2))
    assert bill(g, "G-XII", 4) is None, "four armour points are wanted"


def test_minor_allies_pay_for_their_own() -> None:
    """EF-SP-26, EF-RP-15  The infantry points of an ally serve its own infantry alone."""
    units = {"R-III": "1357", "G-XII": WARSAW}
    lost = {u: {LOST: 1} for u in units}
    g = table(units, tracks={"rp R": 1}, numbers=lost)
    assert restorable(g, "axis") == ["R-III"]
    g = table(units, tracks={"rp axis inf": 1}, numbers=lost)
    assert restorable(g, "axis") == ["G-XII"]


# -- air units --------------------------------------------------------------------------------------


def test_air_units_return() -> None:
    """EF-RP-02, EF-RP-12  A point returns one to a source city at I2; two for dive and ground-attack types."""
    g = pooled(table(tracks={"rp axis air": 3}), "A-JG51", "A-STG1", "A-SKG")
    assert may_replace_air(g, "axis")
    assert {u for u, _ in air_returns(g, "axis")} == {"A-JG51", "A-STG1", "A-SKG"}
    assert "return A-JG51 0345" not in options(run(g, "replacement.air", side="axis"))
    run(g, "replacement.air", "return A-STG1 0328", "done", side="axis")
    assert 1 == g.state.tracks["rp axis air"]
    assert HIT in g.state.units["A-STG1"].states
    assert {u for u, _ in air_returns(g, "axis")} == {"A-JG51"}
    run(g, "replacement.air", "return A-JG51 0328", side="axis")
    assert ("0328", 0) == (where(g, "A-JG51"), g.state.tracks["rp axis air"])


def test_what_left_for_good_does_not_return() -> None:
    """EF-RF-17, EF-RP-12  Only what lies in the pool, and not to an isolated base."""
    g = pooled(table(tracks=RICH, layers={CUT["axis"]: {"0328": 1}}), "A-JG51")
    assert "0328" not in {g.grid.name(h) for _, hexes in air_returns(g, "axis") for h in hexes}
    g.state.units["A-JG51"].box = GONE
    assert air_returns(g, "axis") == []

"""Strength, odds, modifiers and armour of attacks in East Front, clause by clause (EF-CB-20 to EF-CB-22, EF-CB-31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.eastfront.table import table
from wargame.games.eastfront import GAME
from wargame.games.eastfront.odds import throw
from wargame.games.eastfront.state import LEVEL, UNPREPARED, EfGame, steps
from wargame.games.eastfront.strength import (
    DELAYED,
    EXPLOIT,
    HASTY,
    NORMAL,
    Battle,
    armour,
    attack,
    column,
    defence,
    modifiers,
)
from wargame.rules.modifiers import added_up

PLAIN = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833"}
PAIR = ("G-IX", "G-VII")


def battle(
    g: EfGame, target: str, units: tuple[str, ...], kind: str = NORMAL, **more: object
) -> Battle:
    side = g.state.units[units[0]].side
    return Battle(side, g.grid.hex(target), kind, units, **more)  # type: ignore[arg-type]


def told(g: EfGame, *args: object, **more: object) -> dict[str, int]:
    return dict(modifiers(g, battle(g, *args, **more)))  # type: ignore[arg-type]


# -- strength ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "kind", "paid", "strength"),
    [
        (0, NORMAL, True, 9), (1, NORMAL, True, 9), (2, NORMAL, True, Fraction(9, 2)), (3, NORMAL, True, Fraction(9, 2)),
        (4, NORMAL, True, 0), (0, HASTY, True, Fraction(9, 2)), (2, HASTY, True, Fraction(9, 4)),
        (0, NORMAL, False, Fraction(9, 2)), (2, NORMAL, False, Fraction(9, 4)), (0, EXPLOIT, True, Fraction(9, 2)),
        (0, DELAYED, False, Fraction(9, 2)), (0, HASTY, False, Fraction(9, 2)),
    ],
)  # fmt: skip
def test_halvings_of_foot(level: int, kind: str, paid: bool, strength: Fraction) -> None:
    """EF-CB-20, EF-CB-10, EF-CB-11, EF-SP-17  U2-U3, foot in haste, unpaid: a half each, multiplied; U4 nothing."""
    g = table(PLAIN, numbers={"G-IX": {LEVEL: level}})
    assert strength == attack(g, battle(g, "1833", ("G-IX",), kind, paid=paid))


def test_armour_is_whole_in_haste() -> None:
    """EF-CB-11, EF-CB-12, EF-NV-15  Foot counts half in haste, as a joiner, and landed; c/m does not."""
    g = table({"G-XXIV": "1733", "G-IX": "1732", "S-47": "1833"})
    assert 20 == attack(g, battle(g, "1833", ("G-XXIV",), HASTY))
    assert 20 == attack(g, battle(g, "1833", ("G-XXIV",), DELAYED, joined=("G-XXIV",)))
    assert Fraction(9, 2) == attack(g, battle(g, "1833", ("G-IX",), DELAYED, joined=("G-IX",)))
    g.gain("G-IX", "shipped", rule="test")
    assert Fraction(9, 2) == attack(g, battle(g, "1833", ("G-IX",), HASTY)), (
        "in haste and landed is halved once"
    )


def test_fractions_are_summed_first() -> None:
    """EF-CB-20  Exact fractions are summed, then the attack is rounded down, the defence up, to 1 at least."""
    units = {"G-IX": "1732", "G-XII": "1733", "S-44": "1833", "S-2": "1833"}
    g = table(units, numbers={u: {LEVEL: 3} for u in ("S-44", "S-2")})
    both = battle(g, "1833", ("G-IX", "G-XII"), HASTY)
    assert (Fraction(9), 3) == (attack(g, both), defence(g, both)), (
        "twice 4 1/2 is 9; twice 1 1/2 is 3"
    )
    one = table(units | {"S-2": "1634"}, numbers={"S-44": {LEVEL: 3}})
    assert 2 == defence(one, battle(one, "1833", ("G-IX",)))
    least = table({"G-IX": "1732", "S-AC1": "1833"}, numbers={"S-AC1": {LEVEL: 4}}, turn=100)
    assert 1 == defence(least, battle(least, "1833", ("G-IX",)))
    facts = dict(throw(g, battle(g, "1833", ("G-IX",), HASTY)).facts)
    assert {"attack": 4, "defence": 3} == facts, "4 1/2 is 4"


@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        (5, 18, None), (6, 18, "1:3"), (8, 18, "1:3"), (9, 18, "1:2"), (18, 18, "1:1"), (26, 18, "1:1"),
        (27, 18, "3:2"), (36, 18, "2:1"), (53, 18, "2:1"), (54, 18, "3:1"), (72, 18, "4:1"), (90, 18, "5:1"),
        (125, 18, "5:1"), (126, 18, "7:1"), (162, 18, "9:1"), (999, 18, "9:1"),
    ],
)  # fmt: skip
def test_columns(
    monkeypatch: pytest.MonkeyPatch, ours: int, theirs: int, found: str | None
) -> None:
    """EF-CB-20, EF-CB-18, 4.3  Odds are rounded down to a column; none below 1:3; 9:1 is the last."""
    g = table(PLAIN)
    module = "wargame.games.eastfront.strength"
    monkeypatch.setattr(f"{module}._eighths", lambda *_: 8 * ours)
    monkeypatch.setattr(f"{module}.defence", lambda *_: theirs)
    at = column(g, battle(g, "1833", PAIR))
    assert found == (None if at is None else g.content.combat.columns[at])


# -- modifiers ---------------------------------------------------------------------------------------


def test_nothing_applies() -> None:
    """EF-CB-21  In the open, prepared, out of two hexes side by side: nothing."""
    assert {} == told(table(PLAIN), "1833", PAIR)


@pytest.mark.parametrize(("level", "drm"), [(1, -1), (2, -2), (3, -3)])
def test_forts(level: int, drm: int) -> None:
    """EF-CB-21, 4.2  A fort of level 1, 2, 3."""
    assert {"fort": drm} == told(table(PLAIN, layers={"fort": {"1833": level}}), "1833", PAIR)


def test_terrain_and_city() -> None:
    """EF-CB-21, 4.2  Terrain or place, the worse; a printed fortress is level 2 for whoever holds it."""
    assert -1 == told(table({"G-IX": "1732", "S-47": "1832"}), "1832", ("G-IX",))["terrain"], (
        "forest"
    )
    city = table({"G-XXIV": "1932", "S-47": "2032"})
    assert (-2, -1) == (
        told(city, "2032", ("G-XXIV",))["terrain"],
        told(city, "2032", ("G-XXIV",))["fort"],
    )
    brest = table({"G-XII": "1035", "S-28": "1135"})
    assert -2 == told(brest, "1135", ("G-XII",))["fort"]
    held = table({"G-XII": "1135", "S-28": "1235"})
    assert -2 == told(held, "1135", ("S-28",))["fort"]


def test_every_terrain() -> None:
    """EF-CB-21, 4.2, EF-WX-04  Each terrain has its modifier; swamp -2, -1 in frost, snow, blizzard."""
    drm = {"clear": 0, "steppe": 0, "forest": -1, "swamp": -2, "rough": -1, "mountain": -3}
    g = table()
    for kind, most in drm.items():
        where = next(
            h for h in sorted(g.content.land)
            if g.content.map.terrain[h] == kind and not g.content.place_kind(h) and not fort_at(g, h)
        )  # fmt: skip
        name = g.grid.name(where)
        near = next(n for n in g.grid.neighbours[where] if n in g.content.land)
        laid = table({"G-IX": g.grid.name(near), "S-47": name})
        assert most == told(laid, name, ("G-IX",)).get("terrain", 0), kind
        if kind == "swamp":
            zone = g.content.zone[where]
            for weather, less in (("F", -1), ("S", -1), ("B", -1), ("M", -2)):
                cold = table(
                    {"G-IX": g.grid.name(near), "S-47": name}, tracks={f"weather {zone}": weather}
                )
                assert less == told(cold, name, ("G-IX",))["terrain"], weather


def fort_at(g: EfGame, where: int) -> bool:
    return bool(g.content.forts.get(where) or where in g.content.geography.fortresses)


def test_trained_troops() -> None:
    """EF-UN-03, EF-CB-21  Half the strength trained: mountain, rough, forest one less severe."""
    units = {"S-3GC": "1732", "S-1": "1732", "G-IX": "1832"}
    for riflemen, drm in ((1, {}), (2, {"terrain": -1})):
        g = table(
            units,
            turn=30,
            numbers={
                "S-1": {"lost": 2 - riflemen},
                "S-3GC": {"lost": steps(table(units), "S-3GC") - 1},
            },
        )
        assert drm == told(g, "1832", ("S-1", "S-3GC")), "cavalry is trained for forest"


def test_rivers() -> None:
    """EF-CB-21, 4.2  Minor -1, major -2, strait -3, if every attacker crosses; the lesser of two; frozen none."""
    bug = table({"G-XII": "1035", "S-28": "1135"})
    assert -1 == told(bug, "1135", ("G-XII",))["river"]
    niemen = {"G-XII": "1531", "S-28": "1532"}
    assert -2 == told(table(niemen), "1532", ("G-XII",))["river"]
    assert "river" not in told(table(niemen, tracks={"frozen B": 1}), "1532", ("G-XII",))
    mixed = table({**niemen, "G-VII": "1433"})
    assert "river" not in told(mixed, "1532", ("G-VII", "G-XII")), "one does not cross"


def test_the_lesser_of_two_rivers() -> None:
    """EF-CB-21, 4.2  All cross, but by different classes: the lesser penalty."""
    g = table()
    for target in sorted(g.content.land):
        wet = {
            g.content.water(n, target): n for n in g.grid.neighbours[target] if n in g.content.land
        }
        if {"minor river", "major river"} <= set(wet):
            break
    laid = table({
        "G-XII": g.grid.name(wet["minor river"]), "G-VII": g.grid.name(wet["major river"]), "S-28": g.grid.name(target),
    })  # fmt: skip
    assert -1 == told(laid, g.grid.name(target), ("G-VII", "G-XII"))["river"]
    assert -2 == told(laid, g.grid.name(target), ("G-VII",))["river"]


def test_directions() -> None:
    """EF-CB-21  Three hexes, or two that lie opposite each other: +1."""
    ring = {"G-VII": "1733", "G-IX": "1732", "G-XII": "1832", "G-II": "1834", "S-47": "1833"}
    g = table(ring)
    assert 1 == told(g, "1833", ("G-IX", "G-VII", "G-XII"))["directions"]
    assert 1 == told(g, "1833", ("G-II", "G-XII"))["directions"], "north and south"
    assert "directions" not in told(g, "1833", ("G-IX", "G-VII"))


def test_chit_delayed_hasty() -> None:
    """EF-CB-21, EF-CB-11, EF-CB-12, EF-CB-13, EF-CB-32  Chit +1, delayed +1, hasty -2; an exploitation attack with a chit -1 in all."""
    units = {**PLAIN, "A-HP2": "1634"}
    g = table(units, states={"A-HP2": ["used chit"]})
    bare = table(units)
    found = {
        kind: [sum(told(t, "1833", PAIR, kind).values()) for t in (bare, g)]
        for kind in (NORMAL, HASTY, DELAYED, EXPLOIT)
    }
    assert {NORMAL: [0, 1], HASTY: [-2, -2], DELAYED: [1, 2], EXPLOIT: [-2, -1]} == found


def test_isolated_and_unprepared() -> None:
    """EF-CB-21, EF-IS-04, EF-PE-05  +1 if every defender is isolated; +1 if one is unprepared."""
    units = {**PLAIN, "S-1": "1833"}
    for states, expected in (
        ({"S-47": ["isolated"], "S-1": ["isolated"]}, {"isolated": 1}), ({"S-47": ["isolated"]}, {}),
        ({"S-1": ["unprepared"]}, {"unprepared": 1}),
    ):  # fmt: skip
        assert expected == told(table(units, states=states), "1833", PAIR)


def test_construction_engineers() -> None:
    """EF-CB-21  CE stacked with an attacker against a fort or city: +1, never better than 0 in all."""
    units = {**PLAIN, "G-CE1": "1732"}
    assert "engineers" not in told(table(units), "1833", PAIR)
    assert 1 == told(table(units, layers={"fort": {"1833": 1}}), "1833", PAIR)["engineers"]
    apart = table({**units, "G-CE1": "1634"}, layers={"fort": {"1833": 1}})
    assert "engineers" not in told(apart, "1833", PAIR)
    city = table({"G-XXIV": "1932", "G-CE1": "1932", "S-47": "2032"}, layers={"fort": {"2032": 0}})
    assert 1 == told(city, "2032", ("G-XXIV",))["engineers"]


def test_minor_allies() -> None:
    """EF-CB-21  -1 if more than half the strength is minor ally; Finns are none."""
    units = {"R-III": "1733", "G-IX": "1732", "G-VI": "1732", "S-47": "1833"}
    g = table(units, turn=30)
    assert -1 == told(g, "1833", ("R-III",))["minor allies"]
    assert "minor allies" not in told(g, "1833", ("G-VI", "R-III")), "half is not more than half"
    assert "minor allies" not in told(g, "1833", ("G-IX", "R-III"))
    finns = next(u for u, k in g.content.units.items() if k.nation == "F" and k.cls == "FN")
    far = table({finns: "1733", "S-47": "1833"}, turn=30)
    assert "minor allies" not in told(far, "1833", (finns,))


@pytest.mark.parametrize(
    ("turn", "weather", "side", "expected"),
    [
        (20, "M", "axis", {"mud": -2}), (20, "M", "soviet", {"mud": -2}), (20, "S", "axis", {"snow": -1}),
        (37, "S", "axis", {}), (20, "S", "soviet", {}), (20, "B", "axis", {"blizzard": -2}),
        (37, "B", "axis", {"blizzard": -1}), (20, "B", "soviet", {"blizzard": -1}),
        (22, "S", "soviet", {"first winter": 1}), (36, "B", "soviet", {"blizzard": -1, "first winter": 1}),
        (37, "S", "soviet", {}), (21, "S", "soviet", {}), (25, "F", "soviet", {}), (25, "F", "axis", {}),
    ],
)  # fmt: skip
def test_weather(turn: int, weather: str, side: str, expected: dict[str, int]) -> None:
    """EF-CB-21, EF-WX-06, EF-WX-07  Mud, snow, blizzard, the first winter (T22-T36), in the zone of the defender."""
    g = table({"G-IX": "1732", "S-47": "1833"}, turn=turn, tracks={"weather C": weather})
    g.set_track("weather B", weather, rule="test")
    target, unit = ("1833", "G-IX") if side == "axis" else ("1732", "S-47")
    assert expected == told(g, target, (unit,))


def test_finns_in_snow_and_the_south() -> None:
    """EF-CB-21, EF-WX-06  Finns attack in snow as ever; no first winter against Finns alone, nor in zone D."""
    content = table().content
    finns = next(u for u, k in content.units.items() if k.nation == "F" and k.cls == "FN")
    snow = {f"weather {zone}": "S" for zone in "ABCD"}
    g = table({finns: "1732", "S-47": "1833"}, turn=25, tracks=snow)
    assert {} == told(g, "1833", (finns,))
    assert {} == told(g, "1732", ("S-47",))
    mixed = table({finns: "1732", "G-IX": "1732", "S-47": "1833"}, turn=25, tracks=snow)
    assert {"first winter": 1} == told(mixed, "1732", ("S-47",))
    grid = content.grid
    south = next(
        h for h in sorted(content.land)
        if content.zone[h] == "D" and content.map.terrain[h] == "clear" and not content.place_kind(h)
        and any(n in content.land and not content.water(n, h) for n in grid.neighbours[h])
    )  # fmt: skip
    near = next(
        n for n in grid.neighbours[south] if n in content.land and not content.water(n, south)
    )
    warm = table({"G-IX": grid.name(south), "S-47": grid.name(near)}, turn=25, tracks=snow)
    assert "first winter" not in told(warm, grid.name(south), ("S-47",))


def test_frozen_lake() -> None:
    """EF-CB-31  Out of a frozen lake -2 beside the terrain; into one the -2 of the table alone."""
    content = table().content
    lake = next(
        h for h in sorted(content.lakes)
        if any(n in content.land and content.map.terrain[n] == "clear" and not content.place_kind(n) for n in content.grid.neighbours[h])
    )  # fmt: skip
    shore = next(
        n for n in content.grid.neighbours[lake]
        if n in content.land and content.map.terrain[n] == "clear" and not content.place_kind(n)
    )  # fmt: skip
    frozen = {f"frozen {zone}": 1 for zone in "ABCD"}
    a, b = content.grid.name(lake), content.grid.name(shore)
    out = table({"S-47": a, "G-IX": b}, tracks=frozen)
    assert -2 == told(out, b, ("S-47",))["frozen lake"]
    into = told(table({"S-47": a, "G-IX": b}, tracks=frozen), a, ("G-IX",))
    assert ({"terrain": -2}, False) == ({"terrain": into["terrain"]}, "frozen lake" in into)


def test_the_limit() -> None:
    """EF-CB-21  The sum is limited to -5..+5, the roll to 0..11."""
    worst = table(PLAIN, turn=20, tracks={"weather C": "M"}, layers={"fort": {"1833": 3}})
    bad = throw(worst, battle(worst, "1833", PAIR, HASTY))
    assert (-5, 2) == (sum(n for _, n in bad.added), dict(bad.added)["limit"])
    assert bad.result(1) == bad.result(5), "below 0 the first row is read"
    ring = {"G-XXIV": "1733", "G-XLVI": "1732", "G-LVII": "1832", "S-47": "1833", "A-HP2": "1634"}
    cut = {"S-47": ["isolated", "unprepared"], "A-HP2": ["used chit"]}
    best = table(ring, states=cut)
    good = throw(best, battle(best, "1833", ("G-LVII", "G-XLVI", "G-XXIV"), DELAYED))
    assert (5, -2) == (sum(n for _, n in good.added), dict(good.added)["limit"])
    assert good.result(6) == good.result(10), "above 11 the last row is read"


# -- armour ------------------------------------------------------------------------------------------


def test_the_armour_effect() -> None:
    """EF-CB-22, 4.5  Full terrain: half the strength +2, a fifth +1; half terrain: half +1; none in swamp, mountain."""

    def effect(where: str, panzers: int, foot: int, **more: object) -> int:
        from_ = {"1833": "1733", "1832": "1732"}[where]
        units = {"G-XXIV": from_, "G-VII": from_, "S-47": where}
        g = table(units, **more)  # type: ignore[arg-type]
        g.set_number("G-XXIV", "lost", 4 - panzers, rule="test")
        g.set_number("G-VII", "lost", 4 - foot, rule="test")
        return armour(g, battle(g, where, ("G-VII", "G-XXIV")))

    assert 2 == effect("1833", 3, 4), "15 of 27"
    assert 1 == effect("1833", 1, 4), "5 of 17"
    assert 1 == effect("1833", 2, 4), "10 of 22"
    assert 1 == effect("1832", 3, 4), "forest"
    assert 0 == effect("1832", 2, 4)
    assert 0 == effect("1833", 3, 4, tracks={"weather C": "M"})
    assert 0 == effect("1833", 3, 4, tracks={"weather C": "B"})
    assert 2 == effect("1833", 3, 4, tracks={"weather C": "S"})
    assert (2, 0) == tuple(effect("1833", 3, 4, layers={"fort": {"1833": n}}) for n in (1, 2))


def test_a_fifth() -> None:
    """EF-CB-22  Less than a fifth of the strength is nothing; cavalry is no armour."""
    units = {"R-1A": "1733", "G-VII": "1733", "G-IX": "1732", "S-47": "1833"}
    g = table(units)
    assert 0 == armour(g, battle(g, "1833", ("G-IX", "G-VII", "R-1A"))), "3 of 24"
    horse = table({"S-6C": "1833", "G-IX": "1732"})
    assert 0 == armour(horse, battle(horse, "1732", ("S-6C",)))


def test_armoured_defenders() -> None:
    """EF-CB-22, 4.5  A third of the defence armoured: one less, not below 0."""
    units = {"G-XXIV": "1733", "S-47": "1833", "S-1": "1833", "S-20M": "1833"}
    g = table(units, numbers={"S-1": {"lost": 1}})
    attackers = ("G-XXIV",)
    assert 2 == armour(g, battle(g, "1833", attackers)), "2 of 11"
    third = table({**units, "S-7M": "1833", "S-1": "1634", "S-20M": "1634"})
    assert 1 == armour(third, battle(third, "1833", attackers)), "4 of 10"
    none = table({"G-IX": "1732", "S-7M": "1833"})
    assert 0 == armour(none, battle(none, "1833", ("G-IX",)))


@pytest.mark.parametrize(("units", "least"), [(PAIR, 0), (("G-VII",), 0), (PAIR, 9)])
def test_the_line_that_is_lit_is_that_of_the_die_with_its_modifiers(
    units: tuple[str, ...], least: int
) -> None:
    """EF-CB-20, 4.3  "Roll d10 and add": the chart beside the dice shows what was read, 11 for all above."""
    g = table(PLAIN, turn=20, states={"S-47": [UNPREPARED]})
    found = throw(g, battle(g, "1833", units))
    added = added_up(found.added) + least
    assert added
    combat = GAME.charts(g.content)["combat"]
    for die in range(1, 11):
        line = combat.line_of(str(die), die + added, added)
        assert found.read(die, die + added) == combat.cell(found.column, line)

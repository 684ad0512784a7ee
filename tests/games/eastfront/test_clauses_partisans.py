"""Partisans of East Front, clause by clause."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.eastfront.passes import Found, options, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront import nets, score
from wargame.games.eastfront.band_odds import attack_odds, covered, sweep_odds
from wargame.games.eastfront.capture import pass_through
from wargame.games.eastfront.isolation import determine
from wargame.games.eastfront.paths import Paths
from wargame.games.eastfront.segments import partisans
from wargame.games.eastfront.segments.judgement import attrition
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    ACTIVE,
    BREAK,
    DUMP,
    FLOWN,
    HELD,
    ISOLATED,
    LEVEL,
    OUT,
    SP,
    EfGame,
)
from wargame.games.eastfront.supply import judge

BAND, FOREST, RAIL, OPEN = "S-P01", "2132", "2131", "2033"
AWAY: dict[str, list[str]] = {
    "axis": [FOREST, RAIL, OPEN, "2032", "2133", "2232", "2233", "2332", "2030", "2031"],
}  # fmt: skip
"""What the Axis holds around the forest by Minsk."""


def active(
    units: dict[str, str] | None = None,
    *,
    turn: int = 20,
    dice: tuple[int, ...] = (),
    **more: object,
) -> EfGame:
    """An active band in the forest, with these units about."""
    found = {BAND: FOREST, **(units or {})}
    return table(found, turn=turn, dice=dice, states={BAND: [ACTIVE]}, own=AWAY, **more)  # type: ignore[arg-type]


def moves(g: EfGame, *answers: str, side: str = "soviet") -> Found:
    """Segment 5.3."""
    return run(g, "movement.partisan", *answers, side=side)


def raising(g: EfGame, *answers: str) -> Found:
    """Segment 10.3."""
    return run(g, "replacement.partisan", *answers, side="soviet")


def marches(ask: Found) -> set[str]:
    """Where bands may go."""
    found = options(ask) if ask is not None else []
    return {answer.split()[2] for answer in found if answer.startswith("march")}


# -- bands raised -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "most", "each"),
    [(9, 0, 0), (10, 4, 1), (11, 4, 0), (25, 4, 0), (26, 8, 1), (49, 14, 1), (50, 14, 1), (98, 20, 1),
     (146, 24, 1)],
)  # fmt: skip
def test_how_many(turn: int, most: int, each: int) -> None:
    """EF-PT-10, EF-PE-23, EF-RP-03  Bands allowed by turn; one more in 10.3, at first in even turns alone."""
    row = partisans.period(table(turn=turn))
    assert most == row.bands
    g = table(turn=turn, own=AWAY)
    assert bool(each) == partisans.bands_may_change(g, "soviet")
    assert not partisans.bands_may_change(g, "axis")
    if each:
        first = next(a for a in options(raising(g)) if a.startswith("raise"))
        assert not [a for a in options(raising(g, first)) if a.startswith("raise")], "one a turn"


def test_the_most_bands() -> None:
    """EF-PT-10  No more than the table allows stand at once."""
    spots = [FOREST, "2233", "2332", "1121"]
    for n, able in ((3, True), (4, False)):
        bands = {f"S-P0{k + 1}": spots[k] for k in range(n)}
        g = table(bands, turn=20, own={"axis": ["2030", "1222", *spots]})
        assert able == any(a.startswith("raise") for a in options(raising(g)))


def test_where_a_band_is_raised() -> None:
    """EF-PT-11  Underground, in cover of the USSR that the Axis holds, three hexes from its two-step units, one a hex."""
    spots = {FOREST, "2233", "2332"}

    def havens(g: EfGame) -> set[str]:
        return {g.grid.name(h) for h in partisans.havens(g)}

    g = table(turn=20, own=AWAY)
    assert spots <= havens(g)
    assert not {OPEN, RAIL} & havens(g), "clear"
    assert not [h for h in havens(g) if g.content.nation[g.grid.hex(h)] != "S"]
    assert FOREST not in havens(table(turn=20)), "Soviet"
    assert FOREST not in havens(table({"G-XII": "2133"}, turn=20, own=AWAY))
    assert FOREST in havens(table({"G-S2": OPEN}, turn=20, own=AWAY)), "one step does not matter"
    assert FOREST not in havens(table({"S-P02": FOREST}, turn=20, own=AWAY))
    raising(g, f"raise S-P01 {FOREST}", "done")
    assert (FOREST, False) == (where(g, BAND), ACTIVE in g.state.units[BAND].states)


def test_conversion() -> None:
    """EF-RP-03, EF-PT-12  Once a segment; active at will, underground with no Axis unit in or next to its hex."""
    g = table({BAND: FOREST, "G-S2": OPEN}, turn=21, own=AWAY)
    assert ["done", f"rise {BAND}"] == options(raising(g))
    assert raising(g, f"rise {BAND}") is None, "not twice"
    assert ACTIVE in g.state.units[BAND].states
    assert raising(g) is None, "the Axis is near"
    g.place("G-S2", g.grid.hex("1831"), rule="EF-PT-12")
    assert raising(g, f"hide {BAND}") is None
    assert ACTIVE not in g.state.units[BAND].states


def test_no_conversion_elsewhere() -> None:
    """EF-PT-01, EF-PT-12  Underground bands neither march nor attack; only 10.3 changes that."""
    g = table({BAND: FOREST}, turn=20, own=AWAY)
    assert not partisans.partisans_about(g, "soviet")
    assert moves(g) is None


def test_back_from_the_box() -> None:
    """EF-PT-19  An eliminated band may be raised again after four turns."""
    for turn, able in ((22, False), (24, True)):
        g = table(turn=turn, own=AWAY, numbers={f"S-P{n:02}": {OUT: 20} for n in range(1, 25)})
        assert able == partisans.bands_may_change(g, "soviet")


# -- march and attack -------------------------------------------------------------------------------


def test_a_band_marches() -> None:
    """EF-PT-13, R-302  One hex, two if both are cover, never to end with an Axis combat unit, nor with another band."""
    g = active({"G-S2": OPEN, "S-P02": "2233", "A-HP2": "2133"})
    ways = marches(moves(g))
    assert {"2032", "2131", "2232", "2133"} <= ways
    assert not {OPEN, "2233"} & ways, "an Axis division, another band"
    assert "2332" in ways, "past the other band"
    assert all(covered(g, g.grid.hex(h)) for h in ways - {"2032", "2131", "2232", "2133"})
    assert not marches(moves(g, f"march {BAND} {RAIL}")), "once"
    g = active({"G-S2": "2233"})
    assert {"2332"} == {"2332", "2233"} & marches(moves(g)), "past a division in the forest"
    moves(g, f"march {BAND} 2332")
    assert "2332" == where(g, BAND)


def test_march_then_one_attack() -> None:
    """EF-PT-01, EF-PT-13  It marches, then attacks once; not after that."""
    g = active(dice=(1, 10))
    ask = moves(g, f"march {BAND} {RAIL}")
    assert f"attack {BAND} {RAIL} rail" in options(ask)
    assert moves(g, f"attack {BAND} {RAIL} rail") is None
    g = active(dice=(1, 10))
    assert moves(g, f"attack {BAND} {RAIL} rail") is None, "it stays where it attacked from"


def test_w14_a_railway() -> None:
    """EF-PT-10, EF-PT-13  W14: forest +1, an Axis unit beside it -1; a 7 breaks the line, 3 loses the band."""
    g = active({"G-S2": OPEN}, dice=(7, 3))
    moves(g, f"attack {BAND} {FOREST} rail")
    assert 1 == g.state.layers[BREAK][g.grid.hex(FOREST)]
    assert (HELD, 20) == (where(g, BAND), g.state.units[BAND].numbers[OUT])


@pytest.mark.parametrize(
    ("units", "target", "turn", "drm"),
    [
        ({}, FOREST, 20, 1), ({}, RAIL, 20, 1), ({}, FOREST, 98, 2), ({"G-S2": RAIL}, RAIL, 20, -1),
        ({"G-S2": OPEN}, FOREST, 20, 0), ({"G-S2": "2031"}, RAIL, 20, 0), ({"G-RE3": OPEN}, FOREST, 20, 1),
    ],
)  # fmt: skip
def test_modifiers(units: dict[str, str], target: str, turn: int, drm: int) -> None:
    """EF-PT-10  -2 with a combat unit in the target hex, else -1 with one beside it or the band; cover +1; T98 +1."""
    for total, broken in ((5, 0), (6, 1), (8, 1), (9, 1)):
        g = active(units, turn=turn, dice=(total - drm, 10), layers={DUMP: {target: 2}})
        moves(g, f"attack {BAND} {target} rail")
        assert broken == g.state.layers.get(BREAK, {}).get(g.grid.hex(target), 0)
        assert (2 - (total >= 9)) == g.state.layers[DUMP][g.grid.hex(target)]


@pytest.mark.parametrize(
    ("guard", "roll", "lost"),
    [({}, 2, 1), ({}, 3, 0), ({"G-S2": OPEN}, 4, 1), ({"G-S2": OPEN}, 5, 0)],
)
def test_the_band_may_be_lost(guard: dict[str, str], roll: int, lost: int) -> None:
    """EF-PT-10  After its attack on 1-2, on 1-4 if the modifier for Axis units counted."""
    g = active(guard, dice=(1, roll))
    moves(g, f"attack {BAND} {FOREST} rail")
    assert bool(lost) == (where(g, BAND) == HELD)


def test_supplies() -> None:
    """EF-PT-10  A dump or HQ: one SP on 6-8, two on 9 and more; the attacker picks his target."""
    for roll, left in ((4, 3), (5, 2), (8, 1)):
        g = active(dice=(roll, 10), layers={DUMP: {FOREST: 3}})
        assert {f"attack {BAND} {FOREST} rail", f"attack {BAND} {FOREST} stock"} <= set(
            options(moves(g))
        )
        moves(g, f"attack {BAND} {FOREST} stock")
        assert left == g.state.layers[DUMP][g.grid.hex(FOREST)]
    g = active({"A-HP2": OPEN}, dice=(8, 10), numbers={"A-HP2": {SP: 3}})
    moves(g, f"attack {BAND} {OPEN} stock")
    assert 1 == g.state.units["A-HP2"].numbers[SP]
    g = active({"A-HP2": OPEN})
    g.set_number("A-HP2", SP, 0, rule="EF-PT-10")
    assert f"attack {BAND} {OPEN} stock" not in options(moves(g))


def test_air_bases() -> None:
    """EF-PT-10  An air unit is one status worse on 6-8, and on 9 and more a second time."""
    g = active({"A-JG51": "2032"}, dice=(6, 1, 10))
    moves(g, f"attack {BAND} 2032 base")
    assert {FLOWN} == g.state.units["A-JG51"].states
    g = active({"A-JG51": "2032", "A-JG53": "2032"}, dice=(8, 1, 2, 10))
    moves(g, f"attack {BAND} 2032 base")
    assert [{FLOWN}, {FLOWN}] == [g.state.units[u].states for u in ("A-JG51", "A-JG53")]


def test_only_the_axis_is_attacked() -> None:
    """EF-PT-13  Nothing in a Soviet hex is a target, nor one two hexes off, nor a broken line."""
    g = table({BAND: FOREST}, turn=20, states={BAND: [ACTIVE]}, own={"axis": [RAIL, "2030"]})
    targets = {a for a in options(moves(g)) if a.startswith("attack")}
    assert targets == {f"attack {BAND} {RAIL} rail"}
    g.set_layer(BREAK, {g.grid.hex(RAIL): 1}, rule="EF-PT-10")
    assert not [a for a in options(moves(g)) if a.startswith("attack")]


# -- sweeps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "answers", "roll", "end"),
    [
        ({"G-XII": OPEN}, ["G-XII"], 10, HELD), ({"G-XII": OPEN}, ["G-XII"], 9, "hides"),
        ({"G-XII": OPEN}, ["G-XII"], 7, "hides"), ({"G-XII": OPEN}, ["G-XII"], 6, "stands"),
        ({"G-S2": OPEN}, ["G-S2"], 8, HELD), ({"G-S2": OPEN}, ["G-S2"], 5, "hides"),
        ({"G-S2": OPEN}, ["G-S2"], 4, "stands"), ({"R-MTN": OPEN}, ["R-MTN"], 8, HELD),
        ({"G-S2": OPEN, "G-XII": "2032"}, ["G-S2", "G-XII"], 7, HELD),
        ({"G-S2": OPEN, "G-XII": "2032"}, ["G-S2", "done"], 7, "hides"),
        ({"G-XII": OPEN, "G-S2": "2032"}, ["G-XII", "G-S2"], 8, "hides"),
    ],
)  # fmt: skip
def test_sweeps(units: dict[str, str], answers: list[str], roll: int, end: str) -> None:
    """EF-PT-14  +2 for security or mountain troops, +1 each further unit, -2 in cover: 8 ends it, 5-7 hides it."""
    g = active(units, dice=(roll,))
    leader, *others = answers
    joins = [a if a == "done" else f"join {a}" for a in others]
    moves(g, f"sweep {BAND} {leader}", *joins, side="axis")
    if end == HELD:
        assert HELD == where(g, BAND)
    else:
        assert (FOREST, end == "stands") == (where(g, BAND), ACTIVE in g.state.units[BAND].states)


@pytest.mark.parametrize(
    ("units", "sweepers", "added"),
    [
        ({"G-XII": OPEN}, ["G-XII"], -2), ({"G-S2": OPEN}, ["G-S2"], 0),
        ({"G-S2": OPEN, "G-XII": "2032"}, ["G-S2", "G-XII"], 1),
    ],
)  # fmt: skip
def test_what_a_sweep_may_come_to(units: dict[str, str], sweepers: list[str], added: int) -> None:
    """EF-PT-14  Each of ten rolls with what is added: 8 ends the band, 5 to 7 hide it."""
    g = active(units)
    totals = [roll + added for roll in range(1, 11)]
    gone, hidden = sum(n >= 8 for n in totals), sum(5 <= n < 8 for n in totals)
    odds = sweep_odds(g, g.state.units[BAND], sweepers)
    told = {o.words: o.chance * 10 for o in odds.outcomes}
    assert told == {
        words: n
        for words, n in (
            ("the band is gone", gone), ("the band goes underground", hidden), ("no effect", 10 - gone - hidden)
        )
        if n
    }  # fmt: skip
    assert sum(o.chance for o in odds.outcomes) == 1


@pytest.mark.parametrize(("guard", "turn"), [("", 20), (OPEN, 20), ("", 98), (OPEN, 98)])
def test_what_an_attack_of_a_band_may_come_to(guard: str, turn: int) -> None:
    """EF-PT-10  -1 with a guard beside, +1 in cover, +1 from turn 98; 6 does damage, 9 more; lost on 2, guarded on 4."""
    units = {BAND: FOREST, **({"G-XII": guard} if guard else {})}
    g = table(units, turn=turn, own=AWAY, states={BAND: [ACTIVE]})
    added = 1 - bool(guard) + (turn >= 98)
    wanted = Counter(
        ("great" if one + added >= 9 else "damage" if one + added >= 6 else "no", two <= 2 + 2 * bool(guard))
        for one in range(1, 11) for two in range(1, 11)
    )  # fmt: skip
    odds = attack_odds(g, g.state.units[BAND], g.grid.hex(FOREST))
    told = Counter({
        (o.words.replace(",", " ").split()[0], "lost" in o.words): o.chance * 100 for o in odds.outcomes
    })  # fmt: skip
    assert told == wanted


def test_the_question_tells_the_odds() -> None:
    """EF-PT-14  As a player asks for them: of a sweep, alone and with another, and of ending it."""
    g = active({"G-S2": OPEN, "G-XII": "2032"})
    ask = moves(g, side="axis")
    assert ask is not None
    alone = ask.odds(f"sweep {BAND} G-S2")
    assert alone is not None
    assert [o.chance for o in alone.outcomes] == [Fraction(3, 10), Fraction(3, 10), Fraction(4, 10)]
    assert ask.odds("done") is None
    ask = moves(g, f"sweep {BAND} G-S2", side="axis")
    assert ask is not None
    assert ask.odds("done") == alone
    joined = ask.odds("join G-XII")
    assert joined is not None
    assert joined.outcomes[0].chance == Fraction(4, 10)


def test_who_sweeps() -> None:
    """EF-PT-14  Combat units in the hex or beside it; a band is swept once, a unit sweeps once, in 5.3."""
    g = active({"G-S2": OPEN, "G-XII": "1931", "A-HP2": "2032"})
    assert ["done", f"sweep {BAND} G-S2"] == options(moves(g, side="axis"))
    g = active({"G-S2": OPEN, "G-XII": "2032"}, dice=(1,))
    assert moves(g, f"sweep {BAND} G-S2", "done", side="axis") is None, "it has been swept"
    g = table(
        {BAND: FOREST, "S-P02": "2133", "G-S2": OPEN}, turn=20, own=AWAY, dice=(1,),
        states={BAND: [ACTIVE], "S-P02": [ACTIVE]},
    )  # fmt: skip
    assert moves(g, f"sweep {BAND} G-S2", side="axis") is None, "the unit has swept"


def test_sweeps_underground() -> None:
    """EF-PT-14  Against a band underground only security troops in its hex, and a total of 9."""
    g = table({BAND: FOREST, "G-S2": OPEN, "G-XII": FOREST}, turn=20, own=AWAY)
    assert moves(g, side="axis") is None
    for roll, lost in ((8, False), (9, True)):
        g = table({BAND: FOREST, "G-S2": FOREST}, turn=20, own=AWAY, dice=(roll,))
        moves(g, f"sweep {BAND} G-S2", side="axis")
        assert lost == (where(g, BAND) == HELD)


# -- what bands are ---------------------------------------------------------------------------------


def test_paths_and_railways() -> None:
    """EF-PT-15  An active band costs a path 2 more and stops trains in its hex, unless an Axis combat unit is there."""
    where_ = table().grid.hex("0535")
    for state, guard, harried in ((ACTIVE, "", True), ("", "", False), (ACTIVE, "G-S2", False)):
        units = {BAND: "0535", **({guard: "0535"} if guard else {})}
        states = {BAND: [state]} if state else {}
        g = table(units, turn=30, states=states, own={"axis": ["0535"]})
        far = next(h for h in g.grid.neighbours[where_])
        price = Paths(g, "axis").costs([where_], 9)[far]
        plain = Paths(table(turn=30), "axis").costs([where_], 9)[far]
        assert (2 if harried else 0) == price - plain
        assert harried != bool(nets.usable(g, "axis") >> where_ & 1)


def test_a_friendly_hex_for_soviet_paths_alone() -> None:
    """EF-PT-18  A Soviet supply path goes through the hex of an active band in EZOC; nothing else does."""
    for states, able in (({BAND: [ACTIVE]}, True), ({}, False)):
        g = table({BAND: FOREST, "G-XII": OPEN}, turn=20, states=states, own={"soviet": [FOREST]})
        hex_ = g.grid.hex(FOREST)
        assert able == bool(Paths(g, "soviet").passable >> hex_ & 1)
        determine(g)
        assert g.board.zoc["axis"][hex_], "for movement and isolation it stays EZOC"


def test_bands_and_ground_combat() -> None:
    """EF-PT-16  They block no stack and no retreat, take no attrition, need no supply, hold no victory hex."""
    g = active(numbers={BAND: {LEVEL: 4}})
    hex_ = g.grid.hex(FOREST)
    assert not g.board.here["soviet"][hex_]
    assert not g.board.zoc["soviet"][hex_]
    assert why_full(g, "axis", hex_, ["G-XII"]) is None
    assert BAND in judge(g, "soviet").units
    determine(g)
    assert ISOLATED not in g.state.units[BAND].states
    attrition(g, "soviet")
    assert FOREST == where(g, BAND)
    g.place(BAND, g.grid.hex("2032"), rule="EF-PT-16")
    assert "axis" == g.state.control[g.grid.hex("2032")]
    assert g.grid.hex("2032") not in score.holds(g, "soviet")


def test_regular_troops() -> None:
    """EF-PT-17  A Soviet combat unit that enters a band's hex takes it in; an HQ or the Axis does not."""
    for unit, absorbed in (("S-47", True), ("S-HW", False), ("G-XII", False)):
        g = active({unit: OPEN})
        pass_through(g, [unit], g.grid.hex(FOREST))
        assert absorbed == (where(g, BAND) == HELD)

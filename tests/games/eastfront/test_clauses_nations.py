"""Withdrawals, and nations that leave the Axis, in East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import idle, notes, options, rolls, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront import score
from wargame.games.eastfront.bounds import (
    why_no_end,
    why_not_enter,
)
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.defection import past
from wargame.games.eastfront.invariants import broken
from wargame.games.eastfront.isolation import own_sources
from wargame.games.eastfront.production import yields
from wargame.games.eastfront.segments.replacement import restorable
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    GONE,
    HELD,
    LOST,
    POOL,
    EfGame,
    class_of,
    nation,
    steps,
)
from wargame.games.eastfront.strength import Battle, defence
from wargame.games.eastfront.supply import serves
from wargame.games.eastfront.walk import INITIAL, Marcher

LENINGRAD = "2615"
VIIPURI, PETROZAVODSK, NARVA = "2413", "3310", "2217"
BUCHAREST, IASI, GALATI, CONSTANTA = "1357", "1750", "1855", "1958"
DEBRECEN, CLUJ, WARSAW = "0547", "0950", "0635"


def happen(g: EfGame, side: Side, *answers: str) -> EfGame:
    """The events of a side's player-turn."""
    assert run(g, "initial.events", *answers, side=side) is None
    return g


def events(g: EfGame) -> list[str]:
    """What the journal says has happened."""
    return [str(note["event"]) for note in notes(g, "event")]


def barred(g: EfGame, unit: str, a: str, b: str) -> str:
    """The rule that keeps a unit from going from a hex into its neighbour; "" if none does."""
    found = why_not_enter(g, unit, g.grid.hex(a), g.grid.hex(b))
    return found.rule if found else ""


# -- withdrawals ------------------------------------------------------------------------------------


def test_africa() -> None:
    """EF-PE-14, EF-RF-17  Two fighters, a bomber and a transport leave in T68; in T80 they are at Warsaw."""
    g = happen(table(clear=False, turn=68), "axis")
    assert events(g) == ["EF-PE-14"]
    assert {"withdraw A-JG51", "withdraw A-ZG26"} <= set(
        options(run(g, "reinforcement.withdrawals", side="axis"))
    )
    gone = ("A-JG51", "A-ZG26", "A-KG2", "A-TR1")
    run(g, "reinforcement.withdrawals", *[f"withdraw {u}" for u in gone], side="axis")
    assert {"withdrawn"} == {where(g, u) for u in gone}
    g.state.tracks["turn"] = 79
    run(g, "reinforcement.arrivals", side="axis")
    assert "withdrawn" == where(g, "A-JG51")
    back = idle(table(turn=80))
    for u in gone:
        unit = back.state.units[u]
        unit.hex, unit.box, unit.numbers["back"] = -1, "withdrawn", 80
    ask = run(back, "reinforcement.arrivals", side="axis")
    full = [u for u in sorted(gone) if where(back, u) != WARSAW]
    assert full in ([], ["A-ZG26"]), "in the order of their ids, as many as Warsaw takes"
    assert not full or ask is not None


def test_italy() -> None:
    """EF-PE-15, EF-PE-25  In T90 all Italians go for good, also those of the pool and yet to come, and their points."""
    g = table({"I-CSIR": "3850", "A-HI8": "3749", "A-ITF": "3850"}, turn=90, tracks={"rp I": 3})
    g.state.units["I-II"].box = POOL
    happen(g, "axis")
    italians = ("I-CSIR", "I-II", "I-ALP", "A-HI8", "A-ITF")
    assert {GONE} == {where(g, u) for u in italians}
    assert 0 == g.state.tracks["rp I"]
    assert "EF-PE-15" in events(g)


def test_sicily() -> None:
    """EF-PE-15  In T99 a step of SS panzers or two of others, as the owner likes, and two air units."""
    units = {"G-SSP": WARSAW, "G-XLVII": WARSAW, "A-JG51": WARSAW, "A-KG2": WARSAW, "A-KG3": WARSAW}
    g = happen(table(units, turn=99), "axis")
    assert {"withdraw G-SSP", "withdraw G-XLVII"} == set(
        options(run(g, "reinforcement.withdrawals", side="axis"))
    )
    air = ("withdraw A-JG51", "withdraw A-KG2")
    run(g, "reinforcement.withdrawals", "withdraw G-SSP", *air, side="axis")
    assert (2, 3) == (steps(g, "G-SSP"), steps(g, "G-XLVII"))
    g = happen(table(units, turn=99), "axis")
    run(g, "reinforcement.withdrawals", "withdraw G-XLVII", *air, side="axis")
    assert (3, 1) == (steps(g, "G-SSP"), steps(g, "G-XLVII"))
    assert not g.state.units["A-JG51"].numbers.get("back"), "for good"


def test_bombers_and_normandy() -> None:
    """EF-PE-16, EF-PE-17, EF-RF-17  Three fighters for good and an air point less; three steps, three air units, 2 SP."""
    units = {"A-JG51": WARSAW, "A-JG53": WARSAW, "A-KG2": WARSAW, "G-XLVII": WARSAW}
    g = table(units, turn=120)
    before = yields(g, "axis").air
    happen(g, "axis")
    run(g, "reinforcement.withdrawals", "withdraw A-JG51", side="axis")
    assert {"withdrawn"} == {where(g, u) for u in ("A-JG51", "A-JG53")}, (
        "he has too few: all he has"
    )
    assert before - 1 == yields(g, "axis").air
    g.state.tracks["turn"] = 170
    assert 1 == yields(g, "axis").air, "not below one"
    g = table(units, turn=143)
    sp = yields(g, "axis").sp
    happen(g, "axis")
    run(g, "reinforcement.withdrawals", side="axis")
    assert 1 == steps(g, "G-XLVII")
    assert sp - 2 == yields(g, "axis").sp


# -- nations leave ----------------------------------------------------------------------------------

EAST = (VIIPURI, PETROZAVODSK)


@pytest.mark.parametrize(
    ("turn", "axis", "units", "roll", "out"),
    [
        (122, (), {}, 7, True), (122, (), {}, 6, False), (121, (), {}, 10, False),
        (122, (VIIPURI,), {}, 7, True), (122, (VIIPURI, NARVA), {}, 10, False),
        (122, (PETROZAVODSK, LENINGRAD), {}, 10, False),
        (122, (VIIPURI,), {"G-XII": "2413"}, 10, False),
        (155, (PETROZAVODSK, NARVA), {}, 0, True), (155, (VIIPURI, NARVA), {}, 0, False),
    ],
)  # fmt: skip
def test_the_armistice(
    turn: int, axis: tuple[str, ...], units: dict[str, str], roll: int, out: bool
) -> None:
    """EF-PE-18  East Karelia, or Leningrad free and Narva Soviet: 7 or more; from T155 with Viipuri of itself."""
    g = table(
        units,
        turn=turn,
        own={"axis": axis},
        dice=[roll] if roll else [],
        tracks={FINLAND_CLOSED: 0},
    )
    happen(g, "axis")
    assert out == bool(g.state.tracks.get("finland out"))
    if not roll:
        assert not rolls(g)


def test_after_the_armistice() -> None:
    """EF-PE-18, EF-PE-25  Finns and Germans in Finland are gone, Soviets leave it, its border is shut, nobody counts it."""
    units = {
        "F-II": "2312", "G-XII": "1710", "A-FIF": "1814", "N-FI": "1312", "S-47": "2212",
        "S-21": "2212", "S-1": "2212", "S-2": "2212",
    }  # fmt: skip
    g = table(units, turn=122, dice=[7], tracks={FINLAND_CLOSED: 0, "rp F": 2})
    given: list[str] = []
    while (ask := run(g, "initial.events", *given, side="axis")) is not None:
        assert "soviet" == ask.side, "its owner places it"
        given.append(options(ask)[0])
        g = table(units, turn=122, dice=[7], tracks={FINLAND_CLOSED: 0, "rp F": 2})
    assert {GONE} == {where(g, u) for u in ("F-II", "G-XII", "A-FIF", "N-FI", "Q-FI1")}
    assert all(
        g.content.nation[g.state.units[u].hex] == "S" for u in ("S-47", "S-21", "S-1", "S-2")
    )
    assert broken(g) == []
    assert g.state.tracks[FINLAND_CLOSED]
    assert barred(g, "S-47", VIIPURI, "2312") == "EF-HC-05"
    assert g.grid.hex("1814") not in own_sources(g, "axis")
    assert g.grid.hex("1814") not in score.holds(g, "axis")
    assert 0 == g.state.tracks["rp F"]
    assert "EF-PE-18" in events(g)


@pytest.mark.parametrize(
    ("turn", "soviet", "unit", "roll", "out"),
    [
        (110, (IASI, GALATI), "1751", 6, True), (110, (IASI, GALATI), "1751", 5, False),
        (109, (IASI, GALATI), "1751", 10, False), (110, (), "1751", 10, False),
        (110, (IASI, GALATI), "2051", 10, False), (110, (IASI, GALATI), "1356", 3, True),
        (110, (IASI, GALATI), "1356", 2, False), (110, (CONSTANTA, "2051"), "1751", 6, True),
    ],
)  # fmt: skip
def test_romania(turn: int, soviet: tuple[str, ...], unit: str, roll: int, out: bool) -> None:
    """EF-PE-19  A Soviet unit in Romania and two of five cities, one of them Kishinev: 6 or more; 3 by Bucharest."""
    own = {"soviet": soviet, "axis": ["2051"] if not soviet else []}
    g = table({"S-47": unit}, turn=turn, own=own, dice=[roll])
    happen(g, "axis")
    assert out == ("EF-PE-19" in events(g))


def defected() -> EfGame:
    """Romania has changed sides: R-III and R-V rolled to stay, R-VI to go."""
    units = {
        "S-47": "1751", "R-III": "1456", "R-V": "1256", "G-XII": "1256", "R-IV": "2050", "R-VI": "1556",
        "A-HR3": "1356", "A-JG51": "1356", "N-RO": CONSTANTA, "N-SB": CONSTANTA, "A-ROF": "1357",
    }  # fmt: skip
    dice = [6, *(6 for _ in range(4)), 5, 10]
    own = {"soviet": [IASI, GALATI], "axis": ["2050"]}
    g = table(units, turn=110, own=own, dice=dice, tracks={"rp R": 4}, numbers={"R-III": {LOST: 1}})
    order = sorted(u for u in units if u.startswith(("R-", "A-HR")))
    assert order == ["A-HR3", "R-III", "R-IV", "R-V", "R-VI"]
    return happen(g, "axis")


def test_romanian_units_change_sides() -> None:
    """EF-PE-19  6-10 Soviet, 1-5 gone; gone too abroad, beside Germans, at sea and in the air."""
    g = defected()
    assert "soviet" == g.state.units["R-III"].side
    assert {GONE} == {
        where(g, u) for u in ("R-IV", "R-V", "R-VI", "A-HR3", "N-RO", "A-ROF", "Q-RO1")
    }
    assert 0 == g.state.tracks["rp R"]
    assert g.state.control[g.grid.hex("1456")] == "soviet"
    assert g.state.control[g.grid.hex("1256")] == "axis", "Germans hold it"
    assert g.state.control[g.grid.hex(BUCHAREST)] == "soviet"
    assert "2050" not in {g.grid.name(h) for h, who in g.state.control.items() if who == "soviet"}
    assert broken(g) == []


def test_a_romanian_on_the_soviet_side() -> None:
    """EF-PE-19  It marches, fights and is fed as a Soviet unit, but gets no replacements."""
    g = defected()
    assert "S" == nation(g, "R-III")
    g.place("S-HW", g.grid.hex("1457"), rule="EF-PE-19")
    assert serves(g, "S-HW", "R-III")
    assert "soviet" == Marcher(g, ("R-III",), INITIAL).side
    assert defence(g, Battle("axis", g.grid.hex("1456"), "normal", ("G-XII",))) > 0
    g.state.tracks.update({"rp soviet inf": 6, "rp R": 6})
    assert "R-III" not in restorable(g, "soviet")


def test_german_ships_and_aircraft_leave_romania() -> None:
    """EF-PE-19, EF-HC-03, EF-NV-17  They fly off or sail as from any place that falls, or are lost."""
    g = defected()
    assert where(g, "A-JG51") != "1356"
    assert where(g, "N-SB") == GONE, "no port of the Black Sea is left"


def test_bulgaria() -> None:
    """EF-PE-20  After Romania, with a Soviet unit at its border: its land is Soviet and open."""
    for after, unit, turned in ((1, "1060", True), (0, "1060", False), (1, "1456", False)):
        g = table({"S-47": unit}, turn=112, own={"soviet": [unit]}, dice=[1])
        if after:
            past(g, "EF-PE-19")
        near = any(g.content.nation[n] == "B" for n in g.grid.neighbours[g.grid.hex(unit)])
        assert near == (unit == "1060")
        assert g.state.tracks[BULGARIA_CLOSED]
        happen(g, "soviet")
        assert turned == (g.state.control[g.grid.hex("0662")] == "soviet")
        assert turned == (not g.state.tracks[BULGARIA_CLOSED])


@pytest.mark.parametrize(
    ("turn", "soviet", "roll", "out"),
    [(150, (DEBRECEN, CLUJ), 10, True), (150, (DEBRECEN, "0544"), 10, True),
     (150, (DEBRECEN, CLUJ), 9, False), (149, (DEBRECEN, CLUJ), 10, False),
     (150, (CLUJ, "0544"), 10, False), (150, (DEBRECEN,), 10, False)],
)  # fmt: skip
def test_the_hungarian_crisis(turn: int, soviet: tuple[str, ...], roll: int, out: bool) -> None:
    """EF-PE-21, EF-PE-25  Debrecen and Cluj or Kosice Soviet, a 10: Hungarians gone, the land Soviet but near Germans."""
    units = {"H-III": "0347", "G-XII": "0147", "I-CSIR": "0350", "A-HH1": "0348"}
    g = table(units, turn=turn, own={"soviet": soviet}, dice=[roll], tracks={"finland out": 1})
    happen(g, "axis")
    assert out == (where(g, "H-III") == GONE)
    assert out == ("EF-PE-21" in events(g))
    if out:
        who = {
            h: g.state.control[g.grid.hex(h)] for h in ("0147", "0148", "0347", "0350", DEBRECEN)
        }
        assert who == {
            "0147": "axis",
            "0148": "axis",
            "0347": "axis",
            "0350": "axis",
            DEBRECEN: "soviet",
        }
        far = [
            h for h in sorted(g.content.land) if g.content.nation[h] == "H" and g.grid.column(h) > 5
        ]
        assert {g.state.control[h] for h in far} == {"soviet"}
        assert {GONE} == {where(g, u) for u in ("A-HH1", "Q-HU1")}
        assert broken(g) == []


def test_guards() -> None:
    """EF-PE-22, EF-UN-02  On its date an army becomes Guards with its steps, in the pool too."""
    g = table({"S-62A": "5345"}, turn=84, numbers={"S-62A": {LOST: 1}})
    g.state.units["S-64A"].box = POOL
    before = steps(g, "S-62A")
    happen(g, "soviet")
    assert ("SG", before) == (class_of(g, "S-62A").id, steps(g, "S-62A"))
    assert "SG" == class_of(g, "S-64A").id
    assert "S-62A" in {note["unit"] for note in notes(g, "guards")}
    dates = {}
    for turn in range(80, 140):
        for unit, on in table().content.events.guards.items():
            if on == turn:
                dates[unit] = turn
    assert dates == {
        "S-21A": 84, "S-62A": 84, "S-64A": 84, "S-66A": 84, "S-16A": 86, "S-30A": 84,
        "S-1SH": 90, "S-61A": 110, "S-65A": 136,
    }  # fmt: skip


def test_the_last_levy() -> None:
    """EF-PE-24  The Volkssturm comes to Königsberg, Lodz and Thorn for good, and without a leash."""
    g = happen(idle(table(turn=165, tracks={"finland out": 1})), "axis")
    run(g, "reinforcement.arrivals", side="axis")
    places = {"Q-VS1": "0727", "Q-VS2": "0335", "Q-VS3": "0232"}
    assert places == {u: where(g, u) for u in places}
    assert why_no_end(g, "Q-VS1", g.grid.hex("1135")) is None
    for turn in range(165, 172):
        g.state.tracks["turn"] = turn
        run(g, "reinforcement.reaction_forces", side="axis")
    assert places == {u: where(g, u) for u in places}
    assert HELD not in {where(g, u) for u in places}

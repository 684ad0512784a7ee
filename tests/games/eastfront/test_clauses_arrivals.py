"""Arrivals of East Front, clause by clause: the calendar, conditions, reaction forces, mergers."""

from __future__ import annotations

import pytest

from tests.games.eastfront.laid import laid
from tests.games.eastfront.passes import Found, idle, notes, options, refused, run, where
from tests.games.eastfront.table import table
from wargame.flow.allot import Allotment
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import box_of
from wargame.games.eastfront.sea import sea_of_port
from wargame.games.eastfront.segments.reinforcement import (
    due,
)
from wargame.games.eastfront.state import (
    CUT,
    DUMP,
    GONE,
    LEVEL,
    LOST,
    POOL,
    READY_CHIT,
    RESOURCES,
    SP,
    EfGame,
    class_of,
    most_steps,
    steps,
)
from wargame.games.eastfront.walk import INITIAL, Marcher
from wargame.games.eastfront.words import words
from wargame.rules.arrivals import WAITING

WARSAW, MOSCOW = "0635", "3827"


def coming(*units: str, turn: int, **more: object) -> EfGame:
    """A table on which these units alone are due."""
    g = idle(table(turn=turn, **more))  # type: ignore[arg-type]
    for unit in units:
        g.state.units[unit].box = WAITING
    return g


def arrivals(g: EfGame, side: Side, *answers: str) -> Found:
    """The segment of arrivals, up to the first question without an answer."""
    return run(g, "reinforcement.arrivals", *answers, side=side)


# -- the calendar -----------------------------------------------------------------------------------


def test_units_come_on_their_turn() -> None:
    """EF-RF-01, EF-RF-10  At their hex, on their turn, ready to move."""
    g = coming("G-XL", turn=3)
    assert due(g, "axis") == []
    g = coming("G-XL", turn=4)
    assert due(g, "axis") == ["G-XL"]
    arrivals(g, "axis")
    assert WARSAW == where(g, "G-XL")
    assert {"unit": "G-XL", "hex": g.grid.hex(WARSAW)} in notes(g, "arrives")
    assert len(Marcher(g, ("G-XL",), INITIAL).field().left) > 1, "it may move (EF-RF-11)"
    found = options(run(g, "movement.ground", side="axis", phase=5))
    assert "rail G-XL" in {" ".join(answer.split()[:2]) for answer in found}


@pytest.mark.parametrize("why", ["enemy", "isolated", "full"])
def test_another_place(why: str) -> None:
    """EF-RF-10  Enemy, isolated or full: the nearest source or city of the main net by rail, by choice of equals."""
    own = {"soviet" if why == "enemy" else "axis": [WARSAW]}
    layers = {CUT["axis"]: {WARSAW: int(why == "isolated")}}
    units = dict.fromkeys(("G-XII", "G-XXIV", "G-VII"), WARSAW) if why == "full" else {}
    g = coming("G-XL", turn=4, own=own, layers=layers, units=units)
    ask = arrivals(g, "axis")
    assert where(g, "G-XL") != WARSAW
    found = {where(g, "G-XL")} - {WAITING} or {a.split()[2] for a in options(ask)}
    sources = {"0335", "0340", "0328", "0232", "0345", "0150", "0154", "1357", "1814"}
    kinds = {g.content.place_kind(g.grid.hex(h)) for h in found - sources}
    assert kinds <= {"city", "major city"}
    assert not found & {MOSCOW, "1357", "1814"}, "there are nearer ones"


@pytest.mark.parametrize(
    ("hex_", "wanted"),
    [
        ("2636", "45th Rifle Corps arrives in 2636 (Gomel), as it may not in 2532 (Mogilev)."),
        ("2532", "45th Rifle Corps arrives in 2532 (Mogilev)."),
    ],
)
def test_the_journal_says_where_a_unit_was_due(hex_: str, wanted: str) -> None:
    """EF-RF-10  Told only where it is another hex."""
    g = table()
    arrives = words()["arrives"]
    assert callable(arrives)
    assert wanted == arrives(g, {"unit": "S-45", "hex": g.grid.hex(hex_)})


def test_held_over() -> None:
    """EF-RF-10  With nowhere to go a unit waits for the next turn."""
    everywhere = [name for h in table().content.map.places for name in [table().grid.name(h)]]
    g = coming("G-XL", turn=4, own={"soviet": everywhere})
    arrivals(g, "axis")
    assert WAITING == where(g, "G-XL")
    g.take(g.grid.hex(WARSAW), "axis", rule="EF-RF-10")
    g.state.tracks["turn"] = 5
    arrivals(g, "axis")
    assert WARSAW == where(g, "G-XL")


def test_hqs_air_units_and_ships() -> None:
    """EF-RF-10  An HQ brings 2 SP and no chit; an air unit comes ready; a group to its port or another of its sea."""
    g = coming("A-H2", turn=2)
    arrivals(g, "axis")
    hq = g.state.units["A-H2"]
    assert (2, False) == (hq.numbers[SP], READY_CHIT in hq.states)
    g = coming("A-SG1", turn=44)
    arrivals(g, "axis")
    assert g.state.units["A-SG1"].hex == g.content.air["A-SG1"].base
    assert not g.state.units["A-SG1"].states
    base = g.grid.name(g.content.air["A-SG1"].base)
    g = coming("A-SG1", turn=44, own={"soviet": [base]})
    assert f"place A-SG1 {base}" not in options(arrivals(g, "axis"))
    g = coming("N-SB", turn=38)
    arrivals(g, "axis")
    assert "1958" == where(g, "N-SB")
    g = coming("N-SB", turn=38, own={"soviet": ["1958"], "axis": ["2453"]})
    ask = arrivals(g, "axis")
    assert where(g, "N-SB") == "2453" or "place N-SB 2453" in options(ask)
    ports = [p for p in g.content.ports if sea_of_port(g.content, p) == "Black"]
    g = coming("N-SB", turn=38, own={"soviet": [g.grid.name(p) for p in ports]})
    arrivals(g, "axis")
    assert WAITING == where(g, "N-SB"), "no port of that sea"


def test_supply_is_placed() -> None:
    """EF-RF-11, EF-SP-23  On own sources not isolated, eight on a hex; Helsinki takes two, Bucharest four."""
    g = coming(turn=4, layers={CUT["axis"]: {"0232": 1}})
    ask = arrivals(g, "axis")
    assert isinstance(ask, Allotment)
    most = {row.key: row.most for row in ask.rows()}
    assert (8, 2, 4) == (most["0328"], most["1814"], most["1357"])
    assert "0232" not in most
    assert refused(ask, "allocate 0328=9 0335=5")
    assert refused(ask, "allocate 0328=8"), "all that finds room is placed"
    shares = ask.proposed()
    assert sum(shares.values()) == 14
    assert all(shares[name] <= most[name] for name in shares)
    before = g.state.layers[DUMP].get(g.grid.hex("0328"), 0)
    srp = g.state.layers.get(RESOURCES, {}).get(g.grid.hex("0335"), 0)
    ask = arrivals(g, "axis", "allocate 0328=8 0335=6")
    assert isinstance(ask, Allotment)
    assert "0328" not in {row.key for row in ask.rows()}, "eight lie there"
    g = coming(turn=4)
    both = ("allocate 0328=8 0335=6", "allocate 0335=2")
    run(g, "reinforcement.arrivals", *both, side="axis")
    assert before + 8 == g.state.layers[DUMP][g.grid.hex("0328")]
    assert srp + 2 == g.state.layers[RESOURCES][g.grid.hex("0335")]
    g = coming(turn=4)
    ask = arrivals(g, "soviet")
    assert isinstance(ask, Allotment)
    assert {"3827", "4924"} <= {row.key for row in ask.rows()}


def test_panzer_sets() -> None:
    """EF-RP-16  A set of two divisions comes whole, or as a step each for two other panzer corps, four at most."""
    units = {
        "G-XXXIX": "2032",
        "G-LVII": "2032",
        "G-XLVII": "2131",
        "G-SSP": "2131",
        "G-XXIV": "2033",
    }
    numbers = {"G-XLVII": {LOST: 1}, "G-XXIV": {"most": 4}}
    g = coming("G-2PZ", turn=14, units=units, numbers=numbers)
    found = options(arrivals(g, "axis"))
    assert f"place G-2PZ {WARSAW}" in found
    split = {answer.split()[2] for answer in found if answer.startswith("split")}
    whole = steps(g, "G-LVII")
    assert all(u not in pair.split("+") for pair in split for u in ("G-SSP", "G-2PZ"))
    assert ("G-XXIV" in {u for pair in split for u in pair.split("+")}) == (steps(g, "G-XXIV") < 4)
    before = most_steps(g, "G-XLVII")
    arrivals(g, "axis", "split G-2PZ G-LVII+G-XLVII")
    assert (whole + 1, before) == (steps(g, "G-LVII"), steps(g, "G-XLVII"))
    assert (whole + 1, before) == (most_steps(g, "G-LVII"), most_steps(g, "G-XLVII"))
    assert GONE == where(g, "G-2PZ")
    g = coming("G-SSP", turn=78, units={u: h for u, h in units.items() if u != "G-SSP"})
    arrivals(g, "axis")
    assert WARSAW == where(g, "G-SSP"), "not a set"


# -- losses, mergers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "box"),
    [("S-47", GONE), ("S-7M", GONE), ("S-FR2", GONE), ("G-S1", GONE), ("Q-MOS1", GONE),
     ("Q-HU1", GONE), ("G-XII", POOL), ("S-24A", POOL), ("G-RE3", POOL), ("A-HP2", POOL),
     ("C-PZ", POOL)],
)  # fmt: skip
def test_who_comes_back(unit: str, box: str) -> None:
    """EF-RF-18  SR, SM, FR, GS and reaction forces are gone for good; all others go to the pool."""
    assert box == box_of(table(), unit)


def test_mergers() -> None:
    """EF-RF-19  From T6 two rifle corps of a hex are an army of three steps at most; one keeps its id."""
    units = {"S-47": MOSCOW, "S-21": MOSCOW, "S-1": MOSCOW, "S-44": "3927"}
    g = idle(table(units, turn=5))
    assert not [a for a in options(arrivals(g, "soviet")) if a.startswith("merge")]
    numbers = {"S-21": {LOST: 1}, "S-47": {LEVEL: 1}, "S-1": {LEVEL: 2}}
    g = idle(table(units, turn=6, numbers=numbers))
    found = options(arrivals(g, "soviet"))
    assert {"merge S-47 S-21", "merge S-21 S-47", "merge S-47 S-1"} <= set(found)
    assert not [a for a in found if "S-44" in a], "another hex"
    two = steps(g, "S-47") + steps(g, "S-21")
    arrivals(g, "soviet", "merge S-47 S-21")
    assert ("SA", min(3, two), 3) == (
        class_of(g, "S-47").id,
        steps(g, "S-47"),
        most_steps(g, "S-47"),
    )
    assert (1, GONE) == (g.state.units["S-47"].numbers[LEVEL], where(g, "S-21"))
    assert POOL == box_of(g, "S-47"), "an army may be rebuilt"
    g = idle(table(units, turn=6, numbers=numbers))
    arrivals(g, "soviet", "merge S-47 S-1")
    assert (3, 2) == (steps(g, "S-47"), g.state.units["S-47"].numbers[LEVEL])


def test_no_merger_is_asked_once_a_turn() -> None:
    """EF-RF-19  Who will not merge in a hex is not asked again there that turn; "none" declines it everywhere."""
    g = idle(table({"S-47": MOSCOW, "S-21": MOSCOW}, turn=6))
    assert not [a for a in options(arrivals(g, "soviet", "done")) if a.startswith("merge")]
    g.state.tracks["turn"] = 7
    assert "merge S-47 S-21" in options(arrivals(g, "soviet"))
    g = idle(table({"S-47": MOSCOW, "S-21": MOSCOW, "S-44": "3927", "S-1": "3927"}, turn=6))
    both = options(arrivals(g, "soviet"))
    again = options(arrivals(g, "soviet", "done"))
    assert ("none" in both, "none" in again) == (True, False)
    g = idle(table({"S-47": MOSCOW, "S-21": MOSCOW, "S-44": "3927", "S-1": "3927"}, turn=6))
    assert not [a for a in options(arrivals(g, "soviet", "none")) if a.startswith("merge")]


def test_an_air_unit_whose_base_is_lost_comes_to_any_other() -> None:
    """EF-RF-10, EF-AR-12  "Any own base that could take them": towns, airfields that were built, the hex of an HQ."""
    session = laid(
        "eastfront.axis.reinforcement.arrivals",
        {"A-HUA": {"box": "waiting"}, "A-H4": "0938", "G-VII": "0938"},
        turn=2,
        layout={"control": {"soviet": ["0547"]}, "airfield": {"0939": 1}},
    )
    for base in ("0938", "0939", "0937"):
        assert session.why_not(f"place A-HUA {base}") is None
    assert session.why_not("place A-HUA 0547") is not None
    assert session.why_not("place A-HUA 0936") is not None

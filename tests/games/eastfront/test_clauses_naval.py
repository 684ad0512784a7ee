"""Ships of East Front, clause by clause: movement, reaction, battle, transport, landings, their supply."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import Found, notes, options, refused, rolls, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront.asks.naval import left
from wargame.games.eastfront.content import load_content
from wargame.games.eastfront.face import EastFrontFace
from wargame.games.eastfront.naval_odds import surface
from wargame.games.eastfront.sea import (
    free_transport,
    port_capacity,
    reduced,
    sailable,
    sea_of_port,
    sea_path,
    water_of,
)
from wargame.games.eastfront.state import (
    AT_SEA,
    FIRED,
    FROZEN,
    GONE,
    LOST,
    PORT_HITS,
    ROUTES,
    SAILED,
    SHIPPED,
    SPENT,
    EfGame,
    steps,
)
from wargame.games.eastfront.supply import supplied_now

SEVASTOPOL, ODESSA, CONSTANTA, NOVO = "3058", "2453", "1958", "4058"
MEMEL, DANZIG, HANKO = "0925", "0328", "1514"


def sea(g: EfGame, side: str, *answers: str, phase: int = 5) -> Found:
    """A naval segment."""
    return run(g, "naval.move", *answers, side=side, phase=phase)


def end(g: EfGame, side: str) -> None:
    """Segment 13.1."""
    assert run(g, "end.naval", side=side) is None


# -- movement ---------------------------------------------------------------------------------------


def test_every_group_as_printed() -> None:
    """EF-NV-10, EF-NV-23  The groups of 6.5 by sea, steps, values; a port lies at the sea of that name."""
    content = load_content("campaign")
    n = content.naval
    values = {
        u: (n[u].surface, n[u].bombard, n[u].transport, n[u].steps, n[u].ma, n[u].sea) for u in n
    }
    assert values["N-BB"] == (6, 5, 0, 2, 18, "Baltic")
    assert values["N-XT"] == (1, 0, 5, 2, 16, "Black")
    assert values["N-GB"] == (8, 6, 0, 2, 20, "Baltic")
    assert {row[5] for row in values.values()} == {"Baltic", "Black", "White", "Ladoga", "Caspian"}
    hexes = {content.grid.name(p): sea_of_port(content, p) for p in content.ports}
    assert hexes["3951"] == hexes[CONSTANTA] == "Black", "Azov is of the Black Sea"
    assert hexes["3302"] == hexes["4102"] == "White", "so is the Dvina of the White Sea"


def test_ships_sail() -> None:
    """EF-MV-01, EF-NV-11, EF-EX-01  A hex a point, a port one more at each end; both segments share the allowance."""
    g = table({"N-XC": SEVASTOPOL})
    sea(g, "soviet", "sail N-XC 2856")
    cost = g.state.units["N-XC"].numbers[SAILED]
    assert 3 == cost, "out of port, 2956, 2856"
    sea(g, "soviet", f"sail N-XC {SEVASTOPOL}", phase=8)
    assert (2 * cost, 24 - 2 * cost) == (
        g.state.units["N-XC"].numbers[SAILED],
        left(g, g.state.units["N-XC"]),
    )
    g.set_number("N-XC", SAILED, 20, rule="EF-NV-11")
    assert refused(sea(g, "soviet"), f"sail N-XC {ODESSA}") == "EF-NV-11"
    run(g, "end.oc", side="soviet")
    assert 24 == left(g, g.state.units["N-XC"])


def test_forces() -> None:
    """EF-NV-10  Groups of one hex go together, at the least MA; from two hexes they do not."""
    g = table({"N-XB": SEVASTOPOL, "N-XC": SEVASTOPOL, "N-XT": ODESSA})
    ask = sea(g, "soviet")
    assert refused(ask, "sail N-XB+N-XT 2856") == "EF-NV-10"
    g.set_number("N-XB", SAILED, 19, rule="EF-NV-11")
    assert refused(sea(g, "soviet"), "sail N-XB+N-XC 2856") == "EF-NV-11"
    gone = sea(table({"N-XC": SEVASTOPOL}), "soviet")
    assert refused(gone, "sail N-XT 2856") == "EF-NV-10"  # not on the map
    g.set_number("N-XB", SAILED, 0, rule="EF-NV-11")
    sea(g, "soviet", "sail N-XB+N-XC 2856")
    assert ["2856", "2856"] == [where(g, u) for u in ("N-XB", "N-XC")]


def test_a_group_of_one_step() -> None:
    """EF-NV-10  Half its surface, bombard and transport values, rounded up."""
    g = table({"N-XB": SEVASTOPOL, "N-XT": ODESSA})
    assert (5, 5) == (reduced(g, "N-XB", 5), reduced(g, "N-XT", 5))
    for u in ("N-XB", "N-XT"):
        g.set_number(u, LOST, 1, rule="EF-NV-10")
    assert (3, 3) == (reduced(g, "N-XB", 5), free_transport(g, g.state.units["N-XT"]))
    assert 3 == surface(g, ["N-XB"], attacks=False)
    face = EastFrontFace()
    assert "3-3-1" == face.counter(g, "N-XB").strength, "the counter shows what counts"
    assert "surface 1, bombard 0, transport 3" in " ".join(face.unit_lines(g, "N-XT"))


def test_spent_groups() -> None:
    """EF-NV-10  They sail only towards a port, do not react; after gunfire they are ready again at 13.1."""
    g = table({"N-XC": "2856"}, states={"N-XC": [SPENT, FIRED]})
    ask = sea(g, "soviet")
    assert refused(ask, "sail N-XC 2755") == "EF-NV-10"
    assert ask is not None
    assert ask.read("sail N-XC 2956")
    assert ask.read(f"sail N-XC {SEVASTOPOL}")
    end(g, "soviet")
    assert SPENT not in g.state.units["N-XC"].states
    g = table({"N-XC": "2856"}, states={"N-XC": [SPENT]}, numbers={"N-XC": {AT_SEA: 1}})
    end(g, "soviet")
    assert SPENT in g.state.units["N-XC"].states, "spent by time at sea"


def test_passages_and_ice() -> None:
    """EF-NV-11, EF-NV-23, EF-WX-04  Kerch is open to who holds it; frozen water and a port with it lock ships in."""
    for owner, able in (("soviet", True), ("axis", False)):
        g = table(own={owner: ["3756"]})
        assert able == (g.grid.hex("3757") in sailable(g, "soviet")[g.grid.hex("3755")])
    g = table({"N-BB": "2615"}, tracks={FROZEN["A"]: 1, FROZEN["B"]: 1})
    assert not water_of(g, g.grid.hex("2615"))
    assert 0 == port_capacity(g, g.grid.hex("2615"))
    assert sea(g, "soviet") is None
    assert refused(sea(table({"N-BB": "0923"}), "soviet"), f"sail N-BB {DANZIG}") == "EF-NV-11"


# -- reaction and battle ----------------------------------------------------------------------------


def test_w13_naval_reaction() -> None:
    """EF-MV-02, EF-NV-12, EF-NV-13  W13: N-RO meets N-XT at 2755, and sinks it."""
    g = table({"N-XT": "2655", "N-RO": CONSTANTA}, dice=[5, 6, 7])
    assert (
        7 == len(sea_path(g, "axis", water_of(g, g.grid.hex(CONSTANTA)), {g.grid.hex("2755")})) - 1
    )
    ask = sea(g, "soviet", "sail N-XT 2755")
    assert ask is not None
    assert "axis" == ask.side
    assert ["pass", "react N-RO 2655", "react N-RO 2755"] == options(ask)
    path = "2453-2454-2554-2655-2755-2856-2956-2957-3058"
    g = table({"N-XT": ODESSA, "N-RO": CONSTANTA}, dice=[5, 6, 7])
    assert refused(sea(g, "soviet"), "sail N-XT 2554-2033-3058") == "EF-NV-11", "over land"
    assert refused(sea(g, "soviet"), "sail N-XT 1862-3058-1862") == "EF-NV-11", "beyond 16 MP"
    assert sea(g, "soviet", f"sail N-XT {path}", "react N-RO 2755", "return") is None
    assert (GONE, CONSTANTA) == (where(g, "N-XT"), where(g, "N-RO"))
    assert 2 == steps(g, "N-RO")


@pytest.mark.parametrize(
    ("units", "states", "able"),
    [
        ({"N-RO": CONSTANTA}, {}, True), ({"N-RO": CONSTANTA}, {"N-RO": [SPENT]}, False),
        ({"N-RO": "2164"}, {}, False), ({"N-GL": MEMEL}, {}, False),
        ({"N-RO": "2457"}, {}, True),
    ],
)  # fmt: skip
def test_who_reacts(units: dict[str, str], states: dict[str, list[str]], *, able: bool) -> None:
    """EF-NV-12  One operative group of the same sea, at sea or in port, within 8 hexes of the path."""
    g = table({"N-XT": ODESSA, **units}, states=states)
    ask = sea(g, "soviet", f"sail N-XT {SEVASTOPOL}")
    assert able == (ask is not None and ask.key == "naval.react")


def test_contact() -> None:
    """EF-NV-12  6 or less, submarines 4 or less; without contact the group stays where it came to."""
    for unit, roll, met in (("N-RO", 6, 1), ("N-RO", 7, 0), ("N-SB", 4, 1), ("N-SB", 5, 0)):
        g = table({"N-XC": ODESSA, unit: CONSTANTA}, dice=[roll, 1, 1])
        sea(
            g,
            "soviet",
            f"sail N-XC {SEVASTOPOL}",
            f"react {unit} 2454",
            *(["stay", "stay"] if met else []),
        )
        assert (1 + 2 * met, "2454") == (rolls(g), where(g, unit))


def test_reactions_are_few() -> None:
    """EF-NV-12  Two against a force in a phase, however it sails; a group reacts once a phase."""
    others = {"N-RO": CONSTANTA, "N-SB": CONSTANTA, "N-MFP": CONSTANTA}
    g = table({"N-XC": ODESSA, **others}, dice=[10, 10, 10, 10])
    ask = sea(g, "soviet", "sail N-XC 2755", "react N-RO 2454")
    assert "react N-RO" not in " ".join(options(ask)), "it has reacted"
    assert any(a.startswith("react N-SB") for a in options(ask))
    g = table({"N-XC": ODESSA, **others}, dice=[10, 10, 10, 10])
    ask = sea(g, "soviet", "sail N-XC 2755", "react N-RO 2454", "react N-SB 2454")
    assert ask is not None
    assert "naval" == ask.key, "no third"
    g = table({"N-XC": ODESSA, **others}, dice=[10, 10, 10, 10])
    ask = sea(g, "soviet", "sail N-XC 2755", "react N-RO 2454", "react N-SB 2454", "sail N-XC 2856")
    assert ask is not None
    assert "naval" == ask.key, "nor one on its way on"


@pytest.mark.parametrize(
    ("ours", "theirs", "roll", "hits"),
    [("N-RO", "N-XT", 2, 0), ("N-RO", "N-XT", 3, 1), ("N-RO", "N-XT", 6, 1), ("N-RO", "N-XT", 7, 2),
     ("N-RO", "N-XB", 7, 0), ("N-RO", "N-XB", 8, 1), ("N-SB", "N-XB", 8, 1), ("N-RO", "N-XS", 2, 1)],
)  # fmt: skip
def test_battle(ours: str, theirs: str, roll: int, hits: int) -> None:
    """EF-NV-13  d10 + own - enemy surface: 5-8 one hit, 9 two; a submarine that does not attack counts nothing."""
    g = table({theirs: ODESSA, ours: CONSTANTA}, dice=[1, 1, roll])
    difference = surface(g, [ours], attacks=True) - surface(g, [theirs], attacks=False)
    assert hits == (2 if roll + difference >= 9 else 1 if roll + difference >= 5 else 0)
    sea(g, "soviet", f"sail {theirs} {SEVASTOPOL}", f"react {ours} 2454")
    left_ = steps(g, theirs) if g.state.units[theirs].hex >= 0 else 0
    assert hits == 2 - left_


def test_the_difference_is_four_at_most() -> None:
    """EF-NV-13  However strong a side is, its die is changed by four; both sides hit at once."""
    g = table({"N-XB": ODESSA, "N-XC": ODESSA, "N-RT": CONSTANTA}, dice=[1, 10, 1])
    sea(g, "soviet", f"sail N-XB+N-XC {SEVASTOPOL}", "react N-RT 2454")
    facts = [n for n in g.journal if "naval_battle" in repr(n)]
    assert len(facts) == 2
    assert "('more', 4)" in repr(facts[0]), "the die of the phasing side falls first"
    assert "-4" in repr(facts[1])


def test_transports_are_spared() -> None:
    """EF-NV-13  The first hit falls on another group of the side, the second on any its owner likes."""
    g = table({"N-XT": ODESSA, "N-DN": ODESSA, "N-RO": CONSTANTA}, dice=[1, 10, 10])
    ask = sea(g, "soviet", "sail N-DN+N-XT 2553", "react N-RO 2553")
    assert where(g, "N-DN") == GONE, "the flotilla is hit first"
    assert 1 == steps(g, "N-XT")
    assert ask is not None


def test_after_a_battle() -> None:
    """EF-NV-13  The phasing force goes on, or returns to the port it came from."""
    for answer, hex_ in (("stay", "2856"), ("return", ODESSA)):
        g = table({"N-XB": ODESSA, "N-RO": CONSTANTA}, dice=[1, 1, 1])
        ask = sea(g, "soviet", "sail N-XB 2856", "react N-RO 2454")
        assert ask is not None
        assert ("axis", ["stay", "return"]) == (ask.side, options(ask)), "those who met it, too"
        g = table({"N-XB": ODESSA, "N-RO": CONSTANTA}, dice=[1, 1, 1])
        ask = sea(g, "soviet", "sail N-XB 2856", "react N-RO 2454", "stay")
        assert ask is not None
        assert ("soviet", ["stay", "return"]) == (ask.side, options(ask))
        g = table({"N-XB": ODESSA, "N-RO": CONSTANTA}, dice=[1, 1, 1])
        sea(g, "soviet", "sail N-XB 2856", "react N-RO 2454", "stay", answer)
        assert hex_ == where(g, "N-XB")


# -- transport and landings -------------------------------------------------------------------------


def loaded(size: int = 2, **more: object) -> EfGame:
    """A corps of so many steps in Odessa, with a transport group beside it."""
    g = table({"N-XT": ODESSA, "S-47": ODESSA}, **more)  # type: ignore[arg-type]
    g.set_number("S-47", LOST, g.content.units["S-47"].steps - size, rule="EF-NV-14")
    return g


def test_sea_transport() -> None:
    """EF-NV-14  A unit goes from port to port with a group, uses both, and moves no more."""
    g = loaded()
    sea(g, "soviet", f"ship S-47 by N-XT {SEVASTOPOL}")
    assert (SEVASTOPOL, SEVASTOPOL) == (where(g, "S-47"), where(g, "N-XT"))
    assert SHIPPED in g.state.units["S-47"].states
    found = options(run(g, "movement.ground", side="soviet", phase=5))
    assert not [a for a in found if a.split()[0] in ("move", "rail") and "S-47" in a]


def test_room_in_ports_and_ships() -> None:
    """EF-NV-14, EF-NV-24  A major port handles four, a minor two, less its hits; ships carry what serves no route."""
    g = loaded()
    for port, most in ((ODESSA, 4), ("3057", 2)):
        assert most == port_capacity(g, g.grid.hex(port))
    able = f"ship S-47 by N-XT {SEVASTOPOL}"
    ask = sea(loaded(), "soviet")
    assert ask is not None
    assert ask.read(able)
    assert refused(sea(loaded(layers={PORT_HITS: {ODESSA: 3}}), "soviet"), able) == "EF-NV-14"
    assert refused(sea(loaded(layers={PORT_HITS: {SEVASTOPOL: 3}}), "soviet"), able) == "EF-NV-14"
    g = loaded()
    g.set_list(ROUTES["soviet"], [f"N-XT {SEVASTOPOL}"] * 4, rule="EF-NV-24")
    assert 1 == free_transport(g, g.state.units["N-XT"])
    assert refused(sea(g, "soviet"), able) == "EF-NV-14"


def test_no_boarding_under_fire() -> None:
    """EF-NV-14  Not out of an enemy ZOC, nor after moving."""
    near = next(
        h for h in table().grid.neighbours[table().grid.hex(ODESSA)] if h in table().content.land
    )
    g = table({"N-XT": ODESSA, "S-47": ODESSA, "G-XII": table().grid.name(near)})
    assert refused(sea(g, "soviet"), f"ship S-47 by N-XT {SEVASTOPOL}") == "EF-NV-14"
    g = loaded(states={"S-47": ["moved"]})
    assert refused(sea(g, "soviet"), f"ship S-47 by N-XT {SEVASTOPOL}") == "EF-NV-14"


@pytest.mark.parametrize(
    ("dice", "steps_", "box"), [([1, 1, 10], 0, GONE), ([1, 1, 3, 6], 1, ""), ([1, 1, 3, 5], 2, "")]
)
def test_cargo(dice: list[int], steps_: int, box: str) -> None:
    """EF-NV-13  A transport that is sunk takes its cargo along; a hit costs one a step on 6 or more."""
    g = loaded(dice=dice)
    g.place("N-RO", g.grid.hex(CONSTANTA), rule="EF-NV-13")
    sea(
        g,
        "soviet",
        f"ship S-47 by N-XT {SEVASTOPOL}",
        "react N-RO 2454",
        *(["stay"] if box else ["stay", "stay"]),
    )
    assert steps_ == steps(g, "S-47")
    assert (box or SEVASTOPOL) == where(g, "S-47")


def landing(**more: object) -> EfGame:
    """Two steps off an Axis coast of the Crimea."""
    g = table()
    south = [g.grid.name(h) for h in g.content.land if g.grid.column(h) < 38 and g.grid.row(h) > 44]
    return table({"N-XT": NOVO, "S-47": NOVO}, own={"axis": south}, **more)  # type: ignore[arg-type]


def test_a_landing() -> None:
    """EF-NV-15  Up to two steps on an enemy coast of clear ground or a town; supplied that turn, only hasty attacks."""
    g = landing()
    g.set_number("S-47", LOST, g.content.units["S-47"].steps - 2, rule="EF-NV-15")
    sea(g, "soviet", "ship S-47 by N-XT 3457")
    assert ("3457", "soviet") == (where(g, "S-47"), g.state.control[g.grid.hex("3457")])
    assert {"S-47"} == {n["unit"] for n in notes(g, "lands")}
    assert supplied_now(g, "S-47")
    run(g, "end.oc", side="soviet")
    assert not supplied_now(g, "S-47"), "for that player-turn"


def test_nobody_lands_in_a_city() -> None:
    """EF-NV-15, R-335  "Clear or town": a city on clear ground is neither."""
    g = landing()
    g.set_number("S-47", LOST, g.content.units["S-47"].steps - 1, rule="EF-NV-15")
    assert g.content.map.terrain[g.grid.hex("3058")] == "clear"
    assert refused(sea(g, "soviet"), "ship S-47 by N-XT 3058") == "EF-NV-15"


def test_no_landing() -> None:
    """EF-NV-15  Not with more than two steps of a group, on an enemy unit, in a blizzard, in hard country, inland."""
    order = "ship S-47 by N-XT 3457"
    g = landing()
    g.set_number("S-47", "most", 3, rule="EF-NV-15")
    assert refused(sea(g, "soviet"), order) == "EF-NV-15"
    g = landing()
    g.place("G-S2", g.grid.hex("3457"), rule="EF-NV-15")
    assert refused(sea(g, "soviet"), order) in ("EF-NV-15", "EF-NV-14")
    g = landing(tracks={"weather D": "B"})
    assert refused(sea(g, "soviet"), order) == "EF-NV-15"
    g = landing(numbers={"N-XT": {"landed": 1}})
    g.set_number("S-47", LOST, g.content.units["S-47"].steps - 2, rule="EF-NV-15")
    assert refused(sea(g, "soviet"), order) == "EF-NV-15", "one step is ashore already"
    g = landing()
    hard = next(
        h for h in sorted(g.content.land)
        if g.content.map.terrain[h] == "mountain" and not g.content.place_kind(h)
        and g.state.control[h] == "axis" and any(n in g.content.sea for n in g.grid.neighbours[h])
    )  # fmt: skip
    g.set_number("S-47", LOST, g.content.units["S-47"].steps - 1, rule="EF-NV-15")
    assert refused(sea(g, "soviet"), f"ship S-47 by N-XT {g.grid.name(hard)}") == "EF-NV-15"

"""Ports of East Front, clause by clause: routes over sea, flight from them, supply of ships."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import Found, awaited, options, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront.content import load_content
from wargame.games.eastfront.fleet import flee
from wargame.games.eastfront.isolation import connected
from wargame.games.eastfront.sea import (
    free_transport,
    joined_ports,
    routes,
)
from wargame.games.eastfront.state import (
    AT_SEA,
    CUT,
    DUMP,
    FROZEN,
    GONE,
    LOST,
    PORT_HITS,
    SPENT,
    EfGame,
    steps,
)
from wargame.games.eastfront.supply import few_heads, judge

SEVASTOPOL, ODESSA, CONSTANTA, NOVO = "3058", "2453", "1958", "4058"
MEMEL, DANZIG, HANKO = "0925", "0328", "1514"


def sea(g: EfGame, side: str, *answers: str, phase: int = 5) -> Found:
    """A naval segment."""
    return run(g, "naval.move", *answers, side=side, phase=phase)


def end(g: EfGame, side: str) -> None:
    """Segment 13.1."""
    assert run(g, "end.naval", side=side) is None


# -- ports, routes, supply --------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "left_"), [(3, 1), (4, 2)])
def test_a_port_falls(roll: int, left_: int) -> None:
    """EF-NV-17  Its groups sail to an own port of the sea, as the owner says, and on 1-3 lose a step."""
    g = table({"N-XC": ODESSA}, dice=[roll])
    port = g.grid.hex(ODESSA)
    ask = awaited(flee(g, "soviet", port), [])
    assert {f"flee N-XC {SEVASTOPOL}", f"flee N-XC {NOVO}"} <= set(options(ask))
    awaited(flee(g, "soviet", port), [f"flee N-XC {SEVASTOPOL}"])
    assert (SEVASTOPOL, left_) == (where(g, "N-XC"), steps(g, "N-XC"))


def test_nowhere_to_flee() -> None:
    """EF-NV-17  Without a port within MA, not isolated and free of ice, or locked by ice, they are lost."""
    ports = [h for h, _ in load_content("campaign").ports.items()]
    g = table({"N-BB": "2615"}, tracks={FROZEN["A"]: 1, FROZEN["B"]: 1})
    assert awaited(flee(g, "soviet", g.grid.hex("2615")), []) is None
    assert GONE == where(g, "N-BB")
    names = [g.grid.name(p) for p in ports]
    g = table({"N-XC": ODESSA}, layers={CUT["soviet"]: dict.fromkeys(names, 1)})
    awaited(flee(g, "soviet", g.grid.hex(ODESSA)), [])
    assert GONE == where(g, "N-XC")
    g = table({"N-XC": ODESSA}, own={"axis": names})
    awaited(flee(g, "soviet", g.grid.hex(ODESSA)), [])
    assert GONE == where(g, "N-XC")


def served(g: EfGame, side: str = "soviet") -> dict[str, int]:
    """Ports in sea connection, with points."""
    found = joined_ports(g, side, connected(g, side))  # type: ignore[arg-type]
    return {g.grid.name(h): n for h, n in found.items()}


def test_sea_connection() -> None:
    """EF-NV-19, EF-NV-24  A transport point serves a port by another of the sea; Hanko has one from the start."""
    g = table(clear=False, turn=1)
    assert [("N-BT", g.grid.hex(HANKO))] == routes(g, "soviet")
    assert {HANKO: 1} == served(g)
    for change in ("spent", "hits", "enemy", "ice", "far"):
        g = table({"N-BT": "2615"})
        if change == "spent":
            g.gain("N-BT", SPENT, rule="EF-NV-19")
        if change == "hits":
            g.set_layer(PORT_HITS, {g.grid.hex(HANKO): 2}, rule="EF-NV-19")
        if change == "enemy":
            g.place("N-GL", g.grid.hex("1715"), rule="EF-NV-19")
        if change == "ice":
            g.set_track(FROZEN["A"], 1, rule="EF-NV-19")
        if change == "far":
            g.box("N-BT", GONE, rule="EF-NV-19")
        assert served(g) == {}, change
    g = table({"N-BT": "2615", "N-GL": MEMEL})
    assert {HANKO: 1} == served(g), "a surface group in port does not matter"


def test_any_clear_way_to_a_connected_port_will_do() -> None:
    """EF-NV-19  The nearest port lies behind an enemy surface group at sea: another, farther one joins it."""
    g = table({"N-XT": SEVASTOPOL, "N-RO": "2455"})
    sea(g, "soviet", f"route N-XT {SEVASTOPOL}")
    for port in g.content.ports:
        if g.grid.name(port) not in (SEVASTOPOL, ODESSA, NOVO):
            g.take(port, "axis", rule="EF-NV-19")
    assert {SEVASTOPOL: 1} == served(g), "by Novorossiysk, though Odessa is nearer"
    g.take(g.grid.hex(NOVO), "axis", rule="EF-NV-19")
    assert {} == served(g), "only Odessa is left, and the group is near the way there"
    g.place("N-RO", g.grid.hex("1959"), rule="EF-NV-19")
    assert {SEVASTOPOL: 1} == served(g), "by Odessa, and the group is far from the way"


def test_routes() -> None:
    """EF-NV-24  Points are given and taken back in 5.1, and stay till then; they carry nothing else."""
    g = table({"N-XT": SEVASTOPOL})
    sea(g, "soviet", f"route N-XT {ODESSA}")
    assert [("N-XT", g.grid.hex(ODESSA))] == routes(g, "soviet")[-1:]
    assert 4 == free_transport(g, g.state.units["N-XT"])
    run(g, "end.oc", side="soviet")
    assert ("N-XT", g.grid.hex(ODESSA)) in routes(g, "soviet")
    assert not [a for a in options(sea(g, "soviet", phase=8)) if "route" in a]
    sea(g, "soviet", f"unroute N-XT {ODESSA}")
    assert ("N-XT", g.grid.hex(ODESSA)) not in routes(g, "soviet")


def test_sea_supply() -> None:
    """EF-NV-20  Each point feeds four units, stacking value six, within three of its port."""
    g = table({"N-BT": "2615"})
    head = next(h for h in few_heads(g, "soviet") if h.name == HANKO)
    assert (3, 4, 6, 0) == (head.path, head.units, head.value, head.stock)


def test_time_at_sea() -> None:
    """EF-EP-01, EF-EP-10, EF-NV-21  At sea the count grows; at three a step goes each turn; a port wipes it out."""
    g = table({"N-XC": "2856"})
    for count, left_ in ((1, 2), (2, 2), (3, 1)):
        end(g, "soviet")
        assert (count, left_) == (g.state.units["N-XC"].numbers[AT_SEA], steps(g, "N-XC"))
    assert SPENT in g.state.units["N-XC"].states
    end(g, "soviet")
    assert GONE == where(g, "N-XC")
    g = table({"N-XC": SEVASTOPOL}, numbers={"N-XC": {AT_SEA: 2}}, states={"N-XC": [SPENT]})
    end(g, "soviet")
    assert (0, False) == (
        g.state.units["N-XC"].numbers.get(AT_SEA, 0),
        SPENT in g.state.units["N-XC"].states,
    )


def test_a_port_cut_off() -> None:
    """EF-NV-21  In an isolated port the count stands still for eight turns."""
    cut = {CUT["soviet"]: {SEVASTOPOL: 1}}
    g = table({"N-XC": SEVASTOPOL}, numbers={"N-XC": {AT_SEA: 1}}, layers=cut)
    for _ in range(8):
        end(g, "soviet")
        assert 1 == g.state.units["N-XC"].numbers[AT_SEA]
    end(g, "soviet")
    assert 2 == g.state.units["N-XC"].numbers[AT_SEA]


@pytest.mark.parametrize(
    ("unit", "port", "back"), [("N-XC", SEVASTOPOL, 1), ("N-XC", "3057", 0), ("N-RO", CONSTANTA, 0)]
)
def test_repairs_at_sea(unit: str, port: str, back: int) -> None:
    """EF-NV-22  A step in sixteen turns at a supplied major port; never for the Finnish and Romanian squadrons."""
    g = table({unit: port}, turn=4, numbers={unit: {LOST: 1}})
    side = g.content.naval[unit].side
    end(g, side)
    g.state.tracks["turn"] = 19
    end(g, side)
    assert 1 == g.state.units[unit].numbers[LOST]
    g.state.tracks["turn"] = 20
    end(g, side)
    assert 1 - back == g.state.units[unit].numbers.get(LOST, 0)


def test_a_group_that_was_hit_serves_less() -> None:
    """EF-NV-10, EF-NV-19  Five points on routes are three once a step is lost: those assigned first."""
    ports = ["2751", "2852", "3057", "3457", "4058"]
    layers = [f"N-XT {port}" for port in ports]
    for lost, n in ((0, 5), (1, 3)):
        g = table({"N-XT": SEVASTOPOL}, numbers={"N-XT": {LOST: lost}})
        g.set_list("routes soviet", layers, rule="EF-NV-24")
        assert set(ports[:n]) == set(served(g))


def test_limits_that_hard_country_does_not_stretch() -> None:
    """EF-SP-28, EF-NV-20, EF-SP-22  The limit of 4 and an HQ's range are 2 higher; those of a port by sea and of a dump cut off are not."""
    g = table({"S-1": "6005"}, layers={DUMP: {"6007": 1}})
    for cut, able in ((0, True), (1, False)):
        g.set_layer(CUT["soviet"], {g.grid.hex("6007"): cut}, rule="EF-IS-02")
        assert able == ("S-1" in judge(g, "soviet").units)

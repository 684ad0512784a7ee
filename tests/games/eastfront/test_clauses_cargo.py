"""Sea transport of East Front, clause by clause: cargoes, escorts, exploitation, landings, points of a route."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import Found, notes, options, refused, run, where
from tests.games.eastfront.table import table
from wargame.flow.ask import IllegalAnswer
from wargame.games.eastfront.declared import why_no_part
from wargame.games.eastfront.sea import free_transport
from wargame.games.eastfront.state import (
    DUMP,
    LOST,
    PORT_HITS,
    RESOURCES,
    ROUTES,
    EfGame,
    steps,
)
from wargame.games.eastfront.strength import EXPLOIT
from wargame.games.eastfront.supply import few_heads

SEVASTOPOL, ODESSA, CONSTANTA, NOVO = "3058", "2453", "1958", "4058"
CASPIAN = "6360"


def sea(g: EfGame, side: str, *answers: str, phase: int = 5) -> Found:
    """A naval segment."""
    return run(g, "naval.move", *answers, side=side, phase=phase)


def loaded(units: dict[str, str] | None = None, **more: object) -> EfGame:
    """Corps of two steps and of one in Odessa, with a transport group and supply."""
    found = {"N-XT": ODESSA, "S-47": ODESSA, "S-48": ODESSA, **(units or {})}
    layers = {DUMP: {ODESSA: 5}, RESOURCES: {ODESSA: 1}}
    g = table(found, layers=layers, **more)  # type: ignore[arg-type]
    g.set_number("S-48", LOST, g.content.units["S-48"].steps - 1, rule="EF-NV-14")
    return g


def stock(g: EfGame, place: str, layer: str = DUMP) -> int:
    """Points in a hex."""
    return g.state.layers.get(layer, {}).get(g.grid.hex(place), 0)


def test_supply_is_cargo() -> None:
    """EF-SP-11, EF-NV-10, EF-NV-14  SP and SRP go with a naval group in 5.1, each like a step; both ports handle them."""
    g = loaded()
    assert f"ship 4sp by N-XT {SEVASTOPOL}" in options(sea(g, "soviet"))
    assert refused(sea(g, "soviet"), f"ship 6sp by N-XT {SEVASTOPOL}") == "EF-NV-14", "five at most"
    assert refused(sea(g, "soviet"), f"ship 2srp by N-XT {SEVASTOPOL}") == "EF-SP-11", (
        "one is there"
    )
    sea(g, "soviet", f"ship 2 sp by N-XT {SEVASTOPOL}")
    assert (3, 2, SEVASTOPOL) == (stock(g, ODESSA), stock(g, SEVASTOPOL), where(g, "N-XT"))
    assert 3 == free_transport(g, g.state.units["N-XT"])
    assert [2] == [n["points"] for n in notes(g, "unloads")]
    g = loaded()
    sea(g, "soviet", f"ship S-47+1sp+1srp by N-XT {SEVASTOPOL}")
    assert (1, 1) == (stock(g, SEVASTOPOL), stock(g, SEVASTOPOL, RESOURCES))
    assert SEVASTOPOL == where(g, "S-47")
    g = loaded()
    g.set_layer(PORT_HITS, {g.grid.hex(ODESSA): 3}, rule="EF-NV-14")
    assert refused(sea(g, "soviet"), f"ship 2sp by N-XT {SEVASTOPOL}") == "EF-NV-14"


def test_units_go_together() -> None:
    """EF-NV-13, EF-NV-14  As many as ships and ports take; a unit is named once."""
    g = loaded()
    sea(g, "soviet", f"ship S-47+S-48 by N-XT {SEVASTOPOL}")
    assert [SEVASTOPOL] * 2 == [where(g, u) for u in ("S-47", "S-48")]
    assert 2 == free_transport(g, g.state.units["N-XT"])
    assert refused(sea(loaded(), "soviet"), f"ship S-47+S-47 by N-XT {SEVASTOPOL}") == "EF-NV-14"


@pytest.mark.parametrize(("order", "goods", "left"), [
    ("S-47+1sp", 1, 1), ("S-47+2sp", 1, 1), ("3sp", 2, 2), ("1sp", 1, 2),
])  # fmt: skip
def test_a_cargo_is_lost_in_proportion(order: str, goods: int, left: int) -> None:
    """EF-NV-13, R-299  One of two steps of the transport lost: half the cargo, as its owner says, the rest rounded up."""
    g = loaded({"N-RO": CONSTANTA}, dice=[1, 1, 3])
    answers = [f"ship {order} by N-XT {SEVASTOPOL}", "react N-RO 2454", "stay"]
    ask = sea(g, "soviet", *answers)
    assert ask is not None
    g = loaded({"N-RO": CONSTANTA}, dice=[1, 1, 3])
    losses = {"S-47+1sp": ["lose S-47"], "S-47+2sp": ["lose S-47", "lose sp"]}.get(order, [])
    sea(g, "soviet", *answers, "stay", *losses)
    assert (goods, left) == (stock(g, SEVASTOPOL), steps(g, "S-47"))


def test_goods_of_a_force_that_turns_back() -> None:
    """EF-NV-13  They lie in the port again that it came from; those of a transport sunk are lost."""
    g = loaded({"N-RO": CONSTANTA}, dice=[1, 1, 1])
    sea(g, "soviet", f"ship 2sp by N-XT {SEVASTOPOL}", "react N-RO 2454", "stay", "return")
    assert (5, 0, ODESSA) == (stock(g, ODESSA), stock(g, SEVASTOPOL), where(g, "N-XT"))
    g = loaded({"N-RO": CONSTANTA}, dice=[1, 1, 10])
    sea(g, "soviet", f"ship 2sp by N-XT {SEVASTOPOL}", "react N-RO 2454", "stay")
    assert (3, 0, 2) == (stock(g, ODESSA), stock(g, SEVASTOPOL), 2 - steps(g, "N-XT"))


def test_transports_under_escort() -> None:
    """EF-NV-10, EF-NV-13  Groups of the port sail with them as one force, and are hit before them."""
    g = loaded({"N-XC": ODESSA, "N-RO": CONSTANTA}, dice=[1, 1, 10])
    answers = [f"ship S-47 by N-XT+N-XC {SEVASTOPOL}", "react N-RO 2454", "stay", "stay"]
    sea(g, "soviet", *answers)
    assert [SEVASTOPOL] * 3 == [where(g, u) for u in ("N-XT", "N-XC", "S-47")]
    assert (2, 1) == (steps(g, "N-XT"), steps(g, "N-XC"))
    g = loaded({"N-XC": SEVASTOPOL})
    assert refused(sea(g, "soviet"), f"ship S-47 by N-XT+N-XC {SEVASTOPOL}") == "EF-NV-10"


def test_the_way_of_a_transport_is_its_players() -> None:
    """EF-NV-11, EF-NV-15  Through the hexes named, to the water off the coast that is named."""
    south = ["3457"]
    g = table({"N-XT": NOVO, "S-47": NOVO, "N-RO": CONSTANTA}, own={"axis": south})
    water = [n for n in g.grid.neighbours[g.grid.hex("3457")] if n in g.content.sea]
    assert len(water) > 1, "two roads off that coast"
    ends = set()
    for h in water:
        g = table({"N-XT": NOVO, "S-47": NOVO}, own={"axis": south})
        g.set_number("S-47", LOST, g.content.units["S-47"].steps - 2, rule="EF-NV-15")
        sea(g, "soviet", f"ship S-47 by N-XT {g.grid.name(h)}-3457")
        assert "3457" == where(g, "S-47")
        ends.add(where(g, "N-XT"))
    assert {g.grid.name(h) for h in water} == ends


def test_sea_transport_in_exploitation() -> None:
    """3 (8.1 "as 5.1"), EF-NV-11, EF-NV-14, R-298  With what movement is left; who went by sea does not exploit."""
    g = loaded(states={"S-47": ["moved", "attacked"], "S-48": ["bound"]})
    ask = sea(g, "soviet", phase=8)
    assert not [a for a in options(ask) if "route" in a]
    assert refused(ask, f"ship S-48 by N-XT {SEVASTOPOL}") == "EF-NV-14", "bound to an attack"
    sea(g, "soviet", f"ship S-47 by N-XT {SEVASTOPOL}", phase=8)
    assert SEVASTOPOL == where(g, "S-47")
    assert refused(sea(g, "soviet", phase=8), f"ship S-47 by N-XT {ODESSA}") == "EF-NV-14"
    g = table({"N-XT": ODESSA, "S-24M": ODESSA})
    sea(g, "soviet", f"ship S-24M by N-XT {SEVASTOPOL}", phase=8)
    ask = run(g, "movement.ground", side="soviet", phase=8)
    assert ask is None or not [a for a in options(ask) if "S-24M" in a]


def test_a_landing_of_the_exploitation_phase() -> None:
    """EF-NV-15  They may attack in the combat phase that follows, phase 9, unless they fought in phase 7."""
    for marks, rule in (([], None), (["attacked"], "EF-CB-13")):
        units = {"N-XT": NOVO, "S-47": NOVO, "G-LIV": "3357"}
        g = table(units, own={"axis": ["3457"]}, states={"S-47": marks})
        g.set_number("S-47", LOST, g.content.units["S-47"].steps - 2, rule="EF-NV-15")
        sea(g, "soviet", "ship S-47 by N-XT 3457", phase=8)
        assert "3457" == where(g, "S-47")
        refusal = why_no_part(g, "S-47", g.grid.hex("3357"), EXPLOIT, 9)
        assert rule == (refusal.rule if refusal else None)


def test_those_who_build_leave_their_work() -> None:
    """EF-EN-18, EF-RF-15  A fort begun is given up by sea too; a reaction force keeps to its leash."""
    g = loaded()
    g.lay(f"C{ODESSA}", "fort 1", side="soviet", where=g.grid.hex(ODESSA), count=4, rule="EF-EN-10")
    g.tie("S-47", "work", f"C{ODESSA}", rule="EF-EN-18")
    sea(g, "soviet", f"ship S-47 by N-XT {SEVASTOPOL}")
    assert {} == g.state.markers
    g = loaded({"Q-ODE1": ODESSA})
    assert refused(sea(g, "soviet"), f"ship Q-ODE1 by N-XT {SEVASTOPOL}") == "EF-RF-15"


def test_a_point_that_carries_feeds_nobody() -> None:
    """EF-NV-20, EF-NV-19, EF-NV-23  A point of a route carries an SP of a port of its sea, or feeds until the next own 12.4."""
    hanko, leningrad = "1514", "2615"
    g = table({"N-BT": leningrad}, layers={DUMP: {leningrad: 2, ODESSA: 2}})
    assert hanko in {h.name for h in few_heads(g, "soviet")}
    ask = run(g, "supply.movement", side="soviet")
    assert refused(ask, f"ferry 1 from {ODESSA} to {hanko}") == "EF-NV-19", "another sea"
    assert refused(ask, f"ferry 2 from {leningrad} to {hanko}") == "EF-NV-14", "one point"
    run(g, "supply.movement", f"ferry 1 from {leningrad} to {hanko}", side="soviet")
    assert 1 == stock(g, hanko)
    assert hanko not in {h.name for h in few_heads(g, "soviet") if h.units and not h.stock}
    run(g, "movement.ground", side="soviet", phase=5)
    assert any(h.name == hanko and not h.stock for h in few_heads(g, "soviet"))


def test_cargo_is_read_with_care() -> None:
    """EF-NV-14  What is none of yours, no unit, or nothing at all is refused."""
    g = loaded({"G-LIV": "1850"})
    g.set_list(ROUTES["soviet"], [], rule="EF-NV-24")
    ask = sea(g, "soviet")
    assert ask is not None
    for order in ("ship 0sp", "ship G-LIV", "ship N-XT", "ship S-47+X-1"):
        with pytest.raises(IllegalAnswer):
            ask.read(f"{order} by N-XT {SEVASTOPOL}")


def test_no_landing_on_a_steppe() -> None:
    """EF-NV-15  "Clear or town": steppe is neither, whatever it costs to cross."""
    plain = table()
    port, ground = plain.grid.hex(CASPIAN), plain.content.map.terrain
    coast = [
        h for h in sorted(plain.content.land, key=lambda h: (plain.grid.distance(h, port), h))
        if not plain.content.place_kind(h) and h not in plain.content.ports
        and any(plain.content.sea.get(n) == "Caspian" for n in plain.grid.neighbours[h])
    ]  # fmt: skip
    for terrain, able in (("clear", True), ("steppe", False)):
        name = plain.grid.name(next(h for h in coast if ground[h] == terrain))
        g = table({"N-CF": CASPIAN, "S-47": CASPIAN}, own={"axis": [name]})
        g.set_number("S-47", LOST, g.content.units["S-47"].steps - 1, rule="EF-NV-15")
        ask, order = sea(g, "soviet"), f"ship S-47 by N-CF {name}"
        assert able == (order in options(ask)), name
        assert able or refused(ask, order) == "EF-NV-15"

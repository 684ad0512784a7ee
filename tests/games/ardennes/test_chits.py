"""Chits: strengths, situations, what each of the 32 scores, how many are drawn, adjusted hits, exact chances."""

from __future__ import annotations

import pytest

from tests.games.ardennes.combat import (
    B110,
    FOOT,
    MECH,
    MECH2,
    PEIPER,
    PZ,
    R109,
    R110,
    R112,
    RECON,
    forces,
    score,
    scored,
)
from wargame.games.ardennes.chits import (
    Facts,
    adjusted,
    attack_strength,
    defence_strength,
    facts,
    is_flanked,
    shared_state,
    span,
)
from wargame.games.ardennes.content import load_content

CHITS = load_content("campaign").chits
IN, OPEN = {R110: "2918"}, {MECH: "2917"}
WOODS, TOWN = "3016", "1914"


def ratio(attack: int, defence: int, *holds: str) -> Facts:
    """What chits ask, laid out without a table."""
    return Facts(attack, defence, frozenset(("always", *holds)), frozenset())


# -- the cup ----------------------------------------------------------------------------------------


def test_ch_01_there_are_32_chits() -> None:
    """ARD-CH-01"""
    assert [f"C{n:02}" for n in range(1, 33)] == sorted(CHITS)


@pytest.mark.parametrize(
    ("chit", "attack", "defence", "expected"),
    [
        ("C01", 3, 3, (1, 0)), ("C01", 2, 3, (0, 1)), ("C02", 3, 3, (1, 0)), ("C02", 0, 1, (0, 1)),
        ("C03", 3, 2, (1, 0)), ("C03", 4, 3, (0, 0)), ("C03", 2, 3, (0, 2)),
        ("C04", 4, 2, (1, 0)), ("C04", 3, 2, (0, 1)), ("C05", 4, 2, (1, 0)), ("C05", 7, 4, (0, 1)),
        ("C06", 6, 2, (1, 0)), ("C06", 5, 2, (0, 0)), ("C06", 3, 2, (0, 1)),
        ("C07", 6, 2, (1, 0)), ("C07", 2, 2, (0, 0)), ("C07", 1, 2, (0, 1)),
        ("C08", 8, 2, (2, 0)), ("C08", 4, 2, (0, 0)), ("C08", 3, 2, (0, 1)),
        ("C09", 10, 2, (2, 0)), ("C09", 6, 2, (0, 0)), ("C09", 5, 2, (0, 1)),
    ],
)  # fmt: skip
def test_ch_01_odds(chit: str, attack: int, defence: int, expected: tuple[int, int]) -> None:
    """ARD-CH-01, ARD-AT-02: C01 to C09 compare exactly."""
    assert expected == scored(chit, ratio(attack, defence))


@pytest.mark.parametrize(
    ("chit", "holds", "expected"),
    [
        ("C10", ["only attacker armor"], (1, 0)), ("C10", ["only defender armor"], (0, 1)), ("C10", [], (0, 0)),
        ("C11", ["attacker armor in open", "defender armor"], (1, 0)), ("C11", ["defender armor"], (0, 1)),
        ("C12", ["attacker armor in close"], (0, 1)), ("C12", [], (0, 0)),
        ("C13", ["woods"], (0, 1)), ("C14", ["open ground"], (1, 0)), ("C15", ["all across river"], (0, 1)),
        ("C16", ["prepared"], (0, 1)), ("C17", ["flanked"], (1, 0)), ("C17", ["surrounded"], (0, 0)),
        ("C18", ["flanked or surrounded"], (1, 0)), ("C19", ["surrounded"], (1, 0)), ("C19", ["flanked"], (0, 0)),
        *((c, ["attacker artillery", "defender artillery"], (1, 1)) for c in ("C20", "C21", "C22")),
        *((c, ["attacker artillery"], (1, 0)) for c in ("C20", "C21", "C22")),
        *((c, ["defender artillery"], (0, 1)) for c in ("C20", "C21", "C22")),
        *((c, ["attacker airpower", "defender airpower"], (1, 1)) for c in ("C23", "C24")),
        *((c, ["defender airpower"], (0, 1)) for c in ("C23", "C24")),
        ("C25", ["only attacker elite"], (1, 0)), ("C25", ["only defender elite"], (0, 1)), ("C25", [], (0, 0)),
        ("C26", ["defender green", "attacker green"], (1, 0)), ("C26", ["attacker green"], (0, 1)),
        ("C27", ["one division"], (1, 0)), ("C27", ["one division", "two corps"], (1, 0)),
        ("C27", ["two corps"], (0, 1)), ("C27", [], (0, 0)),
        ("C28", ["defender short", "attacker low"], (1, 0)), ("C28", ["attacker low"], (0, 1)),
        ("C29", [], (1, 1)), ("C30", [], (0, 1)), ("C31", [], (0, 0)),
        ("C32", ["twice the steps"], (1, 0)), ("C32", ["fewer steps"], (0, 1)), ("C32", [], (0, 0)),
    ],
)  # fmt: skip
def test_ch_01_conditions(chit: str, holds: list[str], expected: tuple[int, int]) -> None:
    """ARD-CH-01: C10 to C32, the first case that holds."""
    assert expected == scored(chit, ratio(3, 3, *holds))


# -- what is true of a combat -----------------------------------------------------------------------


def known(*args: object, **more: object) -> Facts:
    """The facts of a combat laid out."""
    g, fought = forces(*args, **more)  # type: ignore[arg-type]
    return facts(g, fought)


def test_ch_01_armor_is_a_unit_or_a_battalion() -> None:
    """ARD-CH-01, ARD-CT-06: C10, C11"""
    assert (1, 0) == score("C10", {PZ: "2917"}, IN) == score("C11", {PZ: "2917"}, IN)
    assert (0, 0) == score("C10", OPEN, IN)
    assert (1, 0) == score("C10", OPEN, IN, tactics=["panzer battalion"])
    assert (0, 1) == score("C10", OPEN, IN, answer="tank battalion")
    assert (0, 0) == score("C10", {PZ: "2917"}, IN, answer="tank battalion")
    assert (1, 0) == score("C11", {PZ: "2917"}, IN, answer="tank battalion")
    assert (0, 1) == score("C11", OPEN, IN, answer="tank battalion")


def test_ch_01_terrain() -> None:
    """ARD-CH-01: C12, C13, C14, C16"""
    woods, town = {R110: WOODS}, {R110: TOWN}
    assert (0, 1) == score("C12", {PZ: "3017"}, woods, WOODS)
    assert (0, 1) == score("C12", {PZ: "1814"}, town, TOWN)
    assert (0, 0) == score("C12", {PZ: "2917"}, IN)
    assert (0, 1) == score("C13", {PZ: "3017"}, woods, WOODS)
    assert (1, 0) == score("C14", OPEN, IN)
    assert (0, 0) == score("C14", OPEN, IN, improved=["2918"])
    assert (0, 0) == score("C14", {PZ: "2219"}, {R110: "2220"}, "2220")
    assert (1, 0) == score("C11", {PZ: "2219"}, {R110: "2220"}, "2220")
    assert (0, 1) == score("C16", OPEN, IN, improved=["2918"])
    assert (0, 1) == score("C16", {PZ: "2219"}, {R110: "2220"}, "2220")


def test_ch_01_the_westwall_is_german() -> None:
    """ARD-CH-01, ARD-AT-02: C16 and doubling in a Westwall hex serve Germans alone."""
    us, de = {R112: "3412"}, {FOOT: "3413"}
    assert (0, 1) == score("C16", us, de, "3413", side="allied")
    assert "prepared" not in known({FOOT: "3412"}, {R112: "3413"}, "3413").holds
    g, fought = forces(us, de, "3413", side="allied")
    assert 4 == defence_strength(g, fought)
    g, fought = forces({FOOT: "3412"}, {R112: "3413"}, "3413")
    assert 3 == defence_strength(g, fought)


def test_ch_01_rivers_and_bridges() -> None:
    """ARD-CH-01: C15 where all attack over river hexsides, with or without Bridge."""
    assert (0, 1) == score("C15", {MECH: "3115", PZ: "3116"}, {R112: WOODS}, WOODS)
    assert (0, 0) == score("C15", {MECH: "3115", PZ: "3017"}, {R112: WOODS}, WOODS)


def test_ch_01_troops() -> None:
    """ARD-CH-01: C25 to C28 and C32 count [units]."""
    green, elite = {"us.422.106": "2918"}, {"us.501.101": "2918"}
    assert (1, 0) == score("C25", {"de.kgknittel.1ss": "2917", PZ: "2917"}, IN)
    assert (0, 1) == score("C25", OPEN, elite)
    assert (0, 0) == score("C25", {PEIPER: "2917"}, elite)
    assert (1, 0) == score("C26", OPEN, green)
    assert (0, 1) == score("C26", {"de.989.277": "2917"}, IN)
    assert (1, 0) == score("C27", {MECH: "2917", PZ: "2919", RECON: "2919"}, IN)
    assert (0, 0) == score("C27", {MECH: "2917", FOOT: "2919"}, IN)
    assert (0, 1) == score("C27", {MECH: "2917", PEIPER: "2919"}, IN)
    assert (1, 0) == score("C28", OPEN, IN, states={R110: ["low supply"]})
    assert (1, 0) == score("C28", OPEN, IN, states={R110: ["isolated"], MECH: ["low supply"]})
    assert (0, 1) == score("C28", OPEN, IN, states={MECH: ["low supply"]})
    assert (1, 0) == score("C32", {MECH: "2917", RECON: "2917"}, IN)
    assert (0, 0) == score("C32", OPEN, IN)
    assert (0, 1) == score("C32", {FOOT: "2917"}, {R112: "2918"})


def test_ch_01_independent_units_are_their_own_division() -> None:
    """ARD-CH-01: C27; a divided armored division is one division of two corps."""
    them = {FOOT: "2918"}
    eng = {"us.35eng": "2917", "us.158eng": "2917", R112: "2917"}
    assert (0, 0) == score("C27", eng, them, side="allied")
    both = {"us.ccb-9.9ad": "2917", "us.cca-9.9ad": "2917"}
    assert (1, 0) == score("C27", both, them, side="allied")


def test_ch_01_guns_and_aircraft() -> None:
    """ARD-CT-01, ARD-CH-01, ARD-TC-01: every kind of Artillery; Proximity Fuzes count twice."""
    for tactic in ("artillery", "corps artillery", "fixed artillery"):
        assert (1, 0) == score("C20", OPEN, IN, tactics=[tactic])
    assert (1, 1) == score("C21", OPEN, IN, tactics=["artillery"], answer="corps artillery")
    assert (1, 2) == score(
        "C22", OPEN, IN, tactics=["artillery"], answer="artillery", doubled=["defender"]
    )
    assert (0, 1) == score("C23", OPEN, IN, answer="airpower", doubled=["defender"])
    assert (0, 0) == score("C20", OPEN, IN) == score("C24", OPEN, IN)


# -- strengths and situations -----------------------------------------------------------------------


def test_at_02_halved_by_hex_then_the_battalion() -> None:
    """ARD-AT-02, ARD-CT-06; W6: 1 + 2 against 3."""
    across = {"de.156.116": "3115", "de.16pz.116": "3116"}
    g, fought = forces(across, {R112: WOODS}, WOODS)
    assert (3, 3) == (attack_strength(g, fought), defence_strength(g, fought))
    g, fought = forces(
        across, {R112: WOODS}, WOODS, tactics=["panzer battalion"], answer="tank battalion"
    )
    assert (4, 4) == (attack_strength(g, fought), defence_strength(g, fought))


def test_at_02_city_doubles_a_town_does_not() -> None:
    """ARD-AT-02, ARD-CT-06: the battalion comes after doubling."""
    content = load_content("campaign")
    city = content.grid.name(min(content.cities))
    near = content.grid.name(content.grid.neighbours[content.grid.hex(city)][0])
    g, fought = forces({PZ: near}, {R112: city, B110: city}, city, answer="tank battalion")
    assert 9 == defence_strength(g, fought)
    g, fought = forces({PZ: "2219"}, {R112: "2220"}, "2220")
    assert 3 == defence_strength(g, fought)


def test_at_02_attack_may_be_nothing_defence_is_one() -> None:
    """ARD-AT-02: a strength of 1 over a river is 0."""
    g, fought = forces({FOOT: "3115"}, {B110: WOODS}, WOODS, lost={FOOT: 1})
    assert 0 == attack_strength(g, fought)
    assert (0, 1) == score("C01", {FOOT: "3115"}, {B110: WOODS}, WOODS, lost={FOOT: 1})


def test_at_02_brackets_add_their_strength() -> None:
    """ARD-AT-02, ARD-US-02: a [unit] draws no chit, it fights all the same."""
    g, fought = forces({PZ: "2917", RECON: "2917"}, IN)
    assert 6 == attack_strength(g, fought)


def test_at_03_flanked() -> None:
    """ARD-AT-03, ARD-CT-04: two hexes not adjacent, or Infiltration; never City or Town."""
    assert not is_flanked(*forces(OPEN, IN))
    assert not is_flanked(*forces({MECH: "2917", PZ: "3018"}, IN))
    assert is_flanked(*forces({MECH: "2917", PZ: "3019"}, IN))
    assert is_flanked(*forces({FOOT: "2917"}, IN, tactics=["infiltration"]))
    town = {R110: "2220"}
    assert not is_flanked(*forces({MECH: "2219", PZ: "2320"}, town, "2220"))
    assert not is_flanked(*forces({FOOT: "2219"}, town, "2220", tactics=["infiltration"]))


def test_at_03_surrounded() -> None:
    """ARD-AT-03, ARD-GE-02: C18 and C19."""
    ring = {MECH: "2917", PZ: "3019", PEIPER: "2819"}
    assert (1, 0) == score("C19", ring, IN, german=["2818"], down=["2818-2918"])
    assert (0, 0) == score("C19", OPEN, IN)
    assert (1, 0) == score("C18", {MECH: "2917", PZ: "3019"}, IN)


# -- how many ---------------------------------------------------------------------------------------


def most(*args: object, **more: object) -> tuple[int, int]:
    """The least and the most chits of a combat."""
    found = span(*forces(*args, **more))  # type: ignore[arg-type]
    return found.least, found.most


def test_cc_06_the_least_is_the_defenders_steps() -> None:
    """ARD-CC-06, ARD-CC-11"""
    assert (2, 5) == most({MECH: "2917", MECH2: "2917"}, IN, tactics=["artillery"])
    assert (1, 5) == most({MECH: "2917", MECH2: "2917"}, IN, tactics=[""], lost={R110: 1})


def test_cc_07_what_the_most_is_made_of() -> None:
    """ARD-CC-07, ARD-US-02, ARD-SS-07"""
    assert (1, 1) == most({FOOT: "2917"}, IN)
    assert (1, 1) == most({FOOT: "2917", RECON: "2917"}, IN)
    assert (2, 2) == most({MECH: "2917"}, IN)
    assert (1, 1) == most({MECH: "2917"}, IN, lost={MECH: 1})
    assert (2, 3) == most({PEIPER: "2917"}, IN)
    assert (2, 3) == most({MECH: "2917"}, IN, states={R110: ["out of supply"]})
    assert (2, 4) == most({MECH: "2917"}, IN, states={R110: ["isolated"]})
    assert (2, 2) == most({MECH: "2917"}, IN, states={R110: ["low supply"]})
    pair = {R110: "2918", B110: "2918"}
    assert (3, 3) == most(
        {MECH: "2917"}, pair, states={R110: ["out of supply"], B110: ["isolated"]}
    )
    assert (2, 2) == most({MECH: "2917"}, pair, states={R110: ["isolated"]})


def test_cc_07_screen_takes_two() -> None:
    """ARD-CC-07, ARD-CT-11: never below 1."""
    assert (2, 2) == most({MECH: "2917", MECH2: "2917"}, IN, answer="screen")
    assert (1, 1) == most({FOOT: "2917"}, IN, answer="screen")


def test_cc_11_the_most_wins_over_the_least() -> None:
    """ARD-CC-11: at least 1."""
    assert (1, 1) == most({FOOT: "2917"}, {R112: "2918", R109: "2918"})


def test_ev_01_fury_of_bastogne() -> None:
    """ARD-EV-01: 2 more on VP hexes, 2 fewer elsewhere, for Germans."""
    fury = {"tracks": {"fury": 1}}
    assert 4 == most({MECH: "2219"}, {R110: "2220"}, "2220", **fury)[1]
    assert 1 == most({MECH: "2917"}, IN, **fury)[1]
    assert 2 == most({R112: "2917"}, {FOOT: "2918"}, side="allied", **fury)[1]


# -- adjusted hits ----------------------------------------------------------------------------------


def after(*args: object, hits: tuple[int, int] = (2, 2), **more: object) -> tuple[int, int]:
    """Hits of a combat after place and state have counted."""
    g, fought = forces(*args, **more)  # type: ignore[arg-type]
    found = adjusted(g, fought, *hits)
    return found.defender, found.attacker


def test_cc_08_the_place() -> None:
    """ARD-CC-08, ARD-CC-13: City/Town, IP, German Westwall; once"""
    assert (2, 2) == after(OPEN, IN)
    assert (1, 2) == after({PZ: "2219"}, {R110: "2220"}, "2220")
    assert (1, 2) == after(OPEN, IN, improved=["2918"])
    assert (1, 2) == after({R112: "3412"}, {FOOT: "3413"}, "3413", side="allied")
    assert (1, 2) == after({R112: "3412"}, {FOOT: "3413"}, "3413", side="allied", improved=["3413"])
    assert (2, 2) == after({FOOT: "3412"}, {R112: "3413"}, "3413")
    assert (0, 2) == after(OPEN, IN, improved=["2918"], hits=(0, 2))


def test_cc_08_the_ip_goes_where_it_counted() -> None:
    """ARD-CC-08, ARD-IP-01: not where there was no hit, nor where the Westwall counted."""
    g, fought = forces(OPEN, IN, improved=["2918"])
    assert adjusted(g, fought, 1, 0).position_used
    assert not adjusted(g, fought, 0, 1).position_used
    g, fought = forces({R112: "3412"}, {FOOT: "3413"}, "3413", side="allied", improved=["3413"])
    assert not adjusted(g, fought, 2, 0).position_used


@pytest.mark.parametrize("state", ["dispersed", "out of supply", "out of fuel"])
def test_cc_09_a_state_all_share(state: str) -> None:
    """ARD-CC-09, ARD-CC-13, ARD-US-07, ARD-US-11, ARD-SS-07"""
    pair = {R110: "2918", B110: "2918"}
    assert (2, 1) == after(OPEN, pair, states={R110: [state], B110: [state]})
    assert (2, 2) == after(OPEN, pair, states={R110: [state]})
    assert (2, 1) == after(OPEN, IN, states={R110: [state, "low supply"]})


def test_cc_09_one_state_is_enough_two_are_no_more() -> None:
    """ARD-CC-13: at most one -1 for a state; it takes one that all share."""
    assert (2, 1) == after(OPEN, IN, states={R110: ["dispersed", "out of supply"]})
    pair = {R110: "2918", B110: "2918"}
    assert (2, 2) == after(OPEN, pair, states={R110: ["dispersed"], B110: ["out of supply"]})


def test_cc_10_isolated_hits_nobody() -> None:
    """ARD-CC-10"""
    assert (2, 0) == after(OPEN, IN, states={R110: ["isolated"]}, hits=(2, 4))


def test_us_13_out_of_fuel_is_nothing_besides_isolated() -> None:
    """ARD-US-12, ARD-US-13"""
    pair = {PZ: "2918", MECH: "2918"}
    mixed = {PZ: ["isolated", "out of fuel"], MECH: ["out of fuel"]}
    g, fought = forces({R112: "2917"}, pair, side="allied", states=mixed)
    assert not shared_state(g, fought.defenders)
    low = {PZ: ["low supply", "out of fuel"], MECH: ["out of fuel", "out of supply"]}
    g, fought = forces({R112: "2917"}, pair, side="allied", states=low)
    assert "out of fuel" == shared_state(g, fought.defenders)

"""The attack of the automated Allies: situational strength, target, force (ARD-AA-04, -11 to -17, -21)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.games.ardennes.combat import combat
from tests.games.ardennes.table import h, names, table
from wargame.games.ardennes.automaton import formation
from wargame.games.ardennes.automaton.attack import (
    Force,
    Plan,
    attack_value,
    moved_by,
    plan_row,
    ranked,
    value,
)
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import ArdGame, in_enemy_zoc
from wargame.games.ardennes.works import is_river
from wargame.hexes.hexside import side_key
from wargame.model import events as ev

FOOT, MATE, THIRD, TANKS = "us.334.84", "us.335.84", "us.333.84", "us.cca-4.4ad"
RECON, MECH, FOE, PANZER = "de.2aa.2", "de.2.2", "de.77.26", "de.3pz.2"
CLEAR, FAR = "0612", {"de.980.272": "3620"}


def board(units: dict[str, str], **more: object) -> ArdGame:
    """A table of a German alone on December 20."""
    return table(units, **{"mode": "gs", "turn": 20, **more})


def plan(
    g: ArdGame, stacks: Sequence[Sequence[str]], target: str, wanted: tuple[int, int] = (2, 1)
) -> Plan | None:
    """The attack on a hex by these stacks."""
    found = Force(g, stacks).against(h(target), wanted)
    return found if isinstance(found, Plan) else None


# -- situational strength ---------------------------------------------------------------------------


def test_w13_clear_and_out_of_fuel() -> None:
    """W13, ARD-AA-15"""
    fuel = {RECON: ["out of fuel"], MECH: ["out of fuel"]}
    g = board({RECON: CLEAR, MECH: CLEAR, FOOT: "0613", MATE: "0613"}, states=fuel)
    assert value(g, h(CLEAR)) == 2
    found = plan(g, [[FOOT, MATE]], CLEAR)
    assert found is not None
    assert Fraction(3) == found.ratio


def test_a_state_counts_if_all_share_it() -> None:
    """ARD-AA-15"""
    g = board({RECON: CLEAR, MECH: CLEAR}, states={RECON: ["out of fuel"]})
    assert value(g, h(CLEAR)) == 3
    g = board({RECON: CLEAR, MECH: CLEAR}, states={u: ["out of supply"] for u in (RECON, MECH)})
    assert value(g, h(CLEAR)) == 2


def test_isolated() -> None:
    """ARD-AA-16, ARD-US-13: -2 instead of OutOfSupply, OutOfFuel adds nothing to it; 1 at least."""
    both = {MECH: ["isolated", "out of fuel"]}
    assert value(board({MECH: "2218"}, states={MECH: ["isolated"]}), h("2218")) == value(
        board({MECH: "2218"}, states=both), h("2218")
    )
    assert value(board({MECH: CLEAR}, states={MECH: ["isolated"]}), h(CLEAR)) == 1


def test_city_vp_town_and_westwall_double() -> None:
    """ARD-AA-13"""
    for where in ("2503", "2220", "3314"):
        g = board({MECH: where})
        clear = g.content.ground.rows[h(where)].id == "clear"
        forest = g.content.ground.rows[h(where)].last_resort
        assert 2 * 3 - clear + forest == value(g, h(where)), where


def test_town_forest_and_ip_add_one() -> None:
    """ARD-AA-14: a Town that is no VP hex, Forest, an IP."""
    plain = board({MECH: "3222"})
    row = plain.content.ground.rows[h("3222")]
    assert 3 + 1 + row.last_resort - (row.id == "clear") == value(plain, h("3222"))
    forest = next(
        x
        for x in sorted(plain.content.board)
        if plain.content.ground.rows[x].last_resort
        and x not in plain.content.towns | plain.content.cities | plain.content.westwall
    )
    where = plain.grid.name(forest)
    assert value(board({MECH: where}), forest) == 4
    assert value(board({MECH: where}, improved=[where]), forest) == 5


def test_attackers_are_halved_across_a_river() -> None:
    """ARD-AA-12: per hex, down; a Bridge counts as well."""
    g = board({FOOT: "3018", MATE: "2918"})
    assert 3 // 2 == attack_value(g, [([FOOT], h("3018"))], h("3118"))
    assert attack_value(g, [([MATE], h("2918"))], h("2919")) == 3


# -- target and force -------------------------------------------------------------------------------


def test_the_best_target() -> None:
    """ARD-AA-21: in or next to a VP hex, then the highest ratio, then westernmost."""
    g = board(FAR)
    plans = [
        Plan(h(where), Fraction(n), (), n, 1)
        for where, n in (("0612", 3), ("0610", 2), ("2219", 1), ("0509", 3), ("2120", 2))
    ]
    assert ["0612", "2120", "2219", "0509", "0610"] == [plan_row(g, p)[0] for p in ranked(g, plans)]


def test_stacks_join_until_three_to_one() -> None:
    """ARD-AA-21: the lead stack, then others in ascending #, until 3:1."""
    g = board({FOE: "1914", FOOT: "1913", MATE: "1814", THIRD: "2013"})
    one = plan(g, [[FOOT], [MATE], [THIRD]], "1914", (1, 1))
    assert one is not None
    defence = value(g, h("1914"))
    needed = next((n for n in (1, 2, 3) if 3 * n >= 3 * defence), 3)
    assert needed == len(one.moves)


def test_the_lead_must_be_able() -> None:
    """ARD-AT-01, ARD-SS-04: a Dispersed, LowSupply or bracketed lead attacks nobody."""
    units = {FOE: CLEAR, FOOT: "0613"}
    assert plan(board(units), [[FOOT]], CLEAR, (1, 1)) is not None
    for state in ("dispersed", "low supply", "out of supply", "isolated"):
        assert plan(board(units, states={FOOT: [state]}), [[FOOT]], CLEAR, (1, 1)) is None, state
    assert plan(board({FOE: CLEAR, "us.35eng": "0613"}), [["us.35eng"]], CLEAR, (1, 9)) is None


def test_a_stack_comes_up() -> None:
    """ARD-AA-21, ARD-AA-17: to a hex not over a river first, then a Position, then most MP left."""
    g = board({FOE: CLEAR, TANKS: "0815"})
    found = plan(g, [[TANKS]], CLEAR, (1, 1))
    assert found is not None
    assert g.grid.adjacent(found.moves[0][1][-1], h(CLEAR))
    assert names(g, found.moves[0][1][:1]) == ["0815"]


def test_few_do_not_attack_out_of_a_vp_hex() -> None:
    """ARD-AA-11: neither where they stand nor where they come to."""
    g = board({FOE: "2320", FOOT: "2220"})
    assert plan(g, [[FOOT]], "2320", (1, 9)) is None
    g = board({FOE: "2320", TANKS: "2018"})
    found = plan(g, [[TANKS]], "2320", (1, 9))
    assert found is not None
    assert names(g, found.moves[0][1]) == ["2018", "2118", "2219", "2319"]


def test_the_order_of_hexes() -> None:
    """ARD-AA-17: a Position, most MP left, fewest Allied units, lowest id."""
    g = board({FOOT: "2218", **FAR})
    position, empty = h("2218"), h("2217")
    assert moved_by(g, position, 0) < moved_by(g, empty, 9)
    assert moved_by(g, position, 4) < moved_by(g, position, 2)
    assert moved_by(g, h("2316"), 2) < moved_by(g, position, 2)


# -- eligible ---------------------------------------------------------------------------------------


def test_a_formation_attacks_together() -> None:
    """ARD-AA-04: from December 19 its stacks reach 2:1 together."""
    units = {PANZER: "0604", FOOT: "0603", MATE: "0605", THIRD: "0704"}
    states = {PANZER: ["low supply"]}
    late = board(units, states=states, improved=["0603", "0605", "0704"])
    stacks = [[FOOT], [MATE], [THIRD]]
    assert plan(late, stacks[:1], "0604") is None
    assert plan(late, stacks, "0604") is not None
    assert formation.reasons(late, [FOOT, MATE, THIRD])[FOOT] == ("can attack", "@0604", 9, 4)
    early = board(units, states=states, improved=["0603", "0605", "0704"], turn=18)
    assert FOOT not in formation.reasons(early, [FOOT, MATE, THIRD])


def test_one_stack_of_the_force_over_a_bridge() -> None:
    """ARD-MV-05, ARD-AA-21: the far hex lies in an enemy ZOC; the next stack finds another way or stays out."""
    g = board({PANZER: "2411", "us.cca-4.4ad": "2712", FOOT: "2713", MATE: "2614"})
    found = plan(g, [["us.cca-4.4ad"], [FOOT], [MATE]], "2411", (1, 9))
    assert found is not None
    over = [
        side_key(a, b)
        for _, way in found.moves
        for a, b in pairwise(way)
        if is_river(g, a, b) and in_enemy_zoc(g, b, "allied")
    ]
    assert len(set(over)) == len(over) >= 1


@pytest.mark.parametrize(
    ("turn", "card", "chits"),
    [
        (16, "N01", 2), (17, "N01", 3), (17, "N04", 2), (22, "AS07", 2), (23, "AS07", 3),
        (17, "A41", 3), (17, "A43", 3),
    ],
)  # fmt: skip
def test_cc_15_what_counts_as_a_tactic(turn: int, card: str, chits: int) -> None:
    """ARD-CC-15, ARD-CC-12, ARD-DX-12, ARD-WE-01: a chit more for a legal tactic, though nobody joins or comes up;
    none for Artillery on December 16, a Screen, aircraft in bad weather.
    """
    session = combat(
        "tactics", {"us.112.28": "2917"}, {"de.2aa.2": "2918"}, side="allied", mode="gs",
        turn=turn, hands={"german": []}, dice=[1],
        cups={"allied deck": [card], "actions": sorted(load_content("campaign").action_cards)},
    )  # fmt: skip
    first = list(session.game.journal)
    ends = next(n for n, e in enumerate(first) if isinstance(e, ev.Noted) and e.what == "hits")
    drawn = [e for e in first[:ends] if isinstance(e, ev.ItemDrawn) and e.kind == "chit"]
    assert len(drawn) == chits

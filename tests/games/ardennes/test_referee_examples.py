"""The worked examples W1 to W15 of the rules, answered by the referee."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .referee import absorb, cards, chits, deploy, front, ground, hits, impulse, march, supply
from .referee.position import Position, position, unit

PEIPER = "de.kgpeiper.1ss"


def test_w1_road_move_and_checks() -> None:
    """ARD-RB-07, BR-01: Peiper from 3309 to Stavelot's Bridge."""
    pos = position(18, unit(PEIPER, "3309"))
    peiper = [pos.units[PEIPER]]
    assert march.candidates(pos, peiper, "3210", ("3309",)) == ["3110"]
    cost = march.destinations(pos, peiper)
    assert [cost[h] for h in ("3210", "3110", "3010", "2909", "2810", "2709")] == [1, 2, 3, 4, 5, 6]
    moved = replace(pos, owner=dict.fromkeys(("3309", "3210", "3110", "3010"), "german"))
    assert march.bridge_checks(moved, "2909") == [("2810", 3), ("2910", 3)]
    moved = replace(moved, owner={**moved.owner, "2909": "german", "2810": "german"})
    assert march.bridge_checks(moved, "2709") == [("2609", 5)]
    blown = replace(pos, destroyed=frozenset({frozenset({"2609", "2709"})}))
    assert march.step_cost(blown, peiper, ("2709", 6), "2609") is None


def test_w2_zoc_and_off_road_cost() -> None:
    """ARD-ZC-02, MV-01: 3 Pz leaves the ZOC of the 110th."""
    pos = position(
        17,
        unit("de.3pz.2", "3018"),
        unit("us.110.28", "2918"),
        unit("us.3-110.28", "2919"),
        mode="2p",
    )
    panzer = [pos.units["de.3pz.2"]]
    hostile = front.zoc(pos, "allied")
    assert "3018" in hostile
    assert not {"3017", "2916"} & hostile
    assert march.step_cost(pos, panzer, ("3018", 0), "2917") is None
    assert march.step_cost(pos, panzer, ("3018", 0), "3017") == 4
    assert march.step_cost(pos, panzer, ("3017", 4), "2916") == 2
    assert not front.exerts(pos, pos.units["us.3-110.28"])


def test_w3_river_crossing() -> None:
    """ARD-MV-03, MV-04: one infantry unit over one unbridged hexside."""
    pos = position(17, unit("de.77.26", "3119"), unit("de.39.26", "3119"))
    first, second = [pos.units["de.77.26"]], [pos.units["de.39.26"]]
    assert march.step_cost(pos, first, ("3119", 0), "3019") == 4
    used = (ground.side("3119", "3019"),)
    after = replace(pos.put(("de.77.26",), "3019"), crossed=used)
    assert march.step_cost(after, second, ("3119", 0), "3019") is None
    assert march.step_cost(after, second, ("3119", 0), "3020") == 4


def _setup(*but: str) -> Position:
    """All units of the set-up north of row 12 that W4 looks at."""
    german = {
        "de.980.272": "3503", "de.982.272": "3504", "de.751.326": "3404", "de.752.326": "3405",
        "de.989.277": "3506", "de.990.277": "3507", "de.27.12": "3508", "de.89.12": "3509",
        "de.kgpeiper.1ss": "3609", "de.kgkuhlmann.12ss": "3608",
    }  # fmt: skip
    allied = {
        "us.393.99": "3407", "us.394.99": "3409", "us.395.99": "3304", "us.9.2": "3406",
        "us.38.2": "3406", "us.23.2": "3207", "us.309.78": "3403", "us.310.78": "3303",
        "us.102cav": "3204", "us.254eng": "3208", "us.14cav": "3510",
    }  # fmt: skip
    both = {**german, **allied}
    return position(17, *(unit(n, h) for n, h in both.items() if n not in but))


def test_w4_supply_and_degrees() -> None:
    """ARD-SP-01, SP-06, SS-17: the pair at Wahlerscheid."""
    pos = _setup()
    assert supply.supplied(pos, "3406", "allied")
    assert "3306" in supply.road_part(pos, "allied")
    alone = pos.add(unit("de.kgknittel.1ss", "3306"))
    assert supply.supplied(alone, "3406", "allied")
    cut = _setup("us.393.99").add(
        unit("de.5.3fj", "3305"), unit("de.8.3fj", "3306"), unit("de.9.3fj", "3407")
    )
    assert not supply.supplied(cut, "3406", "allied")
    assert not front.communication(cut, "3406", "allied")
    nine = cut.units["us.9.2"]
    assert supply.next_state(cut, nine) == "out"
    assert supply.next_state(cut, replace(nine, supply="out")) == "isolated"


def test_w5_draw_and_hits() -> None:
    """ARD-CC-06, CC-07, CH-01: 2/2 and 304/2 against Marnach."""
    pos = position(
        16, unit("de.2.2", "3018"), unit("de.304.2", "3018"), unit("us.110.28", "2918"), mode="2p"
    )
    force, foes = pos.at("3018"), pos.at("2918")
    assert chits.minimum(foes) == 2
    assert chits.maximum(force, foes, 1, screen=False) == 5
    fight = chits.fight(pos, force, "2918", {"attack": "artillery"})
    assert (fight.attack, fight.defense, fight.flanked) == (6, 2, False)
    drawn = ("C04", "C10", "C14", "C20", "C30")
    assert chits.score(fight, drawn) == (3, 1)
    assert chits.adjust(pos, foes, (3, 1)) == (3, 1)
    bridge = position(
        16, unit("de.2.2", "3118"), unit("de.304.2", "3118"), unit("us.110.28", "2918")
    )
    one = [bridge.units["de.2.2"]]
    assert march.destinations(bridge, one)["3018"] == 1
    edge = ground.side("3118", "3018")
    two = [bridge.units["de.304.2"]]
    gone = replace(bridge.put(("de.2.2",), "3018"), crossed=(edge,))
    assert march.step_cost(gone, two, ("3118", 0), "3018") == 7
    full = replace(gone, crossed=(edge, edge))
    assert march.step_cost(full, two, ("3118", 0), "3018") is None


def test_w6_hold_check_and_retreat() -> None:
    """ARD-CR-06 to CR-10, RT-10: the 112th at Ouren."""
    pos = position(
        17, unit("us.112.28", "3016"), unit("de.156.116", "3115"), unit("de.16pz.116", "3116")
    )
    force = [pos.units["de.156.116"], pos.units["de.16pz.116"]]
    assert chits.attack_strength(force, "3016") == 3
    assert chits.defense_strength(pos.at("3016")) == 3
    assert not hits.loses_zoc(pos, "3016", {})
    foes = ["3115", "3116"]
    assert hits.hold_target(pos, "3016", foes, "3016", 0) == 7
    pos = hits.lose(pos, "us.112.28")
    assert hits.hold_target(pos, "3016", foes, "3016", 0) == 6
    free = {w.hex for w in hits.routes(pos, "3016", "allied", "3016") if w.group == 1}
    assert free == {"3015", "2915", "2916", "3017"}
    assert hits.choose(pos, "3016", "3016", foes)[0].hex == "3015"
    whole = position(17, unit("us.112.28", "3016"), *force)
    done = absorb.absorb(whole, "3016", foes, 2, (7, 8))
    assert (done.log, done.path) == (("step", "retreat"), ("3015",))
    assert not done.pos.units["us.112.28"].dispersed


def test_w7_automated_attacker_losses() -> None:
    """ARD-CR-13 to CR-16: CCB/7 and CCR/7."""
    names = ["us.ccb-7.7ad", "us.ccr-7.7ad"]
    pos = position(19, *(unit(n, "2612") for n in names))
    after = hits.allied_attacker(pos, names, 4)
    left = [(after.units[n].strength, len(after.units[n].steps)) for n in names]
    assert left == [(3, 2), (2, 1)]
    assert all(after.units[n].dispersed for n in names)
    lone = hits.allied_attacker(pos, names[1:], 3)
    assert len(lone.units[names[1]].steps) == 1
    assert lone.units[names[1]].dispersed


def test_w8_roadblock_choice() -> None:
    """ARD-RB-08 to RB-14, RB-21: Bastogne before Longvilly."""
    pos = position(18, unit("de.3pz.2", "2420"), unit("us.506.101", "2118"))
    panzer = [pos.units["de.3pz.2"]]
    assert march.candidates(pos, panzer, "2319", ("2420",)) == ["2220", "2419"]
    later = replace(pos, date=20)
    assert march.candidates(later, panzer, "2319", ("2420",)) == ["2220"]
    blocked = replace(pos, roadblocks=frozenset({"2220"}))
    assert march.stops(blocked, panzer, "2319")


def test_w9_roadblock_cleared() -> None:
    """ARD-RB-18, RB-19: 501/101 takes the place of the Roadblock."""
    pos = position(18, unit("de.3pz.2", "2319"), unit("us.506.101", "2118"))
    waiting = [unit("us.501.101", "reserve"), unit("us.327.101", "reserve")]
    found = deploy.replacement(pos, "2220", waiting)
    assert found
    assert found.id == "us.501.101"


def test_w10_method_a() -> None:
    """ARD-RD-02 to RD-06, RD-09: 501 to Noville, 506 to Houffalize."""
    names = ("501.101", "506.101", "502.101", "327.101", "ccb-10.10ad")
    pos = position(
        18,
        unit("us.35eng", "2220"),
        unit("us.158eng", "2220"),
        unit("de.3pz.2", "2518"),
        *(unit(f"us.{n}", "reserve") for n in names),
    )
    first = deploy.method_a(pos, pos.units["us.501.101"])
    wanted = ["2218", "2316", "2416", "2419", "2516", "2619", "2621", "2716", "2818", "2820"]
    assert sorted(first) == wanted
    assert first[0] == "2218"
    pos = pos.put(("us.501.101",), "2218")
    second = deploy.method_a(pos, pos.units["us.506.101"])
    assert second[0] == "2316"
    after = pos.put(("us.506.101",), "2316")
    assert len(front.open_neighbours(after, "2316", "allied")) == 6


def test_w11_advance_die() -> None:
    """ARD-AD-07 to AD-11: Samree lies on a Primary route."""
    assert "2014" in ground.PRIMARY
    assert ground.hv("2014") == 3
    assert [hits.advance_chance("2014", n) for n in (0, 1, 2)] == [10, 7, 0]
    names = ("us.119.30", "us.120.30")
    pos = position(24, unit(names[0], "1913"), unit(names[1], "2013"), unit("de.3pz.2", "2016"))
    assert hits.may_advance(pos, names[:1], "2014")
    assert hits.may_advance(pos.put(names[:1], "2014"), names[1:], "2014")


def test_w12_surrender() -> None:
    """ARD-SS-16: three rolls of 5."""
    units = [unit(n, "3013") for n in ("us.422.106", "us.110.28", "us.501.101")]
    assert [supply.surrenders(u, 5) for u in units] == [True, False, False]


def test_w13_situational_strength() -> None:
    """ARD-AA-13 to AA-16: the tip of the 2nd Panzer Division."""
    pos = position(
        25,
        unit("us.334.84", "0611"),
        unit("us.335.84", "0611"),
        unit("de.2aa.2", "0612", no_fuel=True),
        unit("de.2.2", "0612", no_fuel=True),
    )
    foes = pos.at("0612")
    assert cards.defender_value(pos, "0612") == 2
    assert chits.attack_strength(pos.at("0611"), "0612") == 6
    assert chits.defense_strength(foes) == 4
    assert chits.adjust(pos, foes, (0, 2)) == (0, 1)


def test_w14_command_level() -> None:
    """ARD-SQ-06, DX-04, CD-07: Levels and draws that do not count."""
    assert cards.level(16, first=True, used=6) == 10
    assert cards.level(16, first=False, used=2) == 3
    assert cards.counted(19, ["none", "card", "none", "card"]) == 3


def test_w15_wandering() -> None:
    """ARD-AA-05 to AA-08, GE-05: 424/106 cut off in 3013."""
    hexes = [f"{c}{r:02d}" for c in range(27, 34) for r in range(9, 18)]
    ring = ["3012", *(h for h in hexes if ground.distance(h, "3013") == 3)]
    strong = [n for n, row in ground.OOB.items() if n.startswith("de.") and not row["bracket"]]
    germans = [unit(n, h) for n, h in zip(strong, ring, strict=False)]
    pos = position(20, unit("us.424.106", "3013"), *germans)
    stack = [pos.units["us.424.106"]]
    assert not ground.built_up("3013")
    assert not front.communication(pos, "3013", "allied")
    assert front.wandering(pos, "3013")
    assert impulse.wander_move(pos, stack) == ""
    assert impulse.rearward(pos, stack) == "3112"
    assert cards.wander(1) == ("rearward", 0)
    assert cards.wander(3) == ("calendar", 3)
    assert cards.wander(7) == ("stay", 0)


SANITY = {  # fight, chits, hits taken off: mean D, mean A, P(D=0), P(D>=3), P(A>=2)
    (6, 6, "woods", 6, 3, "flanked green", 3, 0): (0.7, 0.8, 0.46, 0.01, 0.18),
    (6, 3, "broken", 6, 3, "flanked green", 4, 0): (1.4, 0.5, 0.17, 0.11, 0.07),
    (9, 3, "woods", 9, 3, "flanked artillery", 6, 0): (2.8, 0.6, 0.01, 0.61, 0.08),
    (14, 3, "broken", 9, 3, "armor elite", 7, 0): (3.7, 0.4, 0.00, 0.82, 0.04),
    (14, 3, "broken", 9, 3, "armor elite town", 7, 1): (2.5, 0.9, 0.06, 0.49, 0.20),
    (8, 4, "clear", 6, 4, "artillery armor", 5, 0): (2.0, 0.5, 0.06, 0.31, 0.06),
    (3, 3, "woods", 6, 3, "river", 4, 0): (0.6, 1.1, 0.49, 0.01, 0.31),
}


@pytest.mark.parametrize("row", SANITY)
def test_exact_chances_agree_with_the_table(
    row: tuple[int, int, str, int, int, str, int, int],
) -> None:
    """ARD-CH-01: the table of 4.5 within its rounding."""
    attack, defense, land, strong, weak, words, number, off = row
    fight = chits.Fight(
        attack, defense, strong, weak,
        terrain=land,
        flanked="flanked" in words,
        green=("green" in words, "elite" in words),
        artillery=("artillery" in words, False),
        armor=("armor" in words, False),
        elite=("elite" in words, False),
        built_up="town" in words,
        over_river="river" in words,
    )  # fmt: skip
    odds = {(max(0, d - off), a): 0.0 for d, a in chits.chances(fight, number)}
    for (d, a), chance in chits.chances(fight, number).items():
        odds[max(0, d - off), a] += float(chance)
    got = (
        sum(d * p for (d, _), p in odds.items()),
        sum(a * p for (_, a), p in odds.items()),
        sum(p for (d, _), p in odds.items() if d == 0),
        sum(p for (d, _), p in odds.items() if d >= 3),
        sum(p for (_, a), p in odds.items() if a >= 2),
    )
    slack = (0.06, 0.06, 0.01, 0.01, 0.01)
    assert all(abs(x - y) <= z for x, y, z in zip(got, SANITY[row], slack, strict=True))


def test_card_line_order() -> None:
    """ARD-AA-20: a lone regiment beside an open VP hex occupies it."""
    pos = position(20, unit("us.506.101", "2120"), unit("de.3pz.2", "2319"))
    done = cards.play(pos, "AC18", ["us.506.101"])
    assert done
    assert (done.line, done.action, done.hex) == (1, "OCCUPY", "2220")
    assert cards.play(pos, "AC18", ["us.506.101"], acted=["us.506.101"]) is None


def test_automated_attack() -> None:
    """ARD-AA-21: two to one against a weak stack; before Dec 19 three to one is wanted."""
    names = ["us.cca-4.4ad", "us.ccb-4.4ad"]
    pos = position(23, *(unit(n, "2120") for n in names), unit("de.77.26", "2119"))
    done = cards.play(pos, "AC09", names)
    assert done
    assert (done.action, done.hex, done.force) == ("ATTACK", "2119", ((names[0], "2120"),))


def test_protect_the_line() -> None:
    """ARD-GE-06: from Noville the same regiment would open the road north-west."""
    pos = position(20, unit("us.506.101", "2118"), unit("de.3pz.2", "2319"))
    after = pos.put(["us.506.101"], "2220")
    assert front.gap(pos, after, "2118")
    assert cards.play(pos, "AC18", ["us.506.101"]) is None


def test_defensive_draw() -> None:
    """ARD-CC-05: the lowest # Reserve unit of the card's formation joins a small stack."""
    pos = position(
        18,
        unit("us.506.101", "2118"),
        unit("us.501.101", "reserve"),
        unit("us.327.101", "reserve"),
        unit("de.3pz.2", "2218"),
    )
    names = ["us.501.101", "us.506.101", "us.327.101"]
    found = deploy.joins_defence(pos, "2118", names)
    assert found
    assert found.id == "us.501.101"
    assert deploy.joins_defence(pos, "2118", names[:1]) is None
    assert deploy.joins_defence(pos, "2118", names, reserve_left=0) is None


def test_stack_splits_in_retreat() -> None:
    """ARD-RT-02: no hex of the first class has room for the whole stack."""
    pair = [unit("us.506.101", "2118"), unit("us.327.101", "2118")]
    hosts = [unit("us.504.82", "2218"), unit("us.505.82", "2218"), unit("us.120.30", "2219")]
    ring = {"de.2.2": "2117", "de.304.2": "2119", "de.901.lehr": "2018", "de.902.lehr": "2019"}
    pos = position(20, *pair, *hosts, *(unit(n, h) for n, h in ring.items()))
    assert hits.choose(pos, "2118", "2118", ["2117"]) == []
    found = hits.split(pos, "2118", "2118", ["2117"])
    assert found == {"us.506.101": "2218", "us.327.101": "2219"}


def test_strategic_move() -> None:
    """ARD-MV-08, RB-06: only Road hexsides, never beside an enemy."""
    pos = position(18, unit("us.506.101", "1917"), unit("de.3pz.2", "2319"))
    reach = march.strategic(pos, pos.at("1917"))
    assert reach["1817"] == 1
    assert max(reach.values()) <= 8
    assert not {"2219", "2220", "2318"} & set(reach)

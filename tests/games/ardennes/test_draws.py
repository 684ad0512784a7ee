"""Chits drawn: exact chances, what odds and chits tell, W5 and W13 (ARD-CH-01, ARD-CC-12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tests.games.ardennes.combat import (
    FOOT,
    MECH,
    MECH2,
    R110,
    R112,
    RECON,
    combat,
    forces,
    scored,
)
from tests.games.ardennes.table import answers, asked, events, left, notes, play, position, rolls
from wargame.games.ardennes.chits import (
    Facts,
    _drawn,
    adjusted,
    attack_strength,
    chances,
    defence_strength,
    facts,
    told,
)
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.odds import odds
from wargame.model import events as ev

IN = {R110: "2918"}
CHITS = load_content("campaign").chits


def ratio(attack: int, defence: int, *holds: str) -> Facts:
    """What chits ask, laid out without a table."""
    return Facts(attack, defence, frozenset(("always", *holds)), frozenset())


def after(*args: object, hits: tuple[int, int] = (2, 2), **more: object) -> tuple[int, int]:
    """Hits of a combat after place and state have counted."""
    g, fought = forces(*args, **more)  # type: ignore[arg-type]
    found = adjusted(g, fought, *hits)
    return found.defender, found.attacker


def test_w13_the_real_combat() -> None:
    """W13, ARD-AT-02, ARD-CC-09"""
    us = {"us.334.84": "0611", "us.335.84": "0611"}
    de = {RECON: "0612", MECH: "0612"}
    fuel = {unit: ["out of fuel"] for unit in de}
    g, fought = forces(us, de, "0612", side="allied", states=fuel, turn=21)
    assert (6, 4) == (attack_strength(g, fought), defence_strength(g, fought))
    assert (0, 1) == after(us, de, "0612", side="allied", states=fuel, hits=(0, 2))


# -- chances ----------------------------------------------------------------------------------------


def test_ch_01_chances_are_exact() -> None:
    """ARD-CH-01: every set of two chits counted by hand gives the same."""
    g, fought = forces({MECH: "2917", FOOT: "3019"}, IN, tactics=["artillery"], improved=["2918"])
    what = facts(g, fought)
    counted: Counter[tuple[int, int]] = Counter()
    pairs = list(combinations(CHITS.values(), 2))
    for pair in pairs:
        d, a = (sum(n) for n in zip(*(scored(c.id, what) for c in pair), strict=True))
        counted[max(d - 1, 0), a] += 1
    expected = {key: Fraction(n, len(pairs)) for key, n in counted.items()}
    assert expected == chances(g, fought, 2)
    assert 1 == sum(chances(g, fought, 7).values())


SANE = [
    (ratio(6, 6, "woods", "flanked", "flanked or surrounded", "attacker green", "one division",
           "twice the steps"), 3, 0, (0.7, 0.8), (0.46, 0.01, 0.18)),
    (ratio(6, 3, "open ground", "flanked", "flanked or surrounded", "attacker green", "one division",
           "twice the steps"), 4, 0, (1.4, 0.5), (0.17, 0.11, 0.07)),
    (ratio(9, 3, "woods", "flanked", "flanked or surrounded", "one division", "twice the steps",
           "attacker artillery"), 6, 0, (2.8, 0.6), (0.01, 0.61, 0.08)),
    (ratio(14, 3, "only attacker armor", "attacker armor in open", "open ground", "only attacker elite",
           "defender green", "one division", "twice the steps"), 7, 0, (3.7, 0.4), (0.0, 0.82, 0.04)),
    (ratio(14, 3, "only attacker armor", "attacker armor in open", "attacker armor in close", "prepared",
           "only attacker elite", "defender green", "one division", "twice the steps"), 7, 1, (2.5, 0.9), (0.06, 0.49, 0.20)),
    (ratio(8, 4, "only attacker armor", "attacker armor in open", "open ground", "attacker artillery",
           "one division"), 5, 0, (2.0, 0.5), (0.06, 0.31, 0.06)),
    (ratio(3, 3, "all across river", "woods", "one division", "twice the steps"), 4, 0, (0.6, 1.1), (0.49, 0.01, 0.31)),
]  # fmt: skip


@pytest.mark.parametrize(("what", "count", "less", "means", "tails"), SANE)
def test_ch_01_the_shape_of_combat(
    what: Facts,
    count: int,
    less: int,
    means: tuple[float, float],
    tails: tuple[float, float, float],
) -> None:
    """ARD-CH-01: the table of 4.5, whose draws were thrown, against exact chances."""
    scores = tuple(sorted(scored(chit, what) for chit in CHITS))
    found = {(max(d - less, 0), a): Fraction(0) for d, a in _drawn(scores, count)}
    for (d, a), chance in _drawn(scores, count).items():
        found[max(d - less, 0), a] += chance
    mean = [float(sum(pair[n] * c for pair, c in found.items())) for n in (0, 1)]
    assert means == pytest.approx(mean, abs=0.12)
    tail = [
        float(sum(c for (d, _), c in found.items() if d == 0)),
        float(sum(c for (d, _), c in found.items() if d > 2)),
        float(sum(c for (_, a), c in found.items() if a > 1)),
    ]
    assert tails == pytest.approx(tail, abs=0.05)


def test_ch_01_odds_tell_what_they_are_made_of() -> None:
    """ARD-CH-01, ARD-CC-07"""
    found = odds(*forces({MECH: "2917", MECH2: "2917"}, IN, tactics=["artillery"]))
    assert "6 against 2 = 3.0, 5 of 2 to 5 chits" in found.basis
    assert "; on average D " in found.basis
    assert 1 == sum(outcome.chance for outcome in found.outcomes)


def test_ch_01_a_chit_tells_what_fired() -> None:
    """ARD-CH-01"""
    assert "2:1 or better: D1" == told(CHITS["C04"], ratio(6, 2))
    assert "nothing" == told(CHITS["C31"], ratio(6, 2))
    both = ratio(3, 3, "attacker artillery", "defender artillery")
    assert "attacker artillery and defender artillery: D1 A1" == told(CHITS["C20"], both)


# -- drawn ------------------------------------------------------------------------------------------

W5_DRAWS = [4, 9, 12, 17, 26]
"""C04, C10, C14, C20, C30 out of a cup that shrinks."""


def test_w5_a_combat_drawn() -> None:
    """W5, ARD-AT-01, ARD-CC-02, ARD-CC-06, ARD-CC-07, ARD-CC-11, ARD-CH-01, ARD-CR-11"""
    units = {MECH: "3018", MECH2: "3018", R110: "2918"}
    session = position(
        "ops.german.attack", units, active=[MECH, MECH2], turn=16, card="G13", dice=W5_DRAWS,
        hands={"german": ["GS15"]}, tracks={"allied impulses": 0},
    )  # fmt: skip
    play(session, f"attack 2918 from {MECH} {MECH2}", "play GS15")
    assert ["draw 2", "draw 3", "draw 4", "draw 5"] == answers(session)
    play(session, "draw 5")
    (drawn,) = [dict(e.facts) for e in events(session, ev.Noted) if e.what == "hits"]
    assert (3, 1) == (drawn["defender"], drawn["attacker"])
    assert not left(session)
    assert "hits.defence" == asked(session).key
    assert not rolls(session)
    assert f"lose {R110}" in answers(session)


def test_ch_01_all_chits_go_back_into_the_cup() -> None:
    """ARD-CH-01"""
    session = combat("chits", {MECH: "2917"}, IN, dice=[31, 30])
    assert 32 == len(session.state.cups["chits"])
    assert not session.state.cups["chits drawn"]


def test_cc_12_automated_allies_draw_the_most() -> None:
    """ARD-CC-12"""
    session = combat(
        "chits", {R112: "2917"}, {FOOT: "2918"}, side="allied", mode="gs", dice=[31, 11]
    )
    assert not left(session)
    assert [(0, 0)] == [(n["defender"], n["attacker"]) for n in notes(session, "hits")]

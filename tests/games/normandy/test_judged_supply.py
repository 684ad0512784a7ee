"""Supply held against the referee in crowded random positions (NOR-SU, NOR-BD-04, NOR-HQ-01)."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.normandy.judged import crowd, judged
from tests.games.normandy.referee import supply
from wargame.flow.session import Session
from wargame.games.normandy.asks.attaching import Attachments
from wargame.games.normandy.content import load_content
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import ISOLATED, OUT, SILENT
from wargame.games.normandy.supply import COASTAL, FED, Lines, statuses

CONTENT = load_content("campaign")
WORDS = {FED: "in", COASTAL: "in", OUT: "out", ISOLATED: "isolated"}
SIDES: tuple[Side, Side] = ("allied", "german")


def lodgement(seed: int) -> Session:
    """A crowd on a board that the Allies hold in part, with Operations, a displaced HQ and lost areas."""
    random = Random(f"supply{seed}")
    grid, land = CONTENT.grid, sorted(CONTENT.land)
    middle = grid.hex(random.choice(("1810", "2511", "3413", "2018")))
    far = random.choice((8, 12, 18))
    held = [h for h in land if grid.distance(h, middle) <= far or random.random() < 0.1]
    lost = [h for h in held if random.random() < 0.08]
    session = crowd(
        "allied.tactical",
        random,
        turn=random.choice((1, 3, 5, 8, 13, 24, 30)),
        control={"allied": [grid.name(h) for h in held if h not in lost]},
        areas={area: "allied" for area in "ABCDE" if random.random() < 0.3},
    )
    g = session.game
    for hq in sorted(u for u in g.content.hqs if g.state.units[u].hex >= 0):
        if random.random() < 0.2:
            g.set_number(hq, SILENT, 1, rule="NOR-HQ-01")
        elif random.random() < 0.2:
            g.gain(hq, "operation", rule="NOR-OP-04")
    return session


@pytest.mark.parametrize("seed", range(24))
def test_every_status_is_the_referees(seed: int) -> None:
    """NOR-SU-05 to -15, NOR-OP-14"""
    g = lodgement(seed).game
    theirs = supply.statuses(judged(g))
    mine = {unit: WORDS[found] for unit, found in statuses(g).items()}
    assert mine == {unit: theirs[unit] for unit in mine}


@pytest.mark.parametrize("seed", range(12))
def test_every_unit_can_trace_to_the_same_hqs(seed: int) -> None:
    """NOR-SU-04, NOR-SU-05"""
    g = lodgement(seed).game
    pos = judged(g)
    for nation in ("us", "cw", "ge"):
        lines = Lines(g, nation)
        for unit in pos.units.values():
            if unit.nation == nation and not unit.flag("hq"):
                assert [*lines.traced.get(unit.id, ())] == supply.hqs_in_reach(pos, unit), unit.id


@pytest.mark.parametrize("seed", range(12))
def test_the_proposal_of_attachments_is_legal(seed: int) -> None:
    """NOR-SU-04"""
    g = lodgement(seed).game
    pos = judged(g)
    for side in SIDES:
        found = Attachments(g, side)
        found.propose()
        chosen = {unit: hq for unit, hq in found.ties.items() if hq and found.open[unit]}
        assert supply.attachment_faults(pos, chosen) == []
        assert found.why_not_done() is None
        for unit, hq in found.ties.items():
            full = all(found.room(other) <= 0 for other in found.open[unit])
            assert hq or full, f"{unit} has an HQ to go to"
            if not found.open[unit]:
                assert hq == (supply.nearest_hq(pos, pos.units[unit]) or "")


def test_the_crowds_hold_every_status() -> None:
    """Nothing would be tried by positions in which all are well fed."""
    found = [what for seed in range(24) for what in statuses(lodgement(seed).game).values()]
    assert min(found.count(what) for what in (FED, OUT, ISOLATED)) > 40

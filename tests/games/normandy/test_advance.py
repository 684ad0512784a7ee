"""Advance after combat (NOR-AD-01 to -04, NOR-HQ-01, NOR-BD-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.normandy.strike import first, strike
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    control,
    is_legal,
    notes,
    play,
    refused_by,
    unit,
)
from wargame.flow.session import Session

FIELD = {"cw.3c.9th": "3416", "cw.3c.8th": "3416", "cw.2cab": "3416", "cw.hq.i": "3613"}
CANADIANS = "attack 3417 from cw.2cab cw.3c.8th cw.3c.9th"
ENEMY = {"ge.275.gr983": "3417"}


def emptied(
    *wanted: str,
    units: Mapping[str, str] = ENEMY,
    states: Mapping[str, Sequence[str]] | None = None,
    attack: str = CANADIANS,
    **more: Any,
) -> Session:
    """3417 is emptied by Canadians; the advance is asked for."""
    laid = {"sp": {"cw2": 3}, "give": "allocate sp=1", **more}
    session = strike(
        {**FIELD, **units}, attack, *wanted, states={"cw.hq.i": ["supported"], **(states or {})}, **laid
    )  # fmt: skip
    return first(session, "combat.losses", "combat.retreat", "combat.demolish")


def ends(session: Session, unit_id: str) -> set[str]:
    """The hexes where a unit alone may end its advance."""
    return {
        text.split()[-1].split("-")[-1]
        for text in answers(session)
        if text.startswith(f"advance {unit_id} ")
    }


def longest(session: Session, unit_id: str) -> int:
    """The most hexes of a unit alone."""
    paths = [t.split()[-1] for t in answers(session) if t.startswith(f"advance {unit_id} ")]
    return max(len(path.split("-")) for path in paths)


@pytest.mark.parametrize(
    ("result", "mech", "foot"),
    [("DR1", 1, 1), ("DX DR2", 2, 2), ("D1 DX DR3", 3, 2), ("D2 DX DR4", 3, 2)],
)
def test_the_length_of_an_advance(result: str, mech: int, foot: int) -> None:
    """NOR-AD-02: by the length of the retreat; foot two at most."""
    session = emptied(result, give="allocate sp=2", units={**ENEMY, "ge.277.gr989": "3417"})
    assert asked(session).key == "combat.advance"
    assert longest(session, "cw.2cab") == mech
    assert longest(session, "cw.3c.9th") == foot


def test_after_losses_alone() -> None:
    """NOR-AD-02: two hexes, foot one, whatever retreat was printed."""
    session = emptied("D1 DX DR2", units={"ge.ost642": "3417"})
    assert unit(session, "ge.ost642").box == "eliminated"
    assert longest(session, "cw.2cab") == 2
    assert longest(session, "cw.3c.9th") == 1
    assert refused_by(session, "advance cw.3c.9th 3417-3418") == "NOR-AD-02"


def test_want_of_a_retreat_counts_as_the_retreat() -> None:
    """NOR-AD-02 (R-129): eliminated for want of a way, the length is that of the result."""
    ring = {
        "cw.3.9th": "3316", "cw.15.44th": "3418", "cw.15.46th": "3317", "cw.3.8th": "3516",
        "cw.15.227th": "3517",
    }  # fmt: skip
    quiet = {u: ["regroup"] for u in (*ring, "cw.3c.9th")}
    session = emptied(
        "DR1", units={**ring, **ENEMY}, states=quiet, attack="attack 3417 from cw.2cab cw.3c.8th"
    )
    assert notes(session, "no_way")
    assert longest(session, "cw.2cab") == 1


def test_who_may_advance() -> None:
    """NOR-AD-01: survivors that attacked and are in good order; each once; nobody has to (NOR-AD-04)."""
    session = emptied("DR1", units={**ENEMY, "cw.3.8th": "3316"}, states={"cw.3.8th": ["regroup"]})
    assert refused_by(session, "advance cw.3.8th 3417") == "NOR-AD-01"
    assert refused_by(session, "advance cw.3c.9th 3317") == "NOR-AD-02"
    play(session, "advance cw.3c.9th 3417")
    assert at(session, "cw.3c.9th") == "3417"
    assert refused_by(session, "advance cw.3c.9th 3317") == "NOR-AD-01"
    play(session, "pass")
    assert at(session, "cw.3c.8th") == "3416"


def test_disorganized_attackers_stay() -> None:
    """NOR-AD-01: a Disorganized one among them is refused."""
    session = emptied("DR1")
    session.game.gain("cw.3c.9th", "disorganized", rule="NOR-DR-03")
    assert refused_by(session, "advance cw.3c.9th 3417") == "NOR-AD-01"


def test_together_up_to_the_limit() -> None:
    """NOR-AD-01, NOR-MV-06: seven stacking points; as many as fit are offered together."""
    session = emptied("DR1")
    assert answers(session)[1] == "advance cw.2cab+cw.3c.8th+cw.3c.9th 3417"
    play(session, "advance cw.2cab+cw.3c.8th+cw.3c.9th 3417")
    assert {at(session, u) for u in FIELD if u != "cw.hq.i"} == {"3417"}
    assert asked(session).key != "combat.advance", "nobody is left to ask"
    more = {"cw.15.44th": "3316", "cw.15.46th": "3316"}
    full = emptied(
        "DR1", units={**ENEMY, **more}, attack=CANADIANS.replace("from", "from cw.15.44th")
    )
    every = "advance cw.15.44th+cw.2cab+cw.3c.8th+cw.3c.9th 3417"
    assert is_legal(full, every)
    two = CANADIANS.replace("cw.2cab", "cw.15.44th cw.15.46th")
    full = emptied("DR1", units={**ENEMY, **more}, attack=two)
    every = "advance cw.15.44th+cw.15.46th+cw.3c.8th+cw.3c.9th 3417"
    assert refused_by(full, every) == "NOR-MV-06"


def test_zones_end_the_advance() -> None:
    """NOR-AD-03: the emptied hex may always be entered, and an advance ends in EZOC."""
    near = emptied("DX DR2", units={**ENEMY, "ge.21.pzgr192": "3317"})
    assert ends(near, "cw.2cab") == {"3417"}
    assert refused_by(near, "advance cw.2cab 3417-3418") == "NOR-AD-03"
    units = {**ENEMY, "ge.277.gr989": "3417", "ge.21.pzgr192": "3318"}
    far = emptied("D1 DX DR3", units=units, give="allocate sp=2")
    assert is_legal(far, "advance cw.2cab 3417-3317")
    assert refused_by(far, "advance cw.2cab 3417-3317-3316") == "NOR-AD-03"


def test_rivers_in_an_advance() -> None:
    """NOR-AD-02: mech needs a bridge over a major river, foot does not."""
    session = emptied("DX DR2", give="allocate sp=2")
    assert "3517" not in ends(session, "cw.2cab")
    assert "3517" in ends(session, "cw.3c.9th")
    assert refused_by(session, "advance cw.2cab 3417-3517") == "NOR-AD-02"


def test_the_boundary_holds_in_an_advance() -> None:
    """NOR-AD-03, NOR-BD-04: attacks cross the line, advances do not."""
    session = emptied("DR1", boundary=36)
    assert asked(session).key != "combat.advance"
    shared = emptied("DR1", boundary=34)
    assert is_legal(shared, "advance cw.3c.9th 3417")


def test_control_and_staffs_in_the_way() -> None:
    """NOR-AD-04, NOR-HQ-01: every hex entered is taken; the guns in it are lost, the HQ is displaced."""
    units = {
        "ge.ost642": "3417",
        "ge.hq.isspz": "3417",
        "ge.wrf7": "3417",
        "ge.12ss.ss-pzr12": "3823",
    }
    session = emptied("D1 DX DR2", units=units, dice=[3])
    assert at(session, "ge.wrf7") == "3417"
    play(session, "advance cw.2cab 3417-3317")
    assert control(session, "3417") == control(session, "3317") == "allied"
    assert unit(session, "ge.wrf7").box == "eliminated"
    assert at(session, "ge.hq.isspz") == "3823"


def test_positions_left_behind() -> None:
    """NOR-EN-08: a position goes with the last combat unit in it, in retreat and in advance."""
    units = {**ENEMY, "ge.277.gr989": "3417"}
    works = {"3416": "improved", "3417": "improved"}
    session = emptied("DR1", units=units, works=works, give="allocate sp=2")
    play(session, "no")
    first(session, "combat.retreat")

    def dug() -> set[str]:
        layer = session.state.layers.get("works", {})
        found = {session.game.grid.name(h) for h, value in layer.items() if value}
        return found & {"3416", "3417"}

    assert dug() == {"3416"}
    play(session, "advance cw.2cab+cw.3c.8th+cw.3c.9th 3417")
    assert dug() == set()


def test_several_targets_are_judged_one_by_one() -> None:
    """NOR-AD-01: only the hex that was emptied is entered."""
    units = {"ge.275.gr983": "3417", "ge.277.gr989": "3516"}
    attack = CANADIANS.replace("3417", "3417 3516")
    session = strike(
        {**FIELD, **units}, attack, "DR1", "DX DR2",
        states={"cw.hq.i": ["supported", "operation"]}, sp={"cw2": 4}, give="allocate sp=3",
        turn=13,
    )  # fmt: skip
    first(session, "combat.losses")
    assert asked(session).key == "combat.stand", "Caen is a city, 3417 is none"
    play(session, "yes")
    first(session, "combat.losses", "combat.retreat")
    assert asked(session).key == "combat.advance"
    assert is_legal(session, "advance cw.2cab 3417")
    assert refused_by(session, "advance cw.2cab 3516") == "NOR-AD-02"


def test_the_question_tells_how_far_each_may_go() -> None:
    """NOR-AD-02  Mech and foot apart where they differ; "else" only once somebody has advanced."""
    session = emptied("D1 DX DR3")
    assert asked(session).prompt == (
        "3417 is empty. Who advances? Mech units go 3 hexes at most, foot 2."
    )
    assert asked(session).options()[0].label == "Nobody advances"
    play(session, "advance cw.3c.9th 3417")
    assert asked(session).prompt.startswith("3417 is empty. Who else advances?")
    assert asked(session).options()[0].label == "Nobody else advances"

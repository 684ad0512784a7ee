"""Four combats that draw the whole cup: every chit where its condition fires and where it does not (ARD-CH-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import FOOT, MECH, PEIPER, PZ, R110, R112, combat
from tests.games.ardennes.table import events, notes, play
from wargame.flow.session import Session
from wargame.games.ardennes.content import load_content
from wargame.model import events as ev

CHITS = sorted(load_content("campaign").chits)
PRESSED = ("press the attack",) * 32
"""As many tactics as it takes to draw all 32."""
GREEN, SPLIT, ELITE, ELITE2, GREEN_US = (
    "de.989.277", "de.156.116", "us.501.101", "us.506.101", "us.422.106",
)  # fmt: skip


def panzers() -> Session:
    """8 against 2: two units of 2 Pz in the open."""
    return drawn({PZ: "2917", MECH: "2917"}, {R110: "2918"})


def over_the_our() -> Session:
    """0 against 7: worn Germans of two corps over the Our, one Green and short; two Elite regiments dug in in Woods."""
    return drawn(
        {GREEN: "3115", SPLIT: "3116"}, {ELITE: "3016", ELITE2: "3016"}, "3016", improved=["3016"],
        states={GREEN: ["low supply"]}, lost={GREEN: 1, SPLIT: 2}, kept={"answer": "tank battalion"},
    )  # fmt: skip


def closed_in() -> Session:
    """14 against 2 from two sides, guns and aircraft; a Green regiment Isolated and Surrounded, with guns."""
    tactics = (*PRESSED, "artillery", "airpower")
    return drawn(
        {PZ: "2917", MECH: "2917", PEIPER: "2919"}, {GREEN_US: "2918"}, turn=23,
        states={GREEN_US: ["isolated"]}, lost={GREEN_US: 1}, others={FOOT: "2818", "de.39.26": "3018"},
        kept={"tactics": tactics, "answer": "artillery"},
    )  # fmt: skip


def la_roche() -> Session:
    """4 against 3: two divisions of one corps before a Town in Woods; aircraft answer."""
    attackers = {PZ: "1814", FOOT: "1814"}
    return drawn(
        attackers, {R112: "1914"}, "1914", turn=23, lost={PZ: 2}, kept={"answer": "airpower"}
    )


def drawn(*where: Any, **more: Any) -> Session:
    """A combat with every chit of the cup drawn."""
    kept = {"tactics": PRESSED, **more.pop("kept", {})}
    session = combat("chits", *where, hands={"german": [], "allied": []}, kept=kept, **more)
    return play(session, "draw 32")


COMBATS = {"panzers": panzers, "our": over_the_our, "closed": closed_in, "roche": la_roche}
STRENGTHS = {"panzers": (8, 2), "our": (0, 7), "closed": (14, 2), "roche": (4, 3)}
EFFECTS = {
    "panzers": {
        "D1": "C01 C02 C03 C04 C05 C06 C07 C10 C11 C14 C27 C32", "D2": "C08", "D1 A1": "C29",
        "A1": "C30",
    },
    "our": {
        "A1": "C01 C02 C04 C05 C06 C07 C08 C09 C10 C11 C13 C15 C16 C25 C26 C27 C28 C30 C32",
        "A2": "C03", "D1 A1": "C29",
    },
    "closed": {
        "D1": "C01 C02 C03 C04 C05 C06 C07 C10 C11 C14 C17 C18 C19 C23 C24 C25 C26 C28 C32",
        "D2": "C08 C09", "D1 A1": "C20 C21 C22 C29", "A1": "C27 C30",
    },
    "roche": {
        "D1": "C01 C02 C10", "D1 A1": "C29",
        "A1": "C04 C05 C06 C08 C09 C12 C13 C16 C23 C24 C30",
    },
}  # fmt: skip
"""By combat what table 4.5 says; every other chit does nothing."""


def told(session: Session) -> dict[str, str]:
    """By chit what it did: "D1", "A1", "D1 A1", or nothing."""
    read = [e for e in events(session, ev.ChartRead) if e.chart == "chits"]
    assert len(read) == len(CHITS)
    return {e.row: e.result.rpartition(": ")[2] for e in read}


@pytest.mark.parametrize("name", COMBATS)
def test_ch_01_every_chit_is_drawn(name: str) -> None:
    """ARD-CH-01, 5.8.7  Without return, each with its condition; they add up; then all go back."""
    session = COMBATS[name]()
    wanted = {chit: what for what, ids in EFFECTS[name].items() for chit in ids.split()}
    assert told(session) == {chit: wanted.get(chit, "nothing") for chit in CHITS}
    strengths = notes(session, "strengths")[0]
    assert (strengths["attack"], strengths["defence"]) == STRENGTHS[name]
    hits = notes(session, "hits")[0]
    for side, letter in (("defender", "D"), ("attacker", "A")):
        words = " ".join(wanted.values()).split()
        assert hits[f"drawn_{side}"] == sum(int(word[1:]) for word in words if word[0] == letter)
    assert session.state.cups["chits"] == CHITS


def test_ch_01_every_chit_fires_and_does_not() -> None:
    """ARD-CH-01  But for those without a condition."""
    seen = {
        chit: {what for name in EFFECTS for what in [_of(name, chit)]}
        for chit in CHITS
        if chit not in ("C29", "C30", "C31")
    }
    assert [chit for chit, found in seen.items() if len(found) < 2] == []


def _of(name: str, chit: str) -> str:
    return next((what for what, ids in EFFECTS[name].items() if chit in ids), "nothing")

"""Recorded games that end in every way Normandy can end.

`python -m tests.games.normandy.endings` plays until each end is reached and writes the files anew.
The Odon is played whole; the campaign from a position with few units near its end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.games.endings import Ending, Endings
from tests.games.normandy.closing import CITIES
from wargame.flow.fuzz import Picker
from wargame.flow.lab import Position
from wargame.flow.session import Session
from wargame.games.normandy import GAME

FOLDER = Path(__file__).parent / "endings"
UNITS = {
    "us.hq.vii": "1613", "us.4.8th": "1612", "cw.hq.xxx": "2814", "cw.50.69th": "2914",
    "ge.hq.lxxxiv": "4230", "ge.275.gr983": "4229", "ge.275.gr985": "4331",
}  # fmt: skip
BEACHES = ["1810", "2511", "3112", "3413", "3613"]


def close(
    turn: int, segment: str = "allied.combat", cities: int = 0, **more: Any
) -> dict[str, Any]:
    """The campaign with few units far from each other, two and so many more cities Allied."""
    units: dict[str, Any] = {u: {"hex": h} for u, h in UNITS.items()}
    for who, states in more.pop("states", {}).items():
        units[who]["states"] = states
    far = [h for h in CITIES if h not in ("4229", "2814", "1613")]
    held = {"allied": ["2814", "1613", *far[:cities]], "german": ["4229", *far[cities:]]}
    for side, hexes in more.pop("control", {}).items():
        held[side] += hexes
    return Position(
        scenario="campaign", turn=turn, segment=f"normandy.{segment}", clear=True, units=units,
        seed=1, set={"control": held, "weather": "overcast", **more},
    ).model_dump(mode="json")  # fmt: skip


def tracks(allied: int, german: int, **more: int) -> dict[str, int]:
    """Both victory tracks, and others."""
    return {"vp allied": allied, "vp german": german, **more}


def band(name: str, level: str, winner: str, allied: int) -> Ending:
    """NOR-VP-10  The last turn, with so many points before it and two cities to come."""
    lab = close(40, tracks=tracks(allied, 3, withdrawn=36))
    return Ending(f"campaign-{name}", "campaign", winner, level, lab=lab)


ENDINGS = (
    band("allied-decisive", "Allied decisive", "allied", 91),
    band("allied-marginal", "Allied marginal", "allied", 90),
    band("draw", "draw", "", 70),
    band("german-marginal", "German marginal", "german", 50),
    band("german-decisive", "German decisive", "german", 30),
    Ending(
        "campaign-sudden-death-german", "campaign", "german", "German decisive",
        reason="beaches_lost",
        lab=close(13, tracks=tracks(200, 0), control={"german": BEACHES[:3]}),
    ),
    Ending(
        "campaign-sudden-death-allied", "campaign", "allied", "Allied decisive",
        reason="field_force_gone",
        lab=close(30, states={"ge.275.gr983": ["cadre"], "ge.275.gr985": ["cadre"]}),
    ),
    Ending("epsom-cw-victory", "epsom", "allied", "CW victory"),
    Ending("epsom-draw", "epsom", "", "draw"),
    Ending("epsom-german-victory", "epsom", "german", "German victory"),
    Ending(  # NOR-WN-02: 16 cities on T24; T31 is the last turn
        "campaign-withdrawal-must", "campaign", "allied", "Allied decisive",
        lab=close(24, "end.victory", cities=14),
    ),
    Ending(  # NOR-WN-03: declared freely on T22; T29 is the last turn
        "campaign-withdrawal-may", "campaign", "allied", "Allied decisive", ("german",),
        lab=close(22, "end.victory"),
    ),
)  # fmt: skip


def reply(session: Session) -> str:
    """Withdraws as soon as it is allowed; all else at random."""
    assert session.ask is not None
    if session.ask.key == "withdrawal":
        return "withdraw"
    return session.ask.sample(Picker(session.n))


RECORDED = Endings(GAME, FOLDER, ENDINGS, reply)


def main() -> None:
    """Write every file anew."""
    for ending in ENDINGS:
        RECORDED.record(ending)


if __name__ == "__main__":
    main()

"""Recorded games that end in every way Ardennes can end, in both modes.

`python -m tests.games.ardennes.endings` plays until each end is reached and writes the files anew.
Skyline Drive is played whole; the campaign from a position with few units near its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.games.ardennes.player import reply
from tests.games.endings import Ending, Endings
from wargame.flow.lab import Position
from wargame.games.ardennes import GAME
from wargame.games.ardennes.content import load_content

FOLDER = Path(__file__).parent / "endings"
MODES = ("2p", "gs")
BOTH = ("german", "allied")
FAR = {"us.110.28": "0226", "de.77.26": "3620"}
"""An Allied unit and a German one that meet nobody."""
BANK = {"de.3pz.2": "0315", "de.2.2": "0315", "de.304.2": "0215"}
"""2 Pz over the Meuse at Givet."""
SEMOIS = ("0315", "0512", "0617", "0826", "1328", "2224", "3027", "3625")
"""Givet, Dinant and the towns of the road that leads there by Arlon's west: 9 points."""
EAST = ("3012", "2818", "3123")
"""St. Vith, Clervaux, Diekirch: 6 points."""
SALM = (*EAST, "2612", "2316", "2621")
"""And Vielsalm, Houffalize, Wiltz: 10."""
ROCHE = (*SALM, "1914", "3207", "2808")
"""And La Roche, Elsenborn, Malmédy: 16."""
BASTOGNE = (*ROCHE, "2220")
"""And Bastogne: 22."""
SPA = (*BASTOGNE, "2406", "2503", "1413")
"""And Spa, Verviers, Marche: 31."""
LIEGE = (*SPA, "1802", "1624")
"""And Liège, Libramont: 41."""


def late(
    mode: str, turn: int, german: Sequence[str], units: dict[str, str] | None = None
) -> dict[str, Any]:
    """The campaign before the last German command of a day, with few cards and few units far from each other."""
    return Position(
        scenario="campaign", turn=turn, segment="ardennes.ops.german.command", clear=True, seed=1,
        units={u: {"hex": h} for u, h in (units or FAR).items()}, options={"mode": mode},
        set={
            "hands": {"german": ["GS15"], "allied": ["N01"] if mode == "2p" else []},
            "piles": {"german": 0, "allied": 0}, "control": {"german": [*german]},
            "tracks": {"levels": 18, "impulse": 2, "allied impulses": 1},
        },
    ).model_dump(mode="json")  # fmt: skip


def skyline(mode: str) -> Iterator[Ending]:
    """8.2  Its three levels, between two scripted players."""
    for name, winner in (("German win", "german"), ("Draw", ""), ("Allied win", "allied")):
        kind = name.lower().replace(" ", "-")
        yield Ending(
            f"skyline-{mode}-{kind}", "skyline", winner, name, BOTH, options={"mode": mode}
        )


def campaign(mode: str) -> Iterator[Ending]:
    """9.1 to 9.5  Five levels on December 27, and three ways to end before."""
    for name, level, winner, turn, german, units, reason in (
        ("strategic-german", "German strategic win", "german", 27, SPA, FAR, "points"),
        ("german-win", "German win", "german", 27, BASTOGNE, FAR, "points"),
        ("draw", "Draw", "", 27, ROCHE, FAR, "points"),
        ("allied-win", "Allied win", "allied", 27, SALM, FAR, "points"),
        ("allied-decisive", "Allied decisive win", "allied", 27, EAST, FAR, "points"),
        ("automatic-german", "Automatic German victory", "german", 20, LIEGE, FAR, "enough"),
        ("over-the-meuse", "Automatic German victory", "german", 24,
         SEMOIS, {**BANK, "us.110.28": "0226"}, "meuse"),
        ("stopped", "Automatic Allied victory", "allied", 22, ("3012",), FAR, "stopped"),
    ):  # fmt: skip
        yield Ending(
            f"campaign-{mode}-{name}", "campaign", winner, level, BOTH,
            lab=late(mode, turn, german, units), reason=reason, options={"mode": mode},
        )  # fmt: skip


ENDINGS = tuple(e for mode in MODES for kind in (skyline, campaign) for e in kind(mode))
LEVELS = {
    scenario: {band.level for band in load_content(scenario).scenario.band}
    for scenario in ("campaign", "skyline")
}
RECORDED = Endings(GAME, FOLDER, ENDINGS, reply)


def main() -> None:
    """Write every file anew."""
    for ending in ENDINGS:
        RECORDED.record(ending)


if __name__ == "__main__":
    main()

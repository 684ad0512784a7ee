"""A file that the other player sent, harmed on its way or by its sender: what taking it in does to the saves here."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.store.played import play
from tests.torture.examine import called, faults_of
from tests.torture.hostile import broken, rechained
from wargame.store.campaign import Campaign
from wargame.store.post import parcel

BEHIND, AHEAD = 12, 25
"""So many answers are here, and so many were sent."""


class Mail:
    """One campaign here, the same one further on in the file."""

    def __init__(self, folder: Path, scenario: str) -> None:
        self.file = folder / "from.wgmail"
        self._mine, self._kept = folder / "mine.wg", folder / "kept.wg"
        self._kept.unlink(missing_ok=True)
        with Campaign.new(scenario, 7, self._kept) as campaign:
            play(campaign, BEHIND)
            self._here = self._kept.read_bytes()
            play(campaign, AHEAD - BEHIND, 2)
            self._sent = parcel(campaign, campaign.definition.sides[0].id).encode()
        self._kept.unlink()

    def case(self, number: int) -> list[str]:
        """A harmed file is taken in; every eighth is whole."""
        random = Random(f"{number}")
        harm = (broken, rechained)[number % 2]
        sent = harm(self._sent, random) if number % 8 else self._sent
        for old in self._mine.parent.glob("*.wg"):
            old.unlink()
        self._mine.write_bytes(self._here)
        self.file.write_bytes(sent)
        code, text, _written = called(["receive", str(self.file)])
        found = faults_of("receive", code, text, told="It has parted from")
        after = self._mine.read_bytes()
        if not after.startswith(self._here):
            found.append("receive: the save here lost something")
        if number % 8 == 0 and (code, after == self._here) != (0, False):
            found.append("receive: a good file was not taken in")
        saves = [*self._mine.parent.glob("*.wg")] if code in (0, 1) else []
        return found + [
            f"receive: {save.name} does not prove"
            for save in saves
            if called(["verify", str(save)])[0] != 0
        ]

"""Who stands how: the score on the scale of the levels of victory, what scores, what is to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wargame.content.figures import falls, margin, signed, span
from wargame.content.scenario import Band, band_of
from wargame.hexes.grid import Hex
from wargame.model.state import Side, State, UnitId


@dataclass(frozen=True, slots=True)
class Prize:
    """A hex that counts for who controls it."""

    hex: Hex
    name: str
    points: int
    bar: str = ""
    """What keeps it from counting for its holder, in words; "" if it counts."""


class Arrival(NamedTuple):
    """A unit that waits to come to the map."""

    turn: int
    """The first game-turn it may come."""
    side: Side
    unit: UnitId
    where: str
    """Where it comes on, in words."""


class Due(NamedTuple):
    """Something that comes by its date: an event, a count."""

    turn: int
    """The game-turn."""
    what: str


@dataclass(frozen=True, slots=True)
class Announced:
    """An act that is named and not yet carried out, as a declared attack: arrows on the map."""

    target: Hex
    sources: Sequence[Hex]
    """Where those stand who take part."""
    sign: str
    """Its kind and place among them, at most three characters: "N1"."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How the sides stand: as the game ended, or while it runs as the points would have it."""

    level: str
    winner: Side
    """"" for a draw, or while nobody leads."""
    points: Mapping[Side, int]
    by_points: str
    """The level of the points alone."""
    score: int = 0
    """Where the points lie on the scale of `bands`."""
    bands: Sequence[Band] = ()
    """The levels of victory, the highest score first; none where no score decides."""
    prizes: Sequence[Prize] = ()

    @classmethod
    def of(cls, state: State, level: str, winner: Side, points: Mapping[Side, int]) -> Standings:
        """The ending first, then *level* and *winner* where no score decides."""
        ended = state.ended
        if ended is None:
            return cls(level, winner, points, level)
        return cls(ended.level, ended.winner, points, level)

    @classmethod
    def scored(
        cls,
        state: State,
        score: int,
        bands: Sequence[Band],
        *,
        points: Mapping[Side, int],
        prizes: Sequence[Prize],
    ) -> Standings:
        """The ending first, then the level that *score* has in *bands*."""
        band, ended = band_of(bands, score), state.ended
        level, winner = (ended.level, ended.winner) if ended else (band.level, band.side)
        return cls(level, winner, points, band.level, score, bands, prizes)

    @property
    def sentence(self) -> str:
        """The level, and that of the points where the game ended before they were counted."""
        early = self.level != self.by_points
        return f"{self.level} (by points alone: {self.by_points})" if early else self.level

    @property
    def figures(self) -> str:
        """The score, with its sign on a scale that goes below nothing."""
        return self.figure(self.score)

    @property
    def outlook(self) -> str:
        """Score and level, then from which score on the next levels above and below begin."""
        if not self.bands:
            return self.sentence
        goals = [f"{band.level} at {self.figure(at)}" for band, at in self.next_levels()]
        return f"{self.figures}, {'; '.join([self.sentence, *goals])}"

    def brief(self, side: Side) -> str:
        """The score in short with the next threshold of *side*, "VP 1 (Red win at 5)"; or how it ended."""
        goals = self.next_levels()
        if not goals or self.level != self.by_points:
            return self.level
        mine = [goal for goal in goals if (goal[1] > self.score) == (side == self.bands[0].side)]
        band, at = (mine or goals)[0]
        return f"VP {self.figures} ({band.level} at {self.figure(at)})"

    def next_levels(self) -> list[tuple[Band, int]]:
        """The level above and that below, each with the score of it that lies nearest."""
        if not self.bands:
            return []
        at = self.bands.index(band_of(self.bands, self.score))
        above, lowest = self.bands[:at], self.bands[at].at_least
        found = [(above[-1], above[-1].at_least or 0)] if above else []
        return found if lowest is None else [*found, (self.bands[at + 1], lowest - 1)]

    def rungs(self) -> list[tuple[str, str, str]]:
        """Every level from the highest: its name, its nearest score, how far that lies away.

        The level that the score has comes with all its scores and "here".
        """
        found, high = [], self.score
        for band, scores in self.spans():
            low = band.at_least
            if low is not None and self.score < low:
                found.append((band.level, self.figure(low), f"{low - self.score} more"))
            elif self.score > high:
                found.append((band.level, self.figure(high), f"{self.score - high} less"))
            else:
                found.append((band.level, scores, "here"))
            high = (low or 0) - 1
        return found

    def spans(self) -> list[tuple[Band, str]]:
        """Every level from the highest with the scores it has: "5 or more", "2-4"."""
        written = falls([band.at_least for band in self.bands], margin if self._signed else span)
        return list(zip(self.bands, written, strict=True))

    def figure(self, score: int) -> str:
        """A score as it is written on this scale."""
        return signed(score) if self._signed else str(score)

    @property
    def _signed(self) -> bool:
        """Whether the scale goes below nothing."""
        return self.score < 0 or any((band.at_least or 0) < 0 for band in self.bands)

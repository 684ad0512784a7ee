"""Positions held against the referee: crowded ones, and those of random games.

`python -m tests.games.eastfront.watched crowds|minsk|games SEED GAMES`
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.judged import crowd, judged
from tests.games.eastfront.weighed import everything
from tests.games.eastfront.weighed_advance import advances
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME

STRIDE = 60
"""Answers of a random game between two positions that are looked at."""


def crowded(seed: int, scenario: str = "campaign") -> Differences:
    """A crowded position drawn at random."""
    random = Random(seed)
    g = crowd(random, scenario)
    return everything(g, judged(g), random, laid=True)


def played(seed: int, scenario: str, answers: int) -> Iterator[Differences]:
    """Positions of a random game, one in so many answers."""
    random = Random(seed)
    session = Session.start(GAME, new_header(GAME, scenario, seed))
    for n in range(1, answers + 1):
        if session.ask is None:
            return
        session.answer(session.ask.sample(random.randrange))
        if n % STRIDE == 0:
            yield everything(session.game, judged(session.game), random)


def found(kind: str, seed: int) -> Iterator[Differences]:
    """What one seed gives to look at."""
    if kind == "games":
        yield advances(seed, "minsk", 900)
        yield from played(seed, ("barbarossa", "campaign", "minsk")[seed % 3], 6 * STRIDE)
    else:
        yield crowded(seed, "minsk" if kind == "minsk" else "campaign")


def main(kind: str, first: int, count: int) -> bool:
    """Look at many positions and tell every difference; whether there was any."""
    total: Counter[str] = Counter()
    bad = 0
    for seed in range(first, first + count):
        for differences in found(kind, seed):
            total.update(differences.seen)
            bad += bool(differences)
            for line in differences:
                sys.stdout.write(f"{seed} {line[:600]}\n")
    seen = ", ".join(f"{what} {n}" for what, n in sorted(total.items()))
    sys.stdout.write(f"{count} {kind}, {bad} positions with differences: {seen}\n")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))

"""A whole game of each learning scenario as a player reads it, compared word for word.

`pytest --golden tests/games/test_transcript.py` writes them anew, with the same answers; where those are no longer
legal, Arras, Ardennes and East Front are played by their scripted players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from tests.games.ardennes.player import reply as ardennes_player
from tests.games.arras.player import reply as arras_player
from tests.games.eastfront.player import reply as eastfront_player
from tests.games.transcript import Golden, transcript, without_rule, written
from wargame.flow.session import Session
from wargame.games.ardennes import GAME as ARDENNES
from wargame.games.arras import GAME as ARRAS
from wargame.games.eastfront import GAME as EASTFRONT
from wargame.games.hannut import GAME as HANNUT
from wargame.games.normandy import GAME as NORMANDY

GOLDEN = (
    Golden(ARRAS, "learning", 1940, "arras-learning.txt", "ARR", 100, player=arras_player),
    Golden(HANNUT, "orp", 1940, "hannut-orp.txt", "HAN", 300),
    Golden(NORMANDY, "epsom", 1944, "normandy-epsom.txt", "NOR", 300),
    Golden(EASTFRONT, "minsk", 4, "eastfront-minsk.txt", "EF", 300, player=eastfront_player),
    *(
        Golden(
            ARDENNES, "skyline", seed, f"ardennes-skyline-{mode}.txt", "ARD", 200,
            {"mode": mode}, ardennes_player,
        )
        for mode, seed in (("2p", 9), ("gs", 35))
    ),
)  # fmt: skip
EACH = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
Played = Callable[[Golden], tuple[Session, str]]


@pytest.fixture(scope="module")
def played() -> Played:
    """Games to their end, each played once, and their text."""

    @cache
    def play(name: str) -> tuple[Session, str]:
        session = next(golden for golden in GOLDEN if golden.name == name).played()
        return session, transcript(session)

    return lambda golden: play(golden.name)


@pytest.mark.golden
@EACH
def test_a_learning_scenario_reads_as_it_did(
    golden: Golden, played: Played, request: pytest.FixtureRequest
) -> None:
    text = played(golden)[1]
    assert written(text, golden, request) == text


@EACH
def test_every_line_of_the_journal_names_its_rule(golden: Golden, played: Played) -> None:
    assert without_rule(played(golden)[1], golden.prefix, least=golden.least) == []


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("arras-learning.txt",
         ("movement.move air.mission air.intercept artillery.fire combat.attack combat.no_retreat"
         " combat.retreat combat.advance")),
        ("ardennes-skyline-2p.txt",
         ("command move attack tactics.attack tactics.defence chits hits.defence hits.attack advance"
         " react.roadblock react.bridge deploy.place events.supply recover")),
        ("eastfront-minsk.txt",
         ("air.mission air.intercept move attack attack.next losses retreat advance strike react reserve"
         " supply.move arrivals.supply attack.chit")),
        ("ardennes-skyline-gs.txt",
         "command move attack tactics.attack chits hits.attack advance events.supply recover"),
    ],
)  # fmt: skip
def test_a_game_shows_what_its_rules_are_about(name: str, wanted: str, played: Played) -> None:
    golden = next(golden for golden in GOLDEN if golden.name == name)
    assert {*wanted.split()} <= {entry.key for entry in played(golden)[0].entries}

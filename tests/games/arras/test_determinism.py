"""The same scenario, seed and answers give the same chain in any process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.games.arras import GAME

ROOT = Path(__file__).parents[3]
PROGRAM = (
    "import sys; from {module} import chain_of; print(chain_of(sys.argv[1], int(sys.argv[2])))"
)


def chain_of(scenario: str, seed: int) -> str:
    """The final chain of a game of random answers."""
    session, pick = Session.start(GAME, new_header(GAME, scenario, seed)), Picker(seed)
    while (ask := session.ask) is not None:
        session.answer(ask.sample(pick))
    return session.chain


def chain_elsewhere(scenario: str, seed: int, hash_seed: int) -> str:
    """The same in another process under a given PYTHONHASHSEED."""
    program = PROGRAM.format(module=__name__)
    found = subprocess.run(
        [sys.executable, "-c", program, scenario, str(seed)],
        cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.strip()


@pytest.mark.parametrize("scenario", ["learning", "campaign"])
def test_the_chain_is_the_same_under_any_hash_seed(scenario: str) -> None:
    here = chain_of(scenario, 7)
    assert here == chain_of(scenario, 7)
    assert [here, here] == [chain_elsewhere(scenario, 7, hash_seed) for hash_seed in (1, 2)]


def test_another_seed_gives_another_game() -> None:
    assert chain_of("learning", 7) != chain_of("learning", 8)

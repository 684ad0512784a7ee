"""The same seed and answers give the same chain in any process, under any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.flow.table import play, start

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (
    "from tests.flow.table import play, start;"
    "print([play(start(seed), seed=seed).chain for seed in range(4)])"
)


def test_the_chain_is_the_same_under_every_hash_seed() -> None:
    expected = repr([play(start(seed), seed=seed).chain for seed in range(4)])
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


def test_the_chain_tells_answers_apart() -> None:
    one = start()
    one.answer("move r1 0102-0202")
    three = start()
    three.answer("pass")
    assert len({start().chain, one.chain, three.chain}) == 3


def test_the_chain_tells_seeds_apart() -> None:
    assert start(1).chain != start(2).chain

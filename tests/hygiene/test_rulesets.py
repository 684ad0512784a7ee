"""A game that does something else than before has another ruleset number; words may change freely."""

from __future__ import annotations

import pytest

from tests.games.transcript import FOLDER, proof, proofs
from wargame import games

GOLDEN = sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_changes_with_its_ruleset_number_only(name: str) -> None:
    ruleset = games.game(name.partition("-")[0]).ruleset
    known = proofs()[name]
    assert ruleset in known, f"{name} has no proof under {ruleset}: run `make golden`"
    said = f"{name} goes otherwise under the same {ruleset}: raise RULESET, then `make golden`"
    assert proof(FOLDER / name) == known[ruleset]["chain"], said


def test_every_game_has_a_golden_game_and_no_proof_is_of_nothing() -> None:
    assert {name.partition("-")[0] for name in GOLDEN} == set(games.MODULES)
    assert sorted(proofs()) == GOLDEN

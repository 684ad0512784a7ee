"""Ardennes as a whole: its definition, its modes, games played to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from wargame.cli.app import run
from wargame.content.errors import DataError
from wargame.content.sequence import walk
from wargame.flow.script import SEGMENTS
from wargame.flow.session import Session, new_header
from wargame.games.ardennes import GAME
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.face import order_of_battle
from wargame.store.campaign import Campaign

MODES = ("2p", "gs")


def started(mode: str, seed: int = 1, scenario: str = "skyline") -> Session:
    """A game at its first question."""
    return Session.start(GAME, new_header(GAME, scenario, seed, options={"mode": mode}))


# -- the definition ---------------------------------------------------------------------------------


def test_two_players_are_what_is_played_unless_said() -> None:
    """ARD-SQ-05"""
    assert GAME.chosen({}) == {"mode": "2p"}
    assert GAME.chosen({"mode": "gs"}) == {"mode": "gs"}
    with pytest.raises(DataError, match="mode"):
        GAME.chosen({"mode": "solo"})


def test_every_script_and_predicate_of_the_sequence_is_there() -> None:
    """ARD-SQ-01"""
    steps = [step for info in GAME.scenarios for step in walk(GAME.load(info.id).sequence)]
    assert {step.script for step in steps if step.script} <= {*SEGMENTS}
    wanted = {name for step in steps for name in (step.when, step.until) if name}
    assert wanted <= {*GAME.predicates}


def test_the_order_of_battle_tells_every_counter() -> None:
    """ARD-OB-01"""
    content = load_content("campaign")
    rows = {row["id"]: row for row in order_of_battle(content)}
    assert rows.keys() == content.units.keys()
    assert rows["us.110.28"]["hex"] == "2918"
    assert rows["de.kgpeiper.1ss"]["type"] == "armor"
    assert [rows[u]["strength"] for u in ("de.2.2", "us.3-110.28")] == ["3-2-1", "[1]"]


def test_hands_are_secret_with_two_players_alone() -> None:
    """ARD-CD-03"""
    assert GAME.veil is not None
    levels = {mode: GAME.veil.level(started(mode).state) for mode in MODES}
    assert levels == {"2p": "curtain", "gs": "open"}


# -- play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_small_game_runs_to_its_end(mode: str) -> None:
    """ARD-SC-01  Random legal answers; after each the face has something to say and nothing is broken."""
    session, random = started(mode, 3), Random(3)
    sides = set()
    while session.ask is not None:
        sides.add(session.ask.side)
        session.answer(session.ask.sample(random.randrange))
        assert GAME.limits.broken is not None
        assert GAME.limits.broken(session.game) == []
        assert GAME.facts(session.game)
    assert session.state.ended is not None
    assert sides == ({"german"} if mode == "gs" else {"german", "allied"})


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_has_its_set_up(mode: str) -> None:
    """ARD-DX-01, ARD-DX-02  Some units stand elsewhere, or in Reserve."""
    g = started(mode, scenario="campaign").game
    kinds = [k for k in g.content.units.values() if mode in k.hex_by_mode]
    assert all(g.state.units[k.id].hex == k.hex_by_mode[mode] for k in kinds)


# -- the command line -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["--mode gs", "--option mode=gs", "--mode gs --option mode=gs"])
def test_new_takes_a_mode(tmp_path: Path, how: str) -> None:
    """ARD-SQ-05  `--mode` is short for the option."""
    save = tmp_path / "one.save"
    told = ["new", "ardennes/skyline", "--seed", "1", "--out", str(save), *how.split()]
    assert run(told) == 0
    with Campaign.open(save, write=False) as campaign:
        assert campaign.session.state.tracks["mode"] == "gs"


def test_new_refuses_two_modes(tmp_path: Path) -> None:
    """One of them is a slip."""
    told = ["new", "ardennes/skyline", "--mode", "gs", "--option", "mode=2p"]
    assert run([*told, "--out", str(tmp_path / "two.save")]) != 0
    assert not (tmp_path / "two.save").exists()


def test_a_game_without_modes_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Arras has one way to play."""
    assert run(["new", "arras/campaign", "--mode", "gs"]) != 0
    assert "Arras 1940 has no options" in capsys.readouterr().err

"""Positions laid out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.flow.table import SCENARIO, asked, play
from tests.toy import TOY
from wargame.content.errors import DataError
from wargame.flow.lab import prepare_lab, read_position
from wargame.flow.session import Session, new_header
from wargame.flow.verify import verify
from wargame.model import events as ev

BATTLE = """
scenario = "toy/crossroads"
turn = 2
segment = "toy.red.combat"
clear = true
seed = 7
dice = [6]
[units.r1]
hex = "0303"
[units.b1]
hex = "0403"
[units.b2]
hex = "0803"
states = ["shaken"]
[set]
weather = "rain"
"""


def lay(tmp_path: Path, text: str) -> Session:
    """The session of a position file."""
    path = tmp_path / "battle.toml"
    path.write_text(text)
    position = read_position(path)
    lab: dict[str, Any] = position.model_dump(mode="json")
    header = new_header(TOY, position.scenario, position.seed, lab=lab, dice=position.dice)
    return Session.start(TOY, header, prepare_lab(TOY, lab, "battle.toml"))


def test_a_position_opens_at_its_segment(tmp_path: Path) -> None:
    session = lay(tmp_path, BATTLE)
    state = session.state
    assert (session.segment, asked(session).side, state.turn()) == ("toy.red.combat", "red", 2)
    assert state.units["r1"].hex == session.game.grid.hex("0303")
    assert (state.units["r2"].hex, state.units["r2"].box) == (-1, "")
    assert state.units["b2"].states == {"shaken"}
    assert state.tracks["weather"] == "rain"


def test_the_dice_fall_as_laid_out_and_then_by_the_seed(tmp_path: Path) -> None:
    session = lay(tmp_path, BATTLE)
    session.answer("attack 0403 from r1")
    entry = session.answer("no")
    rolls = [event for event in entry.events if isinstance(event, ev.DiceRolled)]
    assert rolls[0].dice == (6,)
    assert session.state.script == []
    charts = [event for event in entry.events if isinstance(event, ev.ChartRead)]
    assert (charts[0].column, charts[0].result) == ("1:1", "R")


def test_the_game_goes_on_in_the_next_segment(tmp_path: Path) -> None:
    session = lay(tmp_path, BATTLE)
    session.answer("pass")
    assert session.segment == "toy.blue.move"


def test_a_lab_game_verifies_resumes_and_undoes(tmp_path: Path) -> None:
    session = lay(tmp_path, BATTLE)
    first = session.chain
    play(session)
    assert verify(TOY, session.header, session.entries).ok
    assert Session.resume(TOY, session.header, session.entries).state == session.state
    session.undo(0, consent=True)
    assert session.chain == first


def test_a_node_of_the_sequence_opens_at_its_first_step(tmp_path: Path) -> None:
    text = f'scenario = "{SCENARIO}"\nsegment = "toy.blue"\n'
    assert lay(tmp_path, text).segment == "toy.blue.move"


@pytest.mark.parametrize(
    ("old", "new", "key", "near"),
    [
        ("toy.red.combat", "toy.red.combatt", "segment", "toy.red.combat"),
        ("[units.r1]", "[units.r11]", "units.r11", "r1"),
        ('hex = "0303"', 'hex = "9903"', "units.r1.hex", "0803"),
        ('hex = "0303"', "hex = 303", "units.r1.hex", "0303."),
        ('hex = "0303"', 'hexx = "0303"', "units.r1.hexx", "hex"),
        ('"shaken"', '"shakn"', "units.b2.states", "shaken"),
        ('["shaken"]', '"shaken"', "units.b2.states", "list"),
        ('hex = "0303"', 'box = "lots"', "units.r1.box", "lost"),
        ("weather =", "wether =", "set.wether", "weather"),
        ('"rain"', '"snow"', "set.weather", "clear or rain"),
        ("dice = [6]", "dice = [7]", "dice.0", "6"),
        ("turn = 2", "turn = 5", "turn", "4"),
        ("seed = 7", 'seed = "x"', "seed", "x"),
        ("clear = true", "cleer = true", "cleer", "clear"),
    ],
)
def test_a_wrong_entry_names_file_key_and_nearest(
    tmp_path: Path, old: str, new: str, key: str, near: str
) -> None:
    assert old in BATTLE
    with pytest.raises(DataError) as caught:
        lay(tmp_path, BATTLE.replace(old, new, 1))
    sentence = str(caught.value)
    assert "battle.toml" in sentence
    assert caught.value.key == key
    assert near in sentence.removeprefix("battle.toml")

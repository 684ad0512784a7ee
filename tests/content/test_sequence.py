"""The turn sequence: tree, order and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.content.errors import DataError
from wargame.content.sequence import Step, read_sequence, walk

TEXT = """
[[step]]
id = "x.turn"
title = "Turn"
rule = "X-SQ-01"
repeat = true
[[step]]
id = "x.red"
in = "x.turn"
title = "Red"
rule = "X-SQ-02"
side = "red"
[[step]]
id = "x.end"
in = "x.turn"
title = "End"
rule = "X-SQ-04"
script = "x.end"
[[step]]
id = "x.red.move"
in = "x.red"
title = "Movement"
rule = "X-MV-01"
side = "red"
script = "x.move"
when = "day"
[[step]]
id = "x.red.move.fire"
in = "x.red.move"
title = "Fire"
rule = "X-OF-01"
interrupt = true
"""


def load(tmp_path: Path, text: str = TEXT) -> Step:
    file = tmp_path / "sequence.toml"
    file.write_text(text, encoding="utf-8")
    return read_sequence(file)


def test_walk_visits_parents_before_children_in_order(tmp_path: Path) -> None:
    found = [(step.id, step.depth) for step in walk(load(tmp_path))]
    assert found == [
        ("x.turn", 0),
        ("x.red", 1),
        ("x.red.move", 2),
        ("x.red.move.fire", 3),
        ("x.end", 1),
    ]


def test_fields_are_read(tmp_path: Path) -> None:
    steps = {step.id: step for step in walk(load(tmp_path))}
    move = steps["x.red.move"]
    assert (move.side, move.script, move.when, move.interrupt) == ("red", "x.move", "day", False)
    assert steps["x.turn"].repeat
    assert steps["x.red.move.fire"].interrupt


def test_an_id_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"step\.x\.red: this id stands twice"):
        load(tmp_path, TEXT.replace('id = "x.end"', 'id = "x.red"'))


def test_an_unknown_parent_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r'"x\.rad" is not known.*"x\.red"'):
        load(tmp_path, TEXT.replace('in = "x.red"', 'in = "x.rad"', 1))


def test_a_second_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="only the first step has no parent"):
        load(tmp_path, TEXT.replace('in = "x.turn"\ntitle = "End"', 'title = "End"'))


def test_an_empty_sequence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="empty"):
        load(tmp_path, "step = []")

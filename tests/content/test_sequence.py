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


EACH = """
[[step]]
id = "x.turn"
title = "Turn"
rule = "X-SQ-01"
[[step]]
id = "x.{side}"
in = "x.turn"
for = { side = ["axis", "soviet"] }
title = "{Side} player turn"
rule = "X-SQ-02"
side = "{side}"
when = "{side}_plays"
[[step]]
id = "x.{side}.{phase}"
in = "x.{side}"
for = { phase = ["combat", "excombat"] }
title = "Combat"
rule = "X-CB-01"
side = "{side}"
script = "x.combat"
with = { phase = "{phase}", limit = 3 }
[[step]]
id = "x.{side}.{phase}.defence"
in = "x.{side}.{phase}"
title = "{Other} defence"
rule = "X-CB-02"
side = "{other}"
interrupt = true
"""


def test_a_step_with_for_stands_for_one_step_a_value_with_all_below_it(tmp_path: Path) -> None:
    steps = {step.id: step for step in walk(load(tmp_path, EACH))}
    assert list(steps) == [
        "x.turn",
        "x.axis", "x.axis.combat", "x.axis.combat.defence",
        "x.axis.excombat", "x.axis.excombat.defence",
        "x.soviet", "x.soviet.combat", "x.soviet.combat.defence",
        "x.soviet.excombat", "x.soviet.excombat.defence",
    ]  # fmt: skip
    defence = steps["x.soviet.excombat.defence"]
    assert ("Axis defence", "axis") == (defence.title, defence.side)
    assert ("Soviet player turn", "soviet_plays") == (
        steps["x.soviet"].title,
        steps["x.soviet"].when,
    )


def test_the_file_gives_a_script_its_arguments(tmp_path: Path) -> None:
    steps = {step.id: step for step in walk(load(tmp_path, EACH))}
    wanted = (("side", "axis"), ("limit", 3), ("phase", "excombat"))
    assert wanted == steps["x.axis.excombat"].args
    assert () == steps["x.axis"].args


def test_a_row_can_belong_to_steps_that_are_written_out(tmp_path: Path) -> None:
    text = TEXT + '[[step]]\nid = "x.{side}.end"\nin = "x.{side}"\ntitle = "End"\nrule = "X"\n'
    root = load(tmp_path, text + 'for = { side = ["red"] }\n')
    assert ("x.red.move", "x.red.end") == next(s for s in walk(root) if s.id == "x.red").walked


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{Other} defence", "{another} defence", r'"another" is not known'),
        ("phase = [", "side = [", r'"side" is given by its parent'),
        ('when = "{side}_plays"', 'until = "over"', "only a step that repeats has an end"),
        ('["axis", "soviet"]', '["axis", "soviet", "allied"]', r'"Other" is not known'),
    ],
)
def test_a_faulty_for_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        load(tmp_path, EACH.replace(old, new))

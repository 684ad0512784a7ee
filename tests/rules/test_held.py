"""What a frame holds is made once, and anew as soon as the frame keeps something else."""

from __future__ import annotations

from typing import NamedTuple

from wargame.model.state import INTO, Frame
from wargame.rules.held import Held


class _Fight(NamedTuple):
    side: str
    hits: int = 0


def test_an_object_is_kept_while_its_frame_keeps_the_same() -> None:
    held, frame = Held(_Fight), Frame("fight", {"side": "red", INTO: "result"})
    first = held.of(frame)
    assert _Fight("red") == first
    assert first is held.of(frame)


def test_it_is_made_anew_for_other_values_and_for_another_frame() -> None:
    held, frame = Held(_Fight), Frame("fight", {"side": "red"})
    held.of(frame)
    before, frame.kept = frame.kept, {"hits": 2}
    assert _Fight("red", 2) == held.of(frame)
    assert _Fight("blue") == held.of(Frame("fight", {"side": "blue"}))
    frame.kept = before  # taken back
    assert _Fight("red") == held.of(frame)

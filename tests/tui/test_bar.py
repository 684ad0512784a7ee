"""The prompt bar: however little room there is, the keys that matter are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import close_dialogs, play_of, prepared_at, press, running, screen_text, table
from wargame.tui.asks.desk import Say, brief
from wargame.tui.widgets.table_bars import PromptBar, fitting

KEYS = (("Enter", "fire at the wood"), ("Tab", "next"), ("p", "pass"), ("u", "undo"), ("e", "x"))
LONG = "One of your units that stands in the village can still be told something. " * 2


def test_vital_keys_stay_and_others_go_first() -> None:
    assert fitting(KEYS, {"p", "u"}, 200, 1) == list(KEYS)
    kept = fitting(KEYS, {"Enter", "p", "u"}, 48, 1)
    assert [key for key, _ in kept] == ["Enter", "p", "u"]
    assert dict(kept)["Enter"] == "fire at the wood"


def test_a_long_label_is_cut_before_a_vital_key_is_lost() -> None:
    kept = dict(fitting(KEYS, {"Enter", "p", "u"}, 40, 1))
    assert list(kept) == ["Enter", "p", "u"]
    assert kept["Enter"].startswith("fire")
    assert kept["Enter"].endswith("…")


@pytest.mark.parametrize("key", ["combat.no_retreat", "combat.attack", "air.mission"])
async def test_the_keys_that_matter_stand_beside_a_long_question_and_a_message(
    tmp_path: Path, key: str
) -> None:
    path = prepared_at(tmp_path / "bar.jsonl", "arras/learning", lambda ask: ask.key == key)
    async with running(save=path) as (app, pilot):
        await close_dialogs(app, pilot)
        await press(pilot, "escape")
        play = play_of(app)
        for said in (None, Say(LONG, bad=False), Say(LONG)):
            play.message = said
            table(app).refresh_view()
            await pilot.pause()
            bar = table(app).query_one(PromptBar)
            named = {spot[3] for spot in bar._spots if spot[0] < bar.size.height}
            wanted = {"?", "u", "F9"} | ({"p"} if "p" in dict(play.view().keys) else set())
            assert wanted <= named, (said, named)


def test_a_label_tells_what_is_done_before_who_does_it() -> None:
    long = "A company with quite a long name of its own"
    assert brief("3. Kp. fires at 11. Kp.", "3. Kp.") == "3. Kp. fires at 11. Kp."
    assert brief(f"{long} retreats 2 to 1503", long).startswith("retreats 2 to 1503, A company")
    assert brief(long, long).startswith("A company")
    assert brief(f"{long}; B company to 1503", long).startswith("A company"), "one of several"


async def test_an_overlay_says_what_its_signs_mean_and_hides_other_numbers() -> None:
    async with running("arras/learning") as (app, pilot):
        await press(pilot, "escape")
        assert table(app).map._layers["destination"], "the first unit's movement points"
        for overlay in play_of(app).definition.face.overlays():
            play_of(app).switch_overlay(overlay)
            table(app).refresh_view()
            await pilot.pause()
            shown = overlay.view(play_of(app).game, play_of(app).cursor)
            assert shown.signs or not (shown.labels or shown.tinted)
            assert f"Overlay {shown.title}" in screen_text(app)
            assert shown.signs in screen_text(app)
            assert not table(app).map._layers["destination"]
        await press(pilot, "escape")
        assert "Overlay" not in screen_text(app)
        assert table(app).map._layers["destination"]

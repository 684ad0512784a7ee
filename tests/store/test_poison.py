"""Signs that steer a terminal do not get in by a save: refused in the record, shown as signs in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.store.poison import EVIL, STEERING, poisoned
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, steers
from wargame.store.load import load

ENDING = ["GameEnded", "", EVIL, "", []]
NOTE = ["Noted", EVIL, [], "X"]
STATE = ["StateGained", "r1", EVIL, "X"]


def test_a_poisoned_save_is_chained_as_an_honest_one(save: Path) -> None:
    before = load(save).entries
    assert load(poisoned(save, lambda *_: None)).entries == before


def test_names_and_remarks_are_shown_as_signs(save: Path) -> None:
    with Campaign.open(save) as campaign:
        campaign.remark("note", f"written {EVIL}")
        campaign.remark("bookmark", "x")

    def edit(_: int, line: dict[str, Any]) -> None:
        if "wargame" in line:
            line["players"] = {"red": EVIL, EVIL: "x"}
        if "bookmark" in line:
            line["bookmark"] = {"n": 3, "text": EVIL, "by": EVIL, EVIL: [EVIL]}

    loaded = load(poisoned(save, edit))
    assert loaded.problems == []
    kept = [*loaded.header.players, *loaded.header.players.values()]
    for remark in loaded.remarks:
        kept += [remark.text, remark.author, str(remark.data)]
    assert not [text for text in kept if steers(text)]
    assert "EVIL" in loaded.remarks[0].text
    assert loaded.remarks[0].text.count("?") == len(STEERING)


@pytest.mark.parametrize("name", ["side", "segment", "key", "answer"])
def test_facts_of_an_answer_with_such_signs_are_damage(save: Path, name: str) -> None:
    loaded = load(poisoned(save, lambda number, line: number == 5 and line.update({name: EVIL})))
    assert (loaded.damaged, loaded.first_bad) == (True, 4)
    assert "holds control characters" in loaded.problems[0]


@pytest.mark.parametrize("event", [ENDING, NOTE, STATE], ids=lambda event: event[0])
def test_events_with_such_signs_are_damage(save: Path, event: list[Any]) -> None:
    loaded = load(poisoned(save, lambda number, line: number == 5 and line["events"].append(event)))
    assert (loaded.damaged, loaded.first_bad) == (True, 4)
    assert "holds control characters" in loaded.problems[0]


@pytest.mark.parametrize("name", ["game", "scenario", "ruleset", "digest"])
def test_a_header_with_such_signs_is_refused(save: Path, name: str) -> None:
    with pytest.raises(DamagedSaveError, match="control characters") as refused:
        load(poisoned(save, lambda number, line: number or line.update({name: EVIL})))
    assert not steers(str(refused.value))


def test_an_opening_with_such_signs_is_refused(save: Path) -> None:
    def edit(number: int, line: dict[str, Any]) -> None:
        if not number:
            line["state"]["tracks"][EVIL] = 1

    with pytest.raises(DamagedSaveError, match="control characters"):
        load(poisoned(save, edit))

"""A save in a later version: a corrected rule, a unit, segment or scenario added, renamed or taken out."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.store.played import play
from tests.toy import TOY
from tests.toy.content import ToyContent, load
from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition
from wargame.flow.record import compact, link
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.glance import glance

BEGUN = "it was begun by version 0.1.0, which opens it"


def doctored(
    units: Callable[[dict[str, Any]], dict[str, Any]] = dict,
    step: Callable[[Step], Step] = lambda step: step,
) -> GameDefinition:
    """The toy with other counters or another sequence."""

    def changed(scenario: str) -> ToyContent:
        content = copy.copy(load(scenario))
        vars(content).update(
            units=units(load(scenario).units), sequence=step(load(scenario).sequence), digest="new"
        )
        return content

    return replace(TOY, load=changed)


def renamed(step: Step, old: str, new: str) -> Step:
    """A sequence in which a step has another id."""
    children = tuple(renamed(child, old, new) for child in step.children)
    return replace(step, id=new if step.id == old else step.id, children=children)


def without(step: Step, gone: str) -> Step:
    """A sequence in which a step is missing."""
    return replace(step, children=tuple(without(c, gone) for c in step.children if c.id != gone))


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, GameDefinition], Path]:
    """A save of so many answers; from then on the toy is another one."""

    def begun(answers: int, definition: GameDefinition) -> Path:
        path = tmp_path / "game.wg"
        with Campaign.new("toy/crossroads", 7, path) as campaign:
            play(campaign, answers)
        monkeypatch.setattr("tests.toy.TOY", definition)
        return path

    return begun


Later = Callable[[int, GameDefinition], Path]


def test_a_save_with_a_unit_that_was_taken_out_is_refused_and_told(later: Later) -> None:
    path = later(4, doctored(lambda units: {k: v for k, v in units.items() if k != "r1"}))
    with pytest.raises(SaveError, match=f'has the unit "r1" on its table.*{BEGUN}'):
        Campaign.open(path)


def test_a_unit_that_was_added_does_not_hinder_a_save(later: Later) -> None:
    path = later(4, doctored(lambda units: {**units, "r9": units["r1"]}))
    with Campaign.open(path) as campaign:
        assert play(campaign, 60) > 20
        assert campaign.session.state.ended


@pytest.mark.parametrize(
    "step",
    [
        lambda step: renamed(step, "toy.red.combat", "toy.red.battle"),
        lambda step: without(step, "toy.red.combat"),
    ],
    ids=["renamed", "removed"],
)
def test_a_save_in_a_segment_that_is_gone_names_the_last_position_that_opens(
    step: Callable[[Step], Step], later: Later
) -> None:
    path = later(4, doctored(step=step))
    said = f'stands in the segment "toy.red.combat".*; game@3 is the last position that.*{BEGUN}'
    with pytest.raises(SaveError, match=said):
        Campaign.open(path)
    assert Campaign.at(path, 3).session.ask is not None


def test_a_segment_that_is_renamed_elsewhere_does_not_hinder_a_save(later: Later) -> None:
    path = later(9, doctored(step=lambda step: renamed(step, "toy.red.combat", "toy.red.battle")))
    with Campaign.open(path) as campaign:
        assert campaign.session.n == 9
        play(campaign, 60)
        assert campaign.session.state.ended


def test_a_scenario_that_is_gone_is_told(later: Later) -> None:
    gone = replace(TOY, scenarios=tuple(replace(info, id="other") for info in TOY.scenarios))
    with pytest.raises(SaveError, match=f'of no scenario it knows: "toy/crossroads"; {BEGUN}'):
        Campaign.open(later(2, gone))


def as_newer(path: Path, mark_after: int | None = None) -> None:
    """The save as a later version would have written it, from its header or from a later line on."""
    lines = path.read_text().splitlines()
    strange = '{"n":31,"side":"red","segment":"","key":"k","answer":"x","events":[["Teleported","r1"]],"open":[0,0]}'
    chain = link(json.loads(lines[-1])["chain"], strange)
    lines.append(f'{strange[:-1]},"chain":"{chain}"}}')
    if mark_after is None:
        header = {**json.loads(lines[0]), "wargame": 9, "program": "9.1", "moon": "full"}
        header["chain"] = "0" * 32
        chain, lines[0] = "0" * 32, compact(header)
        for at, line in enumerate(lines[1:], start=1):
            body = line.rpartition(',"chain"')[0] + "}"
            chain = link(chain, body)
            lines[at] = f'{body[:-1]},"chain":"{chain}"}}'
    else:
        lines.insert(mark_after, '{"format":9}')
    path.write_text("\n".join([*lines, ""]))


@pytest.mark.parametrize(("mark", "n"), [(None, 30), (12, 10)])
def test_a_file_of_a_newer_format_opens_for_looking_as_far_as_it_is_known(
    mark: int | None, n: int, save: Path
) -> None:
    as_newer(save, mark)
    before = save.read_bytes()
    with Campaign.open(save) as campaign:
        assert campaign.session.n == n
        assert not campaign.damaged
        assert "written by a newer version of this program" in campaign.notices[0]
        assert campaign.notices[1] == f"It can be read up to answer {n}."
        with pytest.raises(SaveError, match="It can be looked at, not played on"):
            campaign.answer("pass")
        with pytest.raises(SaveError, match="newer version"):
            campaign.branch(save.with_name("b.wg"))
    assert save.read_bytes() == before
    assert glance(save).header.scenario == "toy/crossroads"


def test_other_rules_under_which_nothing_goes_otherwise_are_no_news(later: Later) -> None:
    with Campaign.open(later(20, replace(TOY, ruleset="2"))) as campaign:
        assert campaign.notices == []


def test_a_corrected_rule_is_told_once(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    path = later(20, replace(TOY, ruleset="2"))
    real = TOY.predicates["is_clear"]
    otherwise = {"is_clear": lambda g, side: not real(g, side)}
    monkeypatch.setattr("tests.toy.TOY", replace(TOY, ruleset="2", predicates=otherwise))
    told = []
    for _ in range(2):
        with Campaign.open(path) as campaign:
            told.append([text for text in campaign.notices if "go otherwise" in text])
            assert campaign.session.n == 20
    assert [len(notices) for notices in told] == [1, 0]
    assert "would go otherwise from answer" in told[0][0]


def test_a_long_save_is_replayed_as_far_as_there_is_time(
    later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenth of a second passes before each answer; once told, it is not replayed again."""
    path = later(30, replace(TOY, ruleset="2"))
    ticks = count()
    monkeypatch.setattr("wargame.store.changes.clock", lambda: next(ticks) / 10)
    with Campaign.open(path) as campaign:
        assert "The first 19 of its 30 answers would go as they did; " in campaign.notices[0]
        assert "`wargame verify` tells whether the rest would" in campaign.notices[0]
    used = next(ticks)
    with Campaign.open(path) as campaign:
        assert (campaign.notices, next(ticks)) == ([], used + 1)

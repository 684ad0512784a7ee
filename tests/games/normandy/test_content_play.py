"""The sequence and the scenarios of Normandy as data."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.normandy.test_content import tables
from tests.games.normandy.test_content_map import names, off_road
from wargame.content.errors import DataError
from wargame.content.rulebook import Rulebook
from wargame.content.sequence import Step, walk
from wargame.content.toml import asset, read_text
from wargame.games.normandy.content import NormandyContent, load_content
from wargame.games.normandy.data.files import FILES


@pytest.fixture(scope="module")
def normandy() -> NormandyContent:
    return load_content("campaign")


@pytest.fixture(scope="module")
def epsom() -> NormandyContent:
    return load_content("epsom")


@pytest.fixture(scope="module")
def rulebook() -> str:
    return read_text(asset("rules", "normandy.md"))


# Sequence


SEGMENTS = """
air.weather air.allied_air mutual.support_levels mutual.operations mutual.army_support mutual.supply
allied.replacement allied.tactical allied.strategic allied.carpet allied.combat allied.reserve
allied.engineering allied.interdiction allied.regroup
german.replacement german.interdiction german.tactical german.strategic german.combat german.reserve
german.engineering german.regroup
end.victory end.indication
"""


def test_NOR_SQ_01_the_25_segments_in_order(normandy: NormandyContent) -> None:
    order = [step.id for step in walk(normandy.sequence)]
    wanted = [f"normandy.{name}" for name in SEGMENTS.split()]
    assert len(wanted) == 25
    assert [step for step in order if step in wanted] == wanted


def test_NOR_SQ_03_the_player_turns_can_change_places(normandy: NormandyContent) -> None:
    stages = {step.id: step for step in normandy.sequence.children}
    assert list(stages) == [f"normandy.{x}" for x in ("air", "mutual", "players", "end")]
    players = stages["normandy.players"]
    assert players.order == "player_turns"
    assert [step.id for step in players.children] == ["normandy.allied", "normandy.german"]
    assert normandy.sequence.repeat


def test_2_1_who_decides(normandy: NormandyContent) -> None:
    steps = {step.id: step for step in walk(normandy.sequence)}
    assert steps["normandy.german.interdiction"].side == "allied"
    assert steps["normandy.allied.regroup.flip"].side == "german"
    assert steps["normandy.german.regroup.flip"].side == "allied"
    assert steps["normandy.end.victory.withdrawal"].side == "german"
    for phasing, other in (("allied", "german"), ("german", "allied")):
        answers = ("defence", "defender_losses", "stand", "retreat")
        assert {steps[f"normandy.{phasing}.attack.{name}"].side for name in answers} == {other}
        assert steps[f"normandy.{phasing}.attack.demolition"].side == "german"
    own = [step.id for step in steps.values() if step.script == "normandy.replacement.boundary"]
    assert own == ["normandy.allied.replacement.boundary"]


def test_every_step_has_a_rule_and_something_to_run(normandy: NormandyContent) -> None:
    def runs(step: Step) -> bool:
        return bool(step.script or step.interrupt or step.children)

    assert all(runs(step) for step in walk(normandy.sequence))
    assert all(not s.script or s.script.startswith("normandy.") for s in walk(normandy.sequence))
    assert all(step.note for step in walk(normandy.sequence) if step.script)


def test_every_rule_of_the_sequence_and_the_data_is_in_the_rulebook(
    normandy: NormandyContent, rulebook: str
) -> None:
    rules = set(Rulebook.of(rulebook).rules)
    assert len(rules) == 216
    assert {step.rule for step in walk(normandy.sequence)} <= rules
    assert {row.rule for row in normandy.combat.modifier} <= rules
    assert {row.rule for row in normandy.printed_states.state} <= rules
    assert {row.rule for row in normandy.printed_states.marker} <= rules


# Scenarios


def test_8_1_the_campaign(normandy: NormandyContent) -> None:
    scenario = normandy.scenario
    assert (scenario.first_turn, scenario.last_turn, scenario.turns) == (1, 40, 40)
    assert (scenario.weather, scenario.sea) == ({1: "overcast"}, {1: "moderate"})
    assert scenario.supported == (1,)
    assert [t.number for t in normandy.turns.values() if t.shaded] == list(range(4, 41, 4))
    months = Counter(turn.month for turn in normandy.turns.values())
    assert months == {"june": 12, "july": 16, "august": 12}


@pytest.mark.parametrize(
    ("turn", "begins"),
    [
        (1, "7-"),
        (4, "13-"),
        (8, "21-"),
        (13, "1-"),
        (20, "15-"),
        (28, "31 July"),
        (36, "16-"),
        (40, "24-"),
    ],
)
def test_section_1_the_calendar(normandy: NormandyContent, turn: int, begins: str) -> None:
    assert normandy.turns[turn].date.startswith(begins)


def test_NOR_VP_10_levels_of_victory(normandy: NormandyContent) -> None:
    levels = [normandy.band(score).level for score in (90, 89, 70, 69, 50, 49, 30, 29, -5)]
    assert levels == [
        "Allied decisive",
        *["Allied marginal"] * 2,
        *["draw"] * 2,
        *["German marginal"] * 2,
        *["German decisive"] * 2,
    ]


def test_8_2_the_units_of_the_odon(epsom: NormandyContent) -> None:
    assert Counter(u.nation for u in epsom.units.values()) == {"cw": 31, "ge": 22}
    late = {u.id: u.area for u in epsom.units.values() if u.arrival}
    assert {u.arrival for u in epsom.units.values()} == {None, 11}
    assert (len(late), late["ge.1ss.ss-pzgr1"]) == (9, "caen")
    entries = {area.id: names(epsom, area.hexes) for area in epsom.areas.values()}
    assert entries == {"odon": ["3221", "3320", "3321"], "caen": ["3618"]}
    reduced = [u.id for u in epsom.units.values() if u.state == "reduced"]
    assert len(reduced) == 17
    assert epsom.units["cw.3.8th"].state == "full"
    assert list(epsom.hqs) == [f"cw.hq.{n}" for n in ("i", "xxx", "viii")] + [
        "ge.hq.isspz",
        "ge.hq.iisspz",
    ]


def test_8_2_every_unit_of_the_odon_is_where_the_rulebook_has_it(
    epsom: NormandyContent, rulebook: str
) -> None:
    told = Counter[tuple[str, bool]]()
    for _, place, units in tables(rulebook, "| side | hex | units |"):
        for unit in units.split("; "):
            told[place, unit.endswith(", reduced")] += 1
    found = Counter(
        (epsom.grid.name(u.setup) if u.setup is not None else "T11", u.state == "reduced")
        for u in epsom.units.values()
    )
    assert found == told


def test_8_2_what_the_odon_fixes(epsom: NormandyContent) -> None:
    scenario = epsom.scenario
    assert list(epsom.turns) == [10, 11, 12]
    assert scenario.weather == {10: "overcast", 11: "overcast", 12: "clear"}
    assert set(scenario.sea.values()) == {"calm"}
    assert (scenario.reserve, scenario.support_level) == ({"cw2": 10, "gepgw": 6}, {"cw": 5})
    assert list(epsom.armies) == ["cw2", "gepgw"]
    assert not scenario.uses
    assert epsom.boundary == ()
    assert epsom.build_up_reach(10) is None
    assert epsom.bridges == epsom.map.bridges
    sources = [epsom.grid.hex(n) for hexes in scenario.supply_sources.values() for n in hexes]
    assert set(sources) <= epsom.road_hexes
    assert len(sources) == 6


def test_8_2_the_board_of_the_odon(epsom: NormandyContent) -> None:
    assert len(epsom.board) == 12 * 11
    assert off_road(epsom, "foot", "2815-2715") == [0]
    north = {h for h in epsom.land if epsom.grid.row(h) < 15}
    stands = {u.setup for u in epsom.units.values() if u.side == "allied" and u.setup is not None}
    assert epsom.allied_at_start == north | stands
    assert sorted(map(epsom.grid.name, epsom.positions)) == ["3017", "3117", "3217", "3416", "3515"]


def test_8_2_the_score_of_the_odon(epsom: NormandyContent) -> None:
    points = epsom.scenario.points
    assert points is not None
    assert {goal.name: goal.vp for goal in points.hex} == {
        "Hill 112": 5,
        "Évrecy": 3,
        "Carpiquet": 3,
        "Villers-Bocage": 3,
        "Cheux": 2,
    }
    assert all(epsom.map.name(epsom.grid.hex(goal.hex)) == goal.name for goal in points.hex)
    assert (points.beyond.vp, len(points.beyond.hexes), points.losses) == (5, 8, 2)
    assert [epsom.band(n).winner for n in (7, 6, 4, 3)] == ["allied", "draw", "draw", "german"]


def test_scenarios_come_longest_first() -> None:
    assert FILES.scenarios.ids() == ("campaign", "epsom")


def test_an_unknown_scenario_is_named_with_the_nearest() -> None:
    with pytest.raises(DataError, match='the nearest valid one is "epsom"'):
        load_content("epson")


def test_content_is_loaded_once_and_has_a_digest(normandy: NormandyContent) -> None:
    assert load_content("campaign") is normandy
    assert normandy.digest != load_content("epsom").digest

"""Points, levels, sudden death, control (ARR-VI-01..04)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.arras.table import (
    charts,
    events_of,
    notes,
    play,
    position,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras import GAME
from wargame.model import events as ev
from wargame.model.state import Ending

FAR = {"uk-6dli": "1005", "de-sr6-1": "1016"}
GERMAN_AT_START = (
    "1315", "1312", "1412", "1913", "0814", "1112", "1513", "1616", "0915", "0414", "2012", "0910",
    "0511", "0512",
)  # fmt: skip


def ended(game: Session) -> Ending:
    """How the game ended."""
    assert game.state.ended is not None
    return game.state.ended


def counted(
    units: dict[str, str] | None = None,
    *,
    turn: int = 10,
    scenario: str = "campaign",
    control: dict[str, str] | None = None,
    states: dict[str, list[str]] | None = None,
) -> Session:
    """The End segment of a turn, no event rolled."""
    set_: dict[str, Any] = {"control": control or {}}
    return position(
        "end.events", turn=turn, units={**FAR, **(units or {})}, dice=[3, 4], set_=set_,
        scenario=scenario, states=states or {},
    )  # fmt: skip


def margin(game: Session) -> int:
    """The margin as it stands."""
    found: int = GAME.face.victory(game.game)["margin"]
    return found


def test_ARR_VI_01_points_are_counted_after_the_last_turn_only() -> None:
    assert counted(turn=9).state.ended is None
    assert "points" == ended(counted()).reason


def test_ARR_VI_02_a_side_wins_at_once_if_all_enemy_units_are_disrupted() -> None:
    units = {"de-tr-1": "1017", "de-k7": "1018"}
    shaken = {u: ["disrupted"] for u in ("de-sr6-1", "de-tr-1", "de-k7")}
    won = ended(counted(units, turn=2, states=shaken))
    assert ("allied", "sudden death") == (won.winner, won.level)
    german = ended(counted(turn=2, states={"uk-6dli": ["disrupted"]}))
    assert ("german", "sudden death") == (german.winner, german.level)


def test_ARR_VI_02_sudden_death_is_what_the_face_tells() -> None:
    game = counted(turn=2, states={"uk-6dli": ["disrupted"]})
    face, points = GAME.face, game.game.content.band(margin(game)).level
    assert points not in ("sudden death", "German decisive")
    assert "sudden death" == face.victory(game.game)["level"]
    standing = face.standing(game.game)
    assert ("sudden death", "german", points) == (
        standing.level, standing.winner, standing.by_points
    )  # fmt: skip
    assert face.reckoning(game.game)[-1].endswith(f"sudden death (by points alone: {points}).")


def test_ARR_VI_02_one_undisrupted_lorry_prevents_it() -> None:
    game = counted({"de-tr-1": "1017"}, turn=2, states={"de-sr6-1": ["disrupted"]})
    assert (None, 3) == (game.state.ended, game.state.turn())


def test_ARR_VI_02_both_sides_disrupted_is_a_draw() -> None:
    drawn = ended(counted(turn=2, states={u: ["disrupted"] for u in FAR}))
    assert ("", "draw") == (drawn.winner, drawn.level)


def test_ARR_VI_02_a_side_without_units_is_beaten_only_if_none_are_to_come() -> None:
    alone = {"uk-6dli": "1005"}
    hoping = position(
        "end.events", turn=2, units={**alone, "de-sr14-2": "waiting"}, dice=[3, 4],
        more={"de-sr14-2": {"earliest": 9}},
    )  # fmt: skip
    assert hoping.state.ended is None
    beaten = ended(position("end.events", turn=2, units=alone, dice=[3, 4]))
    assert ("allied", "enemy_gone") == (beaten.winner, beaten.reason)


def test_ARR_VI_02_sudden_death_goes_before_the_points_of_the_last_turn() -> None:
    assert "german" == ended(counted(states={"uk-6dli": ["disrupted"]})).winner


BANDS = [
    (20, "Allied decisive", "allied"), (19, "Allied marginal", "allied"),
    (6, "Allied marginal", "allied"), (5, "draw", ""), (-5, "draw", ""),
    (-6, "German marginal", "german"), (-19, "German marginal", "german"),
    (-20, "German decisive", "german"),
]  # fmt: skip
TANKS = [
    "fr-1cuir-1", "fr-1cuir-2", "fr-2cuir-1", "fr-2cuir-2", "fr-13bcc-1", "fr-13bcc-2",
    "uk-4rtr-a", "uk-4rtr-b", "uk-4rtr-c", "uk-4rtr-m2", "uk-7rtr-a", "uk-7rtr-b", "uk-7rtr-d",
    "uk-8dli", "uk-9dli", "uk-1wg", "uk-5gh", "uk-8nf",
]  # fmt: skip
"""Worth 2 points each."""
SMALL = "uk-tr-1"
"""Worth 1 point."""


@pytest.mark.parametrize(("wanted", "level", "winner"), BANDS)
def test_ARR_VI_03_every_level_of_victory(wanted: int, level: str, winner: str) -> None:
    """From a margin of +15: Allied losses lower it, German ones raise it."""
    lost = 15 - wanted
    boxed = dict.fromkeys(TANKS[: max(lost, 0) // 2], "eliminated")
    boxed |= {SMALL: "eliminated"} if lost > 0 and lost % 2 else {}
    germans = ["de-k7", "de-aa37", "de-tr-1", "de-tr-2", "de-tr-3"]
    boxed |= dict.fromkeys(germans[: max(-lost, 0)], "eliminated")
    game = counted(boxed)
    assert (wanted, level, winner) == (margin(game), ended(game).level, ended(game).winner)


@pytest.mark.parametrize(
    ("unit_id", "points"),
    [
        ("uk-4rtr-a", 2), ("fr-1cuir-1", 2), ("uk-8dli", 2), ("uk-365fb", 2), ("uk-12l-a", 1),
        ("uk-4rtr-lt", 1), ("uk-206at", 1), ("uk-tr-1", 1),
    ],
)  # fmt: skip
def test_ARR_VI_03_allied_losses_by_kind(unit_id: str, points: int) -> None:
    assert 15 - points == margin(counted({unit_id: "eliminated"}))


@pytest.mark.parametrize(("unit_id", "points"), [("de-88-1", 2), ("de-lfl86", 1), ("de-pz25-1", 2)])
def test_ARR_VI_03_german_losses_by_kind(unit_id: str, points: int) -> None:
    assert 15 + points == margin(counted({unit_id: "eliminated"}))


def test_ARR_VI_03_rommel_lost_is_3_points_and_aircraft_and_waiting_units_none() -> None:
    assert 18 == margin(counted({"de-rommel": "lost"}))
    assert 15 == margin(counted({"uk-2rsf": "waiting"}))
    assert 15 == margin(counted(states={"uk-air": ["down"], "de-stg2": ["down"]}))


def test_ARR_VI_03_a_refitted_unit_that_lives_counts_nothing_and_once_if_it_dies_again() -> None:
    assert 15 == margin(counted({"uk-8dli": "1008"}, states={"uk-8dli": ["refit"]}))
    assert 13 == margin(counted({"uk-8dli": "eliminated"}, states={"uk-8dli": ["refit"]}))


@pytest.mark.parametrize(
    ("taken", "level", "winner"),
    [
        (("1315", "0910"), "Allied win", "allied"),
        (("1315",), "draw", ""),
        (("1112",), "draw", ""),
        (("0910",), "German win", "german"),
    ],
)
def test_ARR_VI_03_levels_of_the_learning_scenario(
    taken: tuple[str, ...], level: str, winner: str
) -> None:
    units = {"uk-6dli": "1008", "de-sr6-1": "1316"}
    game = position(
        "end.events", turn=4, units=units, scenario="learning",
        set_={"control": dict.fromkeys(taken, "allied")},
    )  # fmt: skip
    assert (level, winner) == (ended(game).level, ended(game).winner)
    assert [] == charts(game, "events")  # no event after its last turn


def test_ARR_VI_04_objectives_are_controlled_as_printed_at_the_start() -> None:
    game = counted()
    assert 30 == sum(o.vp for o in game.game.content.objectives if o.control == "german")
    assert 30 == sum(o.vp for o in game.game.content.objectives if o.control == "allied")
    held = {game.game.grid.name(h) for h, side in game.state.control.items() if side == "german"}
    assert set(GERMAN_AT_START) == held


def test_ARR_VI_04_a_combat_unit_takes_what_it_enters_or_passes_through() -> None:
    game = position("allied.movement", units={"uk-12l-a": "0909", "de-sr6-1": "1016"})
    play(game, "move uk-12l-a 0909-0910-0911")
    assert "allied" == game.state.control[game.game.grid.hex("0910")]
    taken = [(game.game.grid.name(e.hex), e.side) for e in events_of(game, ev.HexTaken)]
    assert [("0910", "allied")] == taken


def test_ARR_VI_04_carried_units_take_and_transports_do_not() -> None:
    units = {"uk-tr-1": "0909", "uk-6dli": "0909", "de-sr6-1": "1016"}
    empty = play(position("allied.movement", units=units), "move uk-tr-1 0909-0910-0911")
    assert "german" == empty.state.control[empty.game.grid.hex("0910")]
    full = position("allied.movement", units=units)
    play(full, "move uk-tr-1 with uk-6dli 0909-0910-0911")
    assert "allied" == full.state.control[full.game.grid.hex("0910")]


def test_ARR_VI_04_retreat_and_advance_take_objectives_too() -> None:
    game = position(
        "german.combat", units={"de-pz25-1": "0911", "de-pz25-2": "0911", "uk-12l-a": "0910"},
        set_={"control": {"0910": "allied"}}, dice=[5],
    )  # fmt: skip
    play(game, "attack 0910 from de-pz25-1 de-pz25-2", "no", "advance de-pz25-1 0910")
    assert "german" == game.state.control[game.game.grid.hex("0910")]
    assert "0910" == where(game, "de-pz25-1")


def test_ARR_VI_01_the_count_is_told_point_by_point() -> None:
    found = notes(counted({"uk-tr-1": "eliminated"}))[-1]
    assert "Allied: objectives 30, kills 0, bonus 15. German: objectives 30, kills 1." in found


def test_ARR_VI_03_the_reckoning_tells_the_points_and_where_they_come_from() -> None:
    near = {"uk-6dli": "1007", "de-sr6-1": "1312"}
    game = position(
        "end.events", turn=4, units=near, scenario="learning", set_={"control": {"1112": "allied"}}
    )
    told = GAME.face.reckoning(game.game)
    assert told[0] == "Allied: Agny 2."
    assert told[1] == "Allied points: 2 for objectives, 0 for enemy units destroyed: 2."
    assert told[2].startswith("German: Beaurains,"), "places score for the Allies alone"
    assert told[3] == "German points: 0 for enemy units destroyed: 0."
    assert told[4].startswith("Margin +2: ")
    campaign = GAME.face.reckoning(counted().game)
    assert any(line.startswith("German points: ") and "objectives" in line for line in campaign)

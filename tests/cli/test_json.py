"""The JSON of each command has the keys that programs outside rely on."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run
from wargame.cli import guided
from wargame.cli.position import show_lines, show_view
from wargame.store.campaign import Campaign


def test_games(wg: Run) -> None:
    (game,) = wg("games --json").json
    assert {"id", "title", "sides", "scenarios"} <= game.keys()
    assert game["sides"] == ["red", "blue"]
    assert game["scenarios"] == [
        {"id": "toy/crossroads", "title": "Crossroads", "turns": 4, "minutes": 10, "answers": 0}
    ]


def test_new_names_the_players(wg: Run) -> None:
    assert wg("new toy/crossroads --seed 1 --out a --name red=Ann --name 'BLUE = Bob'").code == 0
    report = wg("log a --format report").out
    assert "Red: Ann" in report
    assert "Blue: Bob" in report
    for wrong in ("green=Ann", "red", "red=", "red=Ann --name red=Bob"):
        assert wg(f"new toy/crossroads --seed 1 --out b --name {wrong}").code == 2


def test_ask(wg: Run, save: str) -> None:
    ask = wg(f"ask {save} --json").json
    assert (ask["n"], ask["side"], ask["segment"], ask["kind"]) == (
        0,
        "red",
        "toy.red.move",
        "path",
    )
    assert {"key", "prompt", "rule", "options", "complete", "ended"} <= ask.keys()
    assert ask["options"][0] == {"answer": "pass", "label": "End movement"}
    assert (ask["complete"], ask["ended"]) == (False, None)


def test_show(wg: Run, save: str) -> None:
    view = wg(f"show {save} --json").json
    keys = {"game", "scenario", "turn", "segment", "side", "n", "units", "markers", "tracks"}
    assert keys | {"victory", "chain", "ended"} <= view.keys()
    assert (view["game"], view["scenario"], view["turn"]) == ("toy", "toy/crossroads", 1)
    unit = view["units"][3]
    assert {"id", "side", "hex", "box", "steps", "states", "mp", "strength"} <= unit.keys()
    assert (unit["id"], unit["hex"], unit["box"], unit["mp"]) == ("r1", "0102", None, 4.0)


def test_show_leaves_book_keeping_out() -> None:
    with Campaign.new("toy/crossroads", 3, None) as campaign:
        campaign.session.game.gain("r1", "_tried", rule="R")
        campaign.session.game.gain("r1", "moved", rule="R")
        assert [["moved"]] == [u["states"] for u in show_view(campaign)["units"] if u["id"] == "r1"]
        told = next(line for line in show_lines(campaign) if "  r1  " in line)
        assert told.endswith("  moved")


def test_show_puts_lost_units_in_their_box(wg: Run, battle: str) -> None:
    units = {unit["id"]: unit for unit in wg(f"show {battle} --json").json["units"]}
    assert (units["r2"]["hex"], units["r2"]["box"]) == (None, None)
    assert units["b1"]["hex"] == "0503"


def test_show_for_one_side(wg: Run, save: str) -> None:
    assert wg(f"show {save} --json --side blue").json == wg(f"show {save} --json").json


def test_odds(wg: Run, battle: str) -> None:
    odds = wg(f"odds {battle} attack 0503 from r1 --json").json
    assert {"column", "shifts", "outcomes"} <= odds.keys()
    assert sum(outcome["probability"] for outcome in odds["outcomes"]) == pytest.approx(1)
    assert {"result", "probability"} <= odds["outcomes"][0].keys()
    assert wg(f"odds {battle} pass --json").json["outcomes"] == []


def test_why(wg: Run, save: str) -> None:
    assert wg(f"why {save} move r1 0102-0101 --json").json["legal"]
    verdict = wg(f"why {save} move r1 0102-0103-0104-0105-0106-0206 --json").json
    assert (verdict["legal"], verdict["rule"]) == (False, "TOY-MV-01")


def test_why_tells_how_an_answer_came_out(wg: Run, battle: str) -> None:
    wg(f"answer {battle} 'attack 0503 from r1' yes")
    told = wg(f"why {battle} @2")
    assert told.out.splitlines() == [
        "2. yes",
        "Combat: rolled 6 on 1d6 [TOY-CB-02]",
        "Combat results: R [TOY-CB-02]",
        "   Numbers: 4 against 3.",
        "   Changes of the column: dug in -1.",
        "   Read: column 1:2, row 6.",
        "   With any roll: 1-3 A; 4-5 -; 6 R.",
        "   With this total: in 1:1 R.",
    ]
    assert wg(f"why {battle}@2").out == told.out
    assert wg(f"why {battle} @ --json").json["lines"] == told.out.splitlines()
    assert "No dice fell" in wg(f"why {battle} @1").out


def test_verify(wg: Run, save: str) -> None:
    wg(f"answer {save} pass pass")
    verdict = wg(f"verify {save} --json").json
    assert (verdict["ok"], verdict["answers"], verdict["first_bad"]) == (True, 2, None)
    assert verdict["rolls"] >= 1
    assert verdict["chain"] == wg(f"show {save} --json").json["chain"]


def test_sequence(wg: Run) -> None:
    steps = wg("sequence toy --json").json
    assert {"id", "title", "side", "rule", "depth"} <= steps[0].keys()
    assert steps[0]["depth"] == 0
    assert "toy.red.move" in [step["id"] for step in steps]


def test_table(wg: Run) -> None:
    assert wg("table toy --json").json == ["combat"]
    chart = wg("table toy combat --json").json
    assert {"name", "title", "rule", "columns", "rows"} <= chart.keys()
    assert len(chart["rows"][0]["cells"]) == len(chart["columns"])
    assert wg(f'table toy "{chart["title"]}" --json').json == chart


def test_units(wg: Run) -> None:
    assert [row["id"] for row in wg("units toy --json").json] == [
        "r1",
        "r2",
        "r3",
        "b1",
        "b2",
        "b3",
    ]


def test_map(wg: Run) -> None:
    view = wg("map toy --json").json
    assert (view["cols"], view["rows"], len(view["hexes"])) == (8, 6, 48)
    crossroads = {
        "terrain": "clear",
        "name": "Crossroads",
        "place": "village",
        "elevation": 0,
        "vp": 0,
    }
    assert view["hexes"]["0403"] == crossroads
    assert view["roads"][0]["class"] == "main"
    assert view["roads"][0]["path"][:2] == ["0103", "0203"]
    assert view["hexsides"] == []


def test_fuzz(wg: Run) -> None:
    report = wg("fuzz toy/crossroads --games 2 --seed 3 --json").json
    keys = {"scenario", "games", "answers", "seconds", "answers_per_second", "ends", "chain"}
    assert keys | {"failures"} <= report.keys()
    assert (report["scenario"], report["games"], report["failures"]) == ("toy/crossroads", 2, [])


def test_guided_fuzz_ends_where_no_game_comes_to_an_answer(
    wg: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided, "_ENOUGH", 3)
    monkeypatch.setattr("wargame.flow.checks.board_faults", lambda *_: iter(["nothing is right"]))
    result = wg("fuzz toy --guided --answers 1000 --json")
    assert result.code != 0
    assert (3, 3) == (result.json["games"], len(result.json["failures"]))


def test_guided_fuzz_goes_on_and_tells_what_was_never_reached(wg: Run) -> None:
    first = wg("fuzz all --guided --games 2 --seed 3 --json").json
    assert {"seed", "games", "answers", "seconds", "answers_per_second", "failures"} <= first.keys()
    second = wg(f"fuzz toy --guided --answers {first['answers'] + 60} --json").json
    assert (first["games"], second["seed"], second["failures"]) == (2, 3, [])
    assert (
        second["arenas"]["toy/crossroads"]["answers"] == second["answers"] > first["answers"] + 59
    )
    crt = second["reached"]["toy"]["charts"]["combat"]
    assert crt["known"] == crt["reached"] + len(crt["never"]) == 24
    told = wg("fuzz toy/crossroads --guided --answers 1 --state other.json").out
    assert "chart combat: " in told
    assert "rules: " in told


def test_log(wg: Run, battle: str) -> None:
    wg(f"answer {battle} 'attack 0503 from r1'")
    told = wg(f"log {battle} --format json").json
    assert told["lab"]
    entry = told["entries"][1]
    assert (entry["n"], entry["side"], entry["answer"]) == (1, "red", "attack 0503 from r1")


def test_doctor(wg: Run) -> None:
    report = wg("doctor --json").json
    assert {"terminal", "colours", "glyphs", "keys", "versions", "folders"} <= report.keys()


def test_saves(wg: Run, save: str) -> None:
    assert [found["name"] for found in wg("saves --json").json] == [save]


@pytest.mark.parametrize(
    "line",
    ["games", "sequence toy", "table toy", "table toy combat", "units toy", "map toy", "doctor",
     "rules toy", "rules toy TOY-MV-01", "rules toy enemy", "saves", "show a", "ask a", "log a",
     "verify a", "why a pass", "odds a pass", "fuzz toy/crossroads --games 1 --seed 1"],
)  # fmt: skip
@pytest.mark.usefixtures("save")
def test_every_command_speaks_without_json(wg: Run, line: str) -> None:
    result = wg(line)
    assert (result.code, result.err) == (0, "")
    assert result.out.strip()


@pytest.mark.usefixtures("save")
def test_json_is_one_document_in_ascii(wg: Run) -> None:
    for line in ("games", "ask a", "show a", "map toy", "table toy combat"):
        out = wg(f"{line} --json").out
        assert out.isascii()
        json.loads(out)

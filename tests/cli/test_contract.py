"""The fixed contract of the command line, held by every game: names, JSON keys, exit codes, position files."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.cli.conftest import Run
from wargame import games
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.content.toml import asset, read_text
from wargame.flow.game import Game
from wargame.flow.session import new_header, open_table

GAMES = dict(games.MODULES)
"""As they are, before the fixtures of these tests put the toy in their place."""


@pytest.fixture(autouse=True)
def _real_games(saves: object, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - before
    monkeypatch.setattr(games, "MODULES", GAMES)


def _fresh(game_id: str) -> Game[Any]:
    definition = games.game(game_id)
    return open_table(definition, new_header(definition, definition.scenarios[0].id, 1))


def _accepts(change: Any, *given: Any) -> bool:
    try:
        change(*given)
    except (ValueError, TypeError, LookupError):
        return False
    return True


@pytest.mark.parametrize("game_id", GAMES)
def test_lab_keys_tells_everything_a_position_file_may_say(wg: Run, game_id: str) -> None:
    """With examples that can be laid out as they stand."""
    kit, told = games.game(game_id).lab, wg(f"lab --keys {game_id} --json").json
    keys: dict[str, list[str]] = {kind: [] for kind in ("set", "unit", "state", "box")}
    for row in told:
        assert row.keys() == {"kind", "key", "type", "meaning", "example"}
        assert all(row.values())
        keys.get(row["kind"], []).append(row["key"])
    assert keys == {
        "set": list(kit.set), "unit": list(kit.unit), "state": list(kit.states), "box": list(kit.boxes)
    }  # fmt: skip
    table = _fresh(game_id)
    for row in told:
        value = tomllib.loads(row["example"])
        if row["kind"] == "set":
            kit.set[row["key"]](table, value[row["key"]])
        elif row["kind"] == "track":
            kit.set["tracks"](table, value["tracks"])
        elif row["kind"] == "unit":
            change = kit.unit[row["key"]]
            assert any(_accepts(change, table, u, value[row["key"]]) for u in table.state.units)
    assert wg(f"lab --keys {game_id}").code == 0


@pytest.mark.parametrize("game_id", GAMES)
def test_show_tells_the_steps_left_and_what_a_unit_belongs_to(wg: Run, game_id: str) -> None:
    """As the order of battle has them, where it says; a unit that is eliminated has none."""
    scenario = f"{game_id}/{games.game(game_id).scenarios[0].id}"
    assert wg(f"new {scenario} --seed 1 --out a").code == 0
    units = wg("show a --json").json["units"]
    assert all(isinstance(u["ties"], dict) and u["steps"] >= 0 for u in units)
    content = open_table(
        games.game(game_id), new_header(games.game(game_id), scenario.partition("/")[2], 1)
    ).content
    printed = {u: kind.steps for u, kind in content.units.items() if hasattr(kind, "steps")}
    known = {u["id"]: u["steps"] for u in units if u["id"] in printed}
    assert max(known.values(), default=1) == max(printed.values(), default=1)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ruling_can_be_looked_up(
    wg: Run, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargame.content.rulings.asset", asset)
    title = games.game(game_id).title
    book = Rulebook.of(whole_rulebook(game_id, title))
    written = read_text(asset("rulings.md")).partition(f"## {title}\n")[2].partition("\n## ")[0]
    rulings = re.findall(r"\*\*(R-\d+)\*\*", written)
    assert list(book.sections[-1].rules) == rulings != []
    first = rulings[0]
    assert wg(f"rules {game_id} {first.lower()}").out.startswith(f"{first} (")
    about = next(rule for rule in Rulebook.links(book.find(first).text) if rule in book.rules)
    assert first in wg(f"rules {game_id} {about}").out
    assert wg(f"rules {game_id} R-999").code == 2


@dataclass(frozen=True)
class Place:
    """Where a position of a game stands, two units that could fight there, and what 0101 is."""

    scenario: str
    head: str
    own: str
    enemy: str
    hex: str
    off: str


PLACES = {
    "arras": Place("learning", 'segment = "arras.allied.combat"', "uk-4rtr-a", "de-sr6-1", "1110", "outside"),
    "hannut": Place("orp", 'segment = "hannut.both.ops"', "a.1rc.1", "g.pr5.1", "1309", "outside"),
    "normandy": Place("epsom", 'turn = 7\nsegment = "normandy.allied.combat"', "cw.27ab", "ge.21.pzgr192", "3516", "no land"),
    "ardennes": Place("skyline", 'turn = 17\nsegment = "ardennes.ops.german"', "de.304.2", "us.110.28", "2919", "off the board"),
    "eastfront": Place("minsk", 'segment = "eastfront.axis.combat"', "G-VII", "S-6C", "1135", "off the board"),
}  # fmt: skip


@pytest.mark.parametrize("game_id", GAMES)
def test_position_files_take_ids_with_dots_and_refuse_what_could_not_be(
    wg: Run, tmp_path: Path, game_id: str
) -> None:
    at, file = PLACES[game_id], tmp_path / "p.toml"

    def lay(units: str, name: str = "bad") -> str:
        file.write_text(f'scenario = "{game_id}/{at.scenario}"\n{at.head}\nclear = true\n{units}')
        done = wg(f"lab {file} --out {name}")
        return "" if done.code == 0 else f"{done.code} {done.sentence}"

    here = f'hex = "{at.hex}"\n'
    assert lay(f"[units.{at.own}]\n{here}", "laid") == ""
    units = {unit["id"]: unit for unit in wg("show laid --json").json["units"]}
    assert units[at.own]["hex"] == at.hex
    side = units[at.own]["side"]
    many = [unit for unit, row in units.items() if row["side"] == side and row["box"] != "air"]
    for told, says in {
        f'[units."{at.own}"]\n{here}[units.{at.own}]\n{here}': "twice",
        f"[units.{at.own}]\n{here}[units.{at.enemy}]\n{here}": "both sides",
        "".join(f"[units.{unit}]\n{here}" for unit in many): " would hold ",
        f'[units.{at.own}]\nhex = "0101"\n': at.off,
        f"[units.{at.own}x]\n{here}": f"nearest: {at.own}",
        f'[units.{at.own}]\nhex = "9999"\n': f"units.{at.own}.hex",
        f'[units.{at.own}]\nstates = ["movd"]\n': "nearest: moved",
        f"[units.{at.own}]\nhx = 1\n": "nearest: hex",
        '[set]\ncontro = "x"\n': "nearest: control",
    }.items():
        refused = lay(told)
        assert refused.startswith("2 "), told
        assert says in refused
        assert str(file) in refused


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_is_asked_about_an_opening_is_answered_in_a_sentence(
    wg: Run, game_id: str
) -> None:
    """Garbage, plans that mean nothing, positions that are not there: exit 1 or 2, and why."""
    assert wg(f"new {game_id}/{PLACES[game_id].scenario} --seed 1 --out a").code == 0
    ask = wg("ask a --json").json
    first = ask["options"][0]["answer"]
    assert wg(f"why a {first}").code == 0
    for text in (
        "pass; pass",
        f"{first}; {first}",
        "; ;",
        f"{first} @",
        "attack from",
        "0410 -1",
        "us1==",
    ):
        assert wg(f"why a -- '{text}'").code in (0, 1)
        odds = wg(f"odds a -- '{text}'")
        assert odds.code == 0 or (odds.code == 2 and odds.sentence), text
    for command in ("ask", "show", "log", "verify", "replay", "play", "undo"):
        assert wg(f"{command} a@99").code == 2


def test_show_tells_steps_and_what_lies_on_hexes(wg: Run) -> None:
    """EF-UN-01, EF-SP-11  Steps are those that are left; supply, forts and the like have their hexes, markers their number."""
    assert wg("new eastfront/minsk --seed 1 --out east").code == 0
    view = wg("show east --json").json
    units = {unit["id"]: unit["steps"] for unit in view["units"]}
    assert (units["G-XLVII"], units["G-XXIV"], units["S-6C"]) == (3, 4, 1)
    assert view["tracks"]["fort"]["2032"] == 1


@pytest.mark.parametrize(
    ("position", "steps", "lying"),
    [
        (
            """
            scenario = "normandy/campaign"
            segment = "normandy.allied.tactical"
            [units.us.29.175th]
            hex = "1414"
            states = ["reduced"]
            [units.us.90.359th]
            hex = "1415"
            states = ["cadre"]
            [set]
            rubble = ["1818"]
            """,
            {"us.29.175th": 2, "us.90.359th": 1, "us.90.357th": 3},
            {"rubble": ["1818"], "bombed": []},
        ),
        (
            """
            scenario = "ardennes/campaign"
            segment = "ardennes.ops.german.command"
            [units.de.11.9pz]
            hex = "1106"
            lost = 1
            [set]
            roadblocks = ["2609"]
            """,
            {"de.11.9pz": 2, "de.10.9pz": 3},
            {"roadblocks": ["2609"]},
        ),
    ],
)
def test_show_tells_the_steps_that_are_left(
    wg: Run, tmp_path: Path, position: str, steps: dict[str, int], lying: dict[str, list[str]]
) -> None:
    """NOR-ST-01, NOR-ST-02, ARD-CR-01"""
    (tmp_path / "laid.toml").write_text(dedent(position), encoding="utf-8")
    assert wg(f"lab {tmp_path / 'laid.toml'} --out laid").code == 0
    view = wg("show laid --json").json
    found = {unit["id"]: unit["steps"] for unit in view["units"]}
    assert steps == {unit: found[unit] for unit in steps}
    assert lying == {name: view["tracks"][name] for name in lying}


VP = {"arras": (28, 60), "hannut": (27, 46), "normandy": (24, 24), "ardennes": (35, 86), "eastfront": (74, 190)}  # fmt: skip
"""By game how many hexes count, and for how much together."""


@pytest.mark.parametrize("game_id", GAMES)
def test_every_map_tells_the_hexes_that_count(wg: Run, game_id: str) -> None:
    count = [h["vp"] for h in wg(f"map {game_id} --json").json["hexes"].values() if h["vp"]]
    assert (len(count), sum(count)) == VP[game_id]


def test_the_map_tells_what_hexes_count_for(wg: Run) -> None:
    """EF-VP-01"""
    hexes = wg("map eastfront --json").json["hexes"]
    assert (hexes["0635"]["vp"], hexes["0328"]["vp"], hexes["0636"]["vp"]) == (5, 4, 0)
    assert sum(row["vp"] for row in hexes.values()) == 190


@pytest.mark.parametrize("game_id", GAMES)
def test_each_game_tells_its_own_form_of_standing_orders(wg: Run, game_id: str) -> None:
    definition = games.game(game_id)
    assert wg(f"new {game_id}/{definition.scenarios[0].id} --out form").code == 0
    aside = definition.asides.get("order")
    told = wg("orders form").out
    assert ("" if aside is None else f"Written: {aside.form}.\n") == told

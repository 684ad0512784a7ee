"""Playing by commands: answers, refusals, takebacks, looking back."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from tests.cli.conftest import Run
from wargame import games
from wargame.cli.playing import open_table
from wargame.store.errors import SaveError


def test_answers_are_told_with_their_rules(wg: Run, battle: str) -> None:
    result = wg(f"answer {battle} 'attack 0503 from r1' no")
    assert result.code == 0
    assert result.out.startswith("1. attack 0503 from r1\n2. no\n")
    assert "rolled 6 [TOY-CB-02]" in result.out


def test_an_answer_reads_a_unit_by_its_name_and_finds_the_way(wg: Run, save: str) -> None:
    result = wg(f"answer {save} 'move Red 1 to 0101'")
    assert (result.code, result.out.splitlines()[0]) == (0, "1. move r1 0102-0101")


def test_why_reads_a_unit_and_a_hex(wg: Run, save: str) -> None:
    legal = wg(f"why {save} Red 1 0101")
    assert (legal.code, legal.out.splitlines()[0]) == (0, "Yes: move r1 0102-0101")
    assert wg(f"why {save} Red 1 0101 --json").json["legal"]
    assert wg(f"why {save} move Red 1 0101").code == 0
    refused = wg(f"why {save} r1 0806")
    assert (refused.code, refused.out) == (1, "No: r1 cannot reach 0806. [TOY-MV-01]\n")
    assert wg(f"why {save} r1 0806 --json").json["rule"] == "TOY-MV-01"
    assert wg(f"why {save} r1 9999").code == 2


def test_an_illegal_answer_stops_and_keeps_those_before(wg: Run, save: str) -> None:
    result = wg(f"answer {save} 'move r1 0102-0101' 'move r9 0102' 'pass'")
    assert result.code == 2
    assert "[TOY-MV-01]" in result.sentence
    assert wg(f"ask {save} --json").json["n"] == 1


def test_several_answers_in_one_word_are_given_in_order(wg: Run, save: str) -> None:
    result = wg(f"answer {save} 'move r1 0102-0101; pass'")
    assert ("1. move r1 0102-0101\n" in result.out, "2. pass\n" in result.out) == (True, True)


def test_a_standing_order_is_given_listed_and_revoked(wg: Run, save: str) -> None:
    assert wg(f"answer {save} 'order all never leave in victory hexes'").code == 0
    assert "Red order 1: all never leave victory\n" in wg(f"orders {save}").out
    assert "Red order 1: all never leave victory\n" in wg(f"ask {save}").out
    wg(f"answer {save} 'revoke 1'")
    assert wg(f"orders {save}").out.startswith("Written: order WHO")


def test_who_is_asked_what_next_is_told_at_the_end(wg: Run, save: str) -> None:
    result = wg(f"answer {save} 'move r1 0102-0101' pass")
    asked = wg(f"ask {save}").out.splitlines()[0]
    assert f"Next: {asked}" == result.out.splitlines()[-1]
    assert "Next: " not in result.out.rpartition("Next: ")[0]


def test_an_order_of_a_side_that_was_not_asked_at_first_is_told_to_be_its(
    wg: Run, save: str
) -> None:
    order = "order all never leave in victory hexes"
    assert "is its order" not in wg(f"answer {save} '{order}' pass").out
    wg(f"undo {save} --to 0 --consent")
    given = wg(f"answer {save} 'move r1 0102-0101' pass '{order}'")
    assert f'The Blue side is asked by now: "{order}" is its order.' in given.out, given.out
    assert "Blue order 1: " in wg(f"orders {save}").out


def test_a_name_may_be_written_without_its_blanks(wg: Run, save: str) -> None:
    assert wg(f"answer {save} 'move Red1 to 0101'").out.startswith("1. move r1 0102-0101\n")


def test_a_whole_game_can_be_played_to_its_end(wg: Run, save: str) -> None:
    pick = Random(2)
    for _ in range(200):
        ask = wg(f"ask {save} --json").json
        if ask["ended"]:
            break
        answer = pick.choice(ask["options"])["answer"]
        assert wg(f"answer {save} '{answer}'").code == 0
    assert ask["ended"].keys() == {"winner", "level", "reason"}
    assert wg(f"show {save} --json").json["ended"] == ask["ended"]
    assert "is over" in wg(f"ask {save}").out
    assert "nothing to answer" in wg(f"answer {save} pass").sentence
    assert wg(f"verify {save}").code == 0


def test_undo_goes_back_to_the_barrier(wg: Run, save: str) -> None:
    wg(f"answer {save} 'move r1 0102-0101' 'move r2 0103-0102'")
    result = wg(f"undo {save}")
    assert (result.code, wg(f"ask {save} --json").json["n"]) == (0, 0)


def test_undo_to_an_answer(wg: Run, save: str) -> None:
    wg(f"answer {save} 'move r1 0102-0101' 'move r2 0103-0102'")
    assert wg(f"undo {save} --to 1").code == 0
    assert wg(f"ask {save} --json").json["n"] == 1


def test_a_refused_undo_names_the_barrier(wg: Run, battle: str) -> None:
    while not wg(f"show {battle} --json").json["ended"]:
        ask = wg(f"ask {battle} --json").json
        wg(f"answer {battle} '{ask['options'][-1]['answer']}'")
        if wg(f"log {battle} --format json").json["entries"][-1]["rolled"]:
            break
    n = wg(f"ask {battle} --json").json["n"]
    for line in (f"undo {battle}", f"undo {battle} --to 0"):
        result = wg(line)
        assert result.code == 2
        assert f"Undo stops at answer {n}" in result.sentence
        assert "rolled dice" in result.sentence
    assert wg(f"undo {battle} --to 0 --consent").code == 0


def test_a_position_of_the_past_is_shown_and_not_changed(wg: Run, save: str) -> None:
    wg(f"answer {save} 'move r1 0102-0101' 'move r2 0103-0102'")
    past = wg(f"show {save}@1 --json").json
    assert past["n"] == 1
    for line in (f"answer {save}@1 pass", f"undo {save}@1"):
        assert f"wargame branch {save}@1 --out NEW" in wg(line).sentence
    assert wg(f"branch {save}@1 --out b").code == 0
    assert wg("show b --json").json == past
    assert wg("answer b pass").code == 0


def test_a_seed_is_drawn_and_its_commitment_shown(wg: Run) -> None:
    result = wg("new toy/crossroads")
    assert "seed commitment" in result.out
    assert (wg("saves --json").json[0]["name"]) == "toy-crossroads"
    assert wg("new toy/crossroads").code == 0
    first, second = wg("show toy-crossroads --json"), wg("show toy-crossroads-2 --json")
    assert first.json["commitment"] != second.json["commitment"]


def test_dice_are_listed_with_what_for_and_with_takebacks(wg: Run, battle: str) -> None:
    assert wg(f"answer {battle} 'attack 0503 from r1' no").code == 0
    assert wg(f"undo {battle} --to 0 --consent").code == 0
    told = wg(f"verify {battle} --dice").out
    assert "answer 2, number 0: " in told
    assert "rolled 6" in told
    assert "(taken back later)" in told
    assert "-- The Blue side took back answers 1 to 2" in told
    assert "a lab game: its dice may be laid out" in told
    view = wg(f"verify {battle} --dice --json").json
    assert (view["ok"], view["dice"], view["numbers"][0]["numbers"]) == (True, "lab", [6])
    assert view["takebacks"][0]["answers"] == ["attack 0503 from r1", "no"]


def test_who_chose_the_seed_and_which_dice_is_said_from_the_start(wg: Run) -> None:
    by_hand = wg("new toy/crossroads --seed 7 --out a").out
    assert "chosen by hand, friendly dice" in by_hand
    strict = wg("new toy/crossroads --dice strict --out b").out
    assert "drawn by the program, strict dice" in strict
    view = wg("show b --json").json
    assert (view["dice"], view["seed"]) == ("strict", "drawn")
    assert view["commitment"] in strict
    assert "Seed commitment" in wg("show b").out
    assert "strict dice: others wait" in wg("verify b").out
    assert "drawn by the program, strict dice" in wg("log b").out
    assert "strict dice: others wait" in wg("log b --format report").out


def test_two_phrases_make_a_seed_and_their_commitments_are_known_before(wg: Run) -> None:
    kept, sent = [], []
    for words in ("blue moon", "iron bridge"):
        lines = wg(f"phrase {words}").out.splitlines()
        kept.append(lines[0].partition(": ")[2])
        sent.append(lines[1].partition(": ")[2])
    made = f"new toy/crossroads --phrase '{kept[0]}' --phrase '{kept[1]}' --dice strict --out"
    told = wg(f"{made} a").out
    assert f"made of two phrases ({sent[0]}, {sent[1]}), strict dice" in told
    assert wg(f"{made} b").code == 0
    views = [wg(f"show {name} --json").json for name in "ab"]
    assert views[0] == views[1]
    assert wg("verify a").code == 0
    for wrong in ("--phrase one", "--phrase one --phrase two --seed 4"):
        assert "either a number or made of two phrases" in wg(f"new toy/crossroads {wrong}").err


def test_phrases_are_typed_unseen(wg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["blue moon", "iron bridge"])
    monkeypatch.setattr(
        "click.prompt", lambda _text, **how: next(typed) if how["hide_input"] else ""
    )
    told = wg("new toy/crossroads --two --out a").out
    assert "The first player's commitment is " in told
    assert "blue moon" not in told
    assert "made of two phrases" in told


def test_the_same_seed_and_answers_give_the_same_chain(wg: Run) -> None:
    chains = []
    for name in ("one", "two"):
        wg(f"new toy/crossroads --seed 11 --out {name}")
        wg(f"answer {name} 'MOVE  r1 0102-0101' pass")
        chains.append(wg(f"show {name} --json").json["chain"])
    assert chains[0] == chains[1]


def test_the_page_of_the_log_needs_nothing_else(wg: Run, battle: str) -> None:
    wg(f"answer {battle} 'attack 0503 from r1'")
    page = wg(f"log {battle} --format html").out
    assert page.startswith("<!doctype html>")
    assert "Red: Attack 0503 from Red 1" in page
    assert "<svg" in page
    assert "http://www.w3.org/2000/svg" in page
    assert page.count("http") == page.count("http://www.w3.org/2000/svg") + page.count("http-equiv")
    assert page.count("</script>") == 2
    assert "@DATA@" not in page


def test_the_map_is_drawn_into_a_file(wg: Run, tmp_path: Path, save: str) -> None:
    assert wg("map toy --svg map.svg").code == 0
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    assert wg(f"map toy --svg saves/{save}.wg").code == 2
    assert wg(f"verify {save}").code == 0


@pytest.mark.parametrize("zoom", ["close", "normal", "wide", "theatre"])
def test_the_map_is_drawn_at_each_zoom(wg: Run, zoom: str) -> None:
    assert wg(f"map toy --zoom {zoom}").out.strip()


def test_a_rule_is_shown_by_id_and_found_by_words(wg: Run) -> None:
    assert wg("rules toy toy-mv-01").out.startswith("TOY-MV-01")
    assert "TOY-" in wg("rules toy enemy").out
    assert "nearest" in wg("rules toy TOY-MV-99").sentence
    assert "No rule holds" in wg("rules toy xyzzy").sentence


@pytest.mark.parametrize("word", ["allied", "French", "FRENCH", "german", "German"])
def test_a_side_is_named_by_its_id_or_its_title(
    wg: Run, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, "hannut", "wargame.games.hannut:GAME")
    wg("new hannut/orp --seed 3 --out h")
    for command in ("show", "log", "ask"):
        assert wg(f"{command} h --side {word}").code == 0
    refused = wg("show h --side belgian")
    assert (refused.code, refused.sentence) == (
        2,
        'wargame: There is no side "belgian"; say german or allied (French).',
    )


def test_words_that_nothing_is_called_are_told_plainly(wg: Run) -> None:
    assert wg("new toy/crosroads").sentence == (
        'wargame: There is no scenario "toy/crosroads"; the nearest valid one is "toy/crossroads".'
    )
    assert wg("games orp").sentence.startswith("wargame: Got unexpected extra argument (orp). See ")


@pytest.mark.parametrize("game", ["arras", "hannut"])
def test_the_order_of_battle_is_a_table_for_each_formation(
    wg: Run, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.MODULES, game, f"wargame.games.{game}:GAME")
    shown = wg(f"units {game}").out
    rows = wg(f"units {game} --json").json
    titles = {side.id: side.title for side in games.game(game).sides}
    lines = shown.splitlines()
    for row in rows:
        heading = ", ".join(filter(None, (titles[row["side"]], row.get("formation"))))
        below = lines[lines.index(heading) :]
        line = next(line for line in below if line.startswith(f"{row['id']} "))
        assert row["name"] in line
        place = str(row.get("hex") or row.get("setup") or row.get("area") or "")
        assert line.endswith(place)
    assert not {"None", "False", "True"} & set(shown.split())
    assert max(map(len, lines)) <= 150


def test_the_list_of_saves_tells_the_scenario_and_what_is_damaged(wg: Run, saves: Path) -> None:
    first, second = (wg("new toy/crossroads --seed 3").out for _ in range(2))
    assert "saved as toy-crossroads, in " in first
    assert "saved as toy-crossroads-2, in " in second
    wg("answer toy-crossroads pass")
    broken = saves / "toy-crossroads-2.wg"
    broken.write_bytes(broken.read_bytes() + b"rubbish\n")
    (saves / "empty.wg").write_bytes(b"")
    shown = wg("saves").out.splitlines()
    ends = {"crossroads, 1 answer", "crossroads, 0 answers; damaged", "empty  cannot be read"}
    assert all(any(line.endswith(end) for line in shown) for end in ends)
    views = {view["name"]: view for view in wg("saves --json").json}
    assert ("toy/crossroads", 1, False) == tuple(
        views["toy-crossroads"][key] for key in ("scenario", "n", "damaged")
    )
    assert (1, False, {}, None, "friendly", False) == tuple(
        views["toy-crossroads"][key] for key in ("turn", "over", "players", "mode", "dice", "lab")
    )
    assert views["toy-crossroads-2"]["damaged"]
    assert (None, True) == (views["empty"]["scenario"], views["empty"]["damaged"])


def test_a_line_cut_off_is_told_by_verify_and_when_the_game_goes_on(wg: Run, saves: Path) -> None:
    wg("new toy/crossroads --seed 3 --out cut")
    wg("answer cut pass")
    path = saves / "cut.wg"
    path.write_bytes(path.read_bytes()[:-9])
    checked = wg("verify cut")
    assert (checked.code, "Verified to answer 0" in checked.out) == (0, True)
    assert "last line" in checked.sentence
    assert "cut off" in checked.sentence


def test_the_table_does_not_draw_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, file = (SimpleNamespace(isatty=lambda tty=tty: tty) for tty in (True, False))
    streams = SimpleNamespace(stdin=terminal, stdout=terminal, __stderr__=file)
    monkeypatch.setattr("wargame.cli.playing.sys", streams)
    with pytest.raises(SaveError, match="start it without 2>"):
        open_table(None)

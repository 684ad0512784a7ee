"""What is read from good, torn, damaged and foreign saves."""

from __future__ import annotations

import gc
import json
import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.played import play
from wargame import games
from wargame.flow.record import link
from wargame.model import events as ev
from wargame.model.codec import UnknownEvent, event_from_json
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, SaveError, all_seen, all_visible
from wargame.store.load import load

slow_fixtures = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def flip(path: Path, at: int) -> None:
    """Change one bit of one byte."""
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1
    path.write_bytes(raw)


def lines_of(path: Path) -> list[bytes]:
    """The lines of a save with their ends."""
    return path.read_bytes().splitlines(keepends=True)


def test_a_good_save_is_read_whole(save: Path) -> None:
    loaded = load(save)
    assert [entry.n for entry in loaded.entries] == list(range(31))
    assert (loaded.damaged, loaded.torn, loaded.problems) == (False, False, [])
    assert loaded.good == save.stat().st_size


def test_what_is_written_reads_back_equal(tmp_path: Path) -> None:
    with Campaign.new("toy/crossroads", 3, tmp_path / "a.wg") as campaign:
        play(campaign, 40)
        assert load(tmp_path / "a.wg").entries == campaign.session.entries


@pytest.mark.parametrize("collecting", [True, False])
def test_garbage_is_looked_for_again_after_every_way_out(save: Path, collecting: bool) -> None:
    was = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        load(save)
        assert gc.isenabled() == collecting
        with pytest.raises(SaveError):
            Campaign.open(save.with_name("none.wg"))
        assert gc.isenabled() == collecting
        Campaign.open(save).close()
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()


def test_a_torn_last_line_is_dropped_and_told(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-20])
    loaded = load(save)
    assert (len(loaded.entries), loaded.torn, loaded.damaged) == (30, True, False)
    assert "everything up to answer 29 is there" in loaded.problems[0]


def test_a_last_line_without_its_end_is_whole(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-1])
    loaded = load(save)
    assert (len(loaded.entries), loaded.ended, loaded.torn) == (31, False, False)


def test_zeros_after_a_power_cut_are_a_torn_line(save: Path) -> None:
    save.write_bytes(save.read_bytes() + b"\0" * 512)
    assert (len(load(save).entries), load(save).torn) == (31, True)


def test_a_flipped_byte_names_its_line_and_what_is_recovered(save: Path) -> None:
    lines = lines_of(save)
    flip(save, sum(map(len, lines[:12])) + len(lines[12]) // 2)
    loaded = load(save)
    assert loaded.damaged
    assert (len(loaded.entries), loaded.first_bad) == (11, 11)
    assert "Line 13" in loaded.problems[0]
    assert "recovered up to answer 10, 20 later answers are lost" in loaded.problems[0]


def test_a_removed_line_breaks_the_chain(save: Path) -> None:
    lines = lines_of(save)
    save.write_bytes(b"".join(lines[:5] + lines[6:]))
    assert load(save).first_bad == 4


def test_a_flipped_byte_in_the_header_recovers_nothing(save: Path) -> None:
    flip(save, lines_of(save)[0].index(b'"hex":') + 7)
    with pytest.raises(DamagedSaveError, match=r"Line 1 .* Nothing can be recovered"):
        load(save)


def test_a_header_cut_off_recovers_nothing(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:100])
    with pytest.raises(DamagedSaveError, match="breaks off in its first line"):
        load(save)


def test_a_header_alone_is_an_opening(save: Path) -> None:
    save.write_bytes(lines_of(save)[0])
    assert load(save).entries == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"Dear diary\n", "text of another kind"),
        (b'{"savegame": 1}\n', "text of another kind"),
        (b"\x7fELF\x00\x01\xff", "binary"),
        (b'{"wargame":99,"anything":1}\n', "newer version"),
    ],
)
def test_a_foreign_file_is_told_in_a_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "foreign.wg"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=says) as caught:
        load(path)
    assert not isinstance(caught.value, DamagedSaveError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "header",
    [
        b'{"wargame":1}',
        b'{"wargame":true}',
        b'{"wargame":1,"game":[[[[[[',
        b'{"wargame":' + b"[" * 100_000,
        b'{"wargame":1' + b"0" * 5000 + b"}",
        b'{"wargame":1,"\xff":1}',
    ],
)
def test_a_bad_header_is_told_in_a_sentence(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "bad.wg"
    path.write_bytes(header + b"\n")
    with pytest.raises(SaveError, match=r"Line 1|newer"):
        load(path)


def test_a_folder_a_pipe_and_a_missing_file_are_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, says in ((".", "is a folder"), ("pipe", "is not a file"), ("none", "no save")):
        with pytest.raises(SaveError, match=says):
            load(tmp_path / name)


def test_a_gigantic_line_and_a_gigantic_file_are_told(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with save.open("ab") as file:
        file.write(b"x" * 70_000 + b"\n")
    monkeypatch.setattr("wargame.store.load.LARGEST_LINE", 60_000)
    assert "too long" in load(save).problems[0]
    monkeypatch.setattr("wargame.store.load.LARGEST_FILE", 1000)
    with pytest.raises(SaveError, match=r"too large .* at most 1000\."):
        load(save)


def test_megabytes_of_line_feeds_cost_no_more_than_their_bytes(save: Path) -> None:
    with save.open("ab") as file:
        file.write(b"\n" * 4_000_000)
    tracemalloc.start()
    try:
        loaded = load(save)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (len(loaded.entries), loaded.damaged) == (31, True)
    assert most < 10_000_000


def test_a_save_of_too_many_lines_is_told(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame.store.load.MOST_LINES", 20)
    loaded = load(save)
    assert (loaded.damaged, loaded.first_bad) == (True, 19)
    assert "is one too many: a save has at most 20" in loaded.problems[0]


def test_a_last_line_that_lost_its_first_page_is_a_torn_one(save: Path) -> None:
    """A power cut may keep the end of what was written last and not its beginning."""
    lines = lines_of(save)
    save.write_bytes(b"".join(lines[:-1]) + b"\0" * 20 + lines[-1][20:])
    loaded = load(save)
    assert (len(loaded.entries), loaded.torn, loaded.damaged) == (30, True, False)


@pytest.mark.parametrize(
    "event",
    [
        ["UnitMoved", "r1", ["0101"], "moves", "R"],
        ["UnitMoved", 7, [1], "moves", "R"],
        ["TrackSet", "turn", True, "R"],
        ["TrackSet", "turn", 1.5, "R"],
        ["DiceRolled", "k", [None], 6, [], "", "", [], "R"],
        ["Noted", "x", [["a", {"b": 1}]], "R"],
        ["LayerSet", "forts", [["1", 2]], "R"],
        ["Decided", "red", "x", "y", [[[1]]], "R"],
    ],
)
def test_a_field_of_the_wrong_kind_is_no_fact(event: list[object]) -> None:
    with pytest.raises(UnknownEvent):
        event_from_json(event)


@pytest.mark.parametrize(
    "line",
    [
        b"[1,2,3]", b"{}", b'{"undo":3}', b'{"note":"text"}', b'{"note":{},"more":1}', b"\xff\xfe",
        b'{"undo":99,"by":"red","consent":false,"chain":"0"}', b"[" * 100_000, b'{"n":31}', b"",
    ],
)  # fmt: skip
def test_a_strange_line_is_damage(save: Path, line: bytes) -> None:
    with save.open("ab") as file:
        file.write(line + b"\n")
    loaded = load(save)
    assert (loaded.damaged, len(loaded.entries)) == (True, 31)


@pytest.mark.parametrize(
    "change",
    [
        {"n": 5}, {"n": "31"}, {"events": {}}, {"events": [["NoSuchFact", 1]]}, {"events": [[]]},
        {"events": [["UnitMoved"]]}, {"open": [1]}, {"open": [-1, 0]}, {"open": ["a", "b"]},
        {"answer": None},
    ],
)  # fmt: skip
def test_a_forged_line_with_a_right_chain_is_still_read_strictly(
    save: Path, change: dict[str, object]
) -> None:
    last = load(save).entries[-1].chain
    record = {"n": 31, "side": "red", "segment": "x", "key": "k", "answer": "pass", "events": []}
    body = json.dumps({**record, "open": [0, 0], **change}, separators=(",", ":"))
    with save.open("ab") as file:
        file.write(f'{body[:-1]},"chain":"{link(last, body)}"}}\n'.encode())
    assert load(save).damaged


def test_takebacks_and_what_may_be_given_again_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        campaign.answer("move r1 0102-0101")
        campaign.answer("move r2 0103-0102")
        campaign.undo(0)
        campaign.answer("move r1 0102-0101")
    loaded = load(path)
    assert [entry.answer for entry in loaded.entries] == ["", "move r1 0102-0101"]
    assert loaded.redo == ["move r2 0103-0102"]


@slow_fixtures
@given(data=st.data())
def test_no_damage_causes_a_traceback_or_passes_unseen(save: Path, data: st.DataObject) -> None:
    whole = save.read_bytes()
    raw = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        match data.draw(st.sampled_from(["set", "cut", "insert", "delete"])):
            case "set":
                raw[at] = data.draw(st.integers(0, 255))
            case "cut":
                del raw[max(at, 1) :]
            case "insert":
                raw[at:at] = data.draw(st.binary(min_size=1, max_size=9))
            case "delete":
                del raw[at : at + 1 or 1]
        raw = raw or bytearray(b"\n")
    save.with_name("hurt.wg").write_bytes(raw)
    good = load(save)
    try:
        campaign = Campaign.open(save.with_name("hurt.wg"))
    except SaveError:
        return
    with campaign:
        kept = campaign.session.entries
        assert kept == good.entries[: len(kept)]
        assert len(kept) == len(good.entries) or campaign.notices or raw == whole[: len(raw)]


@slow_fixtures
@given(
    content=st.binary(max_size=300), head=st.sampled_from([b"", b'{"wargame":1', b'{"wargame":'])
)
def test_no_file_causes_a_traceback(tmp_path: Path, content: bytes, head: bytes) -> None:
    path = tmp_path / "any.wg"
    path.write_bytes(head + content)
    with pytest.raises(SaveError):
        Campaign.open(path)


def test_a_fact_that_is_told_again_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a kind alone: two kinds with the same words are not the same."""
    saved = Path(__file__).parent / "format2" / "eastfront-minsk.wg"
    facts = [fact for entry in load(saved).entries for fact in entry.events]
    seldom = (ev.UnitMoved, ev.DiceRolled, ev.ChartRead, ev.HexTaken)
    kept = [fact for fact in facts if not isinstance(fact, seldom)]
    again = {(type(fact), fact) for fact in kept}
    assert len(kept) > 2 * len(again)
    assert len(again) == len({id(fact) for fact in kept})
    monkeypatch.setitem(games.MODULES, "eastfront", "wargame.games.eastfront:GAME")
    with Campaign.open(saved, write=False) as campaign:
        assert facts == [fact for entry in campaign.session.entries for fact in entry.events]


@pytest.mark.parametrize("text", ["\u202e", "\x1b[2J", "\x00", "\u2028", "\ud800", "a\tb"])
def test_a_line_with_a_hidden_sign_is_not_taken_for_one_without(text: str) -> None:
    assert not all_seen(json.dumps({"a": text}))
    assert not all_seen(json.dumps({"a": text}, ensure_ascii=False))
    assert all_visible(text) != text
    assert all_seen(json.dumps({"a": "é", "b": [1]}, ensure_ascii=False) + "\n")

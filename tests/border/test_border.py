"""Whole games: battles of many frames, killed and reopened, taken back and resumed at every answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.border.content import CUT, battle
from tests.border.table import SCENARIO, asked, lay, start, where
from tests.flow.test_resume import resumed
from tests.flow.test_undo import snapshot
from wargame import games
from wargame.cli.app import run
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session
from wargame.model import events as ev
from wargame.store.campaign import Campaign

ASIDES = ("orders propose", "watch 0403 0503", "orders hold", "orders off")


def some_answer(session: Session, pick: Picker) -> str:
    """An answer, or now and then an aside."""
    assert session.ask is not None
    return ASIDES[pick(len(ASIDES))] if pick(8) == 0 else session.ask.sample(pick)


def a_game(seed: int) -> Session:
    """A game played to its end."""
    session, pick = start(seed), Picker(seed)
    while session.ask is not None:
        session.answer(some_answer(session, pick))
    return session


def test_every_position_resumes_to_itself_and_is_reached_again_by_undo() -> None:
    session, pick = start(2), Picker(2)
    seen = {session.n: snapshot(session)}
    deepest = 0
    while session.ask is not None:
        session.answer(some_answer(session, pick))
        seen[session.n] = snapshot(session)
        deepest = max(deepest, len(session.state.frames))
        assert seen[session.n] == snapshot(resumed(session))
    assert deepest >= 9  # down to a counter of a counter, or the march of a retreat, in a battle
    for n in sorted(seen, reverse=True)[1:]:
        session.undo(n, consent=True)
        assert seen[n] == snapshot(session)


def test_a_game_killed_after_every_answer_is_the_game_played_in_one_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "MODULES", {"border": "tests.border:BORDER"})
    path, pick = tmp_path / "a.wg", Picker(3)
    Campaign.new(SCENARIO, 3, path).close()
    answers = 0
    while True:
        with Campaign.open(path) as campaign:
            assert campaign.notices == []
            if campaign.session.ask is None:
                break
            campaign.answer(some_answer(campaign.session, pick))
            answers += 1
    assert answers > 20
    whole = a_game(3)
    assert whole.chain == campaign.session.chain


def test_a_counter_is_countered_frame_in_frame_and_each_hands_back_what_became_of_it() -> None:
    session = lay("border.red.combat", {"r1": "0303", "b1": "0403"})
    session.answer("attack 0403 from 0303")
    for answer in ("play ruse", "play ruse", "play smoke"):
        session.answer(answer)
    names = [frame.name.removeprefix("border.") for frame in session.state.frames]
    assert names[-6:] == ["red.combat", "battle", "battle.tactics", "counter", "counter", "counter"]
    session.answer("pass")
    hit = battle(session.game)
    assert (1, ("blue", "border.tactics")) == (hit.hits, asked(session))


def test_a_battle_is_forgotten_with_its_frame_and_its_ties_are_loosed() -> None:
    session = lay("border.red.combat", {"r1": "0303", "b1": "0403", "b2": "0806"}, dice=(5, 2))
    session.answer("attack 0403 from 0303")
    assert {"attacks": "0403"} == session.state.units["r1"].ties
    for answer in ("pass", "pass"):
        session.answer(answer)
    assert (("blue", "border.hit"), 1) == (asked(session), battle(session.game).hits)
    session.answer("lose b1")
    assert {} == session.state.units["r1"].ties
    session.answer("yes")
    assert ("0403", "lost") == (where(session, "r1"), where(session, "b1"))
    assert all(not f.kept for f in session.state.frames if f.name != "border.red.combat")


def test_sides_play_in_another_order_each_turn_until_they_pass() -> None:
    session = start()
    told = [asked(session)[0]]
    while session.state.turn() < 3:
        session.answer("pass")
        if asked(session)[0] != told[-1]:
            told.append(asked(session)[0])
    assert ["red", "blue", "red"] == told  # blue ends turn 1 and begins turn 2, red the same later


def test_a_phase_without_an_attack_is_passed_over_in_silence() -> None:
    session = start()
    events = [e for entry in session.entries for e in entry.events if isinstance(e, ev.Noted)]
    session.answer("pass")
    events += [e for e in session.entries[-1].events if isinstance(e, ev.Noted)]
    assert [] == [e for e in events if e.what == "skipped"]


def test_the_whole_land_is_cut_off_in_one_event_and_a_unit_goes_over() -> None:
    session = start()
    size = session.game.grid.size
    assert dict.fromkeys(range(size), 1) == session.state.layers[CUT]
    assert 1 == sum(isinstance(e, ev.LayerSet) for e in session.entries[0].events)
    while session.state.turn() < 2:
        session.answer("pass")
    assert CUT not in session.state.layers
    assert "red" == session.state.units["b3"].side
    assert "b3" in session.game.board.on_map["red"]
    session.undo(0, consent=True)
    assert "b3" in session.game.board.on_map["blue"]


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Run `wargame new` with some further words; where the save lies, if there is one."""
    monkeypatch.setattr(games, "MODULES", {"border": "tests.border:BORDER"})

    def make(*words: str) -> Path:
        run(["new", SCENARIO, "--seed", "1", "--out", str(tmp_path / "a.wg"), *words])
        return tmp_path / "a.wg"

    return make


@pytest.mark.parametrize(("words", "turns"), [((), 3), (("--option", "length=short"), 1)])
def test_an_option_is_chosen_with_the_scenario(
    new: Callable[..., Path], words: tuple[str, ...], turns: int
) -> None:
    with Campaign.open(new(*words)) as campaign:
        while campaign.session.ask is not None:
            campaign.answer("pass")
        assert turns == campaign.session.state.turn()


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("length=tiny", 'There is no choice of length "tiny"'),
        ("wide=yes", 'There is no option of Border raid "wide"'),
    ],
)
def test_an_option_that_the_game_does_not_have_is_refused(
    new: Callable[..., Path], capsys: pytest.CaptureFixture[str], option: str, said: str
) -> None:
    assert not new("--option", option).exists()
    assert said in capsys.readouterr().err

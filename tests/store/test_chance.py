"""Strict and friendly games: what waits after a takeback and in a branch, and that it is proved."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.played import play
from tests.toy import TOY
from wargame.flow.chance import Chance, of_phrases
from wargame.flow.draws import Draw, draws, loaded_dice
from wargame.flow.verify import verify
from wargame.model.events import DiceRolled
from wargame.store import shelf
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError
from wargame.store.load import load
from wargame.store.seeds import BY_HAND, drawn, salted

SCENARIO = "toy/crossroads"
STRICT = Chance("strict", "drawn", "5a1d")


def numbers(campaign: Campaign, first: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    """What was rolled from answer *first* on."""
    return [
        (entry.n, event.dice)
        for entry in campaign.session.entries[first:]
        for event in entry.events
        if isinstance(event, DiceRolled)
    ]


def again(campaign: Campaign, answers: list[str]) -> None:
    """Give these answers, as far as they are legal."""
    for answer in answers:
        if campaign.session.ask is None or campaign.session.why_not(answer):
            return
        campaign.answer(answer)


def proved(path: Path) -> bool:
    """Whether a save verifies, with what was taken back."""
    with Campaign.open(path, write=False) as campaign:
        session = campaign.session
        found = draws(TOY, session.header, campaign.chronicle)
        assert loaded_dice(found) is None
        assert session.state.ended or session.ask
        return verify(TOY, session.header, session.entries, turned=session.turned).ok


@pytest.fixture
def same_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn for branches is the same every time, so that their dice are."""
    count = itertools.count(1)
    monkeypatch.setattr("secrets.token_hex", lambda _: f"salt{next(count)}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the game is kept."""
    return tmp_path / "game.wg"


def begun(path: Path, chance: Chance, answers: int = 30) -> Campaign:
    """A game of so many answers."""
    campaign = Campaign.new(SCENARIO, 7, path, chance=chance)
    play(campaign, answers)
    return campaign


def after_takeback(path: Path, chance: Chance) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
    """What was rolled before a takeback by consent, and what the same answers roll after it."""
    with begun(path, chance) as campaign:
        given = [entry.answer for entry in campaign.session.entries[11:]]
        yield numbers(campaign, 11)
        campaign.undo(10, consent=True)
        again(campaign, given)
        yield numbers(campaign, 11)
    assert proved(path)


def test_a_friendly_game_repeats_its_dice_after_a_takeback(path: Path) -> None:
    before, after = after_takeback(path, BY_HAND)
    assert before == after != []


def test_a_strict_game_goes_on_with_other_dice_and_is_proved(path: Path) -> None:
    before, after = after_takeback(path, STRICT)
    assert before[: len(after)] != after != []
    with Campaign.open(path) as resumed:
        assert resumed.session.redo == []
        assert resumed.takebacks[0].salt == resumed.takebacks[0].taken[-1].chain
        n, chain = resumed.session.n, resumed.session.chain
        play(resumed, 5)
        resumed.undo(n, consent=True)
        assert resumed.session.chain == chain
        play(resumed, 5)
    assert proved(path)


@pytest.mark.usefixtures("same_salts")
def test_a_branch_of_a_strict_game_is_no_crystal_ball(path: Path, tmp_path: Path) -> None:
    with begun(path, STRICT, 10) as campaign:
        for name in ("one", "two"):
            campaign.branch(tmp_path / f"{name}.wg")
        rolled = []
        for name in ("game", "one", "two"):
            held = campaign if name == "game" else Campaign.open(tmp_path / f"{name}.wg")
            play(held, 8)
            rolled.append(numbers(held, 11))
            if held is not campaign:
                held.undo(4, consent=True)
                play(held, 8)
                held.branch(tmp_path / f"{name}-again.wg")
                held.close()
    assert rolled[0] != rolled[1] != rolled[2] != rolled[0]
    saves = sorted(tmp_path.glob("*.wg"))
    assert [proved(each) for each in saves] == [True] * 5


def test_a_branch_of_a_friendly_game_repeats_the_dice(path: Path, tmp_path: Path) -> None:
    with begun(path, Chance("friendly", "drawn", "aa"), 10) as campaign:
        campaign.branch(tmp_path / "one.wg")
        play(campaign, 8)
        with Campaign.open(tmp_path / "one.wg") as branch:
            play(branch, 8)
            assert branch.session.chain == campaign.session.chain


@pytest.mark.usefixtures("same_salts")
def test_a_copy_made_in_the_list_is_a_branch_too(saves: Path) -> None:
    saves.mkdir()
    with begun(saves / "game.wg", STRICT, 10) as campaign:
        copy = shelf.duplicate(saves / "game.wg", "copy")
        play(campaign, 8)
        with Campaign.open(copy) as other:
            assert other.session.n == 10
            play(other, 8)
            assert numbers(other, 11) != numbers(campaign, 11)
    assert proved(copy)


def test_chance_is_turned_as_the_record_says_and_not_as_somebody_likes(path: Path) -> None:
    with begun(path, STRICT) as campaign:
        campaign.undo(10, consent=True)
        play(campaign, 8)
    lines = path.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith('{"undo":'))
    lines[at] = lines[at].replace(json.loads(lines[at])["salt"], "0" * 32)
    path.write_text("\n".join([*lines, ""]))
    assert "turns chance as nobody may" in load(path).problems[0]


def test_what_is_settled_about_chance_is_kept_and_chained(path: Path) -> None:
    begun(path, STRICT, 0).close()
    header = load(path).header
    assert (header.chance, header.program) == (STRICT, "0.1.0")
    text = path.read_text()
    for old, new in (("strict", "friendly"), ("5a1d", "5a1e"), ('"drawn"', '"hand"')):
        path.write_text(text.replace(old, new, 1))
        with pytest.raises(DamagedSaveError):
            load(path)


def test_a_friendly_game_by_hand_has_the_chain_it_always_had(path: Path, tmp_path: Path) -> None:
    with begun(path, BY_HAND) as campaign:
        chain = campaign.session.chain
        assert load(path).header.chance == BY_HAND
    with begun(tmp_path / "old.wg", Chance()) as campaign:
        assert campaign.session.chain == chain


def test_a_drawn_seed_has_128_bits_and_a_salt() -> None:
    seeds = [drawn() for _ in range(8)]
    assert max(seed for seed, _ in seeds).bit_length() > 100
    assert {len(chance.salt) for _, chance in seeds} == {32}


def test_two_phrases_make_a_seed_that_neither_chose(path: Path) -> None:
    phrases = (salted("the  bridge at dawn"), salted("#ready"))
    assert phrases[0].startswith("the bridge at dawn#")
    assert phrases[1] == "#ready"
    seed, chance = of_phrases(phrases, "strict")
    assert (seed, chance) != of_phrases(phrases[::-1], "strict")
    with Campaign.new(SCENARIO, seed, path, chance=chance) as campaign:
        play(campaign, 12)
    assert proved(path)
    text = path.read_text()
    path.write_text(text.replace("dawn", "dusk", 1))
    with pytest.raises(DamagedSaveError, match="do not give its seed"):
        load(path)


def test_every_number_is_listed_with_what_went_by_takebacks(path: Path) -> None:
    with begun(path, STRICT) as campaign:
        drawn_before = campaign.session.state.drawn
        campaign.undo(10, consent=True)
        found = draws(TOY, campaign.session.header, campaign.chronicle)
        rolled = [each for each in found if isinstance(each, Draw)]
        assert sum(max(len(each.numbers), 1) for each in rolled) == drawn_before
        assert {each.gone for each in rolled if each.n > 10} == {True}
        assert {each.gone for each in rolled if each.n <= 10} <= {False}

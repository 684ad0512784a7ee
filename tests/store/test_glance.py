"""The two ends of a save tell the same as the whole of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.store.played import play
from wargame.store import glance as module
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.glance import Glance, glance


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """No save is short."""
    monkeypatch.setattr(module, "SHORT", 0)


def both(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Glance, Glance]:
    """By its ends and as a whole."""
    found = []
    for short in (0, 1 << 20):
        monkeypatch.setattr(module, "SHORT", short)
        found.append(glance(path))
    return found[0], found[1]


@pytest.mark.parametrize("seed", range(8))
def test_takebacks_and_remarks_make_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    random, path = Random(seed), tmp_path / "a.wg"
    with Campaign.new("toy/crossroads", seed, path, players={"red": "Anna"}) as campaign:
        for _ in range(12):
            if random.random() < 0.4 and campaign.session.n:
                campaign.undo(random.randrange(campaign.session.n), consent=True)
            elif random.random() < 0.2:
                campaign.remark("note", "[turn 9]")
            else:
                play(campaign, random.randrange(1, 25), seed)
            one, other = both(path, monkeypatch)
            assert one == other
            assert (campaign.session.n, campaign.session.state.turn()) == (one.n, one.turn)
            assert (campaign.session.state.ended is not None) == one.over
            assert {"red": "Anna"} == one.header.players


def test_a_game_that_is_over(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Campaign.open(save) as campaign:
        play(campaign, 1000)
    one, other = both(save, monkeypatch)
    assert one == other
    assert one.over


@pytest.mark.usefixtures("ends")
def test_a_torn_last_line_is_left_out(save: Path) -> None:
    n = glance(save).n
    save.write_bytes(save.read_bytes()[:-9])
    assert (n - 1, "") == (glance(save).n, glance(save).damage)


@pytest.mark.usefixtures("ends")
def test_ends_that_are_no_lines_are_damage(save: Path) -> None:
    with save.open("ab") as file:
        file.write(b"rubbish\n")
    assert "damaged" in glance(save).damage


@pytest.mark.usefixtures("ends")
def test_what_is_no_save_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.wg").write_text("words\n")
    for name in ("text.wg", "none.wg", "."):
        with pytest.raises(SaveError):
            glance(tmp_path / name)

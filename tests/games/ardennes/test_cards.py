"""Cards drawn, spent and counted (ARD-CD-02 to -10, ARD-SQ-06, ARD-OB-01)."""

from __future__ import annotations

from typing import Any

from tests.games.ardennes.table import table
from wargame.games.ardennes import cards
from wargame.games.ardennes.segments.events import draw
from wargame.games.ardennes.state import ArdGame


def track_of(g: ArdGame, name: str) -> Any:
    """What a track holds."""
    return g.state.tracks.get(name, 0)


UNITS = {"de.3pz.2": "3219", "us.110.28": "2018"}


def laid(**more: Any) -> ArdGame:
    """A table with cards."""
    return table(UNITS, **more)


def test_cd_09_a_token_is_drawn_out_of_the_box() -> None:
    """ARD-CD-09, ARD-CD-02  Unseen until it comes up; the pile is one less."""
    g = laid(
        cups={"german deck": ["?1"], "german box": ["GS01", "GS02"]}, tracks={"german pile": 1}, dice=[1, 2]
    )  # fmt: skip
    assert "GS02" == cards.draw(g, "german", cards.hand("german"), rule="ARD-CD-03")
    assert ["GS01"] == g.state.cups["german box"]
    assert 0 == track_of(g, "german pile")


def test_sq_04_a_hand_or_a_pile() -> None:
    """ARD-SQ-04"""
    empty: dict[str, Any] = {"hands": {"german": []}}
    assert not cards.has_cards(laid(**empty), "german")
    piled = laid(**empty, cups={"german deck": ["G13"]}, tracks={"german pile": 1})
    assert cards.has_cards(piled, "german")
    cut = laid(**empty, cups={"german deck": ["G13"]}, tracks={"german pile": 0})
    assert not cards.has_cards(cut, "german")


def test_sq_06_what_counts_for_the_level() -> None:
    """ARD-SQ-06  Cards used in the German's own impulse; not those he plays in the Allied one."""
    for acting, played in (("german", 1), ("allied", 0), ("", 0)):
        g = laid(hands={"german": ["GS15", "G13"]}, tracks={"acting": acting})
        g.set_track("acting", acting, rule="ARD-SQ-03")
        cards.use(g, "german", "GS15", rule="ARD-CD-05")
        assert played == track_of(g, "played")


def test_cd_04_once_used_out_of_play() -> None:
    """ARD-CD-04, ARD-CD-09"""
    g = laid(hands={"german": ["GS01", "GS08"]})
    cards.use(g, "german", "GS01", rule="ARD-EV-01")
    cards.use(g, "german", "GS08", rule="ARD-EV-01")
    assert ["GS01"] == g.state.cups["german out"]
    assert "GS08" in g.state.cups["german discards"]


def test_cd_10_the_allied_deck_is_made_of_its_discards() -> None:
    """ARD-CD-10  At once when it runs out."""
    g = laid(mode="gs", cups={"allied deck": [], "allied discards": ["A07"]}, dice=[1])
    card = draw(g)
    assert card is not None
    assert "A07" == card.id


def test_ob_01_xii_corps_counts_as_viii() -> None:
    """ARD-OB-01  For A32 and A33, through the 20th."""
    for day, counts in ((20, True), (21, False)):
        g = laid(turn=day)
        for name in ("A32", "A33"):
            assert counts == cards.belongs(g, cards.card_of(g, name), "us.22.4")


def test_ob_01_a_division_card_covers_all_combat_commands() -> None:
    """ARD-OB-01  Those of the 9th, 10th and 3rd Armored stand in different corps."""
    g = laid()
    for name in ("A08", "A12", "A15"):
        card = cards.card_of(g, name)
        found = cards.members(g, card)
        assert 3 == len(found)
        assert len({g.content.units[u].corps for u in found}) > 1


def test_fu_01_division_cards_alone() -> None:
    """ARD-FU-01  A corps card is kept."""
    g = laid(turn=23)
    g.set_list("dry", ["2"], rule="ARD-FU-01")
    assert cards.fuelless(g, cards.card_of(g, "G13"))
    assert not cards.fuelless(g, cards.card_of(g, "G36"))
    assert not cards.fuelless(g, cards.card_of(g, "G14"))

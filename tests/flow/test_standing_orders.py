"""Standing orders: what they decide, what they leave to the player, how long they last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.flow.test_plan import COMES, NEAR
from tests.games.arras.battle import RIFLES, TWO_S35, battle, order
from tests.games.arras.table import play
from tests.games.hannut.table import actions, asked
from wargame.flow.ask import IllegalAnswer
from wargame.flow.script import RulesBug
from wargame.flow.seat import is_by_seat
from wargame.flow.session import Session
from wargame.flow.standing_orders import standing_orders
from wargame.flow.verify import verify
from wargame.flow.words import Wording
from wargame.games.hannut import GAME
from wargame.model.events import Decided, ListSet
from wargame.store.campaign import Campaign


def ordered(*orders: str, dice: tuple[int, ...] = (), **units: str) -> Session:
    """The French have given orders at the first question of theirs; the company has come next to them."""
    session = actions("G-PR35", {**NEAR, **units}, dice=dice)
    session.answer(COMES)
    for text in orders:
        session.answer(f"order {text}")
    return session


def decided(session: Session) -> list[str]:
    """What was decided by orders."""
    return [entry.answer for entry in session.entries if is_by_seat(entry)]


def test_an_order_decides_whatever_it_is_for_until_it_is_revoked() -> None:
    session = ordered("all never retreat")
    assert ["all never retreat"] == standing_orders(session.state, "allied")
    assert (["pass"], "react.opportunity") == (decided(session), asked(session).key)
    session.answer("revoke 1")
    assert [] == standing_orders(session.state, "allied")
    session.answer("order all never all")
    assert ["pass", "pass", "pass"] == decided(session)[:3]
    assert "german" == asked(session).side


def test_it_never_decides_what_was_not_ordered() -> None:
    session = ordered("a.2rc.1 never retreat")
    assert ([], "react.retreat") == (decided(session), asked(session).key)  # two others may
    session = ordered("at_gun never retreat")
    assert [] == decided(session)


def test_the_record_names_the_order_and_verifies() -> None:
    session = ordered("all never retreat", "tank fire at tank 10%", dice=(12,))
    entry = next(e for e in session.entries if e.answer.startswith("fire"))
    assert ("fire a.1rc.1 at g.pr35.1", 17, "tank fire at tank 10%") == entry.events[0].working[0]  # type: ignore[union-attr]  # fmt: skip
    (line,) = {Wording.of(session).decided(e) for e in entry.events if isinstance(e, Decided)}
    assert line == "The French side decides by its orders: fire a.1rc.1 at g.pr35.1."
    assert verify(GAME, session.header, session.entries).ok


@pytest.mark.parametrize(
    ("condition", "fires"),
    [
        ("", True), ("at tank", True), ("at infantry", False), ("at armoured", True),
        ("within 1", True), ("17%", True), ("18%", False), ("at tank 17% on opportunity", True),
        ("on return", None), ("victory", None),
    ],
)  # fmt: skip
def test_conditions(condition: str, fires: bool | None) -> None:
    """None: the order is not for this question, which is asked."""
    session = ordered("all never retreat", f"all fire {condition}", dice=(12, 12, 12))
    first = [*decided(session), ""][1]
    assert fires is {"pass": False, "": None}.get(first, True)


def test_a_newer_order_goes_before_an_older_one() -> None:
    session = ordered("all never fire", "a.2rc.2 fire", "all never retreat", dice=(12,))
    assert "fire a.2rc.2 at g.pr35.1" == decided(session)[1]


def test_nobody_leaves_a_hex_that_decides_the_game() -> None:
    game = battle(TWO_S35, RIFLES, 4)
    grid = game.game.grid
    game.state.control[grid.hex("0410")] = "german"
    play(game, order(game, "0410"), "order all never leave victory", "no")
    assert "combat.retreat" == asked(game).key  # nothing is left but to go: its player says where
    game = battle(TWO_S35, RIFLES, 4)
    game.state.control[grid.hex("0410")] = "german"
    play(game, order(game, "0410"), "order all yes on no_retreat victory")
    assert ["yes"] == decided(game)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("order", "Write order WHO"), ("order all dance", 'Nothing is called "dance"'),
        ("order tnak fire", "nearest: tank"), ("order all fire at moon", 'called "moon"'),
        ("order all fire on monday", "There are"), ("order all fire quickly", "not expected"),
        ("revoke 1", "No orders stand"),
    ],
)  # fmt: skip
def test_a_misspelt_order_says_what_could_stand(text: str, why: str) -> None:
    session = ordered()
    with pytest.raises(IllegalAnswer, match=why):
        session.answer(text)


def test_orders_are_said_freely_and_lie_in_the_position() -> None:
    session = ordered("tank fire in hexes within 2 at armoured from 40% or better on opportunity")
    (text,) = standing_orders(session.state, "allied")
    assert "tank fire at armoured within 2 40% on opportunity" == text
    assert any(isinstance(event, ListSet) for event in session.entries[-1].events)
    assert session.why_not("revoke 2") is not None


def test_an_order_that_nobody_could_have_given_is_named_and_the_save_is_good_up_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "foreign.wg"
    with Campaign.new("hannut/orp", 3, path) as campaign:
        campaign.answer("order all never leave victory")
        lax = replace(GAME.asides["order"], read=lambda _g, _side, words: words)
        monkeypatch.setitem(GAME.asides, "order", lax)
        with pytest.raises(RulesBug, match=r'order "zz[.]9 dance" of german cannot'):
            campaign.answer("order zz.9 dance")
    with Campaign.open(path) as campaign:
        assert campaign.session.n == 1
        assert campaign.damaged
        (told,) = [line for line in campaign.notices if "zz.9 dance" in line]
        assert "Nobody of yours is called" in told
        assert "recovered up to answer 1" in told


def test_an_order_about_a_unit_that_has_changed_sides_stands_and_does_nothing() -> None:
    g = ordered().game
    g.set_list("standing.german", ("a.2rc.1 never retreat",), rule="")
    assert GAME.seats[0].plays(g, "german")

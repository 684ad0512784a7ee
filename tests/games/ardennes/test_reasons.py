"""What the automated Allies did not do is told with its reason: cards that brought nothing, hits, ways back, hexes passed over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.combat import B110, FOOT, MECH, R110, R112
from tests.games.ardennes.table import events, h, table
from tests.games.ardennes.test_actions import FITS, at_work
from tests.games.ardennes.test_hits import OUREN, auto
from tests.games.ardennes.test_impulse import PANZER, U501, U506, decided, impulse
from wargame import games
from wargame.flow.journal import Teller, candidates
from wargame.games.ardennes.automaton.actions import active_stacks, attack_of
from wargame.games.ardennes.automaton.deploy import Tried
from wargame.games.ardennes.automaton.goes import GOES, Found, Stack, Unfit
from wargame.games.ardennes.automaton.tactics import defensive, offensive
from wargame.games.ardennes.battle import Battle
from wargame.games.ardennes.state import ArdGame
from wargame.model import events as ev

HERE = "2918"
FEW = "us.334.84"


def told(g: ArdGame) -> list[str]:
    """The last decision and what was weighed for it, in sentences."""
    event = [e for e in g.journal if isinstance(e, ev.Decided)][-1]
    say = Teller(games.game("ardennes"), g, {}).say
    return [say.decided(event), *say.working(event)]


def defence(card: str, units: dict[str, str] | None = None, **more: Any) -> list[str]:
    """What is said of a card that the Allies draw in defence of Marnach."""
    on = units or {R112: HERE}
    g = table({MECH: "2917", **on, **more.pop("others", {})}, **{"mode": "gs", **more})
    fight = Battle("german", h(HERE), (MECH,), tuple(u for u in on), (h("2917"),))
    defensive(g, fight, g.content.cards[card])
    return told(g)


NOTHING = "The Allied defensive draw: nothing."
ANOTHER = " brings no unit: no unit of its formation defends."
OF_IT = "no unit of its formation there is In Supply and not Dispersed."
STRAY = "no card of a formation."


@pytest.mark.parametrize(
    ("card", "more", "said"),
    [
        ("A08", {}, [NOTHING, f"A08{ANOTHER}", f"No tank battalion: {OF_IT}"]),
        ("AS02", {}, [NOTHING, f"AS02 brings no unit: it is {STRAY}", "AS02 is no tactic."]),
        ("A42", {}, [NOTHING, f"A42{ANOTHER}", f"No assault coordination: {OF_IT}"]),
        ("AS07", {}, [NOTHING, f"AS07 brings no unit: it is {STRAY}", "No airpower: no aircraft fly today."]),
        ("N01", {"turn": 16}, [NOTHING, f"N01 brings no unit: it is {STRAY}", "No artillery: no Allied Artillery on December 16."]),
        ("N06", {}, [NOTHING, f"N06 brings no unit: it is {STRAY}", "No bug out: neither in danger of Surround nor outnumbered 3 to 1."]),
        (
            "A07", {"units": {R112: HERE, B110: HERE}},
            ["The Allied defensive draw: screen.", "A07 brings no unit: the defenders have 4 steps or more."],
        ),
        (
            "A07", {},
            [
                "The Allied defensive draw: screen.",
                "A07 brings no unit: none of its formation is in Reserve or OutOfContact and has room there.",
            ],
        ),
    ],
)  # fmt: skip
def test_cc_05_a_card_that_brings_nothing(card: str, more: Any, said: list[str]) -> None:
    """ARD-CC-05: why no unit, why no tactic"""
    assert said == defence(card, **more)


def test_cc_05_a_card_that_brings_a_unit() -> None:
    """ARD-CC-05: whom it matches, how few they are, and by what the unit is free."""
    number = table().content.units[R110].number
    assert defence("A07", others={R110: "reserve"})[1:] == [
        f"A07 matches 112/28, and 3 steps defend, fewer than 4; the lowest # in Reserve, #{number}."
    ]


@pytest.mark.parametrize(
    ("card", "bonus", "said"),
    [
        ("N04", None, ["N04 (No Command): screen, not used: the other part in a combat plays it"]),
        (
            "N04", "airpower",
            ["N04 (No Command): screen, not used: the other part in a combat plays it",
             "the bonus of the action card: airpower, not used: no aircraft fly today"],
        ),
        ("N01", None, ["N01 (No Command): artillery"]),
    ],
)  # fmt: skip
def test_aa_21_a_tactic_not_used(card: str, bonus: Any, said: list[str]) -> None:
    """ARD-AA-21: the card's, then the bonus"""
    g = table({R112: "2917", MECH: HERE}, mode="gs", turn=17)
    fight = Battle("allied", h(HERE), (R112,), (MECH,), (h("2917"),))
    offensive(g, fight, g.content.cards[card], bonus)
    assert said == told(g)[1:]


def test_cr_04_a_hit_without_a_hold_check() -> None:
    """ARD-CR-04, ARD-CR-05"""
    near = {"by": {MECH: "2917"}}

    def why(hits: int, units: dict[str, str], **more: Any) -> list[str]:
        session = auto(hits, units, HERE, **near, **more)
        return [str(e.working[0][0]) for e in events(session, ev.Decided) if e.what == "hit"]

    assert ["as many hits as steps"] == why(1, {B110: HERE})
    assert ["no ZOC after a loss"] == why(1, {B110: HERE, "us.35eng": HERE})
    assert ["as many hits as steps", "gone as far as it may"] == why(
        3, {R112: HERE}, german=["2818"], dice=[10]
    )
    assert [] == why(1, {R112: HERE}, dice=[1])


@pytest.mark.parametrize("why", ["as many hits as steps", "no way back"])
def test_cr_05_the_reason_is_a_sentence(why: str) -> None:
    """ARD-CR-05"""
    g = table({MECH: "2917"}, mode="gs")
    g.decided("allied", "hit", "a hex", [(why,)], rule="ARD-CR-05")
    assert told(g)[0].endswith((": it goes back a hex without a HoldCheck.", ": a step is lost."))


def test_rt_10_every_way_back_is_weighed() -> None:
    """W6, ARD-RT-10: all hexes of the class, in their order, not only the one that was taken"""
    session = auto(2, {R112: OUREN}, dice=[7, 8])
    route = next(e for e in events(session, ev.Decided) if e.what == "retreat route")
    assert ["3015", "3017", "2915", "2916"] == [row[0] for row in route.working if row[0] != "shut"]


def test_rt_05_the_hexes_passed_over_are_named_with_what_bars_them() -> None:
    """ARD-RT-05, ARD-RT-06  Not only those that are open."""
    session = auto(2, {R112: OUREN}, dice=[7, 8])
    route = next(e for e in events(session, ev.Decided) if e.what == "retreat route")
    say = Teller(games.game("ardennes"), session.game, {}).say
    assert "No way back: 3115, 3116 (Germans stand there)." == say.working(route)[-1]


def test_cr_04_where_no_way_is_open_every_hex_is_named() -> None:
    """ARD-CR-04, ARD-RT-05"""
    ring = {"de.2.2": "2915", "de.304.2": "2916", "de.3pz.2": "3015", "de.77.26": "3017"}
    session = auto(1, {R112: OUREN}, others=ring)
    hit = next(e for e in events(session, ev.Decided) if e.what == "hit")
    say = Teller(games.game("ardennes"), session.game, {}).say
    assert "There is no way back: a step is lost." == say.decided(hit)
    assert [
        "No way back: 2915 Weiswampach, 2916, 3015, 3017, 3115, 3116 (Germans stand there)."
    ] == say.working(hit)


def test_aa_11_a_gap_is_told_apart_from_danger(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARD-AA-11, 5.15: OCCUPY may end in danger of Surround, BLOCK may not"""

    def found(line: str) -> Found | Unfit:
        g = at_work(**FITS[line])
        return GOES[line](active_stacks(g, [FOOT, "us.334.84", "us.cca-4.4ad"])[0])

    with monkeypatch.context() as patched:
        patched.setattr(Stack, "trapped_in", lambda _own, _h: True)
        assert isinstance(found("vpopen occupy"), Found)
        block = found("route block")
        assert isinstance(block, Unfit)
        assert "danger" == block.why
    monkeypatch.setattr(Stack, "keeps_line", lambda _own, _h: False)
    assert ["gap", "gap"] == [
        it.why for it in map(found, ("vpopen occupy", "route block")) if isinstance(it, Unfit)
    ]


def test_aa_11_few_steps_that_guard_a_vp_hex_are_told_as_the_reason() -> None:
    """ARD-AA-11: not that there is no way to come up"""
    g = at_work({FEW: "2220", "de.77.26": "2320"})
    own = active_stacks(g, [FEW])
    assert Unfit("few", 1) == attack_of(own[0], own, "weak")


# -- reserves -----------------------------------------------------------------------------------------


def test_rd_02_units_that_come_nowhere_say_why() -> None:
    """ARD-RD-02, ARD-RD-07, 5.14.3: the one German is far off, so the card sends a unit of the calendar instead"""
    session = impulse(["A14"], {U501: "reserve", U506: "reserve", "us.110.28": "2220"})
    (stay,) = decided(session, "stay")
    assert [U501, U506] == [row[0] for row in stay.working]
    say = Teller(games.game("ardennes"), session.game, {}).say
    assert "Nobody comes out of Reserve." == say.decided(stay)
    (line,) = say.working(stay)
    assert line.startswith("501/101, 506/101: Method A: of ")
    assert line.endswith("in Supply none is near enough to friends and to a German")
    came = impulse(["A14"], {U501: "reserve", PANZER: "2518", "us.35eng": "2220"})
    assert not decided(came, "stay")


def test_rd_02_few_positions_are_named() -> None:
    """ARD-RD-02  The last ones that a method had, where they are three at most."""
    g = table({PANZER: "2518", "us.35eng": "2220"}, mode="gs", turn=18)
    hexes = [g.grid.hex(n) for n in ("2218", "2316", "2419", "2416")]
    few, many = (Tried(0, "in a ZOC", g.grid.mask(hexes[:n])) for n in (2, 4))
    assert ("in a ZOC @2218 @2316", 2) == few.wanting(g)
    assert ("in a ZOC", 4) == many.wanting(g)


def test_aa_19_the_busiest_corps_is_told_by_its_sum() -> None:
    """ARD-AA-19: Reserve and reasons count together; of equals the lowest number is the first"""
    g = table({MECH: "2917"}, mode="gs")
    rows = [("V", 0, 11, 5), ("XVIII", 5, 4, 18)]
    g.decided("allied", "corps of A41", "V", rows, rule="ARD-AA-19")
    assert [
        "1 V (11: 0 in Reserve, 11 with a reason to act); 2 XVIII (9: 5 in Reserve, 4 with a reason to act)",
        "V comes first by 11 units against 9.",
    ] == told(g)[1:]
    g.decided("allied", "corps of A41", "V", [("V", 2, 7, 5), rows[1]], rule="ARD-AA-19")
    assert "V comes first by its corps number: 5 against 18." == told(g)[-1]


def test_hexes_that_are_spoken_of_are_not_ranked_on_the_map() -> None:
    """ARD-AA-20: the map shows the ranks of those a line could choose from, and of nobody else"""
    g = table({MECH: "2917", R112: HERE}, mode="gs", turn=19)
    rows = (
        (1, "weak attack", R112, "short", "3 4 2 1", "@2917", "does not fit"),
        (2, "gap plug", R112, "plugs", "@2817", 1, "fits"),
        ("2818", 0, 0, 28), ("2819", 0, 0, 28),
    )  # fmt: skip
    event = ev.Decided("allied", "action AC01", f"line 2 gap plug: {R112}", rows, "ARD-AA-20")
    assert ["2818", "2819"] == [g.grid.name(h) for h in candidates(event, g.grid)]

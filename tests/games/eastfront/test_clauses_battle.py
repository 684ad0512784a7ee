"""Losses, retreat, standing fast, advance in battles of East Front, clause by clause (EF-CB-23 to EF-CB-34)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.eastfront.played import fought, key, lost, notes, position, readings, until
from tests.games.eastfront.table import table
from tests.games.table import answers, asked, at, is_legal, play, refused_by, unit
from wargame.games.eastfront.content import STRAIT
from wargame.games.eastfront.declared import why_no_part

FIELD = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833", "A-HP2": "1634"}
ATTACK = "attack 1833 normal from G-IX G-VII"
ARMOUR = {"G-XXIV": "1733", "G-XLVI": "1732", "A-HP2": "1634"}
STRIKE = "attack 1833 normal from G-XLVI G-XXIV"


# -- losses ------------------------------------------------------------------------------------------


def test_the_attacker_loses_first() -> None:
    """EF-CB-23, EF-CB-20  EX: a step each, the attacker's before the defender's; nobody retreats."""
    session = fought(FIELD, ATTACK, "EX")
    assert ("losses", "axis") == (key(session), asked(session).side)
    assert ["lose G-IX", "lose G-VII"] == answers(session), "the owner chooses"
    assert [0] == lost(session, "S-47")
    play(session, "lose G-IX")
    assert ([1, 0, 1], "1833") == (lost(session, "G-IX", "G-VII", "S-47"), at(session, "S-47"))
    assert key(session) not in ("retreat", "advance")


@pytest.mark.parametrize(("code", "kind", "steps"), [("A1", "normal", 1), ("A2", "hasty", 2)])
def test_losses_of_the_attacker_alone(code: str, kind: str, steps: int) -> None:
    """EF-CB-20, EF-CB-23"""
    session = fought(FIELD, ATTACK.replace("normal", kind), code)
    for _ in range(steps):
        assert "losses" == key(session)
        play(session, "lose G-VII")
    assert ([0, steps, 0], "1833") == (lost(session, "G-IX", "G-VII", "S-47"), at(session, "S-47"))
    assert "losses" != key(session)


def test_no_effect() -> None:
    """EF-CB-20  NE at 1:3: nobody loses anything, nobody moves."""
    units = {"G-VI": "1732", "S-47": "1833", "S-1": "1833", "S-4": "1833", "A-HP2": "1634"}
    session = fought(units, "attack 1833 normal from G-VI", "NE")
    assert ("1:3", (("attack", 6), ("defence", 18))) == (
        readings(session)[0].column,
        readings(session)[0].facts,
    )
    assert [0, 0, 0, 0] == lost(session, "G-VI", "S-47", "S-1", "S-4")
    assert key(session) not in ("losses", "retreat", "advance")


def test_armour_pays_for_its_effect() -> None:
    """EF-CB-23, EF-CB-22  If the armour effect was used the first step is an armoured unit's, later ones are free."""
    session = fought({**FIELD, "G-XXIV": "1733"}, "attack 1833 normal from G-IX G-VII G-XXIV", "BR")
    assert "armour" in dict(readings(session)[0].drm)
    assert [1, 0, 0] == lost(session, "G-XXIV", "G-IX", "G-VII"), (
        "it is the only one: nobody is asked"
    )
    strong = {"G-XLVI": "1733", "G-IX": "1732", "S-47": "1833", "S-1": "1833", "S-4": "1833"}
    twice = fought(strong, "attack 1833 hasty from G-IX G-XLVI", "A2")
    assert [1, 0] == lost(twice, "G-XLVI", "G-IX")
    assert {"lose G-IX", "lose G-XLVI"} == set(answers(twice))
    mud = fought(strong, "attack 1833 hasty from G-IX G-XLVI", "A1", weather={"C": "M"})
    assert "armour" not in dict(readings(mud)[0].drm)
    assert {"lose G-IX", "lose G-XLVI"} == set(answers(mud)), "without the effect the owner chooses"


def test_small_units_last() -> None:
    """EF-CB-23, EF-UN-04, EF-CB-26  Small units lose steps when all large ones are gone; more than is there is ignored."""
    session = fought({**FIELD, "S-8B": "1833"}, ATTACK, "D1")
    assert ([1], [0]) == (lost(session, "S-47"), lost(session, "S-8B"))
    many = {**FIELD, "G-XXIV": "1733", "G-LVII": "1834"}
    alone = fought(many, "attack 1833 normal from G-IX G-LVII G-VII G-XXIV", "D3")
    assert ("gone", "advance") == (at(alone, "S-47"), key(alone)), (
        "two steps were there, the third is ignored"
    )


def test_small_attackers_last() -> None:
    """EF-CB-23, EF-UN-04, EF-CB-10  A siege group beside a corps is not chosen before it."""
    units = {"G-IX": "1732", "G-SI1": "1732", "S-47": "1833"}
    session = fought(units, "attack 1833 normal from G-IX G-SI1", "A1", turn=40)
    assert ([1], "1732") == (lost(session, "G-IX"), at(session, "G-SI1"))


# -- standing fast -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "price_"), [("DR", 1), ("D1", 1), ("BR", 1), ("D2", 2)],
)  # fmt: skip
def test_stand_fast(code: str, price_: int) -> None:
    """EF-CB-27  In a city: BR, DR, D1 one step more, D2 two; before anybody retreats; all or none."""
    units = {
        "G-XXIV": "2033", "G-XLVI": "1932", "G-XLVII": "1932", "G-XXXIX": "2131", "A-HP2": "1932",
        "S-7M": "2032", "S-47": "2032", "S-13M": "2032",
    }  # fmt: skip
    session = fought(
        units, "attack 2032 normal from G-XLVI G-XLVII G-XXIV G-XXXIX", code,
        fort={"2032": 0}, states={"A-HP2": ["used chit"]},
    )  # fmt: skip
    while key(session) == "losses":
        play(session, answers(session)[0])
    before = sum(lost(session, "S-7M", "S-47", "S-13M"))
    assert ("stand", "soviet") == (key(session), asked(session).side)
    play(session, "stand")
    while key(session) == "losses":
        assert "soviet" == asked(session).side
        play(session, answers(session)[0])
    assert before + price_ == sum(lost(session, "S-7M", "S-47", "S-13M"))
    assert {"2032"} == {
        at(session, u) for u in ("S-7M", "S-47", "S-13M") if unit(session, u).hex >= 0
    }
    assert key(session) not in ("retreat", "advance")


def test_standing_says_when_nobody_is_left() -> None:
    """EF-CB-27  Before it is chosen, the words tell whether the price is all that is there."""
    ring = {"G-XXIV": "2033", "G-XLVI": "1932", "G-XXXIX": "2131", "A-HP2": "1932"}
    attack = "attack 2032 normal from G-XLVI G-XXIV G-XXXIX"

    def words(*defenders: str) -> str:
        units = ring | dict.fromkeys(defenders, "2032")
        session = fought(units, attack, "D1", fort={"2032": 0}, states={"A-HP2": ["used chit"]})
        while key(session) == "losses":
            play(session, answers(session)[0])
        return list(asked(session).options())[1].label

    assert "Stand fast, for 1 step more: nobody is left" == words("S-47")
    assert "Stand fast, for 1 step more" == words("S-47", "S-7M")


def test_who_may_stand_fast() -> None:
    """EF-CB-27, EF-PE-12  Cities, fortresses, forts of level 2; Soviets anywhere from T53; not isolated at U3."""

    def stands(where: str = "1833", **more: object) -> bool:
        near = {"1833": ("1733", "1732"), "2032": ("1932", "2033")}[where]
        units = {"G-XXIV": near[0], "G-XLVI": near[1], "S-47": where, "S-1": where, "A-HP2": "1634"}
        session = fought(units, f"attack {where} normal from G-XLVI G-XXIV", "DR", **more)  # type: ignore[arg-type]
        return key(session) == "stand"

    assert not stands()
    assert stands("2032")
    assert (False, True) == (stands(fort={"1833": 1}), stands(fort={"1833": 2}))
    assert (False, True) == (stands(turn=52), stands(turn=53))
    ring = {"axis": ["1931", "1932", "2031", "2033", "2131", "2132"]}
    low = {u: {"level": 3} for u in ("S-47", "S-1")}
    assert stands("2032", control=ring)
    assert stands("2032", more=low)
    assert not stands("2032", control=ring, more=low)


def test_nothing_is_left_to_stand() -> None:
    """EF-CB-27  If the price kills the last the hex is vacated."""
    units = {"G-XXIV": "2033", "G-XLVI": "1932", "S-20M": "2032"}
    session = fought(units, "attack 2032 normal from G-XLVI G-XXIV", "DR")
    play(session, "stand")
    assert "gone" == at(session, "S-20M")
    assert "advance" == key(session)


# -- advance -----------------------------------------------------------------------------------------


def test_advance() -> None:
    """EF-CB-28  Attackers, any number within stacking, whatever the ZOC; never those of a failed attack."""
    session = fought({**FIELD, "G-VI": "1732"}, "attack 1833 normal from G-IX G-VI G-VII", "D2")
    assert {
        "done",
        "advance G-IX 1833",
        "advance G-VI 1833",
        "advance G-VII 1833",
        "advance all",
    } == set(answers(session))
    play(session, "advance G-IX 1833", "advance G-VI 1833", "advance G-VII 1833")
    assert {"1833"} == {at(session, u) for u in ("G-IX", "G-VI", "G-VII")}
    failed = fought(FIELD, ATTACK, "A1")
    play(failed, answers(failed)[0])
    assert "advance" != key(failed)


def test_no_room_to_advance() -> None:
    """EF-CB-28, EF-SK-01  Within stacking: SV 6."""
    units = {**FIELD, "G-VI": "1732", "G-XII": "1832"}
    session = fought(units, "attack 1833 normal from G-IX G-VI G-VII G-XII", "D2")
    play(session, "advance G-IX 1833", "advance G-VI 1833", "advance G-VII 1833")
    assert ("1832", True) == (at(session, "G-XII"), key(session) != "advance")


def test_siege_groups_do_not_advance() -> None:
    """EF-CB-28"""
    units = {**FIELD, "G-SI1": "1732"}
    session = fought(units, "attack 1833 normal from G-IX G-SI1 G-VII", "D2", turn=45)
    assert not is_legal(session, "advance G-SI1 1833")
    assert is_legal(session, "advance G-IX 1833")


def test_the_second_hex() -> None:
    """EF-CB-28  After D2, D3, DE c/m attackers go one hex more, not from ZOC to ZOC, into a hex without enemies."""
    for code, more in (("D2", True), ("DE", True), ("DR", False)):
        units = {**ARMOUR, "S-20M": "1833"}
        session = fought(units, STRIKE, code)
        if key(session) == "retreat":
            play(session, answers(session)[0])
        play(session, "advance G-XXIV 1833")
        onward = {a.split()[2] for a in answers(session) if a.startswith("advance G-XXIV")}
        assert more == bool(onward), code
        if more:
            play(session, f"advance G-XXIV {min(onward)}")
            assert not is_legal(session, "advance G-XXIV 1833"), "two hexes are the most"
    zone = fought({**ARMOUR, "S-20M": "1833", "S-1": "1933"}, STRIKE, "D2")
    play(zone, "advance G-XXIV 1833")
    onward = {a.split()[2] for a in answers(zone) if a.startswith("advance G-XXIV")}
    assert onward
    assert not onward & {"1932", "1834", "1933"}, "from ZOC to ZOC, or into enemies"


def test_no_second_hex_in_haste_with_foot() -> None:
    """EF-CB-28  Not in a hasty attack in which foot units took part."""
    for kind, more in (("normal", True), ("hasty", False)):
        units = {**ARMOUR, "G-IX": "1732", "S-20M": "1833"}
        session = fought(units, f"attack 1833 {kind} from G-IX G-XLVI G-XXIV", "D2")
        play(session, "advance G-XXIV 1833")
        assert more == any(a.startswith("advance G-XXIV") for a in answers(session))
    alone = fought({**ARMOUR, "S-20M": "1833"}, STRIKE.replace("normal", "hasty"), "D2")
    assert alone.ask
    assert "Advance into 1833?" == alone.ask.prompt
    play(alone, "advance G-XXIV 1833", "advance G-XLVI 1833")
    assert any(a.startswith("advance G-XXIV") for a in answers(alone))
    assert "Advance one hex beyond 1833?" == alone.ask.prompt


def test_surrender() -> None:
    """EF-CB-34  All isolated and at U4, at 3:1 or better: eliminated without a roll, as the odds say; SP are paid."""
    ring = {"G-XII": "1932", "G-II": "1933", "G-V": "1834", "G-XLIII": "1832", **FIELD}
    cut = {"S-47": {"level": 4}}
    session = position("axis.combat.isolation", ring, more=cut)
    ask = until(session, "attack").ask
    assert ask is not None
    shown = ask.odds(ATTACK)
    assert shown is not None
    sure = [("the defenders surrender", Fraction(1), "DE")]
    assert sure == [(o.words, o.chance, o.code) for o in shown.outcomes]
    play(session, ATTACK)
    while key(session) in ("attack", "attack.chit", "attack.payers"):
        play(session, "done")
    assert "advance" == key(session)
    assert "gone" == at(session, "S-47")
    assert 1 == len(notes(session, "surrenders"))
    assert not readings(session)
    assert 2 == sum(n["points"] for n in notes(session, "pays"))
    for level, joined in ((3, {}), (4, {"S-HW": "1833"})):
        other = position(
            "axis.combat.isolation", {**ring, **joined}, more={"S-47": {"level": level}}, dice=[9]
        )
        play(until(other, "attack"), ATTACK)
        while not readings(other) and not notes(other, "surrenders"):
            play(other, "done")
        assert readings(other), "one at U3, or one that is not at U4, and it is fought"


def test_small_units_are_entered() -> None:
    """EF-CB-30, EF-ZC-04  A hex with units without ZOC alone is not attacked."""
    units = {"G-IX": "1732", "S-HW": "1833", "S-1": "1832"}
    session = position("axis.combat.declare", units)
    assert "1833" not in " ".join(answers(session))
    assert "EF-CB-30" == refused_by(session, "attack 1833 normal from G-IX")


def test_who_attacks_over_a_strait() -> None:
    """EF-CB-15, EF-MV-19  "Nor into a hex it could not enter": foot units alone cross a strait, so c/m units take no part."""
    g = table()
    a, b = next(
        (x, y) for x in sorted(g.content.land) for y in g.grid.neighbours[x]
        if y in g.content.land and g.content.water(x, y) == STRAIT
    )  # fmt: skip
    here, there = g.grid.name(a), g.grid.name(b)
    g = table({"G-XXIV": here, "G-XII": here, "S-47": there}, turn=20)
    for unit_id, rule in (("G-XII", None), ("G-XXIV", "EF-CB-15")):
        for kind in ("normal", "hasty", "delayed"):
            found = why_no_part(g, unit_id, b, kind, 7)
            assert rule == (found.rule if found else None)

"""Declaring and resolving attacks in East Front, clause by clause (EF-CB-01 to EF-CB-18, EF-XC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.eastfront.played import fought, key, lost, notes, position, readings, until
from tests.games.table import answers, asked, at, events, is_legal, play, refused_by, unit
from wargame.flow.session import Session
from wargame.model import events as ev

FIELD = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833", "A-HP2": "1634"}
ATTACK = "attack 1833 normal from G-IX G-VII"


def declaring(
    units: dict[str, str], side: str = "axis", segment: str = "combat.declare", **more: Any
) -> Session:
    """A game before its declaration of attacks."""
    session = position(f"{side}.{segment}", units, **more)
    return until(session, "attack")


def segments(session: Session) -> list[str]:
    """The last part of every open segment."""
    return [frame.name.split(".")[-1] for frame in session.state.frames]


# -- types -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["normal", "delayed"])
def test_who_attacks_deliberately(kind: str) -> None:
    """EF-CB-10, EF-CB-12  At most half the MA spent, rounded up; not by rail or sea; not unprepared."""
    for spent, may in ((3, True), (4, False)):
        session = declaring(FIELD, more={"G-IX": {"mp": spent}})
        assert may == is_legal(session, f"attack 1833 {kind} from G-IX"), spent
        assert is_legal(session, "attack 1833 hasty from G-IX")
    for mark in ("railed", "shipped"):
        session = declaring(FIELD, states={"G-IX": [mark]})
        assert "EF-CB-10" == refused_by(session, f"attack 1833 {kind} from G-IX")


def test_unprepared_units() -> None:
    """EF-CB-10, EF-PE-05  An unprepared unit attacks only by a normal attack of a c/m unit."""
    units = {"S-7M": "1833", "S-47": "1833", "G-VI": "1733"}
    session = declaring(units, "soviet", states={u: ["unprepared"] for u in ("S-7M", "S-47")})
    assert is_legal(session, "attack 1733 normal from S-7M")
    assert "EF-CB-10" == refused_by(session, "attack 1733 normal from S-47")
    assert "EF-CB-10" == refused_by(session, "attack 1733 delayed from S-7M")
    assert "EF-PE-05" == refused_by(session, "attack 1733 hasty from S-7M")


def test_who_attacks_at_all() -> None:
    """EF-UN-06, EF-CB-15, EF-SP-17, EF-CB-11  Combat units with an attack, adjacent, not at U4; artillery not in haste."""
    units = {**FIELD, "G-SI1": "1732", "G-XII": "1631", "G-VI": "1732"}
    session = declaring(units, turn=45, more={"G-VI": {"level": 4}})
    near = declaring({**FIELD, "A-HP2": "1732"})
    assert "EF-UN-06" == refused_by(near, "attack 1833 normal from A-HP2")
    assert "EF-CB-15" == refused_by(session, "attack 1833 normal from G-XII"), "not adjacent"
    assert "EF-SP-17" == refused_by(session, "attack 1833 normal from G-VI")
    assert "EF-CB-11" == refused_by(session, "attack 1833 hasty from G-SI1")
    assert is_legal(session, "attack 1833 normal from G-IX G-SI1")
    assert is_legal(session, "attack 1833 delayed from G-IX G-SI1")
    fort = declaring({"S-FR2": "1833", "S-1": "1833", "G-IX": "1732"}, "soviet")
    assert "EF-UN-06" == refused_by(fort, "attack 1732 normal from S-FR2"), "attack strength 0"


def test_hungarians_and_romanians() -> None:
    """EF-SK-03, EF-UN-05  They never attack together; each may alone."""
    units = {"H-III": "1732", "R-III": "1733", "G-IX": "1732", "S-47": "1833"}
    session = declaring(units, turn=45)
    session.game.set_track("hungary", 1, rule="test")
    offered = answers(session)
    assert "EF-SK-03" == refused_by(session, "attack 1833 normal from G-IX H-III R-III")
    assert all(not {"H-III", "R-III"} <= set(answer.split()) for answer in offered)
    assert is_legal(session, "attack 1833 normal from G-IX H-III")
    assert is_legal(session, "attack 1833 normal from G-IX R-III")


def test_odds_too_low() -> None:
    """EF-CB-20, EF-CB-18  Below 1:3 an attack is refused, with the numbers."""
    units = {"G-VI": "1732", "S-47": "1833", "S-1": "1833", "S-4": "1833"}
    session = declaring({**units, "G-IX": "1732", "G-VII": "1733"})
    refusal = session.why_not("attack 1833 hasty from G-VI")
    assert refusal is not None
    assert ("EF-CB-20", "3 to 18 is below 1:3: no attack is allowed.") == (
        refusal.rule,
        refusal.reason,
    )


def test_one_attack_a_hex_and_a_unit() -> None:
    """EF-CB-15, EF-CB-17  A hex once by a player in a phase, a unit once; all of a hex defend; units of a hex may part."""
    units = {
        "G-VII": "1732",
        "G-IX": "1732",
        "G-XII": "1733",
        "S-47": "1833",
        "S-1": "1833",
        "S-4": "1832",
    }
    session = declaring(units)
    play(session, "attack 1833 hasty from G-IX G-XII")
    assert "EF-CB-15" == refused_by(session, "attack 1833 hasty from G-VII")
    assert "EF-CB-15" == refused_by(session, "attack 1832 hasty from G-IX")
    play(session, "attack 1832 hasty from G-VII")
    assert [("1833", "hasty"), ("1832", "hasty")] == [
        (session.game.grid.name(n["hex"]), n["kind"]) for n in notes(session, "declared")
    ]
    assert "attack.next" == key(session)
    play(session, "resolve 1833")
    assert ("defence", 12) in readings(session)[0].facts, "both rifle corps defend"


def test_attacking_is_never_compulsory() -> None:
    """EF-CB-15"""
    session = play(declaring(FIELD), "done")
    assert "combat" not in segments(session)


def test_a_hex_may_be_attacked_again_in_phase_9() -> None:
    """EF-CB-16, EF-CB-13, EF-XC-04, EF-XC-13  In 9.2 an exploitation attack; nobody moves after phase 9."""
    session = fought({**FIELD, "G-XXIV": "1733"}, ATTACK, "EX", dice=(8,))
    play(session, "lose G-IX")
    until(session, "attack")
    assert "excombat" in segments(session)
    assert {"exploit"} == {a.split()[2] for a in answers(session) if a != "done"}
    assert "EF-CB-13" == refused_by(session, "attack 1833 exploit from G-VII"), (
        "it attacked and did not move"
    )
    play(session, "attack 1833 exploit from G-XXIV")
    assert ("hasty", -2) in readings(session)[-1].drm
    while key(session) in ("losses", "retreat", "advance", "stand"):
        play(session, answers(session)[0])
    assert "excombat" not in segments(session)
    assert "move" != key(session), "nobody moves after phase 9"


def test_the_order_is_the_phasing_players() -> None:
    """EF-CB-03, EF-CB-04, EF-CB-06, EF-CB-17  All are declared first; then he names the next one each time; the others follow."""
    units = {
        "G-VII": "1732",
        "G-XII": "1733",
        "S-47": "1833",
        "S-4": "1832",
        "S-7M": "1931",
        "G-VI": "1831",
    }
    session = declaring(units, dice=(5, 5, 5))
    play(session, "attack 1833 hasty from G-XII", "attack 1832 hasty from G-VII", "done")
    assert ("strike", "soviet") == (key(session), asked(session).side)
    play(session, "attack 1831 hasty from S-7M")
    assert ("attack.next", "axis") == (key(session), asked(session).side)
    assert ["resolve 1833", "resolve 1832", "resolve all"] == answers(session)
    labels = [option.label for option in asked(session).options()]
    assert all(label[0].isupper() for label in labels), labels
    play(session, "resolve 1832")
    while key(session) in ("losses", "retreat", "advance", "stand"):
        play(session, answers(session)[0])
    hexes = [dict(e.facts).get("hex") for e in events(session, ev.DiceRolled) if e.kind == "combat"]
    assert ["1832", "1833", "1831"] == [session.game.grid.name(h) for h in hexes]  # type: ignore[arg-type]


# -- delayed -----------------------------------------------------------------------------------------


def delayed(dice: tuple[int, ...] = (), **more: Any) -> Session:
    """W11: two corps bound to a delayed attack, a panzer corps that may exploit."""
    units = {"G-VII": "1733", "G-IX": "1732", "G-XLVI": "1735", "S-47": "1833", "A-HP2": "1634"}
    session = declaring(units, dice=dice, **more)
    return play(session, "attack 1833 delayed from G-IX G-VII")


def test_w11_a_delayed_attack() -> None:
    """EF-CB-12, EF-CB-05, EF-XC-03, EF-XC-10, EF-CB-33  Example W11, from declaration to the roll."""
    session = until(delayed(dice=(5,)), "move")
    assert "exploit" in segments(session)
    assert not readings(session), "delayed attacks are not resolved in phase 7"
    assert not notes(session, "pays"), "and paid when they are resolved"
    assert not is_legal(session, "move G-VII 1733-1734"), "bound"
    play(session, "move G-XLVI 1735-1734-1834")
    until(session, "attack.confirm")
    assert {"keep 1833", "drop 1833", "join 1833 G-XLVI"} == set(answers(session))
    told = "The delayed attack on 1833 goes on"
    assert f"{told}, and nobody more joins" == next(iter(asked(session).options())).label
    play(session, "join 1833 G-XLVI")
    assert told == next(iter(asked(session).options())).label
    play(session, "keep 1833")
    while not readings(session):
        play(session, answers(session)[0] if key(session).startswith("attack.p") else "done")
    read = readings(session)[0]
    assert ("5:1", "D2", (("attack", 36), ("defence", 6))) == (read.column, read.result, read.facts)
    assert {"delayed": 1, "directions": 1, "armour": 1} == dict(read.drm)
    assert 2 == sum(n["points"] for n in notes(session, "pays"))
    assert "gone" == at(session, "S-47")


def test_a_delayed_attack_is_dropped_for_nothing() -> None:
    """EF-CB-12, EF-XC-10  In 9.2, without cost; its units may then attack in another way."""
    session = play(until(delayed(), "attack.confirm"), "drop 1833")
    until(session, "attack")
    assert is_legal(session, "attack 1833 exploit from G-VII"), "it did not attack in phase 7"
    play(session, "done")
    assert not readings(session)
    assert not notes(session, "pays")


def test_the_target_is_bound() -> None:
    """EF-CB-12, EF-CB-15  No other attack is declared on it in phase 7."""
    units = {**FIELD, "G-XII": "1832"}
    session = play(declaring(units), "attack 1833 delayed from G-IX G-VII")
    assert not is_legal(session, "attack 1833 normal from G-XII")


def test_an_empty_target_is_followed() -> None:
    """EF-CB-12, EF-CB-18  Empty at 9.5: dropped, and c/m units may go one hex into it."""
    units = {"G-XXIV": "1733", "G-IX": "1732", "S-47": "1833"}
    session = play(declaring(units), "attack 1833 delayed from G-IX G-XXIV")
    until(session, "attack.confirm")
    session.game.place("S-47", session.game.grid.hex("2032"), rule="test")
    play(session, "keep 1833")
    until(session, "advance")
    assert {"done", "advance G-XXIV 1833"} == set(answers(session)), "foot stays"
    play(session, "advance G-XXIV 1833")
    assert ("1833", "axis") == (
        at(session, "G-XXIV"),
        session.state.control[session.game.grid.hex("1833")],
    )
    assert not readings(session)


def test_no_delayed_attack_in_a_bonus_turn() -> None:
    """EF-SU-15, EF-SU-18  Normal and hasty attacks alone; no exploitation follows in the bonus turn."""
    session = declaring(FIELD, segment="bonus.combat.declare", turn=45, surprise="axis", bonus=1)
    assert {"normal", "hasty"} == {a.split()[2] for a in answers(session) if a != "done"}
    assert not is_legal(session, ATTACK.replace("normal", "delayed"))
    play(session, "done")
    while "bonus" in ".".join(segments(session)):
        assert key(session) != "move"
        play(session, "done")
    assert not session.state.tracks["bonus"]


# -- hasty attacks of the other side -----------------------------------------------------------------


STRIKERS = {"S-7M": "1833", "S-47": "1833", "G-IX": "1732", "G-VI": "1733"}


def test_who_strikes_back() -> None:
    """EF-CB-14, EF-CB-06  Who reacted, or is c/m; adjacent; U0 to U2; and not attacked himself but by a delayed attack."""

    def may(unit_id: str, attack: str = "", **more: Any) -> bool:
        session = declaring(STRIKERS, **more)
        play(session, *((attack,) if attack else ()))
        while key(session) in ("attack", "attack.chit"):
            play(session, "done")
        now = key(session) == "strike" and "excombat" not in segments(session)
        return now and is_legal(session, f"attack 1733 hasty from {unit_id}")

    assert may("S-7M")
    assert not may("S-47"), "foot that did not react"
    assert may("S-47", states={"S-47": ["reacted"]})
    assert (True, False) == tuple(may("S-7M", more={"S-7M": {"level": n}}) for n in (2, 3))
    assert not may("S-7M", "attack 1833 hasty from G-IX")
    assert not may("S-7M", "attack 1833 normal from G-IX")
    assert may("S-7M", "attack 1833 delayed from G-IX"), (
        "a delayed attack does not forbid it in 7.3"
    )


def test_struck_in_haste_without_a_second_hex() -> None:
    """EF-CB-11, EF-CB-14, EF-CB-29, EF-CB-32  It costs no SP, -2, no chit, foot at half; the first hex alone is advanced into."""
    units = {"G-XXIV": "2033", "S-7M": "2032", "S-20M": "2133", "S-HW": "2032"}
    session = position(
        "axis.combat.declare", units, more={"G-XXIV": {"steps": 1}}, dice=(10,), states={"S-HW": ["used chit"]}
    )  # fmt: skip
    while key(session) != "strike":
        play(session, "done")
    play(session, "attack 2033 hasty from S-20M S-7M")
    read = readings(session)[0]
    assert -2 == dict(read.drm)["hasty"]
    assert "chit" not in dict(read.drm)
    assert not notes(session, "pays")
    assert ("advance", "soviet") == (key(session), asked(session).side)
    play(session, "advance S-7M 2033")
    assert not any(a.startswith("advance S-7M") for a in answers(session)), (
        "the first hex alone (EF-CB-29)"
    )


def test_w4_the_other_side_strikes() -> None:
    """EF-CB-14, EF-CB-25, EF-CB-29  Example W4: BR, a step each, one hex back, the Soviets may follow."""
    units = {"G-XXIV": "2033", "S-7M": "2032", "S-20M": "2133"}
    road = [f"{column}{row}" for column in range(10, 20) for row in range(33, 37)]
    session = position(
        "axis.combat.declare", units, more={"G-XXIV": {"steps": 2}}, dice=(9,), control={"axis": road}
    )  # fmt: skip
    until(session, "strike")
    play(session, "attack 2033 hasty from S-20M S-7M")
    assert ("1:1", "BR", {"hasty": -2, "armour": 1}) == (
        readings(session)[0].column, readings(session)[0].result, dict(readings(session)[0].drm),
    )  # fmt: skip
    assert ("losses", {"lose S-20M", "lose S-7M"}) == (key(session), set(answers(session)))
    play(session, "lose S-7M")
    assert [3, 1] == lost(session, "G-XXIV", "S-7M"), "two steps were lost before"
    if key(session) == "retreat":
        play(session, answers(session)[0])
    grid = session.game.grid
    assert grid.adjacent(unit(session, "G-XXIV").hex, grid.hex("2033")), "one hex back"
    assert {"done", "advance S-20M 2033", "advance S-7M 2033", "advance all"} == set(
        answers(session)
    )


def test_the_second_chance() -> None:
    """EF-XC-12, EF-XC-05  In 9.3 again, those too who attacked in 7.6 if c/m; foot that attacked then does not."""
    for unit_id, states, again in (
        ("S-7M", {}, True), ("S-47", {"S-47": ["reacted"]}, False),
    ):  # fmt: skip
        units = {"S-7M": "1833", "S-47": "1833", "G-VI": "1732"}
        session = position("axis.combat.declare", units, states=states, dice=(1, 1, 1, 1))
        until(session, "strike")
        play(session, f"attack 1732 hasty from {unit_id}")
        while "excombat" not in segments(session):
            play(session, answers(session)[0] if key(session) in ("losses", "retreat") else "done")
        while key(session) == "attack":
            play(session, "done")
        assert again == (
            key(session) == "strike" and is_legal(session, f"attack 1732 hasty from {unit_id}")
        )


def test_a_confirmed_delayed_attack_forbids_it_in_phase_9() -> None:
    """EF-CB-14, EF-XC-10, EF-XC-11  Who is its target strikes no more in 9.3; both kinds are resolved in any order."""
    units = {"G-VII": "1733", "G-IX": "1732", "G-XXIV": "1831", "S-7M": "1833", "S-4": "1832"}
    session = play(declaring(units, dice=(5, 5, 5)), "attack 1833 delayed from G-VII")
    until(session, "attack.confirm")
    play(session, "keep 1833")
    until(session, "attack")
    play(session, "attack 1832 exploit from G-XXIV")
    assert "strike" != key(session), "the only c/m unit is a target"
    assert ("attack.next", {"resolve 1832", "resolve 1833", "resolve all"}) == (
        key(session),
        set(answers(session)),
    )


# -- dropped -----------------------------------------------------------------------------------------


def test_attacks_that_are_dropped() -> None:
    """EF-CB-18  Without a target, without attackers, below 1:3: dropped without cost; losses of some do not drop it."""
    units = {**FIELD, "S-4": "1832", "G-XII": "1731"}

    def after(change: object) -> Session:
        session = play(declaring(units), ATTACK, "attack 1832 hasty from G-XII")
        assert "attack.next" == key(session)
        change(session.game)  # type: ignore[operator]
        while key(session) in (
            "attack.next",
            "losses",
            "retreat",
            "advance",
            "attack.payers",
            "stand",
        ):
            other = is_legal(session, "resolve 1832")
            play(session, "resolve 1832" if other else answers(session)[0])
        return session

    far = "3827"
    for change in (
        lambda g: g.place("S-47", g.grid.hex(far), rule="test"),
        lambda g: [g.place(u, g.grid.hex("0635"), rule="test") for u in ("G-IX", "G-VII")],
        lambda g: [g.set_number(u, "lost", n, rule="test") for u, n in (("G-IX", 3), ("G-VII", 4))],
    ):  # fmt: skip
        session = after(change)
        assert ["1833"] == [session.game.grid.name(n["hex"]) for n in notes(session, "dropped")]
        assert not notes(session, "pays")
    some = after(lambda g: g.place("G-IX", g.grid.hex("0635"), rule="test"))
    assert not notes(some, "dropped")
    assert 2 == len(readings(some))


def test_isolation_is_determined_before_attacks() -> None:
    """EF-CB-01, EF-XC-01, EF-IN-03, EF-IS-03  In 7.1 and again in 9.1, kept between."""
    ring = {"axis": ["1832", "1834", "1932", "1933", "1732", "1733"]}
    session = position("axis.combat.isolation", FIELD, control=ring)
    assert "isolated" in unit(session, "S-47").states
    session.game.take(session.game.grid.hex("1932"), "soviet", rule="test")
    assert "isolated" in unit(session, "S-47").states, "kept until the next isolation segment"
    while key(session) == "attack" and "excombat" not in segments(session):
        play(session, "done")
    until(session, "attack", "arrivals", "supply.move", "replacements")
    assert "isolated" not in unit(session, "S-47").states

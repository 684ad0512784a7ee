"""What air missions, pairs and meetings at sea tell: reckoned from the tables, and by every throw in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from tests.games.eastfront.played import position
from tests.games.frequencies import Told, resolved, told
from tests.games.table import asked, play
from wargame.flow.orders import MixedAsk
from wargame.flow.session import Session

ODESSA = "2453"
DICE = range(1, 11)


def hits(n: int) -> str:
    return f"{int(n)} hit{'s' * (n != 1)}"


PAIR = {"A-KG3": "0635", "A-KG53": "0635"}
FLEET = {"A-KG51": "1357", "N-XC": ODESSA}
SUN = "axis.initial.air"


def said(session: Session, answer: str) -> Told:
    """What an answer tells, and no more."""
    odds = asked(session).odds(answer)
    assert odds is not None
    return told(odds)


def broken(rolls: int, *dice: int) -> str:
    return "a Rail Break" if max(dice[:rolls], default=0) >= 6 else "the rail holds"


def strafed(unit: int, die: int) -> str:
    """One unit of two at the base is I2 already."""
    gone = die >= 9 or (unit == 2 and die <= 4)
    return "1 eliminated" if gone else "none eliminated"


@pytest.mark.parametrize(
    ("units", "answer", "more", "dice", "read"),
    [
        (PAIR, "fly RB A-KG3 1235", {}, (10,), lambda a: broken(1, a)),
        (PAIR, "fly RB A-KG3+A-KG53 1235", {}, (10, 10), lambda a, b: broken(2, a, b)),
        (PAIR, "fly RB A-KG3+A-KG53 1235", {"weather": {"B": "M", "C": "M"}}, (10,), lambda a: broken(1, a)),
        # a fortress: a bomber that its guns do not turn back rolls once
        (PAIR, "fly RB A-KG3 1135", {}, (10, 10), lambda f, a: broken(f > 1, a)),
        (PAIR, "fly RB A-KG3+A-KG53 1135", {}, (10, 10, 10, 10),
         lambda f, g, a, b: broken((f > 1) + (g > 1), a, b)),
        # a major port; units of type N count twice
        (FLEET, f"fly NS A-KG51 {ODESSA}", {}, (10, 10), lambda f, a: hits(f > 1 and a >= 6)),
        ({"A-KG26": "1958"}, f"fly NS A-KG26 {ODESSA}", {"turn": 20}, (10, 10, 10),
         lambda f, a, b: hits(f > 1 and (a >= 6) + (b >= 6))),
        ({"A-KG3": "0935", "V-WES4": "1531", "V-WES5": "1531"}, "fly AF A-KG3 1531",
         {"states": {"V-WES5": ["hit"]}}, (2, 10), strafed),
    ],
)  # fmt: skip
def test_a_mission_tells_what_its_dice_do(
    units: dict[str, str],
    answer: str,
    more: dict[str, object],
    dice: tuple[int, ...],
    read: Callable[..., str],
) -> None:
    """EF-AR-10, EF-AR-25, EF-NV-18, EF-WX-03"""
    session = position(SUN, {"V-WES3": "3827", **units}, **more)  # type: ignore[arg-type]
    found = Counter(read(*throw) for throw in product(*(range(1, n + 1) for n in dice)))
    wanted = {end: Fraction(n, found.total()) for end, n in found.items()}
    tell = resolved if found.total() <= 200 else said
    assert dict(tell(session, answer)) == wanted


def test_harassment_needs_those_who_get_through() -> None:
    """EF-AR-10, EF-AR-25  Over an HQ: both of 3 Tac are needed; elsewhere no die falls."""
    units = {"V-WES4": "1531", "V-WES5": "1531", "A-HP2": "1034", "G-XII": "0935"}
    session = position("axis.movement.ground", units)
    both = "fly HA V-WES4+V-WES5"
    assert dict(resolved(session, f"{both} 1034"))["the hex is harassed"] == Fraction(81, 100)
    session = position("axis.movement.ground", units)
    assert asked(session).odds(f"{both} 1035") is None
    assert asked(session).odds("fly TF V-WES4 2032") is None


def test_a_mission_that_cannot_hit_says_so_before_it_flies() -> None:
    """EF-AR-10  3 Tac where a hit takes 4: in its row and in its odds."""
    session = position("soviet.initial.air", {"V-WES4": "1531", "V-WES5": "1531", "A-HP2": "0635"})
    ask = asked(session)
    assert isinstance(ask, MixedAsk)
    odds = ask.odds("fly RB V-WES4 1130")
    assert odds is not None
    assert odds.basis == "no hit: 3 of 4 bombing points; if nobody intercepts"
    assert [(o.words, o.chance) for o in odds.outcomes] == [("the rail holds", Fraction(1))]
    labels = {option.answer: option.label for option in ask.options()}
    assert labels["fly RB V-WES4 1130"].endswith(" (no hit: 3 of 4 bombing points)")
    assert not labels["fly RB V-WES4+V-WES5 1130"].endswith(")")
    assert ask.prompt.endswith("`order air rest` lets these pass.")


def fate(total: int) -> str:
    return "eliminated" if total >= 11 else "aborted" if total >= 8 else "unhurt"


@pytest.mark.parametrize(("fighter", "value"), [("V-WES3", 3), ("V-MOS1", 4)])
def test_an_interception_tells_both_rolls(fighter: str, value: int) -> None:
    """EF-AR-10, EF-AR-13  A bomber of 1 and a fighter, each with its own die."""
    units = {"A-KG3": "0935", fighter: "1531"}
    session = play(position(SUN, units), "fly RB A-KG3 1235")
    found = Counter((fate(a + value - 1), fate(b + 1 - value)) for a, b in product(DICE, DICE))
    names = [session.definition.face.unit_name(session.game, u) for u in ("A-KG3", fighter)]
    assert dict(resolved(session, f"intercept {fighter}")) == {
        "; ".join(f"{name} {end}" for name, end in zip(names, ends, strict=True)): Fraction(n, 100)
        for ends, n in found.items()
    }


def struck(total: int) -> int:
    """EF-NV-13"""
    return (total >= 5) + (total >= 9)


@pytest.mark.parametrize(("group", "contact", "lead"), [("N-RO", 6, -2), ("N-SB", 4, -2)])
def test_a_meeting_at_sea_tells_contact_and_hits(group: str, contact: int, lead: int) -> None:
    """EF-NV-12, EF-NV-13  Cruisers of 5 against 3, the S-boats too where they attack."""
    session = position("soviet.movement.naval", {"N-XC": ODESSA, group: "1958"}, turn=40)
    play(session, "sail N-XC 3058")
    wanted = {"no contact": 1 - Fraction(contact, 10)}
    for a, b in product(DICE, DICE):
        ours, theirs = struck(a + lead), struck(b - lead)
        label = f"{hits(ours)} on them, {theirs} on you"
        wanted[label] = wanted.get(label, Fraction(0)) + Fraction(contact, 1000)
    assert dict(resolved(session, f"react {group} 2454", 1000)) == wanted


def test_partisans_and_sweeps_tell_what_their_dice_do() -> None:
    """EF-PT-10, EF-PT-14  Every throw in play; what is told is reckoned elsewhere."""
    band = {"S-P01": "2132", "G-S2": "2033"}
    session = position("axis.movement.partisan", band, states={"S-P01": ["active"]})
    assert len(resolved(session, "sweep S-P01 G-S2")) == 3
    band["G-XII"] = "2131"
    session = position("soviet.movement.partisan", band, states={"S-P01": ["active"]}, turn=98)
    told_ = dict(resolved(session, "attack S-P01 2131 rail"))
    assert {"damage", "no damage", "no damage, the band is lost"} <= told_.keys()

"""The combat table of East Front and the chances that are shown (EF-CB-20, EF-CB-21, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count

import pytest

from tests.games.eastfront.judged import judged
from tests.games.eastfront.laid import laid
from tests.games.eastfront.referee import battle as referee
from tests.games.eastfront.referee.battle import Attack
from tests.games.eastfront.table import table
from wargame.games.eastfront.asks.attack import attack_ask
from wargame.games.eastfront.declared import FIRST
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.state import EfGame
from wargame.games.eastfront.strength import (
    DELAYED,
    EXPLOIT,
    HASTY,
    NORMAL,
    Battle,
)

PLAIN = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833"}
WORDS = {EXPLOIT: "exploitation"}


def battle(
    g: EfGame, target: str, units: tuple[str, ...], kind: str = NORMAL, **more: object
) -> Battle:
    side = g.state.units[units[0]].side
    return Battle(side, g.grid.hex(target), kind, units, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [NORMAL, HASTY, DELAYED, EXPLOIT])
@pytest.mark.parametrize("paid", [True, False])
@pytest.mark.parametrize("weather", ["C", "M", "B"])
@pytest.mark.parametrize("target", ["1833", "1832"])
def test_the_chances_are_exact(kind: str, paid: bool, weather: str, target: str) -> None:
    """EF-CB-20, EF-CB-21  What is shown equals the ten rolls as the referee reads them."""
    units = {"G-XXIV": "1732", "G-IX": "1732", "S-47": target, "S-20M": target}
    g = table(units, turn=25, tracks={"weather B": weather, "weather C": weather})
    fight = battle(g, target, ("G-IX", "G-XXIV"), kind, paid=paid)
    p, halved = judged(g), not paid and kind in (NORMAL, DELAYED)
    named = Attack(
        tuple(p.units[u] for u in fight.units),
        target,
        WORDS.get(kind, kind),
        unpaid=frozenset(fight.units if halved else ()),
        defenders=(p.units["S-47"], p.units["S-20M"]),
    )
    at = referee.column(referee.attack_total(p, named), referee.defence_total(p, named.defenders))
    assert at is not None
    rows = [referee.result(roll, referee.total(p, named), at) for roll in range(1, 11)]
    found = odds(g, fight)
    assert found is not None
    assert {code: Fraction(rows.count(code), 10) for code in set(rows)} == {
        o.code: o.chance for o in found.outcomes
    }
    assert g.content.combat.columns[at] == found.column


def test_what_results_mean() -> None:
    """EF-CB-20, 4.3  Every code: losses of both sides, hexes of retreat, the second hex of advance."""
    meaning = {
        "A2": (2, 0, 0, False), "A1": (1, 0, 0, False), "NE": (0, 0, 0, False), "EX": (1, 1, 0, False),
        "BR": (1, 1, 1, False), "DR": (0, 0, 1, False), "D1": (0, 1, 1, False), "D2": (0, 2, 2, True),
        "D3": (0, 3, 2, True), "DE": (0, -1, 0, True),
    }  # fmt: skip
    rows = table().content.results
    assert meaning == {
        c: (r.attacker, r.defender, r.retreat, bool(r.second)) for c, r in rows.items()
    }


def test_the_table_is_sane() -> None:
    """EF-CB-20, 4.3  Mean losses and the chance that the hex is vacated, as the rules print them."""
    printed = {
        "1:3": (1.1, 0.1, 0), "1:2": (1.1, 0.3, 20), "1:1": (0.9, 0.4, 40), "3:2": (0.7, 0.5, 50),
        "2:1": (0.6, 0.6, 60), "3:1": (0.5, 1.0, 70), "4:1": (0.4, 1.3, 80), "5:1": (0.3, 1.8, 90),
        "7:1": (0.2, 2.3, 100), "9:1": (0.1, 2.8, 100),
    }  # fmt: skip
    content = table().content
    for name, at in zip(content.combat.columns, count(), strict=False):
        rows = [content.results[content.combat.rows[roll][at]] for roll in range(1, 11)]
        ours = sum(r.attacker for r in rows) / 10
        theirs = sum(6 if r.defender < 0 else r.defender for r in rows) / 10
        empty = sum(10 for r in rows if r.retreat or r.defender < 0)
        assert (ours, theirs, empty) == pytest.approx(printed[name]), name


def test_the_attack_that_is_proposed_spares_whom_it_does_not_need() -> None:
    """EF-CB-17  22 to 6 is no better than 21 to 6; of two that are alike, whoever could attack elsewhere is spared."""
    field = {"G-VII": "1733", "G-IX": "1732", "G-S3": "1733", "S-47": "1833", "A-HP2": "1633"}

    def proposed(units: Mapping[str, str], target: str = "1833") -> list[str]:
        laid = table(units, numbers={"A-HP2": {"sp": 4}})
        ask = attack_ask(laid, "axis", FIRST)
        return list(ask.offered([laid.grid.hex(target)])[1])

    assert ["G-IX", "G-VII"] == proposed(field)
    more = {**field, "G-VIII": "1733", "G-XLIII": "1732"}
    assert ["G-VII", "G-VIII", "G-XLIII"] == proposed(more), "30 to 6, one corps of 9 is spared"
    busy = {**more, "S-21": "1734"}
    assert ["G-IX", "G-VII", "G-XLIII"] == proposed(busy), "it is the one that touches 1734, too"


def test_an_attack_that_would_be_dropped_says_so() -> None:
    """EF-CB-18, EF-SP-17  A corps at U1 that nobody pays for does not fight: no chances are shown, but that."""
    units: dict[str, str | dict[str, object]] = {
        "G-XII": {"hex": "2836", "level": 1}, "G-XX": "2836", "S-28": "2837",
    }  # fmt: skip
    ask = laid("eastfront.axis.combat.declare", units).ask
    assert ask is not None
    shown = ask.odds("attack 2837 normal from G-XII")
    assert shown is not None
    assert "below 1:3" == shown.column
    assert ["the attack is dropped as it stands"] == [o.words for o in shown.outcomes]
    fought = ask.odds("attack 2837 normal from G-XX")
    assert fought is not None
    assert "3 : 6, unpaid" == fought.basis

"""The automated Allies say what they decided and why: lines tried, candidates ranked, the tie that was broken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.table import table
from wargame import games
from wargame.flow.journal import Teller
from wargame.model import events as ev

DECISIONS: list[tuple[str, str, tuple[tuple[Any, ...], ...], list[str]]] = [
    (
        "action AC14", "line 1 gap plug: us.ccr-9.9ad",
        (
            (1, "gap plug", "us.110.28", "plugs nothing", 4, "does not fit"),
            (1, "gap plug", "us.35eng", "plugs nothing", 7, "does not fit"),
            (1, "gap plug", "us.ccr-9.9ad", "fits"),
            ("2618", 0, 0, 26), ("2718", 0, 0, 27),
        ),
        [
            "Line 1, GAP: PLUG, does not fit 110/28, 35 Eng: 4 to 7 hexes at the Line close no way",
            "Line 1, GAP: PLUG, fits CCR/9.",
            "1 2618 (VP 0, Hold Value 0, column 26); 2 2718",
            "2618 comes first by column: 26 against 27.",
        ],
    ),
    (
        "action AC01", "line 2 weak attack: us.110.28",
        (
            (1, "danger withdraw", "us.110.28", "safe", 0, "does not fit"),
            (2, "weak attack", "us.110.28", "fits"),
            ("2919", "VP", "3", 29), ("2920", "", "4", 29), ("us.110.28", "2818-2918"),
        ),
        [
            "Line 1, DANGER: WITHDRAW, does not fit 110/28: not in danger",
            "Line 2, WEAK: ATTACK, fits 110/28.",
            "1 2919 Hosingen (in or beside a VP hex, ratio 3, column 29); 2 2920 (ratio 4, column 29)",
            "2919 Hosingen comes first: in or beside a VP hex.",
            "Force: 110/28 by 2818-2918.",
        ],
    ),
    ("action AC01", "nothing", (), ["No active stack is left that may act."]),
    (
        "activate A32", "VIII Corps", (("us.110.28", "may dig in"), ("us.35eng", "OutOfContact")),
        ["may dig in: 110/28", "OutOfContact: "],
    ),
    (
        "deploy us.110.28", "A 2918", (("2918", 1, 2, 29, 1), ("2919", 1, 2, 29, 1)),
        ["1 2918 Marnach (near its division, Hold Value 2", "2918 Marnach comes first by the last"],
    ),
    (
        "deploy us.110.28", "A 2918", (("2918", 2, 2, 29, 1), ("2919", 4, 2, 29, 1)),
        ["1 2918 Marnach (near its corps", "2918 Marnach comes first: near its corps against near nobody"],
    ),
    (
        "roadblock unit", "us.110.28", (("us.110.28", 2), ("us.35eng", 3)),
        [
            "1 110/28 (of the same corps); 2 35 Eng (of the same army)",
            "110/28 comes first: of the same corps against of the same army.",
        ],
    ),
    (
        "engineers", "2621|2622", (("2621|2622", 5), ("2622|2722", 3)),
        [
            "1 2621-2622 (Hold Value 5); 2 2622-2722 (Hold Value 3)",
            "2621-2622 comes first: no other is nearer to a German.",
        ],
    ),
    (
        "air resupply", "2621", (("2621", 2, "VP"), ("3413", 3, "")),
        ["1 2621 Wiltz (VP hex, steps 2); 2 3413 (steps 3)", "2621 Wiltz comes first: VP hex."],
    ),
    ("roadblock", "2915", (("2915", 3),), ["1 2915 Weiswampach (Hold Value 3)"]),
    ("wandering us.110.28", "2918", (("Westwall", "2918", 3),), ["1 2918 Marnach (MP left 3)"]),
    (
        "advance us.110.28", "danger of Surround", (("us.110.28", "a VP hex", 2, 0, "no room"),),
        ["a VP hex, 2 attacking: no room"],
    ),
    (
        "reinforce battle", "us.110.28",
        (("us.35eng", "cannot come"), ("us.110.28", "2818-2918")),
        ["110/28 can come by 2818-2918", "Cannot come: "],
    ),
    ("tactic", "none", (("A08", ""),), ["A08 (9 Armd): no tactic"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def teller() -> Teller:
    return Teller(games.game("ardennes"), table(), {})


@pytest.mark.parametrize(("what", "chosen", "rows", "said"), DECISIONS)
def test_the_working_is_told_line_by_line(
    teller: Teller, what: str, chosen: str, rows: tuple[tuple[Any, ...], ...], said: list[str]
) -> None:
    event = ev.Decided("allied", what, chosen, rows, "ARD-AA-20")
    lines = teller.say.working(event)
    assert len(lines) == len(said), lines
    for line, begins in zip(lines, said, strict=True):
        assert line.startswith(begins), line

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
            "Line 1, GAP: PLUG, does not fit 110/28, 35 Eng: with it in 4 to 7 hexes at the Line the Germans reach as many",
            "Line 1, GAP: PLUG, fits CCR/9, the next by #.",
            "1 2618 (VP 0, Hold Value 0, column 26); 2 2718",
            "2618 comes first by column, the westernmost: 26 against 27.",
        ],
    ),
    (
        "action AC14", "line 1 gap plug: us.ccr-9.9ad",
        (
            (1, "gap plug", "us.110.28", "plugs nothing", 2, "@2917 @2918", "does not fit"),
            (1, "gap plug", "us.35eng", "plugs nothing", 7, "", "does not fit"),
            (1, "gap plug", "us.44eng", "guards", 2, "2917", "does not fit"),
            (1, "gap plug", "us.ccr-9.9ad", "plugs", "@2818 @2916 @2917", 5, "fits"),
            ("2618", 0, 0, 26, "yes", "1½", 0), ("2718", 0, 0, 26, "yes", "1", 0),
        ),
        [
            "Line 1, GAP: PLUG, does not fit 110/28 (2917, 2918), 35 Eng: with it in 2 to 7 hexes at the Line",
            "Line 1, GAP: PLUG, does not fit 44 Eng: it guards the VP hex where it stands, a German 2 hexes away.",
            "Line 1, GAP: PLUG, fits CCR/9, the next by #; it takes 2818 Clervaux, 2916, 2917 Heinerscheid and 2 more out of the Germans' reach.",
            "1 2618 (VP 0, Hold Value 0, column 26, a Position, MP left 1½, Allied units there 0); 2 2718",
            "2618 comes first by MP left, the more: 1½ against 1.",
        ],
    ),
    (
        "action AC16", "nothing",
        (
            (1, "idle close", "us.110.28", "in contact", "Proximate/few/3/4", "", "does not fit"),
            (1, "idle close", "us.35eng", "in contact", "Gap/not first/6/4", "", "does not fit"),
            (1, "idle close", "us.44eng", "in contact", "cut off//0/0", "", "does not fit"),
            (2, "vpthin join", "us.110.28", "none thin", 2, "@2818 @2220", "does not fit"),
            (2, "vpthin join", "us.35eng", "none threatened", 1, "@2220", "does not fit"),
            (3, "danger withdraw", "us.110.28", "safe", 4, "", "does not fit"),
            (3, "danger withdraw", "us.35eng", "still", "ARD-US-10", "", "does not fit"),
        ),
        [
            "Line 1, IDLE: CLOSE, does not fit 110/28: not OutOfContact: not (a), for a German is Proximate; not (b), for its stack has 3 steps and strength 4, below 5 and 8.",
            "Line 1, IDLE: CLOSE, does not fit 35 Eng: not OutOfContact: not (a), for its leaving would make a Gap; not (b), for another of its stack has a lower #.",
            "Line 1, IDLE: CLOSE, does not fit 44 Eng: not OutOfContact: it is out of Communication.",
            "Line 2, VPTHIN: JOIN, does not fit 110/28 (2818, 2220): 2 Allied VP hexes in reach, none with fewer than",
            "Line 2, VPTHIN: JOIN, does not fit 35 Eng (2220): 1 Allied VP hex in reach, none with a German within",
            "Line 3, DANGER: WITHDRAW, does not fit 110/28: not in danger of Surround (4 open hexes).",
            "Line 3, DANGER: WITHDRAW, does not fit 35 Eng: one of it is OutOfFuel.",
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
            "Line 2, WEAK: ATTACK, fits 110/28, the next by #.",
            "1 2919 Hosingen (in or beside a VP hex, ratio 3:1, column 29); 2 2920 (ratio 4:1, column 29)",
            "2919 Hosingen comes first: in or beside a VP hex.",
            "Force: 110/28 by 2818-2918.",
        ],
    ),
    (
        "action AC01", "line 2 weak attack: us.110.28",
        (
            (1, "flank attack", "us.110.28", "short", "5 4 2 1", "@2919", "does not fit"),
            (1, "flank attack", "us.35eng", "no attack", 3, "@2919 gap @2920 far @3020 gap", "does not fit"),
            (2, "weak attack", "us.110.28", "fits"),
            ("2919", "VP", "3/2", 29, 6, 4),
            ("us.110.28", "@2918", 4, 0), ("us.112.28", "2917-2818", 5, 1, 3, "MP left", "2", "1½"), ("out", "us.35eng", "few there"),
            ("defence", 4, "counters", 3, "strong", 3, "clear", -1, "out of supply", -1),
        ),
        [
            "Line 1, FLANK: ATTACK, does not fit 110/28: the best ratio is 5:4 against 2919 Hosingen; 2:1 is wanted.",
            "Line 1, FLANK: ATTACK, does not fit 35 Eng: 2919, 3020: to come up would leave a Gap in the Line; 2920: no hex",
            "Line 2, WEAK: ATTACK, fits 110/28, the next by #.",
            "The only one: 2919 Hosingen (in or beside a VP hex, ratio 3:2, column 29; 6 against 4).",
            "The defenders count 4: 3 on the counters, +3 doubled in a City, VP Town or the Westwall, -1 Clear, -1 all OutOfSupply.",
            "Force: 110/28 from 2918, strength 4; 112/28 by 2917-2818, strength 5, halved across a river (of 3 hexes by MP left, 2 against 1½).",
            "Not with it: 35 Eng (too few steps to attack out of the VP hex beside it).",
        ],
    ),
    ("action AC01", "nothing", (), ["No active stack is left that may act."]),
    (
        "activate A32", "VIII Corps", (("us.110.28", "may dig in"), ("us.35eng", "OutOfContact")),
        ["may dig in: 110/28", "OutOfContact: "],
    ),
    (
        "activate A32", "VIII",
        (
            ("reserve", "nobody"), ("us.110.28", "may dig in", 2), ("us.35eng", "OutOfContact (a)", 0, 0),
            ("us.112.28", "OutOfContact (b)", 6, 7), ("us.44eng", "can attack", "@2919", 6, 3),
            ("us.158eng", "has acted"), ("us.ccr-9.9ad", "in danger of Surround", 1),
        ),
        [
            "None of it is in Reserve.",
            "may dig in, with a German near and no IP: 110/28 (2 hexes)",
            "OutOfContact (a), no German is Proximate and its leaving makes no Gap: 35 Eng",
            "OutOfContact (b), the lowest # of a stack of 5 steps or strength 8, or more, and not Surrounded: 112/28 (6 steps, strength 7)",
            "can attack: 44 Eng (2919 Hosingen, 6 against 3)",
            "has acted in this impulse: 158 Eng",
            "in danger of Surround: CCR/9 (1 open hex)",
            "Who is OutOfContact is deployed from December 18 on, and never out of a VP hex it guards.",
        ],
    ),
    ("idle A32", "VIII Corps", (("reserve", "nobody"),), ["None of it is in Reserve.", "None of it is on the map."]),
    (
        "stay", "1",
        (
            ("us.110.28", "danger", 2, "too far", 3, "no mates", 0), ("us.112.28", "full"),
            ("us.35eng", "no Supply", 1, "clause b", 6), ("us.44eng", "danger @2218", 1, "full", 0),
        ),
        [
            "110/28: Method A: in danger of Surround in 2 empty Positions; Method B: no unit of its division is In Supply and in Communication; of 3 empty",
            "112/28: the Command Value of the card is used up",
            "35 Eng: OutOfContact (b); Method A: none of 1 empty Position",
            "44 Eng: Method A: in danger of Surround in 1 empty Position (2218 Noville); Method B: the Command Value of the card is used up",
        ],
    ),
    (
        "improved positions", "2918", (("us.110.28", "2918", "digs in"), ("us.112.28", "@2917", "dug in")),
        ["digs in: 110/28 in 2918", "has an IP: 112/28 in 2917"],
    ),
    (
        "loss", "us.112.28", (("us.112.28", "", "yes", 12), ("us.110.28", "", "yes", 11)),
        ["1 112/28 (two or more steps, #12); 2 110/28", "112/28 comes first by the highest #: 12 against 11."],
    ),
    (
        "loss", "us.112.28", (("us.112.28", "", "", 12), ("us.110.28", "lost", "yes", 11)),
        ["1 112/28 (one step, #12); 2 110/28 (two or more steps, one lost", "112/28 comes first: 110/28 has lost a step in this combat."],
    ),
    (
        "losing stack", "us.112.28", (("us.112.28", 4, 12), ("us.110.28", 4, 13)),
        ["1 112/28 (steps 4, #12); 2 110/28 (steps 4, #13)", "112/28 comes first by #, the lower: 12 against 13."],
    ),
    (
        "retreat route", "2918", (("2918", "", 2, 29, "free"), ("2919", "", 1, 29, "step")),
        ["1 2918 Marnach (no step lost, hexes to the attacker 2, column 29); 2 2919", "2918 Marnach comes first by class: no step lost against costs a step."],
    ),
    (
        "retreat route", "2918",
        (("2918", "", 2, 29, "free"), ("shut", "@2919", "near"), ("shut", "@2817", "full"), ("shut", "@2818", "near")),
        [
            "The only one: 2918 Marnach (no step lost, hexes to the attacker 2, column 29).",
            "No way back: 2919 Hosingen, 2818 Clervaux (not two hexes from where it was attacked); 2817 (no room for all of it).",
        ],
    ),
    (
        "replacements", "us.112.28",
        (("us.112.28", "1/3", 12, ""), ("us.110.28", "1/3", 13, "infantry"), ("points", 1, 0)),
        [
            "To give: 1 infantry, 0 mechanized.", "The only one: 112/28 (share of steps lost 1/3, #12).",
            "Nothing for 110/28 (share of steps lost 1/3, #13: no infantry step left).",
        ],
    ),
    (
        "engineers", "2621|2622", (("2621|2622", 5, 1), ("2622|2722", 3, 1)),
        [
            "1 2621-2622 (hexes to a German 1; Hold Value 5); 2 2622-2722",
            "2621-2622 comes first by the lowest hex number: all else is equal.",
        ],
    ),
    (
        "roadblock unit", "nobody", (("closest", "us.110.28", ""),),
        ["The closest Allied unit is 110/28.", "Nobody of its army is in Reserve"],
    ),
    (
        "roadblock unit", "us.112.28", (("us.112.28", 1, 12), ("us.35eng", 2, 3), ("closest", "us.110.28", "Reserve")),
        [
            "The closest Allied unit is 110/28; it comes out of Reserve.", "1 112/28 (of the same division, #12); 2 35 Eng",
            "112/28 comes first: of the same division against of the same corps.",
        ],
    ),
    ("advance us.110.28", "7", (("us.110.28", "other", 0, 7, "", 0),), ["other ground, the first unit: 7 or less"]),
    (
        "advance us.110.28", "would make a Gap", (("us.110.28", "other", 0, 0, "would make a Gap"),),
        ["other ground, the first unit: the hex it leaves would be a Gap in the Line, and no VP hex is won"],
    ),
    (
        "reinforce battle", "us.110.28",
        (("us.35eng", "cannot come", "gap"), ("us.110.28", "2818-2918", 11)),
        ["110/28 can come by 2818-2918, the lowest # that can", "Cannot come: 35 Eng (would leave a Gap in the Line)"],
    ),
    (
        "deploy us.110.28", "A 2918", (("2918", 1, 2, 29, 1), ("2919", 1, 2, 29, 1)),
        ["1 2918 Marnach (near its division, Hold Value 2", "2918 Marnach comes first by the lowest hex number: all else is equal."],
    ),
    (
        "deploy us.110.28", "A 2918", (("2918", 2, 2, 29, 1), ("2919", 4, 2, 29, 1)),
        ["1 2918 Marnach (near its corps", "2918 Marnach comes first: near its corps against near nobody"],
    ),
    (
        "deploy us.110.28", "B3 2918", (("2918", 1, 2, 29, 1), ("A", "danger", 2)),
        ["Method A: in danger of Surround in 2 empty Positions", "The only one: 2918 Marnach (near its division"],
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
    (
        "loss", "us.cca-9.9ad", (("us.cca-9.9ad", "", "yes", 4), ("us.109.28", "", "yes", 4)),
        [
            "1 CCA/9 (two or more steps, #4); 2 109/28 (two or more steps, #4)",
            "CCA/9 comes first by corps, the same # and the higher number: XII Corps against VIII Corps.",
        ],
    ),
    (
        "losing stack", "us.109.28", (("us.109.28", 3, 4), ("us.cca-9.9ad", 3, 4)),
        [
            "1 109/28 (steps 3, #4); 2 CCA/9 (steps 3, #4)",
            "109/28 comes first by corps, the same # and the lower number: VIII Corps against XII Corps.",
        ],
    ),
    (
        "retreat route", "2818", (("2818", "City/Town", 2, 28, "free"), ("2919", "", 2, 29, "free")),
        [
            "1 2818 Clervaux (no step lost, ground City/Town, hexes to the attacker 2, column 28); 2 2919",
            "2818 Clervaux comes first: a City/Town goes before other ground.",
        ],
    ),
    (
        "activate A02", "2 Inf",
        (("reserve", ""), ("us.9.2", "no reason"), ("us.23.2", "OutOfContact (a)", 3, 3)),
        [
            "None of it is in Reserve.",
            "no reason to act (to be Surrounded already is none): 9/2",
            "OutOfContact (a), no German is Proximate and its leaving makes no Gap: 23/2",
            "Who is OutOfContact is deployed from December 18 on, and never out of a VP hex it guards.",
        ],
    ),
    (
        "roadblock unit", "nobody", (("closest", "us.168eng", ""),),
        [
            "The closest Allied unit is 168 Eng.",
            "Nobody of its army is in Reserve, or OutOfContact and free to go (on December 16 from a hex beside it alone).",
        ],
    ),
    ("roadblock", "2915", (("2915", 3),), ["The only one: 2915 Weiswampach (Hold Value 3)."]),
    (
        "wandering us.110.28", "2918", (("Westwall", "2918", 3),),
        ["No hex in Communication is in reach: its aim is the Westwall.", "The only one: 2918 Marnach (MP left 3)."],
    ),
    (
        "wandering us.110.28", "2918", (("rearward", "2918", 5, 2, 29), ("rearward", "2919", 4, 3, 29)),
        [
            "Rearward, nearer to its source.", "1 2918 Marnach (hexes to an Allied unit In Supply 2, column 29); 2 2919",
            "2918 Marnach comes first by hexes to an Allied unit In Supply, the nearer: 2 against 3.",
        ],
    ),
    (
        "advance us.110.28", "danger of Surround", (("us.110.28", "a VP hex", 2, 0, "no room"),),
        ["a VP hex, 2 units have gone in before: there is no room"],
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


@pytest.mark.parametrize(
    ("what", "chosen", "rows", "said"),
    [
        (
            "improved positions", "", (("us.110.28", "@2918", "dug in"),),
            "110/28 builds no improved position.",
        ),
        (
            "improved positions", "", (("us.110.28", "@2918", "town"), ("us.112.28", "@2917", "far")),
            "Nobody builds an improved position.",
        ),
        (
            "hit", "a step", (("gone as far as it may", 2),),
            "It may go back no farther than 2 hexes: a step is lost.",
        ),
        (
            "hit", "a step", (("gone as far as it may", 0),),
            "It may not go back, for one of it is OutOfFuel, mechanized and Dispersed or Isolated, or Isolated in a German ZOC: a step is lost.",
        ),
    ],
)  # fmt: skip
def test_a_decision_is_told(
    teller: Teller, what: str, chosen: str, rows: tuple[tuple[Any, ...], ...], said: str
) -> None:
    """ARD-AA-09, ARD-CR-04, ARD-RT-04"""
    assert teller.say.decided(ev.Decided("allied", what, chosen, rows, "ARD-AA-09")) == said

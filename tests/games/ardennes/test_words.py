"""Every name that the scripts of Ardennes record has a sentence, and each can be filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tests.games.ardennes.table import h, table
from wargame.flow.journal import Teller
from wargame.games.ardennes import GAME
from wargame.games.ardennes.data import cards as a_file
from wargame.games.ardennes.words import words
from wargame.model import events as ev

VERBS = {"note": 0, "roll": 0, "draw": 1, "end": 2}
"""The argument that is a name in the words."""


def calls() -> Iterator[tuple[str, str, str, frozenset[str]]]:
    """Where, verb, name and facts of every call that records a name as it stands."""
    for path in sorted(Path(a_file.__file__).parents[1].rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (found := _call(path, node)) is not None:
                yield found


def _call(path: Path, node: ast.AST) -> tuple[str, str, str, frozenset[str]] | None:
    match node:
        case ast.Call(ast.Attribute(ast.Name("g"), verb), arguments, keywords) if verb in VERBS:
            at = VERBS[verb]
            name = arguments[at] if len(arguments) > at else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                facts = frozenset(str(word.arg) for word in keywords)
                return f"{path.name}:{node.lineno}", verb, name.value, facts
    return None


def wanted(sentence: str) -> set[str]:
    """The facts that a template names."""
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


def test_every_name_recorded_has_a_sentence() -> None:
    found = list(calls())
    assert len(found) > 30
    assert [one for one in found if one[2] not in words()] == []


def test_every_template_finds_its_facts() -> None:
    wrong = []
    for where, verb, name, facts in calls():
        sentence = words()[name]
        known = facts | (
            {"unit", "by"} if verb == "roll" else {"by", "item"} if verb == "draw" else set()
        )
        if isinstance(sentence, str) and wanted(sentence) - known:
            wrong.append((where, name, wanted(sentence) - known))
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "facts", "said"),
    [
        ("activates", {"card": "G13", "units": ("de.3pz.2",)}, "G13 (2 Pz) activates "),
        ("card_without_fuel", {"card": "G13"}, "G13 (2 Pz) is discarded: no fuel."),
        ("discards", {"side": "german", "count": 1}, "The German side discards 1 card."),
        ("event", {"card": "GS14", "about": ""}, "Event GS14 (Night March)."),
        (
            "event",
            {"card": "AS02", "about": "", "mode": "gs"},
            "Event AS02 (Engineers): a Bridge near a German is blown (not on December 16), else",
        ),
        (
            "event",
            {"card": "AS16", "about": "", "mode": "gs"},
            "Event AS16 (Rear-area Troops): a Roadblock is laid near a German, where one may lie.",
        ),
        ("event", {"card": "GS14", "about": "2"}, "Event GS14 (Night March): 2 Pz."),
        (
            "event",
            {"card": "GS02", "about": "2818|2918"},
            "Event GS02 (Bridge Engineers): 2818-2918.",
        ),
        (
            "event",
            {"card": "AS02", "about": "roadblock 2419"},
            "Event AS02 (Engineers): a Roadblock in 2419 Longvilly.",
        ),
        (
            "event",
            {"card": "AS02", "about": "position 2018"},
            "Event AS02 (Engineers): an IP in 2018.",
        ),
        ("no_fuel", {"division": "Lehr"}, "No fuel for Pz Lehr today."),
        ("hand_filled", {"side": "allied", "count": 2}, "The Allied side draws 2 cards."),
        ("no_command", {"counts": 1}, "No Command."),
        ("no_command", {"counts": 0}, "No Command; it does not count."),
        (
            "nothing_to_do",
            {"card": "A08"},
            "A08 (9 Armd) finds nothing to do: it can neither deploy, activate nor expedite anybody.",
        ),
        ("passes", {"side": "german"}, "The German side passes for the day."),
        ("pile", {"side": "german", "count": 8}, "The German draw pile of the day: 8 cards."),
        ("tactic", {"side": "allied", "chosen": "artillery"}, "The Allied tactic: artillery."),
        (
            "tactic",
            {"side": "german", "card": "G13", "tactic": "panzer battalion"},
            "German tactic: panzer battalion, by G13 (2 Pz).",
        ),
        (
            "tactic",
            {"side": "allied", "card": "", "tactic": "artillery"},
            "Allied tactic: artillery, of the action card.",
        ),
        (
            "decides engineers",
            {"chosen": "2818|2918", "rows": (("2818|2918", 2, 1),)},
            "The Engineers are at the Bridge 2818-2918.",
        ),
        (
            "decides engineers",
            {"chosen": "3720", "rows": (("3720", "us.110.28"),)},
            "The Engineers build an IP in 3720.",
        ),
        (
            "decides engineers",
            {"chosen": "nothing", "rows": ()},
            "The Engineers find nothing to do",
        ),
        ("replacements", {"chosen": "us.110.28 us.112.28"}, "Allied replacements: 110/28; 112/28."),
        ("turn", {"turn": 17}, "December 17."),
        ("turn", {"turn": 23}, "December 23. The sky is clear: aircraft fly."),
        ("roadblock", {"chosen": "2220"}, "The Allied Roadblock: 2220."),
        ("score", {"points": 5}, "5 German victory points"),
        ("score", {"points": 5, "exits": 0}, "German victory points: 5."),
        (
            "score",
            {"points": 9, "exits": 4},
            "German victory points: 9, 4 of them for units over the Meuse.",
        ),
    ],
)
def test_sentences_that_look_something_up(name: str, facts: dict[str, Any], said: str) -> None:
    sentence = words()[name]
    assert not isinstance(sentence, str)
    assert sentence(table(mode=facts.get("mode", "2p")), facts).startswith(said)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ((3, 1, 3, 1, "", ""), "Hits: 3 on the defender, 1 on the attacker."),
        (
            (3, 1, 2, 1, "IP", ""),
            "Hits: 2 on the defender, 1 on the attacker; 3 and 1 were drawn: IP.",
        ),
        (
            (3, 2, 2, 0, "City/Town", "isolated"),
            "Hits: 2 on the defender, 0 on the attacker; 3 and 2 were drawn: City/Town and isolated.",
        ),
    ],
)
def test_ARD_CC_08_ARD_CC_09_hits_are_told_with_what_was_taken_off(
    facts: tuple[int | str, ...], said: str
) -> None:
    """ARD-CC-08, ARD-CC-09, ARD-CC-10"""
    names = ("drawn_defender", "drawn_attacker", "defender", "attacker", "place", "state")
    sentence = words()["hits"]
    assert not isinstance(sentence, str)
    assert sentence(table(), dict(zip(names, facts, strict=True))) == said


@pytest.mark.parametrize(
    ("lost", "rule", "said"),
    [
        (1, "ARD-CR-11", "112/28 loses a step: 2 of 3 left"),
        (2, "ARD-SS-16", "112/28 loses a step: 1 of 3 left"),
        (0, "ARD-RP-01", "112/28 regains a step: 3 of 3 left"),
        (1, "LAB", "112/28 is laid out with steps lost: 2 of 3 left"),
    ],
)
def test_the_journal_says_who_lost_a_step(lost: int, rule: str, said: str) -> None:
    """ARD-CR-01, ARD-CR-02, ARD-RP-01  Whoever chose it, player or rules."""
    g = table({"us.112.28": "3016"})
    lines = Teller(GAME, g, {}).lines([ev.NumberSet("us.112.28", "lost", lost, rule)])
    assert [(line.text, line.rule) for line in lines] == [(said, rule)]


def test_of_a_last_step_the_box_tells() -> None:
    """ARD-CR-01"""
    g = table({"us.112.28": "3016"})
    dies: list[ev.Event] = [
        ev.NumberSet("us.112.28", "lost", 3, "ARD-CR-02"),
        ev.UnitBoxed("us.112.28", "eliminated", "ARD-CR-02"),
    ]
    assert [line.text for line in Teller(GAME, g, {}).lines(dies)] == ["112/28: eliminated"]


def test_a_bridge_is_mended_or_built() -> None:
    """ARD-BR-03, ARD-EV-01  Engineers build where none is printed."""
    g = table()
    say = words()["bridge_mended"]
    assert callable(say)
    told = [say(g, {"hexes": pair}) for pair in ((h("2609"), h("2709")), (h("2515"), h("2516")))]
    assert told == [
        "The Bridge 2609 (Stavelot), 2709 is mended.",
        "The Bridge 2515, 2516 is built.",
    ]

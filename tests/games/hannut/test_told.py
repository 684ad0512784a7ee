"""What players are told: who does what, what chances rest on, how checks came out."""

from __future__ import annotations

from fractions import Fraction

from tests.games.hannut.table import actions, asked, play, position, told
from wargame.flow.words import Wording
from wargame.games.hannut import GAME
from wargame.tui.widgets.dice import dice_rows

PAIR = {"g.pr35.1": "1411", "g.pr35.2": "1310", "a.2rc.1": "1311"}


def test_the_question_before_an_assault_says_where_each_attacker_stands() -> None:
    """HAN-AS-02"""
    session = actions("G-PR35", {**PAIR, "g.pr35.4": "1411", "a.2rc.2": "1212"})
    play(session, "assault 1311 from g.pr35.1 g.pr35.2 g.pr35.4")
    while asked(session).key != "react.opportunity":
        play(session, "pass")
    one, two = (GAME.face.unit_name(session.game, u) for u in ("g.pr35.1", "g.pr35.2"))
    assert asked(session).prompt.startswith(
        f"{one} and 1 more in 1411 and {two} in 1310 are about to assault 1311: who fires at once"
    )


def test_the_odds_of_several_attackers_tell_each_one_with_what_lowers_the_defence() -> None:
    """HAN-AS-03, HAN-TM-07"""
    session = actions("G-PR35", PAIR, states={"a.2rc.1": ["neutralized"]})
    for answer in ("assault 1311 from g.pr35.1", "assault 1311 from g.pr35.1 g.pr35.2"):
        odds = asked(session).odds(answer)
        assert odds is not None
        assert answer.count("g.pr35") == odds.basis.count(" - D ")
        assert answer.count("g.pr35") == odds.basis.count("(target Neutralized -1)")
        assert sum(o.chance for o in odds.outcomes) == 1


def test_the_odds_of_a_shelling_are_those_of_the_whole_stack() -> None:
    """HAN-IF-03"""
    units = {"g.pr35.hq": "1411", "a.2rc.1": "1311", "a.2rc.2": "1311", "a.1rc.1": "0505"}
    session = position("german.ops.indirect", units, drawn="G-ART-75")
    odds = asked(session).odds("shell 1311 by g.pr35.hq")
    assert odds is not None
    one = position(
        "german.ops.indirect", {u: h for u, h in units.items() if u != "a.2rc.2"}, drawn="G-ART-75"
    )
    alone = asked(one).odds("shell 1311 by g.pr35.hq")
    assert alone is not None
    sent = 1 - alone.outcomes[0].chance
    by_words = {o.words: o.chance / sent for o in alone.outcomes[1:]}
    both = {o.words: o.chance / sent for o in odds.outcomes[1:]}
    assert both["no effect"] == by_words["no effect"] ** 2
    assert both["loses a step"] == 1 - (1 - by_words.get("loses a step", Fraction(0))) ** 2
    for unit in ("a.2rc.1", "a.2rc.2"):
        assert GAME.face.unit_name(session.game, unit) in odds.basis


def test_a_red_result_that_spares_armour_says_so_beside_the_table() -> None:
    """HAN-CRT-10"""
    units = {"g.pr35.4": "1411", "a.2rc.1": "1311", "a.2rc.2": "0505", "g.pr35.1": "2510"}
    session = actions("G-PR35", units, dice=[12])
    play(session, "fire g.pr35.4 at a.2rc.1")
    said = next(line for line in told(session) if "12: " in line)
    assert said.endswith("12: no effect; the N is red and spares an AFV")
    rows = dice_rows(session.entries[-1:], Wording.of(session))
    assert "12: no effect; the N is red and spares an AFV" in rows[1].text
    assert "column" in rows[2].text, "what came of it stands before why"


def test_every_check_is_told_by_the_dice_it_needs() -> None:
    """HAN-GE-07, HAN-GE-08, HAN-IF-02"""
    units = {"g.pr35.hq": "1411", "a.2rc.1": "1311", "a.1rc.1": "0505"}
    shaken = {"g.pr35.hq": ["neutralized"]}
    session = position("german.ops.indirect", units, drawn="G-ART-75", states=shaken, dice=[7, 7])
    play(session, "shell 1311 by g.pr35.hq")
    said = "Needs 7 or less on the dice; shifts Neutralized HQ +1; 7: the mission is fired"
    assert said in told(session)
    session = position(
        "german.ops.rally", units, drawn="G-PR35", states={"g.pr35.hq": ["neutralized"]}, dice=[9]
    )
    assert "Needs 7 or less on the dice; shifts Neutralized -1; 9: fails" in told(session)


def test_an_elimination_stands_in_the_journal_once() -> None:
    """HAN-GE-05"""
    units = {"g.pr35.4": "1411", "a.2rc.1": "1311", "a.2rc.2": "0505", "g.pr35.1": "2510"}
    session = actions("G-PR35", units, states={"a.2rc.1": ["reduced"]}, dice=[2])
    play(session, "fire g.pr35.4 at a.2rc.1")
    assert sum("eliminated" in line for line in told(session)) == 1


def test_a_neutralized_unit_has_one_hex_left_and_no_more() -> None:
    """HAN-NE-01"""
    units = {"g.pr35.1": "1411", "g.pr35.2": "1412"}
    shaken = {unit: ["neutralized"] for unit in units}
    session = actions("G-PR35", units, states=shaken, more={"g.pr35.2": {"spent": 2}})
    left = [GAME.face.allowance(session.game, unit) for unit in units]
    assert left == [1.0, 0.0]

"""What can be brought against a hex: HAN-AS-01, HAN-AS-03, HAN-SP-15, in numbers worked out by hand."""

from __future__ import annotations

from tests.games.hannut.table import actions
from wargame.flow.session import Session
from wargame.flow.whatif import what_if, what_if_lines

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Units far away that keep the segment and the game open."""
FIRST, S35 = "1. (le.) Kp./Pz.Rgt. 35", "1e Esc. (S35)/2e Cuirassiers"


def told(session: Session, name: str) -> list[str]:
    """What stands beside a hex."""
    return what_if_lines(session, what_if(session, session.game.grid.hex(name)))


def test_HAN_AS_03_a_unit_that_has_to_come_first_fires_one_column_lower() -> None:
    """A 6 - D 3, +1 adjacent, -1 moved: column 3, of which Z 8 and 1 of 36 spare no AFV below 8."""
    session = actions("G-PR35", {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1411"})
    assert [
        "German, this turn: 1411 at column 3, 42% to strike, 3% with losses",
        f"  to 1410: {FIRST}",
        "the defenders hit an attacker 42%",
        f"{S35} may fire at 1410: 17% to strike",
        "in all 10% to be stopped",  # by Z, 9 of 36, after a check of 15 of 36
    ] == told(session, "1411")


def test_HAN_AS_01_three_of_one_formation_assault_and_no_more() -> None:
    """Next to it, column 4 each: 21 of 36 miss, so all three 20 in 100; a step is lost but for 35 of 36 thrice."""
    units = {
        **IDLE,
        **{f"g.pr35.{n}": "1511" for n in (1, 2, 5)},
        "g.pr35.6": "1410",
        "a.2rc.1": "1411",
    }
    first, *by = told(actions("G-PR35", units), "1411")
    assert "German, this turn: 1411 at columns 4, 4, 4, 80% to strike, 8% with losses" == first
    assert 2 == sum(line.count(";") for line in by if line.startswith("  from 1511"))
    assert [line for line in by if line.startswith("could too: ")]


def test_HAN_SP_08_the_enemy_comes_formation_by_formation() -> None:
    """Of two formations the one that does more: A 8 - D 1 is column 8 and 7 after a move."""
    units = {**IDLE, "g.pr35.1": "1612", "a.2rc.1": "1411", "a.2rc.2": "1411", "a.1rc.2": "1510"}
    first, *by = told(actions("G-PR35", units), "1612")
    assert first.startswith("French, next turn: 1612 at columns 7, 7, ")
    assert [f"  to 1611: {S35}; 2e Esc. (S35)/2e Cuirassiers"] == by[:1]


def test_HAN_SP_15_who_has_not_the_movement_left_assaults_nobody() -> None:
    """3 MP, a quarter of 12, and 2 for the hex: 5 are enough, 4 1/2 are not."""
    units = {**IDLE, "g.pr35.1": "1511", "a.2rc.1": "1411"}
    for spent, able in ((14, True), (15, False)):
        session = actions("G-PR35", units)
        session.game.set_number("g.pr35.1", "spent", spent, rule="T")
        nobody = ["German, this turn: nobody can assault 1411"]
        assert able == (nobody != told(session, "1411"))

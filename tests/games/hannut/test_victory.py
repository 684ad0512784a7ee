"""Control, score, levels and sudden death (HAN-VP, HAN-VC, HAN-CT)."""

from __future__ import annotations

import pytest

from tests.games.hannut.table import actions, asked, control, play, position
from wargame.flow.words import Wording
from wargame.games.hannut import GAME
from wargame.games.hannut.content import load_content
from wargame.games.hannut.score import score
from wargame.games.hannut.segments.end import is_wiped_out

GETTE = ["0106", "0214", "0413", "0609", "0708"]
FAR = {"g.pr35.1": "2411", "a.1rc.1": "0505"}


def test_the_victory_hexes_and_their_points() -> None:
    """HAN-VP-01..27, HAN-RP-10"""
    objectives = load_content("campaign").objectives
    assert [o.rule for o in objectives] == [f"HAN-VP-{n:02}" for n in range(1, 28)]
    assert sum(o.vp for o in objectives) == 46


def test_a_steady_combat_unit_takes_a_victory_hex() -> None:
    """HAN-CT-01"""
    units = {"g.pr35.1": "1908", "g.pr35.hq": "1906", "a.1rc.1": "0505", "g.pr35.8": "2510"}
    session = actions("G-PR35", units)
    play(session, "move g.pr35.hq 1906-1905")
    assert control(session, "1905") == "allied"
    play(session, "move g.pr35.1 1908-1907-1906-1905")
    assert control(session, "1905") == "german"


def test_control_stays_when_the_unit_leaves_and_needs_steady_units() -> None:
    """HAN-CT-01"""
    units = {"g.pr35.1": "1905", "g.pr35.8": "2510", "a.1rc.1": "0505"}
    session = actions("G-PR35", units, control={"german": ["1905"]})
    play(session, "move g.pr35.1 1905-2005")
    assert control(session, "1905") == "german"
    shaken = {"g.pr35.1": "1905", "g.pr35.2": "2510", "a.1rc.1": "0505"}
    session = position(
        "both.ops.close", shaken, drawn="G-PR35", states={"g.pr35.1": ["demoralized"]}
    )
    assert control(session, "1905") == "allied"


def test_the_score_counts_hexes_and_tanks() -> None:
    """HAN-VC-01"""
    lost = {"a.2rc.1": "eliminated", "a.12rc.1": "eliminated", "g.pr5.1": "eliminated"}
    session = actions(
        "G-PR35", {**FAR, **lost, "a.2rc.hq": "eliminated"}, control={"german": ["0413"]}
    )
    found = score(session.game)
    assert (found.french_lost, found.german_lost) == (1, 1)
    assert found.total == 3 + 4
    assert GAME.face.victory(session.game)["level"] == "French decisive"
    assert GAME.face.reckoning(session.game)[-2:] == [
        "The Germans hold victory hexes worth 7; tank units lost: French 1, German 1.",
        "Score 7: French decisive.",
    ]


@pytest.mark.parametrize(
    ("total", "level"),
    [
        (45, "German decisive"), (39, "German substantial"), (33, "German marginal"),
        (29, "draw"), (24, "French marginal"), (18, "French substantial"), (17, "French decisive"),
    ],
)  # fmt: skip
def test_the_levels_of_victory(total: int, level: str) -> None:
    """HAN-VC-01"""
    content = load_content("campaign")
    assert content.band(total).level == level
    assert content.band(total - 1).level != level or total == 17


def test_the_levels_of_the_learning_scenario() -> None:
    """HAN-VC-01, HAN-SC-01"""
    content = load_content("orp")
    assert [content.band(n).winner for n in (1, 2, 3)] == ["allied", "draw", "german"]
    session = position(
        "both.end.victory", {"g.pr5.1": "1605", "a.1rc.1": "0706"}, turn=4, scenario="orp"
    )
    assert session.state.ended is not None
    assert session.state.ended.level == "French win"


def test_sudden_death_on_the_gette() -> None:
    """HAN-VC-01"""
    session = position("both.end.sudden", FAR, control={"german": GETTE})
    assert session.state.ended is not None
    assert (session.state.ended.winner, session.state.ended.level) == ("german", "German decisive")
    reason = Wording.of(session).reason(session.state.ended)
    places = reason.removeprefix("the Germans control ").split(", ")
    assert [place[:4] for place in places] == GETTE
    assert "0609 (Jauche-la-Marne), 0708 (Jauche-la-Marne)" in reason
    assert GAME.face.victory(session.game)["level"] == "German decisive"
    session = position("both.end.sudden", FAR, control={"german": GETTE[:4]})
    assert session.state.ended is None


def test_sudden_death_by_tank_losses() -> None:
    """HAN-VC-01"""
    tanks = [f"g.pr5.{n}" for n in (1, 2, 4, 5, 6, 8)]
    units = {**FAR, **dict.fromkeys(tanks, "eliminated")}
    session = position("both.ops.close", units, drawn="G-PR35")
    assert session.state.ended is not None
    assert (session.state.ended.winner, session.state.ended.level) == ("allied", "French decisive")
    fewer = {**FAR, **dict.fromkeys(tanks[:5], "eliminated")}
    assert position("both.ops.close", fewer, drawn="G-PR35").state.ended is None


def test_sudden_death_of_a_side_with_no_combat_unit() -> None:
    """HAN-VC-01: (c) counts before (b), units still to enter are units."""
    tanks = {f"g.pr5.{n}": "eliminated" for n in (1, 2, 4, 5, 6, 8)}
    session = position(
        "both.ops.close", {**tanks, "g.pr35.1": "2411", "a.1rc.hq": "0505"}, drawn="G-PR35"
    )
    assert session.state.ended is not None
    assert session.state.ended.winner == "german"
    waiting = {"g.pr35.1": "2411", "a.1rc.hq": "0505", "a.29rd.1": "waiting"}
    session = position("both.ops.close", waiting, drawn="G-PR35")
    assert not is_wiped_out(session.game, "allied")


def test_both_sides_gone_is_nobodys_victory() -> None:
    """HAN-VC-01"""
    session = position("both.ops.close", {"g.pr35.hq": "2411", "a.1rc.hq": "0505"}, drawn="G-PR35")
    assert session.state.ended is not None
    assert (session.state.ended.winner, session.state.ended.level) == ("", "draw")


def test_a_loss_in_the_learning_scenario_ends_it() -> None:
    """HAN-VC-01, HAN-SC-01"""
    session = position(
        "both.ops.close", {"g.pr5.1": "1605", "a.1rc.hq": "0706"}, drawn="G-PR5", scenario="orp"
    )
    assert session.state.ended is not None
    assert session.state.ended.level == "German win"
    open_game = actions("G-PR5", {"g.pr5.1": "1605", "a.1rc.1": "0706"}, scenario="orp")
    assert asked(open_game).side == "german"

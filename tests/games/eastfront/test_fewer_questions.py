"""One answer for many: rest, fill, all attacks, all who advance, conceding; each equal to the single acts."""

from __future__ import annotations

import pytest

from tests.games.eastfront.laid import asked, laid, play_to, position
from tests.games.eastfront.played import key, notes
from tests.games.table import answers, play
from wargame.flow.ask import IllegalAnswer
from wargame.flow.session import Session
from wargame.flow.verify import verify
from wargame.games.eastfront import GAME
from wargame.games.eastfront.state import SP

FAR = {"S-63": "4030"}
HQS = {"A-H4": "0635", "A-HP2": "0935"}


def holding(session: Session, *hqs: str) -> list[int]:
    """The SP of headquarters."""
    return [session.state.units[hq].numbers.get(SP, 0) for hq in hqs]


def test_who_rests_is_asked_for_no_flight_until_the_player_turn_ends() -> None:
    """EF-AR-11, R-293"""
    planes = {"A-KG2": "0635", "A-JG51": "0635", "V-WES1": "2032", "V-WES2": "2032"}
    session = laid("eastfront.axis.initial.air", {**HQS, "S-63": "2032", **planes})
    assert ("axis", "air.mission") == asked(session)
    session.answer("rest")
    assert ("soviet", "air.mission") == asked(session)
    first = session.n
    play_to(session, "axis", "air.mission")
    said = [(e.side, e.key) for e in session.entries[first + 1 :]]
    assert ("soviet", "air.mission") in said, "the other side is asked on"
    turn = [
        f.name for f in session.state.frames if f.name in ("eastfront.axis", "eastfront.soviet")
    ]
    assert ["eastfront.soviet"] == turn, "and the side that rested in the next player-turn"


def test_headquarters_are_filled_up_as_by_hand() -> None:
    """EF-SP-11, EF-SP-12, R-294"""

    def there() -> Session:
        return laid(
            "eastfront.axis.supply.movement", {**HQS, **FAR}, layout={"sp": {"0635": 5, "0535": 4}}
        )

    session, hand = there(), there()
    before = holding(session, *HQS)
    offered = next(a for a in answers(session) if a.startswith("fill"))
    assert set(HQS) == set(offered.split()[1:])
    play(session, "fill A-HP2 A-H4")
    assert all(now > then for now, then in zip(holding(session, *HQS), before, strict=True))
    assert not any(a.startswith("fill") for a in answers(session)), "once in the segment"
    for note in notes(session, "trucked"):
        play(hand, f"truck {note['points']} from {note['source']} to {note['goal']}")
    assert (holding(hand, *HQS), hand.state.layers) == (
        holding(session, *HQS),
        session.state.layers,
    )
    assert verify(GAME, session.header, session.entries).ok
    for wrong in ("fill", "fill S-63", "fill A-KG2"):
        with pytest.raises(IllegalAnswer):
            hand.answer(wrong)


def test_all_attacks_and_all_advances_in_one_answer_each() -> None:
    """EF-CB-03, EF-CB-28  The same position as by the single answers."""
    units = {
        "G-VII": "1732", "G-IX": "1732", "G-XII": "1733", "G-XLIII": "1733", "S-47": "1833",
        "S-4": "1831", "G-VI": "1731", "A-HP2": "1634",
    }  # fmt: skip
    found = []
    for word in ("resolve all", "resolve 1833"):
        session = laid("eastfront.axis.combat.declare", units, dice=(9,) * 40, turn=4)
        while key(session) != "attack":
            play(session, "done")
        play(
            session,
            "attack 1833 hasty from G-IX G-VII G-XII G-XLIII",
            "attack 1831 hasty from G-VI",
        )
        while key(session) != "attack.next":
            play(session, "done")
        play(session, word)
        while key(session) in ("losses", "retreat", "stand", "advance", "attack.next"):
            every = word == "resolve all" and "advance all" in answers(session)
            single = [a for a in answers(session) if a not in ("done", "advance all")]
            play(session, "advance all" if every else single[0])
        found.append(session)
    assert position(found[0]) == position(found[1])
    assert {"G-IX", "G-VII", "G-XII"} == {
        u.id for u in found[0].state.units.values() if u.hex == found[0].game.grid.hex("1833")
    }
    assert found[0].n == found[1].n - 2, "three advances in one answer"


@pytest.mark.parametrize(
    ("side", "winner", "level"),
    [("axis", "soviet", "Soviet decisive"), ("soviet", "axis", "Axis decisive")],
)
def test_a_player_may_concede_at_any_question_of_his(side: str, winner: str, level: str) -> None:
    """EF-VP-08, R-292"""
    session = laid("eastfront.axis.movement.ground", {**HQS, "G-VII": "0935", "S-63": "2032"})
    if side == "soviet":
        play_to(session, "soviet", "move")
    with pytest.raises(IllegalAnswer):
        session.answer("concede now")
    session.answer("concede")
    ended = session.state.ended
    assert ended is not None
    assert (winner, level, None) == (ended.winner, ended.level, session.ask)
    session.undo()
    assert session.state.ended is None

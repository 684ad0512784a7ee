"""End of the player-turn: used chits, flags, victory points and sudden death (EF-EP, EF-VP)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.eastfront import score
from wargame.games.eastfront.air import RESTING
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.labour import JOBS
from wargame.games.eastfront.state import (
    BONUS,
    HARASSED,
    LANDED,
    MISSION,
    MP,
    PASSING,
    REGAINED,
    RESERVE,
    SAILED,
    STAND_FAST,
    SURPRISE,
    TARGET,
    USED_CHIT,
    WORKING,
    EfGame,
)
from wargame.games.eastfront.walk import RUN
from wargame.rules.phases import clear, next_turn

ATTACKS: dict[str, str] = {"axis": "attacks axis", "soviet": "attacks soviet"}
"""Lists: declared attacks in order, "1135 normal"."""


@segment("eastfront.end.oc")
async def used_chits(g: EfGame, side: Side) -> Next:
    """EF-EP-02, EF-EP-11, EF-EP-13  Used chits come off, then the flags of the player-turn."""
    clear(g, USED_CHIT, rule="EF-EP-11", side=side)
    clear_flags(g)
    g.set_track(SURPRISE, "", rule="EF-EP-13")
    g.set_track(BONUS, 0, rule="EF-EP-13")
    return DONE


def clear_flags(g: EfGame) -> None:
    """EF-EP-13  Marks of the player-turn; what rail capacity is left is lost when pots are set anew."""
    clear(
        g,
        *PASSING,
        STAND_FAST,
        WORKING,
        rule="EF-EP-13",
        numbers=(MP, RUN, REGAINED, SAILED, LANDED, JOBS),
    )
    for unit_id in sorted(u.id for u in g.state.units.values() if u.ties):
        for tie in (TARGET, MISSION):
            g.tie(unit_id, tie, "", rule="EF-EP-13")
    layer = g.state.layers.get(HARASSED, {})
    g.set_layer(HARASSED, dict.fromkeys(sorted(layer), 0), rule="EF-EP-13")
    for name in (*ATTACKS.values(), RESTING):
        g.set_list(name, (), rule="EF-EP-13")


def end_bonus(g: EfGame) -> None:
    """EF-SU-16, EF-SU-18, EF-AR-11  What units did in the bonus turn is forgotten: the normal turn follows in full."""
    clear(g, *PASSING, RESERVE, rule="EF-SU-16", numbers=(MP, RUN))
    layer = g.state.layers.get(HARASSED, {})
    g.set_layer(HARASSED, dict.fromkeys(sorted(layer), 0), rule="EF-SU-16")
    g.set_track(BONUS, 0, rule="EF-SU-16")


@segment("eastfront.end.vp")
async def victory(g: EfGame, side: Side) -> Next:
    """EF-EP-03, EF-EP-12, EF-VP-02  Counts on their dates, sudden death every turn, the end of the scenario."""
    _count(g, side)
    if _sudden(g, side):
        return DONE
    if side == "axis":
        return DONE
    if g.state.turn() >= g.content.scenario.last_turn:
        result = _result(g)
        winner, level = score.level_of(g, result)
        g.end(winner, level, "points", points=result, rule=score.deciding(g))
        return DONE
    next_turn(g, rule="EF-SQ-01")
    return DONE


def _count(g: EfGame, side: Side) -> None:
    """EF-VP-02, EF-VP-03  The phasing side's total is recorded; the quarter score with the Soviet one."""
    row = score.count_of(g)
    if row is None or g.content.scenario.score is not None:
        return
    found = score.total(g, side)
    if side == "axis":
        found += int(g.state.tracks.get(score.CREDIT, 0))
        g.set_track(score.CREDIT, 0, rule="EF-PE-07")
    g.set_track(score.COUNTED[side], found, rule="EF-VP-02")
    g.note("counted", side=side, points=found, rule="EF-VP-02")
    if side == "soviet" and g.content.plays("counts"):
        axis = int(g.state.tracks.get(score.COUNTED["axis"], 0))
        quarter = (axis - found) - (row.axis - row.soviet)
        now = int(g.state.tracks.get(score.SCORE, 0)) + quarter
        g.set_track(score.SCORE, now, rule="EF-VP-03")
        old = g.state.lists.get(score.QUARTERS, ())
        g.set_list(score.QUARTERS, (*old, quarter), rule="EF-VP-03")
        g.note("quarter", points=quarter, score=now, rule="EF-VP-03")


def _result(g: EfGame) -> int:
    """EF-VP-04, EF-VP-07, EF-SC-07  The score that decides at the end."""
    if g.content.scenario.score is None and not g.content.plays("counts"):
        return int(g.state.tracks.get(score.COUNTED["axis"], 0))
    return score.score_now(g)


def _sudden(g: EfGame, side: Side) -> bool:
    """EF-VP-05, EF-VP-06, EF-VP-08  Only the phasing player is tested."""
    if g.content.scenario.score is not None:
        return False
    rows, turn = g.content.victory.soviet_sudden, g.state.turn()
    if side == "axis":
        if score.axis_sudden(g):
            winner, level = score.LEVELS[0]
            g.end(winner, level, "cities", rule="EF-VP-05")
            return True
        return False
    if not score.all_held(g, "soviet", rows.all) or turn > rows.marginal_through:
        return False
    decisive = turn <= rows.decisive_through or score.score_now(g) < 0
    winner, level = score.LEVELS[4 if decisive else 3]
    g.end(winner, level, "capitals", turn=turn, rule="EF-VP-06")
    return True


WHEN: dict[str, object] = {}

"""EF-AU-06, EF-AU-07  What standing orders do in the air and at sea."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD, PASS, Ask
from wargame.games.eastfront.air import bases, fighter, plane
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.missions import ready
from wargame.games.eastfront.naval_odds import surface
from wargame.games.eastfront.standing.book import AIR, NAVAL, Row, Words, given
from wargame.games.eastfront.standing.roads import legal
from wargame.games.eastfront.state import EfGame


def _side_of(ask: Ask[object]) -> Side:
    return "axis" if ask.side == "axis" else "soviet"


def air(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-06  Transfers, interception, defensive support; what is not ordered is the player's."""
    side = _side_of(ask)
    orders = given(g.state, side, AIR)
    acts = {"air.mission": _follow, "air.intercept": _intercept, "air.support": _cover}
    found = acts[ask.key](g, ask, side, orders)
    if found is None and ("rest",) in orders and ask.key != "air.intercept":
        return (DONE_WORD, f"{AIR} rest") if legal(ask, DONE_WORD) else None
    return found


def _follow(g: EfGame, ask: Ask[object], side: Side, orders: list[Words]) -> Row | None:
    """Each unit moves to the base nearest to its HQ, if that is nearer than its own."""
    able = {u.id for u in ready(g, side)}
    for _, unit, hq in (words for words in orders if words[0] == "follow"):
        goal = g.state.units[hq].hex
        if unit not in able or goal < 0:
            continue
        here = g.grid.distance(g.state.units[unit].hex, goal)
        near = sorted(
            (g.grid.distance(h, goal), h) for h in bases(g, unit, 2 * plane(g, unit).range)
        )
        for far, h in near:
            if far >= here:
                break
            if answer := legal(ask, f"fly TF {unit} {g.grid.name(h)}"):
                return answer, f"{AIR} follow {unit} {hq}"
    return None


def _intercept(g: EfGame, ask: Ask[object], side: Side, orders: list[Words]) -> Row | None:  # noqa: ARG001 - one shape for all
    """One for each escort and bomber, the nearest first, or those that are at least equal."""
    how = next((words[1] for words in reversed(orders) if words[0] == "intercept"), "")
    text = f"{AIR} intercept {how}"
    if not how:
        return None
    about = ask.about
    if how == "never" or len(about.units) >= len(about.against):
        return DONE_WORD, text
    target = about.hexes[0]
    least = max(fighter(g, u) for u in about.against) if how == "equal" else 0
    able = [
        (g.grid.distance(g.state.units[u].hex, target), -fighter(g, u), u)
        for option in ask.options() for u in option.units if fighter(g, u) >= least
    ]  # fmt: skip
    return (f"intercept {min(able)[2]}", text) if able else (DONE_WORD, text)


def _cover(g: EfGame, ask: Ask[object], side: Side, orders: list[Words]) -> Row | None:
    """One unit over each chosen hex that is attacked, the nearest, then the strongest."""
    for words in (words for words in orders if words[0] == "cover"):
        for name in words[1:]:
            target = g.grid.hex(name)
            if any(u.ties.get("mission") == f"DS {name}" for u in g.state.units.values()):
                continue
            able = sorted(
                (g.grid.distance(u.hex, target), -plane(g, u.id).tac, u.id) for u in ready(g, side)
            )
            for _, _, unit in able:
                if answer := legal(ask, f"support DS {unit} {name}"):
                    return answer, " ".join((AIR, *words))
    return None


def naval(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-07  Reaction at sea always, never, or with at least equal strength; or everybody stays."""
    orders = given(g.state, ask.side, NAVAL)
    if ask.key == "naval":
        return (DONE_WORD, f"{NAVAL} stay") if ("stay",) in orders else None
    how = next((words[1] for words in reversed(orders) if words[0] == "react"), "")
    text = f"{NAVAL} react {how}"
    if not how:
        return None
    if how == "never":
        return PASS, text
    force = surface(g, ask.about.against, attacks=False) if how == "equal" else 0
    able = [
        (g.grid.distance(g.state.units[o.units[0]].hex, o.hexes[0]), -surface(g, o.units, attacks=True), o.answer)
        for o in ask.options() if o.units and surface(g, o.units, attacks=True) >= force
    ]  # fmt: skip
    return (min(able)[2], text) if able else (PASS, text)

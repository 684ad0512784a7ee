"""EF-AU-08, EF-AU-09, EF-AU-10  What standing orders do with bands, reserves, reactions and the answers of a battle."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD, Ask, IllegalAnswer, Option
from wargame.flow.orders import MixedAsk
from wargame.games.eastfront.battle import present, stand_price
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import reaction_hqs, reactors
from wargame.games.eastfront.standing.book import COMBAT, HOLD_BACK, PARTISANS, Row, Words, given
from wargame.games.eastfront.standing.roads import legal
from wargame.games.eastfront.state import RESERVE, EfGame, class_of, on_map, steps
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.grid import Hex


def partisans(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-08  Bands go for the marked railways; security troops sweep whatever they can reach."""
    orders = given(g.state, ask.side, PARTISANS)
    options = [option for option in ask.options() if option.units]
    if ("sweep",) in orders:
        led = [o.answer for o in options if class_of(g, o.units[-1]).id == "GS"]
        return (min(led) if led and ask.key == "bands" else DONE_WORD), f"{PARTISANS} sweep"
    marked = [g.grid.hex(name) for words in orders for name in words[1:] if words[0] == "mark"]
    if not marked:
        return None
    text = f"{PARTISANS} mark"
    best = _risen(g, options, marked) if ask.key == "bands.raise" else _struck(g, options, marked)
    return best or DONE_WORD, text


def _far(g: EfGame, where: Hex, marked: list[Hex]) -> int:
    return min(g.grid.distance(where, h) for h in marked)


def _risen(g: EfGame, options: list[Option], marked: list[Hex]) -> str:
    """Those underground are made active, then new ones placed as near as can be."""
    rising = sorted(o.answer for o in options if o.answer.startswith("rise"))
    if rising:
        return rising[0]
    raised = [
        (_far(g, o.hexes[0], marked), o.hexes, o.answer)
        for o in options
        if o.answer.startswith("raise")
    ]
    return min(raised)[2] if raised else ""


def _struck(g: EfGame, options: list[Option], marked: list[Hex]) -> str:
    """An attack on a marked hex, else a march that leads nearer to one."""
    able = sorted(
        (o.hexes, o.answer)
        for o in options
        if o.answer.startswith("attack") and o.answer.endswith("rail") and o.hexes[0] in marked
    )
    if able:
        return able[0][1]
    nearer = [
        (far, o.hexes, o.answer)
        for o in options if o.answer.startswith("march")
        for far in [_far(g, o.hexes[0], marked)]
        if far < _far(g, g.state.units[o.units[0]].hex, marked)
    ]  # fmt: skip
    return min(nearer)[2] if nearer else ""


# -- reserves and reaction ------------------------------------------------------------------------


def reserve(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-09  The same units stay marked; reaction never, or towards a hex."""
    side: Side = "axis" if ask.side == "axis" else "soviet"
    orders = given(g.state, side, HOLD_BACK)
    if ask.key == "react":
        return _react(g, ask, side, orders)
    kept = [words for words in orders if words[0] == "keep"]
    if not kept:
        return None
    for words in kept:
        for unit in words[2:]:
            if RESERVE in g.state.units[unit].states:
                continue
            if answer := legal(ask, f"reserve {unit}"):
                return answer, " ".join((HOLD_BACK, *words))
    return DONE_WORD, f"{HOLD_BACK} keep"


def _react(g: EfGame, ask: Ask[object], side: Side, orders: list[Words]) -> Row | None:
    """Units whose HQ has a hex go nearer to it; where all the others never react, that is the end of it."""
    never = {words[1] for words in orders if words[0] == "never"}
    toward = {words[1]: words[2] for words in orders if words[0] == "toward"}
    supply, open_ = supply_of(g, side), False
    for unit in reactors(g, side):
        hq = reaction_hqs(g, unit, supply)[0]
        if hq in toward:
            if answer := _nearer(g, ask, unit, g.grid.hex(toward[hq])):
                return answer, f"{HOLD_BACK} toward {hq} {toward[hq]}"
        elif hq not in never:
            open_ = True
    return None if open_ or not (never or toward) else (DONE_WORD, f"{HOLD_BACK} never")


def _nearer(g: EfGame, ask: Ask[object], unit: str, goal: Hex) -> str:
    if not isinstance(ask, MixedAsk):
        return ""
    head, here = f"move {unit}", g.state.units[unit].hex
    try:
        ends = ask.reach(head)
    except IllegalAnswer:
        return ""
    able = [(g.grid.distance(h, goal), -left, h) for h, left in ends.items()]
    best = min(able, default=None)
    if best is None or best[0] >= g.grid.distance(here, goal):
        return ""
    return ask.route(head, [best[2]])


# -- answers in a battle --------------------------------------------------------------------------


def combat(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-10  Whose step is lost, whether they stand, where they retreat to."""
    orders = given(g.state, ask.side, COMBAT)
    verb = {"losses": "lose", "stand": "stand", "retreat": "retreat"}[ask.key]
    words = next((words for words in reversed(orders) if words[0] == verb), None)
    if words is None:
        return None
    answer = {"lose": _lost, "stand": _stood, "retreat": _retreated}[verb](g, ask, words)
    return (answer, " ".join((COMBAT, *words))) if answer else None


def _lost(g: EfGame, ask: Ask[object], words: Words) -> str:
    """The first of the list; nobody where none of them is there."""
    options = list(ask.options())
    for name in words[1:]:
        fit = sorted(o.units for o in options if name in (o.units[0], class_of(g, o.units[0]).id))
        if fit:
            return f"lose {fit[0][0]}"
    return ""


def _stood(g: EfGame, ask: Ask[object], words: Words) -> str:
    """R-351  Never at a price that leaves nobody in the hex."""
    there, price = sum(steps(g, u) for u in present(g, ask.side)), stand_price(g)
    most = int(words[1]) if words[1].isdecimal() else there if words[1] == "always" else 0
    return "stand" if price <= most and price < there else "retreat"


def _retreated(g: EfGame, ask: Ask[object], words: Words) -> str:
    """Towards the nearest own HQ, or a hex."""
    options = [option for option in ask.options() if option.hexes]
    if words[1] == "hq":
        goals = [u.hex for u in on_map(g, ask.side) if g.content.units[u.id].hq]
    else:
        goals = [g.grid.hex(words[1])]
    if not options or not goals:
        return ""
    ends = [
        (min(g.grid.distance(o.hexes[-1], h) for h in goals), o.hexes, o.answer) for o in options
    ]
    return min(ends)[2]

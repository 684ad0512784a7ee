"""Units that go together where only some of them have room: said before the first one goes."""

from __future__ import annotations

from collections import defaultdict

from wargame import games
from wargame.flow.ask import Option, Refusal
from wargame.flow.fuzz import Picker
from wargame.flow.orders import MixedAsk
from wargame.flow.session import Session, new_header
from wargame.tui.asks.desk import Desk
from wargame.tui.asks.group import Group


def moving() -> Session:
    """The first Tactical Movement of a random Epsom."""
    definition, info = games.find("normandy/epsom")
    session = Session.start(definition, new_header(definition, info.id, 1))
    pick = Picker(1)
    while session.ask is not None and session.ask.key != "movement.tactical":
        session.answer(session.ask.sample(pick))
    return session


def test_nor_mv_06_a_group_that_has_no_room_together_is_refused_as_a_whole() -> None:
    session = moving()
    ask = session.ask
    assert isinstance(ask, MixedAsk)
    stacks: dict[int, list[Option]] = defaultdict(list)
    for head in ask.heads():
        if len(head.units) == 1 and len(head.answer.split()) == 2:
            stacks[session.state.units[head.units[0]].hex].append(head)
    group = next(
        Group(Desk(session.seen, session.definition, ask), ask, heads)
        for at, heads in sorted(stacks.items())
        if at >= 0 and len(heads) > 2
    )
    ways = {goal: group.route(goal) for goal in group.reach}
    crowded = {goal: why for goal, why in ways.items() if isinstance(why, Refusal)}
    assert crowded
    assert len(crowded) < len(ways)
    for goal, way in ways.items():
        given = Session.start(session.definition, session.header)
        for entry in session.entries[1:]:
            given.answer(entry.answer)
        refused = 0
        for part in (way if isinstance(way, str) else _single(group, goal)).split("; "):
            refused += given.why_not(part) is not None
            if refused:
                break
            given.answer(part)
        assert bool(refused) == (goal in crowded), session.game.grid.name(goal)
        if goal in crowded:
            assert crowded[goal].rule.startswith("NOR-")
            assert crowded[goal].reason.startswith("Of these ")


def _single(group: Group, goal: int) -> str:
    """The ways of each alone."""
    return "; ".join(group.ask.route(f"move {unit}", [goal]) for unit in group.head.units)

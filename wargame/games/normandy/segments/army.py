"""Army Support Segment: a new army takes over, and support points arrive (NOR-AS)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.armies import armies, army_of_hq, attached, earn, hqs_of, pay, sp
from wargame.games.normandy.asks.supporting import in_proportion, level
from wargame.games.normandy.data.counters import Army
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.entry import withdrawing
from wargame.games.normandy.state import ARMY, NATIONS, OPERATION, NorGame, kind_of
from wargame.model.state import UnitId

# -- a new army -------------------------------------------------------------------------------------


def due_armies(g: NorGame) -> list[Army]:
    """NOR-AS-05  Armies that take over by now, in table order."""
    turn = g.state.turn()
    return [army for army in g.content.armies.values() if army.parent and army.first <= turn]


def _is_active(g: NorGame, army: str) -> bool:
    return f"sp {army}" in g.state.tracks


def moving_hqs(g: NorGame, army: str) -> list[UnitId]:
    """NOR-AS-05  HQs that change their pool now, by id; those of a running Operation stay."""
    rows = sorted(g.content.hqs)
    named = (hq for hq in rows if g.content.hqs[hq].later == army)
    return [
        hq for hq in named
        if army_of_hq(g, hq) != army and OPERATION not in g.state.units[hq].states
    ]  # fmt: skip


@segment("normandy.army_support.activation")
async def activation(g: NorGame, side: Side) -> Next:
    """NOR-AS-05  A pool of its own, with up to half the parent's points, and its HQs."""
    for army in due_armies(g):
        if not _is_active(g, army.id):
            given = await _inherited(g, side, army)
            g.note("activated", rule="NOR-AS-05", army=army.title)
            g.set_track(f"sp {army.id}", given, rule="NOR-AS-05")
            if given:
                pay(g, army.parent, given, rule="NOR-AS-05")
                parent = g.content.armies[army.parent].title
                g.note("taken_over", rule="NOR-AS-05", points=given, parent=parent,
                       army=army.title)  # fmt: skip
        for hq in moving_hqs(g, army.id):
            g.note("transferred", rule="NOR-AS-05", unit=hq, army=army.title)
            g.tie(hq, ARMY, army.id, rule="NOR-AS-05")
    return DONE


async def _inherited(g: NorGame, side: Side, army: Army) -> int:
    """NOR-AS-05  Up to half of the parent's Reserve, fractions down; nothing is asked about nothing."""
    most, parent = sp(g, army.parent) // army.share, g.content.armies[army.parent]
    if not most:
        return 0
    row = Share(army.id, f"SP to {army.title}", most, note=f"{sp(g, parent.id)} SP now")
    ask = Allotment(
        side, "army.share", f"{army.title} takes over: how many SP of {parent.title} go with it?",
        [row], {}, rule="NOR-AS-05", proposed={army.id: most}, nothing="None go with it",
    )  # fmt: skip
    return (await g.ask(ask))[army.id]


# -- income -----------------------------------------------------------------------------------------


@segment("normandy.army_support")
async def army_support(g: NorGame, side: Side, us: int = -1, cw: int = -1, ge: int = -1) -> Next:
    """NOR-AS-01 to -04  The dice of all nations first; one answer shares out what two armies get."""
    rolled: dict[Nation, int] = {"us": us, "cw": cw, "ge": ge}
    nations = [nation for nation in NATIONS[side] if armies(g, nation)]
    if any(rolled[nation] < 0 for nation in nations):
        g.keep_together(**{nation: _roll(g, side, nation) for nation in nations})
        return AGAIN
    parted = [n for n in nations if len(armies(g, n)) > 1 and rolled[n]]
    given: dict[str, int] = {}
    if parted:
        given = await g.ask(_split(g, side, {n: rolled[n] for n in parted}))
    for nation in nations:
        pools = armies(g, nation)
        for army in pools:
            points = given.get(army, 0) if len(pools) > 1 else rolled[nation]
            earn(g, army, points, rule="NOR-AS-02" if nation == "ge" else "NOR-AS-01")
    return DONE


def _roll(g: NorGame, side: Side, nation: Nation) -> int:
    """NOR-AS-03, NOR-AS-04"""
    name = NATION_TITLES[nation]
    if nation != "ge":
        throw = dice.allied_income(g.content, level(g, nation))
        return int(throw.roll(g, "income", by=side, nation=name).result)
    throw = dice.german_income(
        g.content,
        g.state.turn(),
        int(g.state.tracks.get("level", 0)),
        withdrawn=withdrawing(g),
    )
    return int(throw.roll(g, "german_income", by=side).result)


def _split(g: NorGame, side: Side, points: dict[Nation, int]) -> Allotment:
    """NOR-AS-02, NOR-AS-03  Whole points, all of them; by combat units, as far as pools hold them."""
    purses: dict[str, Purse] = {
        nation: Purse(f"{NATION_TITLES[nation]} support points", many, must=many)
        for nation, many in points.items()
    }
    rows = [
        Share(army, "", many, purse=nation)
        for nation, many in points.items()
        for army in armies(g, nation)
    ]
    german = side == "german"
    return Allotment(
        side,
        "army.german" if german else "army.split",
        "How are the support points shared out among the armies?",
        rows,
        purses,
        rule="NOR-AS-02" if german else "NOR-AS-03",
        proposed=lambda: _proposals(g, points),
        described=lambda row: _described(g, row),
    )


def _described(g: NorGame, row: Share) -> Share:
    army, units = g.content.armies[row.key], _in_field(g, row.key)
    note = f"{sp(g, row.key)} SP, can hold {army.cap}; {units} combat unit{'s' * (units != 1)}"
    return row._replace(title=army.title, note=note)


def _proposals(g: NorGame, points: dict[Nation, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for nation, many in points.items():
        found |= _proposal(g, armies(g, nation), many)
    return found


def _in_field(g: NorGame, army: str) -> int:
    """How many combat units draw on an army: the fortress has points of its own (NOR-SL-10)."""
    corps = [hq for hq in hqs_of(g, army) if hq != g.content.off_map.fortress.hq]
    return sum(kind_of(g, u).combat_unit for hq in corps for u in attached(g, hq))


def _proposal(g: NorGame, pools: Iterable[str], points: int) -> dict[str, int]:
    """By combat units; what one cannot hold goes to the other."""
    room = {army: g.content.armies[army].cap - sp(g, army) for army in pools}
    found = in_proportion(points, {army: _in_field(g, army) for army in room})
    for army in found:
        excess = max(found[army] - room[army], 0)
        others = [other for other in found if other != army and found[other] < room[other]]
        if excess and others:
            more = min(excess, room[others[0]] - found[others[0]])
            found[army] -= more
            found[others[0]] += more
    return found


def _takes_over(g: NorGame, _: Side) -> bool:
    """NOR-AS-05"""
    return any(not _is_active(g, army.id) or moving_hqs(g, army.id) for army in due_armies(g))


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {"army_takes_over": _takes_over}
"""The conditions of its steps."""

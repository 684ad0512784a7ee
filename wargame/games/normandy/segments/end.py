"""The end of a game-turn: victory points, Withdrawal, the end of the game (NOR-VP, NOR-WN, NOR-SQ-02)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.content.figures import counted
from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import DONE, Next, segment
from wargame.games.normandy.armies import ENDED, end_operation
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.entry import NOW_TAKEN
from wargame.games.normandy.harm import LEFT_HALVES, POCKETS
from wargame.games.normandy.score import (
    BOOKED,
    VP,
    WITHDRAWN_TURN,
    army_side,
    beaches_held,
    cities_held,
    gain,
    is_airborne_lost,
    is_brittany_thin,
    is_last_turn,
    last_turn,
    loss_points,
    may_withdraw,
    net,
    noted_hexes,
    number,
    odon,
    operation_points,
    operations_over,
    shaded_after,
    sudden_death,
    vp,
    why_must_withdraw,
)
from wargame.games.normandy.state import NorGame
from wargame.rules.phases import next_turn

COMPELLED, AIRBORNE_LOST, BOOKED_LEFT = "compelled", "airborne lost", "booked left"
"""Tracks: a Withdrawal that had to be; NOR-VP-09 booked; NOR-WN-05 VP booked for units that left."""


def _score(g: NorGame, side: Side, points: int, *, rule: str) -> None:
    """NOR-VP-01  Points, positive or negative, on a side's own track."""
    g.set_track(VP[side], vp(g, side) + points, rule=rule)


# -- Operations -------------------------------------------------------------------------------------


@segment("normandy.victory.operations")
async def operations(g: NorGame) -> Next:
    """NOR-OP-15, NOR-VP-03  Operations that end are judged; on the last turn all that run (R-111)."""
    for army in operations_over(g):
        g.note("length_reached", rule="NOR-OP-09", army=g.content.armies[army].title)
        end_operation(g, army, rule="NOR-OP-09")
    for army in [str(army) for army in g.state.lists.get(ENDED, ())]:
        if g.content.plays("victory"):
            _judge(g, army)
        g.set_list(noted_hexes(g, army), (), rule="NOR-OP-15")
    g.set_list(ENDED, (), rule="NOR-OP-15")
    return DONE


def _judge(g: NorGame, army: str) -> None:
    """NOR-VP-03  Hexes gained; what a nation scores by gains is limited in the whole game."""
    side, nation, gained = army_side(g, army), g.content.armies[army].nation, gain(g, army)
    points = operation_points(g, army, gained)
    name = g.content.armies[army].title
    g.note("operation_judged", rule="NOR-VP-03", army=name, gain=gained, points=points, side=side)
    _score(g, side, points, rule="NOR-VP-03")
    if side == "german" or points <= 0:
        return
    so_far = number(g, f"gains {nation}") + points
    g.set_track(f"gains {nation}", so_far, rule="NOR-VP-03")
    if so_far >= g.content.victory.points.operation_most:
        g.note("operation_capped", rule="NOR-VP-03", nation=NATION_TITLES[nation])


# -- points -----------------------------------------------------------------------------------------


@segment("normandy.victory.points")
async def points(g: NorGame) -> Next:
    """NOR-VP-01, NOR-VP-04 to -09, NOR-WN-05  Both tracks are moved, in the order of section 9."""
    if g.content.plays("victory"):
        _losses(g)
        _pockets(g)
        _cities(g)
        _areas(g)
        _beaches(g)
        _airborne(g)
        _left(g)
        g.note(
            "tracks",
            rule="NOR-VP-01",
            allied=vp(g, "allied"),
            german=vp(g, "german"),
            net=net(g),
        )
        _ports(g)
    return DONE


def _losses(g: NorGame) -> None:
    """NOR-VP-04  The running total of Allied steps lost; remainders carry over."""
    due = loss_points(g)
    if due:
        lost = number(g, "lost allied")
        g.note("steps_lost", rule="NOR-VP-04", lost=lost, points=due)
        g.set_track(BOOKED, number(g, BOOKED) + due, rule="NOR-VP-04")
        _score(g, "german", due, rule="NOR-VP-04")


def _pockets(g: NorGame) -> None:
    """NOR-VP-05  Counted as they fell (harm.eliminate, NOR-HQ-01)."""
    count = number(g, POCKETS)
    if count:
        worth = count * g.content.victory.points.pocket
        g.note("pockets", rule="NOR-VP-05", count=count, points=worth)
        g.set_track(POCKETS, 0, rule="NOR-VP-05")
        _score(g, "allied", worth, rule="NOR-VP-05")


def _cities(g: NorGame) -> None:
    """NOR-VP-02, NOR-VP-06  On every fourth turn."""
    if g.content.turns[g.state.turn()].shaded:
        count = cities_held(g)
        worth = count * g.content.victory.points.city
        g.note("cities", rule="NOR-VP-06", count=count, points=worth)
        _score(g, "allied", worth, rule="NOR-VP-06")


def _areas(g: NorGame) -> None:
    """NOR-VP-07, NOR-OM-05  Areas taken for the first time; Brittany held too thinly."""
    for area, worth in g.content.victory.area.items():
        taken = number(g, f"taken {area}")
        first = g.state.tracks.get(f"area {area}") == "allied" and not taken
        if first or taken == NOW_TAKEN:
            g.note("area_scored", rule="NOR-VP-07", area=area, points=worth)
            g.set_track(f"taken {area}", 1, rule="NOR-VP-07")
            _score(g, "allied", worth, rule="NOR-VP-07")
    if is_brittany_thin(g):
        price = g.content.off_map.brittany.vp
        g.note("brittany", rule="NOR-OM-05", points=price)
        _score(g, "allied", price, rule="NOR-OM-05")


def _beaches(g: NorGame) -> None:
    """NOR-VP-08  Every turn."""
    worth = beaches_held(g, "german") * g.content.victory.points.beach
    if worth:
        g.note("beaches", rule="NOR-VP-08", points=worth)
        _score(g, "german", worth, rule="NOR-VP-08")


def _airborne(g: NorGame) -> None:
    """NOR-VP-09  Once."""
    if is_airborne_lost(g) and not number(g, AIRBORNE_LOST):
        worth = g.content.victory.points.airborne
        g.note("airborne", rule="NOR-VP-09", points=worth)
        g.set_track(AIRBORNE_LOST, 1, rule="NOR-VP-09")
        _score(g, "german", worth, rule="NOR-VP-09")


def _left(g: NorGame) -> None:
    """NOR-WN-05  Units that have left, their halves summed over the whole game, up to a limit."""
    most = g.content.victory.withdrawal.most
    whole, booked = min(number(g, LEFT_HALVES) // 2, most), number(g, BOOKED_LEFT)
    if whole > booked:
        g.note("escaped", rule="NOR-WN-05", points=whole)
        g.set_track(BOOKED_LEFT, whole, rule="NOR-WN-05")
        _score(g, "german", whole - booked, rule="NOR-WN-05")


def _ports(g: NorGame) -> None:
    """NOR-SL-11  Since which Victory Point Segment each port is Allied; Cherbourg's count never stops (R-112)."""
    for port in g.content.facilities.values():
        if port.kind != "port":
            continue
        held = all(g.state.control.get(h) == "allied" for h in port.hexes)
        since = number(g, f"port {port.id}")
        if held and not since:
            g.set_track(f"port {port.id}", g.state.turn(), rule="NOR-SL-11")
        elif since and not held and port.later is None:
            g.set_track(f"port {port.id}", 0, rule="NOR-SL-11")


# -- Withdrawal -------------------------------------------------------------------------------------


@segment("normandy.victory.withdrawal")
async def withdrawal(g: NorGame, side: Side) -> Next:
    """NOR-WN-01, NOR-WN-02, NOR-WN-03  The German may give Normandy up at a price, or must."""
    why = why_must_withdraw(g)
    if why:
        g.set_track(COMPELLED, 1, rule="NOR-WN-02")
        _withdraw(g, "withdrawal_forced", rule="NOR-WN-02", why=why)
        return DONE
    turn, rules = g.state.turn(), g.content.victory.withdrawal
    price, last = rules.cost(turn), min(turn + rules.turns, g.content.scenario.last_turn)
    said = f"Declare Withdrawal for {price} VP; turn {last} is the last"
    if count := shaded_after(g, last):
        lost = counted(count, "city count")
        said += f", and the Allies score {rules.shaded * count} for {lost} not played"
    options = [(Option(PASS, "Stay in Normandy"), False), (Option("withdraw", said), True)]
    prompt = f"Declare Withdrawal from Normandy? It costs {price} VP now."
    if await g.ask(Choice(side, "withdrawal", prompt, options, rule="NOR-WN-01", quiet=PASS)):
        g.note("withdrawal_price", rule="NOR-WN-03", points=price)
        _score(g, "german", -price, rule="NOR-WN-03")
        _withdraw(g, "withdrawal", rule="NOR-WN-01")
    return DONE


def _withdraw(g: NorGame, what: str, *, rule: str, **facts: str) -> None:
    """NOR-WN-04, NOR-WN-06  Declared: the last turn is known."""
    g.set_track(WITHDRAWN_TURN, g.state.turn(), rule=rule)
    g.note(what, rule=rule, turn=last_turn(g), **facts)


# -- the end of the game ----------------------------------------------------------------------------


@segment("normandy.victory.ending")
async def ending(g: NorGame) -> Next:
    """NOR-VP-10 to -13, NOR-WN-06  Sudden death, else the last turn is over and the tracks decide."""
    winner = sudden_death(g)
    if winner is not None:
        _sudden(g, winner)
        return DONE
    if g.content.scenario.points is not None:
        now = odon(g)
        g.note("odon", rule="NOR-VP-10", british=now.british, german=now.german, net=net(g))
    else:
        _not_played(g)
    band = g.content.band(net(g))
    g.end(band.side, band.level, "points", rule="NOR-VP-10")
    return DONE


def _sudden(g: NorGame, winner: Side) -> None:
    """NOR-VP-11, NOR-VP-12  At once, whatever the tracks say."""
    bands = [band for band in g.content.scenario.band if band.winner == winner]
    if winner == "german":
        g.end(winner, bands[-1].level, "beaches_lost", rule="NOR-VP-11")
    else:
        g.end(winner, bands[0].level, "field_force_gone", rule="NOR-VP-12")


def _not_played(g: NorGame) -> None:
    """NOR-VP-13  City counts that the game did not reach."""
    count = shaded_after(g, g.state.turn())
    if count:
        worth = count * g.content.victory.withdrawal.shaded
        g.note("turns_not_played", rule="NOR-VP-13", count=count, points=worth)
        _score(g, "allied", worth, rule="NOR-VP-13")


# -- the next turn ----------------------------------------------------------------------------------


@segment("normandy.end.indication")
async def indication(g: NorGame) -> Next:
    """NOR-SQ-02, NOR-AA-04  Air and landing points left are lost, the order of player-turns is the default."""
    for track in ("interdiction", "ground", "aside", "landing us", "landing cw"):
        if track in g.state.tracks:
            g.set_track(track, 0, rule="NOR-SQ-02")
    g.set_track("first", "allied", rule="NOR-SQ-03")
    next_turn(g, rule="NOR-SQ-02")
    return DONE


# -- conditions -------------------------------------------------------------------------------------


def _operations_end(g: NorGame, _: Side) -> bool:
    return bool(g.state.lists.get(ENDED)) or bool(operations_over(g))


def _game_ends(g: NorGame, _: Side) -> bool:
    return is_last_turn(g) or sudden_death(g) is not None


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "operations_end": _operations_end,
    "withdrawal_open": lambda g, _: may_withdraw(g),
    "game_ends": _game_ends,
}
"""The conditions of its steps."""

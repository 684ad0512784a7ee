"""Section 9  Victory points, Withdrawal and the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.games.normandy.referee.position import Position, Unit

CITY_TURNS = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40)
BANDS = (
    (90, "allied decisive"),
    (70, "allied marginal"),
    (50, "draw"),
    (30, "german marginal"),
)


def operation_points(side: str, gain: int, earned: int = 0) -> int:
    """NOR-VP-03  Points on the owner's track; `earned` is what the nationality had from gains."""
    if side == "allied":
        if gain >= 6:
            return min(2, 6 - earned)
        return 0 if gain >= 3 else -2
    return 3 if gain >= 4 else 0 if gain >= 1 else -1


def loss_points(steps: int, booked: int) -> int:
    """NOR-VP-04  German points now due for all Allied steps lost since T1."""
    return steps // 6 - booked


def city_points(pos: Position, turn: int) -> int:
    """NOR-VP-06"""
    if turn not in CITY_TURNS:
        return 0
    return cities(pos)


def cities(pos: Position) -> int:
    return sum(1 for h in pos.ground.cities if pos.controls("allied", h))


def beach_points(pos: Position) -> int:
    """NOR-VP-08  German points of a turn."""
    return 3 * sum(1 for h in pos.ground.beaches if pos.controls("german", h))


def area_points(before: Iterable[str], now: Iterable[str]) -> int:
    """NOR-VP-07  Allied points for areas that were never Allied before."""
    return sum({"A": 2, "B": 1, "C": 1}.get(a, 0) for a in set(now) - set(before))


def brittany(pos: Position) -> int:
    """NOR-OM-05  Loss of the Allied player for too few units in Brittany."""
    here = sum(1 for u in pos.at("area:A") if u.combat and u.nation == "us")
    due = pos.turn >= 30 and pos.areas.get("A") == "allied" and here < 4
    return -1 if due else 0


def must_withdraw(pos: Position, turn: int) -> bool:
    """NOR-WN-02"""
    both = all(pos.areas.get(a) == "allied" for a in "AB")
    return both or turn >= 36 or (turn >= 24 and cities(pos) >= 16)


def may_withdraw(turn: int) -> bool:
    return turn >= 20


def withdrawal_price(turn: int) -> int:
    """NOR-WN-03  VP that a voluntary declaration costs the German."""
    return 4 * (36 - turn)


def last_turn(declared: int | None) -> int:
    """NOR-WN-06"""
    return 40 if declared is None else min(40, declared + 7)


def exit_points(units: Iterable[Unit]) -> int:
    """NOR-WN-05  Points for all units of the game that left, halves summed, 40 at most."""
    return min(40, int(sum(map(_exit_value, units), Fraction(0))))


def _exit_value(unit: Unit) -> Fraction:
    if unit.flag("hq"):
        return Fraction(1)
    half = unit.flag("art") or unit.shown == "C"
    return Fraction(1, 2) if half else Fraction(1)


def early_end(last: int) -> int:
    """NOR-VP-13  Allied points for the shaded turns not played; sudden death gives none."""
    return 24 * sum(1 for turn in CITY_TURNS if turn > last)


def sudden_death(pos: Position, turn: int) -> str | None:
    """NOR-VP-11, 12  Who wins at once."""
    if sum(1 for h in pos.ground.beaches if pos.controls("allied", h)) < 3:
        return "german"
    if turn < 30 or pos.withdrawn:
        return None
    field_force = any(
        u.side == "german" and u.strength >= 2 and u.hex in pos.ground.terrain
        for u in pos.units.values()
    )
    return None if field_force else "allied"


def result(allied: int, german: int) -> str:
    """NOR-VP-10  The band of the difference."""
    net = allied - german
    return next((name for least, name in BANDS if net >= least), "german decisive")


@dataclass(frozen=True)
class Epsom:
    """8.2  Points of the learning scenario."""

    hexes: Mapping[str, int]
    beyond: frozenset[str]

    def points(self, pos: Position, german_steps: int, allied_steps: int) -> int:
        """CW points minus German points at the end of T12."""
        score = sum(v for h, v in self.hexes.items() if pos.controls("allied", h))
        over = any(
            u.combat and u.nation == "cw" and u.supply == "in" and u.hex in self.beyond
            for u in pos.units.values()
        )
        return score + (5 if over else 0) + german_steps // 2 - allied_steps // 2


EPSOM = Epsom(
    {"3318": 5, "3219": 3, "3316": 3, "2919": 3, "3217": 2},
    frozenset({"3419", "3517", "3518", "3519", "3520", "3617", "3618", "3619"}),
)


def epsom_result(difference: int) -> str:
    if difference >= 7:
        return "allied"
    return "draw" if difference >= 4 else "german"


def pocket_points(status: str, *, cornered: bool) -> int:
    """NOR-VP-05  Allied points for one German combat unit eliminated."""
    return int(status == "isolated" or cornered)

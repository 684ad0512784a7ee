"""What attacker and defender give to an attack: one Allotment each (NOR-CO-14 to -17, NOR-AA-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from wargame.content.figures import signed
from wargame.flow.allot import Allotment, Amounts, Purse, Share
from wargame.flow.ask import About, Odds, Refusal
from wargame.games.normandy.armies import operation, turns_run
from wargame.games.normandy.asks.commanding import price
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.odds import NOTHING, Assessment, Stake, assess, basis, odds, worth
from wargame.games.normandy.score import is_last_turn
from wargame.games.normandy.stakes import (
    FORTRESS,
    Forces,
    guns,
    held,
    most_ground,
    most_sp,
    purse_of,
    purses,
    ships,
    why_no_fleet,
    why_silent,
)
from wargame.games.normandy.state import (
    OTHER,
    NorGame,
    kind_of,
    place_name,
    rating,
    unit_name,
)
from wargame.model.state import UnitId

SP, GROUND, NAVAL = "sp", "ground", "naval-"
"""Keys of rows; support points of one of two armies are called by the army."""
WORTH = Fraction(1, 4)
"""A proposal gives what brings so much for what it costs."""
KEPT = 1
"""Support points that a proposal leaves to a purse, as long as the enemy's player-turn is still to come."""
FIRST, MORE, AIR, FREE = Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 4)
"""Prices: the first support point or a gun, which one re-supplies; a further point; aircraft; ships."""


class SupportAsk(Allotment):
    """What one side gives to an attack; empty where it has nothing to give."""

    def __init__(self, support: Support, side: Side) -> None:
        forces, defence = support.forces, support.defence
        key = "combat.defence" if defence else "combat.support"
        super().__init__(
            side,
            key,
            support.prompt,
            support.rows,
            {GROUND: Purse("Ground Support points", support.ground)} if support.ground else {},
            rule="NOR-CO-17",
            proposed=lambda: support.amounts(support.proposed()),
            why_not=support.why_not,
            explain=support.explain,
            account=support.account,
            odds=support.odds,
            nothing="Give nothing",
            about=lambda: About(tuple(forces.units), forces.targets, support.against()),
            described=support.described,
        )


class Support:
    """The rows of the question, what they stand for, and what they come to."""

    def __init__(
        self, g: NorGame, forces: Forces, stake: Stake = NOTHING, *, defence: bool
    ) -> None:
        self.g, self.forces, self.defence, self.stake = g, forces, defence, stake
        units = forces.of(g, defence=defence)
        self.purses = purses(g, units)
        self.most_sp = most_sp(g, forces, defence=defence)
        self.guns = guns(g, forces, defence=defence)
        self.ground = most_ground(g, forces, defence=defence)
        self.ships = ships(g, forces, defence=defence)
        self.rows = list(self._rows())
        self._wary = not defence and g.state.tracks.get("first") == forces.side

    # -- rows ---------------------------------------------------------------------------------

    def _key(self, purse: str) -> str:
        return SP if len(self.purses) == 1 else purse

    def _purse_title(self, purse: str) -> str:
        army = self.g.content.armies.get(purse)
        return army.title if army else "Fortress Cherbourg"

    def _rows(self) -> Iterator[Share]:
        """Purses, guns, aircraft, ships."""
        g = self.g
        for purse in self.purses:
            rule = "NOR-SL-10" if purse == FORTRESS else "NOR-CO-14"
            yield Share(self._key(purse), "", min(self.most_sp, held(g, purse)), rule=rule)
        for gun in self.guns:
            yield Share(gun, "", 1, units=(gun,), rule="NOR-CO-15")
        if self.ground:
            yield Share(GROUND, "", self.ground, purse=GROUND, rule="NOR-AA-04")
        for nation in self.ships:
            yield Share(NAVAL + nation, "", 1, rule="NOR-CO-16")

    def described(self, row: Share) -> Share:
        """A row with its title, and what is left or how far it is."""
        g, key = self.g, row.key
        if row.units:
            far = min(g.grid.distance(g.state.units[key].hex, h) for h in self.forces.targets)
            note = f"rating {rating(g, key)}, {far} of {kind_of(g, key).cls.range} hexes away"
            return row._replace(title=unit_name(g, key), note=note)
        if key == GROUND:
            left = int(g.state.tracks.get("ground", 0))
            return row._replace(title="Ground Support", note=f"{left} left")
        if key.startswith(NAVAL):
            return row._replace(title=f"naval gunfire {NATION_TITLES[key.removeprefix(NAVAL)]}")
        purse = key if key in self.purses else self.purses[0]
        title = f"SP of {self._purse_title(purse)}"
        return row._replace(title=title, note=f"{held(g, purse)} left")

    # -- amounts ------------------------------------------------------------------------------

    def staked(self, amounts: Mapping[str, int]) -> Stake:
        """What amounts stand for."""
        paid = [(p, n) for p in self.purses if (n := amounts.get(self._key(p), 0))]
        purse, points = paid[0] if paid else ("", 0)
        fleet = next((n for n in self.ships if amounts.get(NAVAL + n)), "") if self.ships else ""
        fire = tuple([gun for gun in self.guns if amounts.get(gun)])
        return Stake(points, purse, fire, fleet, amounts.get(GROUND, 0))

    def amounts(self, stake: Stake) -> Amounts:
        """The other way round."""
        found = dict.fromkeys(stake.guns, 1)
        if stake.sp:
            found[self._key(stake.purse)] = stake.sp
        if stake.ground:
            found[GROUND] = stake.ground
        if stake.naval:
            found[NAVAL + stake.naval] = 1
        return found

    def given(self, stake: Stake) -> str:
        """What a stake gives, in words; "" for nothing."""
        amounts = self.amounts(stake)
        rows = [self.described(row) for row in self.rows if amounts.get(row.key)]
        return ", ".join(r.title if r.most == 1 else f"{r.title} {amounts[r.key]}" for r in rows)

    def why_not(self, amounts: Mapping[str, int]) -> Refusal | None:
        """NOR-CO-14, NOR-CO-16  One purse pays, and one nation's ships fire."""
        if len(self.purses) <= 1 and len(self.ships) <= 1:
            return None
        paying = [p for p in self.purses if amounts.get(self._key(p))]
        if len(paying) > 1:
            said = f"The support points of an attack come from one purse, not {len(paying)}."
            return Refusal(said, "NOR-CO-14")
        if sum(bool(amounts.get(NAVAL + n)) for n in self.ships) > 1:
            return Refusal("Naval gunfire is used once in a combat at most.", "NOR-CO-16")
        return None

    def explain(self, word: str) -> Refusal | None:
        """NOR-AA-04, NOR-CO-14 to -16  Why points, aircraft, ships or a gun are no row."""
        if word == SP or word in self.g.content.armies:
            return self._why_no_points(word)
        if word == GROUND:
            return self._why_no_aircraft()
        if word.startswith(NAVAL):
            said = why_no_fleet(self.g, self.forces, defence=self.defence)
            return Refusal(said or "Those ships have fired in this player-turn.", "NOR-CO-16")
        said = why_silent(self.g, self.forces, word, defence=self.defence)
        return Refusal(f"{unit_name(self.g, word)} {said}.", "NOR-CO-15") if said else None

    def _why_no_points(self, word: str) -> Refusal:
        """NOR-CO-14, NOR-SL-07  Who could pay, and why it does not; of two that can, how they are called."""
        if word == SP and len(self.purses) > 1:
            said = f"Two purses could pay: write {' or '.join(self.purses)} for {SP}."
        elif word in (*self.purses, SP) and self.purses:
            said = f"One purse alone can pay here: its points are called {SP}."
        else:
            units = self.forces.of(self.g, defence=self.defence)
            empty = sorted({purse_of(self.g, u) for u in units} - {""})
            titles = [self._purse_title(purse) for purse in empty]
            said = "No unit here is In Supply with a Supported HQ: nobody can spend support points."
            if titles:
                said = f"{' and '.join(titles)} {'has' if len(titles) == 1 else 'have'} no support points left."
        rest = ", ".join(row.key for row in self.rows if row.key not in self.purses)
        rest = rest if not self.purses else ""
        return Refusal(f"{said} What can be given: {rest}." if rest else said, "NOR-CO-14")

    def _why_no_aircraft(self) -> Refusal:
        """NOR-AA-04"""
        weather = self.g.content.weathers[self.g.state.tracks["weather"]]  # type: ignore[index]
        said = "Only the Allied player has aircraft."
        if (self.forces.side == "allied") is not self.defence:
            left = int(self.g.state.tracks.get("ground", 0))
            said = "No Ground Support points are left this turn."
            said = f"No aircraft help in {weather.title} weather." if left else said
        return Refusal(said, "NOR-AA-04")

    # -- what they come to --------------------------------------------------------------------

    def _assessed(self, stake: Stake) -> Assessment:
        pair = (self.stake, stake) if self.defence else (stake, NOTHING)
        return assess(self.g, self.forces.targets, self.forces.units, *pair)

    def account(self, amounts: Mapping[str, int]) -> list[str]:
        """Strengths, column and DRM with these amounts, what they may be answered with, and what runs dry."""
        stake = self.staked(amounts)
        return [basis(self.g, self._assessed(stake)), *self._answered(stake), *self._dry(stake)]

    def _answered(self, stake: Stake) -> Iterator[str]:
        """NOR-CO-17  How far the other side, which gives after this one, can bring the DRM down."""
        if self.defence:
            return
        foe = Support(self.g, self.forces, stake, defence=True)
        now, then = self._assessed(stake).drm, foe._assessed(foe.most()).drm
        if then < now:
            yield f"the defender may bring the DRM down to {signed(then)}"

    def most(self) -> Stake:
        """All that could be given; of several purses the first pays."""
        purse = self.purses[0] if self.purses else ""
        points = min(self.most_sp, held(self.g, purse)) if purse else 0
        fleet = self.ships[0] if self.ships else ""
        return Stake(points, purse, tuple(self.guns), fleet, self.ground)

    def _dry(self, stake: Stake) -> Iterator[str]:
        """NOR-OP-08, NOR-OP-09  An Operation goes on for points that the Reserve has left over."""
        g, army = self.g, stake.purse
        run = turns_run(g, army) if stake.sp and army in g.content.armies else 0
        if not run or is_last_turn(g) or run >= g.content.limits.operation.length(self.payer):
            return
        left, needed = held(g, army) - stake.sp, price(g, army, len(operation(g, army)))
        if left < needed:
            title = self._purse_title(army)
            yield f"{title} keeps {left} SP: its Operation needs {needed} to go on next turn, before new points come"

    @property
    def payer(self) -> Side:
        """The side that gives."""
        return OTHER[self.forces.side] if self.defence else self.forces.side

    def odds(self, amounts: Mapping[str, int]) -> Odds:
        """NOR-CO-18  The chances with these amounts."""
        return odds(self.g, self._assessed(self.staked(amounts)))

    def against(self) -> tuple[UnitId, ...]:
        """The defenders."""
        return tuple(self.forces.of(self.g, defence=True))

    def prompt(self) -> str:
        """The question."""
        places = " and ".join(place_name(self.g, h) for h in self.forces.targets)
        account = basis(self.g, self._assessed(NOTHING))
        if self.defence:
            return f"You are attacked in {places}: {account}. What do you give to the defence?"
        return f"Attack on {places}: {account} with nothing given. What do you give to it?"

    # -- the proposal -------------------------------------------------------------------------

    def _spare(self, purse: str) -> int:
        """NOR-CO-14  Points of a purse that need not be kept for the defence."""
        return min(self.most_sp, held(self.g, purse) - KEPT * self._wary)

    def _spare_ground(self) -> int:
        """NOR-AA-04  The same of Ground Support: what one combat may use is kept."""
        left = int(self.g.state.tracks.get("ground", 0))
        kept = most_ground(self.g, self.forces, defence=self.defence) * self._wary
        return min(self.ground, left - kept)

    def proposed(self) -> Stake:
        """What brings most for its price, one thing after the other, as long as it is worth it."""
        stake, value = NOTHING, self._value(NOTHING)
        while True:
            tried = [(self._value(more), price, more) for more, price in self._more(stake)]
            gains = [((v - value) / price, v, m) for v, price, m in tried]
            best = max(gains, key=lambda row: (row[0], -gains.index(row)), default=None)
            if best is None or best[0] < WORTH:
                return stake
            value, stake = best[1], best[2]

    def _value(self, stake: Stake) -> Fraction:
        found = worth(self.g, self._assessed(stake))
        return -found if self.defence else found

    def _more(self, stake: Stake) -> list[tuple[Stake, Fraction]]:
        """Every next thing that could be given, with its price."""
        found = []
        for purse in self.purses:
            if stake.purse in ("", purse) and stake.sp < self._spare(purse):
                found.append(
                    (stake._replace(sp=stake.sp + 1, purse=purse), MORE if stake.sp else FIRST)
                )
        for gun in self.guns:
            if gun not in stake.guns:
                found.append((stake._replace(guns=(*stake.guns, gun)), FIRST))
        if stake.ground < self._spare_ground():
            found.append((stake._replace(ground=stake.ground + 1), AIR))
        if self.ships and not stake.naval:
            found.append((stake._replace(naval=self.ships[0]), FREE))
        return found


def support_ask(
    g: NorGame, forces: Forces, stake: Stake = NOTHING, *, defence: bool
) -> tuple[SupportAsk, Support] | None:
    """The question to one side; None where it has nothing to give."""
    support = support_of(g, forces, stake, defence=defence)
    if not support.rows:
        return None
    return SupportAsk(support, support.payer), support


def support_of(g: NorGame, forces: Forces, stake: Stake, *, defence: bool) -> Support:
    """What a side may give: the same as before where nothing has changed since."""
    return _support(g, forces, stake, defence, g.board.changes)


@lru_cache(maxsize=1)
def _support(
    g: NorGame, forces: Forces, stake: Stake, defence: bool, _changes: tuple[int, int]
) -> Support:
    return Support(g, forces, stake, defence=defence)

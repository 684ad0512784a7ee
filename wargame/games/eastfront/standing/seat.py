"""EF-AU-02  The seat: what a side ordered is done where it would act itself, with legal answers only."""

from __future__ import annotations

from wargame.flow.ask import Ask
from wargame.flow.seat import Decision
from wargame.flow.standing_orders import standing_orders
from wargame.games.eastfront.standing import book
from wargame.games.eastfront.standing.fighting import combat, partisans, reserve
from wargame.games.eastfront.standing.flying import air, naval
from wargame.games.eastfront.standing.railways import convert
from wargame.games.eastfront.standing.roads import legal, march, quiet, rear
from wargame.games.eastfront.standing.stocks import replace, supply
from wargame.games.eastfront.state import EfGame
from wargame.model.state import Side

ACTS: dict[str, book.Act] = {
    book.REAR: rear, book.CONVERT: convert, book.MARCH: march, book.QUIET: quiet, book.SUPPLY: supply,
    book.REPLACE: replace, book.AIR: air, book.NAVAL: naval, book.PARTISANS: partisans,
    book.HOLD_BACK: reserve, book.COMBAT: combat,
}  # fmt: skip
ASKED: dict[str, tuple[str, ...]] = {
    "move": (book.REAR, book.CONVERT, book.MARCH, book.QUIET), "supply.move": (book.SUPPLY,),
    "replacements": (book.REPLACE,), "replacements.place": (book.REPLACE,), "replacements.air": (book.REPLACE,),
    "air.mission": (book.AIR,), "air.intercept": (book.AIR,), "air.support": (book.AIR,),
    "naval": (book.NAVAL,), "naval.react": (book.NAVAL,),
    "bands": (book.PARTISANS,), "bands.raise": (book.PARTISANS,),
    "bands.join": (book.PARTISANS,),
    "reserve": (book.HOLD_BACK,), "react": (book.HOLD_BACK,),
    "losses": (book.COMBAT,), "stand": (book.COMBAT,), "retreat": (book.COMBAT,),
}  # fmt: skip
"""The kinds of order that have a say in a question, the first before the others."""


class StandingSeat:
    """Carries out the orders of a side, or proposes what they come to."""

    def plays(self, g: EfGame, side: Side) -> bool:
        """Whether it may have something to say: orders stand, or units move and quiet sectors are told apart."""
        moving = (
            bool(g.state.frames) and g.state.frames[-1].name == f"eastfront.{side}.movement.ground"
        )
        return moving or bool(standing_orders(g.state, side))

    def decide(self, known: EfGame, ask: Ask[object]) -> Decision | None:
        """The first kind that has an answer; quiet sectors only ever propose (EF-AU-12)."""
        for kind in ASKED.get(ask.key, ()):
            how = book.mode(known.state, ask.side, kind)
            found = None if how == "off" else ACTS[kind](known, ask)
            if found is not None and legal(ask, found[0]):
                confirm = how == "propose" or kind == book.QUIET
                return Decision(found[0], (found,), confirm=confirm)
        return None


SEAT = StandingSeat()

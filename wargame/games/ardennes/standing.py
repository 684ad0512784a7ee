"""ARD-RB-22, ARD-BR-02  What the Allied player has ordered once and for all, so that nobody hands over for it.

    order roadblock best      try each Roadblock, in the place that ARD-RB-21 puts first
    order bridge blow         try each Bridge that a unit can reach
    order clearing roll       roll for a unit in the place of each Roadblock that is cleared
    order roadblock never     let them be

The newest order of a kind stands until it is revoked.  Whatever an order leaves open is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from wargame.flow.aside import Aside, Words
from wargame.flow.ask import NO, Ask, nearest_words, refuse
from wargame.flow.seat import Decision
from wargame.flow.standing_orders import ORDER, REVOKE, REVOKING, set_orders, standing_orders
from wargame.games.ardennes.state import ArdGame, mode_of
from wargame.model.state import Side

NEVER: Final = "never"
_QUESTIONS: Final = {"roadblock": "react.roadblock", "bridge": "react.bridge", "clearing": "react.clear"}  # fmt: skip
_WANTED: Final = {"roadblock": "best", "bridge": "blow", "clearing": "roll"}
_FORM: Final = "order roadblock best, order bridge blow, order clearing roll; or never"
_RULE: Final = "ARD-RB-22"


class AlliedOrders:
    """Answers for the Allied player where he has said beforehand what he does."""

    def plays(self, g: ArdGame, side: Side) -> bool:
        """Whether a side has given orders."""
        return bool(standing_orders(g.state, side))

    def decide(self, known: ArdGame, ask: Ask[object]) -> Decision | None:
        """What stands for the question; cards are played by hand alone."""
        text = _standing(known, ask)
        if not text:
            return None
        found = [option.answer for option in ask.options()]
        if text.endswith(NEVER):
            return Decision(NO, ((NO, text),)) if NO in found else None
        tries = [answer for answer in found if answer != NO and not answer.startswith("event")]
        return Decision(tries[0], ((tries[0], text),)) if tries else None


def _standing(g: ArdGame, ask: Ask[object]) -> str:
    """The order for a question; "" for none."""
    said = (text.split() for text in reversed(standing_orders(g.state, ask.side)))
    return next((" ".join(words) for words in said if _QUESTIONS[words[0]] == ask.key), "")


def _may_order(g: ArdGame, side: Side) -> bool:
    """ARD-RB-22  Whether a side has such decisions: the Allied player of two."""
    return side == "allied" and mode_of(g) == "2p"


def _read(g: ArdGame, side: Side, words: Words) -> Words:
    """An order as it is written; raises IllegalAnswer with what could stand instead."""
    if not _may_order(g, side):
        raise refuse("Only an Allied player has anything to order beforehand.", _RULE)
    said = tuple(word.casefold() for word in words)
    if not said or said[0] not in _WANTED:
        near = nearest_words(said[0], list(_WANTED)) if said else ""
        raise refuse(f"Say about what.{near}", _RULE, *_offers(g, side))
    allowed = (_WANTED[said[0]], NEVER)
    if len(said) != 2 or said[1] not in allowed:
        raise refuse(f"Say what: {' or '.join(allowed)}.", _RULE, *(f"{ORDER} {said[0]} {word}" for word in allowed))  # fmt: skip
    return said


def _give(g: ArdGame, side: Side, words: Words) -> None:
    before = [text for text in standing_orders(g.state, side) if text.split()[0] != words[0]]
    set_orders(g, side, (*before, " ".join(words)), rule=_RULE)


def _offers(g: ArdGame, side: Side) -> Sequence[str]:
    """Orders that do not stand yet."""
    if not _may_order(g, side):
        return ()
    stand = standing_orders(g.state, side)
    every = (f"{kind} {word}" for kind in _WANTED for word in (_WANTED[kind], NEVER))
    return [f"{ORDER} {text}" for text in every if text not in stand]


SEAT: Final = AlliedOrders()
ASIDES: Final[Mapping[str, Aside]] = {
    ORDER: Aside("Standing orders", _read, _give, _offers, _FORM, fits=_may_order),
    REVOKE: REVOKING,
}
"""What the Allied player may say at any question of his own."""

"""A hand of cards: a card, one of its uses, then who or what; what it would touch lit on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wargame.flow.ask import Ask, Odds, Option, Refusal
from wargame.flow.hand import HandAsk, Held, Use
from wargame.hexes.grid import Hex
from wargame.tui.asks.choice import ChoiceController
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, marked, stands, told
from wargame.tui.asks.naming import NamingController
from wargame.tui.asks.view import Item, Layer, View


class _Narrowed:
    """The same question with only some of its answers listed; units and cards keep their order."""

    complete, each, settled, kind = False, False, "", "choice"

    def __init__(self, ask: Ask[Any], options: Sequence[Option]) -> None:
        self._ask, self._options = ask, options
        placed = all(option.hexes for option in options)
        self.about = ask.about if placed else replace(ask.about, in_order=True)
        self.side, self.key, self.rule = ask.side, ask.key, ask.rule
        self.prompt, self.read, self.sample = ask.prompt, ask.read, ask.sample

    def options(self) -> Sequence[Option]:
        """Those that are left."""
        return self._options

    def odds(self, answer: str) -> Odds | None:
        """As of the whole question."""
        return self._ask.odds(answer)


class HandController:
    """Presents a question that is answered with a card."""

    def __init__(self, desk: Desk, ask: HandAsk, cursor: Hex) -> None:
        self.desk, self.cursor = desk, cursor
        self._hand, self._piles = ask.hand(), ask.piles()
        self._at = -1
        """The card that is looked at."""
        self._open: Held | None = None
        """The card whose uses are listed."""
        self._use = 0
        self._inner: ChoiceController | NamingController | None = None
        """Asks what the use is about."""
        self._focus: Hex | None = None
        self._leaving = False
        """Whether the key that ends everything was pressed once."""

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self.cursor = where
        if where != self._focus:
            self._focus = None
        if self._inner is not None:
            self._inner.look(where)

    def lead(self) -> None:
        """The question is new: the cards lie in sight, the map stays where it is."""

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        if self._inner is not None:
            self._inner.pick(at)
        elif self._open is not None and 0 <= at < len(self._open.uses):
            self._use = at
            self._lead_to(self._open.uses[at])
        elif self._open is None and 0 <= at < len(self._hand):
            self._at = at
            self._lead_to(*self._hand[at].uses)

    def act(self, action: str) -> Move:
        """A key was pressed."""
        leaving, self._leaving = self._leaving, action == "pass"
        if action == "pass":
            unused = [card for card in self._hand if any(use.touched for use in card.uses)]
            sure = leaving or not unused or not self.desk.way_out()
            return self.desk.leave() if sure else _still_held(len(unused), self.desk)
        if self._inner is not None and action != "cancel":
            return self._inner.act(action)
        match action:
            case "cancel":
                self._back()
            case "next" | "back":
                self._step(1 if action == "next" else -1)
            case "toggle" if self._open is not None and self._open.uses[self._use].pool:
                self._name(self._open.uses[self._use])
            case "commit":
                return self._commit()
            case _ if action.isdigit() and 0 < int(action) <= self._rows:
                self.pick(int(action) - 1)
                return self._commit()
        return None

    def why(self, where: Hex) -> Refusal | str:
        """What the card has to do with a hex."""
        if self._inner is not None:
            return self._inner.why(where)
        card = self._open or (self._hand[self._at] if self._at >= 0 else None)
        if card is None:
            return "No card is chosen."
        open_ = [use for use in card.uses if where in _places(self.desk, (use,))]
        closed = [f"{use.title}: {use.why}" for use in card.uses if use.why]
        if open_:
            return f"It is legal: {card.title}, {open_[0].title}."
        return f"{card.title} does nothing with {self.desk.hex(where)}. {' '.join(closed)}".strip()

    # -- choosing -----------------------------------------------------------------------------

    @property
    def _rows(self) -> int:
        return len(self._hand if self._open is None else self._open.uses)

    def _step(self, by: int) -> None:
        if self._rows:
            at = self._at if self._open is None else self._use
            self.pick((at + by) % self._rows if at >= 0 or by > 0 else self._rows - 1)

    def _back(self) -> None:
        """A stage back."""
        if self._inner is not None:
            self._inner = None
        else:
            self._open = None

    def _lead_to(self, *uses: Use) -> None:
        """The cursor goes to the first unit or hex in question, unless it stands in one."""
        places = next(filter(None, (_places(self.desk, (use,)) for use in uses)), [])
        self._focus = places[0] if places and self.cursor not in places else None

    def _commit(self) -> Move:
        """A card is opened; a use is given, or asks what it is about."""
        if self._open is None:
            if self._at < 0:
                return Say(self.view().unchosen, bad=False)
            if not self._hand[self._at].uses:
                return Say(f"{self._hand[self._at].title} can be used for nothing now.")
            self._open = self._hand[self._at]
            uses = enumerate(self._open.uses)
            self._use = next((n for n, use in uses if use.touched), 0)
            return None
        use = self._open.uses[self._use]
        if use.why:
            return Say(f"{use.title}: {use.why}")
        if use.answer and self._is_whole(use):
            refusal = self.desk.refusal(use.answer)
            return told(refusal) if refusal else Give(use.answer)
        self._name(use)
        return None

    @staticmethod
    def _is_whole(use: Use) -> bool:
        """Whether nothing is left out that could be named: then nobody need be asked."""
        return not use.pool or len(use.named) == len(use.pool)

    def _name(self, use: Use) -> None:
        """Ask what the use is about."""
        if use.pool:
            self._inner = NamingController(self.desk, use, self.cursor)
        else:
            desk = replace(self.desk, ask=_Narrowed(self.desk.ask, use.options))
            self._inner = ChoiceController(desk, self.cursor)

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        if self._inner is not None:
            view = self._inner.view()
            keys = [key for key in view.keys if key[0] != "p"]
            return replace(view, keys=(*keys, ("Esc", "back to the card")))
        return self._cards() if self._open is None else self._card(self._open)

    def _cards(self) -> View:
        card = self._hand[self._at] if self._at >= 0 else None
        keys = [("Enter", f"open {card.title}")] if card else []
        uses = card.uses if card else ()
        return View(
            hint=f"{self._piles}. A number opens a card; {{next}} looks at the next.",
            keys=(*keys, ("Tab", "next card"), *self._way_out()),
            items=tuple(
                Item(held.title, held.note, here=self.cursor in _places(self.desk, held.uses[:1]))
                for held in self._hand
            ),
            by_number=True,
            at=self._at,
            preview=(*card.lines, *_told(card)) if card else (),
            layers=self._lit(next((use for use in uses if use.touched), None)),
            answer="open" if card else "",
            focus=self._focus,
            unchosen="No card is chosen yet: a number opens one.",
        )

    def _card(self, card: Held) -> View:
        use = card.uses[self._use]
        what = "choose which" if use.options[1:] or not self._is_whole(use) else brief(use.title)
        keys = [] if use.why else [("Enter", what)]
        if use.pool and self._is_whole(use) and len(use.pool) > 1:
            keys.append(("Space", "only some of them"))
        whole = tuple(
            self.desk.about(u) for o in use.touched for u in o.units if not use.options[1:]
        )
        return View(
            hint=f"{card.title}: choose what it does.",
            keys=(*keys, ("Tab", "next use"), ("Esc", "another card"), *self._way_out()),
            items=tuple(Item(u.title, "closed" if u.why else "") for u in card.uses),
            by_number=True,
            at=self._use,
            preview=(use.why,) if use.why else whole or card.lines,
            layers=self._lit(use),
            answer=use.answer,
            focus=self._focus,
        )

    def _way_out(self) -> tuple[tuple[str, str], ...]:
        return (("p", self.desk.way_out_label()),) if self.desk.way_out() else ()

    def _lit(self, use: Use | None) -> tuple[Layer, ...]:
        """What a use would touch."""
        if use is None:
            return ()
        return (marked(_places(self.desk, (use,)), "choice" if use.options[1:] else "selection"),)


def _still_held(count: int, desk: Desk) -> Say:
    """What is said when cards are left that could be played."""
    can = "1 card can" if count == 1 else f"{count} cards can"
    return Say(f"{can} be played. Press {{pass}} again: {desk.way_out_label()}.", bad=False)


def _places(desk: Desk, uses: Sequence[Use]) -> list[Hex]:
    """Every hex that uses touch, sorted."""
    return sorted({h for use in uses for option in use.touched for h in stands(desk, option)})


def _told(card: Held) -> list[str]:
    """The uses as lines: those that are not open with what stands in their way."""
    return [
        f"{n} {use.title}" + (f": {use.why}" if use.why else "")
        for n, use in enumerate(card.uses, 1)
    ]

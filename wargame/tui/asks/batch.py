"""Orders of several units, given one after the other by one key: a plan of single answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wargame.flow.ask import AttackAsk, OrdersAsk, Refusal
from wargame.flow.deed import hexes_in
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.attack import AttackController
from wargame.tui.asks.desk import Desk, Give, Move, Say, marked
from wargame.tui.asks.orders import OrdersController
from wargame.tui.asks.view import View


class BatchController:
    """Presents a question of orders or attacks; those set aside are given with the last one."""

    def __init__(self, desk: Desk, ask: OrdersAsk | AttackAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self.inner = _presented(desk, ask, cursor)
        """Presents what is ordered next."""
        self._waiting: list[tuple[str, str, Sequence[Hex]]] = []
        """Answers that were set aside, each with what it says and the hexes it attacks."""
        self._fresh = False
        """Whether nothing was pointed at since the last one."""

    @property
    def focus(self) -> Hex | None:
        """Where the cursor is led."""
        return self.inner.focus

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        led = where == self.cursor or (self._fresh and where == self.inner.view().focus)
        self.cursor, self._fresh = where, self._fresh and led
        self.inner.look(where)

    def lead(self) -> None:
        """The question is new."""
        self.inner.lead()

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        self._fresh = False
        self.inner.pick(at)

    def act(self, action: str) -> Move:
        """A key was pressed: one sets an order aside, the last one gives all."""
        match action:
            case "then" if self._gives_all(self.inner.view()):
                return Give(self._all())
            case "then":
                return self._set_aside()
            case "commit" if self._fresh and self._waiting:
                return Give(self._all())
            case "cancel" if self._waiting and self.inner.picking:
                self._waiting.pop()
                self._renew()
                return None
        self._fresh = action == "cancel" and bool(self._waiting)
        move = self.inner.act(action)
        return Give(self._all(move.answer)) if isinstance(move, Give) else move

    def why(self, where: Hex) -> Refusal | str:
        """Why the highlighted unit or order does not go with *where*."""
        return self.inner.why(where)

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        inner = self.inner
        view = inner.view()
        keys = view.keys
        more = inner.more if isinstance(inner, AttackController) else len(inner.actors) > 1
        if view.answer and more:
            keys = (*keys, (";", "then another"))
        if not self._waiting:
            return replace(view, keys=keys)
        grid, n = self.desk.game.grid, len(self._waiting)
        given = f"give {n} order{'s' if n > 1 else ''}"
        if self._fresh:
            keys = (("Enter", given), *(key for key in keys if key[0] != "Enter"))
        elif self._gives_all(view):
            keys = (*keys, (";", given))
        elif view.answer:
            keys = ((keys[0][0], f"{keys[0][1]}, {n} more before"), *keys[1:])
        routes = [where for text, *_ in self._waiting for where in hexes_in(text, grid)]
        told = tuple(f"{at}. {said}" for at, (_, said, _) in enumerate(self._waiting, 1))
        return replace(
            view,
            keys=(*keys, ("Esc", "without the last order")) if inner.picking else keys,
            preview=(*told, *view.preview),
            layers=(*view.layers, marked(routes, "route")),
            answer=view.answer or (self._all() if self._fresh else ""),
            plan=self._all(view.answer) if view.answer or n > 1 else "",
        )

    # -- choosing -----------------------------------------------------------------------------

    def _gives_all(self, view: View) -> bool:
        """Whether the key that sets aside gives what waits: it has nothing more to set aside."""
        return bool(self._waiting) and not view.answer

    def _set_aside(self) -> Move:
        """The order that is shown waits; the next unit is up."""
        view = self.inner.view()
        if not view.answer:
            return Say("Choose an order first: then another unit can be told what to do.")
        named = ", ".join(map(self.desk.unit, self._units([view.answer])))
        attacks = self.inner.chosen if isinstance(self.inner, AttackController) else ()
        self._waiting.append((view.answer, f"{named}: {dict(view.keys).get('Enter', '')}", attacks))
        self._renew()
        return None

    def _renew(self) -> None:
        """Present what those can be told who have no order yet."""
        told = self._units(text for text, *_ in self._waiting)
        left = self.desk.at(told[-1]) if told else self.desk.left
        struck = frozenset(h for _, _, hexes in self._waiting for h in hexes)
        desk = replace(self.desk, onward="", left=left, told=frozenset(told), struck=struck)
        self.inner = _presented(desk, self.ask, self.cursor)
        self._fresh = bool(self._waiting)

    def _units(self, texts: Iterable[str]) -> list[UnitId]:
        """The units of the side asked that answers name."""
        units, side = self.desk.game.state.units, self.desk.ask.side
        words = (unit for text in texts for word in text.split() for unit in word.split("+"))
        return [word for word in words if word in units and units[word].side == side]

    def _all(self, last: str = "") -> str:
        """The plan of all that wait and a last one."""
        texts = [text for text, *_ in self._waiting]
        return "; ".join([*texts, last] if last else texts)


def _presented(
    desk: Desk, ask: OrdersAsk | AttackAsk, cursor: Hex
) -> OrdersController | AttackController:
    """What presents one order of a question."""
    if isinstance(ask, AttackAsk):
        return AttackController(desk, ask, cursor)
    return OrdersController(desk, ask, cursor)

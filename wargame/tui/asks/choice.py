"""Choices: a list of options, picked by number, by Tab, or on the map; yes or no; retreats."""

from __future__ import annotations

import re

from wargame.flow.ask import NO, YES, Refusal
from wargame.flow.deed import hexes_in
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, marked
from wargame.tui.asks.listed import Listed
from wargame.tui.asks.view import Item, Layer, View

_HEX = re.compile(r"\b\d{4}\b")


class ChoiceController:
    """Presents any question whose options can be listed."""

    def __init__(self, desk: Desk, cursor: Hex) -> None:
        self.desk = desk
        out = desk.way_out()
        options = list(desk.ask.options())
        self._words = [option.answer for option in options]
        self._list = Listed(desk, [o for o in options if o.answer != out] or options, cursor)
        self._out = out
        self._leave_label = desk.way_out_label()
        self._binary = set(self._words) == {YES, NO}
        self._meant = hexes_in(desk.ask.prompt, desk.game.grid)
        """Hexes the question itself names."""
        if self._list.places():
            if not self._list.here:
                self._list.pick(0)
        elif self._meant:
            self._list.focus = self._meant[0]

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self._list.look(where)

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        self._list.pick(at)

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                return Give(self._list.current.answer)
            case "next" | "back":
                self._list.step(1 if action == "next" else -1)
            case "pass":
                return self.desk.leave()
            case "yes" | "no":
                return self._word(action)
            case _ if action.isdigit():
                self.pick(int(action) - 1)
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why the highlighted option does not go with *where*."""
        here = [option for option in self._list.options if where in option.hexes]
        if here:
            legal = self._list.current if self._list.current in here else here[0]
            return f"It is legal: {legal.label}."
        name = self.desk.game.grid.name(where)
        answer = self._list.current.answer
        found = list(_HEX.finditer(answer))
        if found:
            last = found[-1]
            answer = answer[: last.start()] + name + answer[last.end() :]
        else:
            answer = name
        return self.desk.refusal(answer) or f'"{answer}" is legal.'

    def view(self) -> View:
        """What to show now."""
        chosen, here = self._list.current, set(self._list.here)
        return View(
            hint=self._hint(),
            keys=self._keys(),
            items=tuple(
                Item(option.label, here=n in here) for n, option in enumerate(self._list.options)
            ),
            at=self._list.at,
            layers=self._layers(),
            answer=chosen.answer,
            odds=self.desk.odds(chosen.answer),
            focus=self._list.focus,
        )

    def _word(self, word: str) -> Move:
        if word in self._words:
            return Give(word)
        return Say("This question is not answered by yes or no.")

    def _hint(self) -> str:
        if self._binary:
            return "Answer yes or no."
        if self._list.places():
            return "Choose from the list, or on the map where it is marked."
        return "Choose from the list."

    def _keys(self) -> tuple[tuple[str, str], ...]:
        keys: list[tuple[str, str]] = []
        if self._binary:
            keys += [("y", "yes"), ("n", "no")]
        chosen = self._list.current
        name = self.desk.unit(chosen.units[0]) if chosen.units else ""
        keys.append(("Enter", brief(chosen.label, name)))
        if len(self._list.options) > 1:
            keys.append(("Tab", "next option"))
        if self._out:
            keys.append(("p", self._leave_label))
        return tuple(keys)

    def _layers(self) -> tuple[Layer, ...]:
        path = self._list.current.hexes
        layers = [marked(self._list.places(), "choice")]
        layers.append(marked([h for h in self._meant if h not in path], "must"))
        if len(path) > 1:
            layers.append(marked(path, "route"))
        elif path:
            layers.append(marked(path, "target"))
        return tuple(layers)

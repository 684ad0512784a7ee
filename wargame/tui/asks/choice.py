"""Choices: a list of options, picked by number, by Tab, or on the map; yes or no; retreats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wargame.flow.ask import NO, YES, Option, Refusal
from wargame.flow.deed import hexes_in
from wargame.flow.plan import ALL, able
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, marked, stands
from wargame.tui.asks.listed import Listed
from wargame.tui.asks.view import Item, Layer, View

_ENDS = 20
"""Of more hexes than this none is nearer than the others in any way that helps."""
_HEX = re.compile(r"\b\d{4}\b")


class ChoiceController:
    """Presents any question whose options can be listed."""

    def __init__(self, desk: Desk, cursor: Hex) -> None:
        self.desk = desk
        out = desk.way_out()
        options = list(desk.ask.options())
        self._words = [option.answer for option in options]
        self._list = Listed(desk, [o for o in options if o.answer != out] or options, cursor)
        self._list.at = -1
        """None: what differs in kind has no default."""
        self._out = out
        self._leave_label = desk.way_out_label()
        self._binary = set(self._words) == {YES, NO}
        self._first = desk.ask.about.first
        self._all = len(able(desk.ask, desk.game)) > 1
        """Whether all can do it, one after the other."""
        self._meant = hexes_in(desk.ask.prompt, desk.game.grid)
        """Hexes the question itself names."""
        self._ends = _by_end(self._list.options)
        self._cursor, self._found = cursor, True
        """Where the cursor is; whether it is where the question found it or led it."""
        self._lead()

    def look(self, where: Hex) -> None:
        """The cursor moved."""
        self._found &= where in (self._cursor, self._list.focus)
        self._cursor = where
        self._list.look(where)

    def lead(self) -> None:
        """The question is new: its hexes are in sight already."""

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        listed = self._listed
        if 0 <= at < len(listed):
            self._list.pick(listed[at])

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                chosen = self._list.current
                return Give(chosen.answer) if chosen else Say(self.view().unchosen, bad=False)
            case "next" | "back":
                self._list.step(1 if action == "next" else -1)
            case "pass":
                return self.desk.leave()
            case "all" if self._all:
                return Give(ALL)
            case "all" if self.desk.ask.each and len(self._list.options) == 1:
                self.pick(0)  # as it ticks all where there are several
            case "yes" | "no":
                return self._word(action)
            case _ if action.isdigit() and 0 <= int(action) - self._first < len(self._listed):
                self.pick(int(action) - self._first)
                return self.act("commit")
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why the highlighted option does not go with *where*."""
        here = [option for option in self._list.options if where in option.hexes]
        chosen = self._list.current
        if here:
            legal = chosen if chosen in here else here[0]
            return f"It is legal: {legal.label}."
        name = self.desk.game.grid.name(where)
        answer = chosen.answer if chosen else ""
        found = list(_HEX.finditer(answer))
        if found:
            last = found[-1]
            answer = answer[: last.start()] + name + answer[last.end() :]
        else:
            answer = name
        return self.desk.refusal(answer) or f'"{answer}" is legal.'

    def view(self) -> View:
        """What to show now."""
        chosen, here, listed = self._list.current, set(self._list.here), self._listed
        return View(
            hint=self._hint(),
            keys=self._keys(),
            items=tuple(Item(self._list.options[n].label, here=n in here) for n in listed),
            more=len(self._list.options) - len(listed) if listed else 0,
            by_number=True,
            first=self._first,
            at=listed.index(self._list.at) if self._list.at in listed else -1,
            layers=self._layers(),
            answer=chosen.answer if chosen else "",
            odds=self.desk.odds(chosen.answer) if chosen else None,
            focus=self._list.focus,
        )

    @property
    def _by_map(self) -> bool:
        """Whether there are too many places for a list."""
        return len(self._list.options) > self.desk.room() and all(
            o.hexes for o in self._list.options
        )

    @property
    def _listed(self) -> list[int]:
        """The rows that are shown: all; of very many those of the hex that was pointed at, or one an
        end, a page of them: the one with the row that is marked.  Rows that keep their order are all paged.
        """
        if not self._by_map:
            return list(range(len(self._list.options)))
        at = self._list.at
        if self.desk.ask.about.in_order:
            return self.desk.page(range(len(self._list.options)), at)
        if self._found and self._ends and (at < 0 or at in self._ends):
            return self.desk.page(self._ends, at)
        return self.desk.page(sorted(self._list.here) or self._ends, at)

    def _lead(self) -> None:
        """The cursor goes to where the question can be answered, or to what it is about."""
        places = self._list.places()
        if not self._list.here and (places or self._meant):
            whose = {option.units for option in self._list.options}
            units = whose.pop() if len(whose) == 1 else ()  # the unit in question
            about = [h for unit in units if (h := self.desk.at(unit)) is not None]
            first = [h for option in self._list.options for h in stands(self.desk, option)[-1:]]
            self._list.focus = [*about, *first, *self._meant][0]

    def _word(self, word: str) -> Move:
        if word in self._words:
            return Give(word)
        return Say("This question is not answered by yes or no.")

    def _hint(self) -> str:
        if self._binary:
            return "Answer yes or no."
        if self._by_map:
            number = "A number does it; all " if self._listed else "Choose one of "
            return f"{number}{len(self._list.options)} ways are on the map and on {{next}}."
        where = ", or choose on the map where it is marked" if self._list.places() else ""
        return f"A number does it{where}; {{next}} shows what it would bring."

    def _keys(self) -> tuple[tuple[str, str], ...]:
        keys: list[tuple[str, str]] = []
        if self._binary:
            keys += [("y", "yes"), ("n", "no")]
        chosen = self._list.current
        if chosen:
            name = self.desk.unit(chosen.units[0]) if chosen.units else ""
            keys.append(("Enter", brief(chosen.label, name)))
        if len(self._list.options) > 1 or not chosen:
            keys.append(("Tab", "next option" if chosen else "choose"))
        if self._all:
            keys.append(("a", "all in turn"))
        if self._out:
            keys.append(("p", self._leave_label))
        return tuple(keys)

    def _layers(self) -> tuple[Layer, ...]:
        chosen = self._list.current
        path = chosen.hexes if chosen else ()
        layers = [marked(self._list.places(), "choice")]
        layers.append(marked([h for h in self._meant if h not in path], "must"))
        if len(path) > 1:
            layers.append(marked(path, "route"))
        elif path:
            layers.append(marked(path, "target"))
        return tuple(layers)


def _by_end(options: Sequence[Option]) -> list[int]:
    """Of ways to the same hex the first of the shortest; none of a whole map."""
    rows = sorted(range(len(options)), key=lambda n: len(options[n].hexes))
    found: dict[tuple[object, ...], int] = {}
    for n in rows:
        found.setdefault((options[n].units, options[n].hexes[-1:]), n)
    return list(found.values()) if len(found) <= _ENDS else []

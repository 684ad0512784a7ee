"""Attacks: choose the hex, choose who attacks, read the odds, commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.ask import AttackAsk, Refusal
from wargame.flow.manners import MannersAsk
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.asks.desk import Desk, Give, Move, Say, brief, marked, told
from wargame.tui.asks.view import Item, Layer, View

_NOBODY = "Nobody takes part yet: {toggle} brings the marked unit in, {all} brings in all proposed."


class AttackController:
    """Presents a question answered by target hexes and attacking units."""

    def __init__(self, desk: Desk, ask: AttackAsk, cursor: Hex) -> None:
        self.desk, self.ask, self.cursor = desk, ask, cursor
        self._targets = [h for h in ask.targets() if h not in desk.struck and self._attackers([h])]
        self._must = set(ask.obligatory()) - desk.struck
        self._out = desk.way_out()
        self._at = 0
        self._chosen: list[Hex] = []
        self._able: list[UnitId] = []
        self._on: set[UnitId] = set()
        self._offer: set[UnitId] = set()
        self._manner = ""
        """The manner that was asked for; "" for that of the question."""
        self._focus: Hex | None = None
        self.look(cursor)

    @property
    def focus(self) -> Hex | None:
        """Where the cursor is led."""
        return self._focus

    @property
    def picking(self) -> bool:
        """Whether the rows are the hexes to attack."""
        return not self._chosen

    @property
    def more(self) -> bool:
        """Whether there is something else to attack."""
        return len(self._targets) > len(self._chosen)

    @property
    def chosen(self) -> Sequence[Hex]:
        """The hexes of the attack that is prepared."""
        return self._chosen

    # -- the player acts ----------------------------------------------------------------------

    def look(self, where: Hex) -> None:
        """The cursor moved: the highlight follows it."""
        self.cursor = where
        if where == self._focus:
            return
        self._focus = None
        if not self._chosen and where in self._targets:
            self._at = self._targets.index(where)
        elif self._chosen:
            here = [n for n, unit in enumerate(self._able) if self.desk.at(unit) == where]
            if here and self._at not in here:
                self._at = here[0]

    def lead(self) -> None:
        """The question is new: the cursor goes to the first row."""
        self.pick(0)

    def pick(self, at: int) -> None:
        """A row was highlighted."""
        if 0 <= at < self._rows():
            self._at = at
            self._focus = self._place(at)

    def act(self, action: str) -> Move:
        """A key was pressed."""
        match action:
            case "commit":
                return self._commit()
            case "next" | "back":
                self._step(1 if action == "next" else -1)
            case "toggle":
                return self._toggle()
            case "all":
                self._on = set() if self._on == self._offer else set(self._offer)
            case "target":
                return self._target()
            case "waypoint":
                return self._change_manner()
            case "cancel":
                self._release()
            case "pass":
                return self.desk.leave()
            case _ if action.isdigit():
                return self._number(int(action) - 1)
        return None

    def why(self, where: Hex) -> Refusal | str:
        """Why *where* cannot be attacked so."""
        targets = self._chosen if where in self._chosen else [*self._chosen, where]
        units = self._units() or self._attackers(targets)
        answer = self.ask.compose(targets, units)
        return self.desk.refusal(answer) or f"It is legal: {answer}."

    # -- what is shown ------------------------------------------------------------------------

    def view(self) -> View:
        """What to show now."""
        return self._building() if self._chosen else self._aiming()

    def _aiming(self) -> View:
        keys: list[tuple[str, str]] = []
        if self._targets:
            name = self.desk.hex(self._targets[self._at])
            keys += [("Enter", f"prepare an attack on {name}"), ("Tab", "next target")]
        if self._out:
            keys.append(("p", self.desk.way_out_label()))
        must = len(self._must)
        still = f" {must} hex{'es' if must > 1 else ''} must still be attacked." if must else ""
        return View(
            hint=f"Choose the hex to attack.{still}",
            keys=tuple(keys),
            items=tuple(self._target_item(where) for where in self._targets),
            at=self._at if self._targets else -1,
            preview=self._defenders(),
            layers=self._target_layers(),
            focus=self._focus,
        )

    def _building(self) -> View:
        answer = self._answer() if self._on else ""
        refusal = self.desk.refusal(answer) if answer else None
        names = ", ".join(self.desk.hex(where) for where in self._chosen)
        legal = bool(answer) and refusal is None
        keys = [("Enter", f"attack {names}")] if legal else []
        most = "all" if len(self._offer) == len(self._able) else "as proposed"
        keys += [("Space", "unit in/out"), ("Tab", "next unit"), ("a", f"{most}/none")]
        manners = self._manners()
        word = manners.get(self._now(manners), "")
        if len(manners) > 1:
            keys.append(("w", f"{manners[self._after(manners)]} instead"))
        keys += [("t", "add/drop target hex"), ("Esc", "back")]
        return View(
            hint=f"{f'{word} attack'.strip().capitalize()} on {names}: who takes part?",
            proposed=f"As shown: {self._told()} on {names}. {{commit}} again attacks."
            if legal
            else "",
            keys=tuple(keys),
            items=tuple(self._unit_item(unit) for unit in self._able),
            at=self._at if self._able else -1,
            layers=(*self._target_layers(), marked(self._attacking(), "selection")),
            answer=answer if legal else "",
            refusal=self._refusal_text(answer, refusal),
            odds=self.desk.odds(answer) if legal else None,
            focus=self._focus,
        )

    def _told(self) -> str:
        """Who takes part, by name."""
        return brief(", ".join(self.desk.unit(unit) for unit in self._able if unit in self._on))

    def _refusal_text(self, answer: str, refusal: Refusal | None) -> str:
        if not answer:
            return _NOBODY
        return refusal.reason if refusal else ""

    def _defenders(self) -> tuple[str, ...]:
        """Who stands in the highlighted hex."""
        if not self._targets:
            return ()
        side, game = self.desk.ask.side, self.desk.game
        return tuple(
            self.desk.about(u.id) for u in game.state.at(self._targets[self._at]) if u.side != side
        )

    def _target_item(self, where: Hex) -> Item:
        side = self.desk.ask.side
        enemies = [u.id for u in self.desk.game.state.at(where) if u.side != side]
        names = ", ".join(self.desk.unit(unit) for unit in enemies)
        must = where in self._must
        return Item(
            f"{self.desk.hex(where)}: {names}",
            "must be attacked" if must else "",
            "must" if must else "",
        )

    def _unit_item(self, unit: UnitId) -> Item:
        face, game = self.desk.definition.face, self.desk.game
        where = self.desk.at(unit)
        note = f"{face.strength(game, unit)}  {game.grid.name(where) if where is not None else ''}"
        return Item(self.desk.unit(unit), note, "on" if unit in self._on else "off")

    def _target_layers(self) -> tuple[Layer, ...]:
        free = [where for where in self._targets if where not in self._must]
        return (
            marked(free, "choice"),
            marked(sorted(self._must), "must"),
            marked(self._chosen, "target"),
        )

    def _attacking(self) -> Sequence[Hex]:
        return sorted({h for unit in self._on if (h := self.desk.at(unit)) is not None})

    # -- choosing -----------------------------------------------------------------------------

    def _rows(self) -> int:
        return len(self._able) if self._chosen else len(self._targets)

    def _place(self, at: int) -> Hex | None:
        return self.desk.at(self._able[at]) if self._chosen else self._targets[at]

    def _step(self, by: int) -> None:
        """The next row, or first the one that is marked where the cursor is elsewhere."""
        if self._rows():
            away = self.cursor != self._place(self._at) and self._focus is None
            self.pick(self._at if away else (self._at + by) % self._rows())

    def _attackers(self, targets: Sequence[Hex]) -> list[UnitId]:
        """Who may attack and has no other order yet."""
        return [unit for unit in self.ask.attackers(targets) if unit not in self.desk.told]

    def _units(self) -> list[UnitId]:
        return [unit for unit in self._able if unit in self._on]

    def _commit(self) -> Move:
        if not self._chosen:
            return self._aim()
        answer = self._answer()
        refusal = self.desk.refusal(answer)
        if not self._on:
            return Say(_NOBODY)
        return told(refusal) if refusal else Give(answer)

    def _answer(self) -> str:
        """The attack that is prepared, in the manner that was chosen where its units may."""
        units, ask = self._units(), self.ask
        if isinstance(ask, MannersAsk) and (manner := self._now(self._manners())):
            return ask.composed_as(manner, self._chosen, units)
        return ask.compose(self._chosen, units)

    def _manners(self) -> Mapping[str, str]:
        """How the units that take part may attack, each with its word."""
        if not isinstance(self.ask, MannersAsk) or not self._on:
            return {}
        return self.ask.manners(self._chosen, self._units())

    def _now(self, manners: Mapping[str, str]) -> str:
        """The manner of the attack as it stands."""
        return self._manner if self._manner in manners else next(iter(manners), "")

    def _after(self, manners: Mapping[str, str]) -> str:
        """The one after it, the first again after the last."""
        known = list(manners)
        return known[(known.index(self._now(manners)) + 1) % len(known)]

    def _change_manner(self) -> Move:
        manners = self._manners() if self._chosen else {}
        if len(manners) < 2:
            return Say("There is one manner of attack here, no other.")
        self._manner = self._after(manners)
        return None

    def _aim(self) -> Move:
        if not self._targets:
            return self.desk.leave()
        where = self.cursor if self.cursor in self._targets else self._targets[self._at]
        if self.cursor not in (where, self._focus) and self.cursor not in self._targets:
            self._focus = where
        self._prepare(where)
        return None

    def _prepare(self, target: Hex) -> None:
        """An attack of a hex as it is proposed: with others, where it is not legal alone."""
        self._choose(list(self.ask.offered([target])[0]))

    def _choose(self, targets: list[Hex]) -> None:
        left_out, brought = self._offer - self._on, self._on - self._offer
        self._chosen = targets
        self._able = self._attackers(targets)
        self._offer = set(self.ask.offered(targets)[1]) & set(self._able)
        self._on = (self._offer - left_out) | (brought & set(self._able))
        self._at = 0

    def _target(self) -> Move:
        where = self.cursor
        if where not in self._targets:
            return Say("There is nothing to attack in this hex now.")
        if where in self._chosen:
            rest = [h for h in self._chosen if h != where]
            if rest:
                self._choose(rest)
            else:
                self._release()
            return None
        if not self._attackers([*self._chosen, where]):
            return Say("No unit can attack these hexes together.")
        self._choose([*self._chosen, where])
        return None

    def _toggle(self) -> Move:
        if not self._chosen:
            return self._aim()
        if self._able:
            self._on ^= {self._able[self._at]}
        return None

    def _number(self, at: int) -> Move:
        if not 0 <= at < self._rows():
            return None
        self.pick(at)
        if self._chosen:
            return self._toggle()
        self._prepare(self._targets[at])
        return None

    def _release(self) -> None:
        first = self._chosen[0] if self._chosen else None
        self._chosen, self._able, self._on, self._offer = [], [], set(), set()
        if first is not None:
            self._at = self._targets.index(first) if first in self._targets else 0
            self._focus = first

"""A campaign as a side knows it: the record told to it, and the table it sees."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import is_
from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.journal import Teller
from wargame.flow.opening import open_table
from wargame.flow.record import Entry, Header, in_step, write_entry
from wargame.flow.veil import Veil, known_to
from wargame.model.events import Event
from wargame.model.state import Side


class Account:
    """The record of a game with secrets as one side was told it, answer for answer.

    Its chain values are made of what was told: in one program they are equal where a side was told the
    same, and say nothing about what was kept from it. Those that are shown are `chains_told`.
    """

    def __init__(self, definition: GameDefinition, header: Header, veil: Veil, side: Side) -> None:
        self._veil, self._side = veil, side
        self._table = open_table(definition, header)
        self._genesis = f"told to {side}"
        self._told: list[Entry] = []
        self._chains: list[str] = []
        """The true chain values, to find out what was taken back."""
        self._marks = array("q")

    def follow(self, entries: Sequence[Entry]) -> list[Entry]:
        """Come into step with the true *entries*; what was told of each of them."""
        same = in_step(self._chains, entries)
        self._table.unwind(self._marks[same - 1] if same else 0)
        del self._told[same:], self._chains[same:], self._marks[same:]
        for entry in entries[same:]:
            self._told.append(self._hear(entry))
            self._chains.append(entry.chain)
            self._marks.append(len(self._table.journal))
        return self._told

    def _hear(self, entry: Entry) -> Entry:
        g, veil, side = self._table, self._veil, self._side
        answer = veil.answer(entry, g, side) if entry.n else entry.answer
        told: list[Event] = []
        for event in entry.events:
            seen = veil.tell(event, g, side)
            if seen is not None:
                told.append(seen)
            if veil.looks:
                g.emit(event)
        same = len(told) == len(entry.events) and all(map(is_, told, entry.events))
        events = entry.events if same else tuple(told)
        facts = (entry.n, entry.side, entry.segment, entry.key, answer)
        before = self._told[-1].chain if self._told else self._genesis
        return Entry(*facts, events, 0, 0, "", f"{hash((before, facts, events)):x}")


def chains_told(side: Side, told: Iterable[Entry]) -> Iterator[str]:
    """The chain values of a record as *side* was told it, the same in every program.

    They are equal where it was told the same, and say nothing about what was kept from it.
    """
    before = f"told to {side}"
    for entry in told:
        before = write_entry(before, entry[:5], entry.events, (0, 0)).chain
        yield before


class Views:
    """What each side sees of a campaign that is being played, made when it is asked for."""

    def __init__(self, definition: GameDefinition, header: Header) -> None:
        self._definition, self._header = definition, header
        self._accounts: dict[Side, Account] = {}
        self._games: dict[Side, tuple[tuple[str, int], Game[Any]]] = {}

    def game(self, truth: Game[Any], chain: str, side: Side | None) -> Game[Any]:
        """The table as *side* may know it; the same object until something happens."""
        veil = self._definition.veil
        if side is None or veil is None or veil.level(truth.state) == "open":
            return truth
        now = chain, len(truth.journal)
        at, seen = self._games.get(side, (None, truth))
        if at != now:
            seen = known_to(veil, truth, side)
            self._games[side] = now, seen
        return seen

    def entries(self, entries: Sequence[Entry], side: Side | None) -> Sequence[Entry]:
        """What *side* was told of each answer."""
        veil = self._definition.veil
        if side is None or veil is None:
            return entries
        if side not in self._accounts:
            self._accounts[side] = Account(self._definition, self._header, veil, side)
        return self._accounts[side].follow(entries)


def gist_of(definition: GameDefinition, game: Game[Any], told: Entry) -> str:
    """What an answer was about, in the words of the journal; the answer where it says nothing."""
    lines = Teller(definition, game, {}).lines(told.events)
    kinds = {"dice"} if told.rolled else {"move", "state"}
    said = next((line.text for line in lines if line.kind in kinds), told.answer)
    return said.removesuffix(".")

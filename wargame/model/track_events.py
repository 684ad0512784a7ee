"""Changes of tracks and lists; part of `events`."""

from __future__ import annotations

from typing import NamedTuple

from wargame.model.map_events import put_back
from wargame.model.state import Scalar, State


class TrackSet(NamedTuple):
    """A track or a piece of common knowledge became *value*."""

    name: str
    value: Scalar
    rule: str

    def apply(self, s: State) -> Scalar | None:
        old = s.tracks.get(self.name)
        s.tracks[self.name] = self.value
        s.reread(self.name)
        return old

    def revert(self, s: State, old: Scalar | None) -> None:
        if old is None:
            del s.tracks[self.name]
        else:
            s.tracks[self.name] = old
        s.reread(self.name)


class ListSet(NamedTuple):
    """A list became *items*; an empty one is gone."""

    name: str
    items: tuple[Scalar, ...]
    rule: str

    def apply(self, s: State) -> tuple[int, list[Scalar]] | None:
        lists, old = s.lists, None
        if self.name in lists:
            old = list(lists).index(self.name), lists.pop(self.name)
        if self.items:
            lists[self.name] = list(self.items)
        return old

    def revert(self, s: State, old: tuple[int, list[Scalar]] | None) -> None:
        s.lists.pop(self.name, None)
        if old is not None:
            place, items = old
            put_back(s.lists, place, self.name, items)

"""Facts about the saves in the folder, for the menu and the load screen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from wargame.content.errors import DataError
from wargame.flow.record import Entry
from wargame.store.errors import SaveError
from wargame.store.folder import Listed, listing
from wargame.store.load import Loaded, load
from wargame.store.revive import definition_of


@dataclass(frozen=True, slots=True)
class SaveFacts:
    """One save as the list shows it."""

    name: str
    path: Path
    when: str
    """Day and time of the last change."""
    game: str
    """Game and scenario, or what is wrong."""
    place: str
    """Turn and how many answers."""
    damage: str = ""
    """What is wrong with it, "" if nothing is."""
    readable: bool = True
    """Whether anything of it can be opened."""
    players: str = ""


def all_saves() -> list[SaveFacts]:
    """Every save, the latest first."""
    return [facts(save) for save in listing()]


def facts(save: Listed) -> SaveFacts:
    """What there is to know about a save without running a rule."""
    when = datetime.fromtimestamp(save.modified).astimezone().strftime("%d %b %Y %H:%M")
    try:
        loaded = load(save.path)
        definition = definition_of(loaded)
        info = definition.scenario(loaded.header.scenario)
    except (SaveError, DataError) as error:
        return SaveFacts(save.name, save.path, when, "cannot be opened", "", str(error), False)
    damage = " ".join(loaded.problems) if loaded.damaged else ""
    players = ", ".join(f"{side}: {name}" for side, name in loaded.header.players.items())
    return SaveFacts(
        save.name,
        save.path,
        when,
        f"{definition.title}: {info.title}",
        _place(loaded),
        damage,
        players=players,
    )


def _place(loaded: Loaded) -> str:
    turn = _turn(loaded.entries)
    over = any(type(event).__name__ == "GameEnded" for event in _last_events(loaded))
    state = "over" if over else f"{max(len(loaded.entries) - 1, 0)} answers"
    return f"turn {turn}, {state}" if turn else state


def _last_events(loaded: Loaded) -> tuple[object, ...]:
    return loaded.entries[-1].events if loaded.entries else ()


def _turn(entries: list[Entry]) -> int:
    """The game-turn as the last change of its track says."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if type(event).__name__ == "TrackSet" and event._asdict()["name"] == "turn":
                return int(event._asdict()["value"])
    return 0

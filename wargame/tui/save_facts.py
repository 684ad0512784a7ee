"""Facts about the saves in the folder, for the menu and the campaign browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from wargame.content.errors import DataError
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.journal import Teller
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.veil import BYSTANDER
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import Listed, listing
from wargame.store.glance import Glance, glance
from wargame.store.load import load
from wargame.store.remark import MARKS
from wargame.store.revive import FOLD_ERRORS, definition_of

_NUMBERS = ("margin", "score")
"""What a level of victory is read from, by the names games give it."""


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
    over: bool = False
    """Whether its game has ended."""


@dataclass(frozen=True, slots=True)
class SaveLook:
    """The position a save has reached, for the one that is looked at."""

    game: Game[Any]
    definition: GameDefinition
    turn: str
    score: str
    last: str
    """What happened last."""
    marks: int
    """How many notes and bookmarks it has."""
    damage: str
    """What is wrong with it, "" if nothing is."""


def all_saves() -> list[SaveFacts]:
    """Every save, the latest first."""
    return [facts(save) for save in listing()]


def _when(modified: float) -> str:
    """A time of the clock; "" for one that no calendar has."""
    try:
        return datetime.fromtimestamp(modified).astimezone().strftime("%d %b %Y %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""


def facts(save: Listed) -> SaveFacts:
    """What there is to know about a save without running a rule."""
    when = _when(save.modified)
    try:
        seen = glance(save.path)
        definition = definition_of(seen)
        info = definition.scenario(seen.header.scenario)
    except (SaveError, DataError) as error:
        return SaveFacts(save.name, save.path, when, "cannot be opened", "", str(error), False)
    players = ", ".join(f"{side}: {name}" for side, name in seen.header.players.items())
    return SaveFacts(
        save.name,
        save.path,
        when,
        f"{definition.title}: {info.title}",
        _place(seen),
        seen.damage,
        players=players,
        over=seen.over,
    )


def look_into(path: Path) -> SaveLook | None:
    """The position at the end of a save, as far as it is good and open to everybody.

    None where there is none, or nothing that this version can tell of it.
    """
    try:
        loaded = load(path)
        definition = definition_of(loaded)
        replay = Replay(definition, loaded.header, loaded.entries, BYSTANDER)
        replay.seek(replay.last)
        game, face = replay.game, definition.face
        teller = Teller(definition, game, replay.steps)
        marks = sum(remark.kind in MARKS for remark in loaded.remarks)
        return SaveLook(
            game,
            definition,
            face.turn_label(game),
            score_line(face.victory(game)),
            _last_line(teller, replay.entries),
            marks,
            " ".join(loaded.problems) if loaded.damaged else "",
        )
    except (SaveError, DataError, *FOLD_ERRORS):
        return None


def score_line(score: Mapping[str, Any]) -> str:
    """The score in a line, whatever a game counts: its level and the number behind it."""
    parts = [f"{name} {score[name]}" for name in _NUMBERS if name in score]
    if not parts:
        single = ((n, v) for n, v in score.items() if isinstance(v, str | int | float) and v != "")
        parts = [f"{name.replace('_', ' ')} {value}" for name, value in single if name != "level"]
    return ", ".join(part for part in (str(score.get("level", "")), *parts) if part)


def standing(campaign: Campaign) -> tuple[str, str]:
    """How a game stands on disk, and the style to say it in."""
    n = campaign.session.n
    if campaign.failing:
        return (f"NOT SAVED since the disk failed · answer {n} ", "bold $error")
    if campaign.read_only:
        return (f"looking only · answer {n} ", "bold $warning")
    if campaign.path is None:
        return (f"kept nowhere · answer {n} ", "bold $warning")
    return (f"saved · {campaign.path.stem} · answer {n} ", "")


def kind_of(campaign: Campaign) -> str:
    """What sets a game apart from a campaign played from its start: "LAB", "BRANCH of arras@12"."""
    if campaign.session.header.lab is not None:
        return "LAB"
    return f"BRANCH of {campaign.branched}" if campaign.branched else ""


def _last_line(teller: Teller, entries: Iterable[Entry]) -> str:
    """The last thing that happened, headings left out."""
    for entry in reversed(list(entries)):
        for line in reversed(list(teller.lines(entry.events))):
            if line.kind != "segment" and not line.text.endswith(
                (": nothing to do.", ": skipped.")
            ):
                return line.text
    return ""


def _place(seen: Glance) -> str:
    state = "over" if seen.over else f"at answer {max(seen.n, 0)}"
    return f"turn {seen.turn}, {state}" if seen.turn else state


def last_save() -> SaveFacts | None:
    """The save to continue: the latest whose game goes on."""
    for listed in listing():
        found = facts(listed)
        if found.readable and not found.damage and not found.over:
            return found
    return None

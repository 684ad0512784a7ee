"""The games this program plays, each imported only when it is wanted."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from wargame.content.errors import DataError
from wargame.flow.definition import GameDefinition, ScenarioInfo

MODULES: dict[str, str] = {
    "arras": "wargame.games.arras:GAME",
    "hannut": "wargame.games.hannut:GAME",
    "normandy": "wargame.games.normandy:GAME",
    "ardennes": "wargame.games.ardennes:GAME",
    "eastfront": "wargame.games.eastfront:GAME",
}
"""Where each game's GameDefinition lives, as "module:name", in menu order."""

GAME_IDS = tuple(MODULES)


def game(game_id: str) -> GameDefinition:
    """The game called *game_id*; raises DataError with the nearest that exists."""
    wanted = game_id.strip().casefold()
    if wanted not in MODULES:
        raise _unknown("game", game_id, list(MODULES))
    module, _, name = MODULES[wanted].partition(":")
    definition = getattr(import_module(module), name)
    if not isinstance(definition, GameDefinition):
        raise TypeError(f"{MODULES[wanted]} is not a GameDefinition")
    return definition


def folder(game_id: str) -> Path:
    """Where the files of a game lie."""
    module = import_module(MODULES[game_id].partition(":")[0])
    return Path(str(module.__file__)).parent


def find(scenario: str) -> tuple[GameDefinition, ScenarioInfo]:
    """The game and scenario of "arras/campaign"; raises DataError with the nearest that exists."""
    head, slash, tail = scenario.strip().casefold().partition("/")
    if not slash or head not in MODULES:
        raise _unknown("scenario", scenario, [name for name in MODULES for name in names(name)])
    definition = game(head)
    for info in definition.scenarios:
        if tail in {info.id, info.id.rpartition("/")[2]}:
            return definition, info
    raise _unknown("scenario", scenario, names(head))


def names(game_id: str) -> list[str]:
    """The scenarios of a game as a player types them: "arras/campaign"."""
    definition = game(game_id)
    return [full_name(definition, info) for info in definition.scenarios]


def full_name(definition: GameDefinition, info: ScenarioInfo) -> str:
    """A scenario as a player types it: "arras/campaign"."""
    return f"{definition.id}/{info.id.rpartition('/')[2]}"


def _unknown(what: str, word: str, known: list[str]) -> DataError:
    return DataError.typed(what, word, known)

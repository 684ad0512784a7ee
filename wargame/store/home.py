"""The player's own folders apart from the saves: what was set up, and what the program noted."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_state_path

from wargame.store.errors import SaveError, because, shown
from wargame.store.folder import saves_folder
from wargame.store.whole import write_new

_SET = ("settings.json", "keymap.toml")
_NOTED = ("*.report.txt", "reports/*.txt")


def config_folder() -> Path:
    """Where settings and the keymap lie: $XDG_CONFIG_HOME/wargame, or what this system has for it."""
    return user_config_path("wargame", appauthor=False)


def state_folder() -> Path:
    """Where the program keeps what nobody asked for: $XDG_STATE_HOME/wargame, or the like."""
    return user_state_path("wargame", appauthor=False)


def reports_folder() -> Path:
    """Where faults of the program are written down."""
    return state_folder() / "reports"


def settle() -> list[str]:
    """Bring what earlier versions kept among the saves to its own folder; a sentence for each folder.

    A file whose name is taken there stays where it is.
    """
    saves = saves_folder()
    settings = [saves / name for name in _SET]
    reports = [path for pattern in _NOTED for path in sorted(saves.glob(pattern))]
    told = [_brought(settings, config_folder()), _brought(reports, reports_folder())]
    return [sentence for sentence in told if sentence]


def _brought(found: list[Path], folder: Path) -> str:
    """Move files into a folder; what to say, "" for nothing."""
    there = [path for path in found if path.is_file() and not os.path.lexists(folder / path.name)]
    if not there:
        return ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in there:
            write_new(folder / path.name, path.read_bytes())
            path.unlink()
    except (OSError, SaveError) as error:
        why = because(error) if isinstance(error, OSError) else str(error)
        return f"{shown(there[0])} should lie in {shown(folder)} now and cannot be moved: {why}"
    names = ", ".join(path.name for path in there[:3]) + (" and more" if there[3:] else "")
    return f"{shown(names)} lay among the saves and was moved to {shown(folder)}."

"""Where saves live, and which file a name or path given by a player means."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from wargame.content.errors import nearest
from wargame.store.errors import SaveError, shown

SUFFIX = ".wg"
_CHECKOUT = Path(__file__).resolve().parents[2]
_POSITION = re.compile(r"(.+)@([0-9]{1,9})")
_LONGEST_NAME = 120
_NAMES = "a name has no dot in front, and no slash, backslash, colon or quotation mark"


@dataclass(frozen=True, slots=True)
class Listed:
    """A save in the folder, for a menu."""

    name: str
    path: Path
    modified: float
    """Seconds since the epoch."""
    size: int
    """Bytes."""


def saves_folder() -> Path:
    """$WARGAME_SAVES, else ./saves of a checkout, else the player's data folder."""
    named = os.environ.get("WARGAME_SAVES")
    if named:
        return Path(named).expanduser()
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "saves").is_dir():
        return _CHECKOUT / "saves"
    return user_data_path("wargame", appauthor=False) / "saves"


def named(name: str) -> Path:
    """The save called *name* inside the saves folder; raises SaveError if it could lie outside.

    Whatever asks a player for a name goes through here; only a command line takes a path (`resolve`).
    """
    stem = name.strip().removesuffix(SUFFIX)
    if not stem or stem.startswith(".") or any(c in '/\\:"' or not c.isprintable() for c in stem):
        raise SaveError(f'"{shown(name)}" cannot be the name of a save: {_NAMES}.')
    if len(os.fsencode(stem)) > _LONGEST_NAME:
        raise SaveError(f'"{shown(name)}" is too long for the name of a save.')
    if _POSITION.fullmatch(stem):
        raise SaveError(f'"{shown(name)}" means a position in a save; a name cannot end like that.')
    folder = saves_folder()
    path = folder / f"{stem}{SUFFIX}"
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(
        os.path.realpath(folder)
    ):
        raise SaveError(f'"{shown(name)}" leads out of the saves folder; give its path instead.')
    return path


def resolve(text: str) -> Path:
    """The file that a name or path means, whether or not it exists; raises SaveError."""
    if "\0" in text:
        raise SaveError(f'"{shown(text)}" is not a file name.')
    if not _is_path(text):
        inside = named(text)
        beside = Path(text)
        return beside if not inside.exists() and beside.is_file() else inside
    path = Path(text).expanduser()
    suffixed = path.with_name(f"{path.name}{SUFFIX}") if path.name else path
    return suffixed if not path.exists() and suffixed.is_file() else path


def existing(text: str) -> Path:
    """The save that a name or path means; raises SaveError naming the nearest there is."""
    path = resolve(text)
    if not path.exists():
        close = nearest(text, [save.name for save in listing()])
        hint = f'; the nearest in the saves folder is "{close}"' if close else ""
        raise SaveError(f'There is no save "{shown(text)}"{hint}.')
    return path


def address(text: str) -> tuple[Path, int | None]:
    """Read "name" or "name@412": the save, and the answer after which to look."""
    found = _POSITION.fullmatch(text)
    if found and not (_is_path(text) and Path(text).is_file()):
        return existing(found[1]), int(found[2])
    return existing(text), None


def listing(folder: Path | None = None) -> list[Listed]:
    """The saves in the saves folder, or in another one, the latest first."""
    found: list[Listed] = []
    folder = saves_folder() if folder is None else folder
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
        try:
            facts = path.stat()
        except OSError:
            continue  # it went away meanwhile
        found.append(Listed(path.stem, path, facts.st_mtime, facts.st_size))
    return sorted(found, key=lambda save: (-save.modified, save.name))


def fresh(stem: str) -> Path:
    """A file in the folder that does not exist yet: stem, stem-2, stem-3..."""
    path, number = named(stem), 1
    while path.exists():
        number += 1
        path = named(f"{stem}-{number}")
    return path


def free(folder: Path, stem: str) -> Path:
    """A save in *folder* that does not exist yet, whatever path led there: stem, stem-2, stem-3..."""
    stem, number = stem[:_LONGEST_NAME], 1
    found = folder / f"{stem}{SUFFIX}"
    while os.path.lexists(found):
        number += 1
        found = folder / f"{stem}-{number}{SUFFIX}"
    return found


def _is_path(text: str) -> bool:
    return os.sep in text or text.startswith("~") or text in {".", ".."}

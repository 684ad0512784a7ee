"""The saves folder as a shelf: rename, copy, put into the trash and back; nothing is overwritten."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from wargame.flow.record import Takeback, chronicle
from wargame.store.errors import DamagedSaveError, SaveError, because, shown
from wargame.store.folder import SUFFIX, Listed, fresh, listing, named, saves_folder
from wargame.store.glance import glance
from wargame.store.load import load, read_raw
from wargame.store.remark import Remark
from wargame.store.revive import definition_of, revive
from wargame.store.save import SaveFile
from wargame.store.whole import move, write_new

TRASH = "trash"
"""The folder inside the saves folder that deleted saves go to."""


def trash_folder() -> Path:
    """Where deleted saves lie."""
    return saves_folder() / TRASH


def trashed() -> list[Listed]:
    """The deleted saves, the latest first."""
    return listing(trash_folder())


def rename(path: Path, name: str) -> Path:
    """Give a save another name; its new path.  Raises SaveError, also if that name is taken."""
    _inside(path, saves_folder())
    target = named(name)
    if target == path:
        return path
    return _move(path, target)


def duplicate(path: Path, name: str) -> Path:
    """Copy a save as it stands, damage and all; the copy.  Raises SaveError.

    The copy of a strict game that is not over is a branch: other dice fall in it.
    """
    _inside(path, saves_folder())
    target = named(name)
    write_new(target, read_raw(path))
    with contextlib.suppress(SaveError):
        found = glance(target)
        if found.header.chance.dice == "strict" and not (found.over or found.damage):
            last = load(target).entries[-1]
            salt = secrets.token_hex(16)
            annotate(target, Takeback(last.n, "", consent=False, chain=last.chain, salt=salt))
    return target


def discard(path: Path) -> Path:
    """Put a save into the trash; where it lies there.  Raises SaveError."""
    _inside(path, saves_folder())
    folder = trash_folder()
    if folder.is_symlink():
        raise SaveError(f"{shown(folder)} leads out of the saves folder; nothing is moved there.")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise SaveError(f"{shown(folder)} cannot be made: {because(error)}.") from error
    return _move(path, _free(folder, path.stem))


def restore(path: Path) -> Path:
    """Bring a save back from the trash, under its name or the next free one; raises SaveError."""
    _inside(path, trash_folder())
    return _move(path, fresh(path.stem))


def recover(path: Path, name: str) -> Path:
    """Write what is good of a damaged save as a save of its own; raises SaveError."""
    loaded = load(path)
    session, _ = revive(definition_of(loaded), loaded)
    target = named(name)
    kept = [r for r in loaded.remarks if r.place <= session.n]
    records = [*chronicle(session.entries, loaded.takebacks), *kept]
    SaveFile.create(target, session.header, records).close()
    return target


def annotate(path: Path, remark: Remark | Takeback) -> None:
    """Add a line to a save nobody is playing; raises SaveError."""
    save = SaveFile.open(path)
    try:
        loaded = load(path)
        if loaded.damaged:
            raise DamagedSaveError(f"{shown(path)} is damaged: nothing is added to it.")
        save.cut(loaded.good, ended=loaded.ended)
        save.append(remark)
    finally:
        save.close()


def _inside(path: Path, folder: Path) -> None:
    """Only files that lie in the folder themselves are touched."""
    if path.suffix != SUFFIX or os.path.realpath(path.parent) != os.path.realpath(folder):
        raise SaveError(f"{shown(path)} does not lie in {shown(folder)}.")


def _free(folder: Path, stem: str) -> Path:
    path, number = folder / f"{stem}{SUFFIX}", 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{stem}-{number}{SUFFIX}"
    return path


def _move(path: Path, target: Path) -> Path:
    """Another place for a file; the lock keeps a save that is being played where it is."""
    with contextlib.closing(SaveFile.open(path)):
        move(path, target)
    return target

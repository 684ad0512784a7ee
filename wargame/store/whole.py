"""Writes whole files so that a crash leaves the old one or the new one, never a half."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from wargame.store.errors import SaveError, because, shown


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet; raises SaveError rather than overwrite one."""
    try:
        temporary = _temporary(path, data)
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise SaveError(f"{shown(path)} exists already; give another name.") from None
        finally:
            temporary.unlink()
        _sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be written: {because(error)}.") from error


def write_over(path: Path, data: bytes) -> None:
    """Write a file, replacing an older one unless that is a save; raises SaveError."""
    try:
        if path.is_file():
            with path.open("rb") as old:
                if old.read(11) == b'{"wargame":':
                    raise SaveError(f"{shown(path)} is a save and stays; give another name.")
        temporary = _temporary(path, data)
        try:
            temporary.replace(path)
        except OSError:
            temporary.unlink()
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be written: {because(error)}.") from error


def move(path: Path, target: Path) -> None:
    """Give a file another place where nothing lies; a program that holds it open goes on with it."""
    try:
        os.link(path, target, follow_symlinks=False)
        path.unlink()
    except FileExistsError:
        raise SaveError(f"{shown(target)} exists already; give another name.") from None
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be moved: {because(error)}.") from error


def keep(folder: Path, name: str, text: str) -> str:
    """Write a finding into *folder*, over an older one of its name; where it lies, "" if nowhere."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        write_new(path, text.encode())
    except (OSError, SaveError):
        return ""
    return str(path)


def _temporary(path: Path, data: bytes) -> Path:
    """*data*, safely on disk, in a file beside *path*."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
    except OSError:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    return Path(name)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

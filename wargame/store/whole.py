"""Writes whole files so that a crash leaves the old one or the new one, never a half."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from wargame.store.errors import SaveError, because, shown
from wargame.system import name_as, sync_folder


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, for its owner alone; raises SaveError rather than overwrite one."""
    try:
        if not _linked(path, data):
            temporary = _temporary(path, data)
            try:
                name_as(temporary, path)
            except OSError:
                _gone(temporary)
                raise
        sync_folder(path.parent)
    except FileExistsError:
        raise SaveError(f"{shown(path)} exists already; give another name.") from None
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be written: {because(error)}.") from error


def write_over(path: Path, data: bytes) -> None:
    """Write a file, replacing an older one unless that is a save; raises SaveError.

    What is no file of its own, a link or a device, is never replaced nor written through.
    """
    try:
        if path.is_symlink():
            raise SaveError(f"{shown(path)} is a link and stays; give another name.")
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise SaveError(f"{shown(path)} is no ordinary file and stays; give another name.")
        if path.is_file():
            with path.open("rb") as old:
                if old.read(11) == b'{"wargame":':
                    raise SaveError(f"{shown(path)} is a save and stays; give another name.")
        temporary = _named(path, data)
        try:
            temporary.chmod(0o644)
            temporary.replace(path)
        except OSError:
            _gone(temporary)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{shown(path)} cannot be written: {because(error)}.") from error


def move(path: Path, target: Path) -> None:
    """Give a file another place where nothing lies; a program that holds it open goes on with it."""
    try:
        name_as(path, target)
        with contextlib.suppress(OSError):  # it has its new name, whatever a crash makes of it
            sync_folder(path.parent)
            sync_folder(target.parent)
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


def _linked(path: Path, data: bytes) -> bool:
    """Write a file that has no name until it is whole, so that a kill leaves nothing; False: not here."""
    try:
        handle = os.open(path.parent, getattr(os, "O_TMPFILE", os.O_EXCL) | os.O_RDWR, 0o600)
    except OSError:
        return False
    try:
        with os.fdopen(os.dup(handle), "wb") as file:
            file.write(data)
        os.fsync(handle)
        os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle)  # follows, given a folder
    except FileExistsError:
        raise
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _named(path: Path, data: bytes) -> Path:
    """*data* in a file beside *path*; a kill leaves none where files can be written before they have a name."""
    name = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    name.unlink(missing_ok=True)
    return name if _linked(name, data) else _temporary(path, data)


def _temporary(path: Path, data: bytes) -> Path:
    """*data*, safely on disk, in a file beside *path*."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        _gone(Path(name))
        raise
    return Path(name)


def _gone(path: Path) -> None:
    """Take away a file that nobody needs, if the disk lets us."""
    with contextlib.suppress(OSError):
        path.unlink()

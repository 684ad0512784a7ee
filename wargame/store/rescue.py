"""Games that the disk refused when their players left: kept elsewhere, offered at the next start."""

from __future__ import annotations

from pathlib import Path

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError, because, shown
from wargame.store.folder import Listed, free, fresh, listing
from wargame.store.home import state_folder
from wargame.store.load import read_raw
from wargame.store.whole import write_new


def rescue_folder() -> Path:
    """Where such games wait, apart from the saves, whose disk may be the full one."""
    return state_folder() / "rescued"


def keep(campaign: Campaign) -> str:
    """Before a campaign is let go: a last try to save it, else all of it is kept; what to say, "" if all is well."""
    failed = campaign.unsaved()
    if not failed:
        return ""
    name = campaign.path.stem if campaign.path else campaign.scenario.replace("/", "-")
    path = free(rescue_folder(), name)
    try:
        campaign.write_whole(path).close()
    except SaveError as error:
        return f"{failed} It could not be kept elsewhere either: {error}"
    return f"{failed} The whole game is kept in {shown(path)}; the next start offers it."


def waiting() -> list[Listed]:
    """The games kept so, the latest first."""
    return listing(rescue_folder())


def fetch(kept: Path) -> Path:
    """Bring such a game into the saves folder, under a name that is free there; raises SaveError."""
    try:
        path = fresh(kept.stem)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, read_raw(kept))
        kept.unlink()
    except OSError as error:
        raise SaveError(f"{shown(kept)} cannot be brought back: {because(error)}.") from error
    return path

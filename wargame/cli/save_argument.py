"""How commands open the SAVE or SAVE@N they are given."""

from __future__ import annotations

import click

from wargame.cli.out import warn
from wargame.content.errors import DataError
from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import GameDefinition, SideInfo
from wargame.flow.verify import verify
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, SaveError, shown
from wargame.store.folder import address
from wargame.store.revive import FOLD_ERRORS

DONE, DAMAGED = 0, 3


def look_at(text: str) -> Campaign:
    """The position that SAVE or SAVE@N means, for looking; what is wrong goes to stderr."""
    campaign = opened(text)
    tell_notices(campaign)
    return campaign


def opened(text: str) -> Campaign:
    """The same, with what is wrong still untold in its notices."""
    path, n = address(text)
    campaign = Campaign.open(path, write=False) if n is None else Campaign.at(path, n)
    _remember(campaign)
    return campaign


def play_on(text: str) -> Campaign:
    """The save to change; raises SaveError for a position in its past, or one that cannot be."""
    path, n = address(text)
    if n is not None:
        raise SaveError(
            f"{text} is a position of the past and stays as it is; to play on from it, "
            f"`wargame branch {text} --out NEW`."
        )
    campaign = Campaign.open(path)
    _remember(campaign)
    tell_notices(campaign)
    return campaign


def _remember(campaign: Campaign) -> None:
    """Tell the command what it looks at, for `at_fault` and for the report of a fault."""
    click.get_current_context().find_root().ensure_object(dict)["campaign"] = campaign


def at_fault(ctx: click.Context, error: Exception) -> SaveError | None:
    """What to say where a command failed over a record that the rules never made, or only newer ones.

    None where the record holds, or none was opened: then the fault is the program's.
    """
    campaign = ctx.find_root().ensure_object(dict).get("campaign")
    known = (SaveError, DataError, IllegalAnswer)
    if not isinstance(campaign, Campaign) or isinstance(error, known):
        return None
    if not isinstance(error, FOLD_ERRORS):
        return None
    if campaign.newer:
        return SaveError(f"{campaign.newer} It cannot be shown further.")
    session = campaign.session
    try:
        verdict = verify(session.definition, session.header, session.entries, turned=session.turned)
        if verdict.ok and not campaign.damaged:
            return None
        bad, reason = verdict.first_bad, verdict.reason
    except FOLD_ERRORS as stuck:
        bad, reason = 0, str(stuck)
    name = shown(campaign.path) if campaign.path else "This save"
    return DamagedSaveError(
        f"{name} holds what the rules never made (answer {bad or 0}: {shown(reason)}): "
        "it cannot be shown further."
    )


def side_of(campaign: Campaign, word: str | None) -> Side | None:
    """The side that an option names, if one does; raises DataError for a word that means none."""
    return None if word is None else side_called(campaign.definition, word)


def side_called(definition: GameDefinition, word: str) -> Side:
    """A side by its id or title; raises DataError for any other word."""
    for info in definition.sides:
        if word.strip().casefold() in (info.id.casefold(), info.title.casefold()):
            return info.id
    known = " or ".join(_called(info) for info in definition.sides)
    raise DataError("", "", f'There is no side "{word}"; say {known}')


def _called(info: SideInfo) -> str:
    """The words for a side: its id, and its title where that is another."""
    same = info.id.casefold() == info.title.casefold()
    return info.id if same else f"{info.id} ({info.title})"


def tell_notices(campaign: Campaign) -> None:
    """Say once what the players must know about the save."""
    for notice in campaign.notices:
        warn(f"wargame: {notice}")
    campaign.notices.clear()


def code_of(campaign: Campaign) -> int:
    """The exit code that tells whether the save was whole."""
    return DAMAGED if campaign.damaged else DONE

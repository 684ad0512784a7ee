"""A campaign that two people play on two machines: files that travel, and which goes on from which.

The whole record travels each time.  What arrives is laid beside the save that began as it did: the chain
tells whether it goes on from there.  Answers are only ever added to a save, none is overwritten; a
record that parted from ours is refused with the answer where it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Literal, TypeAlias

from wargame.flow.record import Entry, Header, Record, Takeback, chronicle
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, SaveError, because, shown
from wargame.store.folder import free, listing, saves_folder
from wargame.store.glance import glance
from wargame.store.load import Loaded, load
from wargame.store.proof import verdict_of
from wargame.store.remark import MARKS, Remark
from wargame.store.save import SaveFile, lines_of
from wargame.store.whole import write_new

SUFFIX = ".wgmail"
Outcome: TypeAlias = Literal["new", "same", "on", "behind", "forked"]
"""What an arriving record is to ours: a campaign not known here, the same, one that goes on from ours,
one that ours goes on from, or one that parted from it."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came of a file that arrived."""

    outcome: Outcome
    path: Path
    """The save it belongs to, written or not."""
    shared: int
    """The last answer that both records have."""
    more: tuple[Record, ...] = ()
    """What the record that arrived has beyond that."""
    ours: tuple[Record, ...] = ()
    """What ours has beyond that."""


def parcel(campaign: Campaign, to: Side) -> str:
    """The text of a file for the other player: the save without PINs, and without notes of one's own.

    Raises SaveError for a campaign whose save is damaged.
    """
    if campaign.damaged or campaign.newer:
        raise DamagedSaveError("This save is damaged or newer than the program; it cannot be sent.")
    kept = [r for r in campaign.remarks if r.kind != "pin" and r.author in ("", to)]
    lines = lines_of(campaign.session.header, [*campaign.chronicle, *kept])
    return "".join(f"{line}\n" for line in lines)


def parcel_name(campaign: Campaign, to: Side) -> str:
    """What such a file is called: the save, how far it is, whom it is for."""
    stem = campaign.path.stem if campaign.path else campaign.definition.id
    return f"{stem}-{campaign.session.n}-for-{to}{SUFFIX}"


def write_parcel(campaign: Campaign, to: Side, path: Path) -> None:
    """Write that file where none lies; raises SaveError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{shown(path.parent)} cannot be made: {because(error)}.") from error
    write_new(path, parcel(campaign, to).encode())


def receive(path: Path, name: str = "") -> Arrival:
    """Take in a file: into the save it goes on from, or into a new one; under *name* always a new one.

    Nothing is written unless the record is whole and proved.  Raises SaveError.
    """
    theirs = _proved(path)
    if not name:
        known = _known(theirs, path)
        if known is not None:
            arrival = _compared(known, theirs)
            if arrival.outcome == "on":
                _go_on(arrival, theirs)
            return arrival
    target = free(saves_folder(), name or path.stem)
    if name and target.stem != name:
        raise SaveError(f'"{shown(name)}" is the name of another save; give a free one.')
    records = _records(theirs)
    SaveFile.create(target, theirs.header, [*records, *theirs.remarks]).close()
    return Arrival("new", target, -1, tuple(records))


def _proved(path: Path) -> Loaded:
    """The record in a file; raises SaveError if it is damaged or does not prove."""
    campaign = Campaign.open(path, write=False)
    if campaign.damaged or campaign.newer:
        raise DamagedSaveError(" ".join(campaign.notices) or f"{shown(path)} is damaged.")
    loaded = load(path)
    if loaded.torn:
        raise DamagedSaveError(f"{shown(path)} was cut off on its way; let it be sent again.")
    verdict = verdict_of(campaign)
    if not verdict.ok:
        raise SaveError(
            f"{shown(path)} is not taken in: answer {verdict.first_bad}: {verdict.reason}."
        )
    return loaded


def _known(theirs: Loaded, path: Path) -> Loaded | None:
    """The save here that began as this record did and shares most of it; None if there is none."""
    best: tuple[int, int, Loaded] | None = None
    for save in listing():
        try:
            if save.path.samefile(path) or _origin(glance(save.path).header) != _origin(
                theirs.header
            ):
                continue
            loaded = load(save.path)
        except (SaveError, OSError):
            continue  # what cannot be read is no match
        if loaded.damaged or loaded.newer:
            continue
        found = (_in_common(_records(loaded), _records(theirs)), -len(_records(loaded)))
        if best is None or found > best[:2]:
            best = (*found, loaded)
    return best[2] if best else None


def _origin(header: Header) -> tuple[str, str]:
    """What two records of one campaign have in common from the start."""
    return header.genesis(), header.digest


def _compared(ours: Loaded, theirs: Loaded) -> Arrival:
    mine, other = _records(ours), _records(theirs)
    same = _in_common(mine, other)
    left, more = tuple(mine[same:]), tuple(other[same:])
    outcome: Outcome = "same"
    if left and more:
        outcome = "forked"
    elif left or more:
        outcome = "on" if more else "behind"
    shared = [record for record in mine[:same] if isinstance(record, Entry)]
    return Arrival(outcome, ours.path, shared[-1].n if shared else -1, more, left)


def _go_on(arrival: Arrival, theirs: Loaded) -> None:
    """Add what ours lacks, line by line; a crash between leaves a save that goes on as far."""
    save = SaveFile.open(arrival.path)
    try:
        ours = load(arrival.path)
        if _compared(ours, theirs) != arrival:
            raise SaveError(f"{shown(arrival.path)} was changed meanwhile; receive once more.")
        save.cut(ours.good, ended=ours.ended)
        save.format = ours.format
        for record in (*arrival.more, *_unknown(ours.remarks, theirs.remarks)):
            save.append(record)
    finally:
        save.close()


def _unknown(ours: Sequence[Remark], theirs: Sequence[Remark]) -> Iterator[Remark]:
    """Notes and bookmarks of the other player that are not here."""
    return (remark for remark in theirs if remark.kind in MARKS and remark not in ours)


def _records(loaded: Loaded) -> list[Record]:
    return chronicle(loaded.entries, loaded.takebacks)


def _in_common(ours: Sequence[Record], theirs: Sequence[Record]) -> int:
    """How many of their first records two campaigns share."""
    pairs = zip(map(_mark, ours), map(_mark, theirs), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _mark(record: Record) -> object:
    """What makes a record this one: the chain value of an answer binds all before it."""
    return record.chain if isinstance(record, Entry) else replace(record, taken=())


def told(record: Record, *, secret: bool) -> str:
    """A record in a few words."""
    if isinstance(record, Takeback):
        return f"taken back to answer {record.to}"
    return f"answer {record.n}" + ("" if secret else f' ("{shown(record.answer)}")')


def said_of(arrival: Arrival) -> str:
    """What came of a file, in a sentence."""
    called = shown(arrival.path.stem)
    at, last = arrival.shared, [r.n for r in arrival.more if isinstance(r, Entry)]
    match arrival.outcome:
        case "new":
            return f"A campaign that was not here: saved as {called}, {last[-1]} answers."
        case "on":
            return f"{called} goes on from answer {at}: {counted(arrival.more)} added."
        case "same":
            return f"{called} holds all of it already; nothing was added."
        case "behind":
            return f"{called} is further on by {counted(arrival.ours)}: send yours."
    return f"It has parted from {called} after answer {max(at, 0)}; nothing was written."


def counted(records: Sequence[Record]) -> str:
    """How many answers are among records, in words."""
    n = sum(isinstance(record, Entry) for record in records)
    return f"{n} answer{'' if n == 1 else 's'}"

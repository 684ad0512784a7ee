"""A campaign as the faces use it: a running session, its save on disk, and what to tell players."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from wargame import games
from wargame.content.errors import DataError, PlayersFileError
from wargame.flow.chance import Chance
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Line, Teller, gathered
from wargame.flow.lab import prepare_lab, read_position
from wargame.flow.record import Entry, Header, Record, Takeback, chronicle
from wargame.flow.session import Session, new_header
from wargame.flow.undisturbed import undisturbed
from wargame.model.state import Side
from wargame.store.changes import changes_since
from wargame.store.errors import (
    DamagedSaveError,
    ForeignSaveError,
    LockedSaveError,
    SaveError,
    all_visible,
    shown,
)
from wargame.store.folder import free, named
from wargame.store.header import program
from wargame.store.load import Loaded, load
from wargame.store.remark import MARKS, Remark, RemarkKind
from wargame.store.revive import definition_of, revive
from wargame.store.save import SaveFile
from wargame.store.seeds import BY_HAND


class Campaign:
    """One campaign: give answers, take back, remark; every change is on disk when it returns."""

    def __init__(
        self, session: Session, path: Path | None, save: SaveFile | None, *, read_only: str = ""
    ) -> None:
        self.session = session
        self.path = path
        """Its save; None for a game that is kept nowhere."""
        self.read_only = read_only
        """Why nothing may be changed here, as a sentence; "" when it may."""
        self.damaged = False
        """Whether the save is damaged and this is what could be recovered."""
        self.newer = ""
        """That a later version of the program wrote the save, as a sentence; else ""."""
        self.notices: list[str] = [*save.notices] if save else []
        """Sentences the players must see once."""
        self.remarks: list[Remark] = []
        """Notes and bookmarks."""
        self.takebacks: list[Takeback] = []
        """What was taken back since the save was begun, in order."""
        self._save = save
        self._teller: Teller | None = None
        session.sink = self._write

    # -- opening ------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        scenario: str,
        seed: int,
        path: Path | None,
        *,
        players: dict[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        chance: Chance = BY_HAND,
    ) -> Campaign:
        """A fresh campaign of "arras/campaign", saved at *path*.

        *chance* says who made the seed and whether dice are repeated.  Raises DataError for an
        unknown scenario or option and SaveError where *path* exists already.
        """
        definition, info = games.find(scenario)
        header = new_header(definition, info.id, seed, options=options)
        header.players.update(all_visible(players or {}))
        return cls._start(definition, replace(header, chance=chance), path)

    @classmethod
    def lab(cls, position: Path, path: Path | None) -> Campaign:
        """A campaign from a position file; raises DataError naming its file and key."""
        wanted = read_position(position)
        try:
            definition, info = games.find(wanted.scenario)
        except DataError as error:
            valid = (error.nearest,) if error.nearest else ()
            raise PlayersFileError(
                position, "scenario", error.message, valid, error.nearest or ""
            ) from error
        plain = wanted.model_dump(mode="json")
        try:
            header = new_header(
                definition, info.id, wanted.seed,
                lab=plain, dice=wanted.dice, options=wanted.options,
            )  # fmt: skip
        except DataError as error:
            raise PlayersFileError(position, "options", error.message) from error
        return cls._start(definition, replace(header, chance=BY_HAND), path, str(position))

    @classmethod
    @undisturbed()
    def open(cls, path: Path, *, write: bool = True, shared: bool = False) -> Campaign:
        """Go on with a save, locked for writing unless *write* is False.

        A damaged save, and one that may not be written, opens read-only.  Raises SaveError
        (LockedSaveError while another program plays it, unless *shared*: then it is looked at;
        DamagedSaveError if nothing can be recovered).
        """
        save, read_only = None, "This save was opened for looking only."
        if write and path.is_file():
            try:
                save = SaveFile.open(path)
            except SaveError as error:
                if isinstance(error, LockedSaveError) and not shared:
                    raise
                read_only = f"{error} It can be looked at here."
        try:
            campaign = cls._resume(load(path), save, read_only)
        except BaseException:
            if save:
                save.close()
            raise
        if write and not (save or campaign.damaged):
            campaign.notices.append(read_only)
        return campaign

    @classmethod
    @undisturbed()
    def at(cls, path: Path, n: int) -> Campaign:
        """The position after answer *n*, to look at and to try answers on; nothing is saved."""
        loaded = load(path)
        last = len(loaded.entries) - 1
        if not 0 <= n <= last:
            has = f"answers 0 to {last}" if last else "no answer yet"
            raise SaveError(f"{shown(path)} has {has}, so there is no answer {n}.")
        del loaded.entries[n + 1 :]
        loaded.remarks = [r for r in loaded.remarks if r.place <= n or r.kind not in MARKS]
        known = chronicle(loaded.entries, loaded.takebacks)
        loaded.takebacks = [record for record in known if isinstance(record, Takeback)]
        loaded.turned = {place: salt for place, salt in loaded.turned.items() if place <= n}
        if n < last:
            loaded.redo.clear()
        why = f"This is the position after answer {n}; branch it into a save of its own to play on."
        return cls._resume(loaded, None, why)

    @classmethod
    def _start(
        cls, definition: GameDefinition, header: Header, path: Path | None, name: str = "position"
    ) -> Campaign:
        header = replace(header, program=program())
        session = Session.start(definition, header, prepare_lab(definition, header.lab, name))
        save = SaveFile.create(path, header, session.entries) if path else None
        campaign = cls(session, path, save)
        session.settle()
        return campaign

    @classmethod
    def _resume(cls, loaded: Loaded, save: SaveFile | None, read_only: str) -> Campaign:
        definition = definition_of(loaded)
        opening_lost = not loaded.entries
        try:
            session, dropped = revive(definition, loaded)
        except DamagedSaveError as error:
            raise SaveError(loaded.newer) if loaded.newer else error from error
        if (loaded.damaged or loaded.newer) and save:
            save.close()
            save = None
        if save:
            save.cut(loaded.good, ended=loaded.ended)
            save.format = loaded.format
            read_only = ""
        elif loaded.newer:
            read_only = f"{loaded.newer} It can be looked at, not played on."
        elif loaded.damaged:
            read_only = "This save is damaged: it can be looked at and branched, not played on."
        campaign = cls(session, loaded.path, save, read_only=read_only)
        session.redo, session.held = list(loaded.redo), loaded.held
        campaign.damaged, campaign.remarks = loaded.damaged, loaded.remarks
        campaign.newer = loaded.newer
        campaign.takebacks = loaded.takebacks
        campaign.notices += loaded.problems
        if opening_lost and save:
            campaign._write(session.entries[0])
        if dropped:
            campaign._tell_drift(dropped)
        elif not read_only:
            told, remembered = changes_since(definition, loaded, session)
            campaign.notices += told
            for remark in remembered:
                campaign.remarks.append(remark)
                campaign._write(remark)
        if not read_only:
            session.settle()
        return campaign

    # -- looking ------------------------------------------------------------------------------

    @property
    def definition(self) -> GameDefinition:
        """The game being played."""
        return self.session.definition

    @property
    def scenario(self) -> str:
        """The scenario as a player types it: "arras/campaign"."""
        info = self.definition.scenario(self.session.header.scenario)
        return games.full_name(self.definition, info)

    @property
    def branched(self) -> str:
        """The save and answer this one was branched from: "arras@412"; "" for one begun afresh."""
        found = [r for r in self.remarks if r.kind == "branch"]
        return f"{found[-1].data.get('of')}@{found[-1].place}" if found else ""

    @property
    def chronicle(self) -> list[Record]:
        """All that was answered and taken back, in the order it happened."""
        return chronicle(self.session.entries, self.takebacks)

    @property
    def failing(self) -> str:
        """Why the save on disk lags behind the game, "" if it does not."""
        return self._save.failing if self._save else ""

    def lines(self, entry: Entry, side: Side | None = None) -> list[Line]:
        """What an answer caused, as journal lines, with the names that *side* has for things.

        Without a side: whoever sits at the table.  The entry is told as it is given: see
        `Session.told_to`.
        """
        session = self.session
        game = session.seen if side is None else session.seen_by(side)
        if self._teller is None or self._teller.game is not game:
            self._teller = Teller(session.definition, game, session.steps)
        return list(gathered(self._teller.lines(entry.events)))

    # -- playing ------------------------------------------------------------------------------

    def answer(self, text: str) -> Entry:
        """Give an answer; raises IllegalAnswer, SaveError if this campaign is read-only."""
        self._may_change()
        return self.session.answer(text)

    def undo(self, to: int | None = None, *, consent: bool = False) -> Takeback:
        """Take back the answers after *to* (default: the last); raises IllegalAnswer, SaveError."""
        self._may_change()
        return self.session.undo(to, consent=consent)

    def redo(self) -> Entry | None:
        """Give the answer taken back last once more; None if there is none."""
        self._may_change()
        return self.session.again()

    def remark(self, kind: RemarkKind, text: str, **facts: object) -> Remark:
        """Leave a note or bookmark at this position, or at another one given as n."""
        self._may_change()
        remark = Remark(kind, all_visible({"n": self.session.n, "text": text, **facts}))
        self.remarks.append(remark)
        self._write(remark)
        return remark

    def save_now(self) -> None:
        """Try again to bring everything to the disk; raises SaveError."""
        if self._save:
            try:
                self._save.flush()
            except ForeignSaveError as error:
                self._rescue(self._save, str(error))

    def unsaved(self) -> str:
        """Why leaving now would lose something, after one more try to save it; "" if it would not."""
        if self.read_only:
            return ""
        if self._save is None:
            return "This game is kept nowhere." if self.session.n else ""
        if self.failing:
            with suppress(SaveError):
                self.save_now()
        return self.failing

    def save_elsewhere(self, path: Path) -> None:
        """Go on in a new save that holds the whole campaign; what lies in the old one stays.  Raises SaveError."""
        self._may_change()
        save = self.write_whole(path)
        if self._save:
            self._save.close()
        self._save, self.path = save, path

    def rename(self, name: str) -> Path:
        """Give the save another name while it is played; its new path.  Raises SaveError."""
        self._may_change()
        target = named(name)
        if self._save and target != self.path:
            self._save.rename(target)
            self.path = target
        return target

    def branch_as(self, name: str) -> Path:
        """Branch into the save called *name* in the saves folder; its path.  Raises SaveError."""
        path = named(name)
        self.branch(path)
        return path

    def branch(self, path: Path) -> None:
        """Write this position, with all that led to it, as a new save; raises SaveError."""
        if self.newer:
            raise SaveError(self.newer)
        session, n = self.session, self.session.n
        records: list[Record | Remark] = [*self.chronicle]
        if session.header.chance.dice == "strict" and session.ask is not None:
            side, salt = session.ask.side, secrets.token_hex(16)
            records.append(Takeback(n, side, consent=False, chain=session.chain, salt=salt))
        records += self._remarks_here()
        if self.path:
            records.append(Remark("branch", {"n": n, "of": self.path.stem}))
        SaveFile.create(path, session.header, records).close()

    def write_whole(self, path: Path) -> SaveFile:
        """A new save with all that was played and remarked, locked; raises SaveError."""
        records: list[Record | Remark] = [*chronicle(self.session.entries, self.takebacks)]
        return SaveFile.create(path, self.session.header, [*records, *self.remarks])

    def close(self) -> None:
        """Let go of the save; the campaign can no longer be changed."""
        if self._save:
            self._save.close()
            self._save = None
            self.read_only = "This campaign is closed."

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _may_change(self) -> None:
        if self.read_only:
            raise (DamagedSaveError if self.damaged else SaveError)(self.read_only)

    def _write(self, record: Record | Remark) -> None:
        """Bring a record to the disk; a refusal is a notice, and the game goes on."""
        if isinstance(record, Takeback):
            self.takebacks.append(record)
        if self._save is None:
            return
        before = self._save.failing
        try:
            self._save.append(record)
        except ForeignSaveError as error:
            self._rescue(self._save, str(error), told=bool(before))
            return
        except SaveError as error:
            if not before:
                self.notices.append(str(error))
            return
        if before:
            self.notices.append("The disk takes writes again: everything is saved.")

    def _rescue(self, foreign: SaveFile, how: str, *, told: bool = False) -> None:
        """Go on in a save of its own beside the one that is no longer ours, which is left alone.

        Where that cannot be written either, the campaign stays unsaved and says so, once.
        """
        path = free(foreign.path.parent, f"{foreign.path.stem}-rescued")
        try:
            self.save_elsewhere(path)
        except SaveError as error:
            if not told:
                self.notices.append(f"NOT SAVED: {how}. {error}")
            return
        self.notices.append(
            f"{how} and is left as it is; the whole campaign goes on in {shown(path.name)}."
        )

    def _remarks_here(self) -> list[Remark]:
        return [r for r in self.remarks if r.place <= self.session.n]

    def _tell_drift(self, dropped: Sequence[Entry]) -> None:
        session = self.session
        session.redo = []
        side = session.ask.side if session.ask else dropped[0].side
        gone = tuple(dropped)
        self._write(Takeback(session.n, side, consent=False, chain=session.chain, taken=gone))
        words = "; ".join(shown(entry.answer) for entry in dropped)
        if self.definition.secrets:
            words = f"answers {dropped[0].n} to {dropped[-1].n}"
        self.notices.append(
            "The rules have changed since this save was written, so its unfinished step is to be "
            f"decided again. Taken back: {words}."
        )

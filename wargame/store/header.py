"""The first line of a save, read strictly."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from wargame.flow.chance import Chance, of_phrases
from wargame.flow.record import FORMAT, Header
from wargame.store.errors import all_seen, all_visible, shown
from wargame.store.migrate import old_header


def program() -> str:
    """The version of this program, as a header says it; "" where it runs uninstalled."""
    try:
        return version("wargame")
    except PackageNotFoundError:
        return ""


class HeaderError(ValueError):
    """A first line that does not open a save; says why, as the end of a sentence."""


class NewerError(HeaderError):
    """A first line that a later version of the program wrote, in which nothing is known."""


class _ChanceFacts(BaseModel):
    """What a header says of chance."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    dice: Literal["friendly", "strict"]
    seed: Literal["hand", "drawn", "phrases"]
    salt: str = ""
    phrases: list[str] = []

    def read(self, seed: int) -> Chance:
        """The same as the record has it; raises HeaderError."""
        said = Chance(self.dice, self.seed, self.salt, tuple(self.phrases))
        if self.seed == "phrases" and (seed, said) != of_phrases(said.phrases, self.dice):
            raise HeaderError("names phrases that do not give its seed.")
        if bool(self.salt) != (self.seed != "hand"):
            raise HeaderError("says two things of its seed.")
        return said


class _HeaderLine(BaseModel):
    """The first line as the present format has it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    wargame: int
    game: str
    scenario: str
    options: dict[str, str]
    ruleset: str
    digest: str
    seed: int = Field(ge=0)
    commitment: str
    chance: _ChanceFacts | None = None
    program: str = ""
    players: dict[str, str]
    lab: dict[str, Any] | None
    state: dict[str, Any]
    chain: str


def read_header(text: str) -> Header:
    """The header in the first line of a save; raises HeaderError."""
    raw = _parse(text)
    written = raw.get("wargame")
    if type(written) is not int or written < 1:
        raise HeaderError("names no format.")
    if written > FORMAT:
        return _newer(raw, written)
    try:
        line = _HeaderLine.model_validate(old_header(raw, written))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in problem["loc"])
        raise HeaderError(f'has a bad "{shown(key)}": {shown(problem["msg"])}.') from error
    return _checked(line, written, seen=all_seen(text))


def newer(written: int, by: str = "") -> str:
    """What is said of a file in a newer format, as the end of a sentence."""
    program = f"version {by}, " if by else ""
    return (
        f"was written by a newer version of this program ({program}format {written}; "
        f"this one reads up to {FORMAT})"
    )


def _newer(raw: dict[str, Any], written: int) -> Header:
    """What is known of a header in a newer format; its chain value is taken as it stands."""
    known = {key: value for key, value in raw.items() if key in _HeaderLine.model_fields}
    by = raw.get("program")
    try:
        line = _HeaderLine.model_validate({**known, "chance": None})
        header = _header(line, written)
    except (ValidationError, HeaderError) as error:
        raise NewerError(f"{newer(written, shown(by) if isinstance(by, str) else '')}.") from error
    return replace(header, proof=line.chain)


def _parse(text: str) -> dict[str, Any]:
    try:
        raw = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise HeaderError("is not JSON.") from None
    if not isinstance(raw, dict):
        raise HeaderError("is not a header.")
    return raw


def _checked(line: _HeaderLine, written: int, *, seen: bool) -> Header:
    header = _header(line, written, seen=seen)
    if line.chain != header.genesis() or line.commitment != header.commitment:
        raise HeaderError("was changed or damaged: its chain value is wrong.")
    return header


def _header(line: _HeaderLine, written: int, *, seen: bool = False) -> Header:
    """The header of a line; *seen*: no character of it is hidden."""
    if not seen and all_visible(plain := line.model_dump(exclude={"players"})) != plain:
        raise HeaderError("holds control characters.")
    return Header(
        line.game,
        line.scenario,
        line.ruleset,
        line.digest,
        line.seed,
        line.state,
        line.lab,
        all_visible(line.players),
        written,
        line.options,
        line.chance.read(line.seed) if line.chance else Chance(),
        line.program,
    )

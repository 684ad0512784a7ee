"""The first line of a save, read strictly."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from wargame.flow.chance import Chance, of_phrases
from wargame.flow.record import FORMAT, Header
from wargame.store.errors import all_visible, shown
from wargame.store.migrate import old_header


def program() -> str:
    """The version of this program, as a header says it; "" where it runs uninstalled."""
    try:
        return version("wargame")
    except PackageNotFoundError:
        return ""


class HeaderError(ValueError):
    """A first line that does not open a save; says why, as the end of a sentence."""

    def __init__(self, message: str, *, newer: bool = False) -> None:
        super().__init__(message)
        self.newer = newer
        """Whether a later version of the program wrote it."""


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
        raise HeaderError(
            f"was written by a newer version of this program (format {written}; "
            f"this one reads up to {FORMAT}).",
            newer=True,
        )
    try:
        line = _HeaderLine.model_validate(old_header(raw, written))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in problem["loc"])
        raise HeaderError(f'has a bad "{shown(key)}": {shown(problem["msg"])}.') from error
    return _checked(line, written)


def _parse(text: str) -> dict[str, Any]:
    try:
        raw = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise HeaderError("is not JSON.") from None
    if not isinstance(raw, dict):
        raise HeaderError("is not a header.")
    return raw


def _checked(line: _HeaderLine, written: int) -> Header:
    plain = line.model_dump(exclude={"players"})
    if all_visible(plain) != plain:
        raise HeaderError("holds control characters.")
    header = Header(
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
    if line.chain != header.genesis() or line.commitment != header.commitment:
        raise HeaderError("was changed or damaged: its chain value is wrong.")
    return header

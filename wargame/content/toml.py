"""Reads TOML files into frozen models and finds the assets folder."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, ValidationInfo
from pydantic_core import PydanticCustomError

from wargame.content.errors import DataError
from wargame.hexes.grid import Grid, Hex

_WANTED = {
    "dict": "a table", "string": "a text in quotes", "int": "a whole number", "float": "a number",
    "bool": "true or false", "list": "a list", "tuple": "a list",
}  # fmt: skip
"""What stands where a value of another kind was found, by the kind of problem."""
LARGEST = 1 << 20
"""Bytes of a file that somebody wrote by hand."""
_LONGEST = 60
"""Letters of a text that are shown where another thing was wanted."""
PACKAGE = Path(__file__).resolve().parent.parent


class TomlModel(BaseModel):
    """The base of every file model: nothing unknown gets in, nothing changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


Model = TypeVar("Model", bound=BaseModel)


def _hex(text: object, info: ValidationInfo) -> Hex:
    assert info.context is not None
    grid: Grid = info.context["grid"]
    try:
        return grid.hex(str(text))
    except ValueError as error:
        raise PydanticCustomError("hex", "is no hex", {"names": grid.names}) from error


HexNumber: TypeAlias = Annotated[Hex, BeforeValidator(_hex)]
"""A hex that stands in the file by its printed number; such a file is read with the grid."""


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a UTF-8 file of at most so many bytes; raises DataError.

    A missing one is refused with the nearest name beside it; a pipe or device, which may have no end, is not read.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise DataError(path, "", "is not a file")
        if facts.st_size > largest:
            raise DataError(path, "", f"is too large: {facts.st_size} bytes, at most {largest}")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise DataError(path, "", "cannot be read", valid=beside, word=path.name) from error
    except UnicodeDecodeError as error:
        raise DataError(path, f"byte {error.start}", "is not UTF-8 text") from error


def read_toml(path: Path, model: type[Model], grid: Grid | None = None) -> Model:
    """Parse `path` into `model`; whatever is wrong becomes a DataError naming file and key."""
    return checked(path, "", model, _parsed(path), grid)


def read_rows(path: Path, model: type[Model], grid: Grid | None = None) -> dict[Any, Model]:
    """The rows of a file that is one list, by the first thing each says: its id, its number."""
    (key, rows), *more = _parsed(path).items() or [("", [])]
    if more or not isinstance(rows, list):
        raise DataError(path, "", "one list of rows is wanted here")
    found, first = dict[Any, Model](), next(iter(model.model_fields))
    for n, raw in enumerate(rows):
        row = checked(path, f"{key}.{n}", model, raw, grid)
        if getattr(row, first) in found:
            raise DataError(path, f"{key}.{n}.{first}", "this stands twice")
        found[getattr(row, first)] = row
    return found


def _parsed(path: Path) -> dict[str, Any]:
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(path, "syntax", str(error)) from error


def checked(
    path: Path, key: str, model: type[Model], raw: Mapping[str, Any], grid: Grid | None = None
) -> Model:
    """What stands under *key* of a file as a model."""
    try:
        return model.model_validate(raw, context={"grid": grid})
    except ValidationError as error:
        raise _first_problem(path, key, model, error) from error


def asset(*parts: str) -> Path:
    """A file of the assets folder: inside an installed package, or beside it in a checkout."""
    homes = (PACKAGE / "assets", PACKAGE.parent / "docs", PACKAGE.parent / "assets")
    for home in homes:
        path = home.joinpath(*parts)
        if path.exists():
            return path
    beside = homes[-1].joinpath(*parts).parent
    valid = [p.name for p in beside.iterdir()] if beside.is_dir() else []
    raise DataError("/".join(("assets", *parts)), "", "does not exist", valid=valid, word=parts[-1])


def digest(paths: Iterable[Path]) -> str:
    """A short hash of the named files, the same in any order and with any line ends."""
    total = blake2b(digest_size=8)
    for path in sorted(paths, key=lambda p: (p.name, str(p))):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def _first_problem(
    path: Path, under: str, model: type[BaseModel], error: ValidationError
) -> DataError:
    problems = error.errors(include_url=False)
    missing = [".".join(map(str, p["loc"])) for p in problems if p["type"] == "missing"]
    if len(missing) > 1:
        return DataError(path, under, f"these keys are missing: {', '.join(missing)}")
    problem = problems[0]
    where = problem["loc"]
    key = ".".join(str(part) for part in (under, *where) if part != "")
    message = str(problem["msg"]).removesuffix(".")
    match problem["type"]:
        case "extra_forbidden":
            valid = _keys_at(model, where[:-1])
            return DataError(path, key, "this key is not known", valid=valid)
        case "missing":
            return DataError(path, key, "this key is missing")
        case "hex":
            names = problem["ctx"]["names"]
            return DataError.unknown(path, key, str(problem["input"]), names)
        case "literal_error":
            expected = str(problem.get("ctx", {}).get("expected", "")).replace("'", "")
            words = expected.replace(" or ", ", ").split(", ")
            return DataError.unknown(path, key, str(problem["input"]), words)
    wanted = _WANTED.get(problem["type"].partition("_")[0])
    if wanted:
        return DataError(path, key, f"{wanted} is wanted here, not {_as_toml(problem['input'])}")
    return DataError(path, key, f"{message} (found {problem['input']!r})")


def _as_toml(value: object) -> str:
    """A value as it may stand in the file."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _keys_at(model: type[BaseModel], where: tuple[int | str, ...]) -> list[str]:
    """The keys the file may have at `where`, found by following the annotations."""
    here: Any = model
    for part in where:
        inner = _model_in(here)
        if inner is None or not isinstance(part, str):
            continue
        fields = {field.alias or name: field for name, field in inner.model_fields.items()}
        here = fields[part].annotation if part in fields else here
    found = _model_in(here)
    if found is None:
        return []
    return [field.alias or name for name, field in found.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(argument) for argument in get_args(annotation))
    return next((model for model in inner if model is not None), None)

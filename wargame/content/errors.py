"""The one error of the data readers: it names the file, the key and the nearest valid one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

_FEW = 8
"""So many names are listed at most."""


def nearest(word: str, valid: Iterable[str]) -> str | None:
    """The valid word most like `word`, or None when nothing resembles it."""
    names = {name.casefold(): name for name in sorted(valid, reverse=True)}
    close = get_close_matches(word.casefold(), sorted(names), n=1, cutoff=0.4)
    return names[close[0]] if close else None


class DataError(ValueError):
    """A data file says something impossible; one sentence tells where and what would be valid."""

    whole = False
    """Whether the file is named by its whole path: a player's own, not one of the program's."""

    def __init__(
        self, file: Path | str, key: str, message: str, valid: Iterable[str] = (), word: str = ""
    ) -> None:
        self.file = str(file)
        self.key = key
        self.message = message
        self.nearest = nearest(word or key.rsplit(".", 1)[-1], valid)
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        place = self.file if self.whole else "/".join(Path(self.file).parts[-2:])
        where = ", ".join(part for part in (place, self.key) if part)
        hint = f'; the nearest valid one is "{self.nearest}"' if self.nearest else ""
        return f"{where}: {self.message}{hint}." if where else f"{self.message}{hint}."

    @classmethod
    def unknown(cls, file: Path | str, key: str, word: str, valid: Iterable[str]) -> DataError:
        """`word` under `key` names nothing that exists."""
        return cls(file, key, f'"{word}" is not known', valid=valid, word=word)

    def of_player(self) -> PlayersFileError:
        """The same about a file of the player's own, which is named by its whole path."""
        nearby = (self.nearest,) if self.nearest else ()
        return PlayersFileError(self.file, self.key, self.message, nearby, self.nearest or "")

    @classmethod
    def typed(cls, what: str, word: str, valid: Iterable[str]) -> DataError:
        """No `what` is called as a player typed it; where nothing is close a few are listed."""
        names = list(valid)
        listed = "" if nearest(word, names) else f"; there are {_some(names)}"
        return cls("", "", f'There is no {what} "{word}"{listed}', valid=names, word=word)


def _some(names: Sequence[str]) -> str:
    """The names, or the first of many and how many more there are."""
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")


class PlayersFileError(DataError):
    """The same, of a file that a player wrote."""

    whole = True

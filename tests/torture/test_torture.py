"""A short run of every class of harm; `make torture` goes on with many more cases."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.torture.classes import CLASSES
from tests.torture.examine import called, examine
from tests.torture.hostile import BAD_VALUES, rechained
from wargame import games
from wargame.store.campaign import Campaign

SMOKE = {
    "faults": 12,
    "power": 8,
    "names": 12,
    "foreign": 8,
    "mail-toy": 12,
    "broken-toy": 12,
    "rechained-toy": 25,
}
"""Cases of each class; those of real games and kills belong to the long run."""


AS_LISTED = repr(BAD_VALUES)
FOUND = Path(__file__).with_name("corpus")
CORPUS = sorted(path.stem for path in FOUND.glob("*.wg"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The saves folder of this test, with the toy among the games."""
    monkeypatch.setattr(games, "MODULES", {**games.MODULES, "toy": "tests.toy:TOY"})
    monkeypatch.setenv("WARGAME_SAVES", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", list(SMOKE))
def test_nothing_is_lost_and_nothing_fails(name: str, folder: Path) -> None:
    one = CLASSES[name](folder)
    assert {n: found for n in range(SMOKE[name]) if (found := one.case(n))} == {}


@pytest.mark.parametrize("name", CORPUS)
def test_what_was_found_once_stays_mended(name: str, folder: Path) -> None:
    """Saves whose chain is right and whose facts cannot be: damage for `verify`, no failure for anything.

    What a newer version wrote cannot be proved here, that is all.
    """
    path = folder / f"{name}.wg"
    path.write_bytes((FOUND / path.name).read_bytes())
    assert examine(path, deeply=True) == []
    assert called(["verify", str(path)])[0] == (1 if name.endswith("-newer") else 3)


def test_a_case_is_the_same_whatever_came_before(folder: Path) -> None:
    raw = folder / "named.wg"
    Campaign.new("toy/crossroads", 7, raw).close()
    whole = raw.read_bytes()
    first = rechained(whole, Random("5"))
    for number in range(400):
        rechained(whole, Random(f"{number}"))
    assert first == rechained(whole, Random("5"))
    assert AS_LISTED == repr(BAD_VALUES)


def test_what_is_looked_at_is_found_wanting_where_it_is(folder: Path) -> None:
    """The examination itself sees a fault of the program and an escape sequence."""
    path = folder / "named.wg"
    Campaign.new("toy/crossroads", 7, path).close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wargame.cli.out.clean", lambda text: f"\x1b[2J{text}")
        assert any("prints '\\x1b'" in found for found in examine(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wargame.cli.look.show_lines", lambda _campaign, _side: [].pop())
        assert any("show failed" in found for found in examine(path))

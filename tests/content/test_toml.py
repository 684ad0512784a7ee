"""A data file that is wrong is refused with its name, the key and the nearest valid one."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from wargame.content.errors import DataError, nearest
from wargame.content.toml import TomlModel, asset, digest, read_rows, read_text, read_toml


class Gun(TomlModel):
    name: str
    attack: int
    kind: Literal["field", "flak"] = "field"


class Guns(TomlModel):
    title: str = ""
    gun: tuple[Gun, ...]


def refusal(tmp_path: Path, text: str) -> DataError:
    file = tmp_path / "guns.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_toml(file, Guns)
    return caught.value


def test_a_right_file_becomes_a_model(tmp_path: Path) -> None:
    file = tmp_path / "guns.toml"
    file.write_text('[[gun]]\nname = "25 pdr"\nattack = 1\n', encoding="utf-8")
    assert read_toml(file, Guns).gun == (Gun(name="25 pdr", attack=1),)


def test_an_unknown_key_is_named_with_the_nearest_valid_one(tmp_path: Path) -> None:
    error = refusal(tmp_path, '[[gun]]\nname = "25 pdr"\nattack = 1\natack = 1\n')
    assert error.key == "gun.0.atack"
    assert error.nearest == "attack"
    assert "guns.toml, gun.0.atack: " in str(error)
    assert str(error).endswith('the nearest valid one is "attack".')


def test_an_unknown_key_at_the_top_is_compared_with_the_keys_of_the_top(tmp_path: Path) -> None:
    assert refusal(tmp_path, 'titel = "x"\ngun = []\n').nearest == "title"


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, '[[gun]]\nname = "25 pdr"\n').key == "gun.0.attack"


def test_a_value_of_the_wrong_type_is_shown(tmp_path: Path) -> None:
    error = refusal(tmp_path, '[[gun]]\nname = "25 pdr"\nattack = "many"\n')
    assert error.key == "gun.0.attack"
    assert 'not "many"' in str(error)


def test_a_word_outside_a_closed_set_is_named_with_the_nearest(tmp_path: Path) -> None:
    error = refusal(tmp_path, '[[gun]]\nname = "88"\nattack = 2\nkind = "flack"\n')
    assert (error.key, error.nearest) == ("gun.0.kind", "flak")


def test_a_syntax_error_names_the_line(tmp_path: Path) -> None:
    error = refusal(tmp_path, "title = \n")
    assert error.key == "syntax"
    assert "line 1" in str(error)


def test_a_missing_file_is_named_with_its_nearest_neighbour(tmp_path: Path) -> None:
    (tmp_path / "guns.toml").touch()
    with pytest.raises(DataError, match=r"gun\.toml.*guns\.toml"):
        read_text(tmp_path / "gun.toml")


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="byte 0"):
        read_text(tmp_path / "bad.md")


def test_a_list_of_rows_is_read_by_the_first_thing_each_says(tmp_path: Path) -> None:
    path = tmp_path / "turns.toml"
    path.write_text('[[turn]]\nnumber = 3\ntext = "a"\n[[turn]]\nnumber = 1\ntext = "b"\n')
    rows = read_rows(path, Turn)
    assert [(3, "a"), (1, "b")] == [(number, row.text) for number, row in rows.items()]
    path.write_text(path.read_text().replace("3", "1"))
    with pytest.raises(DataError, match=r"turn\.1\.number"):
        read_rows(path, Turn)
    path.write_text("number = 1\n")
    with pytest.raises(DataError, match="one list of rows"):
        read_rows(path, Turn)


class Turn(TomlModel):
    """A row."""

    number: int
    text: str


def test_assets_are_found_from_a_checkout() -> None:
    assert asset("maps", "arras.toml").is_file()


def test_a_missing_asset_names_the_nearest() -> None:
    with pytest.raises(DataError, match=r"arras\.toml"):
        asset("maps", "aras.toml")


def test_the_digest_ignores_line_ends_and_order_but_not_content(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_bytes(b"x = 1\n")
    second.write_bytes(b"y = 1\n")
    before = digest([first, second])
    first.write_bytes(b"x = 1\r\n")
    assert digest([second, first]) == before
    first.write_bytes(b"x = 2\n")
    assert digest([first, second]) != before


def test_nearest_is_none_when_nothing_resembles_the_word() -> None:
    assert nearest("zzz", ["attack", "defence"]) is None
    assert nearest("ARR-MV-1", ["arr-mv-01", "ARR-CO-01"]) == "arr-mv-01"

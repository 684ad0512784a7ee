"""The fifth zoom: what terminals answer, and that what is written shows the board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.tui.map.fake import FakeTerminal, sixel_image
from tests.tui.map.toy import toy_table
from wargame.exports.bitmaps import sixel
from wargame.exports.board import Board
from wargame.exports.pen import Pen
from wargame.hexes.grid import OFF, Hex
from wargame.picture.contents import contents_of
from wargame.picture.layers import LayerName, Layers
from wargame.picture.layout import Box
from wargame.picture.spoken import BEGUN, Spoken, Way, missing, spoken
from wargame.picture.tiles import CELLS, DEEP, WIDE, cell_of, letter
from wargame.tui.asked import Answers

OK, NAME, CELL = b"\x1b_Gi=31;OK\x1b\\", b"\x1bP>|%s\x1b\\", b"\x1b[6;20;10t"
SIXEL, PLAIN = b"\x1b[?62;4;22c", b"\x1b[?62;22c"
VIEW = Box(3, 2, 30, 12)


@pytest.mark.parametrize(
    ("answer", "way"),
    [
        (OK + NAME % b"kitty(0.38.1)" + CELL + PLAIN, "kitty"),
        (OK + CELL + SIXEL, "kitty"),
        (CELL + SIXEL, "sixel"),
        (OK + NAME % b"WezTerm 2024" + CELL + SIXEL, "sixel"),
        (OK + NAME % b"Konsole 24.1" + CELL + PLAIN, ""),
        (b"\x1b_Gi=31;ENOTSUPPORTED:\x1b\\" + CELL + PLAIN, ""),
        (b"\x1b[?64;14c", ""),
        (SIXEL, ""),
        (b"", ""),
    ],
)
def test_a_terminal_draws_what_it_says_that_it_draws(answer: bytes, way: Way) -> None:
    told = spoken(answer)
    assert told.way == way
    assert bool(told.why) != bool(way)
    assert not way or told.cell == (10, 20)


def test_the_size_of_a_letter_may_come_from_the_system() -> None:
    assert Spoken("sixel", (9, 18)) == spoken(SIXEL, (9, 18))


def test_without_the_extra_there_is_a_word_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing() == ""
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert missing().startswith("pillow is not installed")
    assert "pip install 'wargame[pictures]'" in missing()


def test_answers_are_kept_apart_from_what_is_typed() -> None:
    whole = b"a" + OK + b"\x1b[A" + NAME % b"x" + CELL + b"b" + PLAIN + b"c"
    for cut in range(1, len(whole)):
        if whole[:cut].endswith((b"\x1b", b"\x1b[", b"\x1b[6", b"\x1bP")):
            continue  # so far a key as well as an answer
        answers = Answers()
        answers.await_them()
        typed = answers.typed(whole[:cut]) + answers.typed(whole[cut:])
        assert (typed, answers.whole.is_set()) == (b"a\x1b[Abc", True), cut
    assert answers.typed(OK) == OK  # nothing is awaited any more
    assert BEGUN.search(b"\x1b") is None  # the key Escape waits for nothing


def test_a_late_answer_is_not_typed() -> None:
    answers = Answers()
    answers.await_them()
    assert not answers.whole.wait(0)
    assert answers.typed(b"x" + CELL + PLAIN + b"y") == b"xy"


def test_every_cell_of_a_window_has_a_letter_of_its_own() -> None:
    for top, left in ((0, 0), (230, 250), (1000, 700)):
        for y, x in ((top, left), (top + 50, left + 199), (top + 120, left + 30)):
            char = letter(y, x)
            assert CELLS.fullmatch(char)
            assert cell_of(char, top, left) == (y, x)


@pytest.fixture(scope="module")
def laid() -> tuple[Board, Layers]:
    """The board of the toy country, its ground drawn."""
    game, definition = toy_table()
    face = definition.face
    board = Board(
        game.content.drawn,
        (10, 20),
        lambda h: [face.counter(game, unit) for unit in game.board.at[h][1:4]],
    )
    contents, layers = contents_of(game, definition, {}), Layers()
    board.draw(contents, contents, layers)
    board.prepare(VIEW)
    return board, layers


@pytest.fixture
def board(laid: tuple[Board, Layers]) -> Iterator[Board]:
    """The same for each test, with nothing laid over it."""
    board, layers = laid
    yield board
    board.draw(layers.hexes(), board._contents, layers)
    layers.clear()
    layers.cursor = OFF


def mark(board: Board, name: LayerName | str, marks: dict[Hex, str]) -> set[Hex]:
    """Lay a layer, or put the cursor somewhere; the hexes that change."""
    layers = board._layers
    if name == "cursor":
        changed = {layers.cursor, *marks} - {OFF}
        layers.cursor = next(iter(marks))
    else:
        changed = layers.lay(name, marks)  # type: ignore[arg-type]
    board.draw(changed, board._contents, layers)
    board.prepare(VIEW)
    return changed


def window(board: Board, box: Box = VIEW) -> str:
    """The letters of some cells."""
    rows = board.sheet.chars[box.y : box.y + box.height]
    return "\n".join("".join(row[box.x : box.x + box.width]) for row in rows)


def expected(board: Board) -> Image.Image:
    """The window, put together from the tiles."""
    wide, high = board.layout.cell
    whole = Image.new(
        "RGB", ((VIEW.x + VIEW.width + WIDE) * wide, (VIEW.y + VIEW.height + DEEP) * high)
    )
    for (x, y), drawing in board.tiles.items():
        whole.paste(drawing.image, (x * WIDE * wide, y * DEEP * high))
    x, y = VIEW.x * wide, VIEW.y * high
    return whole.crop((x, y, x + VIEW.width * wide, y + VIEW.height * high))


def shown_by(board: Board, way: Way) -> tuple[FakeTerminal, Pen]:
    """The window on a fresh terminal."""
    terminal, pen = FakeTerminal((VIEW.width, VIEW.height), board.layout.cell), Pen(board, way)
    pen.view = VIEW
    terminal.take(pen.written(window(board)))
    return terminal, pen


def apart(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ, of 255, at a pixel."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_kitty_shows_the_tiles_pixel_by_pixel(board: Board) -> None:
    mark(board, "cursor", {11: ""})
    terminal, pen = shown_by(board, "kitty")
    assert terminal.screen.tobytes() == expected(board).tobytes()
    assert len(terminal.held) == len(terminal.sent) == len(board.tiles)
    terminal.take(pen.gone())
    assert terminal.held == {}


def test_sixel_shows_them_with_255_colours_a_line(board: Board) -> None:
    mark(board, "cursor", {11: ""})
    terminal, _ = shown_by(board, "sixel")
    assert apart(terminal.screen, expected(board)) < 4


@pytest.mark.parametrize("way", ["kitty", "sixel"])
def test_a_cursor_move_sends_only_what_it_touches(board: Board, way: Way) -> None:
    mark(board, "cursor", {11: ""})
    terminal, pen = shown_by(board, way)
    before = len(terminal.sent)
    boxes = board.boxes(mark(board, "cursor", {12: ""}))
    for box in boxes:
        seen = Box(
            x := max(box.x, VIEW.x),
            y := max(box.y, VIEW.y),
            max(min(box.x + WIDE, VIEW.x + VIEW.width) - x, 0),
            max(min(box.y + DEEP, VIEW.y + VIEW.height) - y, 0),
        )
        terminal.take(pen.written(window(board, seen)), (seen.y - VIEW.y, seen.x - VIEW.x))
    assert apart(terminal.screen, expected(board)) < (4 if way == "sixel" else 0.001)
    assert len(boxes) < len(board.tiles)
    assert way == "sixel" or 0 < len(terminal.sent) - before <= len(boxes)
    assert way == "sixel" or len(terminal.held) == len(board.tiles)


@pytest.mark.parametrize(
    ("name", "text"),
    [("cursor", ""), ("destination", "2"), ("target", "3:1"), ("arrow", "1"), ("path", "1"),
     ("selection", ""), ("choice", ""), ("must", ""), ("tint", "2"), ("label", "x"), ("aimed", "2")],
)  # fmt: skip
def test_whatever_the_table_lays_over_the_map_is_drawn(board: Board, name: str, text: str) -> None:
    board.prepare(VIEW)
    plain = expected(board)
    mark(board, name, {11: text})
    assert apart(expected(board), plain) > 0.05


def test_the_ground_of_a_tile_is_drawn_once(board: Board) -> None:
    grounds = dict(board.grounds)
    mark(board, "cursor", {11: ""})
    mark(board, "cursor", {12: ""})
    assert all(board.grounds[tile] is image for tile, image in grounds.items())
    assert grounds.keys() == board.grounds.keys()


def test_cells_belong_to_the_hex_they_show(board: Board) -> None:
    layout = board.layout
    for h in range(layout.grid.size):
        box, spans = layout.box(h), layout.owned(h)
        assert layout.hex_at(*layout.centre(h)) == h
        assert box.height - 2 <= len(spans) <= box.height
        assert all(box.x <= span.start < span.end <= box.x + box.width for span in spans)
        assert layout.origin(h) == (box.y, box.x)
    owned = sorted(span for h in range(layout.grid.size) for span in layout.owned(h))
    assert all(a.y < b.y or a.end <= b.start for a, b in pairwise(owned))
    assert layout.hex_at(0, layout.width + 5) == OFF


def test_sixel_keeps_a_picture_of_few_colours_as_it_is() -> None:
    image = Image.new("RGB", (23, 14), (255, 0, 0))
    image.paste((0, 0, 255), (3, 5, 19, 13))
    image.putpixel((22, 13), (0, 255, 0))
    text = sixel(image)
    assert (text[:2], text[-2:]) == ("\x1bP", "\x1b\\")
    assert apart(sixel_image(text[2:-2]), image) < 1


def test_text_without_cells_is_left_alone(board: Board) -> None:
    pen = Pen(board, "sixel")
    assert pen.written("\x1b[1mhex \U0010eeee 1107") == "\x1b[1mhex \U0010eeee 1107"

"""What happened since a side's last turn: whose turn is whose, and in which order it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.flow.table import play, start
from wargame import games
from wargame.content.sequence import Step, read_sequence, walk
from wargame.flow.definition import Said, Summary
from wargame.flow.journal import Line, Teller
from wargame.flow.recap import folded, is_last_act, is_own, last_turn, recap
from wargame.flow.record import Entry, write_entry
from wargame.model import events as ev

SESSION = start()
STEPS = SESSION.steps
TELLER = Teller(SESSION.definition, SESSION.game, STEPS)


def entry(n: int, side: str, segment: str, *events: ev.Event) -> Entry:
    """An answer."""
    return write_entry("", (n, side, segment, "k", "done"), events, (0, 0))


def record(*sides: str) -> list[Entry]:
    """An opening, then answers: "red" in its turn, "red!" in an interrupt."""
    found = [entry(0, "", "")]
    for n, side in enumerate(sides, 1):
        who = side.rstrip("!")
        other = "blue" if who == "red" else "red"
        segment = f"toy.{other}.move.react" if side.endswith("!") else f"toy.{who}.move"
        found.append(entry(n, who, segment))
    return found


def test_an_interrupt_and_the_other_sides_segment_are_no_turn() -> None:
    assert is_own("toy.red.move", "red", STEPS)
    assert not is_own("toy.red.move", "blue", STEPS)
    assert not is_own("toy.red.move.react", "red", STEPS)


def steps_of(game: str) -> dict[str, Step]:
    """The sequence of a game by id."""
    path = Path(games.__file__).parent / game / "data" / "sequence.toml"
    return {step.id: step for step in walk(read_sequence(path))}


def test_who_acts_no_more_before_a_turn_is_over() -> None:
    for game, segment, side, last in (
        ("arras", "arras.allied.movement", "german", False),
        ("arras", "arras.german.movement", "allied", True),
        ("arras", "arras.german.exploitation", "german", False),
        ("eastfront", "eastfront.axis.movement.ground", "soviet", False),
        ("eastfront", "eastfront.soviet.movement.ground", "axis", True),
        ("ardennes", "ardennes.ops.allied.move", "german", False),
        ("normandy", "normandy.german.tactical", "allied", False),
        ("hannut", "hannut.german.ops.actions", "allied", False),
    ):
        steps = steps_of(game)
        assert segment in steps, segment
        assert last == is_last_act(segment, side, steps), (segment, side)


def test_what_a_side_does_in_the_turn_of_the_other_is_no_turn_of_its_own() -> None:
    for game, segment, side, own in (
        ("eastfront", "eastfront.axis.movement.ground", "axis", True),
        ("eastfront", "eastfront.axis.reaction.move", "soviet", False),
        ("eastfront", "eastfront.axis.combat.react_declare", "soviet", False),
        ("eastfront", "eastfront.battle.axis.stand", "soviet", False),
        ("eastfront", "eastfront.battle.axis.advance", "axis", False),
        ("eastfront", "eastfront.axis.initial.air", "soviet", False),
        ("eastfront", "eastfront.axis.initial.air", "axis", True),
        ("ardennes", "ardennes.ops.german.answer", "allied", False),
        ("normandy", "normandy.mutual.operations.allied", "allied", True),
        ("arras", "arras.german.movement", "german", True),
    ):
        steps = steps_of(game)
        assert segment in steps, segment
        assert own == is_own(segment, side, steps), (segment, side)


def test_the_last_turn_is_found_behind_reactions() -> None:
    told = record("red", "red", "blue!", "red", "blue", "red!", "blue")
    assert (4, 8) == last_turn(told, "red", STEPS)


def test_it_is_the_same_all_through_the_next_turn() -> None:
    told = record("red", "blue", "red!", "blue", "red", "blue!", "red")
    assert (1, 5) == last_turn(told, "red", STEPS)


def test_answers_let_pass_are_nobodys() -> None:
    told = record("red", "blue", "red", "blue")
    assert (1, 5) == last_turn(told, "red", STEPS, passed={3})


def test_a_turn_that_the_rules_have_played_lies_between_two_of_its_own() -> None:
    """The other side is never asked: an answer of its own ended its turn."""
    told = record("red", "red", "blue!", "red", "red")
    assert (0, 1) == last_turn(told, "red", STEPS)
    assert (2, 4) == last_turn(told, "red", STEPS, ends=lambda entry: entry.n == 2)


def test_what_the_rules_did_is_summed_up_and_told_like_the_other_sides_doing() -> None:
    moved = ev.UnitMoved("b1", (1, 7), "moves", "R")

    def sums_up(_g: object, events: Sequence[ev.Event]) -> Summary | None:
        return (
            Summary(0, [Said("Blue 1 goes far.", "R", (7,), ("b1",))]) if moved in events else None
        )

    toy = replace(SESSION.definition, journal=replace(SESSION.definition.journal, sums_up=sums_up))
    units = SESSION.state.units
    for teller, told in ((Teller(toy, SESSION.game, STEPS), 1), (TELLER, 0)):
        found = recap(
            [entry(3, "red", "toy.red.move", moved)],
            "red", teller, lambda unit: units[unit].side if unit in units else "",
        )  # fmt: skip
        assert told == len(found.others) == len(found.summed)
        assert ["In short", "Meanwhile"][: 2 * told] == [title for title, _ in found.sections]


def test_own_losses_come_first_then_draws_then_the_rest() -> None:
    teller = Teller(SESSION.definition, SESSION.game, STEPS)
    units = SESSION.state.units
    drawn = ev.ItemDrawn("cup", "rain", 3, "weather", "", "R")
    here = units["b1"].hex
    moved = ev.UnitMoved("b1", (here, SESSION.game.grid.neighbours[here][0]), "moves", "R")
    lost, shaken = ev.UnitBoxed("r1", "lost", "R"), ev.StateGained("b2", "shaken", "R")
    found = recap(
        [entry(3, "blue", "toy.blue.move", drawn, moved, shaken, lost)],
        "red", teller, lambda unit: units[unit].side if unit in units else "",
    )  # fmt: skip
    assert [["Red 1: lost"], 1, ["move", "state"]] == [
        [line.text for line in found.own], len(found.drawn), [line.kind for line in found.others]
    ]  # fmt: skip


def test_dice_that_name_nobody_are_not_those_of_a_sides_troops() -> None:
    teller = Teller(SESSION.definition, SESSION.game, STEPS)
    weather = ev.DiceRolled("weather", (3,), 6, (), "red", "", (), "R")
    fired = ev.DiceRolled("weather", (5,), 6, (), "red", "", (("target", "b1"),), "R")
    told = [entry(n, "red", "toy.red.move", roll) for n, roll in ((3, weather), (4, fired))]
    found = recap(told, "red", teller, lambda _: "")
    assert [["5"], ["3"]] == [[line.text[-1] for line in x] for x in (found.own, found.others)]


def test_everything_of_a_game_is_told_to_somebody() -> None:
    session = play(start(4), 30)
    for side in ("red", "blue"):
        first, end = last_turn(session.entries, side, STEPS)
        assert 0 <= first < end <= len(session.entries)


def test_many_lines_that_say_the_same_are_one() -> None:
    def lines(n: int) -> list[Line]:
        many = [
            Line(f"U{i} is tired", "R", "state", (i,), (f"u{i}",), "{} units are tired", f"U{i}")
            for i in range(n)
        ]
        return [Line("Rain", "R", "note"), *many]

    assert lines(5) == folded(lines(5)), "a few are told one by one"
    rain, told = folded(lines(6))
    assert ("Rain", "6 units are tired: U0, U1, U2 and 3 more") == (rain.text, told.text)
    assert (tuple(range(6)), "u5") == (told.hexes, told.units[-1])


def test_moves_states_and_hexes_that_change_hands_say_how_they_read_together() -> None:
    teller = Teller(SESSION.definition, SESSION.game, STEPS)
    here = SESSION.state.units["b1"].hex
    told: list[ev.Event] = [
        ev.UnitMoved("b1", (here, SESSION.game.grid.neighbours[here][0]), "moves", "R"),
        ev.StateGained("b1", "shaken", "R"),
        ev.HexTaken(here, "blue", "R"),
    ]
    found = [(line.alike, line.item) for line in teller.lines(told)]
    name = SESSION.game.content.map.numbered(here)
    assert [
        ("{} units move", "Blue 1"), ("{} units are shaken", "Blue 1"),
        ("The Blue side takes {} hexes", name),
    ] == found  # fmt: skip


def test_a_roll_of_the_other_side_in_ones_own_answer_is_not_of_ones_own_troops() -> None:
    teller = Teller(SESSION.definition, SESSION.game, STEPS)
    units = SESSION.state.units
    rally, mine = (
        ev.DiceRolled("rally", (n,), 6, (), side, unit, (), "R")
        for n, side, unit in ((2, "blue", "b1"), (5, "red", "r1"))
    )
    lost = ev.UnitBoxed("r1", "lost", "R")
    found = recap(
        [entry(3, "red", "toy.red.move", rally, mine, lost)],
        "red", teller, lambda unit: units[unit].side if unit in units else "",
    )  # fmt: skip
    assert [["Red 1: lost", "Rally of r1: rolled 5"], ["Rally of b1: rolled 2"]] == [
        [line.text for line in lines] for lines in (found.own, found.others)
    ]  # fmt: skip

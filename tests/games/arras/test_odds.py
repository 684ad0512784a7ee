"""The odds shown are exactly what the resolver does: all six dice of a position are played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.arras.battle import TWO_S35, attack, battle, order, results
from tests.games.arras.table import asked, charts, play, position, where
from wargame.cli.question import odds_lines
from wargame.flow.ask import Odds
from wargame.flow.session import Session
from wargame.flow.standing_answers import Standing
from wargame.games.arras.odds import in_words

Setting = tuple[dict[str, str], dict[str, str], dict[str, list[str]], int]
MATILDAS = {"uk-7rtr-d": "1010", "uk-4rtr-a": "1010"}
POSITIONS: list[Setting] = [
    (TWO_S35, {"de-sr7-1": "0410"}, {}, 2),
    (TWO_S35, {"de-sr7-1": "0410"}, {"de-sr7-1": ["disrupted"]}, 2),
    (TWO_S35, {"de-sr7-1": "0410", "de-88-2": "0410"}, {"de-sr7-1": ["disrupted"]}, 2),
    (TWO_S35, {"de-sr7-1": "0408"}, {}, 2),
    (TWO_S35, {"de-aa37": "0410"}, {"fr-1cuir-1": ["disrupted"]}, 5),
    (MATILDAS, {"de-k7": "1110"}, {}, 3),
    ({"uk-12l-a": "0409"}, {"de-sr7-1": "0410", "de-sr7-2": "0410"}, {}, 2),
    ({"uk-8dli": "0707", "uk-7rtr-d": "0707"}, {"de-k7": "0708"}, {}, 1),
    ({"fr-1cuir-1": "0409", "uk-12l-a": "0411"}, {"de-aa37": "0410", "de-rommel": "0410"}, {}, 2),
]


def shown(session: Session, answer: str) -> Odds:
    """The odds of an answer."""
    found = asked(session).odds(answer)
    assert found is not None
    assert 1 == sum(told.chance for told in found.outcomes)
    return found


def sixths(found: list[str]) -> dict[str, Fraction]:
    """How often each result came, out of six dice."""
    return {result: Fraction(count, 6) for result, count in Counter(found).items()}


def chances(odds: Odds) -> dict[str, Fraction]:
    """The outcomes that can happen at all."""
    return {told.code or told.words: told.chance for told in odds.outcomes if told.chance}


@pytest.mark.parametrize("setting", POSITIONS, ids=range(len(POSITIONS)))
def test_ARR_CO_06_attack_odds_are_what_the_dice_do(setting: Setting) -> None:
    attackers, defenders, states, turn = setting
    where = next(iter(defenders.values()))
    found, odds = [], None
    for die in range(1, 7):
        game = battle(attackers, defenders, die, states=states, turn=turn)
        odds = shown(game, order(game, where))
        attack(game, where)
        found += results(game)
        assert [odds.column] == [read.column for read in charts(game, "crt")]
        assert [odds.shifts] == [read.shifts for read in charts(game, "crt")]
    assert odds is not None
    assert chances(odds) == sixths(found)


@pytest.mark.parametrize("battery", ["uk-365fb", "uk-72fr"])
@pytest.mark.parametrize(
    ("target", "where"),
    [("de-sr6-1", "1010"), ("de-sr6-1", "1008"), ("de-pz25-1", "1010"), ("de-k7", "1110")],
)
def test_ARR_BO_04_bombardment_odds_are_what_the_dice_do(
    battery: str, target: str, where: str
) -> None:
    answer = f"bombard {target} with {battery}"
    found, odds = [], None
    for die in range(1, 7):
        units = {battery: "1109", "uk-12l-a": "1109", target: where}
        game = position("allied.artillery", units=units, dice=[die])
        odds = shown(game, answer)
        play(game, answer)
        found += [read.result for read in charts(game, "bombard")]
    assert odds is not None
    assert chances(odds) == sixths(found)


@pytest.mark.parametrize("striker", ["de-stg2", "de-zg26", "de-jg27"])
@pytest.mark.parametrize("flak", [(), ("uk-4rtr-a",)])
def test_ARR_AR_08_strike_odds_are_what_the_dice_do(striker: str, flak: tuple[str, ...]) -> None:
    found, first, next_one = [], None, None
    for die in range(1, 7):
        units = {"uk-12l-a": "1010", **dict.fromkeys(flak, "1010"), "de-sr6-1": "1016"}
        game = position(
            "german.air", units=units, dice=[die],
            states={"uk-air": ["grounded"], "fr-air": ["grounded"]},
        )  # fmt: skip
        first = shown(game, f"strike 1010 with {striker}")
        play(game, f"strike 1010 with {striker}")
        if game.ask is not None and game.ask.key == "air.target":
            next_one = shown(game, "target uk-12l-a")
            assert chances(next_one) == chances(first)
            play(game, "target uk-12l-a")
        found += [read.result for read in charts(game, "bombard")][:1]
    assert first is not None
    assert chances(first) == sixths(found)


@pytest.mark.parametrize("flak", ["de-88-1", "de-lfl86"])
def test_ARR_AR_08_strike_odds_over_flak_are_what_the_dice_do(flak: str) -> None:
    found, odds = [], None
    states = {u: ["grounded"] for u in ("de-stg2", "de-lg2", "de-zg26", "de-jg27")}
    for die in range(1, 7):
        units = {"uk-12l-a": "1005", flak: "1010"}
        game = position("allied.air", units=units, dice=[die], states=states)
        odds = shown(game, "strike 1010 with uk-air")
        play(game, "strike 1010 with uk-air")
        found += [read.result for read in charts(game, "bombard")]
    assert odds is not None
    assert chances(odds) == sixths(found)


@pytest.mark.parametrize("fighter", ["de-jg27", "de-zg26", "de-stg2"])
@pytest.mark.parametrize("events", [[], ["max_air"]])
def test_ARR_AR_04_interception_odds_are_what_the_dice_do(fighter: str, events: list[str]) -> None:
    found, odds = [], None
    for die in range(1, 7):
        units = {"uk-12l-a": "1005", "de-sr6-1": "1010"}
        game = position("allied.air", units=units, dice=[die, 3, 3], set_={"events": events})
        play(game, "strike 1010 with uk-air")
        odds = shown(game, f"intercept with {fighter}")
        play(game, f"intercept with {fighter}")
        found += [read.result for read in charts(game, "intercept")]
    assert odds is not None
    assert chances(odds) == sixths(found)


@pytest.mark.parametrize(
    ("fighter", "printed"),
    [("de-jg27", (0, 2, 2, 2)), ("de-zg26", (1, 2, 2, 1)), ("de-stg2", (2, 2, 2, 0))],
)
def test_ARR_AR_04_interception_odds_are_those_of_the_table(
    fighter: str, printed: tuple[int, ...]
) -> None:
    """Net +1, 0 and -1: interceptor down, continues, aborted, mission down."""
    game = position("allied.air", units={"uk-12l-a": "1005", "de-sr6-1": "1010"})
    play(game, "strike 1010 with uk-air")
    odds = shown(game, f"intercept with {fighter}")
    told = (
        "interceptor shot down; mission continues", "no loss; mission continues",
        "mission aborted; air unit grounded until next game-turn", "mission unit shot down",
    )  # fmt: skip
    assert {o.words: o.chance for o in odds.outcomes} == {
        words: Fraction(n, 6) for words, n in zip(told, printed, strict=True) if n
    }


def test_ARR_AR_04_a_standing_answer_can_wait_for_a_better_interception() -> None:
    game = position("allied.air", units={"uk-12l-a": "1005", "de-sr6-1": "1010"})
    play(game, "strike 1010 with uk-air")
    assert "better" in Standing(game).limits(game)


def test_ARR_CO_11_the_next_column_is_told_with_what_it_takes() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0410"})
    assert "3:1 needs 3 more attack factors." == shown(game, order(game, "0410")).needs
    shaken = battle(TWO_S35, {"de-sr7-1": "0410"}, states={"fr-1cuir-1": ["disrupted"]})
    assert "2:1 needs 1 1/2 more attack factors." == shown(shaken, order(shaken, "0410")).needs
    best = battle(TWO_S35, {"de-aa37": "0410"})
    assert "This is the best column." == shown(best, order(best, "0410")).needs
    city = battle({"uk-12l-a": "1010"}, {"de-sr6-1": "1110"})
    assert "1:2 needs 3 1/2 more attack factors." == shown(city, order(city, "1110")).needs
    village = battle({"uk-8dli": "0707"}, {"de-k7": "0708"})
    assert "1:1 needs 1 more attack factor." == shown(village, order(village, "0708")).needs


def test_ARR_RS_every_outcome_is_told_in_words_beside_its_code() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0410"}, 1)
    told = {o.code: o.words for o in shown(game, order(game, "0410")).outcomes}
    assert "defender retreats 1-2" == told["-/R1"]
    assert "no effect" == in_words(game.game, ("-", "-"))
    assert "both sides disrupted" == in_words(game.game, ("D", "D"))
    assert "attacker eliminated" == in_words(game.game, ("E", "-"))


def test_the_lines_of_the_odds_call_shifts_by_their_names() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0410"}, states={"de-sr7-1": ["disrupted"]})
    told = list(odds_lines(game, order(game, "0410")))
    assert "Column 3:1 (shifts: defender disrupted +1)" == told[1]
    assert "  -/D       33.3%  (1/3)  defender disrupted" == told[2]


def test_ARR_RS_the_odds_say_on_average_who_is_struck() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0408"})
    found = shown(game, order(game, "0408"))
    assert {} == found.loss
    assert {"allied": Fraction(4, 6), "german": Fraction(1, 6)} == found.back
    assert {"allied": Fraction(8, 6), "german": Fraction(3, 6)} == found.shaken
    assert (Fraction(3, 6), Fraction(4, 6)) == (found.effect("allied"), found.effect("german"))


def test_ARR_CO_05_no_retreat_is_about_the_units_in_the_hex_and_those_against_them() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0410"})
    play(game, order(game, "0410"))
    about = asked(game).about
    assert ("de-sr7-1",) == about.units
    assert ["0410"] == [game.game.grid.name(h) for h in about.hexes]
    assert set(TWO_S35) == set(about.against)


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("setting", [POSITIONS[n] for n in (0, 3, 5, 6, 7)])
def test_ARR_RS_10_no_retreat_odds_are_what_befalls_the_defender(
    setting: Setting, answer: str
) -> None:
    attackers, defenders, states, turn = setting
    where, unit = next(iter(defenders.values())), next(iter(defenders))
    befell, told = Counter[str](), Counter[str]()
    for die in range(1, 7):
        game = battle(attackers, defenders, die, states=states, turn=turn)
        play(game, order(game, where))
        odds = asked(game).odds(answer)
        assert odds is not None
        assert not odds.needs, "what would better the attack is no use to the defender"
        told = Counter()
        for outcome in odds.outcomes:
            told[outcome.code.partition("/")[2][:1]] += int(outcome.chance * 6)
        play(game, answer)
        befell[_fate(game, unit)] += 1
    assert befell == told
    assert answer == "no" or not told["R"]


def _fate(game: Session, unit: str) -> str:
    """What has become of an undisrupted defender: "-", "D", "R" or "E"."""
    if where(game, unit) == "eliminated":
        return "E"
    if game.ask is not None and any(
        o.answer.startswith(f"retreat {unit}") for o in game.ask.options()
    ):
        return "R"
    return "D" if "disrupted" in game.state.units[unit].states else "-"

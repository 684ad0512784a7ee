"""Playing: answers a second, size of the game, undo, and the price of a legal query."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from benchmarks.crowd import SCENARIO, crowd
from benchmarks.measure import goal, ratio, seconds
from wargame import games
from wargame.flow.ask import PASS
from wargame.flow.definition import GameDefinition
from wargame.flow.fuzz import Picker
from wargame.flow.orders import MixedAsk, OrderAsk
from wargame.flow.session import Session, new_header
from wargame.games.arras.asks.moves import move_ask
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import kind_of
from wargame.games.arras.walk import allowance
from wargame.hexes.field import Costs
from wargame.model.events import SegmentEntered

ANSWERS = 400
ALLIED = "allied"
"""In the name of a segment of the automated Allies."""
FIRST_OF_JULY, MID_JULY = 13, 20
"""Game-turns of Normandy."""


def run() -> list[tuple[str, str]]:
    """Every figure of this module."""
    found = []
    for game_id in games.MODULES:
        for scenario in games.names(game_id):
            definition, info = games.find(scenario)
            found.append((f"random legal play, {scenario}", _against_chess(definition, info.id)))
            found.append((f"undo of an answer, {scenario}", _undo(definition, info.id)))
    found += [
        ("random legal play, Hannut against Arras, campaigns", _beside("hannut", least=0.5)),
        ("random legal play, Normandy against Arras, campaigns", _beside("normandy", least=0.67)),
        ("random legal play, Ardennes against Arras, campaigns", _beside("ardennes", least=0.5)),
        ("the same, the German alone, his own answers", _alone(least=0.5)),
        ("the same, the Allied impulses included", _with_impulses()),
        (
            "random legal play, East Front against Arras, campaigns",
            _beside("eastfront", least=0.33),
        ),
    ]
    return [*found, ("1,200 units against 100, toy", _crowded()), *_queries(), *_in_july()]


def _against_chess(definition: GameDefinition, scenario: str) -> str:
    ours = partial(_pace, definition, scenario, ANSWERS)
    if find_spec("chess") is None:
        return f"{1 / ours():.0f} answers/s (python-chess is not installed)"
    speed = 1 / min(ours() for _ in range(3))
    return goal(1 / ratio(ours, _chess), f"x python-chess, {speed:.0f} answers/s", least=0.7)


def _pace(definition: GameDefinition, scenario: str, answers: int, **options: str) -> float:
    """Seconds for a random legal answer, the opening left out."""
    given, spent, seed = 0, 0.0, 1
    while given < answers:
        header = new_header(definition, scenario, seed, options=options)
        session = Session.start(definition, header)
        spent += seconds(partial(_play, session, Picker(seed), answers - given))
        given, seed = given + session.n, seed + 1
    return spent / given


def _beside(other: str, least: float) -> str:
    """A campaign against that of Arras, answers a second."""
    (arras, begun), (beside, there) = (
        games.find(f"{game_id}/campaign") for game_id in ("arras", other)
    )
    first = partial(_pace, arras, begun.id, ANSWERS)
    second = partial(_pace, beside, there.id, ANSWERS)
    return goal(ratio(first, second), "x the speed", least=least)


def _alone(least: float) -> str:
    """Answers of the German of Ardennes against those of Arras; an Allied impulse has a goal of its own."""
    (arras, begun), (beside, there) = (games.find(f"{g}/campaign") for g in ("arras", "ardennes"))
    first = partial(_pace, arras, begun.id, ANSWERS)
    second = partial(_own_pace, beside, there.id, mode="gs")
    return goal(ratio(first, second), "x the speed", least=least)


def _with_impulses() -> str:
    """All answers of the German alone, without a verdict (docs/decisions/0017)."""
    (arras, begun), (beside, there) = (games.find(f"{g}/campaign") for g in ("arras", "ardennes"))
    first = partial(_pace, arras, begun.id, ANSWERS)
    second = partial(_pace, beside, there.id, ANSWERS, mode="gs")
    return f"{ratio(first, second):.2f} x the speed"


def _own_pace(definition: GameDefinition, scenario: str, **options: str) -> float:
    """Seconds for a random legal answer that no impulse of automated Allies follows."""
    given, spent, seed = [0, 0], [0.0, 0.0], 1
    while sum(given) < ANSWERS:
        session = Session.start(definition, new_header(definition, scenario, seed, options=options))
        pick, most = Picker(seed), ANSWERS - sum(given)
        while (ask := session.ask) is not None and session.n < most:
            began = perf_counter()
            entry = session.answer(ask.sample(pick))
            took = perf_counter() - began
            moved = any(isinstance(e, SegmentEntered) and ALLIED in e.name for e in entry.events)
            given[moved], spent[moved] = given[moved] + 1, spent[moved] + took
        seed += 1
    return spent[0] / given[0]


def _play(session: Session, pick: Picker, most: int) -> None:
    while session.ask is not None and session.n < most:
        session.answer(session.ask.sample(pick))


def _chess(moves: int = 4 * ANSWERS) -> float:
    """Seconds for a random legal chess move."""
    chess = import_module("chess")
    pick = Picker(1)

    def play() -> None:
        board = chess.Board()
        for _ in range(moves):
            legal = list(board.legal_moves)
            if legal and board.ply() < 200:
                board.push(legal[pick(len(legal))])
            else:
                board = chess.Board()

    return seconds(play) / moves


def _crowded() -> str:
    """The same map and the same number of answers, with twelve times the units."""
    few, many = crowd(100), crowd(1200)
    value = ratio(partial(_moves, few), partial(_moves, many))
    return goal(value, "x the speed", least=0.8)


def _moves(definition: GameDefinition, most: int = 40) -> float:
    """Seconds for a random move of a phase in which nobody passes."""
    session = Session.start(definition, new_header(definition, SCENARIO, 1))
    pick = Picker(1)

    def play() -> None:
        while session.n < most and session.ask is not None:
            answer = session.ask.sample(pick)
            if answer != PASS:
                session.answer(answer)

    return seconds(play) / most


def _undo(definition: GameDefinition, scenario: str) -> str:
    """Take back a game answer by answer, against giving the same answers again."""
    session = Session.start(definition, new_header(definition, scenario, 1))
    _play(session, Picker(1), ANSWERS)

    def back() -> None:
        while session.n:
            session.undo(consent=True)

    def forth() -> None:
        while session.redo:
            session.answer(session.redo[-1])

    value = ratio(partial(seconds, back), partial(seconds, forth))
    return goal(value, "x the time of the answer", most=1)


def _queries() -> list[tuple[str, str]]:
    """Where can this unit go, with all the rules, against the bare search at the same prices."""
    rules: list[float] = []
    bare: list[float] = []
    definition, info = games.find("arras/campaign")
    for seed in (1, 2, 3):
        session = Session.start(definition, new_header(definition, info.id, seed))
        pick = Picker(seed)
        while session.ask is not None and session.n < ANSWERS:
            if (
                session.n % 8 == 0
                and isinstance(session.ask, OrderAsk)
                and session.ask.kind == "path"
            ):
                _query(session, session.ask, rules, bare)
            session.answer(session.ask.sample(pick))
    half, worst = median(rules), quantiles(rules, n=100)[98]
    return [
        ("legal query p50, arras/campaign", goal(half / median(bare), "x bare reach", most=2)),
        ("legal query p99, arras/campaign", goal(worst / half, "x its p50", most=6)),
    ]


def _query(session: Session, ask: OrderAsk[Any], rules: list[float], bare: list[float]) -> None:
    def afresh(head: str) -> object:
        """An open question remembers what it was asked; a new one does not."""
        exploiting = ask.key == "exploitation.move"
        side: Side = "allied" if ask.side == "allied" else "german"
        return move_ask(ask.g, side, exploiting=exploiting).reach(head)

    for head in ask.heads():
        g: Any = session.game
        unit = g.state.units[head.units[0]]
        if unit.hex < 0 or len(head.units) > 1 or unit.id not in g.content.units:
            continue
        rules.append(_best(partial(afresh, head.answer)))
        costs = _prices(g, unit.id)
        budget = allowance(g, unit.id, unit.hex)
        enemy = g.board.zoc[session.definition.other(unit.side)]
        bare.append(_best(partial(costs.reach, unit.hex, budget, stop=enemy)))


def _in_july() -> list[tuple[str, str]]:
    """Normandy in July, played at random: a reach, and listing a question of movement, processor time."""
    definition, info = games.find("normandy/campaign")
    reaches: list[float] = []
    lists: list[float] = []
    for seed in (1, 2, 3):
        session = Session.start(definition, new_header(definition, info.id, seed))
        pick = Picker(seed)
        while (ask := session.ask) is not None and session.state.turn() <= MID_JULY:
            busy = session.n % 8 == 0 and session.state.turn() >= FIRST_OF_JULY
            if busy and isinstance(ask, MixedAsk) and ask.key.startswith("movement"):
                began = process_time()
                heads = ask.heads()
                if session.n % 16:
                    ask.others()
                    lists.append(process_time() - began)
                for head in heads[::8] if session.n % 16 == 0 else ():
                    began = process_time()
                    ask.reach(head.answer)
                    reaches.append(process_time() - began)
            session.answer(ask.sample(pick))
    return [
        (f"{what}, Normandy in July, p99 of {len(times)}", goal(_last(times), "ms", most=33))
        for what, times in (("where can this unit go", reaches), ("listing a question", lists))
    ]


def _last(times: list[float]) -> float:
    """The p99 in milliseconds."""
    return quantiles(times, n=100)[98] * 1000


def _best(work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(2))


def _prices(g: Any, unit_id: str) -> Costs:
    """The step prices of a unit, made ready for searching once."""
    mobility = kind_of(g, unit_id).mobility
    if mobility not in _READY:
        _READY[mobility] = Costs(g.grid, g.content.entry_cost[mobility])
    return _READY[mobility]


_READY: dict[str, Costs] = {}

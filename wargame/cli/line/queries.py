"""What can be asked in line mode, by its first word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, get_args

from wargame.cli.atlas import draw, in_play, overlay_lines
from wargame.cli.catalogue import chart_lines, find_chart, look_up
from wargame.cli.position import status_lines, unit_line
from wargame.cli.question import odds_lines, order_lines, plan_lines, prompt_line, typed_asides
from wargame.content.errors import DataError
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.exports.lines import ruled
from wargame.exports.situation import situation
from wargame.flow.ask import IllegalAnswer, Refusal, nearest_words
from wargame.flow.at_table import Plans
from wargame.flow.plan import PLANS
from wargame.flow.planned import plan_told
from wargame.flow.reasons import reach_lines, why_path
from wargame.flow.reckoning import why_so
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.seat import HELD
from wargame.flow.session import Session
from wargame.flow.shorthand import find_overlay, find_place, find_unit
from wargame.flow.standing_answers import LIMITS, Standing, Until, question_title
from wargame.flow.whatif import what_if, what_if_lines
from wargame.hexes.grid import OFF, Hex
from wargame.picture.layout import ZOOMS
from wargame.store.campaign import Campaign
from wargame.store.folder import resolve

LOG_LINES = 10
_NEAR = 3
"""How many hexes far `map HEX` and `near HEX` look."""


class Quit(Exception):  # noqa: N818 - it is no error
    """The player wants to stop."""


class Conversation(Protocol):
    """The conversation, as far as what is asked in it needs it."""

    campaign: Campaign
    standing: Standing
    plans: Plans
    write: Callable[[str], None]

    def answer(self, text: str) -> None:
        """Give an answer and tell what it caused."""

    def meant(self, text: str) -> str:
        """The whole answer that was typed."""

    def tell(self, entry: Entry) -> None:
        """An answer and what it caused."""

    def ask(self) -> None:
        """The open question."""

    def ask_all(self) -> None:
        """Every option of the open question."""


@dataclass(frozen=True, slots=True)
class Query:
    """A word of line mode: what it takes, what it tells, what it does."""

    form: str
    help: str
    act: Callable[[Conversation, str], None]
    missing: str = ""
    """What to say where it stands alone, "" if that means something."""


def _help(mode: Conversation, _: str) -> None:
    mode.write("Type an answer, or the number of an option; or one of these:")
    for query in dict.fromkeys(QUERIES.values()):
        mode.write(f"  {query.form}: {query.help}")
    mode.write("Several answers in one line, each given when its turn has come:")
    for word, does in PLANS.items():
        mode.write(f"  {word}: {does}")
    mode.write("  move A+B HEX: they go together; answers with semicolons between them: in order")
    if told := typed_asides(mode.campaign.session):
        mode.write("At any question, whatever else it asks:")
    for aside in told:
        mode.write(f"  {aside.form}: {aside.title[0].lower()}{aside.title[1:]}")


def _options(mode: Conversation, _: str) -> None:
    mode.ask_all()


def _map(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    zoom, where = "normal", rest.casefold().removeprefix("around ")
    for known in ZOOMS:
        if known in where.split():
            zoom, where = known, where.replace(known, "").strip()
    hexes = _around(session, where) if where else in_play(session.game.content)
    mode.write(draw(session.definition, session.seen, zoom, hexes))


def _around(session: Session, text: str) -> tuple[Hex, ...]:
    """The hexes about a place, the nearest first; raises IllegalAnswer."""
    where = find_place(session, text)
    if where is None:
        zooms = ", ".join(ZOOMS)
        raise IllegalAnswer(
            Refusal(f'"{text}" is no hex, place or unit on the map, and no zoom: {zooms}.')
        )
    return session.game.grid.within(where, _NEAR)


def _near(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    game, definition, printed = session.seen, session.definition, session.game.content.map
    hexes = _around(session, rest)
    for h in hexes:
        place = printed.places.get(h)
        units = game.state.at(h)
        if h != hexes[0] and not (place or units):
            continue
        way = game.grid.distance(hexes[0], h)
        far = f"{way} hex{'' if way == 1 else 'es'} away" if way else "here"
        known = place is not None and not place.name.endswith(game.grid.name(h))
        named = f" {place.name}" if place and known else ""
        mode.write(f"{game.grid.name(h)}{named}, {printed.terrain[h]}, {far}")
        for unit in units:
            mode.write(f"  {unit_line(definition, game, unit)}")


def _overlay(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    overlays = session.definition.face.overlays()
    found, where, words = find_overlay(session, rest), OFF, rest.split()
    if found is None and len(words) > 1:
        found, place = find_overlay(session, " ".join(words[:-1])), find_place(session, words[-1])
        where = OFF if place is None else place
    if found is None:
        names = ", ".join(f"{o.id} ({o.title})" for o in overlays) or "none"
        raise IllegalAnswer(Refusal(f"The overlays of this game: {names}."))
    if where == OFF and not found.whole:
        raise IllegalAnswer(Refusal(f"Say of which hex: overlay {found.id} HEX."))
    for line in overlay_lines(found.view(session.seen, where), session.game.grid):
        mode.write(line)


def _hex(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    game, definition = session.seen, session.definition
    where = _place(session, rest)
    for line in definition.face.hex_lines(game, where):
        mode.write(line)
    for unit in game.state.at(where):
        mode.write(unit_line(definition, game, unit))


def _unit(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    game, definition = session.seen, session.definition
    unit_id = _known_unit(session, rest)
    mode.write(unit_line(definition, game, game.state.units[unit_id]))
    for line in definition.face.unit_lines(game, unit_id):
        mode.write(line)


def _known_unit(session: Session, text: str) -> str:
    """The id of the unit meant; raises IllegalAnswer with the nearest id."""
    unit_id = find_unit(session, text)
    if unit_id is None:
        hint = nearest_words(text.casefold(), list(session.seen.state.units))
        raise IllegalAnswer(Refusal(f'There is no unit "{text}".{hint}'))
    return unit_id


def _why(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    told = why_so(session, rest, session.viewer) if rest[0] == "@" else why_path(session, rest)
    if told:
        for line in told:
            mode.write(line)
        return
    answer = mode.meant(rest)
    refusal = session.why_not(answer)
    if refusal is not None:
        mode.write(f"No: {refusal}")
    else:
        mode.write("Yes, this is legal now" + (f": {answer}" if answer != rest else "") + ".")


def _reach(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    for line in reach_lines(session, _known_unit(session, rest)):
        mode.write(line)


def _what(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    for line in what_if_lines(session, what_if(session, _place(session, rest))):
        mode.write(line)


def _place(session: Session, text: str) -> Hex:
    """The hex meant; raises UnknownHex, naming what is nearest."""
    where = find_place(session, text)
    return session.game.grid.hex(text) if where is None else where


def _odds(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    if session.ask is None:
        raise IllegalAnswer(Refusal("The game is over: there is nothing to answer."))
    plan = plan_told(session, rest)
    answer = "" if plan else session.ask.read(mode.meant(rest))[0]
    for line in plan_lines(plan) if plan else odds_lines(session, answer):
        mode.write(line)


def _charts(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    charts = session.definition.charts(session.game.content)
    if rest:
        for line in chart_lines(find_chart(charts, rest)):
            mode.write(line)
        return
    for chart in charts.values():
        mode.write(f"{chart.name}: {chart.title} [{chart.rule}]")


def _rule(mode: Conversation, rest: str) -> None:
    definition = mode.campaign.definition
    book = Rulebook.of(whole_rulebook(definition.id, definition.title))
    for line in look_up(book, rest.split()):
        mode.write(line)


def _undo(mode: Conversation, rest: str) -> None:
    session = mode.campaign.session
    was = session.n
    if rest and not rest.isdecimal():
        raise IllegalAnswer(Refusal(f'"{rest}" is no number of an answer.'))
    standing = mode.standing
    goal = int(rest[:9]) if rest else standing.goal(session)
    mode.campaign.undo(goal, consent=goal >= standing.barrier(session)[0])
    mode.plans.drop()
    standing.taken_back(session)
    mode.write(f"Taken back: answers {session.n + 1} to {was}.{f' {HELD}' * session.held}")
    mode.ask()


def _redo(mode: Conversation, _: str) -> None:
    entry = mode.campaign.redo()
    if entry is None:
        raise IllegalAnswer(Refusal("There is nothing to give again."))
    mode.tell(entry)


def _standing(mode: Conversation, rest: str) -> None:
    session, standing = mode.campaign.session, mode.standing
    word = rest.casefold()
    until = next((limit for limit in get_args(Until) if limit == word), None)
    if until is not None:
        mode.answer(standing.give(session, until))
    elif word == "off":
        standing.end()
        mode.write("From now on everything is asked again.")
    elif word:
        raise DataError.typed("limit", rest, (*LIMITS, "off"))
    else:
        for line in standing.lines(session) or ["Nothing is let pass unasked."]:
            mode.write(line)
        for limit in standing.limits(session):
            title = question_title(session)
            mode.write(f"`standing {limit}` lets {title} pass {LIMITS[limit]}.")


def _log(mode: Conversation, rest: str) -> None:
    titles = {side.id: side.title for side in mode.campaign.definition.sides}
    most = int(rest[:6]) if rest.isdecimal() else LOG_LINES
    for entry in mode.campaign.session.told[-most:] if most else ():
        side = titles.get(entry.side, entry.side)
        mode.write(f"{entry.n}. {side}: {entry.answer}" if entry.n else "0. The opening")
        for line in mode.campaign.lines(entry):
            mode.write(f"   {ruled(line.text, line.rule)}")


def _status(mode: Conversation, _: str) -> None:
    session = mode.campaign.session
    for line in status_lines(mode.campaign, session.viewer):
        mode.write(line)
    for line in order_lines(session, [side.id for side in session.definition.sides]):
        mode.write(line)
    mode.write(prompt_line(mode.campaign.session))


def _situation(mode: Conversation, _: str) -> None:
    session = mode.campaign.session
    replay = Replay(session.definition, session.header, session.entries, session.viewer)
    for title, lines in situation(session.definition, replay):
        mode.write(f"{title}:")
        for line in lines:
            mode.write(f"  {line}")


def _save(mode: Conversation, rest: str) -> None:
    if rest and mode.campaign.unsaved():
        mode.campaign.save_elsewhere(resolve(rest))
    else:
        mode.campaign.save_now()
    mode.write(f"Everything is saved in {mode.campaign.path}.")


def _quit(_mode: Conversation, _: str) -> None:
    raise Quit


_ALL = (
    Query("?", "this list", _help),
    Query("options", "the question again with all its options", _options),
    Query("situation", "margin to each level of victory, losses, who comes when", _situation),
    Query("status", "turn, score and who is to decide", _status),
    Query(
        "map [close, normal, wide, theatre] [HEX]",
        f"the board as a drawing, or the hexes within {_NEAR} of a hex, place or unit",
        _map,
    ),
    Query(
        "near HEX",
        f"in words: what lies within {_NEAR} hexes of a hex, place or unit",
        _near,
        "Say near which hex, place or unit.",
    ),
    Query(
        "overlay NAME [HEX]",
        "in words: zones of control, lines of supply and who hangs on which hex, threats",
        _overlay,
    ),
    Query(
        "hex 1014",
        "what lies in a hex",
        _hex,
        "Say which hex, by its number, place or a unit in it.",
    ),
    Query("unit ID", "all about a unit", _unit, "Say which unit, by its id or name."),
    Query(
        "why ID HEX, why ANSWER or why @N",
        "whether it is legal, and if not, why not; why answer N came out so (@: the last)",
        _why,
        "Say what: a unit and a hex, or an answer.",
    ),
    Query(
        "reach ID",
        "where a unit of either side may go, and what it has left there",
        _reach,
        "Say which unit, by its id or name.",
    ),
    Query(
        "what HEX",
        "what you can still bring against an enemy there, or the enemy against you: odds, by whom",
        _what,
        "Say what of which hex, by its number, place or a unit in it.",
    ),
    Query(
        "odds ANSWER, or odds ANSWER; ANSWER",
        "exact chances of an attack, or of several with what each leaves for the next",
        _odds,
        "Say of which answer.",
    ),
    Query("charts [NAME]", "the charts, or one of them", _charts),
    Query(
        "rule ID or words",
        "a rule, or a search in the rulebook",
        _rule,
        "Say which rule, or words to look for.",
    ),
    Query("undo [N]", "take back the last answer, or all after answer N", _undo),
    Query("redo", "give the answer taken back once more", _redo),
    Query(
        "standing [end, new, better or off]", "let all such questions pass for a while", _standing
    ),
    Query("log [N]", "the last N answers and what they caused", _log),
    Query(
        "save",
        "make sure that everything is on the disk (it is after each answer); save NAME: elsewhere",
        _save,
    ),
    Query("quit", "stop; the game is saved", _quit),
)

QUERIES: dict[str, Query] = {query.form.split()[0]: query for query in _ALL}
_SAME = {
    "help": "?", "go": "hex", "rules": "rule", "zoom": "map", "exit": "quit", "close": "quit",
}  # fmt: skip
"""Words of the table, or of other programs, that mean the same."""
QUERIES.update((word, QUERIES[same]) for word, same in _SAME.items())

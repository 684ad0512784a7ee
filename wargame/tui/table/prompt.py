"""The question in the prompt bar: who must decide what, under which rule."""

from __future__ import annotations

from dataclasses import replace

from textual.widget import Widget

from wargame.tui.asks.desk import Say
from wargame.tui.asks.view import View
from wargame.tui.keymap import Keymap
from wargame.tui.play import Play
from wargame.tui.save_facts import kind_of
from wargame.tui.table.keys import label
from wargame.tui.table.standing import orders
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_bars import Part, PromptBar

USUAL_KEYS = (("?", "why not"), ("u", "undo"), ("F1", "rule"), ("F9", "all keys"))
"""Keys that work at every question, after those that answer it."""
_BRIEF = 30
"""Characters of a fact that may stand in the line above the map; longer ones stand beside a hex."""
VITAL_KEYS = ("Enter", "p", "y", "n", "?", "u", "F9")
"""Keys that are named however little room there is."""


def asked_parts(play: Play) -> list[Part]:
    """The open question, or how the game ended."""
    ask, ended = play.session.ask, play.session.state.ended
    if ask is not None:
        side = next(s for s in play.definition.sides if s.id == ask.side)
        colour = f"bold $side{side.colour}-text on $side{side.colour}"
        return [
            (f" {side.title} ", colour),
            (f" {ask.prompt}", "bold"),
            (f"  {ask.rule}", "$rule"),
        ]
    if ended is not None:
        winner = play.definition.winner(ended.winner, {}) or "nobody"
        return [("The game is over: ", "bold"), f"{play.words(ended.level)}; winner: {winner}"]
    return []


def show_prompt(
    bar: PromptBar, play: Play, view: View, keymap: Keymap, focused: Widget | None
) -> None:
    """Show the question, what to do next and the keys, each named as the player has set it."""
    seen = dict(reversed(view.keys))
    names = dict.fromkeys(key for key, _ in view.keys)
    keys = tuple((label(key, keymap), seen[key]) for key in names)
    hint = keymap.spelled(panel_hint(focused) or overlay_hint(play) or view.hint)
    vital = {label(key, keymap) for key in VITAL_KEYS}
    bar.show(asked_parts(play), hint, spelled_say(play.message, keymap), keys, vital)


def panel_hint(focused: Widget | None) -> str:
    """What the arrows do while a panel has the keys; "" while the map has them."""
    if not isinstance(focused, Rows):
        return ""
    does = "choose from this list" if focused.id == "options" else "scroll this panel"
    return f"Arrows {does}; {{cancel}} goes back to the map."


def overlay_hint(play: Play) -> str:
    """Which overlay is on, what its signs mean and how to be rid of it; "" without one."""
    view = play.overlay_view()
    if view is None:
        return ""
    signs = f": {view.signs}" if view.signs else ""
    return f"Overlay {view.title}{signs}. {{cancel}}: off."


def spelled(view: View, keymap: Keymap) -> View:
    """What a controller wants shown, with the player's keys in its sentences."""
    hint, refusal = keymap.spelled(view.hint), keymap.spelled(view.refusal)
    return replace(view, hint=hint, refusal=refusal)


def spelled_say(said: Say | None, keymap: Keymap) -> Say | None:
    """A message with the player's keys in it."""
    return replace(said, text=keymap.spelled(said.text)) if said else None


def status_parts(play: Play, width: int) -> tuple[list[Part], int]:
    """Turn, score, segment and orders that stand, then what else there is room for: the line above the map; and how
    many of these parts are to be read whole. Where they do not fit, the date of the turn goes.
    """
    face, game = play.definition.face, play.game
    step = play.session.steps.get(play.session.segment)
    ask, kind = play.session.ask, kind_of(play.campaign)
    standing = face.standing(game)
    near = standing.brief(ask.side if ask else "")
    turn = face.turn_label(game)
    places = [near, step.title] if step is not None else [near]
    given = len(orders(play))
    stand = [f"{given} order{'s stand' if given > 1 else ' stands'}"] if given else []
    if len(" · ".join((kind, turn, *places, *stand))) >= width:
        turn = turn.partition(",")[0]
    parts: list[Part] = [(f" {kind} ", "bold reverse")] if kind else []
    parts += [(f" {turn}", "bold"), *(f" · {place}" for place in places)]
    parts += [(f" · {told}", "$warning") for told in stand]
    whole = len(parts)
    facts = [f" · {name} {value}" for name, value in face.status(game) if len(value) <= _BRIEF]
    if near != standing.level:
        facts.insert(0, f" · {standing.level}")
    return [*parts, *facts, f" · {play.definition.title}"], whole

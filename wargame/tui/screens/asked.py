"""The question in the prompt bar: who must decide what, under which rule."""

from __future__ import annotations

from dataclasses import replace

from wargame.tui.asks.desk import Say
from wargame.tui.asks.view import View
from wargame.tui.keymap import Keymap
from wargame.tui.play import Play
from wargame.tui.widgets.bar import Part

USUAL_KEYS = (("?", "why not"), ("u", "undo"), ("F1", "rule"), ("F9", "all keys"))
"""Keys that work at every question, after those that answer it."""


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
        winner = play.side_title(ended.winner) or "nobody"
        return [("The game is over: ", "bold"), f"{ended.level}; winner: {winner}"]
    return []


def spelled(view: View, keymap: Keymap) -> View:
    """What a controller wants shown, with the player's keys in its sentences."""
    hint, refusal = keymap.spelled(view.hint), keymap.spelled(view.refusal)
    return replace(view, hint=hint, refusal=refusal)


def spelled_say(said: Say | None, keymap: Keymap) -> Say | None:
    """A message with the player's keys in it."""
    return replace(said, text=keymap.spelled(said.text)) if said else None


def status_parts(play: Play) -> list[Part]:
    """What is played, and where in the turn: the left end of the line above the map."""
    face, game = play.definition.face, play.game
    step = play.session.steps.get(play.session.segment)
    parts: list[Part] = [(f" {play.definition.title}", "bold")]
    if step is not None:
        parts.append(f" · {step.title}")
    parts.append(f" · {face.turn_label(game)}")
    parts += [f" · {name} {value}" for name, value in face.status(game)]
    return parts

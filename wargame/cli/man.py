"""The man command: the manual page, made of the same words as --help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from inspect import cleandoc

import click

_FILES = (
    (
        "saves",
        "$WARGAME_SAVES, else ./saves of a checkout, else the folder of the system for a user's data",
    ),
    ("settings.json, keymap.toml", "$XDG_CONFIG_HOME/wargame, or ~/.config/wargame"),
    ("reports of faults", "$XDG_STATE_HOME/wargame/reports, or ~/.local/state/wargame/reports"),
)
_CODES = (
    ("0", "done"),
    ("1", "no (why, verify), or a fault of the program"),
    ("2", "bad input; a sentence says what would be right"),
    ("3", "a damaged save; what could be recovered was shown"),
    ("130", "interrupted"),
)


@click.command("man")
def man_command() -> None:
    """Print the manual page: read it by `wargame man | man -l -`, keep it as ~/.local/share/man/man1/wargame.1."""
    for line in page(click.get_current_context().find_root()):
        click.echo(line)


def page(root: click.Context) -> Iterator[str]:
    """The page in the language of man."""
    group = root.command
    assert isinstance(group, click.Group)
    yield f'.TH WARGAME 1 "" "wargame {version("wargame")}" "User Commands"'
    yield from (".SH NAME", r"wargame \- " + _roff(_first(group)))
    yield from (".SH SYNOPSIS", r".B wargame", "[COMMAND] [ARGS]...")
    yield from (".SH DESCRIPTION", *_paragraphs(group))
    yield ".SH COMMANDS"
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        assert command is not None
        yield from _command(command, click.Context(command, root, info_name=name))
    yield from (".SH FILES", *_listed(_FILES))
    yield from (".SH EXIT STATUS", *_listed(_CODES))


def _command(command: click.Command, ctx: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield f".SS {_roff(f'{ctx.info_name} {usage}')}"
    yield from _paragraphs(command)
    options = [p for p in command.get_params(ctx) if isinstance(p, click.Option)]
    records = [option.get_help_record(ctx) for option in options if option.name != "help"]
    yield from _listed([record for record in records if record])


def _listed(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, text in rows:
        yield from (".TP", f".B {_roff(name)}", _roff(text))


def _paragraphs(command: click.Command) -> Iterator[str]:
    for number, part in enumerate(cleandoc(command.help or "").split("\n\n")):
        yield from ((".PP",) if number else ())
        yield _roff(" ".join(part.split()))


def _first(command: click.Command) -> str:
    """The first sentence of a command's help, as the name of a page has it."""
    return " ".join((command.help or "").split()).partition(".")[0]


def _roff(text: str) -> str:
    r"""Text in which nothing is taken for a command: backslashes, hyphens, a dot or quote in front."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe[:1] in (".", "'") else safe

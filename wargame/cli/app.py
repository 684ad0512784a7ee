"""The `wargame` command: finds the subcommand, and turns what goes wrong into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wargame.cli.out import warn
from wargame.content.errors import DataError
from wargame.flow.ask import IllegalAnswer, nearest_words
from wargame.store.errors import DamagedSaveError, SaveError

if TYPE_CHECKING:
    from wargame.store.campaign import Campaign

DONE, NOT_HELD, BAD_INPUT, DAMAGED, STOPPED = 0, 1, 2, 3, 130

COMMANDS = {
    "play": "playing",
    "replay": "playing",
    "line": "playing",
    "serve": "serve",
    "new": "campaigns",
    "lab": "lab",
    "branch": "campaigns",
    "phrase": "seeds",
    "saves": "campaigns",
    "ask": "decide",
    "answer": "decide",
    "orders": "decide",
    "why": "decide",
    "odds": "decide",
    "undo": "decide",
    "show": "look",
    "log": "look",
    "verify": "look",
    "games": "catalogue",
    "sequence": "catalogue",
    "table": "catalogue",
    "rules": "catalogue",
    "units": "catalogue",
    "map": "atlas",
    "fuzz": "fuzz",
    "doctor": "doctor",
    "send": "post",
    "receive": "post",
    "report": "report",
    "completion": "completion",
    "man": "man",
}
"""Each command's module in this package, imported only when it is called."""


class _Commands(click.Group):
    """The commands, found by name when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command; what fails over a forged record is the record's fault."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            from wargame.cli.save_argument import at_fault  # noqa: PLC0415 - only when it is wanted

            blamed = at_fault(ctx, error)
            if blamed is None:
                raise
            raise blamed from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command meant; a word that is none is refused with the nearest there are."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            said = f'There is no command "{args[0]}".{nearest_words(args[0], list(COMMANDS))}'
            raise click.UsageError(said, ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"wargame.cli.{COMMANDS[cmd_name]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="wargame", prog_name="wargame")
@click.pass_context
def wargame(ctx: click.Context) -> int:
    """Hex-and-counter wargames with their full rules, for two players at one terminal.

    Without a command the table opens at its menu.
    """
    if ctx.invoked_subcommand is not None:
        return DONE
    from wargame.cli.playing import open_table  # noqa: PLC0415 - only when it is wanted

    return open_table(None)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    _open_streams()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    looked: dict[str, Any] = {}
    try:
        code = wargame.main(list(arguments), prog_name="wargame", standalone_mode=False, obj=looked)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click exits when the reader has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (KeyboardInterrupt, click.Abort):
        return STOPPED
    except DamagedSaveError as error:
        return _fail(str(error), DAMAGED)
    except (SaveError, DataError, IllegalAnswer) as error:
        return _fail(str(error), BAD_INPUT)
    except click.ClickException as error:
        return _fail(_usage(error), BAD_INPUT)
    except Exception as error:  # noqa: BLE001 - the last line of defence: never a traceback
        return _fail(_fault(error, looked.get("campaign")), NOT_HELD)
    return code if isinstance(code, int) else DONE


def _open_streams() -> None:
    """A stream that was closed before the program began leads nowhere, and to no file opened later."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _usage(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    message = message if message[-1:] in (".", "!", "?") else f"{message}."
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "wargame"
    return f"{message} See `{path} --help`."


def _fail(sentence: str, code: int) -> int:
    warn(f"wargame: {sentence}")
    return code


def _fault(error: Exception, campaign: Campaign | None) -> str:
    """A fault of the program: one sentence, with the traceback in a file."""
    what = f"the program failed ({type(error).__name__}: {str(error)[:200]})"
    from wargame.exports.fault_report import write_fault  # noqa: PLC0415 - only when it is wanted

    path = write_fault(error, campaign)
    return f"{what}; the report is in {path}." if path else f"{what}."

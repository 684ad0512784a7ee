"""The completion command: what a shell needs to complete commands, scenarios, saves, units and rules."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

_WHERE = {
    "bash": "~/.local/share/bash-completion/completions/wargame",
    "zsh": "~/.zfunc/_wargame (with `fpath+=~/.zfunc` before compinit in ~/.zshrc)",
    "fish": "~/.config/fish/completions/wargame.fish",
}
"""Files that each shell reads by itself."""


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
def completion_command(shell: str) -> None:
    """Print what SHELL reads to complete commands, scenarios, saves, units and rule ids.

    Write it where the shell looks for it: the first line of what is printed says where.
    """
    found = get_completion_class(shell)
    assert found is not None
    root = click.get_current_context().find_root()
    source = found(root.command, {}, "wargame", "_WARGAME_COMPLETE").source()
    head, _, rest = source.partition("\n")
    told = f"# Belongs in {_WHERE[shell]}"
    # zsh looks for "#compdef" in the first line of a file of its own
    click.echo(f"{head}\n{told}\n{rest}" if head.startswith("#") else f"{told}\n{source}")

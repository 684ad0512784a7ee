"""The serve command: the table in a browser."""

from __future__ import annotations

import os
import socket

import click

from wargame.cli.out import say, warn
from wargame.cli.playing import check_target
from wargame.cli.words import SCENARIO_OR_SAVE, Whole
from wargame.content.errors import DataError
from wargame.store.errors import SaveError, because

_ANYBODY = (
    "{host} is not this machine alone: whoever reaches the port and learns the address plays with your "
    "saves, and what goes over the wire is not encrypted. --public says that you know."
)


@click.command("serve")
@click.argument("target", type=SCENARIO_OR_SAVE, required=False, metavar="[SCENARIO or SAVE]")
@click.option("--port", type=Whole(0, 65535), default=8000, help="0: any that is free.")
@click.option("--host", default="127.0.0.1", help="This machine alone, if left out.")
@click.option("--public", is_flag=True, help="Let it be another than this machine.")
def serve_command(target: str | None, port: int, host: str, *, public: bool) -> int:
    """Open the table in a browser on this machine: the address printed holds its key.

    Each page is a table of its own. A save is played by one; another that opens it looks on.
    """
    try:
        from wargame.cli.web import LOOPBACK, TableServer  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise DataError("", "", _missing(str(error.name))) from error
    if target is not None:
        check_target(target)
    if host not in LOOPBACK:
        if not public:
            raise SaveError(_ANYBODY.format(host=host))
        warn(f"wargame: {_ANYBODY.format(host=host)}")
    server = TableServer([target] if target else [], host, _free(host, port))
    say(f"The table is at {server.address}")
    say("Ctrl-C ends it.")
    server.serve()
    return 0


def _missing(module: str) -> str:
    return (
        f"The browser needs more than is installed ({module} is missing): "
        "`pipx install 'wargame[web]'`, or `pip install 'wargame[web]'`"
    )


def _free(host: str, port: int) -> int:
    """The port, or one that is free for 0; raises SaveError where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            said = (
                f"Port {port} of {host} cannot be had: {because(error)}; --port 0 takes a free one."
            )
            raise SaveError(said) from error
        return int(probe.getsockname()[1])

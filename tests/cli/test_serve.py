"""Who may come in where the table is served, and what is said where that cannot be."""

from __future__ import annotations

import asyncio
import builtins
import socket
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar, web

from tests.cli.conftest import Run
from wargame.cli.serve import _free
from wargame.cli.web import TableServer


@pytest.fixture
def port() -> int:
    """One that is free."""
    return _free("127.0.0.1", 0)


async def _asked(port: int) -> dict[str, Any]:
    """What a server says to those who come by."""
    server = TableServer(["toy/crossroads"], "127.0.0.1", port, key="secret")
    runner = web.AppRunner(await server._make_app())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    found: dict[str, Any] = {"address": server.address}
    at, key = f"http://127.0.0.1:{port}", "?key=secret"
    cases: dict[str, tuple[str, dict[str, str]]] = {
        "no key": (f"{at}/", {}),
        "wrong key": (f"{at}/?key=secres", {}),
        "no key for a socket": (f"{at}/ws", {}),
        "no key for a file": (f"{at}/static/js/textual.js", {}),
        "key": (f"{at}/{key}", {}),
        "name of another": (f"{at}/{key}", {"Host": "evil.example"}),
        "page of another": (f"{at}/ws{key}", {"Origin": "http://evil.example"}),
    }
    for name, (url, headers) in cases.items():
        async with ClientSession() as session, session.get(url, headers=headers) as answer:
            found[name] = answer.status
            found[f"{name}: policy"] = answer.headers.get("Content-Security-Policy", "")
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        await (await session.get(f"{at}/{key}")).read()
        async with session.get(f"{at}/static/js/textual.js") as answer:
            found["file with the cookie"] = answer.status
    await runner.cleanup()
    return found


def test_only_who_has_the_key_comes_in(port: int) -> None:
    found = asyncio.run(_asked(port))
    assert found["address"] == f"http://127.0.0.1:{port}/?key=secret"
    for name in ("no key", "wrong key", "no key for a socket", "no key for a file"):
        assert found[name] == 403, name
    assert found["name of another"] == found["page of another"] == 403
    assert found["key"] == found["file with the cookie"] == 200
    assert "default-src 'self'" in found["key: policy"]


def test_keys_differ() -> None:
    assert TableServer([], "127.0.0.1", 1).key != TableServer([], "127.0.0.1", 1).key


def test_another_machine_is_let_in_only_on_demand(wg: Run) -> None:
    assert "not encrypted" in wg("serve --host 0.0.0.0").sentence


def test_a_port_that_is_taken_is_told(wg: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "cannot be had" in wg(f"serve --port {taken.getsockname()[1]}").sentence


def test_a_save_that_is_not_there_is_refused_before_anything_is_served(wg: Run) -> None:
    assert "no save" in wg("serve nothing").sentence


def test_without_the_extra_a_sentence_says_how_to_get_it(
    wg: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "wargame.cli.web":
            raise ModuleNotFoundError("No module named 'aiohttp'", name="aiohttp")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert "pip install 'wargame[web]'" in wg("serve").sentence

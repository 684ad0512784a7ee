"""The table behind a web server on this machine: who may come in, and what each browser is given."""

from __future__ import annotations

import hmac
import secrets
import shlex
import sys
from collections.abc import Sequence

from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.server import Server

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_COOKIE = "wargame"
_GUARDED = {
    # nothing is fetched from elsewhere, and no other page may frame the table
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_NO_KEY = (
    "This address lacks the key of the table. Open the whole address that `wargame serve` printed."
)


class TableServer(Server):
    """Gives each browser that knows the key a table of its own, as a program beside this one."""

    def __init__(self, arguments: Sequence[str], host: str, port: int, *, key: str = "") -> None:
        command = shlex.join([sys.executable, "-m", "wargame", "play", *arguments])
        named = f"[{host}]" if ":" in host else host
        super().__init__(command, host, port, "Wargame", f"http://{named}:{port}")
        self.key = key or secrets.token_urlsafe(18)
        self._hosts = {f"{name}:{port}" for name in (named, "localhost", "127.0.0.1", "[::1]")}

    @property
    def address(self) -> str:
        """What a player opens."""
        return f"{self.public_url}/?key={self.key}"

    def initialize_logging(self) -> None:
        """The terminal is for the address; what a table has to say stands in its report."""

    async def on_startup(self, app: web.Application) -> None:
        """The address was printed before."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only who has the key, under the server's own name, from its own page."""
        key = request.query.get("key", "") or request.cookies.get(_COOKIE, "")
        if not hmac.compare_digest(key.encode(), self.key.encode()):
            return web.Response(status=403, text=_NO_KEY, headers=_GUARDED)
        loopback = self.host in LOOPBACK
        if loopback and request.host not in self._hosts:
            return web.Response(status=403, text="This is another server's name.", headers=_GUARDED)
        origin = request.headers.get("Origin", "")
        if origin and origin.partition("://")[2] != request.host:
            return web.Response(status=403, text="Another page asks.", headers=_GUARDED)
        response = await handler(request)
        if not response.prepared:
            response.headers.update(_GUARDED)
            response.set_cookie(_COOKIE, self.key, httponly=True, samesite="Strict")
        return response

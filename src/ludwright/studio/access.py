"""Who may talk to the studio: the right key, from its own pages, by its own name.

Every program on this machine and every page in the browser can send something to a port. So each request needs the key that the link
brings (and a cookie keeps), must name this server as its host (against names that change their address), and must come from a page
of the studio if it comes from a page at all. What pages may load is said in their headers: scripts and data from here alone.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = (
    "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""A report has its scripts inside; it is shown as a page from nowhere, which reaches nothing of the studio."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_A_YEAR = 365 * 24 * 3600
_LOCKED = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ludwright studio</title><body style="font:18px/1.5 sans-serif;max-width:34em;margin:4em auto;padding:0 1em">
<h1>This studio needs its key</h1><p>Open the link that <code>ludwright studio</code> printed when it started: the key is part of it.
It opens the studio in this browser once and for all.</p></body></html>"""


def new_key() -> str:
    """A key that can't be guessed."""
    return secrets.token_urlsafe(24)


def same(given: str | None, key: str) -> bool:
    """Whether a key is the right one, found out in the same time whatever it is."""
    return given is not None and secrets.compare_digest(given.encode(), key.encode())


class Access:
    """Lets through what may come in, and puts the headers on what goes out."""

    def __init__(
        self, app: ASGIApp, *, key: str, host: str, port: Callable[[], int], guests: tuple[str, ...] = ()
    ) -> None:
        self.app, self.key, self.host, self.port, self.guests = app, key, host, port, guests

    @property
    def cookie(self) -> str:
        """Cookies are shared by all ports of a host: each studio has its own name."""
        return f"ludwright_{self.port()}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Every request, and every socket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await refused(scope, receive, _with_headers(send))
            return
        await self.app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope) -> Response | None:
        """What is answered instead, if anything."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return PlainTextResponse("This studio does not go by that name.", 421)
        origin, live = headers.get("origin"), scope["type"] == "websocket"
        if origin not in (None, f"http://{host}", f"https://{host}") or (live and origin is None):
            return PlainTextResponse("Another page asked for this: refused.", 403)
        crossing = headers.get("sec-fetch-site") == "cross-site"
        if crossing and (live or scope["method"] != "GET" or headers.get("sec-fetch-mode") != "navigate"):
            return PlainTextResponse("Another page asked for this: refused.", 403)
        if scope["path"].startswith(self.guests or ("\0",)):
            return None
        return self._without_key(scope, headers)

    def _without_key(self, scope: Scope, headers: Headers) -> Response | None:
        asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = next((value for name, value in asked if name == "key"), None)
        if given is not None and scope["type"] == "http" and scope["method"] == "GET" and same(given, self.key):
            rest = urlencode([pair for pair in asked if pair[0] != "key"])
            onward = RedirectResponse("/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else ""), 303)
            onward.set_cookie(self.cookie, self.key, max_age=_A_YEAR, httponly=True, samesite="lax")
            return onward
        return None if same(_cookie(headers, self.cookie), self.key) else HTMLResponse(_LOCKED, 403)

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if not name or port != str(self.port()):
            return False
        if self.host in ("127.0.0.1", "localhost", "::1"):
            return name in _LOOPBACK
        return name in (*_LOOPBACK, self.host, f"[{self.host}]") or _is_address(name)


def _is_address(name: str) -> bool:
    """Whether a host is named by its number: such a name can't be made to mean another machine."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _cookie(headers: Headers, name: str) -> str | None:
    found: SimpleCookie = SimpleCookie()
    try:
        found.load(headers.get("cookie", ""))
    except CookieError:
        return None
    return found[name].value if name in found else None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending

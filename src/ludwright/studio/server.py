"""The studio as a server: pages put together, an address found, and a polite end."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from ludwright.language.cache import cache_folder, keep, kept
from ludwright.mistakes import LudwrightError
from ludwright.studio import design, home, improve, playing, seat, see, testing
from ludwright.studio.access import Access, new_key
from ludwright.studio.page import WEB, Page, Refusal, refused
from ludwright.studio.studio import Studio
from ludwright.studio.workers import Pool

PAGES: tuple[Page, ...] = (home.PAGE, design.PAGE, playing.PAGE, testing.PAGE, see.PAGE, improve.PAGE, seat.PAGE)
"""All pages, in the order of the bar. A new page is a new file with a ``PAGE``, and an entry here."""
PORT = 8471
_PORTS = 40
"""So many ports are tried."""


class StudioError(LudwrightError):
    """The studio can't be opened."""


class _Files(StaticFiles):
    """Styles and scripts; a browser asks whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not path.endswith((".js", ".css", ".svg", ".map")):
            return Response(status_code=404)
        found = await super().get_response(path, scope)
        found.headers["cache-control"] = "no-cache"
        return found


def application(folder: Path, key: str, host: str, port: Callable[[], int], pool: Pool | None = None) -> Starlette:
    """The whole studio as one ASGI application. A pool of workers that is given may be shared, and is not ended with it."""
    studio = Studio(folder, PAGES, pool)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await studio.begin()
        try:
            yield
        finally:
            await studio.end()

    async def live(opened: WebSocket) -> None:
        await studio.live(opened)

    async def missing(request: Request, error: Exception) -> Response:
        return await refused(request, Refusal("There is no such page.", 404))

    app = Starlette(
        routes=[
            *(route for page in PAGES for route in page.routes),
            WebSocketRoute("/live", live),
            Route("/favicon.ico", lambda request: Response(status_code=204)),
            Mount("/web", _Files(directory=WEB)),
        ],
        middleware=[
            Middleware(Access, key=key, host=host, port=port, guests=tuple(g for page in PAGES for g in page.guests))
        ],
        exception_handlers={Refusal: refused, 404: missing},
        lifespan=lifespan,
    )
    app.state.studio = studio
    return app


class _Server(uvicorn.Server):
    """Tells when it can be reached."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what is cut off now is no error
        await super().shutdown(sockets)


def serve(folder: Path, host: str, port: int | None, ready: Callable[[str], None], browse: bool) -> None:
    """Serve a folder until Ctrl-C. ``ready`` gets the address, with its key, as soon as it answers."""
    if not folder.is_dir():
        raise StudioError(f"there is no folder `{folder}`: name one with game texts in it, or an empty one to begin in")
    memory = _memory(folder)
    listening = _listen(host, port, memory.get("port"))
    number = listening.getsockname()[1]
    key = str(memory.get("key") or new_key())
    _remember(folder, {"key": key, "port": number})
    app = application(folder, key, host, lambda: number)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "localhost") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/?key={key}"

    def begun() -> None:
        ready(address)
        if browse:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = _Server(config_of(app))
    server.ready = begun
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def for_others(address: str, host: str) -> str | None:
    """The link as others in the network can open it, if the studio listens on every address of this computer."""
    if host != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect(
            ("192.0.2.1", 9)
        )  # nothing is sent: it only tells by which of its addresses this computer would go out
        own = asking.getsockname()[0]
        return None if own.startswith("127.") else address.replace("//127.0.0.1:", f"//{own}:", 1)
    return None


def config_of(app: Starlette) -> uvicorn.Config:
    """How it is served."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="on", ws="websockets-sansio", ws_max_size=1_000_000, timeout_graceful_shutdown=1,
        server_header=False, h11_max_incomplete_event_size=64_000,
    )  # fmt: skip


def _listen(host: str, port: int | None, before: object) -> socket.socket:
    """A socket: at the port that was asked for, else the one of last time, else the first free one."""
    tried = (
        [port] if port is not None else [*([before] if isinstance(before, int) else []), *range(PORT, PORT + _PORTS)]
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in tried:
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            return listening
        except (OSError, OverflowError) as error:
            listening.close()
            reason = getattr(error, "strerror", None) or str(error)
    where = f"port {port}" if port is not None else f"{host}, any port from {PORT} to {PORT + _PORTS - 1}"
    raise StudioError(f"the studio can't listen on {where}: {reason.lower()}. Say another with `--port`")


def _place(folder: Path) -> Path | None:
    place = cache_folder("studio")
    return (
        None
        if place is None
        else place / hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    )


def _memory(folder: Path) -> dict[str, object]:
    """Key and port of last time: pages that are still open go on working after a restart."""
    place = _place(folder)
    content = kept(place) if place is not None else None
    try:
        found = json.loads(content) if content is not None else {}
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def _remember(folder: Path, memory: dict[str, object]) -> None:
    place = _place(folder)
    if place is not None:
        keep(place, json.dumps(memory).encode())

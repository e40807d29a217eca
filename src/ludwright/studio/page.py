"""What a page of the studio is, and how pages are written out: templates that escape everything they are given."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludwright.stored import StoredError, parse_json

if TYPE_CHECKING:
    from ludwright.studio.studio import Studio

WEB = Path(__file__).parent / "web"
"""Templates, styles and scripts."""
_MOST_GIVEN = 20_000_000
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""How JSON writes half a character: texts with one can't be kept, so it becomes a question mark."""


@dataclass(frozen=True)
class Page:
    """A page, or a group of them, that the studio is made of."""

    name: str
    """In the bar of every page, and which entry of it is the current one."""
    path: str
    routes: Sequence[BaseRoute] = field(repr=False)
    of_a_game: bool = True
    """Whether it is about one game: then it is offered when there is one, with ``?game=`` behind its path."""
    guests: tuple[str, ...] = ()
    """Paths (as they begin) that need no key of the studio because the page looks after them itself."""
    tip: str = ""
    """What it is for, in a few words."""
    in_bar: bool = True
    """Whether the bar offers it."""


class JSONResponse(Response):
    """Data. Half characters, which names of files and texts of strangers may have and UTF-8 can't, go out as JSON writes them."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """As few bytes as may be."""
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()


class Refusal(Exception):  # noqa: N818  # not a fault of ours: an answer
    """A request that can't be met, with a sentence that says why."""

    def __init__(self, words: str, status: int = 400, **more: Any) -> None:
        super().__init__(words)
        self.words, self.status, self.more = words, status, more


def studio_of(request: Request) -> Studio:
    """The studio that a request came to."""
    found: Studio = request.app.state.studio
    return found


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(WEB), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


def render(
    request: Request, template: str, page: str, *, game: str = "", title: str = "", **context: Any
) -> HTMLResponse:
    """A page as HTML. ``game`` is the one it is about, if any."""
    studio = studio_of(request)
    shown = (
        _environment()
        .get_template(template)
        .render(
            pages=[one for one in studio.pages if one.in_bar],
            page=page,
            game=game,
            title=title,
            folder=studio.workspace.folder.name,
            **context,
        )
    )
    return HTMLResponse(whole(shown))


def render_bare(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page for somebody who has no key of the studio: without its bar."""
    return HTMLResponse(whole(_environment().get_template(template).render(**context)), status)


def whole(text: str) -> bytes:
    """A page as bytes. Half characters, which UTF-8 can't write, become question marks."""
    return text.encode("utf-8", "replace")


async def refused(request: Request, error: Exception) -> JSONResponse | HTMLResponse:
    """How a refusal is answered: as data where a script asked, as a page where a person did."""
    assert isinstance(error, Refusal)
    if "text/html" in request.headers.get("accept", ""):
        shown = render(request, "refused.html", "", title="That did not work", words=error.words)
        shown.status_code = error.status
        return shown
    return JSONResponse({"error": error.words, **error.more}, error.status)


async def given(request: Request, most: int = _MOST_GIVEN) -> dict[str, Any]:
    """The JSON object that came with a request, of so many bytes at most."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > most:
            raise Refusal(f"That is more than {most / 1e6:,.1f} MB.", 413)
    try:
        found = parse_json(bytes(content))
        if _HALF.search(content):
            found = parse_json(whole(json.dumps(found, ensure_ascii=False)))
    except StoredError:
        found = None
    if not isinstance(found, dict):
        raise Refusal("This request can't be read.")
    return found


async def heard(socket: WebSocket) -> Any:
    """What an open page says next, as JSON; None for what can't be read, as bytes. Once the page has gone, that is raised."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    try:
        return parse_json((message.get("text") or "").encode("utf-8", "surrogatepass"))
    except StoredError:
        return None


async def tell(socket: WebSocket, message: dict[str, Any]) -> None:
    """Say something to an open page."""
    await socket.send_text(json.dumps(message))


def text_in(values: dict[str, Any], name: str, most: int = 200) -> str:
    """A text among the values of a request."""
    found = values.get(name)
    if not isinstance(found, str) or len(found) > most:
        raise Refusal(f"`{name}` is missing or too long.")
    return found

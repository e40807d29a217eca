"""A friend's seat: a link with a key opens one seat of one game, and nothing else of the studio.

What goes out is made for that seat by :func:`ludwright.studio.table_tasks.look_at`, which puts nothing into it that the seat does not see.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludwright.studio.page import WEB, JSONResponse, Page, Refusal, given, heard, render_bare, studio_of, tell, text_in
from ludwright.studio.playing import answer_in
from ludwright.studio.table_tasks import FRIEND, HERE
from ludwright.studio.tables import Table

_FILES = ("studio.css", "play.css", "theme.js", "common.js", "table.js", "seat.js", "icon.svg")
"""What a friend's page is made of."""

_MOST_ANSWER = 1_000
"""Bytes of a friend's answer."""


async def page(request: Request) -> HTMLResponse:
    """The page of a seat."""
    key = request.path_params["key"]
    try:
        table, seat = studio_of(request).tables.at_key(key)
    except Refusal as error:
        return render_bare("seat_refused.html", error.status, words=error.words)
    return render_bare("seat.html", title=table.title, name=table.names[seat], key=key)


async def view(request: Request) -> JSONResponse:
    """What the seat sees."""
    studio = studio_of(request)
    table, seat = studio.tables.at_key(request.path_params["key"])
    studio.tables.drive(table)
    asked = {"kept": studio.tables.kept(table), "seat": seat}
    return JSONResponse(_for_friend(table, await studio.pool.run("play", "look_at", asked)))


def _for_friend(table: Table, seen: dict[str, Any]) -> dict[str, Any]:
    """Without the count of all answers, some of which the seat may not even notice."""
    told = [{name: value for name, value in line.items() if name != "at"} for line in seen["told"]]
    who = ["a person" if one in (HERE, FRIEND) else one for one in table.seats]
    return {**seen, "at": table.mark, "told": told, "who": who}


async def move(request: Request) -> JSONResponse:
    """The seat's answer."""
    studio = studio_of(request)
    table, seat = studio.tables.at_key(request.path_params["key"])
    values = await given(request, _MOST_ANSWER)
    answer = answer_in(values)
    if text_in(values, "at") != table.mark:
        raise Refusal("The game has moved on in the meantime.", 409)
    await studio.tables.move(table, seat, answer)
    return JSONResponse({})


async def live(socket: WebSocket) -> None:
    """Tell the page of a seat that there is something new."""
    tables = socket.app.state.studio.tables
    try:
        table, _ = tables.at_key(socket.path_params["key"])
    except Refusal:
        await socket.close(1008)
        return
    await socket.accept()
    with tables.friends.listening(table.id) as news:
        gone = asyncio.create_task(_until_gone(socket))
        try:
            while not gone.done():
                heard = asyncio.create_task(news.wait())
                await asyncio.wait([gone, heard], return_when=asyncio.FIRST_COMPLETED)
                heard.cancel()
                if news.is_set():
                    news.clear()
                    await tell(socket, {"kind": "moved"})
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            gone.cancel()


async def _until_gone(socket: WebSocket) -> None:
    """A friend's page is only told; what it says is not listened to."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await heard(socket)


async def file(request: Request) -> Response:
    """Styles and scripts, which need no key."""
    name = request.path_params["name"]
    if name not in _FILES:
        return Response(status_code=404)
    return FileResponse(WEB / name, headers={"cache-control": "no-cache"})


PAGE = Page(
    "Seat",
    "/seat",
    [
        Route("/seat/web/{name:str}", file),
        Route("/seat/{key:str}", page),
        Route("/seat/{key:str}/view", view),
        Route("/seat/{key:str}/move", move, methods=["POST"]),
        WebSocketRoute("/seat/{key:str}/live", live),
    ],
    guests=("/seat/",),
    in_bar=False,
)

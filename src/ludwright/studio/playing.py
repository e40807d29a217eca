"""Play: sit down at a game here, with friends at links, with agents in any seat."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.model.limits import MOST_SEATS
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in
from ludwright.studio.table_tasks import FRIEND, HERE
from ludwright.studio.tables import Table, Tables
from ludwright.studio.testing import checked_agents

_ADVICE = 60.0
_TOGETHER = 100
"""So many things are chosen together at most."""


async def play(request: Request) -> HTMLResponse:
    """The page."""
    game = request.query_params.get("game", "")
    path = studio_of(request).workspace.path(game)
    await studio_of(request).pool.warm("play", "think")
    return render(request, "play.html", "Play", game=game, title=head_of(path).title)


def _table(request: Request) -> tuple[Tables, Table]:
    tables = studio_of(request).tables
    return tables, tables.of(request.path_params["id"])


def _who(values: dict[str, Any]) -> list[str]:
    """Who sits where, as it was asked for."""
    seats = values.get("seats")
    if not isinstance(seats, list) or not 0 < len(seats) <= MOST_SEATS:
        raise Refusal("Say who sits where.")
    checked_agents([seat for seat in seats if seat not in (HERE, FRIEND)])
    return seats


def _number(values: dict[str, Any], name: str) -> int:
    value = values.get(name)
    if type(value) is not int or abs(value) > 2**31:
        raise Refusal(f"`{name}` must be a whole number.")
    return value


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


# ---------------------------------------------------------------- all games by these rules


async def tables(request: Request) -> JSONResponse:
    """The games that are played or were."""
    found = studio_of(request).tables.of_game(request.query_params.get("game", ""))
    return JSONResponse([_summary(one) for one in found])


def _summary(table: Table) -> dict[str, Any]:
    return {
        "id": table.id, "seats": table.seats, "names": table.names, "moves": len(table.answers), "over": table.over, "begun": table.begun,
        "changed": table.changed, "run": table.run, "forked": table.forked,
    }  # fmt: skip


async def begin(request: Request) -> JSONResponse:
    """Sit down at a new game."""
    values = await given(request)
    seed = _number(values, "seed") if values.get("seed") is not None else None
    game = text_in(values, "game", 500)
    table = await studio_of(request).tables.begin(game, _who(values), {}, seed)
    return JSONResponse({"id": table.id})


# ---------------------------------------------------------------- one game


async def standing(request: Request) -> JSONResponse:
    """How a game stands, with nothing of what seats see."""
    all_, table = _table(request)
    all_.drive(table)
    studio = studio_of(request)
    now = await studio.pool.run("play", "standing", {"kept": all_.kept(table)})
    asked = now["asked"] if now["choices"] > 1 or table.people == [] else None
    return JSONResponse({
        **_summary(table), "keys": table.keys, "asked": asked, "over": now["over"], "hiding": table.hiding,
        "secrets": table.secrets, "trouble": table.trouble,
    })  # fmt: skip


async def view(request: Request) -> JSONResponse:
    """The table with the eyes of a seat, or (without one) with all to be seen; now, or at an earlier moment."""
    all_, table = _table(request)
    seat, at = request.query_params.get("seat", ""), request.query_params.get("at", "")
    if any(number and not _is_number(number) for number in (seat, at)) or int(seat or 0) >= len(table.seats):
        raise Refusal("There is no such seat.", 404)
    asked = {"kept": all_.kept(table), "seat": int(seat) if seat else None, "at": int(at) if at else None}
    return JSONResponse(await studio_of(request).pool.run("play", "look_at", asked))


async def move(request: Request) -> JSONResponse:
    """The answer of somebody here."""
    all_, table = _table(request)
    values = await given(request)
    seat = _number(values, "seat")
    if not 0 <= seat < len(table.seats) or table.seats[seat] != HERE:
        raise Refusal("Nobody here sits there.", 403)
    if _number(values, "at") != len(table.answers):
        raise Refusal("The game has moved on in the meantime.", 409)
    await all_.move(table, seat, answer_in(values))
    return JSONResponse({})


def answer_in(values: dict[str, Any]) -> int | list[int]:
    """What somebody chose: a number, or several that go together."""
    codes = values.get("codes")
    if isinstance(codes, list) and len(codes) <= _TOGETHER and all(type(code) is int for code in codes):
        return codes
    return _number(values, "code")


async def thrown(request: Request) -> JSONResponse:
    """What the last dice showed, and where cards can be told to lie."""
    all_, table = _table(request)
    moment = request.query_params.get("at", "")
    kept = {**all_.kept(table), "answers": table.answers[: int(moment) if _is_number(moment) else None]}
    return JSONResponse(await studio_of(request).pool.run("play", "thrown", {"kept": kept}))


async def real(request: Request) -> JSONResponse:
    """What real dice show, or how real cards lie."""
    all_, table = _table(request)
    values = await given(request)
    faces, cards = values.get("faces"), values.get("cards")
    moment = None if values.get("at") is None else max(0, _number(values, "at"))
    if isinstance(faces, list) and 0 < len(faces) <= 100 and all(type(face) is int for face in faces):
        await all_.real(table, "dice_show", {"faces": faces}, moment)
    elif isinstance(cards, list) and 0 < len(cards) <= 1000 and all(isinstance(card, str) for card in cards):
        if values.get("zone") is None:
            await all_.real(table, "cards_came", {"cards": cards}, moment)
            return JSONResponse({})
        await all_.real(table, "cards_lie", {"zone": text_in(values, "zone"), "cards": cards}, moment)
    else:
        raise Refusal("Say what each die shows, as a whole number, or name the cards.")
    return JSONResponse({})


async def undo(request: Request) -> JSONResponse:
    """Take back the last choice of a person."""
    all_, table = _table(request)
    await all_.undo(table)
    return JSONResponse({})


async def fork(request: Request) -> JSONResponse:
    """Go on from any moment in a game of its own."""
    all_, table = _table(request)
    values = await given(request)
    made = await all_.fork(table, _number(values, "at"), _who(values))
    return JSONResponse({"id": made.id})


async def seats(request: Request) -> JSONResponse:
    """Change who sits where."""
    all_, table = _table(request)
    who = _who(await given(request))
    if len(who) != len(table.seats):
        raise Refusal("Say who sits where.")
    await all_.reseat(table, who)
    return JSONResponse({})


async def advice(request: Request) -> JSONResponse:
    """What would you do?"""
    all_, table = _table(request)
    agent = text_in(await given(request), "agent", 60)
    checked_agents([agent])
    asked = {"kept": all_.kept(table), "agent": agent}
    return JSONResponse(await studio_of(request).pool.run("think", "advise", asked, seconds=_ADVICE))


async def why_not(request: Request) -> JSONResponse:
    """Why something on the table can't be chosen."""
    all_, table = _table(request)
    asked = {"kept": all_.kept(table), "address": text_in(await given(request), "address", 300)}
    return JSONResponse(await studio_of(request).pool.run("think", "why_not", asked))


async def record(request: Request) -> JSONResponse:
    """Keep the game among the runs as it stands."""
    all_, table = _table(request)
    return JSONResponse({"run": await all_.record(table)})


async def remove(request: Request) -> JSONResponse:
    """Take the game away."""
    all_, table = _table(request)
    await all_.remove(table)
    return JSONResponse({})


PAGE = Page(
    "Play",
    "/play",
    [
        Route("/play", play),
        Route("/play/tables", tables),
        Route("/play/begin", begin, methods=["POST"]),
        Route("/play/tables/{id:str}", standing),
        Route("/play/tables/{id:str}/view", view),
        Route("/play/tables/{id:str}/thrown", thrown),
        *(
            Route(f"/play/tables/{{id:str}}/{doing.__name__}", doing, methods=["POST"])
            for doing in (move, real, undo, fork, seats, advice, why_not, record, remove)
        ),
    ],
    tip="Play it yourself, with friends or against the computer",
)

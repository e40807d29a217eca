"""Test: have a game played many times, watch the wins come in, read the report."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.model.limits import MOST_SEATS
from ludwright.studio.access import REPORT_POLICY
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in, whole
from ludwright.studio.runs import PLAYING
from ludwright.studio.workspace import BUNDLED

_MOST_GAMES = 1_000_000
_MOST_SECONDS = 12 * 3600.0
_MOST_VERSIONS = 12
_AGENT = re.compile(r"[\w :.%=+-]{1,60}")


async def test(request: Request) -> HTMLResponse:
    """The page."""
    game = request.query_params.get("game", "")
    path = studio_of(request).workspace.path(game)
    return render(request, "test.html", "Test", game=game, title=head_of(path).title)


async def playable(request: Request) -> JSONResponse:
    """For how many the game is, and who can play it."""
    studio = studio_of(request)
    path = studio.workspace.path(request.query_params.get("game", ""))
    found = await studio.pool.run("draw", "playable", {"path": str(path)})
    asked = request.query_params.get("game", "")
    variants = [
        game for game in studio.workspace.bundled() if game.id.startswith(f"{asked}_") and asked.startswith(BUNDLED)
    ]
    others = [*variants, *(game for game in studio.workspace.games() if game.id != asked)]
    return JSONResponse({**found, "others": [{"id": game.id, "title": game.title} for game in others[:60]]})


async def begin(request: Request) -> JSONResponse:
    """Put a run into the queue."""
    studio = studio_of(request)
    values = await given(request)
    game = text_in(values, "game", 500)
    path = studio.workspace.path(game)
    kind = values.get("kind")
    if kind not in PLAYING:
        raise Refusal("This request can't be read.")
    run = await studio.queue.add(game, head_of(path).title, kind, _options(values, kind))
    return JSONResponse({"id": run.id})


def _options(values: dict[str, Any], kind: str) -> dict[str, Any]:
    """What was chosen, within bounds."""
    found: dict[str, Any] = {"players": chosen_players(values), "seed": int(number_in(values, "seed", 1, 0, 10**9))}
    if values.get("seconds") is not None:
        found["seconds"] = number_in(values, "seconds", 60.0, 1.0, _MOST_SECONDS)
    if kind == "report":
        return {**found, "quick": bool(values.get("quick"))}
    agents = values.get("agents")
    if not isinstance(agents, list) or not 0 < len(agents) <= MOST_SEATS:
        raise Refusal("Choose who plays.")
    checked_agents(agents)
    if values.get("move_limit") is not None:
        found["move_limit"] = int(number_in(values, "move_limit", 10_000, 1, 1_000_000))
    if values.get("seatings") in ("fixed", "rotate", "all"):
        found["seatings"] = values["seatings"]
    if values.get("until"):
        found["until"] = text_in(values, "until", 60)
    return {
        **found, "agents": agents, "games": int(number_in(values, "games", 1000, 1, _MOST_GAMES)), "grid": _grid(values),
        "also": _also(values),
    }  # fmt: skip


def chosen_players(values: dict[str, Any]) -> list[int] | None:
    """How many play, as it was asked for."""
    players = values.get("players") or []
    if not isinstance(players, list) or not all(
        isinstance(count, int) and 1 <= count <= MOST_SEATS for count in players
    ):
        raise Refusal(f"Choose 1 to {MOST_SEATS} players.")
    return players or None


def _also(values: dict[str, Any]) -> list[str]:
    """Other games, played in the same way as versions of the first."""
    also = values.get("also") or []
    if not isinstance(also, list) or len(also) > _MOST_VERSIONS or not all(isinstance(one, str) for one in also):
        raise Refusal(f"Choose at most {_MOST_VERSIONS} other versions.")
    return also


def _grid(values: dict[str, Any]) -> dict[str, list[int]]:
    """The values of parameters that make versions."""
    grid = values.get("grid") or {}
    many = 1
    if not isinstance(grid, dict):
        raise Refusal("This request can't be read.")
    for name, several in grid.items():
        if not isinstance(several, list) or not several or not all(type(one) is int for one in several):
            raise Refusal(f"`{name[:60]}`: give whole numbers with commas between them, as in 3, 4, 5.")
        many *= len(several)
    if many > _MOST_VERSIONS * 4:
        raise Refusal(f"These are {many:,} versions; {_MOST_VERSIONS * 4} at most. Give fewer values.")
    return grid


def checked_agents(agents: list[Any]) -> None:
    """Refuse what is no name of a player, and players whose code would run here."""
    from ludwright.agents.texts import runs_code

    if not all(isinstance(one, str) and _AGENT.fullmatch(one) for one in agents):
        raise Refusal("Choose who plays.")
    if any(map(runs_code, agents)):
        raise Refusal("Players with code of their own are for the command line: it would run here.")


def number_in(values: dict[str, Any], name: str, default: float, low: float, high: float) -> float:
    """A number among the values of a request, within bounds."""
    value = values.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise Refusal(f"`{name}` must be a number from {low:,.0f} to {high:,.0f}.")
    return value


async def change(request: Request) -> JSONResponse:
    """Stop a run, go on with it, or take it off the list."""
    queue = studio_of(request).queue
    id_ = request.path_params["id"]
    doing = {"stop": queue.stop, "go-on": queue.go_on, "remove": queue.remove}.get(request.path_params["what"])
    if doing is None:
        raise Refusal("There is no such page.", 404)
    await doing(id_)
    return JSONResponse({})


async def report(request: Request) -> Response:
    """The report of a run: a page of its own, which can't reach the studio."""
    found = studio_of(request).queue.report(request.path_params["id"])
    if found is None:
        raise Refusal("This run has no report yet.", 404)
    return HTMLResponse(whole(found), headers={"content-security-policy": REPORT_POLICY})


PAGE = Page(
    "Test",
    "/test",
    [
        Route("/test", test),
        Route("/test/playable", playable),
        Route("/test/begin", begin, methods=["POST"]),
        Route("/test/runs/{id:str}/report", report),
        Route("/test/runs/{id:str}/{what:str}", change, methods=["POST"]),
    ],
    tip="Let it be played many times, and read what was found",
)

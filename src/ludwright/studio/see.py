"""See: questions to the games of kept runs, built by clicks, as charts and tables; and every frame of every game."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.studio.access import REPORT_POLICY
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in, whole
from ludwright.studio.workspace import BUNDLED

_SECONDS = 90.0
_MOST_RUNS = 12
_RUN = re.compile(r"[\w. -]{1,120}")


async def see(request: Request) -> HTMLResponse:
    """The page."""
    game = request.query_params.get("game", "")
    path = studio_of(request).workspace.path(game)
    await studio_of(request).pool.warm("see")
    return render(request, "see.html", "See", game=game, title=head_of(path).title)


def _run(request: Request, name: Any) -> str:
    """The folder of a run of this studio."""
    shelf = studio_of(request).workspace.folder / "runs"
    if not isinstance(name, str) or not _RUN.fullmatch(name) or name.startswith(".") or not (shelf / name).is_dir():
        raise Refusal("There is no such run.", 404)
    if (shelf / name).is_symlink():
        raise Refusal("There is no such run.", 404)
    return str(shelf / name)


def _runs(request: Request, values: dict[str, Any]) -> dict[str, str]:
    names = values.get("runs")
    if not isinstance(names, list) or not 0 < len(names) <= _MOST_RUNS:
        raise Refusal(f"Choose 1 to {_MOST_RUNS} runs.")
    return {name: _run(request, name) for name in names}


async def _do(request: Request, task: str, values: dict[str, Any]) -> Any:
    return await studio_of(request).pool.run("see", task, values, seconds=_SECONDS)


async def runs(request: Request) -> JSONResponse:
    """The runs that can be asked, the newest first."""
    studio = studio_of(request)
    found = await studio.pool.run("draw", "runs", {"shelf": str(studio.workspace.folder / "runs")})
    return JSONResponse([one for one in found if one["games"]])


async def askable(request: Request) -> JSONResponse:
    """What can be asked of a run."""
    return JSONResponse(await _do(request, "askable", {"path": _run(request, request.query_params.get("run"))}))


# ---------------------------------------------------------------- questions with a name


def _place(request: Request, game: str) -> str:
    """Where the questions of a game are kept, without the ending: beside it, or for a bundled game in the folder."""
    workspace = studio_of(request).workspace
    path = workspace.path(game)
    return str((workspace.folder if game.startswith(BUNDLED) else path.parent) / path.stem)


async def kept(request: Request) -> JSONResponse:
    """The questions of a game."""
    return JSONResponse(
        await _do(request, "kept_questions", {"beside": _place(request, request.query_params.get("game", ""))})
    )


async def keep(request: Request) -> JSONResponse:
    """Keep the questions of a game."""
    values = await given(request)
    place, queries = _place(request, text_in(values, "game", 500)), values.get("queries")
    if not isinstance(queries, list):
        raise Refusal("This request can't be read.")
    return JSONResponse(await _do(request, "keep_questions", {"beside": place, "queries": queries}))


# ---------------------------------------------------------------- answers


async def ask(request: Request) -> JSONResponse:
    """One chart and one table of some questions to some runs."""
    values = await given(request)
    asked = {
        "runs": _runs(request, values),
        "queries": values.get("queries") or [],
        "kind": text_in(values, "kind", 20),
    }
    if not isinstance(asked["queries"], list) or not 0 < len(asked["queries"]) <= 20:
        raise Refusal("Switch on 1 to 20 questions.")
    return JSONResponse(await _do(request, "ask", asked))


async def data(request: Request) -> PlainTextResponse:
    """The figures of a question, as CSV."""
    values = await given(request)
    text = await _do(request, "data", {"runs": _runs(request, values), "query": values.get("query")})
    return PlainTextResponse(text, media_type="text/csv")


async def behind(request: Request) -> JSONResponse:
    """The games behind a figure."""
    values = await given(request)
    group, value = values.get("group"), values.get("value")
    asked = {
        "path": _run(request, values.get("run")),
        "query": values.get("query"),
        "group": group if isinstance(group, dict) else {},
        "which": text_in(values, "which", 10),
        "value": float(value) if isinstance(value, int | float) and abs(value) < 1e300 else None,
    }
    return JSONResponse(await _do(request, "games_behind", asked))


async def frame(request: Request) -> JSONResponse:
    """One frame of one game."""
    asked = request.query_params
    numbers = [asked.get("number", "0"), asked.get("frame", "0"), asked.get("seat", "0")]
    if not all(one.isdecimal() and len(one) < 10 for one in numbers):
        raise Refusal("This request can't be read.")
    number, place, seat = map(int, numbers)
    values = {
        "path": _run(request, asked.get("run")),
        "game": number,
        "frame": place,
        "before": asked.get("before") == "1",
        "seat": seat - 1 if seat else None,
    }
    return JSONResponse(await _do(request, "frame", values))


async def compare(request: Request) -> HTMLResponse:
    """Two runs side by side: a page of its own, which can't reach the studio."""
    asked = request.query_params
    found = await _do(
        request, "compare_runs", {"one": _run(request, asked.get("one")), "other": _run(request, asked.get("other"))}
    )
    return HTMLResponse(whole(found["html"]), headers={"content-security-policy": REPORT_POLICY})


PAGE = Page(
    "See",
    "/see",
    [
        Route("/see", see),
        Route("/see/runs", runs),
        Route("/see/askable", askable),
        Route("/see/kept", kept),
        Route("/see/kept", keep, methods=["PUT"]),
        Route("/see/ask", ask, methods=["POST"]),
        Route("/see/data", data, methods=["POST"]),
        Route("/see/behind", behind, methods=["POST"]),
        Route("/see/frame", frame),
        Route("/see/compare", compare),
    ],
    tip="Ask the games that were played, and look at any moment of them",
)

"""Improve: better versions that meet what is wanted, which number moves what, and what things are worth; a change accepted with one click."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.plain_files import read_plain
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in
from ludwright.studio.runs import IMPROVING
from ludwright.studio.testing import checked_agents, chosen_players, number_in
from ludwright.studio.workspace import BUNDLED, ConflictError, retitled

_MOST_SECONDS = 12 * 3600.0
_MOST_BYTES = 20_000_000
_WORDS = re.compile(r"[^\x00-\x1f]{1,200}")


async def improve(request: Request) -> HTMLResponse:
    """The page."""
    game = request.query_params.get("game", "")
    path = studio_of(request).workspace.path(game)
    return render(request, "improve.html", "Improve", game=game, title=head_of(path).title)


async def turnable(request: Request) -> JSONResponse:
    """The numbers of the game that can be turned."""
    studio = studio_of(request)
    path = studio.workspace.path(request.query_params.get("game", ""))
    return JSONResponse(await studio.pool.run("draw", "turnable", {"path": str(path)}))


async def begin(request: Request) -> JSONResponse:
    """Put a search into the queue."""
    studio = studio_of(request)
    values = await given(request)
    game = text_in(values, "game", 500)
    path = studio.workspace.path(game)
    kind = values.get("kind")
    if kind not in IMPROVING:
        raise Refusal("This request can't be read.")
    agents = values.get("agents") or []
    if not isinstance(agents, list) or len(agents) > 8:
        raise Refusal("Choose who plays.")
    checked_agents(agents)
    options: dict[str, Any] = {
        "players": chosen_players(values), "agents": agents, "seed": int(number_in(values, "seed", 1, 0, 10**9)),
        "seconds": number_in(values, "seconds", 60.0, 5.0, _MOST_SECONDS), "games": int(number_in(values, "games", 300, 10, 100_000)),
        "knobs": _texts(values, "knobs", 400),
    }  # fmt: skip
    if kind == "balance":
        options["targets"] = _texts(values, "targets", 12)
        if not options["targets"]:
            raise Refusal("Say what you want: choose at least one target.")
        asked = {"targets": options["targets"], "agents": agents, "players": options["players"] or []}
        await studio.pool.run("draw", "understood", asked)
    if kind == "evolve":
        options["players"] = None
        options |= {"axes": _texts(values, "axes", 4), "changes": _texts(values, "changes", 6)}
    run = await studio.queue.add(game, head_of(path).title, kind, options)
    return JSONResponse({"id": run.id})


def _texts(values: dict[str, Any], name: str, most: int) -> list[str]:
    found = values.get(name) or []
    if not isinstance(found, list) or len(found) > most:
        raise Refusal(f"`{name}`: at most {most} of them.")
    if not all(isinstance(one, str) and _WORDS.fullmatch(one) for one in found):
        raise Refusal("This request can't be read.")
    return found


def _are_changes(found: Any) -> bool:
    return isinstance(found, dict) and all(type(value) is int for value in found.values())


async def accept(request: Request) -> JSONResponse:
    """Take a version into the game, or into a copy of it: the new numbers stand in its files, and one line in their history."""
    studio = studio_of(request)
    run = studio.queue.of(request.path_params["id"])
    values = await given(request)
    versions, place = run.progress.get("versions"), values.get("place")
    if not isinstance(versions, list) or type(place) is not int or not 0 <= place < len(versions):
        raise Refusal("There is no such version.", 404)
    version = versions[place]  # out of a file that may have come with the folder
    if not isinstance(version, dict) or not _are_changes(version.get("changes")):
        raise Refusal("This version is damaged. Begin the search again.", 409)
    workspace, game = studio.workspace, run.game
    if values.get("copy") or game.startswith(BUNDLED):
        game = workspace.duplicate(game, text_in(values, "title", 60) if values.get("title") else f"{run.title} better")
    asked = {"path": str(workspace.path(game)), "changes": version["changes"]}
    changed = await studio.pool.run("draw", "accepted", asked)
    folder = PurePosixPath(game).parent
    for name, text in changed.items():
        file = (folder / name).as_posix()
        workspace.history.settle(file)
        try:
            workspace.save(file, text.replace("\r\n", "\n"), workspace.read(file).version)
        except ConflictError:
            raise Refusal(f"`{file}` was changed just now. Try once more.", 409) from None
        workspace.history.settle(file)
    return JSONResponse({"game": game, "files": list(changed), "told": version.get("told", [])})


# ---------------------------------------------------------------- what was bred


def _bred(request: Request) -> Path:
    """Where the variants of an evolution are kept."""
    studio = studio_of(request)
    run = studio.queue.of(request.path_params["id"])
    folder = studio.queue.folder(run)
    if run.kind != "evolve" or not (folder / "archive.json").is_file():
        raise Refusal("Nothing was bred there yet.", 404)
    return folder


async def archive(request: Request) -> Response:
    """The map of an evolution: its axes, the variant of every cell, and what each is like."""
    return Response(read_plain(_bred(request) / "archive.json", _MOST_BYTES), media_type="application/json")


def _variant(request: Request) -> Path:
    path = _bred(request) / "kept" / f"variant_{request.path_params['number']}.game"
    if not path.is_file():
        raise Refusal("There is no such variant.", 404)
    return path


async def variant(request: Request) -> JSONResponse:
    """A variant, drawn in the middle of a game."""
    studio = studio_of(request)
    path = _variant(request)
    drawn = await studio.pool.run("draw", "bred", {"path": str(path)})
    return JSONResponse({"svg": drawn})


async def keep(request: Request) -> JSONResponse:
    """Make a variant a game of its own, or put it into the game: one line of its history."""
    studio = studio_of(request)
    path, values = _variant(request), await given(request)
    run, workspace = studio.queue.of(request.path_params["id"]), studio.workspace
    if values.get("title"):
        return JSONResponse({"game": workspace.adopt(path, text_in(values, "title", 60))})
    there = workspace.read(run.game)
    text = retitled(workspace.brought(path), head_of(workspace.path(run.game)).title)
    workspace.history.settle(run.game)
    try:
        workspace.save(run.game, text, there.version)
    except ConflictError:
        raise Refusal(f"`{run.game}` was changed just now. Try once more.", 409) from None
    workspace.history.settle(run.game)
    return JSONResponse({"game": run.game})


PAGE = Page(
    "Improve",
    "/improve",
    [
        Route("/improve", improve),
        Route("/improve/turnable", turnable),
        Route("/improve/begin", begin, methods=["POST"]),
        Route("/improve/runs/{id:str}/accept", accept, methods=["POST"]),
        Route("/improve/runs/{id:str}/archive", archive),
        Route("/improve/runs/{id:str}/variants/{number:int}", variant),
        Route("/improve/runs/{id:str}/variants/{number:int}", keep, methods=["POST"]),
    ],
    tip="Find the smallest change that makes it better",
)

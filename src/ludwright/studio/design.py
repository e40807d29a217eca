"""Design: the text with all its messages, what can be set in it, its tables, the table on the table, and every version there was."""

from __future__ import annotations

import csv
import io
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.model.limits import MOST_SEATS
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in
from ludwright.studio.workspace import BUNDLED, ConflictError

_LONGEST = 5_000_000
_SHOWN_VERSIONS = 60
_CHECK_SECONDS = 15.0


async def design(request: Request) -> HTMLResponse:
    """The page."""
    game = request.query_params.get("game", "")
    path = studio_of(request).workspace.path(game)
    return render(
        request, "design.html", "Design", game=game, title=head_of(path).title, readonly=game.startswith(BUNDLED)
    )


def _asked_for(values: dict[str, Any], request: Request) -> dict[str, Any]:
    """Which text is meant, under which name, in which folder."""
    game = text_in(values, "game", 500)
    path = studio_of(request).workspace.path(game)
    return {"text": text_in(values, "text", _LONGEST), "name": path.name, "folder": str(path.parent)}


async def read(request: Request) -> JSONResponse:
    """The text as it is on the disk."""
    game = request.query_params.get("game", "")
    found = studio_of(request).workspace.read(game)
    return JSONResponse({"text": found.text, "version": found.version, "readonly": game.startswith(BUNDLED)})


async def save(request: Request) -> JSONResponse:
    """Write the text. If it changed elsewhere in the meantime, nothing is written and both are shown."""
    values = await given(request)
    try:
        version = studio_of(request).workspace.save(
            text_in(values, "game", 500), text_in(values, "text", _LONGEST), text_in(values, "base", 100)
        )
    except ConflictError as conflict:
        theirs = {"text": conflict.theirs.text, "version": conflict.theirs.version}
        raise Refusal("This file was changed elsewhere.", 409, theirs=theirs) from None
    return JSONResponse({"version": version})


async def check(request: Request) -> JSONResponse:
    """All messages about a text."""
    values = await given(request)
    asked = {**_asked_for(values, request), "first": bool(values.get("first"))}
    replaces = text_in(values, "tab") if "tab" in values else asked["name"]
    pool = studio_of(request).pool
    worker = "check" if asked["first"] else "draw"  # a long look must not hold up the next quick one
    return JSONResponse(await pool.run(worker, "check_text", asked, replaces=replaces, seconds=_CHECK_SECONDS))


async def mend(request: Request) -> JSONResponse:
    """What a click could mend."""
    values = await given(request)
    asked = _asked_for(values, request)
    replaces = text_in(values, "tab") if "tab" in values else asked["name"]
    return JSONResponse(
        await studio_of(request).pool.run("draw", "mend_text", asked, replaces=replaces, seconds=_CHECK_SECONDS)
    )


async def look(request: Request) -> JSONResponse:
    """The table as it is set up, and a first game in words."""
    values = await given(request)
    players, seed = values.get("players"), values.get("seed", 1)
    if not (players is None or (isinstance(players, int) and 1 <= players <= MOST_SEATS)) or not (
        isinstance(seed, int) and 0 <= seed < 10**9
    ):
        raise Refusal("This request can't be read.")
    asked = {**_asked_for(values, request), "players": players, "seed": seed}
    replaces = text_in(values, "tab") if "tab" in values else asked["name"]
    return JSONResponse(await studio_of(request).pool.run("draw", "look", asked, replaces=replaces))


async def complete(request: Request) -> JSONResponse:
    """What fits where somebody types."""
    values = await given(request)
    line, column = values.get("line"), values.get("column")
    if not isinstance(line, int) or not isinstance(column, int):
        raise Refusal("This request can't be read.")
    asked = {"text": text_in(values, "text", _LONGEST), "line": line, "column": column}
    replaces = text_in(values, "tab") if "tab" in values else ""
    return JSONResponse(await studio_of(request).pool.run("check", "completions", asked, replaces=replaces, seconds=5))


async def words(request: Request) -> JSONResponse:
    """The words of the language."""
    return JSONResponse(await studio_of(request).pool.run("check", "words", {}))


# ---------------------------------------------------------------- forms


async def forms(request: Request) -> JSONResponse:
    """The text as blocks to click."""
    values = await given(request)
    asked = {"text": text_in(values, "text", _LONGEST)}
    replaces = text_in(values, "tab") if "tab" in values else ""
    return JSONResponse(await studio_of(request).pool.run("check", "forms", asked, replaces=replaces, seconds=10))


async def form_edit(request: Request) -> JSONResponse:
    """The text with one change that a form makes."""
    values = await given(request)
    edit = values.get("edit")
    if not isinstance(edit, dict):
        raise Refusal("This request can't be read.")
    asked = {"text": text_in(values, "text", _LONGEST), "edit": edit}
    return JSONResponse({"text": await studio_of(request).pool.run("check", "edited", asked, seconds=10)})


async def form_choices(request: Request) -> JSONResponse:
    """What fits into a place of a form."""
    values = await given(request)
    asked = _asked_for(values, request)
    del asked["name"]
    for name in ("path", "fits", "now"):
        asked[name] = text_in(values, name, 10_000)
    return JSONResponse(await studio_of(request).pool.run("check", "fitting", asked, seconds=10))


async def form_matches(request: Request) -> JSONResponse:
    """What a selector matches at set-up."""
    values = await given(request)
    asked = {**_asked_for(values, request), "path": text_in(values, "path", 1_000)}
    return JSONResponse(await studio_of(request).pool.run("draw", "matching", asked, seconds=_CHECK_SECONDS))


# ---------------------------------------------------------------- history


def _file(request: Request, game: str, file: str) -> str:
    """The text of a game, or a table that it names, as a file of the folder."""
    workspace = studio_of(request).workspace
    workspace.path(game)
    name = _table(request, game, file) if file else game
    if file and not name.lower().endswith(".csv"):
        raise Refusal("There is no such table.", 404)
    return name


async def history(request: Request) -> JSONResponse:
    """The versions of a text and of its tables, the newest first, each with what changed since the one before."""
    studio = studio_of(request)
    game = request.query_params.get("game", "")
    kept, texts = {}, {}
    for file in ["", *dict.fromkeys(request.query_params.getlist("file")[:20])]:
        name = _file(request, game, file)
        kept[file] = studio.workspace.history.versions(name)[: _SHOWN_VERSIONS + 1]
        texts[file] = [studio.workspace.history.text(name, one.id) or "" for one in kept[file]]
    told = await studio.pool.run("draw", "told_versions", {"texts": texts})
    found = [
        {
            "id": one.id, "time": one.time.timestamp(), "file": file, "now": place == 0,
            "words": told[file][place] if place < len(told[file]) else ["the first version kept"],
        }
        for file, several in kept.items()
        for place, one in enumerate(several[:_SHOWN_VERSIONS])
    ]  # fmt: skip
    return JSONResponse(sorted(found, key=lambda one: one["id"], reverse=True))


async def version(request: Request) -> JSONResponse:
    """One version, and how the text of today differs from it."""
    studio = studio_of(request)
    values = await given(request)
    name, old = _old(request, values)
    if not values.get("file"):
        told = await studio.pool.run("draw", "compared", {"old": old, "new": text_in(values, "text", _LONGEST)})
        return JSONResponse({"text": old, **told})
    told = await studio.pool.run("draw", "compared_tables", {"old": old, "new": studio.workspace.read(name).text})
    return JSONResponse({"text": old, **told})


def _old(request: Request, values: dict[str, Any]) -> tuple[str, str]:
    """Which file is asked for, and its text in a version."""
    file = text_in(values, "file", 500) if values.get("file") else ""
    name = _file(request, text_in(values, "game", 500), file)
    old = studio_of(request).workspace.history.text(name, text_in(values, "id"))
    if old is None:
        raise Refusal("That version is not there any more.", 404)
    return name, old


async def restore(request: Request) -> JSONResponse:
    """Bring a version of a table back."""
    workspace = studio_of(request).workspace
    name, old = _old(request, await given(request))
    workspace.history.settle(name)
    found = workspace.save(name, old, workspace.version(name) or "")
    workspace.history.settle(name)
    return JSONResponse({"version": found})


async def compare(request: Request) -> JSONResponse:
    """How two texts differ: both sides of a conflict."""
    values = await given(request)
    asked = {"old": text_in(values, "old", _LONGEST), "new": text_in(values, "new", _LONGEST)}
    return JSONResponse(await studio_of(request).pool.run("draw", "compared", asked))


# ---------------------------------------------------------------- tables


def _table(request: Request, game: str, file: str) -> str:
    """A table that a game names, as a file of the folder."""
    workspace = studio_of(request).workspace
    folder = workspace.path(game).parent
    if game.startswith(BUNDLED):
        raise Refusal("This game comes with Ludwright and stays as it is. Duplicate it to change its tables.", 403)
    return (folder.relative_to(workspace.folder) / file).as_posix()


async def table(request: Request) -> JSONResponse:
    """The cells of a table."""
    studio = studio_of(request)
    game, file = request.query_params.get("game", ""), request.query_params.get("file", "")
    if game.startswith(BUNDLED):
        path = studio.workspace.path(game).parent / file
        if path.parent != studio.workspace.path(game).parent or not path.is_file():
            raise Refusal("There is no such table.", 404)
        version = ""
    else:
        name = _table(request, game, file)
        path, version = studio.workspace.path(name), studio.workspace.version(name) or ""
    found = await studio.pool.run("draw", "sheet", {"path": str(path), "shown": file})
    editable = path.suffix.lower() == ".csv" and not game.startswith(BUNDLED)
    return JSONResponse({**found, "version": version, "editable": editable})


async def save_table(request: Request) -> JSONResponse:
    """Write the cells of a CSV table, as a new version of it."""
    studio = studio_of(request)
    values = await given(request)
    name = _table(request, text_in(values, "game", 500), text_in(values, "file", 500))
    rows = values.get("rows")
    if not name.lower().endswith(".csv") or not isinstance(rows, list) or len(rows) > 20_000:
        raise Refusal("Only CSV tables can be changed here.")
    there = studio.workspace.read(name)
    text = _written(rows, _separator(there.text))
    try:
        version = studio.workspace.save(name, text, text_in(values, "base", 100))
    except ConflictError as conflict:
        raise Refusal(
            "This table was changed elsewhere. Both versions are in its history.", 409, version=conflict.theirs.version
        ) from None
    return JSONResponse({"version": version})


def _separator(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _written(rows: list[Any], separator: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    for row in rows:
        if not isinstance(row, list) or not all(isinstance(cell, str) and len(cell) <= 5_000 for cell in row):
            raise Refusal("This table can't be read.")
        writer.writerow([" ".join(cell.split()) for cell in row])
    return out.getvalue()


async def as_csv(request: Request) -> JSONResponse:
    """A workbook's table as a CSV file beside it, which can be changed here; what the file is called."""
    studio = studio_of(request)
    values = await given(request)
    name = _table(request, text_in(values, "game", 500), text_in(values, "file", 500))
    path = studio.workspace.path(name)
    found = await studio.pool.run("draw", "sheet", {"path": str(path), "shown": name})
    made = studio.workspace.create(f"{path.stem}.csv", _written(found["rows"], ",").encode())
    return JSONResponse({"file": made})


PAGE = Page(
    "Design",
    "/design",
    [
        Route("/design", design),
        Route("/design/text", read),
        Route("/design/text", save, methods=["PUT"]),
        Route("/design/check", check, methods=["POST"]),
        Route("/design/mend", mend, methods=["POST"]),
        Route("/design/look", look, methods=["POST"]),
        Route("/design/complete", complete, methods=["POST"]),
        Route("/design/words", words),
        Route("/design/forms", forms, methods=["POST"]),
        Route("/design/forms/edit", form_edit, methods=["POST"]),
        Route("/design/forms/choices", form_choices, methods=["POST"]),
        Route("/design/forms/matches", form_matches, methods=["POST"]),
        Route("/design/history", history),
        Route("/design/version", version, methods=["POST"]),
        Route("/design/restore", restore, methods=["POST"]),
        Route("/design/compare", compare, methods=["POST"]),
        Route("/design/table", table),
        Route("/design/table", save_table, methods=["PUT"]),
        Route("/design/table/csv", as_csv, methods=["POST"]),
    ],
    tip="Write the rules, set the numbers, see the table",
)

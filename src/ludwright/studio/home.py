"""Home: own games, bundled games, templates; begin, duplicate, drop in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludwright.library import head_of
from ludwright.stored import StoredError, parse_json
from ludwright.studio.page import JSONResponse, Page, Refusal, given, render, studio_of, text_in
from ludwright.studio.pictures import keep_picture, known_picture
from ludwright.studio.workspace import ACCEPTED, TABLES, TEMPLATES

_MOST_BYTES = 20_000_000


@dataclass(frozen=True)
class Template:
    """A small game to begin with."""

    name: str
    kind: str
    about: str

    @property
    def title(self) -> str:
        """How it is called until it gets a name of its own."""
        return head_of(TEMPLATES / f"{self.name}.game").title


KINDS = (
    Template("card_game", "A card game", "Buy from a row, collect sets. The cards are in a table."),
    Template("grid_game", "A grid game", "Stones on a board: four in a row."),
    Template("dice_game", "A dice game", "Roll, keep, roll again, race to a goal."),
    Template("coop_game", "A cooperative game", "All together against the deck."),
    Template("solo_game", "A solo builder", "Build for fifteen days, score as much as you can."),
    Template("map_game", "A map game", "Spread over the isles, fight for land."),
    Template("empty_table", "An empty table", "Nothing but players, turns and points: add the rest by clicks."),
)


async def home(request: Request) -> HTMLResponse:
    """The page."""
    workspace = studio_of(request).workspace
    return render(
        request, "home.html", "Home", title="Home", games=workspace.games(), bundled=workspace.bundled(), tables=workspace.tables(),
        templates=KINDS, accepted=",".join(ACCEPTED),
    )  # fmt: skip


async def picture(request: Request) -> Response:
    """The table of a game, as it is set up. One that can't be drawn has none."""
    studio = studio_of(request)
    template = request.query_params.get("template")
    if template is not None:
        if template not in [kind.name for kind in KINDS]:
            raise Refusal("There is no such template.", 404)
        path = TEMPLATES / f"{template}.game"
    else:
        path = studio.workspace.path(request.query_params.get("game", ""))
    drawn = known_picture(path)
    if drawn is None:
        drawn = await studio.pool.run("pictures", "picture", {"path": str(path)})
        keep_picture(path, drawn)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=60"})


async def new(request: Request) -> JSONResponse:
    """A game out of a template."""
    values = await given(request)
    made = studio_of(request).workspace.from_template(text_in(values, "template"), text_in(values, "title"))
    return JSONResponse({"game": made})


async def duplicate(request: Request) -> JSONResponse:
    """A copy of any game."""
    values = await given(request)
    made = studio_of(request).workspace.duplicate(text_in(values, "game", 500), text_in(values, "title"))
    return JSONResponse({"game": made})


async def upload(request: Request) -> JSONResponse:
    """A file that was dropped in: a game is opened; a table or a map becomes a first game that uses it."""
    studio = studio_of(request)
    name = Path(request.query_params.get("name", "")).name
    ending = Path(name).suffix.lower()
    if ending not in ACCEPTED:
        raise Refusal(
            f"Games ({ACCEPTED[0]}, .txt), tables (.csv, .tsv, .xlsx, .ods) and maps (.json) can be added, but not `{name[:60]}`."
        )
    content = await _body(request)
    if ending in (".game", ".txt"):
        made = studio.workspace.create(f"{Path(name).stem}.game", content)
        return JSONResponse({"game": made, "words": f"Added {made}."})
    made = studio.workspace.create(name, content)
    if ending in TABLES:
        found = await studio.pool.run("draw", "sheet", {"path": str(studio.workspace.path(made)), "shown": made})
        game = studio.workspace.create(f"{Path(made).stem}.game", _around_table(made, found["rows"]).encode())
        return JSONResponse({"game": game, "words": f"Added {made}, and a first game around its cards."})
    if ending == ".json":
        game = studio.workspace.create(f"{Path(made).stem}.game", _around_map(made, content).encode())
        return JSONResponse({"game": game, "words": f"Added {made}, and a first game on its map."})
    return JSONResponse({"words": f"Added {made}."})


async def _body(request: Request) -> bytes:
    whole = bytearray()
    async for part in request.stream():
        whole += part
        if len(whole) > _MOST_BYTES:
            raise Refusal("This file is too big: 20 MB at most.", 413)
    return bytes(whole)


def _title(file: str) -> str:
    words = re.sub(r"[_\W]+", " ", Path(file).stem).strip()
    return (words[:1].upper() + words[1:]) or "My game"


def _around_table(file: str, rows: list[list[str]]) -> str:
    """A first game with the cards of a table: draw, keep or not, and count the first column of numbers."""
    heads = rows[0] if rows else []
    value = "1"
    for column, head in enumerate(heads[1:], 1):
        cells = [row[column] if column < len(row) else "" for row in rows[1:]]
        plain = re.sub(r"\W+", "_", head.strip().lower()).strip("_")
        if (
            plain
            and plain != "copies"
            and cells
            and all(re.fullmatch(r"-?\d{1,6}", cell.strip() or "0") for cell in cells)
        ):
            value = f"c.{plain}"
            break
    return (
        f'# Your cards are in {file}. Change the rules below into your own.\ngame "{_title(file)}"\nplayers 2 to 4\nparam hand_size = 3 in 1..8\n\n'
        f'cards card from "{file}"\n\nzone deck of card, face down, holds all cards, shuffled\neach player\n  zone hand of card, seen by owner\n  zone table of card\n\n'
        "setup: deal hand_size from deck to hand\n\nturn\n  draw up to 1 from deck to my hand\n  play_card otherwise end game\n\n"
        "action play_card(c in my hand)\n  move c to my table\n\nend when deck is empty\n"
        f"score(p): sum({value} for c in p.table)\nwinner: highest score\n"
    )


def _around_map(file: str, content: bytes) -> str:
    """A first game on a map: claim what is next to what you have."""
    try:
        found = parse_json(content)
    except StoredError:
        found = None
    keys = list(found) if isinstance(found, dict) else []
    plural = next(
        (key for key in keys if key not in ("connections", "positions", "regions") and key.isidentifier()), "cells"
    )
    word = plural[:-3] + "y" if plural.endswith("ies") else plural.removesuffix("s") or "cell"
    first = word[0] if word[0].isalpha() else "c"
    return (
        f'# The map is in {file}. Change the rules below into your own.\ngame "{_title(file)}"\nplayers 2 to 4\n\nboard graph of {word} from "{file}"\n'
        f"  owner: player or none\n\nturn: claim otherwise end game\n\naction claim({first} in {plural})\n  when {first}.owner is none\n  {first}.owner = me\n\n"
        f"end when no {first} in {plural} with {first}.owner is none\nscore(p): count({first} in {plural} with {first}.owner is p)\nwinner: highest score\n"
    )


async def remove(request: Request) -> JSONResponse:
    """Take a game off the list."""
    workspace = studio_of(request).workspace
    return JSONResponse({"kept": workspace.remove(text_in(await given(request), "game", 500))})


PAGE = Page(
    "Home",
    "/",
    [
        Route("/", home),
        Route("/picture", picture),
        Route("/games/new", new, methods=["POST"]),
        Route("/games/duplicate", duplicate, methods=["POST"]),
        Route("/games/remove", remove, methods=["POST"]),
        Route("/games/upload", upload, methods=["POST"]),
    ],
    of_a_game=False,
    tip="All games of this folder",
)

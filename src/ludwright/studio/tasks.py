"""What workers do: each a function of plain values that calls what commands and library call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.parser import keep_declarations
from ludwright.language.source import Declaration, Description, read_text
from ludwright.mistakes import EMPTY_CELLS, Mistake, MistakesError
from ludwright.studio.completion import complete, grammar_words, named, names_of
from ludwright.studio.forms.tasks import FORM_TASKS
from ludwright.studio.improve_tasks import IMPROVE_TASKS
from ludwright.studio.mends import mends
from ludwright.studio.real_chance import REAL_TASKS
from ludwright.studio.see_tasks import SEE_TASKS, see_ready
from ludwright.studio.table_tasks import TABLE_TASKS
from ludwright.studio.wording import told_cells, told_changes

_DECLARATIONS = 5_000
_LINES = 300
"""So many lines of a first game are told."""


_NEEDED = {
    "check": ("game",), "pictures": ("game", "drawing"), "see": ("game", "drawing", "drawing.svg", "playtests", "queries.kept", "queries.picturing", "queries.spread", "charts.lines", "charts.parts"),
    "play": ("game", "drawing", "agents.seating", "play.sitting", "playtests.source"), "think": ("game", "agents.why", "play.sitting"),
}  # fmt: skip
"""What the tasks of each kind of worker need; others need a game that is played, and drawn."""


def prepare(kind: str) -> None:
    """Import what nearly every task of a kind of worker needs, before anybody waits for it."""
    for name in _NEEDED.get(kind, ("game", "drawing", "play.trace")):
        import_module(f"ludwright.{name}")
    if kind == "check":
        grammar_words()
        keep_declarations(_DECLARATIONS)  # a text is read after every key
    if kind == "see":
        see_ready()


def _checked(text: str, name: str, folder: str, fewest: bool = False) -> tuple[Description | None, list[Mistake]]:
    """The same messages as ``ludwright check``."""
    from ludwright.checking import check

    try:
        description = read_text(text, name, Path(folder))
    except MistakesError as error:
        return None, error.mistakes
    return description, check(description, fewest=fewest)


def check_text(text: str, name: str, folder: str, first: bool) -> dict[str, Any]:
    """All mistakes and notes of a text, what it declares, and what can be set in it.

    The ``first`` answer comes quickly: it is for the fewest players alone, and says whether there is ``more`` to come.
    """
    description, found = _checked(text, name, folder, first)
    names = named(text) if description is None else names_of(d for d in description.declarations if d.file == name)
    return {
        "more": first and description is not None and _for_several(description),
        "mistakes": [one.as_json() for one in _shown(found)],
        "names": [one.as_json() for one in names],
        "params": [] if description is None else _params(description, name),
        "tables": [] if description is None else _tables(description, name),
        "title": "" if description is None else description.title,
    }


def _for_several(description: Description) -> bool:
    """Whether different numbers can play."""
    from ludwright.game import player_range

    try:
        least, most = player_range(description)
    except MistakesError:
        return False
    return least < most


def _shown(found: list[Mistake]) -> list[Mistake]:
    return [one for one in found if one.severity == "mistake" or one.about != EMPTY_CELLS]


def mend_text(text: str, name: str, folder: str) -> list[dict[str, Any] | None]:
    """For each message of :func:`check_text` the change that mends it, if one is known."""

    def checked(other: str, fewest: bool) -> tuple[bool, list[Mistake]]:
        description, found = _checked(other, name, folder, fewest)
        return description is not None, _shown(found)

    known = mends(text, name, checked)
    return [mend.as_json() if mend is not None else None for mend in known]


def _params(description: Description, file: str) -> list[dict[str, Any]]:
    """The parameters that this text sets to one number, or to yes or no, with where that stands."""
    found = []
    for declaration in description.declarations:
        if declaration.kind == "param" and declaration.file == file:
            value = declaration.tree.value
            number, bounds = _number(value), _bounds(declaration.tree.values)
            if number is None and not isinstance(value, syntax.Yes | syntax.No):
                continue
            place = _value_place(declaration)
            if place is not None:
                found.append(
                    {
                        "name": declaration.name, "value": isinstance(value, syntax.Yes) if number is None else number, "low": bounds[0], "high": bounds[1],
                        "yes_no": number is None, **place, "note": _comment(declaration),
                    }
                )  # fmt: skip
    return found


def _number(part: Any) -> int | None:
    if isinstance(part, Token) and part.type == "NUMBER" and str(part).isdecimal():
        return int(part)
    if isinstance(part, syntax.Negative):
        inside = _number(part.value)
        return None if inside is None else -inside
    return None


def _bounds(span: Any) -> tuple[int | None, int | None]:
    if isinstance(span, syntax.NumberRange):
        low, high = _number(span.first), _number(span.last)
        if low is not None and high is not None and low < high:
            return low, high
    return None, None


def _value_place(declaration: Declaration) -> dict[str, int] | None:
    """Where the value stands in its line: behind the equals sign."""
    place = declaration.place()
    head, equals, rest = place.text.partition("=")
    value = rest.partition("#")[0].strip().split(" ")[0] if equals else ""
    if not value:
        return None
    column = len(head) + 2 + len(rest) - len(rest.lstrip())
    return {"line": place.line, "column": column, "width": len(value)}


def _comment(declaration: Declaration) -> str:
    return declaration.place().text.partition("#")[2].strip()


def _tables(description: Description, file: str) -> list[dict[str, Any]]:
    """The tables of the text: in files, or as rows below a declaration."""
    found: list[dict[str, Any]] = []
    for declaration in description.declarations:
        if declaration.kind not in ("cards", "enum") or declaration.file != file:
            continue
        token = declaration.file_token
        rows = list(syntax.tokens(declaration.tree, "ROW"))
        if token is not None:
            found.append({"name": declaration.name, "file": str(token)[1:-1]})
        elif rows:
            found.append({"name": declaration.name, "file": "", "first": rows[0].line, "last": rows[-1].line})
    return found


def look(text: str, name: str, folder: str, players: int | None, seed: int) -> dict[str, Any]:
    """The table as it is set up, and a first game by random players in words."""
    from ludwright.drawing import scene_of
    from ludwright.drawing.svg import NARROW, svg_of
    from ludwright.game import load, player_range
    from ludwright.play.trace import trace

    description = read_text(text, name, Path(folder))
    least, most = player_range(description)
    count = min(max(players or least, least), most)
    game = load(description, count)
    lines = list(islice(trace(game, seed=seed), _LINES + 1))
    begun = game.start(seed=seed, run="twin")
    scene = scene_of(begun)
    return {
        "svg": svg_of(scene),
        "narrow": svg_of(scene, NARROW),
        "story": lines[:_LINES],
        "longer": len(lines) > _LINES,
        "players": count,
        "over": begun.over,
        "least": least,
        "most": most,
    }


def picture(path: str) -> str:
    """The table of a game as it is set up."""
    from ludwright.drawing import draw_svg
    from ludwright.game import load

    return draw_svg(load(Path(path)).start(seed=1, run="twin"))


def completions(text: str, line: int, column: int) -> list[dict[str, str]]:
    """What fits at a place."""
    return [word.as_json() for word in complete(text, line, column)]


def words() -> dict[str, list[str]]:
    """The words of the language."""
    return grammar_words()


def compared(old: str, new: str) -> dict[str, Any]:
    """What changed from one version to the next: in words, and line by line."""
    from ludwright.comparing.rules import as_html, changes

    return {"words": told_changes(old, new), "lines": as_html(changes(old, new))}


def compared_tables(old: str, new: str) -> dict[str, Any]:
    """The same of a table in a file."""
    return {"words": told_cells(old, new), "lines": ""}


def told_versions(texts: dict[str, list[str]]) -> dict[str, list[list[str]]]:
    """For each file: what changed from each version to the one before it in the list, which is the newer one."""
    return {
        name: [(told_cells if name.endswith(".csv") else told_changes)(old, new) for new, old in pairwise(several)]
        for name, several in texts.items()
    }


def runs(shelf: str) -> list[dict[str, Any]]:
    """The playtests on a shelf, the newest first."""
    from ludwright.playtests.shelf import runs as kept

    return [
        {
            "name": run.folder.name, "title": run.plan.title if run.plan else "", "games": run.games, "complete": run.complete,
            "agents": list(dict.fromkeys(run.plan.agents)) if run.plan else [], "begun": _when(run.begun),
        }
        for run in reversed(kept(Path(shelf)))
    ]  # fmt: skip


def _when(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0


def sheet(path: str, shown: str) -> dict[str, Any]:
    """The cells of a CSV, TSV, XLSX or ODS file."""
    from ludwright.language.spreadsheets import SoughtSheet, read_sheet

    found = read_sheet(Path(path), shown, Path(path).suffix.lower(), SoughtSheet(None))
    return {"rows": found.rows, "notes": [note.message for note in found.notes]}


def playable(path: str) -> dict[str, Any]:
    """For how many a game is, and who can play it: bots of its own first."""
    from ludwright.game import described, load, player_range

    description = described(Path(path))
    least, most = player_range(description)
    game = load(description)
    return {
        "title": description.title, "least": least, "most": most, "seats": game.seats,
        "bots": [d.name for d in description.declarations if d.kind == "bot"],
        "params": game.params, "led": any(own in game.program.reals for own in ("lead", "score")),
    }  # fmt: skip


_ALL: list[Callable[..., Any]] = [
    check_text,
    mend_text,
    look,
    picture,
    completions,
    words,
    compared,
    compared_tables,
    told_versions,
    runs,
    sheet,
    playable,
    *SEE_TASKS,
    *FORM_TASKS,
    *IMPROVE_TASKS,
    *REAL_TASKS,
]
TASKS = {task.__name__: task for task in _ALL} | TABLE_TASKS

"""What a worker does for the page See: questions to kept games, and single frames of them. It calls what `query` and `inspect` call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.inspecting import Recorded
    from ludwright.playtests import Playtest
    from ludwright.queries.kept import Kept

_ROWS = 400
"""So many rows of a table are sent to the page."""
_VALUES = 60


def see_ready() -> None:
    """Do what the first chart of all would wait for: load the kernel that plays games again, and draw a chart of nothing."""
    import polars as pl

    from ludwright.charts import draw
    from ludwright.queries import kernels

    for name in ("scipy.linalg", "scipy.special"):
        import_module(name)
    kernels.prepare()
    along = pl.DataFrame({"x": [1, 2], "y": [1.0, 2.0], "low": [0.5, 1.5], "high": [1.5, 2.5], "who": ["a", "b"]})
    draw(along, "line", x="x", y="y", colour="who", low="low", high="high").svg()


def _opened(path: str) -> Playtest:
    """A run; the same one again while its files are the same."""
    from ludwright.playtests.store import MANIFEST

    folder = Path(path)
    return _open(path, (folder / MANIFEST).stat().st_mtime_ns, folder.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _open(path: str, *versions: int) -> Playtest:
    from ludwright.playtests import open_run

    return open_run(path)


@lru_cache(maxsize=4)
def _recorded(path: str, version: int, game: int) -> Recorded:
    return _opened(path).recorded(game)


def askable(path: str) -> dict[str, Any]:
    """What can be followed in the games of a run, as lists to choose from, and what its games can be chosen by."""
    run = _opened(path)
    game = run.game_in(run.cells[0])
    from ludwright.queries import usual_time

    return {
        "values": list(_values(game))[:_VALUES],
        "when": usual_time([run]),
        "seats": list(game.seats),
        "agents": list(dict.fromkeys(agent for cell in run.cells for agent in cell.agents)),
        "versions": [str(version.name) for version in run.versions],
        "games": run.games.select("game").collect().height,
    }


def _values(game: Game) -> Iterator[dict[str, Any]]:
    """Expressions that are sure to make sense, in words."""
    for title, _, _ in game.rules.analysis.tracks:
        yield {"text": title, "words": f"{title} (followed by your text)"}
    for own, words in (
        ("score", "the score"),
        ("lead", "who is ahead, as your text says"),
        ("returns", "what the game pays"),
    ):
        if own in game.program.reals:
            yield {"text": own, "words": words}
    for name, mine in _of_players(game, game.rules.model.all_fields()):
        yield {"text": f"p.{name}" if mine else name, "words": f"{name} of each player" if mine else name}
    for name, mine in _of_players(game, game.rules.model.all_zones()):
        whole = f"p.{name}" if mine else name
        yield {"text": f"{whole}.count", "words": f"how many in {name}" + (" of each player" if mine else "")}
    yield {"text": "turn.number", "words": "the number of the turn"}


def _of_players(game: Game, things: Any) -> Iterator[tuple[str, bool]]:
    """Numbers and zones that are one for the game, or one for each player."""
    for thing in things:
        mine = thing.owner is not None and thing.owner.name == "player"
        if len(thing.dims) == (1 if mine else 0) and str(thing.name).isidentifier():
            yield thing.name, mine


def kept_questions(beside: str) -> dict[str, Any]:
    """The questions that are kept beside a game."""
    from ludwright.queries.kept import ENDING, read_kept

    place = Path(beside + ENDING)
    try:
        return {"queries": [one.as_json() for one in read_kept(place)], "file": place.name}
    except LudwrightError as error:
        raise LudwrightError(f"`{place.name}` can't be read: {error}.") from None


def keep_questions(beside: str, queries: list[dict[str, Any]]) -> dict[str, Any]:
    """Keep the questions of a game."""
    from ludwright.queries.kept import ENDING, MOST, from_json, write_kept

    if len(queries) > MOST:
        raise LudwrightError(f"At most {MOST} questions can be kept.")
    try:
        write_kept(Path(beside + ENDING), [from_json(one) for one in queries])
    except LudwrightError as error:
        words = str(error)
        raise LudwrightError(f"{words[:1].upper()}{words[1:]}.") from None
    return {"file": Path(beside).name + ENDING}


def ask(runs: dict[str, str], queries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """One chart of all questions, the table of how their values are spread, and the commands that give the same."""
    from ludwright.queries.kept import from_json
    from ludwright.queries.picturing import mixed
    from ludwright.queries.query import followed_once

    if not runs:
        raise LudwrightError("choose at least one run")
    kept = [from_json(one) for one in queries]
    opened = {name: _opened(path) for name, path in runs.items()}
    rows = []
    with followed_once():
        chart = mixed(opened, {one.name: one.question for one in kept}, kind)
        for one in kept:
            for name, run in opened.items():
                rows += [{"run": name, "query": one.name, **row} for row in _spread(run, one)]
    return {
        "svg": chart.svg(),
        "rows": rows[:_ROWS],
        "commands": [one.command(list(runs), "--chart", "chart.svg", "--kind", kind) for one in kept],
    }


_spreads: WeakKeyDictionary[Playtest, dict[str, list[dict[str, Any]]]] = WeakKeyDictionary()
"""How values are spread in runs that were asked: another kind of chart asks no game again."""


def _spread(run: Playtest, kept: Kept) -> list[dict[str, Any]]:
    from ludwright.queries.spread import spread

    known = _spreads.setdefault(run, {})
    key = repr(replace(kept, name="", on=True, how=""))
    if key not in known:
        known[key] = spread(run, kept.question.query, kept.question.per).to_dicts()
    return known[key]


def data(runs: dict[str, str], query: dict[str, Any]) -> str:
    """The figures behind a chart, as CSV."""
    import polars as pl

    from ludwright.queries import summary
    from ludwright.queries.kept import from_json

    question = from_json(query).question
    tables = [
        summary(_opened(path), question.query, question.how, question.per).select(pl.lit(name).alias("run"), pl.all())
        for name, path in runs.items()
    ]
    return pl.concat(tables, how="diagonal").write_csv()


def games_behind(
    path: str, query: dict[str, Any], group: dict[str, Any], which: str, value: float | None
) -> list[dict[str, Any]]:
    """The games behind a figure."""
    from ludwright.queries.kept import from_json
    from ludwright.queries.spread import behind

    question = from_json(query).question
    return behind(_opened(path), question.query, question.per, group, which, value=value).to_dicts()


def frame(path: str, game: int, frame: int, before: bool, seat: int | None) -> dict[str, Any]:
    """One frame of a game: its picture with what changed lit up, what was done, and everything that is there."""
    from ludwright.drawing.svg import NARROW, svg_of

    recorded = _recorded(path, Path(path).stat().st_mtime_ns, game)
    found = recorded.inspect(min(frame, recorded.last))
    scene = found.scene(seat, before=before)
    told = found.as_json(seat, before=before)
    return {
        "svg": svg_of(scene),
        "narrow": svg_of(scene, NARROW),
        "seats": list(recorded.game.seats),
        "story": found.story(seat),
        **{name: told[name] for name in ("frame", "last", "actor", "done", "changes", "standing", "zones", "variables", "components")},
    }  # fmt: skip


def compare_runs(one: str, other: str) -> dict[str, Any]:
    """Two runs side by side: what changed, what did not, as `ludwright compare` tells it."""
    from ludwright.comparing import compare

    found = compare(_opened(one), _opened(other))
    return {"html": found.html()}


SEE_TASKS: tuple[Callable[..., Any], ...] = (
    askable,
    kept_questions,
    keep_questions,
    ask,
    data,
    games_behind,
    frame,
    compare_runs,
)

"""From a game and some targets to better versions of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from ludwright.agents.texts import split, strangers
from ludwright.arguments import MOST_SEED
from ludwright.balancing.budget import Budget
from ludwright.balancing.choosing import choose, read_sums
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import Knob, find_knobs
from ludwright.balancing.result import Balance, Better, again, best_of, named, obstacles
from ludwright.balancing.search import MISSED, Confirmed, Progress, Search
from ludwright.balancing.targets import BEGINNER, STRONG, Strengths, Target, all_tables, read_targets
from ludwright.balancing.trying import Laboratory
from ludwright.balancing.versions import Version, lay_out, variant_text
from ludwright.expectations.checking import own as own_expectations
from ludwright.game import Game, check_settings, described, load, player_range
from ludwright.language.source import Description
from ludwright.mistakes import LudwrightError
from ludwright.playtests.cluster import check_address, connected
from ludwright.stored import StoredError, going_on, read_json, typed, within
from ludwright.written import put

SECONDS = 60.0
"""How long a search takes, if nobody says otherwise."""
_SETTINGS, _JOURNAL = "balance.json", "tries.jsonl"


@dataclass(frozen=True)
class Wish:
    """All that decides what is searched for, as it is kept for going on."""

    main: str
    """The file of the game."""
    text_hash: str
    targets: list[str]
    knobs: list[str] = field(default_factory=list)
    keep: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    strong: str = STRONG
    beginner: str = BEGINNER
    settings: dict[str, int] = field(default_factory=dict)
    seed: int = 1
    games: int | None = None
    seconds: float | None = None


def balance(
    game: str | Path | Game | Description | None,
    targets: Sequence[str] = (),
    *,
    knobs: Sequence[str] = (),
    keep: Sequence[str] = (),
    sums: Sequence[str] = (),
    agents: str | Sequence[str] = (),
    players: int | Sequence[int] | None = None,
    strong: str = STRONG,
    beginner: str = BEGINNER,
    params: Mapping[str, int] | None = None,
    games: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Balance:
    """Look for versions of a game that meet all targets with as few and as small changes as possible.

    ``targets`` are sentences such as ``"first seat wins 47..53%"``, ``"30 to 45 turns"``, ``"no seat advantage"`` or ``"a strong player beats a
    beginner 75 to 85%"``; if none are given, what the game itself expects. ``knobs`` says what may be turned (``"goal=50..150 by 10"``,
    ``"*.cost"``), ``keep`` what may not, ``sums`` which sums must stay. ``agents`` has one text for each table: all targets hold at all of them,
    and for all numbers of ``players``. The budget is a number of ``games``, or of ``seconds``. In ``out`` all that is played is kept, and the versions as variant
    files; with ``resume`` a search that was stopped there goes on. With ``cluster`` games are played on a Ray cluster.

    >>> import ludwright
    >>> found = ludwright.balance("pig", ["20 to 24 turns"], knobs=["goal"], games=4_000)
    >>> [name for name, _ in found.versions[0].version.changes]
    ['goal']
    """
    began = monotonic()
    folder = Path(out) if out is not None else None
    if resume:
        wish, description = _kept(folder, game, targets)
        _check_same(
            folder,
            wish,
            {
                "--knob": (list(knobs), wish.knobs),
                "--keep": (list(keep), wish.keep),
                "--sum": (list(sums), wish.sums),
                "--players": ([players] if isinstance(players, int) else list(players or ()), wish.players),
                "--set": (dict(params or {}), wish.settings),
                "--seed": (seed if seed != 1 else 0, wish.seed),
                "--strong": (strong if strong != STRONG else "", wish.strong),
                "--beginner": (beginner if beginner != BEGINNER else "", wish.beginner),
            },
            [agents] if isinstance(agents, str) else agents,
        )
        wish = replace(
            wish, games=games if games or seconds else wish.games, seconds=seconds if games or seconds else wish.seconds
        )
    else:
        if game is None:
            raise BalanceError("name a game, or go on with `--resume --out DIR`")
        description, settings, counts = _described(game, params, players)
        lines = [agents] if isinstance(agents, str) else list(agents)
        wish = Wish(
            next(iter(description.contents)), description.text_hash, _targets(list(targets), description), list(knobs), list(keep),
            list(sums), lines or [_first_agent(description, counts[0], settings)], list(counts), strong, beginner, settings, seed, games,
            seconds if seconds is not None or games is not None else SECONDS,
        )  # fmt: skip
    with going_on(folder if resume else None):
        _check_players(wish, [agents] if isinstance(agents, str) else agents, [strong, beginner], targets)
    if cluster is not None:
        check_address(cluster)
    with TemporaryDirectory(prefix="ludwright-") as place:
        home = folder if folder is not None else Path(place)
        with going_on(folder if resume else None):
            search, own = _prepared(wish, description, home, threads, cluster, progress, began, kept=folder is not None)
        with _kept_if_begun(folder if not resume else None, search):
            if folder is not None and not resume:
                _begin(folder, wish, description)
            else:
                lay_out(description, home)
            with connected(cluster) if cluster is not None else nullcontext():
                search.run()
        return _told(search, own, description, wish, folder)


def knobs_of(
    game: str | Path | Game | Description, players: int | Sequence[int] | None = None, params: Mapping[str, int] | None = None
) -> list[Knob]:  # fmt: skip
    """All knobs of a game."""
    description, settings, counts = _described(game, params, players)
    return list(find_knobs(description, counts, settings).values())


# ---------------------------------------------------------------- what is asked for


def _described(
    game: str | Path | Game | Description, params: Mapping[str, int] | None, players: int | Sequence[int] | None
) -> tuple[Description, dict[str, int], tuple[int, ...]]:  # fmt: skip
    description = game.description if isinstance(game, Game) else described(game)
    settings = {**(game._set if isinstance(game, Game) else {}), **(params or {})}
    counts: tuple[int, ...]
    if players is None:
        counts = (game.players if isinstance(game, Game) else player_range(description)[0],)
    else:
        counts = (players,) if isinstance(players, int) else tuple(dict.fromkeys(players))
    loaded = [load(description, players=count) for count in counts]  # what is wrong with the game is told first
    check_settings(settings, loaded[0].rules.model.params)
    if not description.contents:
        raise BalanceError("only a game with a text of its own can be changed")
    return description, {name: int(value) for name, value in settings.items()}, counts


def _targets(given: list[str], description: Description) -> list[str]:
    """What is asked for, or else what the game expects of itself."""
    if given:
        return given
    found = [
        str(token)[1:-1]
        for declaration in own_expectations(description)
        if (token := _sentence(declaration)) is not None
    ]  # fmt: skip
    if not found:
        raise BalanceError(
            'say what is wanted: `--target "first seat wins 47..53%"`, or write `expect` lines into the game'
        )
    return found


def _sentence(declaration: Any) -> Any:
    from ludwright.expectations.compiling import is_course
    from ludwright.expectations.reading import written

    return None if is_course(declaration) else written(declaration)


def _first_agent(description: Description, players: int, settings: Mapping[str, int]) -> str:
    """Who plays if nobody is named: the first scripted player of the game, or else at random."""
    from ludwright.agents.texts import bots_of

    return next(iter(bots_of(load(description, players=players, params=settings))), "random")


def first_agent(game: str | Path, players: int | None = None) -> str:
    """Who plays a game if nobody is named."""
    description = described(game)
    return _first_agent(description, players or player_range(description)[0], {})


def _kept(
    folder: Path | None, game: str | Path | Game | Description | None, targets: Sequence[str]
) -> tuple[Wish, Description]:
    """The search that was begun in a folder."""
    if folder is None:
        raise BalanceError("say where the search is kept: `--resume --out DIR`")
    try:
        wish = typed(Wish, read_json(folder / _SETTINGS))
        within("seed", [wish.seed], 0, MOST_SEED)
        for name, values in (("targets", wish.targets), ("agents", wish.agents), ("players", wish.players)):
            if not values:
                raise StoredError(f"`{name}` in {_SETTINGS} is empty")
    except StoredError as error:
        raise BalanceError(f"there is no search in {folder} to go on with: {error}") from None
    description = described(
        folder / Path(wish.main).name if (folder / Path(wish.main).name).is_file() else folder / wish.main
    )
    if description.text_hash != wish.text_hash:
        raise BalanceError(f"the game in {folder} was changed since: begin a new search with another `--out`")
    if game is not None and described(game).text_hash != wish.text_hash:
        raise BalanceError(f"the search in {folder} is about another game: leave the game out")
    if targets and list(targets) != wish.targets:
        raise BalanceError(
            f"the search in {folder} has other targets: leave them out, or begin a new one with another `--out`"
        )
    return wish, description


def _check_players(wish: Wish, agents: Sequence[str], others: Sequence[str], targets: Sequence[str]) -> None:
    """A game may name players in what it expects, and a folder keeps some: code runs only when it is asked for by name."""
    asked = {*others, *(name for line in agents for name in split(line))}
    own = strangers((name for table in all_tables(_read(wish)) for name in table.agents), asked)
    for name in own:
        if not any(name in target for target in targets):
            raise BalanceError(
                f'a player out of a file takes part: name it yourself, `--agents "{name}"` or in a `--target`, if you trust it'
            )


def _read(wish: Wish) -> list[Target]:
    return read_targets(wish.targets, Strengths(tuple(wish.agents), tuple(wish.players), wish.strong, wish.beginner))


def _begin(folder: Path, wish: Wish, description: Description) -> None:
    if (folder / _SETTINGS).exists():
        raise BalanceError(f"there is a search in {folder} already: go on with `--resume`, or give another `--out`")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BalanceError(f"{folder} is not empty: give another `--out`")
    import json

    lay_out(description, folder)
    put(folder / _SETTINGS, json.dumps(asdict(wish), indent=2) + "\n")


@contextmanager
def _kept_if_begun(folder: Path | None, search: Search) -> Iterator[None]:
    """A new folder goes again where nothing came of it, so that the same words, put right, may name it once more."""
    new = folder is not None and not folder.exists()
    try:
        yield
    except LudwrightError:
        if new and folder is not None and not any(version.changes for version in search.heats):
            rmtree(folder, ignore_errors=True)
        raise


def _check_same(folder: Path | None, wish: Wish, said: Mapping[str, tuple[Any, Any]], agents: Sequence[str]) -> None:
    """A search goes on as it began; what is said otherwise is not passed over in silence. Players may be named again, to trust them."""
    with going_on(folder):
        own = {name for table in all_tables(_read(wish)) for name in table.agents}
    other = [option for option, (given, kept) in said.items() if given and given != kept]
    other += ["--agents"] if any(name not in own for line in agents for name in split(line)) else []
    if other:
        raise BalanceError(
            f"the search that goes on was begun without this `{other[0]}`: leave it out, or begin a new one with another `--out`"
        )


def _prepared(
    wish: Wish,
    description: Description,
    home: Path,
    threads: int | None,
    cluster: str | None,
    progress: Progress | None,
    began: float,
    kept: bool,
) -> tuple[Search, list[Target]]:
    own = _read(wish)
    tables = all_tables(own)
    counts = tuple(sorted({table.players for table in tables}))
    known = find_knobs(description, counts, wish.settings)
    chosen = choose(known, wish.knobs, wish.keep, any(target.about_seats for target in own), wish.settings)
    journal = home / _JOURNAL if kept else None
    laboratory = Laboratory(description, chosen, own, tables, home, wish.settings, threads, cluster, journal)
    budget = Budget(laboratory, wish.games, wish.seconds, began)
    return Search(laboratory, chosen, read_sums(known, chosen, wish.sums), budget, wish.seed, progress), own


# ---------------------------------------------------------------- what came of it


def _told(search: Search, targets: list[Target], description: Description, wish: Wish, folder: Path | None) -> Balance:
    tables = search.laboratory.tables
    before = search.base.readings if search.base is not None else tuple(search.readings(Version()))
    before = named(before, targets, tables)
    fine = search.base is not None and search.base.state != MISSED
    best = [] if fine else best_of(search)
    found = []
    for number, one in enumerate(best, 1):
        file = _saved(one.version, search, description, wish, folder, number) if folder is not None else None
        found.append(_better(one, before, search, targets, file))
    closest = None
    if not best and not fine and search.closest is not None:
        version = search.closest
        own = search.confirmed.get(version) or Confirmed(version, tuple(search.readings(version)), MISSED)
        file = _saved(version, search, description, wish, folder, 0) if folder is not None else None
        closest = _better(own, before, search, targets, file)
    fresh = max(search.fresh_games.values(), default=0)
    sizes = [(version.size(search.knobs), search.away(version)) for version in search.heats]
    return Balance(
        description.title, tuple(targets), tuple(tables), search.knobs, tuple(found), closest, before,
        () if best or fine else tuple(obstacles(search, targets)), search.moves(), len(search.heats), len(search.broken),
        search.laboratory.games, fresh, tuple(search.unscreened), search.interrupted, fine, folder,
        tuple((size, away) for size, away in sizes if away < inf),
    )  # fmt: skip


def _better(
    one: Confirmed, before: tuple[Any, ...], search: Search, targets: list[Target], file: Path | None
) -> Better:
    tables = search.laboratory.tables
    command = again(one.version, file, search, targets, tables) if file is not None else ""
    return Better(
        one.version, one.state, one.version.told(search.knobs), before, named(one.readings, targets, tables),
        one.version.size(search.knobs), file, command,
    )  # fmt: skip


def _saved(version: Version, search: Search, description: Description, wish: Wish, folder: Path, number: int) -> Path:
    """The version as a variant file beside the game."""
    path = folder / (f"better_{number}.game" if number else "closest.game")
    title = f"{description.title}, {'better ' + str(number) if number else 'closest'}"
    put(path, variant_text(version, search.knobs, description, title, wish.settings))
    return path

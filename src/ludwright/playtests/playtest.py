"""A playtest: games played, kept, and open to every question."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.agents.texts import split, strangers
from ludwright.arguments import MOST_SEED, listed, optional_number, place, text, whole_number
from ludwright.display import Block, Displayed
from ludwright.engine.kernel import announcing
from ludwright.game import Game, described
from ludwright.language.source import Description
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.course import COURSES
from ludwright.play.match import Match
from ludwright.play.profile import in_time
from ludwright.playtests.about import about
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.frames import Frames
from ludwright.playtests.lock import locked
from ludwright.playtests.pieces import Piece, pieces
from ludwright.playtests.plan import WRITTEN, Plan, PlanCell, PlanVersion
from ludwright.playtests.planning import PlanOptions, plan_for
from ludwright.playtests.running import ChunkPlayers, Loader, Progress, Threads, build_kernels, run
from ludwright.playtests.source import FOLDER, files_of, read_sources, write_files
from ludwright.playtests.store import DATA, PlaytestStore
from ludwright.playtests.tally import Tally
from ludwright.playtests.temporary import TemporaryFolder
from ludwright.playtests.views import mentions_actions, sql

if TYPE_CHECKING:
    from ludwright.inspecting import Inspection, Recorded
    from ludwright.playtests.forking import ForkedGames
    from ludwright.queries import PatternResult


class Playtest(Displayed):
    """Games that were played and kept in a folder.

    >>> import ludwright
    >>> run = ludwright.playtest("tic_tac_toe", games=100, seed=1)
    >>> run.games.select("winner").collect().height
    100
    """

    def __init__(self, folder: Path, loader: Loader | None = None) -> None:
        self.folder, self._played_with = Path(folder), loader
        self.store = PlaytestStore(self.folder)
        self.manifest = self.store.manifest()
        self.plan: Plan = self.store.plan()

    # ------------------------------------------------------------ what it is

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.plan.title

    @property
    def seed(self) -> int:
        """The seed of all games."""
        return self.plan.seed

    @property
    def versions(self) -> tuple[PlanVersion, ...]:
        """The settings of the game that were played."""
        return self.plan.versions

    @property
    def cells(self) -> tuple[PlanCell, ...]:
        """Version by number of players by seating."""
        return self.plan.cells

    @property
    def temporary(self) -> bool:
        """Whether its folder goes when nothing that reads from it is left."""
        return self.store.held is not None

    @property
    def complete(self) -> bool:
        """Whether all games were played, or enough of them."""
        return self.store.finished() is not None

    @cached_property
    def _loader(self) -> Loader:
        # what it was played with a moment ago is loaded already
        return self._played_with or Loader(read_sources(self.folder / FOLDER, self.plan), self.plan)

    def cell_of(self, game: int) -> PlanCell:
        """The cell a game was played in."""
        return self.plan.cell_of(game)

    def game_of(self, game: int) -> Game:
        """The rules a game was played by: its version, its number of players, the habits of who played."""
        return self.game_in(self.cell_of(game))

    def game_in(self, cell: PlanCell) -> Game:
        """The rules of a cell."""
        try:
            loaded = self._loader.game(cell)
            return loaded if self.plan.seatings == WRITTEN else in_time(loaded, seated(loaded, list(cell.agents)))
        except LudwrightError as error:
            raise PlaytestError(f"the games in {self.folder} can't be played again: {error}") from None

    # ------------------------------------------------------------ single games

    def codes(self, game: int) -> list[int]:
        """The answers of a game, as codes."""
        game = whole_number("game", game)
        cell = self.cell_of(game)
        chunk = self.plan.chunk_of(cell, game - cell.first)
        there = self.store.path("games", chunk.index)
        if not there.is_file():
            raise PlaytestError(f"game {game:,} has not been played: go on with the playtest first")
        lengths = pl.read_parquet(there, columns=["decisions"], glob=False)["decisions"]
        place = game - cell.first - chunk.first
        if place >= len(lengths):
            raise self.store.damaged(chunk.index)
        if not lengths[place]:
            return []
        there = self.store.path("decisions", chunk.index)
        packed = pl.scan_parquet(there, glob=False).slice(int(lengths[:place].sum()), lengths[place])
        found: list[int] = packed.select(cell.packing.part("code")).collect().to_series().to_list()
        return found

    def match(self, game: int, frame: int | None = None) -> Match:
        """A game after so many answers; after all of them if that is not said."""
        codes = self.codes(game)
        frame = len(codes) if frame is None else whole_number("frame", frame)
        if not 0 <= frame <= len(codes):
            raise PlaytestError(f"game {game:,} has no frame {frame}: it has the frames 0 to {len(codes)}")
        match = self.game_of(game).start(self.plan.seed, self.plan.number_of(game))
        match.follow(codes[:frame])
        return match

    def recorded(self, game: int) -> Recorded:
        """A game as it was played, at any of its frames."""
        from ludwright.inspecting import Recorded

        game = whole_number("game", game)
        cell = self.cell_of(game)
        return Recorded(self.game_of(game), self.plan.seed, self.plan.number_of(game), self.codes(game), cell.agents)

    def inspect(self, game: int, frame: int) -> Inspection:
        """One frame of a game: what was done, what it changed, and everything that is there."""
        return self.recorded(game).inspect(frame)

    def fork(self, game: int, frame: int, **options: Any) -> ForkedGames:
        """Other ways to go on from a frame: see :func:`ludwright.inspecting.fork` for what can be said."""
        from ludwright.playtests.forking import fork

        return fork(self.recorded(game), frame, **options)

    # ------------------------------------------------------------ tables

    @property
    def _frames(self) -> Frames:
        return Frames(self.store, self.plan)

    def _lasting(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """A frame that can be read after the playtest is forgotten."""
        return frame if self.store.held is None else self.store.held.held_by(frame)

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self._lasting(self._frames.games())

    @property
    def seats(self) -> pl.LazyFrame:
        """One row a game and seat: who sat there, what it got, whether it won."""
        return self._lasting(self._frames.seats())

    @property
    def decisions(self) -> pl.LazyFrame:
        """One row a decision."""
        return self._lasting(self._frames.decisions())

    @property
    def turns(self) -> pl.LazyFrame:
        """One row a tracked quantity at the end of a turn."""
        return self._lasting(self._frames.turns())

    @property
    def considered(self) -> pl.LazyFrame:
        """One row an option of a decision: what the player thought of it, where that was kept."""
        return self._lasting(self._frames.considered())

    @property
    def actions(self) -> pl.LazyFrame:
        """What the codes of the decisions mean."""
        return self._actions.lazy()

    @cached_property
    def _actions(self) -> pl.DataFrame:
        groups = {(cell.version, cell.players): cell for cell in self.plan.cells}
        known = [(version, players, self.game_in(cell)) for (version, players), cell in sorted(groups.items())]
        return self._frames.actions(known)

    def sql(self, query: str) -> pl.DataFrame:
        """The answer to a question in SQL, over the views `games`, `seats`, `decisions`, `actions`, `turns`, `considered` and `cells`."""
        known = self._actions if mentions_actions(text("query", query)) else None
        return sql(query, self._frames, known)

    # ------------------------------------------------------------ questions

    def pieces(self) -> Iterator[Piece]:
        """The answers of all games, as plain arrays, a piece at a time."""
        return pieces(self.store, self.plan)

    def query(
        self, *texts: str, how: str | None = None, per: str | Sequence[str] | None = None, **options: Any
    ) -> pl.DataFrame:
        """Expressions of the game language followed along the games: all values, or with ``how`` combined over the games, as in `average`.

        The options say when and where to look: see :class:`ludwright.queries.Query`.
        """
        from ludwright.queries import answer

        return answer(self, *texts, how=how, per=per, **options)

    def find(self, pattern: str, **options: Any) -> PatternResult:
        """Games and moments that fit a pattern, such as `leader at turn 5 plays "climb *" then loses`."""
        from ludwright.queries import find

        return find(self, pattern, **options)

    def tally(self) -> Tally:
        """What came of the games, counted for each version and number of players."""
        found = Tally()
        for chunk in self._frames.chunks:
            found.add(
                self.cells[self.plan.chunks[chunk].cell], pl.read_parquet(self.store.path("games", chunk), glob=False)
            )
        return found

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.playtests.result_tables import blocks

        return blocks(self)

    def __repr__(self) -> str:
        done = "" if self.complete else ", not complete"
        return f"<Playtest of {self.title!r}, {self.plan.asked:,} games{done}>"


def open_run(folder: str | Path) -> Playtest:
    """A playtest that was kept in a folder. A file that was changed since is told."""
    found = Playtest(place("folder", folder))
    found.store.check_sizes(found.plan)
    found.store.check()
    return found


def playtest(
    game: str | Path | Game | Description,
    agents: str | Sequence[str] = "random",
    games: int = 1_000,
    *,
    also: Sequence[str | Path] = (),
    players: int | Sequence[int] | None = None,
    seatings: str = "rotate",
    seed: int = 1,
    params: Mapping[str, int] | None = None,
    grid: Mapping[str, Sequence[int]] | None = None,
    profile: str | None = None,
    until: str | None = None,
    seconds: float | None = None,
    tracked: int = COURSES,
    considered: int = 0,
    move_limit: int = MOVE_LIMIT,
    out: str | Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Playtest:
    """Play many games and keep them all.

    ``also`` names more games, versions of the first, that are played in the same way and lie beside it.
    ``agents`` says who plays (too few are taken again from the first), ``players`` how many, ``seatings`` whether they change seats
    (``fixed``, ``rotate``, ``all``); ``games`` counts for each version and number of players. ``grid`` makes versions: every combination of
    the values of some parameters. ``tracked`` and ``considered`` say of how many games of each seating the tracked quantities, and what
    the players thought of their options, are kept. ``until`` stops early, as in ``"seat advantage ± 1%"``; ``seconds`` stops
    when so much time is over (how many games that are depends on the machine). Without ``out`` the games are kept in
    a temporary folder, as long as anything reads from it: the playtest, or a frame of it. With ``resume`` a playtest in ``out`` that was stopped goes on: what
    it plays stands in the folder, and the other arguments do not count.
    Interrupted by the user, it returns what was played so far: ``complete`` is false then.
    """
    threads = optional_number("threads", threads, 1)
    wish = PlanOptions(
        split(agents) if isinstance(agents, str) else [text("agents", name) for name in listed("agents", agents)],
        whole_number("games", games, 1),
        None if players is None else [whole_number("players", count) for count in listed("players", players)],
        seatings,
        whole_number("seed", seed, 0, MOST_SEED),
        dict(params or {}),
        {name: list(values) for name, values in (grid or {}).items()},
        profile,
        until,
        whole_number("tracked", tracked, 0),
        whole_number("move_limit", move_limit, 1),
        whole_number("considered", considered, 0),
        timed=seconds is not None,
    )
    deadline = None if seconds is None else monotonic() + seconds
    folder = TemporaryFolder() if out is None else None  # held here until something reads from it
    store = PlaytestStore(folder.path if folder is not None else place("out", out or ""))
    begun = store.begun
    if begun:
        _check_fresh(store, resume)
        plan = store.plan()
        store.check_sizes(plan)
        _check_same(plan, game, wish)
        loader = Loader(read_sources(store.folder / FOLDER, plan), plan)
    elif resume and not game:
        raise PlaytestError(f"there is no playtest in {store.folder} to go on with")
    else:  # whatever can't be played is said before anything is written
        description, wish = _described(game, wish)
        with announcing(announce):
            plan, loader = plan_for([description, *(described(other) for other in also)], wish)
    players_at_work = _players(loader, threads, cluster)
    with locked(store.folder):
        if not begun:
            _check_empty(store.folder)
            write_files(store.folder / FOLDER, files_of(loader.sources))
            store.begin(plan, about())
        if store.finished() is None or (resume and plan.seatings != WRITTEN):  # what was damaged since is played again
            build_kernels(loader, announce)
            run(plan, store, players_at_work, progress, deadline)
    return Playtest(store.folder, loader)


def _players(loader: Loader, threads: int | None, cluster: str | None) -> ChunkPlayers:
    if cluster is None:
        return Threads(loader, threads)
    from ludwright.playtests.cluster import Cluster

    return Cluster(loader, cluster)


def _described(game: str | Path | Game | Description, wish: PlanOptions) -> tuple[Description, PlanOptions]:
    """The game's text, and what a loaded game says about players and settings."""
    if isinstance(game, Game):
        return game.description, wish.of(game)
    if isinstance(game, str | Path | Description):
        return described(game), wish
    if hasattr(game, "description") and callable(game.description):
        return described(game), wish
    raise PlaytestError("only games with a text can be kept: a game written in Python can be played with `simulate`")


def _check_fresh(store: PlaytestStore, resume: bool) -> None:
    if resume:
        return
    if store.finished() is not None:
        raise PlaytestError(f"there is a playtest in {store.folder} already: give another `--out`")
    raise PlaytestError(
        f"there is a playtest in {store.folder} that is not complete: go on with `--resume`, or give another `--out`"
    )


def _check_same(plan: Plan, game: object, wish: PlanOptions) -> None:
    """A playtest that goes on is the one that was begun; code of others runs only when it is asked for by name."""
    if isinstance(game, str | Path) and str(game) and described(game).text_hash != plan.versions[0].text_hash:
        raise PlaytestError(f"that is a playtest of {plan.title}, by other rules than {game}: leave the game out")
    own = strangers((name for cell in plan.cells for name in cell.agents), wish.agents)
    if own:
        raise PlaytestError(f'a player out of a file takes part: name it again, `--agents "{own[0]}"`, if you trust it')


def _check_empty(folder: Path) -> None:
    from ludwright.playtests.lock import LOCK

    if not any((folder / DATA).glob("*")):  # stopped before it had begun
        for left in (folder / DATA, folder / FOLDER):
            shutil.rmtree(left, ignore_errors=True)
    if PlaytestStore(folder).begun:
        raise PlaytestError(f"another playtest has begun in {folder}: give another `--out`")
    if any(path.name != LOCK for path in folder.iterdir()):
        raise PlaytestError(f"{folder} is not empty and holds no playtest: give another `--out`")

"""From some games to many: variants are bred, sent through gates, measured and kept, round by round."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ludwright.agents.texts import strangers
from ludwright.arguments import MOST_SEED
from ludwright.evolution.breeding import Breeder, read_changes
from ludwright.evolution.genome import Genome, genome_of
from ludwright.evolution.measures import GATES, Ideal, Look, Trial, look_at, nearness, read_ideals
from ludwright.evolution.mistakes import EvolveError
from ludwright.evolution.result import Evolution, Variant
from ludwright.evolution.selection import Archive, Axis, fitness, read_axes, universal_sampling
from ludwright.game import Game
from ludwright.language.source import Description
from ludwright.mistakes import MistakesError, nearest
from ludwright.plain_files import read_plain
from ludwright.playtests.about import about
from ludwright.playtests.cluster import check_address, connected, no_code, other_versions
from ludwright.stored import StoredError, going_on, read_json, typed, within
from ludwright.written import put

CANDIDATES, SECONDS = 100_000, 60.0
ROUND = 8
"""So many are bred from the same parents' generation: as many as are played at once, on however few cores."""
FITNESS, DIVERSITY = "fitness", "diversity"
AXES = ("turns", "options", "skill")
_SETTINGS, _JOURNAL, _MOST_JOURNAL = "evolve.json", "variants.jsonl", 2_000_000_000
_SPREAD = 1_000_003
_ATTEMPTS = 3
"""So many children are tried for, to see whether there is anything to change."""
_MOST_TRIALS = 1_000_000


@dataclass(frozen=True)
class Progress:
    """How far an evolution is."""

    done: int
    candidates: int
    passed: int
    """So many came through all gates."""
    cells: int
    """So many cells of the archive are filled."""
    best: float
    used: float
    """The part of the budget that is used, from 0 to 1."""

    @property
    def words(self) -> str:
        """In a line."""
        cells = f", {self.cells} cells filled" if self.cells else ""
        return f"{self.done:,} variants, {self.passed:,} playable{cells}, best {self.best:.2f}"


@dataclass(frozen=True)
class Wish:
    """All that decides what is bred, as it is kept for going on."""

    title: str
    games: int
    """How many games it began with."""
    ideals: list[str] = field(default_factory=list)
    axes: list[str] = field(default_factory=list)
    select: str = DIVERSITY
    changes: list[str] = field(default_factory=list)
    agents: str = ""
    trials: int = 40
    gates: list[str] = field(default_factory=lambda: list(GATES))
    strong: str = "mcts:120"
    middle: str = "mcts:30"
    beginner: str = "mcts:15"
    seed: int = 1
    candidates: int | None = None
    seconds: float | None = None


def evolve(
    game: str | Path | Game | Description | Sequence[str | Path | Game | Description] | None,
    *,
    ideals: Sequence[str] = (),
    axes: Sequence[str] = (),
    select: str | None = None,
    changes: Sequence[str] = (),
    agents: str = "",
    trials: int = 40,
    gates: Sequence[str] | None = None,
    strong: str = "mcts:120",
    middle: str = "mcts:30",
    beginner: str = "mcts:15",
    params: Mapping[str, int] | None = None,
    candidates: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Evolution:
    """Breed variants of one game or of several.

    ``select`` is ``"diversity"`` (the best variant of every cell of an archive over ``axes`` has children) or ``"fitness"`` (all have, the nearer to
    the ``ideals`` the more). ``changes`` says what may change: parameters, numbers, tables, boards, maps, rules. ``agents`` plays ``trials`` games of every
    variant; without it a scripted player of the first game, or a small search. The budget is a number of ``candidates``, or of ``seconds``. In ``out`` all
    variants are kept, and ``resume`` goes on there. With ``cluster`` variants are bred and played on a Ray cluster. ``progress`` is called after each round; where ``stop`` says yes, what there is by then is returned.

    >>> import ludwright
    >>> found = ludwright.evolve("tic_tac_toe", candidates=4, trials=4, gates=["ends"], threads=1)
    >>> len(found.variants)
    5
    """
    began = monotonic()
    folder = Path(out) if out is not None else None
    if resume:
        wish, founders = _kept(folder)
        _check_same(
            wish,
            {
                "--ideal": (list(ideals), wish.ideals),
                "--axis": (list(axes), wish.axes),
                "--select": (select, wish.select),
                "--change": (list(changes), wish.changes),
                "--gate": (list(gates or []), wish.gates),
                "--trials": (trials if trials != Trial.games else 0, wish.trials),
                "--seed": (seed if seed != 1 else 0, wish.seed),
                "--set": (dict(params or {}) if game is None else {}, None),
            },
            agents,
        )
        if game is not None and _founders(game, params) != founders:
            raise EvolveError(f"the evolution in {folder} began with other games: leave them out")
        own = strangers([wish.agents, wish.strong, wish.middle, wish.beginner], [agents, strong, middle, beginner])
        if own:
            raise EvolveError(
                f'a player out of a file takes part: name it again, `--agents "{own[0]}"`, if you trust it'
            )
        if candidates or seconds:
            wish = replace(wish, candidates=candidates, seconds=seconds)
    else:
        if game is None:
            raise EvolveError("name a game, or go on with `--resume --out DIR`")
        founders = _founders(game, params)
        titles = [one.described().title for one in founders]
        chosen = select or (FITNESS if ideals and not axes else DIVERSITY)
        wish = Wish(
            ", ".join(dict.fromkeys(titles)), len(founders), list(ideals), list(axes) if axes or chosen == FITNESS else list(AXES), chosen,
            list(changes), agents or _first_agent(founders, changes), trials, list(GATES if gates is None else gates), strong, middle, beginner, seed,
            candidates, seconds if seconds is not None or candidates is not None else SECONDS,
        )  # fmt: skip
    with going_on(folder if resume else None):
        search = _Search(wish, founders, folder, began, progress, stop)
    if cluster is not None:
        no_code([wish.agents, wish.strong, wish.middle, wish.beginner])
        check_address(cluster)
    if not resume:
        _check_players(wish, founders)
        search.check_changes()
    if folder is not None and not resume:
        _begin(folder, wish, founders)
    search.run(threads or os.cpu_count() or 1, cluster)
    return search.result()


def _founders(game: Any, params: Mapping[str, int] | None) -> list[Genome]:
    """What it begins with."""
    given = list(game) if isinstance(game, Sequence) and not isinstance(game, str) else [game]
    return [genome_of(one, settings) for one, settings in zip(given, _settings(given, params), strict=True)]


def _settings(games: Sequence[Any], params: Mapping[str, int] | None) -> list[dict[str, int]]:
    """For each game the settings among some that it has; each is one of some game."""
    if not params:
        return [{} for _ in games]
    from ludwright.game import check_settings, load

    known = [(one if isinstance(one, Game) else load(one)).rules.model.params for one in games]
    check_settings(params, {name: param for own in reversed(known) for name, param in own.items()})
    return [{name: int(value) for name, value in params.items() if name in own} for own in known]


def _first_agent(founders: Sequence[Genome], changes: Sequence[str]) -> str:
    """Who plays if nobody is named: a scripted player where rules stay as they are, else a small search."""
    if not changes or "rules" in changes:
        return Trial.agents
    from ludwright.agents.texts import bots_of

    known = [bots_of(one.loaded()) for one in founders]
    return next((name for name in known[0] if all(name in own for own in known)), Trial.agents)


def _check_players(wish: Wish, founders: Sequence[Genome]) -> None:
    """Who plays is read for every game before anything is bred."""
    from ludwright.agents.texts import read

    for one in founders:
        loaded = one.loaded()
        for text in (wish.agents, wish.strong, wish.middle, wish.beginner):
            read(text, loaded)


def _check_same(wish: Wish, said: Mapping[str, tuple[Any, Any]], agents: str) -> None:
    """An evolution goes on as it began; what is said otherwise is not passed over in silence. Players may be named again, to trust them."""
    other = [option for option, (given, kept) in said.items() if given and given != kept]
    other += ["--agents"] if agents and agents not in (wish.agents, wish.strong, wish.middle, wish.beginner) else []
    if other:
        raise EvolveError(
            f"the evolution that goes on was begun without this `{other[0]}`: leave it out, or begin a new one with another `--out`"
        )


def _kept(folder: Path | None) -> tuple[Wish, list[Genome]]:
    if folder is None:
        raise EvolveError("say where the variants are kept: `--resume --out DIR`")
    try:
        wish = typed(Wish, read_json(folder / _SETTINGS))
        within("seed", [wish.seed], 0, MOST_SEED)
        within("trials", [wish.trials], 1, _MOST_TRIALS)
        within("games", [wish.games], 1, _MOST_TRIALS)
        if wish.select == DIVERSITY and not wish.axes:
            raise StoredError(f"`axes` in {_SETTINGS} is empty")
    except StoredError as error:
        raise EvolveError(f"there is no evolution in {folder} to go on with: {error}") from None
    known = _Journal(folder / _JOURNAL).read()
    if any(number not in known for number in range(wish.games)):
        raise EvolveError(
            f"the games that the evolution in {folder} began with are not kept: begin a new one with another `--out`"
        )
    return wish, [known[number].genome for number in range(wish.games)]


def _begin(folder: Path, wish: Wish, founders: list[Genome]) -> None:
    if (folder / _SETTINGS).exists():
        raise EvolveError(f"there is an evolution in {folder} already: go on with `--resume`, or give another `--out`")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise EvolveError(f"{folder} is not empty: give another `--out`")
    folder.mkdir(parents=True, exist_ok=True)
    put(folder / _SETTINGS, json.dumps(asdict(wish), indent=2) + "\n")


# ---------------------------------------------------------------- one variant, on one core


@dataclass(frozen=True)
class _Task:
    number: int
    parents: tuple[int, ...]
    genomes: tuple[Genome, ...]
    breeder: Breeder
    trial: Trial
    seed: int

    def run(self, threads: int = 1) -> Variant:
        """Breed and look: the same on every machine."""
        dice = np.random.default_rng([self.seed, self.number])
        words: tuple[str, ...] = ()
        genome, mistyped = self.genomes[0], 0
        if self.parents:
            child = self.breeder.child(self.genomes, dice)
            if child is None:
                return Variant(
                    self.number, self.parents, (), genome, {}, "bred", "nothing that was tried is another game"
                )
            genome, words, mistyped = child.genome, child.words, child.mistyped
        try:
            look = look_at(genome.loaded(), self.trial, self.seed * _SPREAD, threads)
        except MistakesError as error:  # cannot be: it was checked when it was bred
            look = Look({}, "checks", error.mistakes[0].message)
        return Variant(
            self.number, self.parents, words, genome, look.figures, look.failed, look.why, look.games, mistyped
        )


def _run(task: _Task) -> Variant:
    return task.run()


_SAFE = "PYTHONSAFEPATH"


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Processes that import nothing from the folder one is in: games of strangers may lie there, beside anything else."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield ProcessPoolExecutor(count, get_context("spawn"), _as_before if before is None else None)
    finally:
        if before is None:
            del os.environ[_SAFE]


def _as_before() -> None:
    """What a player starts finds its own folder."""
    os.environ.pop(_SAFE, None)


class _Ray(Executor):
    """Variants bred and played by other machines, one a core."""

    def __init__(self, ray: Any) -> None:
        self._play = ray.remote(num_cpus=1)(_run_there)
        self._versions = about()["versions"]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """One variant; the same games, whoever plays them."""
        found: Future[Any] = self._play.remote(*args, self._versions).future()
        return found


def _run_there(task: _Task, versions: Mapping[str, str]) -> Variant | str:
    """A variant; in words what is wrong with a machine that might play other games."""
    return other_versions(versions) or task.run()


@contextmanager
def _on_cluster(address: str) -> Iterator[Executor]:
    with connected(address) as ray:
        yield _Ray(ray)


@dataclass
class _Journal:
    """Every variant, a line each, as soon as it is known."""

    path: Path

    def read(self) -> dict[int, Variant]:
        found: dict[int, Variant] = {}
        if self.path.is_file():
            for line in read_plain(self.path, _MOST_JOURNAL).decode("utf-8", "replace").splitlines():
                try:
                    one = Variant.from_json(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
                    continue  # cut off
                found[one.number] = one
        return found

    def write(self, variant: Variant) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(variant.as_kept()) + "\n")


class _Search:
    def __init__(
        self, wish: Wish, founders: list[Genome], folder: Path | None, began: float, progress: Callable[[Progress], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:  # fmt: skip
        self.wish, self.founders, self.folder, self.began = wish, founders, folder, began
        self.progress, self.stop = progress, stop
        self.ideals: tuple[Ideal, ...] = read_ideals(wish.ideals)
        self.axes: tuple[Axis, ...] = read_axes(wish.axes)
        if wish.select not in (FITNESS, DIVERSITY):
            raise EvolveError(f"parents are chosen by `{FITNESS}` or for `{DIVERSITY}`, not by `{wish.select}`")
        if wish.select == FITNESS and not self.ideals:
            raise EvolveError('say what is wanted: `--ideal "second seat wins 50%"`')
        for gate in wish.gates:
            if gate not in GATES:
                close = nearest(gate, GATES)
                hint = f"did you mean `{close}`?" if close else f"there are {', '.join(GATES)}"
                raise EvolveError(f"there is no gate `{gate}`: {hint}")
        wanted = [*(one.name for one in self.ideals), *(one.name for one in self.axes)]
        deep = (
            GATES[-1] in wish.gates
            or wish.select == DIVERSITY
            or bool({"skill", "luck", "depth", "quality"} & set(wanted))
        )
        self.trial = Trial(
            wish.agents, wish.trials, tuple(wish.gates), wish.strong, wish.middle, wish.beginner, deep=deep,
            wished=tuple(name for name in wanted if name.startswith("turns off")), move_limit=_limit(founders),
        )  # fmt: skip
        self.breeder = Breeder(read_changes(wish.changes))
        self.archive = Archive(self.axes) if self.axes else None
        self.variants: list[Variant] = []
        self.journal = _Journal(folder / _JOURNAL) if folder is not None else None
        self.known = self.journal.read() if self.journal is not None else {}
        self.interrupted = False
        self.games = 0

    def check_changes(self) -> None:
        """Whether anything that may change is there in one of the games."""
        for number, one in enumerate(self.founders):
            for attempt in range(_ATTEMPTS):
                dice = np.random.default_rng([self.wish.seed, number, attempt, 2])
                if self.breeder.child((one,), dice) is not None:
                    return
        raise EvolveError(
            f"{self.wish.title} has no {' or '.join(self.breeder.changes)} that could be changed: name other things with `--change`, or none for all"
        )

    # ------------------------------------------------------------ rounds

    @property
    def most(self) -> int:
        return len(self.founders) + (self.wish.candidates or CANDIDATES)

    def _used(self) -> float:
        parts = [(len(self.variants) - len(self.founders)) / self.wish.candidates] if self.wish.candidates else []
        if self.wish.seconds:
            parts.append((monotonic() - self.began) / self.wish.seconds)
        return max(0.0, *parts) if parts else 0.0

    def run(self, threads: int, cluster: str | None = None) -> None:
        """Round after round, until the budget is used or somebody stops it; what is known by then stays."""
        with ExitStack() as after:
            pool: Executor | None = None
            if cluster is not None:
                pool = after.enter_context(_on_cluster(cluster))
            elif threads > 1 and self._to_do() > 2:
                pool = after.enter_context(_processes(threads))
            try:
                self._go(pool)
            except KeyboardInterrupt:
                self.interrupted = True
            finally:
                if pool is not None:
                    pool.shutdown(wait=not self.interrupted, cancel_futures=True)

    def _go(self, pool: Executor | None) -> None:
        first = [
            _Task(number, (), (one,), self.breeder, self.trial, self.wish.seed)
            for number, one in enumerate(self.founders)
        ]
        self._add(first, pool)
        self._tell()
        while len(self.variants) < self.most and not self._over():
            self._add(self._round(), pool)
            self._tell()

    def _to_do(self) -> int:
        return self.most - len(self.known)

    def _over(self) -> bool:
        if self.stop is not None and self.stop():
            self.interrupted = True
            return True
        return (
            bool(self.wish.seconds) and monotonic() - self.began >= (self.wish.seconds or 0.0) and not self._pending()
        )

    def _pending(self) -> bool:
        """Whether the next variant is known already, from before."""
        return len(self.variants) in self.known

    def _round(self) -> list[_Task]:
        first = len(self.variants)
        count = min(ROUND - (first - len(self.founders)) % ROUND, self.most - first)
        born = (first - len(self.founders)) // ROUND * ROUND + len(self.founders)
        there = self.variants[:born]
        weights = self._weights(there)
        tasks = []
        for number in range(first, first + count):
            dice = np.random.default_rng([self.wish.seed, number, 1])
            chosen = [there[place].number for place in universal_sampling(weights, 2, dice)]
            if dice.integers(2):
                chosen.reverse()
            parents = tuple(dict.fromkeys(chosen))
            genomes = tuple(self.variants[one].genome for one in parents)
            tasks.append(_Task(number, parents, genomes, self.breeder, self.trial, self.wish.seed))
        return tasks

    def _weights(self, there: Sequence[Variant]) -> Any:
        """How likely each is to have children."""
        if self.wish.select == FITNESS:
            able = np.array([not one.failed or one.number < len(self.founders) for one in there])
            return np.where(able, np.maximum(fitness([one.figures for one in there], self.ideals), 1e-6), 0.0)
        assert self.archive is not None
        elites = {*self.archive.elites(), *range(len(self.founders))}
        return np.array([float(one.number in elites) for one in there])

    def _add(self, tasks: Sequence[_Task], pool: Executor | None) -> None:
        for variant in self._played(tasks, pool):
            worth = nearness(variant.figures, self.ideals) if not variant.failed else 0.0
            variant = replace(variant, worth=worth)
            if self.journal is not None and variant.number not in self.known:
                self.journal.write(variant)
            self.variants.append(variant)
            self.games += variant.games
            if self.archive is not None and not variant.failed:
                self.archive.add(variant.number, worth, variant.figures)

    def _played(self, tasks: Sequence[_Task], pool: Executor | None) -> Iterator[Variant]:
        waiting: dict[int, Future[Variant | str]] = {}
        if pool is not None:
            waiting = {task.number: pool.submit(_run, task) for task in tasks if task.number not in self.known}
        for task in tasks:
            if task.number in self.known:
                yield self.known[task.number]
            else:
                found = waiting[task.number].result() if pool is not None else task.run()
                if isinstance(found, str):
                    raise EvolveError(found)
                yield found

    def _tell(self) -> None:
        if self.progress is not None:
            passed = [one for one in self.variants if not one.failed]
            cells = len(self.archive.elites()) if self.archive is not None else 0
            best = max((one.worth for one in passed), default=0.0)
            self.progress(Progress(len(self.variants), self.most, len(passed), cells, best, min(1.0, self._used())))

    def result(self) -> Evolution:
        """What there is."""
        fit: dict[int, float] = {}
        if self.ideals:
            good = [one for one in self.variants if not one.failed]
            fit = dict(
                zip(
                    (one.number for one in good),
                    map(float, fitness([one.figures for one in good], self.ideals)),
                    strict=True,
                )
            )
        variants = tuple(replace(one, fitness=fit.get(one.number, one.worth)) for one in self.variants)
        return Evolution(
            self.wish.title, variants, len(self.founders), self.ideals, self.axes, self.archive.filled() if self.archive is not None else {},
            self.wish.agents, self.wish.trials, self.wish.seed, self.games, self.interrupted, self.folder, self.trial,
        )  # fmt: skip


def _limit(founders: Sequence[Genome]) -> int:
    """A game so many times as long as the longest of those it began with does not end."""
    from ludwright.play.simulate import simulate

    longest = 0
    for one in founders:
        found = simulate(one.loaded(), 20, threads=1)
        longest = max(longest, round(found.moves.mean) if found.finished else 0)
    return max(200, 10 * longest)

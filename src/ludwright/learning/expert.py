"""Expert iteration: a search that judges by a network plays against itself, and the network learns to judge as the search did and the games came out.

Silver and others (2017), Anthony and others (2017). The search looks at what the network only guesses, so its answers are better than the guesses; the network learns
them, and the next search begins where the last one ended. Any game that is described can be learned: with any number of players, chance, and hidden cards, as
the network sees only what the seat sees that is asked. The games run in machine code; only the arithmetic of learning takes PyTorch, an optional extra.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ludwright.arguments import MOST_SEED, whole_number
from ludwright.engine.kernel import announcing
from ludwright.game import loaded
from ludwright.learning.minds import LearningError, check_learnable
from ludwright.learning.network import HIDDEN, Network, answers_of, load_network, shapes
from ludwright.learning.self_play import Lessons, SelfPlay
from ludwright.learning.sights import fingerprint
from ludwright.learning.training import BETWEEN_SAVES, Progress, stakes_of
from ludwright.learning.trials import strength
from ludwright.play.playable import Playable

if TYPE_CHECKING:
    from ludwright.learning.gradients import Pupil

THOUGHTS = 64
"""Play-outs for each decision while it learns."""
GAMES = 2_000
TOGETHER = 20
"""So many games are played before it learns from them. Whoever goes on after so many, or twice as many and so on, learns to the last bit as if nothing had come between."""
REMEMBERED = 1_500
"""It learns from the last so many games, again and again."""
FIRST_POINT, CURVE_SHARE = 100, 0.15
"""How strong it is, is measured first after so many games, then after twice as many and so on, as long as that takes no more of the time than this share."""


def learn_network(
    game: Playable | str | Path,
    games: int | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
    *,
    seconds: float | None = None,
    thoughts: int = THOUGHTS,
    explore: float = 0.1,
    hidden: int = HIDDEN,
    resume: str | Path | None = None,
    checkpoint: str | Path | None = None,
    ladder: Sequence[str] = (),
    threads: int | None = None,
) -> Network:
    """Learn a game with a network and a search of so many ``thoughts`` that judges by it: so many ``games``, or for some ``seconds``.

    The player is then ``mcts:100,learned=FILE``. It takes PyTorch to learn, not to play.
    """
    made = loaded(game)
    games = whole_number("games", games or (0 if seconds else GAMES), 0)
    seed, thoughts = whole_number("seed", seed, 0, MOST_SEED), whole_number("thoughts", thoughts, 2)
    if not 0 <= explore <= 1:
        raise LearningError(f"`explore` is how often something else is tried, from 0 to 1, not {explore}")
    check_learnable(made)
    if not hasattr(made, "layout"):
        raise LearningError(f"{made.title} can't be learned by a network")
    check_torch()
    from ludwright.learning.gradients import Pupil

    with announcing(announce):
        network = _to_resume(made, resume, seed) if resume is not None else fresh(made, seed, thoughts, hidden)
        lessons = Lessons.unpacked(network.lesson, REMEMBERED)
        pupil = Pupil(network)
    return _run(made, network, pupil, lessons, games, seconds, explore, progress, checkpoint, ladder, threads)


def check_torch() -> None:
    """Raise a kind error without PyTorch."""
    from importlib.util import find_spec

    if find_spec("torch") is None:
        raise LearningError(
            "to learn with a network takes PyTorch, which is not installed: `pip install 'ludwright[network]'`"
        )


def fresh(game: Playable, seed: int, thoughts: int, hidden: int = HIDDEN) -> Network:
    """A network that knows nothing yet: no answer is likelier than another, and all positions are worth nothing."""
    dice = np.random.default_rng(seed)
    stakes = stakes_of(game)
    sizes = shapes(hidden, answers_of(game.rules.questions.codes))
    weights = {name: np.zeros(shape, np.float32) for name, shape in sizes.items()}
    weights["embedding"][:] = dice.normal(0.0, 0.05, sizes["embedding"])
    weights["second"][:] = dice.normal(0.0, (2.0 / hidden) ** 0.5, sizes["second"])
    return Network(
        title=game.title,
        players=game.players,
        rules=fingerprint(game),
        params=dict(game.params),
        scale=stakes.scale,
        squash=stakes.squash,
        mirrored=stakes.mirrored,
        weights=weights,
        seed=seed,
        thoughts=thoughts,
    )


def _run(
    game: Playable,
    network: Network,
    pupil: Pupil,
    lessons: Lessons,
    games: int,
    seconds: float | None,
    explore: float,
    progress: Progress | None,
    checkpoint: str | Path | None,
    ladder: Sequence[str],
    threads: int | None,
) -> Network:
    """Play and learn in turn, until so many games are played or the time is up."""
    began = saved = time.perf_counter()
    before, played, measuring, curve = network.seconds, network.games, 0.0, list(network.curve)

    def now() -> Network:
        used = before + time.perf_counter() - began - measuring
        return replace(
            network, games=played, asked=games, seconds=used, curve=curve, lesson={**lessons.packed(), **pupil.packed()}
        )

    crew = [SelfPlay(game, network, explore) for _ in range(max(1, threads or os.cpu_count() or 1))]
    try:
        with ThreadPoolExecutor(len(crew)) as pool:
            while (not games or played < games) and (seconds is None or time.perf_counter() - began < seconds):
                numbers = range(played, min(played + TOGETHER, games or played + TOGETHER))
                for lesson in _played(crew, pool, numbers):
                    lessons.add(lesson)
                pupil.learn(lessons, played)
                first, played = played, numbers.stop
                elapsed = time.perf_counter() - began
                if ladder and _passes(first, played) and measuring <= CURVE_SHARE * elapsed:
                    measuring -= time.perf_counter()
                    curve.append(
                        {"games": played, "seconds": round(before + elapsed, 1), **strength(now(), game, ladder)}
                    )
                    measuring += time.perf_counter()
                if checkpoint is not None and time.perf_counter() - saved > BETWEEN_SAVES:
                    now().save(checkpoint)
                    saved = time.perf_counter()
                if progress is not None:
                    whole = games or int(played * max(1.0, (seconds or 0.0) / max(elapsed, 1e-9)))
                    progress(played, whole)
    except KeyboardInterrupt:
        for one in crew:
            one.stop[0] = 1
    return now()


def _played(crew: Sequence[SelfPlay], pool: ThreadPoolExecutor, numbers: range) -> Iterator[Lessons]:
    """Games side by side, given in order: how many threads there are makes no difference."""

    def some(place: int) -> list[tuple[int, Lessons]]:
        return [(number, crew[place].play(number)) for number in numbers[place :: len(crew)]]

    found = dict(row for rows in pool.map(some, range(len(crew))) for row in rows)
    yield from (found[number] for number in numbers)


def _passes(first: int, played: int) -> bool:
    """Whether a point at which it is measured lies between two numbers of games.

    >>> _passes(80, 100), _passes(100, 120), _passes(180, 200)
    (True, False, True)
    """
    point = FIRST_POINT
    while point <= first:
        point *= 2
    return point <= played


def _to_resume(game: Playable, path: str | Path, seed: int) -> Network:
    found = load_network(Path(path))
    if found.rules != fingerprint(game) or found.players != game.players:
        raise LearningError(f"{path} was learned from another game, {found.title} for {found.players}")
    if not found.lesson:
        raise LearningError(f"{path} holds what it takes to play, not to go on learning: begin anew without `--resume`")
    if found.seed != seed:
        raise LearningError(f"{path} was learned with seed {found.seed}: go on with `--seed {found.seed}`")
    return found

"""The best course that several searches find side by side: trees and nested searches, each followed to its end."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from time import monotonic

from ludwright.agents.kernels import lines
from ludwright.agents.nature import nature_of
from ludwright.agents.texts import read
from ludwright.game import Game
from ludwright.play.agents import Agents
from ludwright.solo.courses import LONGEST

FORESEEABLE = (
    "nested:time={s},once=yes",
    "nrpa:time={s},once=yes",
    "spmcts:time={s},once=yes,equal=drop",
    "spmcts:time={g},once=yes,equal=drop,subgoals=yes",
)
"""Who searches where nothing is left to chance: for ``s`` seconds in all, or ``g`` before each goal."""
LINE_SEEKERS = ("nested", "nrpa", "spmcts")
Telling = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Found:
    """What one search has found."""

    agent: str
    codes: tuple[int, ...]
    result: float
    playouts: int
    """How many play-outs it made; 0 where that is not known."""


def searchers(game: Game, seconds: float, given: Sequence[str] = ()) -> list[str]:
    """Who searches, for so many seconds in all. A text without a budget of its own has its share."""
    goals = max(1, sum(1 for _ in game.rules.model.of("goal")))
    texts = list(given or [text for text in FORESEEABLE if goals > 1 or "subgoals" not in text])
    share = seconds * min(cores(), len(texts)) / len(texts)
    return [str(read(text.format(s=f"{share:.3g}", g=f"{share / goals:.3g}"), game)) for text in texts]


def cores() -> int:
    """How many searches can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def best_courses(
    game: Game, agents: Sequence[str], seed: int, tell: Telling | None = None, seconds: float = 0.0
) -> tuple[list[Found], bool]:
    """What each search has found, the best first, and whether all were finished. Ctrl-C ends them: what they have found by then counts."""
    seated = [Agents(game, seed, number, [agent]) for number, agent in enumerate(agents)]
    complete, began = True, monotonic()
    with ThreadPoolExecutor(cores()) as pool:
        running = [pool.submit(_follow, game, one, agent, seed) for one, agent in zip(seated, agents, strict=True)]
        try:
            while wait(running, timeout=0.2).not_done:
                if tell is not None:
                    tell(
                        "searching", min(int(10 * (monotonic() - began)), int(10 * seconds)), max(1, int(10 * seconds))
                    )
        except KeyboardInterrupt:
            complete = False
            for one in seated:
                one.halt()
            wait(running)
        found = [one.result() for one in running]
    return sorted(found, key=lambda one: -one.result), complete


def _follow(game: Game, agents: Agents, agent: str, seed: int) -> Found:
    """Play a game as the search says."""
    match, sitter = game.start(seed=seed), agents.sitter(0)
    while not match.over and match.moves < LONGEST:
        match.apply(agents.pick(0, match.codes(), match.words))
    seeks = sitter is not None and read(agent, game).kind.name in LINE_SEEKERS
    played = int(sitter.mind.block[lines.PLAYED]) if sitter is not None and seeks else 0
    return Found(agent, tuple(match.answers), match.returns()[0], played)


def is_foreseeable(game: Game) -> bool:
    """Whether a course that was found can be followed: nothing hidden, nothing left to chance."""
    return nature_of(game).exact

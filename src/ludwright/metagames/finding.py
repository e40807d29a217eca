"""The search: a population plays, a mix that none of it beats is found, somebody is looked for who does beat it and joins, and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ludwright.agents.nature import nature_of
from ludwright.arguments import MOST_SEED, whole_number
from ludwright.game import Game, load, loaded
from ludwright.metagames.alpha_rank import alpha_rank
from ludwright.metagames.answers import Round, candidates, search
from ludwright.metagames.mixtures import equilibrium, nearby
from ludwright.metagames.playing import Playing, Progress
from ludwright.metagames.result import Metagame, Part
from ludwright.metagames.shares import Numbers, Shares
from ludwright.strategy.population import population
from ludwright.tournaments.field import known_agents
from ludwright.tournaments.texts import TournamentError, split_agents

GAMES, THOUGHTS, TRIES = 60, 50, 8
"""Games at each table; play-outs for each decision of those who think; how many are tried in each search."""
_DRAWS, _TAILS = 60, (0.025, 0.975)
_MOST_TABLES = 2_000


def metagame(
    game: str | Path | Game,
    agents: str | Sequence[str] | None = None,
    games: int = GAMES,
    seed: int = 1,
    *,
    answers: int = 3,
    tries: int = TRIES,
    thoughts: int = THOUGHTS,
    learn: int = 0,
    keep: str | Path | None = None,
    players: int | None = None,
    params: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Metagame:
    """Which players survive when everybody may choose how to play, and what beats them.

    ``agents`` (or a few of every kind) play ``games`` games at every table at which they can sit together. Then, up to ``answers`` times, an answer is
    looked for to the mix that none of them beats: ``tries`` others are tried, and with ``learn`` somebody learns so many games against it. Who surely takes
    more than a fair share joins.

    >>> import ludwright
    >>> found = ludwright.metagame("nim", "random,mcts:20", games=20, answers=0)
    >>> found.survivors[0].agent
    'mcts:20'
    """
    made: Any = load(game, players=players, params=params) if isinstance(game, (str, Path)) else loaded(game)
    games, seed = whole_number("games", games, 2), whole_number("seed", seed, 0, MOST_SEED)
    answers, tries = whole_number("answers", answers, 0), whole_number("tries", tries, 1)
    thoughts, learn = whole_number("thoughts", thoughts, 1), whole_number("learn", learn, 0)
    if not isinstance(made, Game):
        raise TournamentError(f"{made.title} is written in Python: a metagame is told of games that are described")
    if nature_of(made).common:
        raise TournamentError(
            f"in {made.title} nobody plays against anybody, so there is no metagame: `ludwright tournament` tells who does best"
        )
    first = known_agents(made, split_agents(agents) if agents else population(made, thoughts, 3))
    if len(first) < 2:
        raise TournamentError(f"a metagame needs two players or more to choose from, here is only `{first[0]}`")
    playing = Playing(made, first, seed, threads, announce)
    who, rounds = list(range(len(first))), list[Round]()
    waiting = (text for text in candidates(made, thoughts, seed) if text not in playing.agents)
    try:
        _play(playing, who, games, progress)
        while len(rounds) < answers:
            mix = equilibrium(playing.shares(who))
            tried = list(islice(waiting, tries))
            if learn:
                tried.append(_learned(playing, who, mix, learn, len(rounds), keep, announce))
            if not tried:
                break
            rounds.append(search(playing, who, mix, tried, games, len(rounds) + 1, _said(progress, "trying answers")))
            joined = rounds[-1].joined
            if joined is not None:
                who.append(playing.agents.index(joined))
                _play(playing, who, games, progress)
    except KeyboardInterrupt:
        who = [agent for agent in who if _played(playing, who[: who.index(agent) + 1])]
        if len(who) < 2:
            raise
    return _told(playing, who, rounds)


def _play(playing: Playing, who: Sequence[int], games: int, progress: Progress | None) -> None:
    from math import comb

    count = comb(len(who) + playing.sides - 1, playing.sides)
    if count > _MOST_TABLES:
        raise TournamentError(
            f"{len(who)} players at tables of {playing.sides} are {count:,} tables, and {_MOST_TABLES:,} is the most: name fewer with `--agents`"
        )
    playing.everybody(who, games, _said(progress, "playing each other"))


def _said(progress: Progress | None, what: str) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, whole: progress(what, done, whole)


def _played(playing: Playing, who: Sequence[int]) -> bool:
    """Whether some have sat at all tables together."""
    try:
        playing.shares(who)
    except KeyError:
        return False
    return True


def _learned(
    playing: Playing, who: Sequence[int], mix: Numbers, games: int, number: int, keep: str | Path | None,
    announce: Callable[[], None] | None,
) -> str:  # fmt: skip
    """Somebody who learned to play against a mix."""
    from ludwright.learning.training import learn

    folder = Path(keep or "answers")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"answer-{number + 1}.npz"
    among = {playing.agents[agent]: float(part) for agent, part in zip(who, mix, strict=True) if part > 0}
    learn(playing.game, games, playing.seed, announce=announce, among=among).save(file, small=True)
    return f"learned:{file}"


def _told(playing: Playing, who: Sequence[int], rounds: Sequence[Round]) -> Metagame:
    shares = playing.shares(who)
    mix, ranks = equilibrium(shares), alpha_rank(shares)
    dice = np.random.default_rng(1)
    drawn = [shares.drawn_anew(dice) for _ in range(_DRAWS)]
    names = [playing.agents[agent] for agent in who]
    gets = shares.against(mix)
    return Metagame(
        title=playing.game.title,
        players=playing.game.players,
        sides=playing.sides,
        seed=playing.seed,
        agents=tuple(names),
        parts=_parts(names, mix, [nearby(one, mix) for one in drawn]),
        long_run=_parts(names, ranks, [alpha_rank(one) for one in drawn]),
        gets=dict(zip(names, gets.tolist(), strict=True)),
        alone=_alone(shares),
        gain=shares.gain(mix),
        rounds=tuple(rounds),
        games=playing.games,
        faults=sum(fault.count.games for fault in playing.faults),
        params=dict(playing.game.params),
        interrupted=playing.interrupted,
    )


def _parts(names: Sequence[str], values: Numbers, drawn: Sequence[Numbers]) -> tuple[Part, ...]:
    lows, highs = np.quantile(drawn, _TAILS, axis=0)
    found = [
        Part(name, float(value), float(min(low, value)), float(max(high, value)))
        for name, value, low, high in zip(names, values, lows, highs, strict=True)
    ]
    return tuple(sorted(found, key=lambda part: -part.share))


def _alone(shares: Shares) -> tuple[tuple[float, ...], ...]:
    """What each player gets where all others play like one of them."""
    return tuple(
        tuple(shares.against(np.eye(shares.agents)[other])[one] for other in range(shares.agents))
        for one in range(shares.agents)
    )

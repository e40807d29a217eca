"""Playing a tournament: every seating gets equally many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ludwright.agents.own import Player
from ludwright.arguments import whole_number
from ludwright.game import loaded
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.playable import Playable
from ludwright.play.simulate import Progress
from ludwright.tournaments.field import TournamentField, is_common, known_agents, teams_of
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.seatings import SeatingDesign, design
from ludwright.tournaments.texts import TournamentError, split_agents

GAMES = 1_000
"""So many games in all, unless another number is asked for."""
_ROUNDS, _LEAST = 20, 10
"""A tournament is played in so many rounds at most, with that many games for a seating in each: whoever interrupts it then
finds that all seatings got about as far."""


def tournament(
    game: Playable | str | Path,
    agents: str | Sequence[Player],
    games: int = GAMES,
    seed: int = 1,
    *,
    itself: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
    move_limit: int = MOVE_LIMIT,
) -> Tournament:
    """Let agents play each other in every seating: ``games`` games in all, shared evenly.

    In a game for one, or one that all win or lose together, each agent plays the same games by itself, and scores are compared.
    With ``itself`` each agent also plays itself, which shows what the seats are worth among equals.
    The result depends on the game, the agents, the seed and the number of games, not on ``threads``.
    """
    game = loaded(game)
    field, plan, common = _prepared(game, agents, games, seed, itself, threads, announce, move_limit)
    each = games // len(plan.seatings)
    rounds = max(1, min(_ROUNDS, each // _LEAST))
    total = each * len(plan.seatings)
    told = (lambda done, _: progress(done, total)) if progress is not None else None
    for number in range(rounds):
        field.play(each // rounds + (number < each % rounds), told)
        if field.interrupted:
            break
    return result_of(field, plan, common, total)


def _prepared(
    game: Playable,
    agents: str | Sequence[Player],
    games: int,
    seed: int,
    itself: bool,
    threads: int | None,
    announce: Callable[[], None] | None,
    move_limit: int,
) -> tuple[TournamentField, SeatingDesign, bool]:
    if whole_number("games", games) < 1:
        raise TournamentError(f"a tournament needs games: {games} are none")
    known = known_agents(game, split_agents(agents))
    common = is_common(game)
    if len(known) < 2 and not itself:
        raise TournamentError(
            f"a tournament needs two agents or more, here is only `{known[0]}`. Add `--itself` (in Python `itself=True`) to let it play itself"
        )
    plan = plan_for(len(known), game.players, games, itself, common)
    return TournamentField(game, known, plan.seatings, seed, threads, announce, move_limit), plan, common


def plan_for(agents: int, seats: int, games: int, itself: bool, common: bool) -> SeatingDesign:
    """Who sits where: in a game without opponents each agent fills all seats."""
    if not common:
        return design(agents, seats, games, itself)
    if games < agents:
        few = "1 game is" if games == 1 else f"{games:,} games are"
        raise TournamentError(f"{few} too few for {agents} agents: each needs at least one")
    return SeatingDesign([(agent,) * seats for agent in range(agents)], "each agent fills all seats, in the same games")


def result_of(field: TournamentField, plan: SeatingDesign, common: bool, asked: int) -> Tournament:
    """What the games of a field show so far."""
    game = field.game
    return Tournament(
        title=game.title,
        agents=field.agents,
        seats=list(game.seats),
        teams=teams_of(game),
        common=common,
        design=plan.words,
        played=field.played,
        seed=field.seed,
        asked=asked,
        faults=field.faults,
        seconds=field.seconds,
        interrupted=field.interrupted,
        idle=field.idle,
    )

"""Why this move: what a player thinks of every option of a position, with intervals, and the line it expects, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import numpy as np

from ludwright.agents.asking import ask, streams_of
from ludwright.agents.catalogue import BOT
from ludwright.agents.catalogue import RANDOM as AT_RANDOM
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.own import Player, named
from ludwright.agents.personas import Persona
from ludwright.agents.reasons import Considered, ReasonRequest, Why, in_order
from ludwright.agents.rollout import Improver, tried
from ludwright.agents.search_reading import SearchTree, Taken, expected
from ludwright.agents.searching import Searcher
from ludwright.agents.seating import thinker
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import AgentText, bots_of, read
from ludwright.agents.worths import worths_of
from ludwright.engine.random import Stream
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.match import Match
from ludwright.statistics import Z95, wilson


class NothingToChooseError(LudwrightError):
    """Nobody has a choice in this position."""


def why(match: Match, agent: Player = "auto:2000", seed: int = 1) -> Why:
    """What a player thinks of the open question of a match. It sees what the seat that is asked sees, and the match does not notice.

    >>> import ludwright
    >>> match = ludwright.load("tic-tac-toe").start()
    >>> for move in ("place a1", "place a2", "place b1", "place b2"):
    ...     match.apply(move)
    >>> ludwright.why(match).best.proven
    'win'
    """
    if match.over:
        raise NothingToChooseError("the game is over: there is nothing to choose")
    text = read(named(agent), match.game)
    seat = match.actor or 0
    told = ReasonRequest(match.game.title, match.game.seats[seat], str(text))
    if len(match.codes()) == 1:
        only = match.legal()[0]
        return Why(told, moves=[Considered(only.words, only.code, True)], remark="there is no other option")
    if text.kind is AT_RANDOM:
        raise AgentError("random players have no reasons: ask one that thinks, such as `mcts:2000`")
    if text.kind is BOT:
        return _scripted(match, text, seat, told)
    return _thought(match, text, seat, told, seed)


def _thought(match: Match, text: AgentText, seat: int, told: ReasonRequest, seed: int) -> Why:
    player: Any = thinker(match.game, text)
    search = player.search if isinstance(player, Persona) else player
    if isinstance(player, Persona):
        player.settings = {**player.settings, "error": 0.0}
    if isinstance(search, Searcher):
        search.spread = True
        search.settings.update(searches=1, reuse=False)
    stop = np.zeros(1, np.int64)
    sitter = player.sit(MOVE_LIMIT, stop)
    bits = streams_of(match.game, seed, match.moves)
    place = ask(match.game, sitter, match.codes(), match.numbers(), seat, bits, stop)
    options = match.legal()
    chosen = options[place].code
    if isinstance(search, Searcher):
        found = SearchTree(sitter.mind)
        moves = list(_weighed(match, found, sitter, search, seat, chosen))
        steps, ends = expected(match, found, seat, chosen, seed)
        return Why(told, moves=in_order(moves), steps=steps, ends=ends)
    if isinstance(search, Improver):
        moves = [
            Considered(option.words, option.code, option.code == chosen, *notes)
            for option, notes in zip(options, tried(sitter, len(options)), strict=True)
        ]
        return Why(told, moves=in_order(moves))
    said = worths_of(match, player, sitter)
    if said is None:
        moves = [Considered(option.words, option.code, option.code == chosen) for option in options]
        return Why(told, moves=in_order(moves), remark="taken; this player does not say what the others are worth")
    moves = [
        Considered(option.words, option.code, option.code == chosen, said.trials, value, proven=proven)
        for option, value, proven in zip(options, said.values, said.proven, strict=True)
    ]
    return Why(told, moves=in_order(moves), measure=said.measure)


# ---------------------------------------------------------------- what a search says


def _weighed(
    match: Match, found: SearchTree, sitter: SeatedAgent, player: Searcher, seat: int, chosen: int
) -> Iterator[Considered]:
    taken = {one.code: one for one in found.below(found.root(seat)) if one.mover == seat}
    decided, by_top = _is_won_or_lost(player, sitter, list(taken.values())), player.settings["final"] == "best"
    for option in match.legal():
        one = taken.get(option.code)
        if one is None or not one.visits:
            proven = one.proven if one is not None else None
            yield Considered(option.words, option.code, option.code == chosen, proven=proven)
            continue
        mean = one.total / one.visits
        wins = (one.total + one.squares) / 2
        yield Considered(
            option.words,
            option.code,
            option.code == chosen,
            one.visits,
            mean,
            _interval(one),
            wins / one.visits if decided else None,
            wilson(wins, one.visits) if decided else None,
            1 - one.squares / one.visits if decided else None,
            one.best if by_top else None,
            one.proven,
        )


def _is_won_or_lost(player: Searcher, sitter: SeatedAgent, taken: Sequence[Taken]) -> bool:
    """Whether every play-out brought a win, a loss or a draw, and nothing in between."""
    whole = all(float(one.total).is_integer() and float(one.squares).is_integer() for one in taken)
    return whole and not player.nature.common and sitter.mind.span.tolist() == [-1.0, 1.0]


def _interval(one: Taken) -> tuple[float, float]:
    mean = one.total / one.visits
    spread = max(0.0, one.squares / one.visits - mean * mean)
    half = Z95 * sqrt(spread / one.visits)
    return mean - half, mean + half


# ---------------------------------------------------------------- what others say


def _scripted(match: Match, text: AgentText, seat: int, told: ReasonRequest) -> Why:
    """A scripted player says which options its rules leave."""
    game, codes = match.game, match.codes()
    context = game.twin.new_context(Stream(0, 1))
    context.options = list(codes)
    bot = bots_of(game)[str(text.settings["name"])]
    left = int(game.twin.real(bot, match.words, [int(word) for word in game.table], context, seat))
    liked = set(context.options[:left]) or set(codes)
    moves = [Considered(option.words, option.code, option.code in liked) for option in match.legal()]
    count = (
        f"one of {len(liked)} options that its rules leave, each as likely"
        if len(liked) > 1
        else "the one option that its rules leave"
    )
    return Why(told, moves=in_order(moves), remark=count)

"""No player goes by what its seat can't see, whatever its kind: one is shown the true positions of a game, another ones whose unseen part is
dealt otherwise, and both do the same at every decision. So nothing it does can change on average, either."""

from __future__ import annotations

from functools import cache

import pytest

import ludwright
from ludwright.agents.catalogue import KINDS
from ludwright.play.agents import Agents

TEXTS = {
    "random": ("random",),
    "greedy": ("greedy:2",),
    "flat": ("flat:12",),
    "mcts": ("mcts:30,c=1", "mcts:30,observers=each", "mcts:30,rave=50,playout=mast", "mcts:12,threads=2"),
    "improve": ("improve:12,sure=0",),
    "rhea": ("rhea:4,length=4,population=2",),
    "expectimax": ("expectimax:1,nodes=50",),
    "maxn": ("maxn:1,nodes=50",),
    "persona": ("persona:12,goal=options,weight=0.5",),
}  # fmt: skip
GAMES = [("fireworks", 3, 6), ("letters", 2, 6), pytest.param("hearts", 4, 6, marks=pytest.mark.slow)]
"""Games with hidden cards, their numbers of players, and how many decisions are looked at."""
OTHERWISE = {
    "auto": "is one of those tested here",
    "nested": "where nothing is hidden",
    "spmcts": "where nothing is hidden",
    "nrpa": "where nothing is hidden",
    "alphabeta": "where nothing is hidden",
    "solver": "where nothing is hidden",
    "equilibrium": "works out all information sets at once",
    "python": "given an observation, and nothing else",
    "barred": "somebody else inside, who is tested here",
    "bound": "somebody else inside, who is tested here",
    "bot": "tests of bots have it",
    "learned": "tests of learning have it",
    "program": "given an observation, and nothing else: tests of programs have it",
}
"""Kinds that need no such test, and why."""
PERSONAS = ("novice", "casual", "expert", "aggressive", "cautious", "hoarder", "explorer", "hasty", "planner")


@cache
def loaded(name: str, players: int) -> ludwright.Game:
    return ludwright.load(name, players=players)


def test_no_kind_of_player_is_left_out() -> None:
    assert {*TEXTS, *OTHERWISE, *PERSONAS} == set(KINDS)


@pytest.mark.parametrize(("name", "players", "decisions"), GAMES)
@pytest.mark.parametrize("text", [text for texts in TEXTS.values() for text in texts])
def test_it_never_depends_on_cards_its_seat_can_not_see(text: str, name: str, players: int, decisions: int) -> None:
    game = loaded(name, players)
    match = game.start(seed=6)
    knowing, guessing = (Agents(game, 5, 0, [text] * players) for _ in range(2))
    different = 0
    for deal in range(decisions):
        seat = match.actor
        if seat is None:
            break
        other = match.determinize(seat, seed=deal)
        different += other.words != match.words
        code = knowing.pick(seat, match.codes(), match.words)
        assert guessing.pick(seat, other.codes(), other.words) == code
        match.apply(code)
    assert different, "nothing was dealt otherwise: this shows nothing"

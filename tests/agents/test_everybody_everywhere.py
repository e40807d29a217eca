"""Every kind of player takes part in every bundled game without fault, or says in one sentence why it can't."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludwright
from ludwright import ir
from ludwright.agents.catalogue import KINDS
from ludwright.agents.nature import Nature, nature_of
from ludwright.agents.texts import bots_of
from ludwright.library import BundledGame
from ludwright.mistakes import LudwrightError

GAMES, MOVES = 2, 60
"""So many games of each, each broken off after so many moves: search in some games takes its time."""

TEXTS = {
    "random": ("random",),
    "greedy": ("greedy:1",),
    "auto": ("auto:6",),
    "flat": ("flat:6",),
    "mcts": ("mcts:6", "mcts:4,threads=2,parallel=tree", "mcts:6,observers=each,rave=50", "mcts:6,playout=mast,chance=open"),
    "improve": ("improve:6",),
    "nested": ("nested:3,level=1",),
    "nrpa": ("nrpa:2,level=1",),
    "spmcts": ("spmcts:6,futures=1",),
    "rhea": ("rhea:3,length=3,population=2",),
    "alphabeta": ("alphabeta:1,nodes=200",),
    "maxn": ("maxn:1,nodes=50",),
    "expectimax": ("expectimax:1,nodes=50",),
    "solver": ("solver:6000",),
    "equilibrium": ("equilibrium:20,limit=3000",),
    "persona": ("persona:3,goal=lose", "persona:3,goal=hurry"),
    "python": ("python:{folder}/last.py:choose",),
}  # fmt: skip
"""Small budgets for every kind; personas need only a depth, and scripted players have names of their own."""
PERSONAS = ("novice", "casual", "expert", "aggressive", "cautious", "hoarder", "explorer", "hasty", "planner")
ELSEWHERE = {
    "bot": "by name, below",
    "barred": "somebody else inside: tests of power have it",
    "bound": "somebody else inside: tests of power have it",
    "learned": "needs a file that was learned first: tests of learning have it",
    "program": "needs a program to start: tests of programs have it",
}

LAST = """
def choose(observation, actions):
    return actions[-1]
"""


def texts_for(game: ludwright.Game, folder: Path) -> Iterator[tuple[str, str]]:
    """Players of every kind, and every bot of the game: the kind and the text."""
    for kind in KINDS:
        if kind in PERSONAS:
            yield kind, f"{kind}:2"
        elif kind not in ELSEWHERE:
            for text in TEXTS[kind]:
                yield kind, text.format(folder=folder)
    for bot in bots_of(game):
        yield "bot", f"bot:{bot}"


def refusal(kind: str, game: ludwright.Game) -> str | None:
    """What a kind says of a game that it can't play by its nature; none if it has to play."""
    nature: Nature = nature_of(game)
    says = {f"real_{name}" for name in ("lead", "score")} & set(game.compiled.addresses)
    if kind == "greedy" and not says and not nature.common:
        return "needs to know who is ahead"
    if kind == "improve" and not bots_of(game):
        return "has no scripted player to improve on"
    if kind == "alphabeta" and nature.hidden:
        return "somebody does not see everything"
    if kind == "alphabeta" and nature.chance:
        return "something is left to chance"
    if kind == "solver":
        return (
            "somebody does not see everything"
            if nature.hidden
            else "more than .* positions|too many|never comes to an end"
        )
    if kind == "equilibrium":
        return "more than .* (positions|outcomes)|too many|how two hidden cards compare"
    return None


def tables() -> list[tuple[str, int]]:
    """Every bundled game with the fewest and with the most players."""
    return [(game.name, players) for game in ludwright.bundled_games() for players in sorted(_fewest_and_most(game))]


def _fewest_and_most(game: BundledGame) -> set[int]:
    numbers = [int(number) for number in re.findall(r"\d+", game.players)]
    return {min(numbers), max(numbers)}


def test_every_kind_is_known_here() -> None:
    assert set(KINDS) <= {*TEXTS, *PERSONAS, *ELSEWHERE}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), tables())
def test_everybody_plays_without_fault(name: str, players: int, tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST, encoding="utf-8")
    game = ludwright.load(name, players=players)
    for kind, text in texts_for(game, tmp_path):
        try:
            found = ludwright.simulate(game, GAMES, agents=text, move_limit=MOVES, threads=1)
        except LudwrightError as error:
            reason = refusal(kind, game)
            assert reason is not None, f"{text}: {error}"
            assert re.search(reason, str(error)), f"{text}: {error}"
            assert "\n" not in str(error).strip()
        else:
            assert found.games == GAMES
            assert all(fault.code == ir.TOO_LONG for fault in found.faults), (text, found.faults)
            assert kind not in ("greedy", "improve", "alphabeta") or refusal(kind, game) is None, (
                f"{text} should refuse"
            )

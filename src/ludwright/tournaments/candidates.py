"""Who may be the strongest player of a game: every kind that the game allows, those that search with a budget still to be filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludwright.agents.auto_settings import suits_improving
from ludwright.agents.bundled import BUNDLED, bundled_player
from ludwright.agents.nature import nature_of
from ludwright.agents.seating import check
from ludwright.agents.texts import bots_of, read
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import player_called
from ludwright.play.playable import Playable

BUDGETS = (8, 12, 16, 24, 32, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000)
"""How many play-outs a player who searches may have. Steps, so that about the same speed gives the same players."""
RANDOM, GREEDY = "random", "greedy"
_HOLE = "{}"
_NODES = 20
"""So many positions of an exact search stand for a play-out."""


@dataclass(frozen=True)
class Candidate:
    """A player, or a family of players who think longer or shorter."""

    pattern: str
    """Its text, with ``{}`` for the budget if it has one."""

    @property
    def thinks(self) -> bool:
        """Whether it gets stronger with more time."""
        return _HOLE in self.pattern

    def at(self, budget: int) -> str:
        """The player with a budget.

        >>> Candidate("mcts:{},playout=greedy").at(50), Candidate("greedy").at(50)
        ('mcts:50,playout=greedy', 'greedy')
        """
        scale = _NODES if self.pattern.startswith("alphabeta") else 1
        return self.pattern.replace(_HOLE, str(budget * scale))


def candidates(
    game: Playable, bots: Sequence[str] | None = None, also: Sequence[str] = (), few: bool = False, learned: str = ""
) -> list[Candidate]:
    """All who can play the game; of its scripted players those named ``bots``, or all. ``also`` are players as they are.

    With ``few`` only the first search, the scripted players and those that improve on them. With a file of what was ``learned`` only those who play by it.
    """
    if learned:
        taught = [*map(Candidate, (f"mcts:{{}},learned={learned}", f"learned:{learned}"))]
        check(game, [taught[0].at(BUDGETS[0])])
        return [one for one in taught if _plays(game, one.at(BUDGETS[0]))]
    scripted = [*_of_bots(game, list(bots_of(game)) if bots is None else bots)]
    searching = [*_searching(game)]
    if few:
        searching, scripted = (
            [one for one in searching if one in ("mcts:{}", f"mcts:{{}},learned={BUNDLED}", GREEDY)],
            [name for name in scripted if not name.startswith("mcts")],
        )
    patterns = dict.fromkeys([*searching, *scripted, *also])
    found: dict[str, Candidate] = {}
    for one in map(Candidate, patterns):
        if _plays(game, one.at(BUDGETS[0])):
            found.setdefault(player_called(game, one.at(BUDGETS[0])), one)  # two texts may stand for the same player
    return [*found.values()] or [Candidate(RANDOM)]


def _searching(game: Playable) -> Iterator[str]:
    """Players that need nobody to learn from."""
    nature, addresses = nature_of(game), game.compiled.addresses
    judged = "real_lead" in addresses or "real_score" in addresses
    yield "mcts:{}"
    if judged or nature.common:
        yield "mcts:{},playout=greedy"
        yield GREEDY
    if judged and not nature.common:
        yield "persona:{},goal=hoard"
    if nature.duel and nature.exact and judged:
        yield "alphabeta:nodes={}"
    if nature.players == 1:
        yield "nested:{}"
    if bundled_player(game) is not None:
        yield f"mcts:{{}},learned={BUNDLED}"
        yield "learned"
    yield "auto:{}"


def _of_bots(game: Playable, bots: Sequence[str]) -> Iterator[str]:
    """Scripted players, those that improve on them, and those that play on like them."""
    tree = not suits_improving(game, nature_of(game))
    for bot in bots:
        yield f"bot:{bot}"
        yield f"improve:{_HOLE},bot={bot}"
        if tree:
            yield f"mcts:{_HOLE},playout=bot:{bot}"


def _plays(game: Playable, name: str) -> bool:
    try:
        check(game, [str(read(name, game))])
    except LudwrightError:
        return False
    return True

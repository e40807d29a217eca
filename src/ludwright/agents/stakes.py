"""What a game pays: where scores are stakes, which always cancel out, a seat plays for its score rather than to win."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ludwright.agents.kernels import block as places
from ludwright.agents.minds import AgentMemory
from ludwright.agents.nature import nature_of
from ludwright.play.playable import Playable

if TYPE_CHECKING:
    from ludwright.play.match import Match

GAMES = 40
"""So many games at random show whether scores cancel out."""
LONGEST = 2000
"""Games of more moves are not played for stakes."""

_KNOWN: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()


def plays_for_score(game: Playable) -> bool:
    """Whether what one seat's score gains the others lose, by more in some games than in others: as chips do.

    Where nothing is left to chance and all lies open, who wins is what counts.

    >>> import ludwright
    >>> [plays_for_score(ludwright.load(name)) for name in ("kuhn_poker", "leduc_poker", "pig", "connect_four")]
    [True, True, False, False]
    """
    if game not in _KNOWN:
        _KNOWN[game] = _cancel_out(game)
    return _KNOWN[game]


def _cancel_out(game: Playable) -> bool:
    nature = nature_of(game)
    if getattr(game, "opaque", False):  # nobody says there that winning is all that counts
        return "score" in game.program.reals and not nature.common
    if nature.exact or nature.common or "real_score" not in game.compiled.addresses or not hasattr(game, "layout"):
        return False
    sizes: set[float] = set()
    for seed in range(1, GAMES + 1):
        match = played_at_random(game, seed)
        scores, returns = match.scores() or [], match.returns()
        best = max(zip(scores, returns, strict=False), default=(0.0, 0.0))
        if not match.over or abs(sum(scores)) > 1e-9 or best[1] < max(returns):  # most games are told by the first
            return False
        sizes.update(round(abs(score), 9) for score in scores)
    return len(sizes) > 1


def played_at_random(game: Playable, seed: int) -> Match:
    """One game at random, to its end unless that is far."""
    match: Match = game.start(seed=seed)
    dice = Random(seed)
    while not match.over and match.moves <= LONGEST:
        match.apply(dice.choice(match.codes()))
    return match


def put_stakes(mind: AgentMemory) -> None:
    """Have a player play for its score where that is what the game pays."""
    if plays_for_score(mind.game):
        mind.put(places.RETURNS, mind.game.compiled.addresses["real_score"])
        mind.put(places.SCORED, 1)

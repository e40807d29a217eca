"""Whether anybody can do without a thing at all: rules do by themselves what is the only thing that is legal, and ask nobody."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ludwright.agents.barred import bars_of
from ludwright.game import Game
from ludwright.play.agents import MOVE_LIMIT, Agents, seated
from ludwright.powers.players import from_strongest

GAMES = 12
"""So many games are looked at."""
_QUICK = 50
"""Who thinks longer thinks only so long here."""


def games_without_choice(game: Game, agent: str, what: str, seed: int) -> int:
    """In how many games of a few somebody who is barred from something has to do it, since it is all there is."""
    bars, _ = bars_of(game, [what])
    if not bars:
        return 0
    one = f"barred:{_quicker(agent, game)},from={what}"
    known = _known.setdefault(game, {})
    if (one, seed) not in known:
        asked = game._other()  # the same game, where what has no alternative is asked too; nothing is compiled again
        asked.ask_forced = True
        known[one, seed] = sum(_has_to(asked, one, bars, seed, number) for number in range(GAMES))
    return known[one, seed]


_known: WeakKeyDictionary[Game, dict[tuple[str, int], int]] = WeakKeyDictionary()
"""What was found already: the same is asked again on more deals."""


def _has_to(game: Game, one: str, bars: list[tuple[int, int]], seed: int, number: int) -> bool:
    seat = number % game.players
    who = seated(game, [one if other == seat else "random" for other in range(game.players)])
    match, agents = game.start(seed, number), Agents(game, seed, number, who)
    while not match.over and match.moves < MOVE_LIMIT:
        codes, actor = match.codes(), match.actor or 0
        code = agents.pick(actor, codes, match.words)
        if actor == seat and any(first <= code <= last for first, last in bars):
            return True
        match.apply(code)
    return False


def _quicker(agent: str, game: Game) -> str:
    return from_strongest(agent, game, _QUICK)[-1]

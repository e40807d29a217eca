"""Interventions for a report: what the games point to is taken away from one player, and players change places, on other deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ludwright.agents.barred import HARMLESS
from ludwright.agents.texts import read
from ludwright.findings.play import Play
from ludwright.powers.place_trials import PlaceTrials, place_trials
from ludwright.powers.trials import LEAST, MOST, Trials, trials
from ludwright.reports.playing import Wish

_SHARE = 0.5
"""Of the time for strong players, so much is spent once more."""
_PLACES = 0.1
"""And so much for starting places."""
_SUSPECTS, _USUAL, _PAIRS = 4, 4, 2
"""So many things are tried that stand out, so many that do not, to compare them with, and so many choices between two."""
_THOUGHTS = (100, 50, 20)
_GAMES = 4
"""Where a number of games is asked for, so many times as many are played, by players that think so many times less."""
_FEWEST = 4
"""Fewer things are not compared with each other."""


def intervene(plays: Sequence[Play], wish: Wish, progress: Callable[[str], None] | None) -> None:
    """Try out what the games of the strongest equals point to, for every number of players."""
    best = list({id(play.best): play.best for play in plays if play.best is not None}.values())
    for play in best:
        if (
            play.level
            and not play.mixed
            and play.players > 1
            and not play.nature.common
            and hasattr(play.game, "layout")
        ):
            if progress is not None:
                progress(f"doing without things, {play.players} at the table")
            play.trials = _tried(play, wish, wish.seconds * _SHARE / len(best))
            play.places = _exchanged(play, wish, wish.seconds * _PLACES / len(best))


def _tried(play: Play, wish: Wish, seconds: float) -> Trials | None:
    agents, things = _agents(play, wish), suspects(play)
    strongly = sorted(play.preferences, key=lambda one: -(one.figure.value or 0.0))[:_PAIRS]
    options = list(dict.fromkeys(name for one in strongly for name in (one.one, one.other)))
    count = len(things) + len(options)
    if not agents or not count:
        return None
    # where a number of games is asked for, time plays no part: the same is played on any machine
    deals = min(MOST, _GAMES * wish.games // (play.players * count)) if wish.games else None
    if deals is not None and deals < LEAST:
        return None
    # the games that pointed to something don't count again: other deals are played
    return trials(play.game, agents, things, options, wish.seed + 1, seconds=seconds, deals=deals, threads=wish.threads)


def _exchanged(play: Play, wish: Wish, seconds: float) -> PlaceTrials | None:
    agents = _agents(play, wish)
    games = _GAMES * wish.games if wish.games else None
    return (
        place_trials(play.game, agents, wish.seed + 1, seconds=seconds, games=games, threads=wish.threads)
        if agents
        else None
    )


def _agents(play: Play, wish: Wish) -> list[str]:
    """Who plays, from the strongest to the weakest: quicker ones than in the report's games, where these search."""
    who = read(play.agents[0], play.game)
    if who.kind.name not in HARMLESS:
        return []
    if who.kind.name not in ("mcts", "improve"):
        return [str(who)]
    own = int(who.settings.get("iterations", _THOUGHTS[0]))
    quicker = max(_THOUGHTS[-1], min(_THOUGHTS[0], own // _GAMES))
    thoughts = [quicker] if wish.games else _THOUGHTS
    return [str(read(f"auto:{many}", play.game)) for many in thoughts]


def suspects(play: Play) -> dict[str, bool | None]:
    """What stands out by who wins with it, whether it seems too strong or too weak, the farthest first; and then what does not stand out."""
    known = [figure for figure in play.holdings if figure.value is not None and figure.low is not None]
    if len(known) < _FEWEST:
        return {}
    usual = float(np.median([figure.value for figure in known]))
    known.sort(
        key=lambda figure: -abs((figure.value or 0.0) - usual) / max(1e-6, (figure.high or 1.0) - (figure.low or 0.0))
    )
    far = known[:_SUSPECTS]
    near = known[len(far) :][-_USUAL:]
    return {
        **{figure.name: (figure.value or 0.0) > usual for figure in far},
        **{figure.name: None for figure in near},
    }

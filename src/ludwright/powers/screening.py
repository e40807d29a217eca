"""A screen before the trials: everything is taken away on a few deals by players who take little time, and what stands out is tried in earnest.

The deals of the screen are not those of the trials, so what is stated rests on nothing that was picked for looking odd.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from time import monotonic

import numpy as np

from ludwright.game import Game
from ludwright.powers.barring import Habit
from ludwright.powers.comparing import FEW
from ludwright.powers.looks import STALLED, scripted
from ludwright.powers.players import from_strongest, pace
from ludwright.powers.suspects import SAME, STRONG, WEAK, Suspect
from ludwright.powers.table import Patience, SeededDeals
from ludwright.powers.things import ACTIONS, CARDS, copies_dealt
from ludwright.powers.verdicts import ALWAYS, GREAT, MARGIN, MISLED
from ludwright.powers.verdicts import STRONG as DEAR

LEAST, ENOUGH, MOST = 40, 300, 800
"""Trials take so many deals at least; so many where nothing is known; and never more than the last."""
FEWEST = 24
"""Where time is short, so many deals are enough for what stands out so far that fewer would show it."""
_FEWEST, _DEALS = 12, 60
"""A screen has so many deals at least, and so many at most."""
_PATIENCE = 0.2
"""Of the time, so much is for games in which all do without a thing: they may never end."""
_LATEST = 2.0
"""A screen that takes so many times as long as it should looks at nothing more."""
THOUGHTS = 16
"""Who thinks longer thinks only so long in a screen, if time is short."""
_VITAL = 0.8
"""Without what costs less of a fair share, somebody gets somewhere."""
_LIKED = 0.6
"""What players take more rarely is not always the right choice."""
_SPARE = 1.5
"""Cards are compared with each other, which takes so many times as many deals as for the one that stands out most."""
_HINTS = {WEAK: 0.3, SAME: 0.05}
"""What a suspicion counts for that a screen can't confirm: to leave something costs nothing, or makes no difference."""
_UNSEEN = 0.1
"""What a suspicion counts for that an option is too strong, where scripts were screened that may not know it."""
_SURE = 5.0
"""So many standard errors a trial is to be away from its limit, if what the screen shows is the truth."""
_USUAL, _FAR = 4, 4
"""So many cards are tried that stand out, and so many that do not."""
_BLURRED = 0.1
"""Of few deals that all show the same it is not believed that all others do: they are spread so much, as part of a fair share."""


@dataclass(frozen=True)
class Screened:
    """What a few deals showed of a suspect."""

    suspect: Suspect
    promise: float
    """How much speaks for a trial: about the part of a fair share that is at stake."""
    deals: int
    """How many deals would show it."""
    least: int = LEAST
    """How many it takes at least, however short the time is."""


def screened(
    game: Game, suspects: Sequence[Suspect], agent: str, habits: Mapping[str, Habit], seed: int, seconds: float, threads: int | None
) -> tuple[list[Screened], float, str]:  # fmt: skip
    """All suspects on a few deals, the most promising first; with how long a game took, and who played it. Empty if there is no time."""
    player, each = _player(game, agent, len(suspects), seed, seconds, threads)
    within = int(seconds / max(1e-9, each * game.players * (1 + len(suspects))))
    deals = min(_DEALS, within)
    if deals < _FEWEST:  # not all can be looked at: the most suspicious are
        deals = _FEWEST
        many = int(seconds / (each * game.players * deals)) - 1
        suspects = sorted(suspects, key=lambda one: -one.score)[: max(0, many)]
        if not suspects:
            return [], each, player
    table = SeededDeals(game, deals, seed, threads, None)
    table.patience = patience(seconds)
    began = monotonic()
    free = table.barred(player, [])
    lost: dict[str, np.ndarray] = {}
    for one in sorted(suspects, key=lambda one: -one.score):
        if monotonic() - began > _LATEST * seconds:
            break  # games take longer than it seemed
        lost[one.name] = (free - table.without(player, [one.name]).points).mean(axis=1)
    suspects = [one for one in suspects if one.name in lost]
    each = (monotonic() - began) / max(1, table.done)
    share = 1 / game.players
    unsure = scripted(player)
    found = [_judged(one, lost, habits.get(one.name), share, unsure) for one in suspects if one.kind != CARDS]
    needed = {one.name for one in suspects if _nobody_can_do_without(table, player, one, lost[one.name], share)}
    found = [replace(one, promise=0.0) if one.suspect.name in needed else one for one in found]
    cards = [one for one in suspects if one.kind == CARDS and one.name not in needed]
    if unsure:  # what a script never takes is worth nothing to it, whatever it is worth
        cards = [one for one in cards if lost[one.name].any()]
    found += _cards(cards, lost, copies_dealt(game), share)
    return sorted(found, key=lambda one: -one.promise), each, player


def patience(seconds: float) -> Patience:
    """How long of so many seconds it may take to see whether anybody gets anywhere without things."""
    return Patience(max(1.0, _PATIENCE * seconds))


def _player(game: Game, agent: str, many: int, seed: int, seconds: float, threads: int | None) -> tuple[str, float]:
    """The strongest player with whom there is time for all, and how long a game takes."""
    players = from_strongest(agent, game, THOUGHTS)
    each = 0.0
    for place in range(len(players) - 1, -1, -1):
        longest = seconds / (game.players * (1 + many) * _FEWEST * 2)
        cost = pace(game, players[place], seed, threads, most=longest)
        enough = cost <= longest
        if place < len(players) - 1 and not enough:
            return players[place + 1], each
        each = cost
    return players[0], each


def _nobody_can_do_without(table: SeededDeals, player: str, one: Suspect, lost: np.ndarray, share: float) -> bool:
    """Whether nobody gets anywhere if all do without a thing, such as without the goods that count: that is no fault."""
    loss, _, _ = _measured(lost, share)
    if loss < _VITAL * share or one.opening or table.common:
        return False
    return table.stalled(f"barred:{player},from={one.name}", _FEWEST) >= STALLED


def _judged(one: Suspect, lost: Mapping[str, np.ndarray], habit: Habit | None, share: float, unsure: bool) -> Screened:
    """An option: how far beyond a limit it may be, and how many deals would show that. ``unsure``: a script played, which may not know what the option
    is good for."""
    loss, error, spread = _measured(lost[one.name], share)
    rate = 0.0 if habit is None else habit.rate.value or 0.0
    # what a game is about, such as to play cards, is no option that is too strong
    able = one.kind != ACTIONS and rate >= _LIKED and loss - error > DEAR * share / 2
    strong = (loss - error) / share if able else 0.0
    misled = (-loss - error) / share if not one.opening else 0.0
    if max(strong, misled) > MARGIN:
        room = loss - DEAR * share if strong >= misled else -loss - MISLED * share
        suspected = STRONG if strong >= misled else WEAK
        sure = rate > ALWAYS or suspected == WEAK
        return Screened(
            replace(one, suspected=suspected),
            max(strong, misled) * (1.0 if sure else 0.5),
            _needed(spread, room, share),
            _needed(spread, room, share, FEWEST),
        )
    matters = abs(loss) - 2 * error > MARGIN * share
    hints = {**_HINTS, STRONG: _UNSEEN} if unsure and one.kind != ACTIONS else _HINTS
    promise = 0.0 if matters and one.suspected != STRONG else hints.get(one.suspected, 0.0) * one.score
    return Screened(one, promise, ENOUGH if one.suspected == SAME else 2 * LEAST)


def _cards(
    cards: Sequence[Suspect], lost: Mapping[str, np.ndarray], copies: Mapping[str, int], share: float
) -> list[Screened]:
    """Cards beside each other: those that stand out most, and those that don't, all on as many deals as the former need."""
    cards = [one for one in cards if np.isfinite(lost[one.name]).any()]  # nobody can do without some
    if len(cards) <= FEW:
        return []
    worth = {one.name: float(np.nanmean(lost[one.name])) / copies.get(one.name, 1) for one in cards}
    usual = float(np.median(list(worth.values())))
    ranked = sorted(cards, key=lambda one: (-_stake(worth[one.name] - usual, copies.get(one.name, 1)), one.name))
    found = []
    for one in ranked[:_FAR]:
        _, error, spread = _measured(lost[one.name], share)
        many, above = copies.get(one.name, 1), worth[one.name] > usual
        away = abs(worth[one.name] - usual) * (many if above else 1)
        promise = (away - error) / share
        if promise > GREAT / 2:
            need = _needed(spread if above else spread / many, away - GREAT * share, share)
            found.append(Screened(replace(one, suspected=STRONG if above else WEAK), promise, need))
    known = {one.suspect.name for one in found}
    # so few deals may not show what many games did
    found += [Screened(one, GREAT / 2, ENOUGH) for one in ranked if one.surely and one.name not in known]
    if not found:
        return []
    many = max(FEW, min(_USUAL, len(found)))
    like = [one for one in reversed(ranked) if one.name not in {other.suspect.name for other in found}][:many]
    found += [Screened(replace(one, suspected=""), min(one.promise for one in found), LEAST) for one in like]
    found.sort(key=lambda one: -one.promise)
    deals = min(MOST, ceil(_SPARE * next(one.deals for one in found if one.suspect.suspected)))
    return [replace(one, deals=deals) for one in found] if len(found) > FEW else []


def _stake(away: float, copies: int) -> float:
    """How far a card is from others: with all its copies, if they are worth more."""
    return away * copies if away > 0 else -away


def _measured(values: np.ndarray, share: float) -> tuple[float, float, float]:
    """Mean, its standard error, and how much deals differ."""
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return 0.0, 1.0, 1.0
    spread = max(_BLURRED * share, float(known.std(ddof=1)))
    return float(known.mean()), spread / sqrt(len(known)), spread


def _needed(spread: float, room: float, share: float, least: int = LEAST) -> int:
    """How many deals show that something is beyond its limit by so much room, but never fewer than the least."""
    room = max(room, MARGIN * share / 2)
    return min(MOST, max(least, ceil((_SURE * spread / room) ** 2)))

"""Secret answers given again: how a redeal reaches the present when others have answered unseen.

The rules note where a secret part began (`at once`, or a secret stage, whose beginning is kept whole) and every answer since. A redeal goes back there, deals
again what the seat did not know then, and plays on: the seat's own answers and all that were given openly are repeated, the secret ones of
others are chosen anew among what is legal. What does not look the same to the seat in the end is thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ludwright.engine.random import Stream
from ludwright.hidden.layout import Words
from ludwright.hidden.redeal import redeal
from ludwright.rules import ir

if TYPE_CHECKING:
    from ludwright.play.match import Match

TRIES = 400
"""How often it is tried before the present is dealt again as it stands."""


@dataclass(frozen=True)
class Reply:
    """One answer since the secret part began."""

    code: int
    seat: int
    secret: bool


def replies(match: Match, words: Words) -> list[Reply] | None:
    """The answers since a secret part began; None where there is none, or too many were given to be noted."""
    model = match.game.rules.model
    if "rewind" not in model.arrays or words[model.arrays["rewind"]] <= 0 or words[ir.OVER]:
        return None
    base = model.arrays["replies"]
    if words[base] > model.replies:
        return None
    pairs = words[base + 1 : base + 1 + 2 * int(words[base])].reshape(-1, 2)
    return [Reply(int(code), int(who) // 2, bool(who % 2)) for code, who in pairs]


def play_again(match: Match, seat: int, dice: Stream, streams: np.ndarray) -> Words | None:
    """The state of a match with all that a seat does not know dealt again and others' secret answers given anew; None if nothing fits."""
    words = match.numbers()
    noted = replies(match, words)
    if noted is None:
        return None
    # what happened in a secret stage is known by playing it again only, even if nobody else was asked in it
    arrays = match.game.rules.model.arrays
    veiled = "beginning" not in arrays and words[arrays["veil"]] > 0
    if veiled and not any(reply.secret and reply.seat != seat for reply in noted):
        return None
    known = [reply for reply in noted if reply.seat == seat or not reply.secret]
    goal = match.observe(seat)
    begun = _beginning(match, words)
    for _ in range(TRIES):
        state = begun.copy()
        redeal(match.game.layout, state, seat, streams, 0)
        trial = match.twin_of(state)
        if _reach(trial, seat, known, words, dice) and trial.observe(seat) == goal:
            return trial.numbers()
    return None


def _beginning(match: Match, words: Words) -> Words:
    """The state where the secret part began."""
    arrays = match.game.rules.model.arrays
    rewind = arrays["rewind"]
    begun = words.copy()
    if "beginning" in arrays:
        size = arrays["beginning"]
        begun[:size] = words[size : 2 * size]
    begun[ir.RESUME] = words[rewind] - 1
    begun[ir.FRAME] = words[rewind + 1]
    begun[ir.MOVES] = words[rewind + 2]
    begun[arrays["rewind"]] = words[rewind]
    begun[arrays["replies"]] = 0
    return begun


def _reach(trial: Match, seat: int, known: list[Reply], goal: Words, dice: Stream) -> bool:
    """Play on from the beginning to the question that is open now."""
    veil = trial.game.rules.model.arrays["veil"]
    at = 0
    trial.go_on()
    for _ in range(10_000):
        if trial.over:
            return False
        words = trial.words
        actor, secret = words[ir.ACTOR], words[veil] > 0
        if at == len(known) and actor == goal[ir.ACTOR] and words[ir.QUESTION] == goal[ir.QUESTION]:
            return True
        codes = trial.codes()
        if at < len(known) and known[at].seat == actor and (actor == seat or not secret):
            if known[at].code not in codes:
                return False
            trial.apply(known[at].code)
            at += 1
        elif secret and actor != seat:
            trial.apply(codes[dice.below(len(codes))])
        else:
            return False
    return False

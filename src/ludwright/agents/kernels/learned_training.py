"""Learning by self-play: whole games in which every seat plays by what was learned so far, and after each of them the weights are put right.

After its own answer, each seat remembers what it saw; where three or more play, all do. In the end, from the last position back to the first, what a
position is worth to a seat is drawn towards what came of it: partly the result, partly what the seat's next position was thought to be worth (TD(λ)).
Where somebody tried an answer that was not thought best, what was before learns from the one that was thought best instead, or nothing. How fast a
weight learns it finds itself: the more its corrections contradict each other, the slower (temporal coherence). Some games are played
against earlier selves.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from ludwright import ir
from ludwright.agents.kernels.block import (
    ADVANCE,
    BLOCK_WORDS,
    CONTEXT_WORDS,
    COUNTS,
    LIMIT,
    MIRRORED,
    RANGES,
    RETURNS,
    ROLE,
    SEAT,
    SEATS,
    STOP,
    STREAMS,
    TABLE,
    WEIGHT_COUNT,
    draw,
    plan,
    room,
)
from ludwright.agents.kernels.block import WEIGHTS as WEIGHTS_OF_GROUPS
from ludwright.agents.kernels.deciding import MEANS, SAMPLES, largest
from ludwright.agents.kernels.learned import (
    FOUND,
    FOUND_COUNT,
    LEARNED,
    SCALE,
    VIEW_ROW,
    VIEWS,
    WEIGHTS,
    errs,
    look_at,
    squashed,
    total,
    weigh,
)
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import (
    bits_at,
    call_advance,
    call_real,
    call_setup,
    copy_bytes,
    number,
    numbers_at,
    real,
    set_number,
    set_real,
    set_single,
    set_word,
    single,
    word,
)
from ludwright.engine.kernel import begin_stream, by_address, inner, root
from ludwright.play.kernels import choose

TRAINING = places(23, first=behind(LEARNED), before=BLOCK_WORDS)
(
    SETUP, LIVE, LIVE_CONTEXT, TRACE, TRACE_WIDTH, TRACE_STEPS, STEPS, RATES, VIEW_RATES, TARGETS, KNOWN, SHARE, TRIALS,
    WILD, SEED, PLAYED, OTHERS, PUPIL, LEAGUE, OPPOSING, ALL_WATCH, BOTS, BY_HEART,
) = TRAINING  # fmt: skip
"""Where it stands in the block, behind what players have: the game in progress; what was seen after each answer; of each weight and each view, the sum of
corrections and of their sizes; what came of a game for each seat, and whether that is known; how much the result counts; how often an answer is tried that is
not thought best, in usual games and in wild ones; the players that others are, if they don't learn, and who then learns; how many earlier selves there are (-k:
k companies of others play in all games, each as often); those who play now; whether every seat remembers every position; how many scripted players come behind
the earlier selves; how much of a correction goes to the whole view."""

WHO, SEEN, TRIED, THOUGHT = map(np.int64, range(4))
STEP_ROW = np.int64(4)
"""Of each position: who remembers it, how much was seen in it, whether the answer to it was not thought best (2: that of somebody else), and what it, or the best, was
thought to be worth."""
_ONE = np.uint64(1)
LEAGUE_GAMES = np.uint64(4)
"""About every fourth game is played against an earlier self, once there is one, and as many against a scripted player, if the game has any."""
UNKNOWN = np.nan
"""What a position is thought to be worth that nobody has weighed yet."""
WILD_GAMES = np.int64(4)
"""Every fourth game is a wild one: so that unusual positions are learned about, too."""


@inner
@no_type_check
def begin(b):
    """Set up the next game. How many options there are."""
    seats, context = number(b, SEATS), number(b, LIVE_CONTEXT)
    streams = carray(bits_at(number(b, STREAMS)), (2 * (seats + 1),))
    stem = root(np.uint64(number(b, SEED)), number(b, PLAYED))
    for role in range(seats + 1):
        begin_stream(stem, role, streams)
    set_number(context, ir.CTX_RNG_STATE, number(number(b, STREAMS), 0))
    set_number(context, ir.CTX_RNG_STREAM, number(number(b, STREAMS), 1))
    return np.int64(call_setup(number(b, SETUP), number(b, LIVE), number(b, TABLE), context))


@inner
@no_type_check
def answer_live(b, code):
    return np.int64(
        call_advance(number(b, ADVANCE), number(b, LIVE), number(b, TABLE), number(b, LIVE_CONTEXT), np.int32(code))
    )


@inner
@no_type_check
def ask_other(b, options, seat):
    """What a player that does not learn takes, by its place."""
    seats = number(b, SEATS)
    return choose(
        carray(numbers_at(number(b, OPPOSING)), (seats, 3)),
        seat,
        options,
        number(b, LIVE),
        number(b, TABLE),
        number(b, LIVE_CONTEXT),
        carray(numbers_at(number(b, LIVE_CONTEXT)), (number(b, CONTEXT_WORDS),)),
        carray(bits_at(number(b, STREAMS)), (2 * (seats + 1),)),
        carray(numbers_at(number(b, RANGES)), (2,)),
        carray(numbers_at(number(b, WEIGHTS_OF_GROUPS)), (number(b, WEIGHT_COUNT),)),
        carray(numbers_at(number(b, COUNTS)), (number(b, WEIGHT_COUNT),)),
    )


@inner
@no_type_check
def asked(b):
    """The seat that is asked."""
    actor = word(number(b, LIVE), ir.ACTOR)
    return actor if 0 <= actor < number(b, SEATS) else np.int64(0)


@inner
@no_type_check
def remember(b, step, seat, tried, thought):
    """Note what a seat sees now. Whether its game goes on, and how much its best answer was thought to be worth, given or not, is kept beside it."""
    live, slot, seen = number(b, LIVE), step % number(b, TRACE_STEPS), np.int64(0)
    if word(live, ir.OVER) == 0:
        look_at(b, live, number(b, LIVE_CONTEXT), seat)
        seen, found = number(b, FOUND_COUNT), number(b, FOUND)
        copy_bytes(found, number(b, TRACE) + 8 * slot * number(b, TRACE_WIDTH), 8 * (seen + 2))
        if np.isnan(thought):
            thought = squashed(b, total(b, found, seen))
    row = number(b, STEPS) + 8 * STEP_ROW * slot
    set_number(row, WHO, seat)
    set_number(row, SEEN, seen)
    set_number(row, TRIED, tried)
    set_real(row, THOUGHT, thought)


@inner
@no_type_check
def decide_live(b, options, step, rate):
    """Answer as the seat thinks best, or now and then otherwise. How many options there are next, and how many positions are remembered now."""
    live, context = number(b, LIVE), number(b, LIVE_CONTEXT)
    seat = asked(b)
    set_number(b, SEAT, seat)
    set_number(b, ROLE, seat + 1)
    wild = errs(b, rate)
    pick = draw(b, options) if wild else np.int64(0)
    plan(b, live)
    weigh(b, context, options, seat)
    best = largest(b, number(b, MEANS), options)
    thought = real(number(b, MEANS), best) / np.float64(number(b, SAMPLES))
    if not wild:
        pick = best
    following = answer_live(b, number(context, ir.CTX_HEADER + pick))
    tried = np.int64(pick != best)
    if number(b, ALL_WATCH):
        for other in range(number(b, SEATS)):
            if other != seat:
                remember(b, step, other, 2 * tried, UNKNOWN)
                step += 1
    remember(b, step, seat, tried, thought)
    return following, step + 1


@inner
@no_type_check
def corrected(rates, place, off):
    """How fast a weight learns; its correction is counted."""
    size = single(rates, 2 * place + 1)
    sum_of = single(rates, 2 * place)
    set_single(rates, 2 * place, sum_of + off)
    set_single(rates, 2 * place + 1, size + abs(off))
    return abs(sum_of) / size if size > 0.0 else 1.0


@inner
@no_type_check
def correct(b, found, count, target):
    """Draw the weights of what was seen towards what came of it: the whole view up to half of the way, all else half of it."""
    off = target - squashed(b, total(b, found, count))
    weights, rates = number(b, WEIGHTS), number(b, RATES)
    each = 0.5 * off / max(1.0, np.float64(count))
    for i in range(count):
        place = number(found, i)
        set_single(weights, place, single(weights, place) + corrected(rates, place, off) * each)
    views, view, tag = number(b, VIEWS), number(found, count), number(found, count + 1)
    if word(views, VIEW_ROW * view) == 0:
        set_word(views, VIEW_ROW * view, tag)
    if word(views, VIEW_ROW * view) == tag:
        place = VIEW_ROW * view + 1
        set_single(
            views, place, single(views, place) + corrected(number(b, VIEW_RATES), view, off) * real(b, BY_HEART) * off
        )


@inner
@no_type_check
def learn_from(b, steps):
    """Learn from a game that has come to its end."""
    targets, known, share, seats = number(b, TARGETS), number(b, KNOWN), real(b, SHARE), number(b, SEATS)
    for seat in range(seats):
        result = call_real(
            number(b, RETURNS), number(b, LIVE), number(b, TABLE), number(b, LIVE_CONTEXT), np.int64(seat)
        )
        set_real(targets, seat, result / real(b, SCALE))
        set_number(known, seat, 1)
    for step in range(steps - 1, max(np.int64(-1), steps - 1 - number(b, TRACE_STEPS)), -1):
        slot = step % number(b, TRACE_STEPS)
        row = number(b, STEPS) + 8 * STEP_ROW * slot
        seat, thought, tried = number(row, WHO), real(row, THOUGHT), number(row, TRIED)
        target = real(targets, seat)
        if number(row, SEEN) and number(known, seat):
            correct(b, number(b, TRACE) + 8 * slot * number(b, TRACE_WIDTH), number(row, SEEN), target)
        if tried == 1:
            set_real(targets, seat, thought)
            if number(b, MIRRORED):
                set_real(targets, 1 - seat, -thought)
        elif tried == 2:
            set_number(known, seat, 0)
            if number(b, MIRRORED):
                set_number(known, 1 - seat, 0)
            continue
        elif number(row, SEEN):
            came = target if number(known, seat) else thought
            set_real(targets, seat, share * came + (1.0 - share) * thought)
        set_number(known, seat, 1)


@inner
@no_type_check
def choose_opponents(b):
    """Who plays the next game, and who of them learns: all, or one against others or an earlier self. All seats take their turns. Whether the others are scripted
    players: what they do is learned from, too."""
    seats, league = number(b, SEATS), number(b, LEAGUE)
    turn = number(b, PLAYED) // seats
    chance = root(~np.uint64(number(b, SEED)), turn)
    set_number(b, PUPIL, -1)
    if league < 0:
        set_number(b, PUPIL, number(b, PLAYED) % seats)
        member = np.int64((chance >> np.uint64(32)) % np.uint64(-league))
        set_number(b, OPPOSING, number(b, OTHERS) + 8 * 3 * seats * member)
        return False
    against, scripted = chance % LEAGUE_GAMES, number(b, BOTS)
    first, members = (np.int64(0), league) if against == np.uint64(0) else (league, scripted)
    if against > _ONE or members == 0:
        return False
    member = first + np.int64((chance >> np.uint64(32)) % np.uint64(members))
    set_number(b, PUPIL, number(b, PLAYED) % seats)
    set_number(b, OPPOSING, number(b, OTHERS) + 8 * 3 * seats * member)
    return against == _ONE


@inner
@no_type_check
def watch_other(b, options, step, rate):
    """Let a scripted player answer, or now and then anything instead, and remember what it sees. How many options there are next, and how many positions are
    remembered now."""
    seat = asked(b)
    set_number(b, SEAT, seat)
    set_number(b, ROLE, seat + 1)
    wild = errs(b, rate)
    pick = draw(b, options) if wild else ask_other(b, options, seat)
    following = answer_live(b, number(number(b, LIVE_CONTEXT), ir.CTX_HEADER + pick)) if pick >= 0 else np.int64(-1)
    remember(b, step, seat, 2 * np.int64(wild), UNKNOWN)
    return following, step + 1


@no_type_check
def _learn_games(b, games):
    """Play games and learn from each. How many were played: fewer only when it was told to stop."""
    for game in range(games):
        options, step = begin(b), np.int64(0)
        seats = number(b, SEATS)
        rate = real(b, WILD) if number(b, PLAYED) // seats % WILD_GAMES == 0 else real(b, TRIALS)
        scripted = choose_opponents(b)
        while options > 0 and word(number(b, LIVE), ir.MOVES) < number(b, LIMIT):
            if number(number(b, STOP), 0):
                return np.int64(game)
            options = min(options, room(b))
            if options > 1 and number(b, PUPIL) in (-1, asked(b)):
                options, step = decide_live(b, options, step, rate)
                continue
            if options > 1 and scripted:
                options, step = watch_other(b, options, step, rate)
                continue
            pick = ask_other(b, options, asked(b)) if options > 1 else np.int64(0)
            if pick < 0:
                break
            options = answer_live(b, number(number(b, LIVE_CONTEXT), ir.CTX_HEADER + pick))
        if word(number(b, LIVE), ir.OVER) == 1:
            learn_from(b, step)
        set_number(b, PLAYED, number(b, PLAYED) + 1)
    return np.int64(games)


@cache
def learn_games() -> Any:
    """The function by address: from a block and a number of games to how many were played."""
    return by_address(_learn_games, types.int64(types.int64, types.int64))

"""Which child of a point a tree search goes down to: the formulas that weigh what is good against what is little known."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    BOT,
    CONTEXT,
    EVALUATOR,
    ROLE,
    SEATS,
    SPAN,
    SPARE_CONTEXT,
    STATE,
    STREAMS,
    TABLE,
    draw,
    mover,
    part_of,
)
from ludwright.agents.kernels.tree import (
    BEST,
    BEST_WEIGHT,
    EDGES,
    EXACT,
    FIRST,
    FORETELL,
    FORETOLD,
    FORMULA,
    GUIDED,
    LOGS,
    LOGS_KEPT,
    LOSS,
    MARKS,
    MERGED,
    MOVER,
    NEXT,
    PLAIN,
    PRIOR,
    PRIOR_VISITS,
    PROVEN,
    REALS,
    REALS_A_ROW,
    ROW,
    SEEN,
    SIMILAR,
    SIMILAR_K,
    SIMILAR_TOTAL,
    SINGLE_D,
    SQUARES,
    TOTAL,
    TRUST,
    URGENCY,
    VISITS,
    WIDEN_C,
    WIDEN_POWER,
    WORTHS,
    C,
    any_unvisited,
    mark,
    set_mark,
    sum_of,
)
from ludwright.engine.calling import call_real, number, real, set_number, set_real, word
from ludwright.engine.kernel import inner
from ludwright.engine.streams import next_at

UCB1, TUNED, TUNED2, SINGLE, EVENLY = map(np.int64, range(5))
"""The formulas: the plain one; two that look at the spread of results; one for solo games; none, so that all children get as much."""


@inner
@no_type_check
def mean_of(b, row, visits):
    """What an answer has brought on average."""
    return sum_of(b, row, TOTAL) / visits


@inner
@no_type_check
def merged_mean(b, row, visits):
    """The same where equal positions are one: it is that of the position, whatever led there."""
    reached = mark(b, row, SEEN)
    taken = np.float64(mark(b, reached, VISITS)) if reached else 0.0
    if taken > 0.0:
        return real(number(b, WORTHS), reached * number(b, SEATS) + mark(b, row, MOVER)) / taken
    return mean_of(b, row, visits)


@inner
@no_type_check
def promise(b, row, mean, visits, log_seen, low, scale):
    """What speaks for a child that has been taken before: how well it did on average, and how little is known of it."""
    value = (mean - low) * scale
    formula = number(b, FORMULA)
    weight = real(b, BEST_WEIGHT)
    if weight > 0.0:  # the best result counts as well as the mean
        value = (1.0 - weight) * value + weight * (sum_of(b, row, BEST) - low) * scale
    similar_k = real(b, SIMILAR_K)
    if similar_k > 0.0 and sum_of(b, row, SIMILAR) > 0.0:  # what the same answer did when it came later
        similar = (sum_of(b, row, SIMILAR_TOTAL) / sum_of(b, row, SIMILAR) - low) * scale
        share = np.sqrt(similar_k / (3.0 * visits + similar_k))
        value = (1.0 - share) * value + share * similar
    unknown = log_seen / visits
    if formula == UCB1:
        return value + real(b, C) * np.sqrt(unknown)
    spread = max(0.0, sum_of(b, row, SQUARES) / visits - mean_of(b, row, visits) ** 2) * scale * scale
    if formula == TUNED:
        return value + real(b, C) * np.sqrt(unknown * min(0.25, spread + np.sqrt(2.0 * unknown)))
    if formula == TUNED2:
        return value + real(b, C) * np.sqrt(unknown * (spread + np.sqrt(2.0 * unknown)))
    return value + real(b, C) * np.sqrt(unknown) + np.sqrt(spread + real(b, SINGLE_D) * scale * scale / visits)


@inner
@no_type_check
def widest(b, visits):
    """How many children of a point may be looked at after so many visits."""
    if real(b, WIDEN_C) <= 0.0:
        return np.int64(1) << 40
    return np.int64(np.ceil(real(b, WIDEN_C) * np.float64(visits + 1) ** real(b, WIDEN_POWER)))


@inner
@no_type_check
def scale_of(b):
    """What makes results run from 0 to 1."""
    low, high = real(number(b, SPAN), 0), real(number(b, SPAN), 1)
    return 1.0 / (high - low) if high > low else 0.0


@inner
@no_type_check
def log_of(b, count):
    """The logarithm of a number of visits and one: from a table while it is small, as most are."""
    return real(number(b, LOGS), count) if count < LOGS_KEPT else np.log(np.float64(count) + 1.0)


@inner
@no_type_check
def pick_plainly(b, first, log_seen):
    """The most promising child by the plain formula; 0 if some were never taken. The usual case, so it is written for speed."""
    edges, reals, width = number(b, EDGES), number(b, REALS), number(b, REALS_A_ROW)
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    c = real(b, C) * np.sqrt(log_seen)
    best, chosen = -np.inf, first
    row = first
    while row:
        place = edges + 4 * ROW * row
        visits = word(place, VISITS)
        if visits == 0:
            return np.int64(0)
        once = 1.0 / np.float64(visits)
        value = (real(reals, width * row + TOTAL) * once - low) * scale + c * np.sqrt(once)
        if value > best and word(place, PROVEN) != LOSS:
            best, chosen = value, row
        row = word(place, NEXT)
    return chosen


@inner
@no_type_check
def trusted(b, row, visits, usual, low, scale, seen):
    """What speaks for a child that was foretold to be the best so likely: its mean, or what is usual as long as it was never taken (PUCT)."""
    if mark(b, row, PROVEN) == LOSS:
        return -1e9
    mean = mean_of(b, row, visits) if visits > 0.0 else usual
    return (mean - low) * scale + real(b, TRUST) * sum_of(b, row, PRIOR) * np.sqrt(seen + 1.0) / (visits + 1.0)


@inner
@no_type_check
def pick_as_foretold(b, first):
    """The most promising child, where it was foretold how likely each is the best."""
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    total, seen, row = 0.0, 0.0, first
    while row:
        total += sum_of(b, row, TOTAL)
        seen += np.float64(mark(b, row, VISITS))
        row = mark(b, row, NEXT)
    usual = total / seen if seen > 0.0 else 0.0
    best, chosen, row = -np.inf, first, first
    while row:
        value = trusted(b, row, np.float64(mark(b, row, VISITS)), usual, low, scale, seen)
        if value > best:
            best, chosen = value, row
        row = mark(b, row, NEXT)
    return chosen


@inner
@no_type_check
def foretell(b, options):
    """Have it foretold how likely each of the options that lie open is the best."""
    set_real(number(b, FORETOLD), 0, np.float64(options))
    set_real(
        number(b, FORETOLD),
        1,
        call_real(number(b, FORETELL), number(b, EVALUATOR), number(b, STATE), number(b, CONTEXT), number(b, FORETOLD)),
    )


@inner
@no_type_check
def possible_as_foretold(b, options):
    """The same of the children that are possible now, as :func:`match_options` has marked them."""
    marks, foretold, known = number(b, MARKS), number(b, FORETOLD), True
    count_fresh(b, options)
    for option in range(options):
        known = known and sum_of(b, word(marks, option), PRIOR) > 0.0
    if not known:
        foretell(b, options)
        set_real(foretold, 1, np.nan)
        for option in range(options):
            set_real(number(b, REALS), number(b, REALS_A_ROW) * word(marks, option) + PRIOR, real(foretold, 2 + option))
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    total, seen = 0.0, 0.0
    for option in range(options):
        total += sum_of(b, word(marks, option), TOTAL)
        seen += np.float64(mark(b, word(marks, option), VISITS))
    usual = total / seen if seen > 0.0 else 0.0
    at_once = part_of(b, number(b, STATE)) >= 0
    best, chosen = -np.inf, word(marks, 0)
    for option in range(options):
        row = word(marks, option)
        room = seen * at_random(b) if at_once else seen
        value = trusted(b, row, np.float64(mark(b, row, VISITS)), usual, low, scale, room)
        if value > best:
            best, chosen = value, row
    return chosen


@inner
@no_type_check
def pick_by_formula(b, first, seen, log_seen):
    """The most promising child by any of the formulas. Those never taken have a promise of their own, or are not met here."""
    formula, merged = number(b, FORMULA), number(b, MERGED) == 1 and number(b, EXACT) == 1
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    best, chosen, left = -np.inf, first, widest(b, seen)
    row = first
    foretold = real(b, PRIOR_VISITS)
    while row and left > 0:
        visits = np.float64(mark(b, row, VISITS))
        if foretold > 0.0:
            value = hope_of(b, row, visits, foretold, log_seen, low, scale)
        elif visits == 0.0:
            value = real(b, URGENCY)
        elif mark(b, row, PROVEN) == LOSS:
            value = -1e9
        elif formula == EVENLY:
            value = -visits
        else:
            mean = merged_mean(b, row, visits) if merged else mean_of(b, row, visits)
            value = promise(b, row, mean, visits, log_seen, low, scale)
        if value > best:
            best, chosen = value, row
        left -= 1
        row = mark(b, row, NEXT)
    return chosen


@inner
@no_type_check
def hope_of(b, row, visits, foretold, log_seen, low, scale):
    """What speaks for a child of which something is known before it is ever taken: that counts as so many visits."""
    if mark(b, row, PROVEN) == LOSS:
        return -1e9
    mean = (sum_of(b, row, TOTAL) + foretold * sum_of(b, row, PRIOR)) / (visits + foretold)
    return (mean - low) * scale + real(b, C) * np.sqrt(log_seen / (visits + 1.0))


@inner
@no_type_check
def pick_known(b, holder):
    """The most promising child of a point all of whose children are possible; those never taken come first."""
    first, seen = mark(b, holder, FIRST), mark(b, holder, VISITS)
    log_seen = log_of(b, seen)
    if number(b, PLAIN):
        row = pick_plainly(b, first, log_seen)
        return row if row else any_unvisited(b, first, np.int64(1) << 40)
    if number(b, FORETELL):
        return pick_as_foretold(b, first)
    if real(b, URGENCY) < 0.0 and real(b, PRIOR_VISITS) == 0.0:
        row = any_unvisited(b, first, widest(b, seen))
        if row:
            return row
    return pick_by_formula(b, first, seen, log_seen)


@inner
@no_type_check
def count_fresh(b, options):
    """Mark all options as seen; how many of them were never taken yet."""
    marks = number(b, MARKS)
    fresh = np.int64(0)
    for option in range(options):
        row = word(marks, option)
        set_mark(b, row, SEEN, mark(b, row, SEEN) + 1)
        if mark(b, row, VISITS) == 0:
            fresh += 1
    return fresh


@inner
@no_type_check
def fresh_option(b, options, fresh):
    """One of the options never taken yet, each as likely."""
    marks = number(b, MARKS)
    skip = draw(b, fresh) if fresh > 1 else np.int64(0)
    for option in range(options):
        row = word(marks, option)
        if mark(b, row, VISITS) == 0:
            if skip == 0:
                return row
            skip -= 1
    return np.int64(0)


@inner
@no_type_check
def guided_option(b, options):
    """The option that the scripted player would take who also plays the play-outs; by its place."""
    context, here = number(b, SPARE_CONTEXT), number(b, CONTEXT)
    for option in range(options):
        set_number(context, ir.CTX_HEADER + option, number(here, ir.CTX_HEADER + option))
    set_number(context, ir.CTX_OPTIONS, options)
    left = np.int64(call_real(number(b, BOT), number(b, STATE), number(b, TABLE), context, mover(b)))
    set_number(context, ir.CTX_FAULT, 0)
    if left <= 0:
        return draw(b, options)
    code = number(context, ir.CTX_HEADER + (draw(b, min(left, options)) if left > 1 else np.int64(0)))
    for option in range(options):
        if number(here, ir.CTX_HEADER + option) == code:
            return np.int64(option)
    return np.int64(0)


@inner
@no_type_check
def at_random(b):
    """By how much to explore more or less where all answer at once: the square of anything from 0 to 2.

    Players who choose by the same formula would else choose in step, and meet the same answers again and again (randomized UCB)."""
    factor = np.float64(next_at(number(b, STREAMS), number(b, ROLE))) * 2.0**-31
    return factor * factor


@inner
@no_type_check
def pick_possible(b, holder, options):
    """The most promising of the children that are possible now, as :func:`match_options` has marked them."""
    if number(b, FORETELL):
        return possible_as_foretold(b, options)
    marks, formula = number(b, MARKS), number(b, FORMULA)
    fresh = count_fresh(b, options)
    if fresh == options and number(b, GUIDED):
        return word(marks, guided_option(b, options))
    if fresh and options - fresh < widest(b, mark(b, holder, VISITS)):
        return fresh_option(b, options, fresh)
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    at_once = part_of(b, number(b, STATE)) >= 0
    best, chosen, ties = -np.inf, word(marks, 0), np.int64(0)
    for option in range(options):
        row = word(marks, option)
        visits = np.float64(mark(b, row, VISITS))
        if visits == 0.0:
            continue
        if formula == EVENLY:
            value = -visits
        else:
            log_seen = log_of(b, mark(b, row, SEEN))
            if at_once:
                log_seen *= at_random(b)
            value = promise(b, row, mean_of(b, row, visits), visits, log_seen, low, scale)
        if value > best:
            best, chosen, ties = value, row, np.int64(1)
        elif value == best and at_once:
            ties += 1
            if draw(b, ties) == 0:
                chosen = row
    return chosen

"""How the memory of an exact player lies in its block, and how kernels find it there.

Each array is two numbers of the block, behind what all players have: its address and its length. Where an array has rows, the length of
a row follows from the sizes that stand there too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, no_type_check

import numpy as np
from numba import carray  # type: ignore[attr-defined]

from ludwright.agents.kernels.block import BLOCK_WORDS, OWN, SEATS
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import bits_at, number, numbers_at, words_at
from ludwright.engine.kernel import inner
from ludwright.exact.alphabeta_memory import COUNT_WORDS, FRAME_WORDS, WINDOW, SearchMemory
from ludwright.exact.expanding import Graph
from ludwright.exact.maxn import Web
from ludwright.exact.outcomes import OutcomeRules
from ludwright.exact.scripted import DRAWS

if TYPE_CHECKING:
    from ludwright.agents.minds import AgentMemory

RULES = places(21, first=OWN, before=BLOCK_WORDS)
(
    SETUP, ADVANCE, LEGAL, RETURNS, CURSOR, TABLE, TABLE_WORDS, CONTEXT, CONTEXT_WORDS, ROWS, ROW_COUNT, RUNS, RUN_COUNT, STATE_WORDS,
    PLIES, WIDTH, CODE_COUNT, TABLE_ROWS, HISTORY_COUNT, STOP, GAME_WORDS,
) = RULES  # fmt: skip
"""Rules and sizes."""
SEARCH = places(11, first=behind(RULES), before=BLOCK_WORDS)
(STATES, FRAMES, REALS, KEYS, CODES, RANKS, KILLERS, HISTORY, POSITIONS, COUNTS, BOUNDS) = SEARCH
"""The memory of alpha-beta."""
WEB = places(7, first=behind(SEARCH), before=BLOCK_WORDS)
(SHARES, BEST, SUMS, VALUES, SCRIPTS, WORTHS, TOTALS) = WEB
"""What max-n has beside states, frames, codes and counts."""
GRAPH = places(14, first=behind(WEB), before=BLOCK_WORDS)
(
    GRAPH_KEYS, SLOTS, SLOT_COUNT, ACTOR, GRAPH_VALUES, MOVE_FIRST, OUTCOME_FIRST, CHILD, WEIGHT, GRAPH_COUNTS, FOUND, MOVES, OUTCOMES,
    WEIGHTS,
) = GRAPH  # fmt: skip
"""The positions of the solver."""


@inner
@no_type_check
def open_rules(b):
    """The rules of a game, from a block at an address."""
    return OutcomeRules(
        setup=number(b, SETUP),
        advance=number(b, ADVANCE),
        legal=number(b, LEGAL),
        returns=number(b, RETURNS),
        seats=number(b, SEATS),
        cursor=number(b, CURSOR),
        table=carray(words_at(number(b, TABLE)), number(b, TABLE_WORDS)),
        context=carray(numbers_at(number(b, CONTEXT)), number(b, CONTEXT_WORDS)),
        rows=carray(numbers_at(number(b, ROWS)), number(b, ROW_COUNT)),
        runs=carray(numbers_at(number(b, RUNS)), (number(b, RUN_COUNT), 6)),
    )


@inner
@no_type_check
def real_rows(address, rows, columns):
    return carray(bits_at(address), (rows, columns)).view(np.float64)


@inner
@no_type_check
def real_row(address, size):
    return carray(bits_at(address), size).view(np.float64)


@inner
@no_type_check
def open_search(b, streams):
    """The memory of alpha-beta."""
    plies, width, rows = number(b, PLIES), number(b, WIDTH), number(b, TABLE_ROWS)
    table = carray(bits_at(number(b, POSITIONS)), (rows, width + 2))
    return SearchMemory(
        states=carray(words_at(number(b, STATES)), (plies, number(b, STATE_WORDS))),
        frames=carray(numbers_at(number(b, FRAMES)), (plies, FRAME_WORDS)),
        reals=real_rows(number(b, REALS), plies, len(WINDOW)),
        keys=carray(bits_at(number(b, KEYS)), (plies, width)),
        codes=carray(words_at(number(b, CODES)), number(b, CODE_COUNT)),
        ranks=carray(numbers_at(number(b, RANKS)), number(b, CODE_COUNT)),
        killers=carray(words_at(number(b, KILLERS)), (plies, 2)),
        history=carray(numbers_at(number(b, HISTORY)), number(b, HISTORY_COUNT)),
        table=table,
        kept=table.view(np.float64),
        counts=carray(numbers_at(number(b, COUNTS)), COUNT_WORDS),
        bounds=real_row(number(b, BOUNDS), 2),
        stop=carray(numbers_at(number(b, STOP)), 1),
        streams=carray(bits_at(streams), 2 * (number(b, SEATS) + 1)),
    )


@inner
@no_type_check
def open_web(b, streams):
    """The memory of max-n."""
    plies, seats = number(b, PLIES), number(b, SEATS)
    return Web(
        states=carray(words_at(number(b, STATES)), (plies, number(b, STATE_WORDS))),
        frames=carray(numbers_at(number(b, FRAMES)), (plies, FRAME_WORDS)),
        shares=real_row(number(b, SHARES), plies),
        best=real_rows(number(b, BEST), plies, seats),
        sums=real_rows(number(b, SUMS), plies, seats),
        values=real_row(number(b, VALUES), seats),
        scripts=carray(words_at(number(b, SCRIPTS)), (plies, DRAWS)),
        codes=carray(words_at(number(b, CODES)), number(b, CODE_COUNT)),
        worths=real_row(number(b, WORTHS), number(b, CODE_COUNT)),
        counts=carray(numbers_at(number(b, COUNTS)), COUNT_WORDS),
        stop=carray(numbers_at(number(b, STOP)), 1),
        streams=carray(bits_at(streams), 2 * (seats + 1)),
    )


@inner
@no_type_check
def bytes_at(address, size):
    return carray(bits_at(address), size).view(np.int8)


@inner
@no_type_check
def open_graph(b):
    """The positions of the solver."""
    found = number(b, FOUND)
    return Graph(
        keys=carray(bits_at(number(b, GRAPH_KEYS)), (found, number(b, WIDTH))),
        slots=carray(words_at(number(b, SLOTS)), number(b, SLOT_COUNT)),
        actor=bytes_at(number(b, ACTOR), found // 8),
        values=real_rows(number(b, GRAPH_VALUES), found, number(b, SEATS)),
        move_first=carray(numbers_at(number(b, MOVE_FIRST)), found),
        outcome_first=carray(numbers_at(number(b, OUTCOME_FIRST)), number(b, MOVES)),
        child=carray(words_at(number(b, CHILD)), number(b, OUTCOMES)),
        weight=real_row(number(b, WEIGHT), number(b, WEIGHTS)),
        counts=carray(numbers_at(number(b, GRAPH_COUNTS)), 8),
    )


def lay_rules(mind: AgentMemory, rules: Any) -> None:
    """Write the rules into a block."""
    for place, value in (
        (SETUP, rules.setup),
        (ADVANCE, rules.advance),
        (LEGAL, rules.legal),
        (RETURNS, rules.returns),
        (CURSOR, rules.cursor),
    ):
        mind.put(int(place), int(value))
    arrays = (
        (TABLE, TABLE_WORDS, rules.table),
        (CONTEXT, CONTEXT_WORDS, rules.context),
        (ROWS, ROW_COUNT, rules.rows),
        (RUNS, RUN_COUNT, rules.runs),
    )
    for place, size, array in arrays:
        mind.hold(int(place), array)
        mind.put(int(size), len(array))


def lay_search(mind: AgentMemory, search: SearchMemory) -> None:
    """Write the memory of alpha-beta into a block."""
    sizes = (
        (STATE_WORDS, search.states.shape[1]), (PLIES, len(search.states)), (WIDTH, search.keys.shape[1]), (CODE_COUNT, search.codes.size),
        (TABLE_ROWS, len(search.table)), (HISTORY_COUNT, search.history.size),
    )  # fmt: skip
    for place, size in sizes:
        mind.put(int(place), int(size))
    arrays = (
        (STATES, search.states), (FRAMES, search.frames), (REALS, search.reals), (KEYS, search.keys), (CODES, search.codes), (RANKS, search.ranks),
        (KILLERS, search.killers), (HISTORY, search.history), (POSITIONS, search.table), (COUNTS, search.counts), (BOUNDS, search.bounds),
        (STOP, search.stop),
    )  # fmt: skip
    for place, array in arrays:
        mind.hold(int(place), array)


def lay_web(mind: AgentMemory, web: Web) -> None:
    """Write the memory of max-n into a block."""
    mind.put(int(STATE_WORDS), web.states.shape[1])
    mind.put(int(PLIES), len(web.states))
    mind.put(int(CODE_COUNT), web.codes.size)
    arrays = (
        (STATES, web.states), (FRAMES, web.frames), (SHARES, web.shares), (BEST, web.best), (SUMS, web.sums), (VALUES, web.values),
        (SCRIPTS, web.scripts), (CODES, web.codes), (WORTHS, web.worths), (COUNTS, web.counts), (STOP, web.stop),
    )  # fmt: skip
    for place, array in arrays:
        mind.hold(int(place), array)


def lay_graph(mind: AgentMemory, graph: Graph) -> None:
    """Write the positions of the solver into a block."""
    sizes = (
        (FOUND, len(graph.actor)), (WIDTH, graph.keys.shape[1]), (SLOT_COUNT, graph.slots.size), (MOVES, graph.outcome_first.size),
        (OUTCOMES, graph.child.size), (WEIGHTS, graph.weight.size),
    )  # fmt: skip
    for place, size in sizes:
        mind.put(int(place), int(size))
    arrays = (
        (GRAPH_KEYS, graph.keys), (SLOTS, graph.slots), (ACTOR, graph.actor), (GRAPH_VALUES, graph.values), (MOVE_FIRST, graph.move_first),
        (OUTCOME_FIRST, graph.outcome_first), (CHILD, graph.child), (WEIGHT, graph.weight), (GRAPH_COUNTS, graph.counts),
    )  # fmt: skip
    for place, array in arrays:
        mind.hold(int(place), array)

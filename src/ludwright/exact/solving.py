"""Solving: all positions where they fit into memory, a proof by search where two oppose each other without chance."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludwright import ir
from ludwright.arguments import renamed
from ludwright.engine.compiled import State
from ludwright.exact.graphs import GraphTooBigError, GraphValues, PositionGraph
from ludwright.exact.outcomes import answer, begin, list_options
from ludwright.exact.prepared import NotExactError, Prepared
from ludwright.exact.searching import AlphaBetaSearcher, Looked
from ludwright.exact.solution import Solution, SolvedMove
from ludwright.game import Game, loaded
from ludwright.hidden.layout import hides
from ludwright.play.match import Match

HELD = 200_000
"""Positions of two opponents that are gone through before a search is tried; about 150 bytes each."""
HELD_ALONE = 5_000_000
"""The same for games that no search can prove: 250 bytes each with chance."""
LOOKED_AT = 100_000_000
"""Positions that a search looks at."""
_TRIED = 5_000_000
"""Positions after which a search is given up if positions come again in it."""
MEGABYTES = 256
"""The table of a search."""
LONGEST = 200
"""Moves of a line that are told."""

Progress = Callable[[str, int, int], None]
"""Called now and then with what is being done, how far it is, and how far it may go."""
_INTERESTS = {GraphValues.OPPOSED: "opposed", GraphValues.COMMON: "common", GraphValues.EACH: "each"}


@renamed(source="game")
def solve(
    game: Game | Match | str | Path,
    limit: int | None = None,
    *,
    complete: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Prove what a game, or a position of a match, is worth with best play of all.

    >>> import ludwright
    >>> print(ludwright.solve(ludwright.load("tic-tac-toe")).words)
    Tic-tac-toe is a draw with best play (5,478 positions).

    ``limit`` is the number of positions that may be looked at; ``complete`` goes through all of them in any case, where a search would need
    fewer. Too many positions raise :class:`GraphTooBigError`, and a game with hidden information :class:`NotExactError`.
    """
    if limit is not None and limit < 1:
        raise ValueError("limit must be 1 or more")
    began = time.perf_counter()
    solution = _Solver(loaded(game) if not isinstance(game, Match) else game, limit, complete, progress).solve()
    solution.seconds = time.perf_counter() - began
    return solution


def solve_positions(game: Game, limit: int = HELD_ALONE) -> tuple[PositionGraph, GraphValues]:
    """All positions of a game with their values, for players that look them up."""
    check_open(game)
    found = PositionGraph(Prepared(game))
    found.find_all(found.start_anew(), limit)
    return found, GraphValues(found)


def check_open(game: Game) -> None:
    """Raise a kind error for a game whose players don't see everything."""
    if isinstance(game.program, ir.Program) and hides(game.rules.model, game.layout):
        raise NotExactError(
            f"in {game.title} somebody does not see everything: best play is then a matter of probabilities; `ludwright equilibrium` "
            "finds them in small games"
        )


@dataclass
class _Solver:
    source: Game | Match
    limit: int | None
    complete: bool
    progress: Progress | None

    def solve(self) -> Solution:
        game = self.source if isinstance(self.source, Game) else self.source.game
        if not isinstance(game, Game):
            raise NotExactError(
                "only games from a game text can be solved: of others it is not known which positions are equal"
            )
        check_open(game)
        self.game, self.prepared = game, Prepared(game)
        self.rules = self.prepared.rules
        limit = self.limit or LOOKED_AT
        if game.players != 2 or self.prepared.chance or self.complete:
            return self._by_all_positions(self.limit or HELD_ALONE)
        try:
            return self._by_all_positions(min(limit, HELD))
        except GraphTooBigError:
            pass
        self.searcher = AlphaBetaSearcher(self.prepared, MEGABYTES, stride=2)
        self.searcher.find_order(self._start(), 0)
        looked = self._look(self._start(), min(limit, _TRIED))
        if not looked.proven and (looked.unequal or looked.repeats):
            return self._by_all_positions(self.limit or HELD_ALONE)
        if not looked.proven and limit > _TRIED:
            looked = self._look(self._start(), limit)
        return self._by_search(looked, limit)

    def _start(self) -> State:
        """The state it begins with, in a game without chance at the beginning."""
        if isinstance(self.source, Match):
            if self.source.fault is not None:
                raise NotExactError(f"this match was stopped by a fault: {self.source.fault.words}")
            return self.prepared.state_of(self.source.numbers())
        state = self.prepared.new_state()
        begin(self.rules, state)
        return state

    def _options(self, state: State) -> list[tuple[int, str]]:
        if state[ir.OVER]:
            return []
        number = int(list_options(self.rules, state))
        codes = self.prepared.context[ir.CTX_HEADER : ir.CTX_HEADER + number].tolist()
        words = state.tolist()
        return [(code, self.game.wording.option(code, words).words) for code in codes]

    def _after(self, state: State, code: int) -> State:
        other = state.copy()
        answer(self.rules, other, code)
        return other

    # ------------------------------------------------------------ all positions

    def _by_all_positions(self, held: int) -> Solution:
        found = PositionGraph(self.prepared)
        state = found.start_from(self._start()) if isinstance(self.source, Match) else found.start_anew()

        def tell(done: int, known: int) -> None:
            if self.progress is not None:
                self.progress(f"{known:,} positions found", done, known)

        found.find_all(state, held, tell)
        values = GraphValues(found)
        one = len(found.starts) == 1
        is_open = values.is_open(found.starts)
        plies = values.plies() if one else None
        start = found.starts[0][0]
        solution = Solution(
            self.game.title, self.game.seats, self._mover(state) if one else None,
            None if is_open else values.of(found.starts), _INTERESTS[values.interests], found.chance, found.positions, True,
            decisive=set(values.ends.tolist()) == {-1.0, 1.0}, fault=found.fault(state),
            opening=isinstance(self.source, Game),
        )  # fmt: skip
        if is_open and one and values.interests == GraphValues.OPPOSED:
            solution.bounds = float(values.low[start]), float(values.high[start])
        if one:
            solution.moves = self._moves(found, values, state)
            if plies is not None and not is_open:
                solution.plies = int(plies[start])
                solution.line = self._line(found, values, plies, state)
        return solution

    def _mover(self, state: State) -> int | None:
        return None if state[ir.OVER] else int(state[ir.ACTOR])

    def _moves(self, found: PositionGraph, values: GraphValues, state: State) -> list[SolvedMove]:
        options = self._options(state)
        listed: list[tuple[int, str, list[float] | None]] = []
        for code, words in options:
            outcomes = found.outcomes(state, code)
            listed.append((code, words, None if values.is_open(outcomes) else values.of(outcomes)))
        return _listed(listed, int(state[ir.ACTOR]))

    def _line(self, found: PositionGraph, values: GraphValues, plies: Any, state: State) -> list[str]:
        line: list[str] = []
        while not state[ir.OVER] and len(line) < LONGEST:
            here = found.number_of(state)
            best: tuple[int, str, State] | None = None
            delays = values.interests == GraphValues.OPPOSED and values.graph.values[here, state[ir.ACTOR]] < 0
            for code, words in self._options(state):
                after = self._after(state, code)
                there = found.number_of(after)
                if values.graph.values[there, 0] != values.graph.values[here, 0]:
                    continue
                far = -int(plies[there]) if delays else int(plies[there])
                if best is None or far < best[0]:
                    best = far, words, after
            if best is None:
                break
            line.append(best[1])
            state = best[2]
        return line

    # ------------------------------------------------------------ search

    def _by_search(self, looked: Looked, nodes: int) -> Solution:
        if not looked.proven:
            self._give_up(looked)
        spent, state = looked.nodes, self._start()
        solution = Solution(
            self.game.title, self.game.seats, self._mover(state), _both(looked.value), "opposed", False, spent, False,
            opening=isinstance(self.source, Game),
        )  # fmt: skip
        self._search_moves(solution, state, max(nodes - spent, 100_000))
        self._search_line(solution, state, max(nodes - spent, 100_000))
        return solution

    def _look(self, state: State, nodes: int) -> Looked:
        def tell(done: int, most: int) -> None:
            if self.progress is not None:
                self.progress(f"{done:,} positions looked at", done, most)

        return self.searcher.look(state, 0, nodes, progress=tell)

    def _give_up(self, looked: Looked) -> None:
        raise GraphTooBigError(
            f"{self.game.title} is too big: nothing is proven after {looked.nodes:,} positions, {looked.depth} moves deep. "
            "Allow more with a higher limit, set the game smaller, or solve a later position"
        )

    def _search_moves(self, solution: Solution, state: State, nodes: int) -> None:
        """The value of every legal move, as far as the budget allows."""
        mover, found = int(state[ir.ACTOR]), []
        for code, words in self._options(state):
            after = self._after(state, code)
            worth: list[float] | None = None
            if after[ir.OVER]:
                worth = self._results(after)
            else:
                looked = self._look(after, max(1, nodes))
                nodes -= looked.nodes
                worth = _both(looked.value) if looked.proven else None
            found.append((code, words, worth))
        solution.moves = _listed(found, mover)

    def _results(self, state: State) -> list[float]:
        real, prepared = self.prepared.compiled.real, self.prepared
        return [real("returns", state, prepared.table, prepared.context, seat) for seat in range(prepared.seats)]

    def _search_line(self, solution: Solution, state: State, nodes: int) -> None:
        """One line of best play, as far as the budget allows."""
        while not state[ir.OVER] and len(solution.line) < LONGEST:
            looked = self._look(state, max(1, nodes))
            nodes -= looked.nodes
            if not looked.proven or looked.code < 0:
                break
            solution.line.append(self.game.wording.option(looked.code, state.tolist()).words)
            state = self._after(state, looked.code)


def _both(value: float) -> list[float]:
    """The value of a position for both of two opponents."""
    return [value + 0.0, 0.0 - value]


def _listed(found: list[tuple[int, str, list[float] | None]], mover: int) -> list[SolvedMove]:
    """Moves with their values, and which of them are best."""
    best = max((worth[mover] for _, _, worth in found if worth is not None), default=0.0)
    return [
        SolvedMove(code, words, worth, worth is not None and worth[mover] >= best - 1e-9)
        for code, words, worth in found
    ]

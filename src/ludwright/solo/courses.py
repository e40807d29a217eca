"""Whole games for one, move by move: when goals were reached, how values ran, what was done and what could have been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ludwright import ir
from ludwright.play.match import Match
from ludwright.solo.questions import Asked

LONGEST = 10_000
"""Decisions after which a game counts as too long."""
Chooser = Callable[[Match], int]


@dataclass
class SoloCourse:
    """One game."""

    result: float = 0.0
    times: list[int] = field(default_factory=list)
    """What the clock showed after each move; without a clock, how many moves there were."""
    values: list[tuple[float, ...]] = field(default_factory=list)
    """What is followed, after each move; first of all the result if it ended there."""
    goals: list[int] = field(default_factory=list)
    """When each goal was reached."""
    moves: list[str] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    """How often each action was done, and each with its values."""
    possible: Counter[str] = field(default_factory=Counter)
    """At how many decisions it could have been."""
    ended: bool = False

    def at(self, time: float) -> tuple[float, ...]:
        """The values at a moment."""
        from bisect import bisect_right

        return self.values[max(0, bisect_right(self.times, time) - 1)]


def course_of(asked: Asked, choose: Chooser, seed: int, number: int = 0) -> SoloCourse:
    """Play a game, and note how it goes. What is forced is done, and noted like everything else."""
    match, found = asked.game.asking_forced().start(seed=seed, game=number), SoloCourse()
    words: dict[int, tuple[str, str]] = {}
    _note(asked, match, found)
    while not match.over and len(found.moves) < LONGEST:
        codes = match.codes()
        for code in codes:
            if code not in words:
                option = asked.game.wording.option(code, match.words)
                designs = [value.rstrip("0123456789").strip() for value in option.values]
                words[code] = option.action, " ".join([option.action, *(d for d in designs if d)])
        if len(codes) > 1:
            found.possible.update({name for code in codes for name in words[code]})
        code = choose(match) if len(codes) > 1 else codes[0]
        found.codes.append(code)
        found.moves.append(asked.game.wording.option(code, match.words).words)
        found.done.update(set(words[code]))
        match.apply(code)
        _note(asked, match, found)
    found.result, found.ended = match.returns()[0], match.over
    return found


def _note(asked: Asked, match: Match, found: SoloCourse) -> None:
    state = match.numbers()
    found.times.append(int(state[ir.CLOCK]) if asked.tick is not None else match.moves)
    tracked = match.tracked()
    found.values.append((match.returns()[0], *(tracked[title][0] for title in asked.titles)))
    goals = asked.goals_word
    while goals is not None and len(found.goals) < int(state[goals]):
        found.goals.append(found.times[-1])

"""How a game ended, in words: who won, with which score; or what stopped it, and what that means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ludwright import ir
from ludwright.ir.faults import FILE_LINES
from ludwright.play.playable import Playable
from ludwright.play.winners import Winners, names_winners

if TYPE_CHECKING:
    from ludwright.game import Game

MEANING = {
    ir.NO_ACTION: "The player had to act, but nothing was legal. Say what happens then: `... otherwise nothing`.",
    ir.OUT_OF_RANGE: "A number grew or shrank past the range it was declared with. Widen the range, or stop the rule in time.",
    ir.ZERO_DIVISION: "Something was divided by a number that was 0. Test for that case first.",
    ir.EMPTY: "More was drawn than was there. Write `draw up to ...`, refill the place, or end the game in time.",
    ir.FULL: "Something was put where there was no room left. Test for room first, or allow for more.",
    ir.TOO_MANY_THINGS: "More things were created than `up to` allows. Raise that limit, or remove some first.",
    ir.BAD_INDEX: "A place in a list or on a board was named that does not exist. Test before you use it.",
    ir.THROUGH_NONE: "Something was set on a thing that was `none`. Test `... is not none` first.",
    ir.FALSE_TELL: "Players may be told only what is true.",
    ir.ENDLESS_LOOP: "A `repeat` or a circle of turns went on and on without anybody being asked. Its condition never failed.",
    ir.ENDLESS_RULES: "Automatic rules kept setting one another off. Each `whenever` must make its own condition fail.",
    ir.TOO_DEEP: "A procedure called itself again and again. Give it a case in which it stops.",
    ir.TOO_LONG: "Random players did not reach an end. Perhaps a way to end the game is missing.",
    ir.TOO_MANY_OPTIONS: "One question had more options than can be kept. Narrow the ranges of the action.",
    ir.BAD_ANSWER: "An answer was given that was not one of the options.",
    ir.MOVED_NONE: "A rule moved or removed something that was `none`. Test `... is not none` first.",
    ir.TOO_MUCH: f"Walks over sets inside each other, or a `repeat` inside another one, took more than {ir.FUEL:,} steps. "
    "Walk over fewer things, or keep what is worked out again and again in a variable.",
    ir.TOO_MANY_WAITING: "An `in ... turns` or the like was set while as many effects waited as can, 128 unless the clock says otherwise. "
    "Write `clock in seconds, up to 500 waiting`, or let one effect go through all there is to do.",
    ir.NO_ANSWER: "A program that plays was too slow, and lost the game. Give it longer: `program:seconds=20 COMMAND`.",
    ir.WRONG_ANSWER: "A program that plays must answer each question with one line: the code or the words of one of its options.",
    ir.GONE_AWAY: "A program that plays ended in the middle of a game, or has lost too many to be started again.",
}
"""What each fault tells a designer."""


def result_lines(
    game: Game, state: Sequence[int], returns: Sequence[float], scores: Sequence[float] | None
) -> Iterator[str]:
    """Who won, then a line for each seat, the best first."""
    placings = [state[ir.HEADER + game.players + seat] for seat in range(game.players)]
    yield _verdict(game, returns, names_winners(game) and placings[0] == 1)
    width = max(len(name) for name in game.seats)
    for seat in sorted(range(game.players), key=lambda s: (placings[s], -returns[s], s)):
        score = f"  score {scores[seat]:g}" if scores is not None else ""
        placing = f"{ordinal(placings[seat])}  " if placings[seat] > 0 and game.players > 1 else ""
        yield f"        {placing}{game.seats[seat]:<{width}}  {returns[seat]:+g}{score}"


def _verdict(game: Game, returns: Sequence[float], named: bool) -> str:
    if has_common_score(game):
        return f"Result: {returns[0]:g}" if game.players == 1 else f"A result of {returns[0]:g} for all"
    found = Winners.of(np.array([returns], float).T, named)
    if found.drawn[0]:
        return "A result of 0 for all" if is_cooperative(game) else "A draw"
    winners = [name for name, won in zip(game.seats, found.won[:, 0], strict=True) if won]
    if len(winners) in (0, game.players):
        return "All win together" if winners else "All lose"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"


def is_cooperative(game: Playable) -> bool:
    """Whether several play, and all win or lose together."""
    model = getattr(getattr(game, "rules", None), "model", None)
    return len(game.seats) > 1 and bool(getattr(model, "cooperative", False))


def has_common_score(game: Playable) -> bool:
    """Whether all play for one number: one player alone, or a team with a score."""
    rules = getattr(game, "rules", None)
    if game.players == 1 or rules is None:
        return bool(game.players == 1)
    return bool(rules.model.cooperative) and (not hasattr(rules, "analysis") or bool(rules.analysis.by_points))


def fault_lines(game: Game, state: Sequence[int], move_limit: int) -> Iterator[str]:
    """What stopped the game, at which line of the text, and what that means."""
    code, line = state[ir.FAULT], state[ir.FAULT_LINE]
    words = ir.FAULTS.get(code, "fault")
    if code == ir.TOO_LONG:
        words += f": more than {move_limit:,} moves"
    yield f"        {words}"
    if line:
        yield f"        {game.where(line)}: {line_text(game, line)}"
    if code in MEANING:
        yield f"        {MEANING[code]}"


def line_text(game: Game, line: int) -> str:
    """The line of the game text itself."""
    number, line = divmod(line, FILE_LINES)
    files = game.description.files
    name = files[number] if number < len(files) else ""
    for declaration in game.description.declarations:
        if declaration.file == name and 0 < line <= len(declaration.lines):
            return declaration.lines[line - 1].strip()
    return ""


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

"""Finds the option that a move in some notation is, and plays the game again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludwright.mistakes import LudwrightError, Mistake, MistakesError, Place
from ludwright.playtests.notations import algebraic
from ludwright.playtests.notations.moves import WrittenGame, WrittenMove

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match
    from ludwright.rules.options.wording import Option

_COMPASS = {
    "north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
    "northeast": (1, 1), "northwest": (-1, 1), "southeast": (1, -1), "southwest": (-1, -1),
}  # fmt: skip
_CELL = re.compile(r"([a-z])(\d{1,2})")
_PASSING = ("pass", "pa", "--", "ps")
_SWAP = "take_over"
_LONGEST_CHAIN = 12


class Matching:
    """Plays a recorded game. What is no choice is asked, too: notations tell every move."""

    def __init__(self, recorded: WrittenGame, game: Game, file: str, text: list[str]) -> None:
        self.recorded, self.game, self._file, self._text = recorded, game, file, text

    def played(self) -> Match:
        """The whole game; a move that can't be is named with its line."""
        match = self.game.start(1)
        for move in self.recorded.moves:
            if self._may_pass(move) and not self._passing(match):
                continue  # whoever can't move is passed over here
            if match.over:
                raise self._wrong(move, f"the game is over before `{move.text}`", "take this move away")
            if move.seat is not None and move.seat != match.actor:
                seats = self.game.seats
                raise self._wrong(move, f"it is not {seats[move.seat]} who moves here, but {seats[match.actor or 0]}")
            codes = self._codes(match, move)
            for code in codes:
                match.apply(code)
        other = algebraic.finish(self.recorded, match) if self.recorded.game == algebraic.GAME else None
        if other is not None:
            raise self._wrong(
                other, f"by its moves the game did not end {other.text}", "look at the moves, or at the result"
            )
        return match

    def _wrong(self, move: WrittenMove, message: str, hint: str = "") -> LudwrightError:
        text = self._text[move.line - 1] if 0 < move.line <= len(self._text) else ""
        at = max(0, text.find(move.text))
        return MistakesError(Mistake(Place(self._file, move.line, at + 1, max(1, len(move.text)), text), message, hint))

    def _may_pass(self, move: WrittenMove) -> bool:
        return move.text.lower() in _PASSING and self.recorded.game != algebraic.GAME

    # ------------------------------------------------------------ one move

    @staticmethod
    def _passing(match: Match) -> int | None:
        """The option to pass, if there is one."""
        return next((option.code for option in match.legal() if option.action.startswith("pass")), None)

    def _codes(self, match: Match, move: WrittenMove) -> list[int]:
        """The answers that a move is."""
        options = match.legal()
        plain = move.text.lower()
        if self._may_pass(move):
            return [code for code in (self._passing(match),) if code is not None]
        if plain == "swap":
            return self._only(match, move, [option for option in options if option.action == _SWAP])
        said = [option for option in options if option.words.lower() == plain]
        if said:
            return self._only(match, move, said)
        if self.recorded.game == algebraic.GAME:
            hint = algebraic.why_not(match, move.text)
            if move is self.recorded.moves[0]:
                hint += '; for another game than chess add a tag such as [Game "othello"]'
            return self._only(match, move, algebraic.options_of(match, move.text), hint)
        cells = self._cells(move)
        if len(cells) == 1:
            return self._only(match, move, [option for option in options if option.values == (cells[0],)])
        if len(cells) < 2:
            raise self._wrong(move, f"`{move.text}` can't be read", "moves are cells, such as c4 or b1-b3")
        chains = self._chains(match, cells[0], cells[1:])
        if len(chains) == 1 or (chains and len({tuple(self._after(match, chain)) for chain in chains}) == 1):
            return chains[0]
        if chains:
            raise self._wrong(
                move, f"`{move.text}` may be {len(chains)} different moves", "name every square it comes to"
            )
        raise self._wrong(move, f"`{move.text}` is not legal here", self._offered(match))

    def _only(self, match: Match, move: WrittenMove, found: list[Option], hint: str = "") -> list[int]:
        if len(found) == 1:
            return [found[0].code]
        if found:
            words = ", ".join(f"`{option.words}`" for option in found[:4])
            raise self._wrong(move, f"`{move.text}` may be {words}", hint or "write one of these")
        raise self._wrong(move, f"`{move.text}` is not legal here", hint or self._offered(match))

    @staticmethod
    def _offered(match: Match) -> str:
        words = [option.words for option in match.legal()]
        return f"there are {', '.join(words[:6])}{' …' if len(words) > 6 else ''}"

    def _cells(self, move: WrittenMove) -> list[str]:
        if self.recorded.numbered:
            numbers = [int(part) for part in re.findall(r"\d+", move.text)]
            if len(numbers) >= 2 and all(1 <= number <= 32 for number in numbers):
                return [square(number) for number in numbers]
            raise self._wrong(
                move, f"`{move.text}` is no move of draughts", "squares are numbered from 1 to 32: 11-15, 15x22"
            )
        return [f"{column}{row}" for column, row in _CELL.findall(move.text.lower())]

    def _chains(self, match: Match, start: str, rest: list[str], depth: int = 0) -> list[list[int]]:
        """Ways to come from a cell to others, in one turn: a jump may go on. Squares in between may be left out."""
        found: list[list[int]] = []
        actor, turn = match.actor, match.turn
        for option in match.legal():
            goals = _goals(option, start)
            if not goals:
                continue
            after = match.copy()
            after.apply(option.code)
            for goal in goals:
                if len(goals) > 1 and not _stands(after, goal, start, actor):
                    continue
                left = rest[1:] if goal == rest[0] else rest
                goes_on = not after.over and after.actor == actor and after.turn == turn
                if not left and not (goes_on and goal != rest[-1]):
                    found.append([option.code])
                elif left and goes_on and depth < _LONGEST_CHAIN:
                    found += [[option.code, *chain] for chain in self._chains(after, goal, left, depth + 1)]
        return found

    @staticmethod
    def _after(match: Match, chain: list[int]) -> list[int]:
        after = match.copy()
        for code in chain:
            after.apply(code)
        return after.words


def _stands(match: Match, goal: str, start: str, seat: int | None) -> bool:
    """Whether what stood on a cell stands on another one now."""
    who = match.game.seats[seat or 0]
    boards = (match[name] for name in match.game.values.homes)
    return any(isinstance(board, dict) and board.get(goal) == who and board.get(start) is None for board in boards)


def _goals(option: Option, start: str) -> list[str]:
    """Where an option brings what stands on a cell: to a cell it names, or some steps in a direction."""
    if len(option.values) != 2 or option.values[0] != start:
        return []
    way = _COMPASS.get(option.values[1])
    if way is None:
        return [option.values[1]]
    cell = _CELL.fullmatch(start)
    if cell is None:
        return []
    column, row = ord(cell[1]), int(cell[2])
    steps = (
        (2,)
        if option.action in ("jump", "hop")
        else (1,)
        if option.action in ("slide", "step", "advance")
        else range(1, 8)
    )
    return [f"{chr(column + n * way[0])}{row + n * way[1]}" for n in steps]


def square(number: int) -> str:
    """A numbered square of a draughts board as a cell of ours, where Black, who has the squares from 1 on, stands at the bottom.

    >>> [square(number) for number in (1, 4, 5, 29, 32)]
    ['g1', 'a1', 'h2', 'h8', 'b8']
    """
    row, place = divmod(number - 1, 4)
    column = (6 if row % 2 == 0 else 7) - 2 * place
    return f"{chr(ord('a') + column)}{row + 1}"

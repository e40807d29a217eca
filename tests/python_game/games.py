"""Games written in Python, as a designer would write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import ludwright
from ludwright import Chance

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(ludwright.PythonGame):
    """Cells are numbered as in the bundled game: from the bottom row up, left to right."""

    title = "Tic-tac-toe"
    seats = ("X", "O")

    def start(self, chance: Chance) -> None:
        self.cells = [-1] * 9
        self.seat = 0
        self.winner = -1

    def current(self) -> int:
        return self.seat

    def actions(self) -> list[int]:
        return [cell for cell in range(9) if self.cells[cell] < 0]

    def perform(self, action: int, chance: Chance) -> None:
        self.cells[action] = self.seat
        if any(all(self.cells[cell] == self.seat for cell in line) for line in LINES):
            self.winner = self.seat
        self.seat = 1 - self.seat

    def over(self) -> bool:
        return self.winner >= 0 or -1 not in self.cells

    def winners(self) -> list[int]:
        return [self.winner] if self.winner >= 0 else []

    def words(self, action: int) -> str:
        return f"place {'abc'[action % 3]}{action // 3 + 1}"

    def picture(self) -> str:
        rows = [self.cells[3 * row : 3 * row + 3] for row in (2, 1, 0)]
        return "\n".join("".join(".XO"[mark + 1] for mark in row) for row in rows)


class EncodedTicTacToe(TicTacToe):
    """The same, with its position as numbers."""

    encoded_size = 11

    def encode(self) -> list[int]:
        return [self.seat, self.winner, *self.cells]

    def decode(self, numbers: Sequence[int]) -> None:
        self.seat, self.winner, *self.cells = numbers


class Nim(ludwright.PythonGame):
    title = "Nim"

    def __init__(self, heaps: Sequence[int] = (3, 4, 5), last_loses: bool = False) -> None:
        self.sizes, self.last_loses = tuple(heaps), last_loses

    def start(self, chance: Chance) -> None:
        self.heaps, self.seat = list(self.sizes), 0

    def current(self) -> int:
        return self.seat

    def actions(self) -> Iterator[tuple[str, int, int]]:
        return (("take", heap, n) for heap, left in enumerate(self.heaps) for n in range(1, left + 1))

    def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
        _, heap, n = action
        self.heaps[heap] -= n
        self.seat = 1 - self.seat

    def over(self) -> bool:
        return not any(self.heaps)

    def winners(self) -> list[int]:
        return [self.seat if self.last_loses else 1 - self.seat]


class Pig(ludwright.PythonGame):
    """As the bundled game: a turn begins with a throw, which is not asked."""

    title = "Pig"
    players = 2
    most_players = 4
    longest = 2_000

    def __init__(self, goal: int = 100) -> None:
        self.goal = goal

    def start(self, chance: Chance) -> None:
        self.points = [0] * self.players
        self.seat, self.pot, self.thrown = 0, 0, False

    def current(self) -> int:
        return self.seat

    def actions(self) -> list[str | None]:
        return [None, "throw"] if self.thrown else ["throw"]

    def perform(self, action: str | None, chance: Chance) -> None:
        if action is None:
            self.points[self.seat] += self.pot
            if self.points[self.seat] < self.goal:
                self._next()
            return
        face = chance.die()
        self.pot, self.thrown = self.pot + face, True
        if face == 1:
            self._next()

    def _next(self) -> None:
        self.seat, self.pot, self.thrown = (self.seat + 1) % self.players, 0, False

    def over(self) -> bool:
        return max(self.points) >= self.goal

    def winners(self) -> list[int]:
        return [self.seat]

    def lead(self, seat: int) -> float:
        return self.points[seat] / self.goal


class Market(ludwright.PythonGame):
    """A bit of everything: a shuffled deck, hands, dice in the middle of an action, texts and tuples, points at the end."""

    title = "Market"
    players = 2
    most_players = 4
    GOODS = ("apples", "bread", "cheese", "dates")

    def start(self, chance: Chance) -> None:
        self.deck = list(self.GOODS) * 3
        chance.shuffle(self.deck)
        self.hands: list[list[str]] = [[self.deck.pop(), self.deck.pop()] for _ in range(self.players)]
        self.coins = [3] * self.players
        self.seat = chance.below(self.players)

    def current(self) -> int:
        return self.seat

    def actions(self) -> list[Any]:
        sales = [("sell", good) for good in self.hands[self.seat]]
        swaps = [
            ("swap", (mine, yours))
            for mine in self.hands[self.seat]
            for yours in self.hands[(self.seat + 1) % self.players]
        ]
        draws: list[Any] = ["draw"] if self.coins[self.seat] else []
        return [*sales, *swaps, *draws, None]

    def perform(self, action: Any, chance: Chance) -> None:
        mine, yours = self.hands[self.seat], self.hands[(self.seat + 1) % self.players]
        if action == "draw":
            self.coins[self.seat] -= 1
            mine.append(self.deck.pop())
        elif action is not None and action[0] == "sell":
            mine.remove(action[1])
            self.coins[self.seat] += chance.die()
        elif action is not None:
            mine.remove(action[1][0])
            yours.remove(action[1][1])
            mine.append(action[1][1])
            yours.append(action[1][0])
        self.deck = self.deck[1:]
        self.seat = (self.seat + 1) % self.players

    def over(self) -> bool:
        return not self.deck

    def score(self, seat: int) -> float:
        return self.coins[seat] + len(set(self.hands[seat])) / 2

    def picture(self) -> str:
        return f"{self.deck} {self.hands} {self.coins}"


class FastMarket(Market):
    """The same, with a copy of its own."""

    def copy(self) -> FastMarket:
        other = FastMarket()
        other.deck, other.coins, other.seat = list(self.deck), list(self.coins), self.seat
        other.hands = [list(hand) for hand in self.hands]
        return other


class EncodedMarket(Market):
    """The same, with its position as numbers."""

    def encode(self) -> list[int]:
        hands = [[len(hand), *map(self.GOODS.index, hand)] for hand in self.hands]
        return [
            self.seat,
            *self.coins,
            *(number for hand in hands for number in hand),
            *map(self.GOODS.index, self.deck),
        ]

    def decode(self, numbers: Sequence[int]) -> None:
        rest = iter(numbers)
        self.seat = next(rest)
        self.coins = [next(rest) for _ in range(self.players)]
        self.hands = [[self.GOODS[next(rest)] for _ in range(next(rest))] for _ in range(self.players)]
        self.deck = [self.GOODS[number] for number in rest]


class StreamingMarket(Market):
    """The same, but holding something that can't be copied."""

    def start(self, chance: Chance) -> None:
        super().start(chance)
        self.turns = (turn for turn in range(1_000))

    def perform(self, action: Any, chance: Chance) -> None:
        super().perform(action, chance)
        next(self.turns)

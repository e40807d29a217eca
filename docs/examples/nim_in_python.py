"""Nim, written in Python: heaps of stones; take any number from one heap; who takes the last stone wins.

Run it to see who wins when both play at random, and how one game goes.
"""

from __future__ import annotations

from collections.abc import Sequence

import ludwright


class Nim(ludwright.PythonGame):
    title = "Nim"
    players = 2

    def __init__(self, heaps: Sequence[int] = (3, 4, 5)) -> None:
        self.sizes = tuple(heaps)

    def start(self, chance: ludwright.Chance) -> None:
        self.heaps = list(self.sizes)
        self.seat = 0

    def current(self) -> int:
        return self.seat

    def actions(self) -> list[tuple[int, int]]:
        return [(heap, stones) for heap, left in enumerate(self.heaps) for stones in range(1, left + 1)]

    def perform(self, action: tuple[int, int], chance: ludwright.Chance) -> None:
        heap, stones = action
        self.heaps[heap] -= stones
        self.seat = 1 - self.seat

    def over(self) -> bool:
        return not any(self.heaps)

    def winners(self) -> list[int]:
        return [1 - self.seat]  # whoever took the last stone

    def words(self, action: tuple[int, int]) -> str:
        heap, stones = action
        return f"take {stones} from heap {heap + 1}"

    def picture(self) -> str:
        return "\n".join("o" * stones or "-" for stones in self.heaps)


if __name__ == "__main__":
    game = ludwright.load(Nim, params={"heaps": (3, 4, 5)})
    print("\n".join(game.trace(seed=1)))

    result = ludwright.simulate(game, games=2_000, seed=1)
    for seat, name in enumerate(game.seats):
        low, high = result.win_interval(seat)
        print(f"{name} wins {result.win_share(seat):.1%} of the games ({low:.1%} to {high:.1%})")

    play = game.start(seed=1)
    play.apply("take 2 from heap 1")  # leaves 1, 4 and 5, which loses for whoever has to move
    print(f"{game.seats[play.actor or 0]} may: {', '.join(option.words for option in play.legal())}")

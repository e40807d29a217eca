"""Small games worked out by plain brute force, from their rules as anybody knows them: nothing here uses Ludwright.

Each function gives what the player to move at the start gets with best play: 1, 0 or -1.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import xor

# ---------------------------------------------------------------- Connect Four


class ConnectFour:
    """Bit boards: columns of ``high + 1`` bits, the topmost never used. A position is (stones of who moves, all stones)."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self.step = high + 1
        self.bottoms = [1 << (column * self.step) for column in range(wide)]
        self.full = sum(((1 << high) - 1) << (column * self.step) for column in range(wide))
        # the middle first: that is where games are decided
        self.columns = sorted(range(wide), key=lambda column: abs(2 * column - wide + 1))
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def wins(self, stones: int) -> bool:
        """Four in a row, in any of four directions."""
        for way in (1, self.step, self.step - 1, self.step + 1):
            pairs = stones & (stones >> way)
            if pairs & (pairs >> (2 * way)):
                return True
        return False

    def moves(self, taken: int) -> list[int]:
        """The bits where a stone may land."""
        found = []
        for column in self.columns:
            bit = (taken + self.bottoms[column]) & (((1 << self.high) - 1) << (column * self.step))
            if bit and not bit & taken:
                found.append(bit)
        return found

    def value(self, mine: int = 0, taken: int = 0, low: int = -1, high: int = 1) -> int:
        """What who is to move gets, by alpha-beta with a dictionary."""
        if taken == self.full:
            return 0
        moves = self.moves(taken)
        for bit in moves:
            if self.wins(mine | bit):
                return 1
        least, most = self.known.get((mine, taken), (-1, 1))
        low, high = max(low, least), min(high, most)
        if low >= high:
            return low if low == least else high
        best, begun = -1, low
        for bit in moves:
            best = max(best, -self.value(taken ^ mine, taken | bit, -high, -low))
            low = max(low, best)
            if low >= high:
                break
        if best >= high:
            least = best
        elif best <= begun:
            most = best
        else:
            least = most = best
        self.known[mine, taken] = (max(least, -1), min(most, 1))
        return best


# ---------------------------------------------------------------- Breakthrough, Clobber, Hex, Nim


def breakthrough(wide: int, high: int) -> int:
    """One rank of men each on boards less than six high. White moves first, upwards."""
    ranks = 2 if high >= 6 else 1
    white = frozenset((x, y) for x in range(wide) for y in range(ranks))
    black = frozenset((x, y) for x in range(wide) for y in range(high - ranks, high))

    @cache
    def value(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]], up: int) -> int:
        far = high - 1 if up > 0 else 0
        best = -1
        for x, y in mine:
            for dx in (-1, 0, 1):
                goal = (x + dx, y + up)
                if not 0 <= goal[0] < wide or goal in mine or (goal in theirs and dx == 0):
                    continue
                left = theirs - {goal}
                if goal[1] == far or not left:
                    return 1
                best = max(best, -value(left, (mine - {(x, y)}) | {goal}, -up))
                if best == 1:
                    return 1
        return best

    return value(white, black, 1)


def clobber(wide: int, high: int) -> int:
    """A checkered board; who can't take a neighbour loses."""
    cells = [(x, y) for y in range(high) for x in range(wide)]
    first = frozenset(cell for cell in cells if sum(cell) % 2 == 0)

    @cache
    def value(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> int:
        for x, y in mine:
            for goal in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if goal in theirs and value(theirs - {goal}, (mine - {(x, y)}) | {goal}) < 0:
                    return 1
        return -1

    return value(first, frozenset(cells) - first)


def hex_game(size: int, swap: bool) -> int:
    """Red joins south and north, Blue west and east; with ``swap`` Blue may instead take over the first stone, mirrored."""
    cells = [(x, y) for y in range(size) for x in range(size)]

    def joined(stones: frozenset[tuple[int, int]], axis: int) -> bool:
        reached = [cell for cell in stones if cell[axis] == 0]
        seen = set(reached)
        while reached:
            x, y = reached.pop()
            if (x, y)[axis] == size - 1:
                return True
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                near = (x + dx, y + dy)
                if near in stones and near not in seen:
                    seen.add(near)
                    reached.append(near)
        return False

    @cache
    def value(red: frozenset[tuple[int, int]], blue: frozenset[tuple[int, int]], red_moves: bool) -> int:
        for cell in cells:
            if cell in red or cell in blue:
                continue
            after = (red | {cell}, blue) if red_moves else (red, blue | {cell})
            if joined(after[0 if red_moves else 1], 1 if red_moves else 0) or value(*after, not red_moves) < 0:
                return 1
        return -1

    none: frozenset[tuple[int, int]] = frozenset()
    if not swap:
        return value(none, none, True)
    for x, y in cells:
        # Blue plays on, or has the stone mirrored as his own and lets Red move
        if value(frozenset({(x, y)}), none, False) < 0 and value(none, frozenset({(y, x)}), True) > 0:
            return 1
    return -1


def nim_wins(heaps: tuple[int, ...], last_loses: bool) -> bool:
    """Bouton's rule: whether who is to move wins."""
    if last_loses and max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps, 0) != 0


# ---------------------------------------------------------------- Pig


def pig(goal: int) -> float:
    """What who begins can expect (wins less losses), where a turn begins with a throw and ends at the latest with enough points."""
    wins = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    while True:
        most = 0.0
        for (i, j, k), old in wins.items():
            lost = 1.0 - wins[j, i, 0]
            throw = lost / 6 + sum(1.0 if i + k + face >= goal else wins[i, j, k + face] for face in range(2, 7)) / 6
            hold = 0.0 if k == 0 else (1.0 - wins[j, i + k, 0])
            new = throw if k == 0 else max(throw, hold)
            most = max(most, abs(new - old))
            wins[i, j, k] = new
        if most < 1e-13:
            return 2 * wins[0, 0, 0] - 1

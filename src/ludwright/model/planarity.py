"""Whether a graph can be drawn without crossings: the left-right test (Brandes, "The left-right planarity test", 2009).

A depth-first search makes each connection an edge of its tree, or a back edge that returns to an ancestor. A drawing exists if every back edge can be put to the
left or to the right of the tree so that no two on one side cross. Which back edges must share a side, and which must not, is kept on a stack of pairs of intervals.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

Edge = tuple[int, int]
Steps = Generator["Steps", None, None]
"""A search that stops where it would call itself: maps may be deeper than Python's stack."""


def is_planar(neighbours: Sequence[Sequence[int]]) -> bool:
    """Whether the graph, given by the neighbours of each of its nodes, can be drawn without crossings.

    >>> five = [[b for b in range(5) if b != a] for a in range(5)]
    >>> is_planar(five), is_planar([[b for b in nodes if {a, b} != {0, 1}] for a, nodes in enumerate(five)])
    (False, True)
    """
    edges = sum(map(len, neighbours)) // 2
    if len(neighbours) > 2 and edges > 3 * len(neighbours) - 6:
        return False
    return _LeftRight(neighbours).holds()


def around(neighbours: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """The neighbours of each node clockwise, as they stand around it in a drawing without crossings; none if there is no such drawing.

    >>> around([[1, 2, 3], [0], [0], [0]])[0]
    [1, 2, 3]
    """
    search = _LeftRight(neighbours)
    return search.embedding() if search.holds() else None


@dataclass
class _Interval:
    """Back edges that must share a side, from the lowest to the highest; None where there are none."""

    low: Edge | None = None
    high: Edge | None = None

    @property
    def empty(self) -> bool:
        return self.low is None and self.high is None


@dataclass
class _Pair:
    """Two intervals that must lie on different sides."""

    left: _Interval = field(default_factory=_Interval)
    right: _Interval = field(default_factory=_Interval)

    def swap(self) -> None:
        self.left, self.right = self.right, self.left


class _CrossingError(Exception):
    """Two back edges cross on either side."""


class _LeftRight:
    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self._neighbours = neighbours
        self._roots: list[int] = []
        self._height: dict[int, int] = {}
        self._parent: dict[int, Edge] = {}
        self._out: list[list[Edge]] = [[] for _ in neighbours]
        self._low: dict[Edge, int] = {}
        """The height of the lowest node that an edge, or what hangs on it, returns to; then the second lowest."""
        self._low2: dict[Edge, int] = {}
        self._low_edge: dict[Edge, Edge] = {}
        self._nesting: dict[Edge, int] = {}
        self._ref: dict[Edge, Edge | None] = {}
        self._other_side: set[Edge] = set()
        """The edges that lie on the other side of the tree than those they refer to; on the left, where they refer to none."""
        self._stack: list[_Pair] = []
        self._bottom: dict[Edge, _Pair | None] = {}

    def holds(self) -> bool:
        roots = self._roots
        for node in range(len(self._neighbours)):
            if node not in self._height:
                self._height[node] = 0
                roots.append(node)
                _run(self._orient(node))
        for edges in self._out:
            edges.sort(key=self._nesting.__getitem__)
        try:
            for root in roots:
                _run(self._test(root))
        except _CrossingError:
            return False
        return True

    # ------------------------------------------------------------ the tree

    def _orient(self, v: int) -> Steps:
        """Give every connection a direction, and find how low it returns."""
        above = self._parent.get(v)
        for w in self._neighbours[v]:
            edge = v, w
            if edge in self._low or (w, v) in self._low:
                continue
            self._out[v].append(edge)
            self._low[edge] = self._low2[edge] = self._height[v]
            if w not in self._height:
                self._parent[w] = edge
                self._height[w] = self._height[v] + 1
                yield self._orient(w)
            else:
                self._low[edge] = self._height[w]
            self._nesting[edge] = 2 * self._low[edge] + (self._low2[edge] < self._height[v])
            if above is not None:
                self._hand_up(edge, above)

    def _hand_up(self, edge: Edge, above: Edge) -> None:
        low, low2 = self._low, self._low2
        if low[edge] < low[above]:
            low2[above] = min(low[above], low2[edge])
            low[above] = low[edge]
        elif low[edge] > low[above]:
            low2[above] = min(low2[above], low[edge])
        else:
            low2[above] = min(low2[above], low2[edge])

    # ------------------------------------------------------------ the sides

    def _top(self) -> _Pair | None:
        return self._stack[-1] if self._stack else None

    def _test(self, v: int) -> Steps:
        """Bring the back edges below a node together; raises where two cross on either side."""
        above = self._parent.get(v)
        for number, edge in enumerate(self._out[v]):
            self._bottom[edge] = self._top()
            if self._parent.get(edge[1]) == edge:
                yield self._test(edge[1])
            else:
                self._low_edge[edge] = edge
                self._stack.append(_Pair(right=_Interval(edge, edge)))
            if self._low[edge] < self._height[v]:
                assert above is not None, "nothing is lower than the root"
                if number == 0:
                    self._low_edge[above] = self._low_edge[edge]
                else:
                    self._constrain(edge, above)
        if above is not None:
            self._close(above)

    def _conflicts(self, interval: _Interval, edge: Edge) -> bool:
        return interval.high is not None and self._low[interval.high] > self._low[edge]

    def _constrain(self, edge: Edge, above: Edge) -> None:
        """What returns from below `edge` shares a side, and what returned from its elder siblings and is crossed by it takes the other."""
        pair = _Pair()
        while True:
            other = self._stack.pop()
            if not other.left.empty:
                other.swap()
            if not other.left.empty:
                raise _CrossingError
            assert other.right.low is not None
            if self._low[other.right.low] > self._low[above]:
                if pair.right.empty:
                    pair.right.high = other.right.high
                else:
                    self._link(pair.right.low, other.right.high)
                pair.right.low = other.right.low
            else:
                self._link(other.right.low, self._low_edge[above])
            if self._top() is self._bottom[edge]:
                break
        while self._stack and (
            self._conflicts(self._stack[-1].left, edge) or self._conflicts(self._stack[-1].right, edge)
        ):
            other = self._stack.pop()
            if self._conflicts(other.right, edge):
                other.swap()
            if self._conflicts(other.right, edge):
                raise _CrossingError
            self._link(pair.right.low, other.right.high)
            if other.right.low is not None:
                pair.right.low = other.right.low
            if pair.left.empty:
                pair.left.high = other.left.high
            else:
                self._link(pair.left.low, other.left.high)
            pair.left.low = other.left.low
        if not (pair.left.empty and pair.right.empty):
            self._stack.append(pair)

    def _link(self, edge: Edge | None, to: Edge | None) -> None:
        """The next lower one of an interval."""
        if edge is not None:
            self._ref[edge] = to

    def _close(self, edge: Edge) -> None:
        """Back edges that end at the upper node of a tree edge are done with."""
        u = edge[0]
        while self._stack and self._lowest(self._stack[-1]) == self._height[u]:
            done = self._stack.pop()
            if done.left.low is not None:
                self._other_side.add(done.left.low)
        if self._stack:
            pair = self._stack[-1]
            self._trim(pair.left, pair.right, u)
            self._trim(pair.right, pair.left, u)
        if self._low[edge] < self._height[u] and self._stack:
            left, right = self._stack[-1].left.high, self._stack[-1].right.high
            higher = left is not None and (right is None or self._low[left] > self._low[right])
            self._ref[edge] = left if higher else right

    def _trim(self, interval: _Interval, other: _Interval, u: int) -> None:
        while interval.high is not None and interval.high[1] == u:
            interval.high = self._ref.get(interval.high)
        if interval.high is None and interval.low is not None:
            self._ref[interval.low] = other.low
            self._other_side.add(interval.low)
            interval.low = None

    def _lowest(self, pair: _Pair) -> int:
        return min(self._low[interval.low] for interval in (pair.left, pair.right) if interval.low is not None)

    # ------------------------------------------------------------ the drawing

    def embedding(self) -> list[list[int]]:
        """What stands around each node, once the test holds."""
        left = self._left_edges()
        for edges in self._out:
            edges.sort(key=lambda edge: -self._nesting[edge] if edge in left else self._nesting[edge])
        found = [[w for _, w in edges] for edges in self._out]
        leftmost, rightmost = {}, {}
        waiting = [(root, iter(self._out[root])) for root in reversed(self._roots)]
        while waiting:
            v, edges_left = waiting[-1]
            edge = next(edges_left, None)
            if edge is None:
                waiting.pop()
                continue
            w = edge[1]
            if self._parent.get(w) == edge:
                found[w].insert(0, v)
                leftmost[v] = rightmost[v] = w
                waiting.append((w, iter(self._out[w])))
            elif edge in left:
                found[w].insert(found[w].index(leftmost[w]), v)
                leftmost[w] = v
            else:
                found[w].insert(found[w].index(rightmost[w]) + 1, v)
        return found

    def _left_edges(self) -> set[Edge]:
        """The edges that lie on the left, seen through all they refer to."""
        known: dict[Edge, bool] = {}
        for edge in self._nesting:
            chain: list[Edge] = []
            here: Edge | None = edge
            while here is not None and here not in known:
                chain.append(here)
                here = self._ref.get(here)
            side = known[here] if here is not None else False
            for one in reversed(chain):
                side = side != (one in self._other_side)
                known[one] = side
        return {edge for edge, side in known.items() if side}


def _run(steps: Steps) -> None:
    """Run a search with a stack of its own."""
    waiting = [steps]
    while waiting:
        inner = next(waiting[-1], None)
        if inner is None:
            waiting.pop()
        else:
            waiting.append(inner)

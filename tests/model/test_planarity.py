"""The left-right test against Wagner's theorem, worked out by brute force, and against graphs everybody knows."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest

from ludwright.model.planarity import around, is_planar

Edges = frozenset[frozenset[int]]


def neighbours(count: int, edges: Edges) -> list[list[int]]:
    return [sorted(b for edge in edges if a in edge for b in edge - {a}) for a in range(count)]


def graph(*pairs: tuple[int, int]) -> Edges:
    return frozenset(frozenset(pair) for pair in pairs)


def complete(count: int) -> Edges:
    return graph(*itertools.combinations(range(count), 2))


def two_sides(a: int, b: int) -> Edges:
    return graph(*((x, a + y) for x in range(a) for y in range(b)))


def ring(count: int) -> Edges:
    return graph(*((n, (n + 1) % count) for n in range(count)))


PETERSEN = ring(5) | graph(*((n, n + 5) for n in range(5)), *((n + 5, (n + 2) % 5 + 5) for n in range(5)))
GRID = graph(*((9 * y + x, 9 * y + x + 1) for x in range(8) for y in range(9)),
             *((9 * y + x, 9 * y + x + 9) for x in range(9) for y in range(8)))  # fmt: skip
TORUS = GRID | graph(*((9 * y, 9 * y + 8) for y in range(9)), *((x, 72 + x) for x in range(9)))


@pytest.mark.parametrize(
    ("count", "edges", "planar"),
    [
        (4, complete(4), True),
        (5, complete(5), False),
        (6, two_sides(3, 3), False),
        (12, two_sides(2, 10), True),
        (10, PETERSEN, False),
        (81, GRID, True),
        (81, TORUS, False),
        (0, graph(), True),
        (3, graph(), True),
        (3_000, ring(3_000), True),
    ],
)
def test_graphs_that_everybody_knows(count: int, edges: Edges, planar: bool) -> None:
    assert is_planar(neighbours(count, edges)) is planar


@cache
def has_forbidden_minor(edges: Edges) -> bool:
    """Whether five nodes that are all connected, or three houses with three wells, are left after contracting edges."""
    nodes = sorted(frozenset().union(*edges)) if edges else []
    for five in itertools.combinations(nodes, 5):
        if all(frozenset(pair) in edges for pair in itertools.combinations(five, 2)):
            return True
    for six in itertools.combinations(nodes, 6):
        for houses in itertools.combinations(six, 3):
            wells = set(six) - set(houses)
            if all(frozenset((a, b)) in edges for a in houses for b in wells):
                return True
    return len(nodes) > 5 and any(has_forbidden_minor(contracted(edges, edge)) for edge in edges)


def contracted(edges: Edges, edge: frozenset[int]) -> Edges:
    a, b = sorted(edge)
    moved = (frozenset(a if n == b else n for n in other) for other in edges if other != edge)
    return frozenset(other for other in moved if len(other) == 2)


def test_small_graphs_agree_with_wagners_theorem() -> None:
    chance, found = random.Random(5), []
    for _ in range(400):
        count = chance.randint(6, 7)
        pairs = list(itertools.combinations(range(count), 2))
        most = min(len(pairs), 3 * count - 6)  # more edges are never planar
        edges = graph(*chance.sample(pairs, chance.randint(most - 3, most)))
        planar = is_planar(neighbours(count, edges))
        assert planar is not has_forbidden_minor(edges), sorted(map(sorted, edges))
        found.append(planar)
    assert 60 < sum(found) < 340, "both answers come often"


def test_triangulations_are_planar_until_one_edge_more_is_drawn() -> None:
    chance = random.Random(7)
    for count in (6, 20, 60):
        triangles, edges = [(0, 1, 2), (0, 1, 2)], set(complete(3))
        for node in range(3, count):  # a new node inside any triangle
            a, b, c = triangles.pop(chance.randrange(len(triangles)))
            triangles += [(a, b, node), (b, c, node), (a, c, node)]
            edges |= graph((a, node), (b, node), (c, node))
        assert is_planar(neighbours(count, frozenset(edges))) and len(edges) == 3 * count - 6
        # one edge too many, each edge cut by a node of its own: few edges for its nodes, and yet not planar
        free = [pair for pair in itertools.combinations(range(count), 2) if frozenset(pair) not in edges]
        extra = edges | {frozenset(chance.choice(free))}
        cut = frozenset(
            frozenset((end, count + number)) for number, edge in enumerate(sorted(map(sorted, extra))) for end in edge
        )
        assert not is_planar(neighbours(count + len(extra), cut))


def faces(ring: list[list[int]]) -> int:
    """How many ways around a face there are."""
    left = {(a, b) for a, others in enumerate(ring) for b in others}
    found = 0
    while left:
        a, b = min(left)
        found += 1
        while (a, b) in left:
            left.remove((a, b))
            others = ring[b]
            a, b = b, others[(others.index(a) + 1) % len(others)]
    return found


def test_what_stands_around_each_node_is_a_drawing_by_eulers_formula() -> None:
    chance, planar = random.Random(9), 0
    for _ in range(150):
        count = chance.randint(3, 9)
        pairs = list(itertools.combinations(range(count), 2))
        near = neighbours(count, graph(*chance.sample(pairs, chance.randint(2, min(len(pairs), 2 * count)))))
        ring = around(near)
        assert (ring is not None) == is_planar(near)
        if ring is None:
            continue
        planar += 1
        assert [sorted(others) for others in ring] == near
        edges, lonely = sum(map(len, near)) // 2, sum(not others for others in near)
        parts, seen = 0, set[int]()
        for start in range(count):
            parts += start not in seen
            waiting = [start]
            while waiting:
                node = waiting.pop()
                waiting += [] if node in seen else near[node]
                seen.add(node)
        assert (
            count - edges + faces(ring) + lonely == 2 * parts
        )  # each part by itself has two more nodes and faces than edges
    assert planar > 60

"""Maps whose connections cross only where they must."""

from __future__ import annotations

import json
from itertools import combinations
from math import dist
from statistics import median

import pytest

from ludwright.drawing.layout import cell_points
from ludwright.model.maps import read_map

Link = tuple[int, int]


def drawn(count: int, links: list[Link]) -> list[tuple[float, float]]:
    """Where the cells of a map are drawn."""
    text = json.dumps(
        {"lands": [f"land {n}" for n in range(count)], "connections": [[f"land {a}", f"land {b}"] for a, b in links]}
    )
    return cell_points(read_map(text, "map.json", cells="lands"))


def crossings(count: int, links: list[Link]) -> int:
    """How many pairs of connections cross as they are drawn, worked out one by one."""
    points = drawn(count, links)
    assert len({(round(x, 2), round(y, 2)) for x, y in points}) == count, "no two cells on one spot"

    def left(a: int, b: int, c: int) -> bool:
        (x, y), (u, v), (s, t) = points[a], points[b], points[c]
        return (u - x) * (t - y) - (v - y) * (s - x) > 0

    return sum(
        not {a, b} & {c, d} and left(a, b, c) != left(a, b, d) and left(c, d, a) != left(c, d, b)
        for (a, b), (c, d) in combinations(links, 2)
    )


WHEEL = [(0, n) for n in range(1, 9)] + [(n, n % 8 + 1) for n in range(1, 9)]
NESTED = [(n, (n + 1) % 4 + 4 * (n // 4)) if n % 4 < 3 else (n, n - 3) for n in range(16)] + [
    (n, n + 4) for n in range(12)
]
LEAVES = [(0, 1), (1, 2), (2, 0), *((n % 3, n) for n in range(3, 12)), (3, 6), (12, 13), (13, 14), (14, 12), (14, 15)]


@pytest.mark.parametrize(
    ("count", "links"),
    [
        (4, list(combinations(range(4), 2))),
        (9, WHEEL),
        (16, sorted({(min(one), max(one)) for one in NESTED})),
        (16, LEAVES),
        (12, [(a, b) for a in (0, 1) for b in range(2, 12)]),
        (3, [(0, 1)]),
    ],
    ids=["all four", "wheel", "squares in squares", "leaves and two parts", "ten between two", "one alone"],
)  # fmt: skip
def test_a_map_that_can_be_drawn_without_crossings_is(count: int, links: list[Link]) -> None:
    assert crossings(count, links) == 0


def test_what_lies_deep_inside_a_map_is_not_squeezed_together() -> None:
    """Eight triangles inside each other: each smaller than the one around it, the innermost still large enough to be seen."""
    links = [(3 * ring + a, 3 * ring + b) for ring in range(8) for a, b in ((0, 1), (1, 2), (2, 0))]
    links += [(n, n + 3) for n in range(21)]
    points = drawn(24, links)
    assert crossings(24, links) == 0
    nearest = min(dist(a, b) for a, b in combinations(points, 2))
    assert nearest > 0.03 * median(dist(points[a], points[b]) for a, b in links)


def test_a_map_that_must_cross_itself_is_drawn_as_well() -> None:
    assert crossings(5, list(combinations(range(5), 2))) >= 1

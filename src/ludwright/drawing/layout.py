"""Where the cells of a board are drawn: x to the right, y up, neighbours about one unit apart."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ludwright.drawing.planar import crosses, without_crossings
from ludwright.drawing.scene import Point
from ludwright.model.geometry import Geometry
from ludwright.model.grids import ring

_TRACK_WIDTH = 12
"""Longer tracks are laid in several rows, to and fro."""
_LOOP = range(8, 25)
"""Rings of so many cells, if the number is even, are laid as two rows with a cell at each end: like a mancala board."""

_LARGE = 30
"""A map of more cells takes more room."""
_MOST_ARRANGED = 300
"""Larger maps without positions stay in a circle."""


def cell_points(geometry: Geometry) -> list[Point]:
    """The middle of every cell."""
    if geometry.shape == "ring" and is_loop(geometry.count):
        return _loop(geometry.count)
    if geometry.shape == "track":
        return [_on_track(cell) for cell in range(geometry.count)]
    if geometry.shape == "graph":
        return _spread(geometry)
    return list(geometry.positions)


def is_loop(count: int) -> bool:
    """Whether a ring is drawn as two rows."""
    return count % 2 == 0 and count in _LOOP


def _loop(count: int) -> list[Point]:
    side = count // 2 - 1
    near = [(float(i + 1), 0.0) for i in range(side)]
    far = [(float(side - i), 1.0) for i in range(side)]
    return [*near, (side + 1.0, 0.5), *far, (0.0, 0.5)]


def _on_track(cell: int) -> Point:
    row, across = divmod(cell, _TRACK_WIDTH)
    return float(across if row % 2 == 0 else _TRACK_WIDTH - 1 - across), -float(row)


def _spread(geometry: Geometry) -> list[Point]:
    """The points of a map, scaled so that the nearest cells are about a unit apart, but never wider than 14 units, a large one 18."""
    points = geometry.positions
    if len(points) < 2:
        return list(points)
    if points == ring(geometry.count).positions and geometry.count <= _MOST_ARRANGED:
        points = _arranged(geometry.distances.tobytes(), geometry.count)
    nearest = [
        min(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for j, (u, v) in enumerate(points) if j != i)
        for i, (x, y) in enumerate(points)
    ]
    middle = sorted(nearest)[len(nearest) // 4] or 1.0
    widest = max(max(p[k] for p in points) - min(p[k] for p in points) for k in (0, 1)) or 1.0
    scale = min(1.5 / middle, (14.0 if geometry.count <= _LARGE else 18.0) / widest)
    return [(x * scale, y * scale) for x, y in points]


@lru_cache(maxsize=8)
def _arranged(distances: bytes, count: int) -> list[Point]:
    """A map without positions: cells as far apart on paper as they are steps apart, as well as that can be done; no connections cross that need not.

    Classical scaling of the distances for a beginning, then stress majorization (Gansner, Koren and North, 2005). Always the same.
    """
    steps = np.frombuffer(distances, dtype=np.int16).reshape(count, count).astype(float)
    steps[steps < 0] = steps.max() + 1.5  # parts that do not hang together
    centre = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centre @ steps**2 @ centre)
    places = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 1e-9))
    places += 1e-3 * np.column_stack([np.cos(np.arange(count)), np.sin(np.arange(count))])  # no two on one spot
    np.fill_diagonal(steps, 1.0)
    weights = steps**-2
    np.fill_diagonal(weights, 0.0)
    spread = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)
    for _ in range(60):
        apart = places[:, None, :] - places[None, :, :]
        away = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        pull = weights * steps / away
        places = spread @ (np.diag(pull.sum(axis=1)) - pull) @ places
    np.fill_diagonal(steps, 0.0)
    if crosses(places, np.argwhere(np.triu(steps == 1))):
        uncrossed = without_crossings(steps, places)
        places = places if uncrossed is None else uncrossed
    flip_x, flip_y = (
        (-1 if places[0, 0] > 0 else 1),
        (-1 if places[0, 1] < 0 else 1),
    )  # the first cell at the upper left
    return [(round(float(x) * flip_x, 4), round(float(y) * flip_y, 4)) for x, y in places]

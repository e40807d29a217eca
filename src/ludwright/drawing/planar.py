"""Maps drawn without connections that cross, wherever that can be done.

Every face of the map gets a node of its own, so that the map becomes a net of triangles; laid between the nodes of an outer face, each in the middle of its
neighbours, such a net never crosses itself, however hard each of them pulls (Tutte, "How to draw a graph", 1963; Floater, "One-to-one piecewise linear
mappings over triangulations", 2003).
From there cells move to where they are as far apart on paper as they are steps apart, as long as nothing crosses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ludwright.model.planarity import around

Points = npt.NDArray[np.float64]
_EFFORT, _ROUNDS = 1_500, 50
"""So many times cells are moved at most, all of them together and each."""
_SPREADING = 24
"""So many times the net is laid once more, with less pull where it is tight."""
_APART = 0.35
"""A cell comes no nearer to a connection that is not its own, in steps."""
_STRIDES = (1.0, 0.5, 0.2, 0.05)
_STILL = 0.02
"""Where no cell moves farther than that, all are where they should be."""


def crosses(points: Points, links: npt.ArrayLike) -> bool:
    """Whether any two connections cross, drawn straight.

    >>> crosses(np.array([[0, 0], [1, 1], [0, 1], [1, 0.0]]), [(0, 1), (2, 3)])
    True
    """
    ends = np.asarray(links, dtype=np.int64).reshape(-1, 2)
    return bool(_cross(points[ends[:, 0]], points[ends[:, 1]], points[ends[:, 0]], points[ends[:, 1]]).any())


def is_free(points: Points, link: tuple[int, int], links: Sequence[tuple[int, int]]) -> bool:
    """Whether one connection more, drawn straight, crosses none of the others and keeps away from cells that are not its own.

    >>> square = np.array([[0, 0], [2, 2], [0, 2], [2, 0], [1, 1.0]])
    >>> is_free(square, (0, 2), [(0, 1)]), is_free(square, (2, 3), [(0, 1)]), is_free(square, (0, 1), [])
    (True, False, False)
    """
    ends = np.asarray(links, dtype=np.int64).reshape(-1, 2)
    a, b = points[[link[0]]], points[[link[1]]]
    near = min(float(np.delete(np.linalg.norm(points - one, axis=1), i).min()) for i, one in enumerate(points))
    others = np.delete(points, list(link), axis=0)
    room = _distance(others, a, b).min(initial=np.inf)
    return bool(room >= near / 4 and not _cross(a, b, points[ends[:, 0]], points[ends[:, 1]]).any())


def without_crossings(steps: Points, wished: Points) -> Points | None:
    """Places for cells that are so many steps apart, near to where they are wished; none where the connections of the map must cross."""
    near = [[int(b) for b in np.flatnonzero(row == 1)] for row in steps]
    joined = _in_one_piece(near)
    if joined is None:
        return None
    links = np.array([(a, b) for a, others in enumerate(near) for b in others if a < b], dtype=np.int64).reshape(-1, 2)
    drawn = [_relaxed(_turned(_laid(joined, rounds), wished), near, steps) for rounds in (0, _SPREADING)]
    return max(drawn, key=lambda points: _tightest(points, links))


# ---------------------------------------------------------------- a net of triangles


def _in_one_piece(near: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """What stands around each cell, with connections added until no single cell holds two parts together; they are not drawn."""
    more = [list(others) for others in near]
    whole = _parts(more, -1)
    for one, other in pairwise(whole):
        more[one[0]].append(other[0])
        more[other[0]].append(one[0])
    while (ring := around(more)) is not None:
        pair = next(_apart_around(ring), None)
        if pair is None:
            return ring
        for a, b in (pair, pair[::-1]):
            more[a].append(b)
    return None


def _parts(near: Sequence[Sequence[int]], without: int) -> list[list[int]]:
    """The parts that a map falls into without one of its cells."""
    seen, found = {without}, []
    for start in range(len(near)):
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for cell in part:
            fresh = [other for other in near[cell] if other not in seen]
            seen.update(fresh)
            part += fresh
        found.append(part)
    return found


def _apart_around(ring: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Cells that stand side by side around a third one, which alone holds them together."""
    for cell, others in enumerate(ring):
        parts = _parts(ring, cell)
        if len(parts) > 1:
            home = {one: number for number, part in enumerate(parts) for one in part}
            yield from ((a, b) for a, b in zip(others, [*others[1:], others[0]], strict=True) if home[a] != home[b])


def _faces(ring: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cells around each face."""
    following = {
        (a, b): (b, others[(others.index(a) + 1) % len(others)]) for b, others in enumerate(ring) for a in others
    }
    found = []
    while following:
        first = here = next(iter(following))
        face = []
        while here in following:
            face.append(here[0])
            here = following.pop(here)
        assert here == first
        found.append(face)
    return found


def _laid(ring: Sequence[Sequence[int]], rounds: int) -> Points:
    """The longest face around, and everything else in the middle of its neighbours; in so many rounds those that are far pull harder than those that are near."""
    count = len(ring)
    if count < 3:
        return np.column_stack([np.arange(count, dtype=float), np.zeros(count)])
    faces = sorted(_faces(ring), key=len, reverse=True)
    outer, inner = faces[0], [face for face in faces[1:] if len(face) > 3]
    near = [list(others) for others in ring] + [list(face) for face in inner]
    for number, face in enumerate(inner):
        for cell in face:
            near[cell].append(count + number)
    turn = 2 * np.pi * np.arange(len(outer)) / len(outer)
    ends = np.column_stack([np.cos(turn), np.sin(turn)])
    links = np.array([(a, b) for a, others in enumerate(ring) for b in others if a < b], dtype=np.int64)
    pull = np.zeros((len(near), len(near)))
    for cell, others in enumerate(near):
        pull[cell, others] = 1.0
    best = found = _in_the_middle(pull, outer, ends)
    widest = _tightest(found[:count], links)
    for _ in range(rounds):  # long connections pull harder, short ones less: what was squeezed together gets room
        long = np.linalg.norm(found[:, None] - found[None], axis=2)
        pull = np.where(
            pull > 0, pull * (np.maximum(long, 1e-6) / max(float(np.median(long[pull > 0])), 1e-6)) ** 0.5, 0.0
        )
        pull = np.where(pull > 0, np.clip(pull, 1e-6, 1e6), 0.0)
        found = _in_the_middle(pull, outer, ends)
        room = _tightest(found[:count], links)
        if room > widest and not crosses(found[:count], links):
            best, widest = found, room
    return best[:count]


def _in_the_middle(pull: Points, outer: Sequence[int], ends: Points) -> Points:
    """Everything but the outer nodes where its neighbours pull it to."""
    net, to = np.diag(pull.sum(axis=1)) - pull, np.zeros((len(pull), 2))
    for place, cell in enumerate(outer):
        net[cell] = 0
        net[cell, cell] = 1
        to[cell] = ends[place]
    found: Points = np.asarray(np.linalg.solve(net, to), np.float64)
    return found


def _tightest(points: Points, links: npt.NDArray[np.int64]) -> float:
    """How near two cells come to each other, as a part of what connections are long."""
    if len(points) < 2 or not len(links):
        return 1.0
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min() / max(float(np.median(apart[links[:, 0], links[:, 1]])), 1e-12))


# ---------------------------------------------------------------- room for everything


def _turned(points: Points, wished: Points) -> Points:
    """Turned, turned over and stretched to lie as near as can be to where cells are wished."""
    own, goal = points - points.mean(axis=0), wished - wished.mean(axis=0)
    u, sizes, v = np.linalg.svd(own.T @ goal)
    size = float(sizes.sum() / max(float((own**2).sum()), 1e-12))
    spread = float(np.sqrt((goal**2).sum() / max(float((own**2).sum()), 1e-12)))
    found: Points = own @ (u @ v) * max(size, spread)
    return found


def _relaxed(points: Points, near: Sequence[Sequence[int]], steps: Points) -> Points:
    """Cells as far apart as they are steps apart, as well as that can be done by moving one after the other across nothing."""
    links = np.array([(a, b) for a, others in enumerate(near) for b in others if a < b], dtype=np.int64).reshape(-1, 2)
    weights = np.where(steps > 0, 1.0 / np.maximum(steps, 1.0) ** 2, 0.0)
    np.fill_diagonal(weights, 0.0)
    others = [links[(links != cell).all(axis=1)] for cell in range(len(points))]
    for _ in range(min(_ROUNDS, max(1, _EFFORT // max(1, len(points))))):
        before = points
        for cell in range(len(points)):
            points = _moved(points, cell, near[cell], others[cell], steps[cell], weights[cell])
        if np.abs(points - before).max(initial=0.0) < _STILL:
            break
    return points


def _moved(
    points: Points, cell: int, near: Sequence[int], others: npt.NDArray[np.int64], steps: Points, weights: Points
) -> Points:
    """One cell nearer to where all others want it."""
    apart = points[cell] - points
    away = np.maximum(np.linalg.norm(apart, axis=1), 1e-9)
    goal = weights @ (points + apart * (steps / away)[:, None]) / max(float(weights.sum()), 1e-12)
    room = min(_APART, _room(points, cell, near, others))
    for stride in _STRIDES:
        moved = points.copy()
        moved[cell] += stride * (goal - points[cell])
        crossed = _cross(moved[[cell]], moved[near], moved[others[:, 0]], moved[others[:, 1]]).any()
        if not crossed and _room(moved, cell, near, others) >= room:
            return moved
    return points


def _room(points: Points, cell: int, near: Sequence[int], others: npt.NDArray[np.int64]) -> float:
    """How near a cell comes to a connection that is not its own, or its own connections to a cell."""
    found = [_distance(points[[cell]], points[others[:, 0]], points[others[:, 1]]).min(initial=np.inf)]
    for other in near:
        rest = np.delete(points, [cell, other], axis=0)
        found.append(_distance(rest, points[[cell]], points[[other]]).min(initial=np.inf))
    return float(min(found))


def _distance(points: Points, a: Points, b: Points) -> Points:
    """From points to the lines between others."""
    along = b - a
    part = ((points - a) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12)
    found: Points = np.linalg.norm(points - a - np.clip(part, 0.0, 1.0)[:, None] * along, axis=1)
    return found


def _cross(a: Points, b: Points, c: Points, d: Points) -> npt.NDArray[np.bool_]:
    """Whether each line from a to b crosses each from c to d; where they only meet at an end they do not."""
    a, b, c, d = a[:, None], b[:, None], c[None], d[None]
    sides = _side(a, b, c) * _side(a, b, d), _side(c, d, a) * _side(c, d, b)
    found: npt.NDArray[np.bool_] = (sides[0] < -1e-12) & (sides[1] < -1e-12)
    return found


def _side(a: Points, b: Points, c: Points) -> Points:
    found: Points = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
        c[..., 0] - a[..., 0]
    )
    return found

"""What is odd about a map, and may yet be meant: parts that nothing connects, connections that cross, cells without a region, regions that lack what others have."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.model.geometry import Geometry, Regions
from ludwright.model.planarity import is_planar


def worth_knowing(board: Geometry) -> Iterator[tuple[str, str]]:
    """Messages with what to do about them."""
    if len(board.pieces) > 1:
        a, b = (board.names[piece[0]] for piece in board.pieces[:2])
        message = f"this map falls into {len(board.pieces)} parts: no way leads from `{a}` to `{b}`"
        yield message, "connect them, if that is not meant"
    if not is_planar(board.neighbours):
        message = "this map can't be drawn without connections that cross"
        yield message, "look for a connection too many, if that is not meant"
    for kind, regions in board.regions.items():
        lost = [board.names[cell] for cell, region in enumerate(regions.of_cell) if region < 0]
        if lost:
            yield f"{_listed(lost)} in no {kind}", f"add it to a {kind}, if that is not meant"
        yield from _unprinted(kind, regions)


def _unprinted(kind: str, regions: Regions) -> Iterator[tuple[str, str]]:
    """Regions that lack what is printed on others."""
    for word, values in regions.properties.items():
        for name in [name for name, value in zip(regions.names, values, strict=True) if value is None]:
            yield f"the {kind} `{name}` has no `{word}`, others have", "give it one, if that is not meant"


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return f"`{names[0]}` lies"
    return f"`{names[0]}` and {len(names) - 1} more lie"

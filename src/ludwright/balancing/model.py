"""What a version would be like that was not played: a Gaussian process over the knobs, for every figure.

Each knob has a curve of its own that goes through what was measured and is straight in between (a Wiener process and a line, both pinned
where the knob is now); what two knobs do together beyond that is a smaller part. All versions are played with the same deals, so the luck that
they share is in the mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ludwright.balancing.knobs import Knob
from ludwright.balancing.readings import Reading
from ludwright.balancing.versions import Version
from ludwright.statistics import Z95

Numbers = npt.NDArray[np.float64]
_LINE, _TOGETHER = 0.6, 0.05
"""How much of a curve is a straight line, and how much knobs do together."""
_PAIRED = 0.5
"""What of the variance of a figure is left between versions on the same deals."""
_FLOOR = 0.25
"""A knob moves a figure by so much of what matters at least, over its whole range, as far as one can know."""


class Model:
    """Predicts one figure."""

    def __init__(self, knobs: Sequence[Knob], known: Mapping[Version, Reading]) -> None:
        self.knobs = list(knobs)
        self._scales = np.array([_scale(knob) for knob in self.knobs])
        versions = list(known)
        self._points = self.places(versions)
        values = np.array([known[version].value for version in versions])
        errors = np.array([max(known[version].high - known[version].low, 1e-9) / (2 * Z95) for version in versions])
        matters = known[versions[0]].matters
        self.reach = self._reaches(values, errors, _FLOOR * matters)
        self._mean = float(values.mean())
        self._wide = 10.0 * max(float(np.abs(values - self._mean).max()), matters) ** 2
        noise = _PAIRED * errors**2 + (1e-3 * matters) ** 2
        self._weights = np.linalg.solve(self._kernel(self._points, self._points) + np.diag(noise), values - self._mean)

    def places(self, versions: Sequence[Version]) -> Numbers:
        """Versions as rows: how far each knob is turned, in parts of its range."""
        turned = np.array([[version.value(knob) - knob.value for knob in self.knobs] for version in versions], float)
        found: Numbers = turned.reshape(len(versions), len(self.knobs)) / self._scales
        return found

    def predict(self, points: Numbers) -> Numbers:
        """The figure at some places."""
        found: Numbers = self._mean + self._kernel(points, self._points) @ self._weights
        return found

    def _reaches(self, values: Numbers, errors: Numbers, floor: float) -> Numbers:
        """How far each knob moves the figure over its range, seen where it was turned alone."""
        turned = self._points != 0
        alone = turned.sum(axis=1) == 1
        base = values[~turned.any(axis=1)]
        origin = float(base.mean()) if len(base) else float(values.mean())
        found = np.full(len(self.knobs), floor)
        for place in range(len(self.knobs)):
            own = alone & turned[:, place]
            if own.any():
                slopes = np.maximum(0.0, np.abs(values[own] - origin) - errors[own]) / np.abs(self._points[own, place])
                found[place] = max(floor, float(slopes.max()))
        return found

    def _kernel(self, a: Numbers, b: Numbers) -> Numbers:
        x, y = a[:, None, :], b[None, :, :]
        wiener = np.where(x * y > 0, np.minimum(np.abs(x), np.abs(y)), 0.0)
        single = (self.reach**2) * (_LINE * x * y + (1 - _LINE) * wiener)
        alone = single.sum(axis=2)
        together = (alone**2 - (single**2).sum(axis=2)) / 2  # products of two different knobs
        scale = max(float((self.reach**2).mean()), 1e-12)
        found: Numbers = self._wide + alone + _TOGETHER * together / scale
        return found


def _scale(knob: Knob) -> float:
    """The range of a knob, from where it is now to the farther end."""
    return float(max(knob.values[-1] - knob.value, knob.value - knob.values[0], 1))

"""The ways in which numbers are combined to one: those of several queries, or those of several games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.mistakes import nearest
from ludwright.queries.recorded import QueryError

Numbers = npt.NDArray[np.float64]

_SYNONYMS = {"mean": "average", "avg": "average", "min": "minimum", "max": "maximum", "total": "sum",
             "standard deviation": "deviation", "std": "deviation", "ratio": "quotient"}  # fmt: skip


def _difference(stack: Numbers) -> Any:
    return stack[0] - stack[1:].sum(axis=0)


def _quotient(stack: Numbers) -> Any:
    result = stack[0].astype(np.float64)
    for divisor in stack[1:]:
        result = result / np.where(divisor == 0, np.nan, divisor)
    return result


def _deviation(stack: Numbers) -> Any:
    return stack.std(axis=0, ddof=1) if len(stack) > 1 else np.full(stack.shape[1:], np.nan)


_PLAIN: dict[str, Callable[[Numbers], Any]] = {
    "sum": lambda stack: stack.sum(axis=0),
    "difference": _difference,
    "product": lambda stack: stack.prod(axis=0),
    "quotient": _quotient,
    "average": lambda stack: stack.mean(axis=0),
    "minimum": lambda stack: stack.min(axis=0),
    "maximum": lambda stack: stack.max(axis=0),
    "median": lambda stack: np.quantile(stack, 0.5, axis=0),
    "deviation": _deviation,
}
OPERATIONS = (*_PLAIN, "quantile")


@dataclass(frozen=True)
class Operation:
    """One way to combine numbers, by its name; a quantile has a share as well."""

    name: str
    share: float = 0.5

    def __call__(self, stack: npt.ArrayLike) -> Numbers:
        """Rows of numbers combined to one row. What has no value, such as a quotient by 0, is not a number.

        The difference is the first less all others, the quotient the first divided by all others; the deviation is that of a sample;
        a quantile between two values lies on the straight line between them.

        >>> Operation("difference")([[10, 7], [2, 7], [3, 7]]).tolist()
        [5.0, -7.0]
        >>> Operation("quotient")([[12, 1], [4, 0]]).tolist()
        [3.0, nan]
        >>> float(Operation("quantile", 0.25)([0, 10]))
        2.5
        """
        rows = np.asarray(stack, np.float64)
        with np.errstate(all="ignore"):
            found = np.quantile(rows, self.share, axis=0) if self.name == "quantile" else _PLAIN[self.name](rows)
        return np.where(np.isfinite(found), found, np.nan)

    def __str__(self) -> str:
        return f"quantile {self.share:g}" if self.name == "quantile" else self.name


def read_operation(text: str) -> Operation:
    """`average`, `sum`, `quantile:0.9` and so on.

    >>> read_operation("mean"), read_operation("quantile:0.9").share
    (Operation(name='average', share=0.5), 0.9)
    """
    name, colon, share = (part.strip() for part in text.lower().partition(":"))
    name = _SYNONYMS.get(name, name)
    if name not in OPERATIONS:
        close = nearest(name, [*OPERATIONS, *_SYNONYMS])
        hint = f"did you mean `{close}`?" if close else f"there are {', '.join(OPERATIONS)}"
        raise QueryError(f"numbers can't be combined by `{text}`: {hint}")
    if name != "quantile":
        if colon:
            raise QueryError(f"`{name}` stands alone: only a quantile has a share, as in `quantile:0.9`")
        return Operation(name)
    return Operation(name, _share(text, share))


def _share(text: str, share: str) -> float:
    try:
        found = float(share)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise QueryError(f"`{text}`: a quantile needs a share from 0 to 1, as in `quantile:0.9`")
    return found

"""The short way to an answer: all values, or a summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from ludwright.queries.following import Progress
from ludwright.queries.operations import Operation
from ludwright.queries.query import Query, usual_time, values
from ludwright.queries.recorded import RecordedRun
from ludwright.queries.summaries import summary


def answer(
    run: RecordedRun,
    *texts: str,
    how: str | Operation | None = None,
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **where: Any,
) -> pl.DataFrame:
    """All values of expressions, or with ``how`` or ``per`` their summary; what else is given says where to look, as in :class:`Query`."""
    query = Query(*texts, **{"when": usual_time([run]), **where})
    if how is None and per is None:
        return values(run, query, threads, progress)
    return summary(run, query, how or "average", per, threads, progress)

"""Questions to recorded games: expressions followed along them, combined, grouped, and moments found in them.

- :class:`Query` says what to follow and where; :func:`values` gives all values, :func:`summary` combines those of many games for every
  index, :func:`combine` puts several results together. :func:`answer` is the short way to the first two, and
  :func:`picture` draws them.
- :func:`find` looks for a pattern, and gives what it found as :class:`PatternResult`.
"""

from __future__ import annotations

from ludwright.queries.answering import answer
from ludwright.queries.asking import asking
from ludwright.queries.operations import OPERATIONS, Operation, read_operation
from ludwright.queries.pattern import Pattern, read_pattern
from ludwright.queries.pattern_result import PatternResult, find
from ludwright.queries.picturing import KINDS, picture
from ludwright.queries.query import Query, combine, usual_time, values
from ludwright.queries.recorded import QueryError
from ludwright.queries.summaries import distribution, summary

__all__ = [
    "KINDS",
    "OPERATIONS",
    "Operation",
    "Pattern",
    "PatternResult",
    "Query",
    "QueryError",
    "answer",
    "asking",
    "combine",
    "distribution",
    "find",
    "picture",
    "read_operation",
    "read_pattern",
    "summary",
    "usual_time",
    "values",
]

"""Conditions on the table of games, as in SQL: over its own columns, with a few functions.

Polars would read any file, and the network, for a condition such as ``game in (select a from read_csv('...'))``. So a condition is read
word by word first, and only words that are known go on to Polars: columns, operators, plain functions. There is no way to name a table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import polars as pl

from ludwright.mistakes import nearest
from ludwright.queries.recorded import QueryError

MOST_LETTERS, _SHOWN = 2_000, 200
_OPERATORS = [
    "and",
    "or",
    "not",
    "in",
    "is",
    "null",
    "true",
    "false",
    "between",
    "like",
    "ilike",
    "case",
    "when",
    "then",
    "else",
    "end",
    "distinct",
    "from",
    "as",
    "int",
    "integer",
    "bigint",
    "float",
    "double",
    "real",
    "boolean",
    "bool",
    "varchar",
    "text",
    "string",
]
"""Words that are no names; `from` only behind `distinct`."""
FUNCTIONS = [
    "cast",
    "coalesce",
    "nullif",
    "greatest",
    "least",
    "ifnull",
    "abs",
    "sign",
    "round",
    "floor",
    "ceil",
    "ceiling",
    "mod",
    "div",
    "pow",
    "power",
    "sqrt",
    "exp",
    "ln",
    "log",
    "log2",
    "log10",
    "length",
    "lower",
    "upper",
    "trim",
    "ltrim",
    "rtrim",
    "left",
    "right",
    "substr",
    "strpos",
    "starts_with",
    "ends_with",
    "array_get",
    "array_length",
    "array_lower",
    "array_mean",
    "array_sum",
    "array_upper",
    "count",
    "sum",
    "avg",
    "min",
    "max",
    "median",
    "stddev",
    "variance",
]
_TOKEN = re.compile(
    r"""\s+|(?P<text>'(?:[^'\\]|'')*')|"(?P<quoted>[^"\\]+)"|(?P<word>[^\W\d]\w*)(?P<call>\s*\()?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\w)"""
    r"""|<=|>=|<>|!=|==|::|\|\||(?:-(?!-)|/(?!\*)|[+*%<>=(),\[\]])"""
)


def condition(text: str, columns: Collection[str]) -> pl.Expr:
    """A condition as an expression over these columns.

    >>> str(condition("winner = 1 and turns > 20", ["winner", "turns"]))
    '[([(col("winner")) == (dyn int: 1)]) & ([(col("turns")) > (dyn int: 20)])]'
    """
    if len(text) > MOST_LETTERS:
        raise QueryError(f"this condition on games is too long: it has at most {MOST_LETTERS:,} letters")
    for reason in _wrong(text, columns):
        raise _no_condition(text, reason, columns)
    try:
        return pl.sql_expr(text)
    except pl.exceptions.PolarsError as error:
        raise _no_condition(text, first_line(error), columns) from None


def first_line(error: Exception) -> str:
    """What Polars has to say, in short."""
    return _cut(str(error).splitlines()[0].split(";")[0])


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _no_condition(text: str, reason: str, columns: Collection[str]) -> QueryError:
    return QueryError(f"`{_cut(text)}` is no condition on games: {reason}; their columns are {', '.join(columns)}")


def _wrong(text: str, columns: Collection[str]) -> Iterator[str]:
    """What can't stand in a condition."""
    place, before = 0, ""
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            yield f"`{text[place : place + 10]}` can't be read"
            return
        place = token.end()
        word, quoted = token["word"], token["quoted"]
        if quoted is not None and quoted not in columns:
            yield f'there is no column "{quoted}"'
        if word is not None:
            yield from _unknown(word, before, token["call"] is not None, columns)
        before = word.lower() if word is not None else before if token.group().isspace() else ""


def _unknown(word: str, before: str, called: bool, columns: Collection[str]) -> Iterator[str]:
    small = word.lower()
    if small == "from" and before != "distinct":
        yield "`from` names a table, and here is only the table of games"
    elif called and small not in (*FUNCTIONS, *_OPERATORS):
        close = nearest(small, FUNCTIONS)
        yield f"there is no function `{word}`, " + (
            f"did you mean `{close}`?" if close else "only plain ones such as `abs`"
        )
    elif not called and word not in columns and small not in _OPERATORS:
        close = nearest(word, columns)
        yield f"there is no column `{word}`" + (f", did you mean `{close}`?" if close else "")

"""How numbers and names are written in sentences."""

from __future__ import annotations

from collections.abc import Iterable


def percent(value: float) -> str:
    """A share as people say it; near nothing and near all with a decimal, so that rare does not read as never.

    >>> percent(0.573), percent(0.004), percent(0.9961), percent(1.0), percent(0.0)
    ('57%', '0.4%', '99.6%', '100%', '0%')
    """
    return f"{short(value * 100)}%".replace("-", "−")


def short(value: float) -> str:
    """A number of percents or points, with as many decimals as it takes.

    >>> short(41.7), short(0.31), short(-0.0001), short(-0.0)
    ('42', '0.3', '0.00', '0')
    """
    near = min(abs(value), abs(100 - value))
    digits = 0 if near >= 2 or near < 1e-9 else 1 if near >= 0.05 else 2
    text = f"{value:.{digits}f}"
    return text if float(text) else text.removeprefix("-")


def in_a_row(names: Iterable[str]) -> str:
    """Names as a sentence lists them; each once.

    >>> in_a_row(["Ann"]), in_a_row(["Ann", "Ben"]), in_a_row(["Ann", "Ben", "Ann", "Cid"])
    ('Ann', 'Ann and Ben', 'Ann, Ben and Cid')
    """
    *others, last = dict.fromkeys(names)
    return f"{', '.join(others)} and {last}" if others else last


def with_article(word: str) -> str:
    """A word with `a` or `an` before it.

    >>> with_article("boat"), with_article("island")
    ('a boat', 'an island')
    """
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"

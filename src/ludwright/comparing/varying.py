"""Which versions of a game are played to learn what its parameters do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from ludwright.comparing.mistakes import ComparisonError
from ludwright.comparing.variance import Parts, grid_parts, redrawn
from ludwright.engine.walks import statements
from ludwright.game import Game, check_settings
from ludwright.metrics.intervals import Numbers
from ludwright.model.kinds import BIG, Param

FULL = 64
"""A grid of so many versions is played in full; of a larger one a sample is."""
ROWS = 16
"""So many rows has a sample, if nobody says otherwise."""
MOST = 2_000
COMPILED = 12_000
"""Where versions have more statements than this to be compiled beside those of single parameters, these alone are played."""
_SEED = 20_262

Setting = tuple[int, ...]
"""A value for each parameter that is varied."""


@dataclass(frozen=True)
class Design:
    """The versions that are played, in order, each once."""

    names: tuple[str, ...]
    values: Mapping[str, tuple[int, ...]]
    base: Setting
    """What is set while another parameter is varied."""
    versions: tuple[Setting, ...]
    spread: tuple[int, ...]
    """Over which of the versions the variation is measured, in the order of the decomposition's rows."""
    how: str
    parts: tuple[Parts, ...]
    left_out: str = ""
    """What would take long and was not asked for."""

    def place(self, setting: Setting) -> int:
        """Where a version stands."""
        return self.versions.index(setting)

    def line(self, name: str) -> Iterator[tuple[int, int]]:
        """The values of a parameter, each with its version, all others being as in the base."""
        column = self.names.index(name)
        for value in self.values[name]:
            yield value, self.place((*self.base[:column], value, *self.base[column + 1 :]))


def varied(game: Game, asked: Mapping[str, Sequence[int]] | None) -> dict[str, tuple[int, ...]]:
    """The values of the parameters that are varied: as asked; else the ends of every parameter's range and what it is anyway."""
    known = game.rules.model.params
    if asked:
        for name, values in asked.items():
            for value in values:
                check_settings({name: value}, known)
            if len(set(values)) < 2:
                raise ComparisonError(f"`{name}` is not varied: give it two values or more, as in `{name}=1..5`")
        return {name: tuple(sorted(set(values))) for name, values in asked.items()}
    found = {}
    for name, param in known.items():
        if not param.is_list and name not in game._set and param.lo < param.hi:
            found[name] = tuple(sorted({*_ends(param), param.values[0]}))
    if not found:
        raise ComparisonError("this game has no parameter that could be varied")
    return found


def _ends(param: Param) -> tuple[int, int]:
    """Of a parameter's range; of one without a range, a quarter less and a quarter more."""
    if (param.lo, param.hi) != (-BIG, BIG):
        return param.lo, param.hi
    value = param.values[0]
    step = max(1, abs(value) // 4)
    return value - step if value != 0 else value, value + step


def design(game: Game, values: Mapping[str, tuple[int, ...]], rows: int | None) -> Design:
    """A full grid if that is small, else a sample by Saltelli; and every parameter by itself."""
    names = tuple(values)
    base = tuple(int(value) for name in names if not isinstance(value := game.params[name], list))
    size = prod(len(own) for own in values.values())
    line = [(*base[:i], value, *base[i + 1 :]) for i, name in enumerate(names) for value in values[name]]
    alone = tuple(dict.fromkeys([base, *line]))
    if rows is None and size <= FULL:
        grid = list(product(*values.values()))
        versions = tuple(dict.fromkeys([base, *line, *grid]))
        if _takes_long(game, names, versions, alone):
            return _one_at_a_time(names, values, base, alone, len(versions))
        spread = tuple(versions.index(setting) for setting in grid)
        shape = [len(own) for own in values.values()]
        return Design(names, values, base, versions, spread, f"all {size} combinations", (grid_parts(shape),))
    a, b, mixed = _saltelli(values, rows or ROWS)
    sample = [*a, *b, *(setting for own in mixed for setting in own)]
    versions = tuple(dict.fromkeys([base, *line, *sample]))
    if rows is None and _takes_long(game, names, versions, alone):
        return _one_at_a_time(names, values, base, alone, len(versions))
    if len(versions) > MOST:
        raise ComparisonError(f"that are {len(versions):,} versions: {MOST:,} are the most; ask for fewer rows")
    count = len(a)
    first, second = range(count), range(count, 2 * count)
    rest = [range((2 + i) * count, (3 + i) * count) for i in range(len(names))]
    spread = tuple(versions.index(setting) for setting in sample)
    how = f"a sample of {len(set(sample))} of {size:,} combinations"
    return Design(names, values, base, versions, spread, how, tuple(redrawn(first, second, rest)))


def _takes_long(
    game: Game, names: Sequence[str], versions: Sequence[Setting], alone: Sequence[Setting]
) -> bool:  # fmt: skip
    """Whether many versions of a large game must be compiled, beside those in which one parameter is varied."""
    known = game.rules.model.params
    sizes = [place for place, name in enumerate(names) if known[name].structural]
    built, needed = (len({tuple(one[place] for place in sizes) for one in some}) for some in (versions, alone))
    rules = sum(1 for function in game.program.functions.values() for _ in statements(function.body))
    return (built - needed) * rules > COMPILED


def _one_at_a_time(
    names: tuple[str, ...], values: Mapping[str, tuple[int, ...]], base: Setting, alone: tuple[Setting, ...], all_: int
) -> Design:
    """Only every parameter by itself."""
    left_out = (
        f"Where the variation comes from was left out: that takes {all_ - len(alone)} more versions, and the rules of this game are compiled "
        f"again for most of them. `--rows {ROWS}` asks for it, `--rows 4` for less of it"
    )
    return Design(names, values, base, alone, (), "", (), left_out)


def _saltelli(
    values: Mapping[str, tuple[int, ...]], rows: int
) -> tuple[list[Setting], list[Setting], list[list[Setting]]]:
    """Two samples of versions, and for each parameter the first one with that parameter from the second (Saltelli 2010)."""
    from scipy.stats import qmc

    count = len(values)
    drawn: Numbers = qmc.Sobol(2 * count, rng=np.random.default_rng(_SEED)).random(_power(rows))
    a, b = (_settings(values, drawn[:, half : half + count]) for half in (0, count))
    mixed = [[(*one[:i], other[i], *one[i + 1 :]) for one, other in zip(a, b, strict=True)] for i in range(count)]
    return a, b, mixed


def _power(rows: int) -> int:
    """Sobol's points are even only in powers of two."""
    return 1 << max(2, (rows - 1).bit_length())


def _settings(values: Mapping[str, tuple[int, ...]], points: Numbers) -> list[Setting]:
    own = list(values.values())
    return [tuple(own[i][int(x * len(own[i]))] for i, x in enumerate(point)) for point in points]

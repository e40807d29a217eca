"""Does it stay interesting: how different are openings, whole games, and ways to win?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.metrics.choice import counts_by_game
from ludwright.metrics.curve import Whole
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SEED, SHARE, Numbers, bootstrap, corrected, entropy, mean, share
from ludwright.metrics.picks import named_choices

OPENING = 3
_PAIRS = 2_000
_LINES = 400
"""So many games are compared with each other."""
_ALIKE = 0.5
"""Lines belong together while they differ in less than that share of their choices."""
_SCORE = "the score is "
_NO_CHOICES = "nobody chose anything"


def _real(decisions: pl.DataFrame) -> pl.DataFrame:
    return decisions.filter(pl.col("options") > 1).sort("game", "ply")


def opening_entropy(decisions: pl.DataFrame, moves: int = OPENING) -> Figure:
    """How many different openings there are.

    Definition: 2^H, H being the entropy in bits of the first `moves` real choices of a game (3 if not said): as many openings, equally
    often, would be as varied. Few games show too few openings; (k − 1) / (2 G ln 2) is added to H for k openings seen in G games
    (Miller and Madow). The interval is a bootstrap over games; the part is H / log₂ G, 1 if no two games begin alike.
    """
    lines = _real(decisions).group_by("game").agg(pl.col("code").head(moves).cast(pl.String).str.join(" ")).sort("game")
    name = "opening entropy by moves"
    if not len(lines):
        return nothing(name, _NO_CHOICES, "openings")
    kinds, table = counts_by_game(lines.rename({"code": "line"}), "line")
    more = (len(kinds) - 1) / (2 * len(lines) * np.log(2))
    bits = float(entropy(table.sum(axis=0, keepdims=True))[0])
    alone = Figure(
        "share of the most there could be", bits / np.log2(len(lines)) if len(lines) > 1 else None, n=len(lines)
    )
    found = corrected(name, table, lambda sums: 2 ** entropy(sums), 2 ** (bits + more), unit="openings", parts=(alone,))
    return replace(found, n=len(lines))


def trajectory_distance(decisions: pl.DataFrame) -> Figure:
    """How different two games are from each other.

    Definition: mean over 2,000 pairs of games, drawn by chance (all pairs, if there are fewer), of the share of places at which their
    choices differ, places that only the longer one has included; real choices only. 0: all games are the same; 1: no two are alike
    anywhere. The interval takes the mean distance of every game from others as one value a game.
    """
    lines = _real(decisions).group_by("game").agg("code").sort("game")
    name = "trajectory distance by moves"
    if len(lines) < 2:
        return nothing(name, "there are not two games to compare", "share")
    one, other = _pairs(len(lines))
    rows = np.unique(np.concatenate([one, other]))
    place = np.full(len(lines), -1)
    place[rows] = np.arange(len(rows))
    codes = _padded(lines["code"].gather(rows.tolist()).to_list())
    far = _distances(codes, place[one], place[other])
    total = np.bincount(place[one], far, len(rows)) + np.bincount(place[other], far, len(rows))
    count = np.bincount(place[one], minlength=len(rows)) + np.bincount(place[other], minlength=len(rows))
    by_game = mean(name, total / count, SHARE, unit="share")
    value = float(far.mean())
    room = (by_game.high or 0.0) - (by_game.value or 0.0)
    closest = int(far.argmin())
    shown = tuple(
        Witness(int(lines["game"][int(game)]), note="two games alike") for game in (one[closest], other[closest])
    )
    return replace(
        by_game, value=value, low=max(0.0, value - room), high=min(1.0, value + room), n=len(lines), witnesses=shown
    )


def _pairs(games: int) -> tuple[Whole, Whole]:
    if games * (games - 1) // 2 <= _PAIRS:
        one, other = np.triu_indices(games, 1)
        return one, other
    draw = np.random.default_rng(SEED)
    one = draw.integers(0, games, _PAIRS)
    return one, (one + draw.integers(1, games, _PAIRS)) % games


def _padded(lines: list[list[int]]) -> Whole:
    codes = np.full((len(lines), max((len(line) for line in lines), default=0)), -1)
    for row, line in zip(codes, lines, strict=True):
        row[: len(line)] = line
    return codes


def _distances(codes: Whole, one: Whole, other: Whole) -> Numbers:
    there = (codes[one] >= 0) | (codes[other] >= 0)
    differ = (codes[one] != codes[other]) & there
    far: Numbers = differ.sum(axis=1) / np.maximum(1, there.sum(axis=1))
    return far


# ---------------------------------------------------------------- ways to win


def _winning(decisions: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The real choices of all winners: game, seat, ply, code."""
    winners = seats.filter("won").select("game", "seat")
    return (
        _real(decisions)
        .rename({"actor": "seat"})
        .join(winners, on=["game", "seat"], how="semi")
        .sort("game", "seat", "ply")
    )


def winning_lines(decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame) -> Figure:
    """How many different ways there are to win.

    Definition: 2^H of the sizes of clusters of winners' choices. Two winners are as far apart as their choices, counted without their
    order, differ: Σ |a_i − b_i| / Σ (a_i + b_i). Clusters grow by joining those with the smallest mean distance, as long as that is below ½;
    400 winners at most, drawn by chance. The parts are the shares of the largest clusters, with what those winners choose more often than
    others. The interval is a bootstrap over games.
    """
    chosen = _winning(decisions, seats)
    games = chosen["game"].unique().sort()
    name = "winning lines by moves"
    if len(games) < 2:
        return nothing(name, "there are not two wins to compare", "lines")
    if len(games) > _LINES:
        games = games.sample(_LINES, seed=SEED).sort()
    chosen = chosen.join(pl.DataFrame({"game": games}), on="game", how="semi")
    counted = chosen.group_by("game", "seat", "code").agg(pl.len().alias("times")).sort("game", "seat", "code")
    _, row = np.unique(counted.select(pl.struct("game", "seat").rank("dense")).to_numpy()[:, 0], return_inverse=True)
    codes, column = np.unique(counted["code"].to_numpy(), return_inverse=True)
    known = dict(named_choices(pl.DataFrame({"code": codes}), actions.drop("question", strict=False)).iter_rows())
    words = [str(known[code]) for code in codes.tolist()]
    table = np.zeros((row.max() + 1, column.max() + 1))
    table[row, column] = counted["times"].to_numpy()
    of_line = counted.unique(["game", "seat"], maintain_order=True)["game"].to_list()
    clusters = _clusters(table)
    sums = np.zeros((len(table), clusters.max() + 1))
    sums[np.arange(len(table)), clusters] = 1
    largest = np.argsort(-sums.sum(axis=0), kind="stable")[:5]
    parts = tuple(
        share(
            f"line {rank + 1}", int(sums[:, at].sum()), len(table), of="wins", note=_favours(table, clusters == at, words),
            witnesses=tuple(Witness(int(of_line[row])) for row in np.nonzero(sums[:, at])[0][:3]),
        )
        for rank, at in enumerate(largest.tolist())
    )  # fmt: skip
    return bootstrap(name, sums, lambda drawn: 2 ** entropy(drawn), unit="lines", of="wins", parts=parts)


def _favours(table: Numbers, own: npt.NDArray[np.bool_], words: list[str]) -> str:
    """What some winners choose more often than all do, at most three things."""
    parts = table / table.sum(axis=1, keepdims=True)
    more = parts[own].mean(axis=0) - (0 if own.all() else parts.mean(axis=0))
    liked = [f"`{words[at]}`" for at in np.argsort(-more, kind="stable")[:3].tolist() if more[at] > 0]
    return ("mostly " if own.all() else "more ") + ", ".join(liked) if liked else ""


def _clusters(table: Numbers) -> Whole:
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import pdist

    if len(table) < 2:
        return np.zeros(len(table), np.int64)
    apart = pdist(table, "braycurtis")
    found: Whole = fcluster(linkage(apart, "average"), _ALIKE, "distance") - 1
    return found


def winning_sequences(
    decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame, moves: int = OPENING
) -> Figure:
    """What winners do most often in a row.

    Definition: for every sequence of `moves` real choices that one player made one after the other (3 if not said), winners in whose games
    it stands / winners of games in which anybody chose. The value is that of the most common one; the parts are the ten most common.
    """
    named = named_choices(_winning(decisions, seats), actions).sort("game", "seat", "ply")
    wins = len(seats.filter("won").join(decisions.select("game").unique(), on="game", how="semi"))
    texts = [pl.col("what").shift(-step).over("game", "seat") for step in range(moves)]
    rows = named.with_columns(pl.concat_str(texts, separator=", ").alias("line")).drop_nulls("line")
    counted = (
        rows.unique(["game", "seat", "line"], maintain_order=True)
        .group_by("line")
        .agg(pl.len().alias("wins"), pl.col("game").head(3), pl.col("ply").head(3))
        .sort(["wins", "line"], descending=[True, False])
        .head(10)
    )
    parts = [
        share(
            row["line"], row["wins"], wins, of="wins",
            witnesses=tuple(Witness(game, ply=ply) for game, ply in zip(row["game"], row["ply"], strict=True)),
        )
        for row in counted.iter_rows(named=True)
    ]  # fmt: skip
    if not parts:
        return nothing("winning sequences", f"no winner chose {moves} times", "share")
    top = parts[0]
    return Figure(
        "winning sequences", top.value, top.low, top.high, top.how, top.n, "wins", "share", top.witnesses, tuple(parts),
        f"`{top.name}`",
    )  # fmt: skip


def commonest_result(seats: pl.DataFrame) -> Figure:
    """Whether all games end alike.

    Definition: finished games with the most common result / finished games, a result being the set of seats that won; where nobody ever
    loses, the score. The parts are all results, the ten most common at most.
    """
    ended = seats.drop_nulls("won").sort("game", "seat")
    who = pl.col("seat").filter("won").cast(pl.String).str.join(", ")
    if len(ended) and ended["won"].all():
        who = _SCORE + pl.coalesce("score", "return").first().cast(pl.String).str.strip_suffix(".0")
    results = ended.group_by("game", maintain_order=True).agg(who.alias("who"))
    counted = results.group_by("who").agg(pl.len().alias("games"), pl.col("game").sort().head(3))
    counted = counted.sort(["games", "who"], descending=[True, False]).head(10)
    parts = [
        share(_result(row["who"]), row["games"], len(results), witnesses=tuple(Witness(game) for game in row["game"]))
        for row in counted.iter_rows(named=True)
    ]
    if not parts:
        return nothing("commonest result", "no game came to its end", "share")
    top = parts[0]
    return Figure(
        "commonest result", top.value, top.low, top.high, top.how, top.n, "games", "share", top.witnesses, tuple(parts),
        top.name,
    )  # fmt: skip


def _result(who: str) -> str:
    if who.startswith(_SCORE):
        return who
    if not who:
        return "nobody wins"
    return f"seats {who} win together" if "," in who else f"seat {who} wins"

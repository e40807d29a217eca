"""A tournament as one picture: who beats whom, and below it the ratings with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.charts.theme import EVEN, LOSS, WIN
from ludwright.drawing.colours import mixed
from ludwright.tournaments.words import players

if TYPE_CHECKING:
    from ludwright.charts import Chart
    from ludwright.tournaments.result import Tournament


def picture(tournament: Tournament) -> str:
    """The whole picture."""
    from ludwright.charts import together

    return together([_matrix(tournament), _ratings(tournament)])


def shade(share: float) -> str:
    """The colour of a share: blue for a win, orange for a loss, pale for even."""
    return mixed(EVEN, WIN if share > 0.5 else LOSS, min(1.0, 2 * abs(share - 0.5)))


def _matrix(tournament: Tournament) -> Chart:
    """The best agent first, as below."""
    import polars as pl

    from ludwright.charts import draw

    names = [rating.agent for rating in tournament.ratings]
    rows = []
    for one in names:
        for other in names:
            share = tournament.matrix[tournament.agents.index(one)][tournament.agents.index(other)]
            if share is not None:
                rows.append((one, other, share.share, *share.interval()))
    what = (
        "Scores more than the column, share of games" if tournament.common else "Points of the row against the column"
    )
    games = (
        f"{tournament.games:,} games, {players(len(tournament.seats))}, seed {tournament.seed}: {tournament.design}."
    )
    return draw(
        pl.DataFrame(rows, schema=["row", "column", "share", "low", "high"], orient="row"), "matrix",
        x="column", y="row", colour="share", low="low", high="high", x_title="", y_title="",
        title=tournament.title, note=f"{games} {what}, with 95% intervals.",
    )  # fmt: skip


def _ratings(tournament: Tournament) -> Chart:
    import polars as pl

    from ludwright.charts import draw

    rows = [(rating.agent, rating.value, rating.low, rating.high) for rating in tournament.ratings]
    what = "mean score" if tournament.common else f"rating in Elo; {tournament.zero} is 0"
    return draw(
        pl.DataFrame(rows, schema=["agent", "rating", "low", "high"], orient="row"), "bar",
        x="agent", y="rating", low="low", high="high", x_title="", y_title=f"{what}, with 95% intervals",
    )  # fmt: skip

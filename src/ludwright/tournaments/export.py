"""A tournament as plain data, as a table for other programs, and as a page."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.tournaments.ladder import Ladder
    from ludwright.tournaments.result import Tournament

_STYLE = "body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: #faf8f3 }"


def as_data(tournament: Tournament) -> dict[str, Any]:
    """Plain values; only ``seconds`` differs from run to run."""
    return {
        "game": tournament.title,
        "players": len(tournament.seats),
        "agents": tournament.agents,
        "games": tournament.games,
        "asked": tournament.asked,
        "finished": tournament.finished,
        "interrupted": tournament.interrupted,
        "seed": tournament.seed,
        "design": tournament.design,
        "unit": tournament.unit,
        "zero": None if tournament.common else tournament.zero,
        "ratings": [rating.as_json() for rating in tournament.ratings],
        "matrix": [[None if share is None else share.as_json() for share in row] for row in tournament.matrix],
        "comparisons": [comparison.as_json() for comparison in tournament.comparisons],
        "seats": [worth.as_json() for worth in tournament.seat_worths],
        "itself": {agent: [share.share for share in shares] for agent, shares in tournament.alone.items()},
        "seatings": [
            {
                "seats": [tournament.agents[agent] for agent in played.seating],
                "games": played.games,
                "mean_returns": played.finished.mean(axis=0).tolist() if len(played.finished) else None,
            }
            for played in tournament.played
        ],
        "faults": [{"seed": fault.seed, "seats": fault.who, **fault.count.as_json()} for fault in tournament.faults],
        "words": tournament.words,
        "seconds": tournament.seconds,
    }


def as_csv(tournament: Tournament) -> str:
    """One line for every agent and opponent."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["agent", "against", "games", "ahead", "level", "behind", "share", "low", "high"])
    for one, row in zip(tournament.agents, tournament.matrix, strict=True):
        for other, share in zip(tournament.agents, row, strict=True):
            if share is not None:
                counts = [share.games, share.ahead, share.level, share.behind]
                shares = (share.share, *share.interval())
                writer.writerow([one, other, *counts, *(f"{value:.6f}" for value in shares)])
    return out.getvalue()


def as_html(found: Tournament | Ladder) -> str:
    """The picture and the sentences; a part of a page."""
    return found.svg() + "".join(f"<p>{escape(sentence)}</p>" for sentence in found.words)


def as_page(title: str, inside: str) -> str:
    """A page that needs no other file and no network."""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{_STYLE} svg {{ width: 100%; height: auto }}</style></head>
<body>{inside}</body></html>
"""

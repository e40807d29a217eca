"""What a tournament, a ladder or a race found, as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.display import Block, FinePrint, Picture, TextTable, Title
from ludwright.spelling import percent
from ludwright.tournaments.words import number, players, whole

if TYPE_CHECKING:
    from ludwright.tournaments.ladder import Ladder
    from ludwright.tournaments.result import Tournament
    from ludwright.tournaments.rungs import Rung
    from ludwright.tournaments.strongest import Strongest


def tournament_blocks(found: Tournament) -> Iterator[Block]:
    """The picture or the tables, and what they mean."""
    yield Title(f"{found.title}: {found.games:,} games, {players(len(found.seats))}, seed {found.seed}")
    if found.finished:
        yield Picture(found.svg)
        yield ratings(found)
        if found.seat_worths:
            yield seats(found)
    yield from found.words
    yield FinePrint(f"{len(found.played):,} seatings: {found.design}. {found.seconds:.1f} s")


def ladder_blocks(found: Ladder) -> Iterator[Block]:
    """Rung by rung, and how deep the game is."""
    who = f"{found.agent}, {found.games:,} games, {players(len(found.seats))}, seed {found.seed}"
    yield Title(f"{found.title}: {who}")
    if found.rungs:
        yield Picture(found.svg)
        yield rungs(found)
    yield from found.words
    yield FinePrint(f"Every rung plays the one below, {found.asked:,} games at most. {found.seconds:.1f} s")


def strongest_blocks(found: Strongest) -> Iterator[Block]:
    """Who won the race, round by round."""
    yield Title(f"{found.title}: {found.games:,} games, {players(found.players)}, seed {found.seed}")
    yield from found.words
    for place, one in enumerate(found.rounds, 1):
        yield Title(f"Round {place}: {one.games:,} games")
        if one.finished:
            yield ratings(one)
    yield FinePrint(f"{found.seconds:.1f} s")


def ratings(found: Tournament) -> TextTable:
    """How strong each agent is, the strongest first."""
    shown = number if found.common else whole
    title = "mean score" if found.common else f"Elo ({found.zero} = 0)"
    rows = []
    for rating in found.ratings:
        more = [] if found.common else [percent(rating.share), f"{rating.result.mean:+.2f}"]
        span = f"{shown(rating.low)} to {shown(rating.high)}"
        rows.append([rating.agent, shown(rating.value), span, *more, f"{rating.games:,}"])
    result = [] if found.common else ["points", "mean result"]
    return TextTable(["agent", title, "95% interval", *result, "games"], rows)


def seats(found: Tournament) -> TextTable:
    """What each seat is worth."""
    alone = found.alone
    rows = []
    for seat, worth in enumerate(found.seat_worths):
        own = [percent(shares[seat].share) for shares in alone.values()]
        span = f"{whole(worth.low)} to {whole(worth.high)}"
        rows.append([worth.seat, whole(worth.value), span, percent(worth.share.share), *own])
    return TextTable(["seat", "Elo", "95% interval", "wins", *(f"{agent} with itself" for agent in alone)], rows)


def rungs(found: Ladder) -> TextTable:
    """What each rung gained over the one below."""
    shown = number if found.common else whole
    took = "scores more" if found.common else "points"
    gained = f"{'score' if found.common else 'Elo'} gained"
    rows = [
        [
            rung.agent,
            rung.below,
            f"{rung.share.games:,}",
            percent(rung.share.share),
            shown(rung.gain),
            " to ".join(map(shown, rung.interval)),
            _verdict(rung),
        ]
        for rung in found.rungs
    ]
    return TextTable(["rung", "against", "games", took, gained, "95% interval", ""], rows)


def _verdict(rung: Rung) -> str:
    return "better" if rung.helps else "worse" if rung.harms else "not shown"

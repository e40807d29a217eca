"""Chains of conditions, looked at for many moments at once, say the same as a slow and obvious look from each moment."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ludwright.queries.chains import Games, Link, LinkGuard, LinkSpan, Rows, look


def games_of(lengths: list[int]) -> Games:
    ends = np.cumsum(np.array(lengths, np.int64))
    return Games(ends - np.array(lengths, np.int64), ends)


def table(*rows: str) -> np.ndarray:
    """One game's moments: a letter where it holds."""
    return np.array([[c != "." for c in row] for row in rows], np.bool_).T


# ---------------------------------------------------------------- the slow way


def slow(chain: list[Link], games: Games, start: int, game: int, anchor: int | None, column: int) -> bool:
    """Whether a chain is fulfilled behind a moment: every way to fulfil it is tried."""
    end = int(games.end[game])
    if not chain:
        return True
    link, rest = chain[0], chain[1:]

    def limit(span: LinkSpan) -> int:
        return int(span.from_start[game, 0] if anchor is None else span.limit[anchor, 0])

    def guarded(until: int) -> bool:
        for guard in link.guards:
            for row in range(start, until):
                inside = guard.span is None or guard.span.count[row, 0] <= limit(guard.span)
                if inside and not guard.holds[row, column % guard.holds.shape[1]]:
                    return False
        return True

    if link.event is None:
        return guarded(end)
    for row in range(start, end):
        allowed = link.within is None or link.within.count[row, 0] <= limit(link.within)
        holds = allowed and link.event[row, column % link.event.shape[1]] and guarded(row)
        if holds and slow(rest, games, row + 1, game, row, column):
            return True
    return False


def made_up(random: Random) -> tuple[list[Link], Games, int]:
    games = games_of([random.randint(1, 7) for _ in range(random.randint(1, 5))])
    rows, seats = int(games.end[-1]), random.choice([1, 2])
    turns = np.concatenate(
        [np.sort([random.randint(1, 4) for _ in range(e - f)]) for f, e in zip(games.first, games.end, strict=True)]
    )

    def holds() -> np.ndarray:
        return np.array([[random.random() < 0.4 for _ in range(seats)] for _ in range(rows)], np.bool_)

    def span() -> LinkSpan | None:
        if random.random() < 0.5:
            return None
        count, number = turns[:, None].astype(np.int64), random.randint(0, 2)
        return LinkSpan(count, count + number, count[games.first] + number)

    def guards() -> tuple[LinkGuard, ...]:
        return tuple(LinkGuard(holds() | holds(), span()) for _ in range(random.choice([0, 0, 1, 2])))

    chain = [Link(holds(), span(), guards()) for _ in range(random.randint(1, 3))]
    if random.random() < 0.3:
        chain.append(Link(None, None, (LinkGuard(holds() | holds(), span()),)))
    return chain, games, seats


@pytest.mark.parametrize("seed", range(80))
def test_chains_agree_with_the_slow_way(seed: int) -> None:
    chain, games, seats = made_up(Random(seed))
    starts = look(chain, games, games.starts(), lenient=True).fulfilled
    for game in range(len(games.first)):
        for column in range(seats):
            assert starts[game, column] == slow(chain, games, int(games.first[game]), game, None, column)
    rows = np.arange(int(games.end[-1]))
    behind = look(chain, games, games.behind(rows), lenient=True).fulfilled
    of_row = games.of_row
    for row in rows.tolist():
        for column in range(seats):
            assert behind[row, column] == slow(chain, games, row + 1, int(of_row[row]), row, column)


@pytest.mark.parametrize("seed", range(80, 110))
def test_the_rows_of_a_fulfilled_chain_are_where_its_events_hold(seed: int) -> None:
    chain, games, seats = made_up(Random(seed))
    found = look(chain, games, games.starts(), lenient=True)
    events = [link.event for link in chain if link.event is not None]
    for game in range(len(games.first)):
        for column in range(seats):
            if found.fulfilled[game, column]:
                rows = [int(at[game, column]) for at in found.rows]
                assert rows == sorted(set(rows))
                assert all(games.first[game] <= row < games.end[game] for row in rows)
                assert all(event[row, column] for event, row in zip(events, rows, strict=True))


# ---------------------------------------------------------------- by hand


def span(count: list[int], number: int) -> LinkSpan:
    counts: Rows = np.array(count, np.int64)[:, None]
    return LinkSpan(counts, counts + number, counts[:1] + number)


def test_a_case_is_open_when_the_game_ends_inside_its_span() -> None:
    games = games_of([4])
    turns = [1, 2, 3, 3]
    event = table("....")
    behind = games.behind(np.array([0, 1, 2]))
    found = look([Link(event, span(turns, 1))], games, behind)
    assert not found.fulfilled.any()
    assert found.open[:, 0].tolist() == [False, False, True]  # from turn 1 and 2 there was time enough


def test_a_guard_that_held_until_the_game_ended_is_open() -> None:
    games = games_of([4])
    found = look(
        [Link(None, None, (LinkGuard(table("x.xx"), span([1, 2, 3, 3], 1)),))], games, games.behind(np.array([0, 1, 2]))
    )
    assert found.fulfilled[:, 0].tolist() == [False, True, False]
    assert found.open[:, 0].tolist() == [False, False, True]


def test_what_is_broken_is_not_open() -> None:
    games = games_of([4])
    link = Link(table("...."), span([1, 1, 1, 1], 5), (LinkGuard(table("xx.x")),))
    found = look([link], games, games.behind(np.array([0, 2])))
    assert found.open[:, 0].tolist() == [False, True]


def test_a_link_waits_for_the_event_from_which_the_rest_goes_on() -> None:
    """a at 0 and 3, b at 4, within one step of a: the first a is too early, the second is not."""
    games = games_of([5])
    steps = [0, 1, 2, 3, 4]
    found = look([Link(table("x..x.")), Link(table("....x"), span(steps, 1))], games, games.starts())
    assert found.fulfilled.tolist() == [[True]]
    assert [int(at[0, 0]) for at in found.rows] == [3, 4]


def test_only_the_last_link_may_be_without_an_event() -> None:
    games = games_of([2])
    with pytest.raises(ValueError, match="only the last link"):
        look([Link(None, None, (LinkGuard(table("xx")),)), Link(table("xx"))], games, games.starts())

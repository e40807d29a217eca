"""Finding out what things are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludwright.agents.texts import read, split
from ludwright.powers.barring import Barring
from ludwright.powers.decks import Change, decks, exchanges, reprints
from ludwright.powers.judging import judge
from ludwright.powers.looks import Look, Power
from ludwright.powers.observing import observed_in
from ludwright.powers.table import Progress, StoppedError, Table
from ludwright.powers.things import ACTIONS, CARDS, COPIES, NUMBERS, PowerError, copies_of, things_of

Changes = Callable[[Any, str], Iterator[Change]]

LEVELS = ("random", "mcts:20", "mcts:100")
"""Levels of skill, from none."""
GAMES = 400
STRONGEST = 3
"""Pairs are made of so many."""


def power(
    game: Any,
    agents: str | Sequence[str] | None = None,
    games: int = GAMES,
    seed: int = 1,
    *,
    what: str | Sequence[str] = (CARDS, ACTIONS),
    only: str | Sequence[str] = (),
    pairs: int = STRONGEST,
    by_skill: bool = False,
    observed: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Power:
    """What cards, actions or moves are worth: each is taken from one player at a time, in every seat, on the same ``games`` deals.

    ``agents`` are kinds of players; each plays among its like. ``what`` says what is looked at: `cards`, `actions`, `moves` (actions with
    their values), `copies` and `numbers` (versions of the game with other copies of a card, or other numbers on it); ``only`` names single things. Of the strongest few, ``pairs``,
    it is found out what they are worth together. ``by_skill`` takes players of three strengths. With ``observed`` it is also looked at who
    had which card in games that nobody meddled with.
    """
    if games < 2:
        raise PowerError("what something is worth takes two deals at least")
    kinds = split(what) if isinstance(what, str) else list(what)
    wanted = split(only) if isinstance(only, str) else list(only)
    levels = _levels(game, agents, by_skill)
    things = things_of(game, kinds, wanted)
    table = Table(game, games, seed, threads, progress, announce)
    few = min(pairs, len(things))
    table.expected = len(levels) * games * (1 + game.players * (len(things) + few * (few - 1) // 2))
    found = Power(game.title, game.players, games, seed, levels, table.common)
    try:
        for agent in levels:
            _look(table, agent, things, found, pairs)
        for kind, changes in ((COPIES, exchanges), (NUMBERS, reprints)):
            if kind in kinds:
                _decks(table, levels[-1], changes, wanted or list(copies_of(game)), found, observed)
    except StoppedError:
        found.interrupted = True
    found.games, found.faulted = table.done, table.faulted
    if observed and not found.interrupted:
        _observe(game, found, threads)
    judge(found)
    return found


def _levels(game: Any, agents: str | Sequence[str] | None, by_skill: bool) -> list[str]:
    if agents is not None and by_skill:
        raise PowerError("say who plays, or ask for all levels of skill: not both")
    if by_skill:
        return list(LEVELS)
    if agents is None:
        return ["greedy" if {"real_lead", "real_score"} & set(game.compiled.addresses) else "mcts:50"]
    texts = split(agents) if isinstance(agents, str) else list(agents)
    return list(dict.fromkeys(str(read(text, game)) for text in texts))


def _look(table: Table, agent: str, things: Sequence[tuple[str, str]], found: Power, pairs: int) -> None:
    """What every thing is worth to players of one kind, and the strongest of them together."""
    barring = Barring(table, agent)
    found.share = barring.share
    own: list[Look] = []
    for look in barring.looks(things):
        own.append(look)
        found.looks.append(look)
    strongest = sorted(own, key=lambda look: -(look.worth.value or 0.0))[:pairs]
    for pair in barring.pairs([look.what for look in strongest]):
        found.pairs.append(pair)


def _decks(table: Table, agent: str, changes: Changes, cards: Sequence[str], found: Power, observed: bool) -> None:
    before = table.played([agent] * table.game.players, "the game as it is")
    for card in cards:
        made = list(decks(table, agent, card, changes(table.game, card), before, observed))
        found.decks += made
        if not made:
            found.notes.append(f"{card}: nothing in a table of the game can be changed about it.")


def _observe(game: Any, found: Power, threads: int | None) -> None:
    for agent in found.agents:
        figure = observed_in(game, agent, found.deals, found.seed, threads)
        for look in found.looks:
            if look.agent == agent:
                look.observed = next((part for part in figure.parts if part.name == look.what), None)

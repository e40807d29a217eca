"""Finding out what things are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ludwright.agents.texts import read, split
from ludwright.game import Game, loaded
from ludwright.inspecting.stopping import NobodyStandsError, NoPlacesError
from ludwright.metrics.choice_effects import effects
from ludwright.powers.barring import Barring, Habit
from ludwright.powers.decks import Change, decks, exchanges, reprints
from ludwright.powers.giving import placed, standings
from ludwright.powers.judging import judge
from ludwright.powers.looks import Look, Power
from ludwright.powers.observing import observed_in, recorded, taken_in
from ludwright.powers.players import strong_player
from ludwright.powers.table import Progress, SeededDeals, StoppedError
from ludwright.powers.things import (
    ACTIONS,
    CARDS,
    COPIES,
    FACTIONS,
    MOST,
    NUMBERS,
    PLACES,
    SEATS,
    STARTS,
    PowerError,
    cards,
    copies_of,
    counted,
    things_of,
)

Changes = Callable[[Any, str], Iterator[Change]]

LEVELS = ("random", "greedy", "auto:20", "auto:100")
"""Levels of skill, from none. Greedy players there are only where a game says who is ahead."""
GAMES = 400
STRONGEST = 3
"""Pairs are made of so many."""
_WATCHED = 200
"""In so many games it is looked at what players choose."""


def power(
    game: Game | str | Path,
    agents: str | Sequence[str] | None = None,
    games: int = GAMES,
    seed: int = 1,
    *,
    what: str | Sequence[str] = (CARDS, ACTIONS, SEATS, FACTIONS, PLACES),
    only: str | Sequence[str] = (),
    pairs: int = STRONGEST,
    by_skill: bool = False,
    observed: bool = False,
    force: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Power:
    """What cards, actions or moves are worth: each is taken from one player at a time, in every seat, on the same ``games`` deals.

    ``agents`` are kinds of players; each plays among its like. If none is named, the strongest there is time for. ``what`` says what is looked at: `cards`, `actions`, `moves` (actions with
    their values); `seats`, `factions`, `starts` (what players begin with) and `places` (where they stand on a board at the start), given to
    each of them in turn; `copies` and `numbers` (versions of the game with other copies of a card, or other numbers on it). ``only`` names single things. Of the strongest few, ``pairs``, it is
    found out what they are worth together. ``by_skill`` takes players of several strengths. With ``observed`` it is also looked at who had
    which card in games that nobody meddled with; with ``force``, what it brings to go for a thing whenever possible.
    """
    game = loaded(game)
    if games < 2:
        raise PowerError("what something is worth takes two deals at least")
    kinds = split(what) if isinstance(what, str) else list(what)
    wanted = split(only) if isinstance(only, str) else list(only)
    wanted = [name.strip('"') for name in wanted]  # as rules write a name of several words
    things = things_of(game, kinds, wanted)
    # a card is compared with all others, whether they are asked for or not
    named = {name for _, name in things}
    beside = (
        [(CARDS, name) for name in cards(game)[:MOST] if name not in named]
        if any(kind == CARDS for kind, _ in things)
        else []
    )
    few = min(pairs, len(things))
    options = sum(kind != CARDS for kind, _ in things)
    tried = len(things) + len(beside) + (len(things) if force else options) + few * (few - 1) // 2
    each_level = games * (1 + game.players * tried) + (_WATCHED if options else 0)
    levels = _levels(game, agents, by_skill, each_level, seed, threads)
    table = SeededDeals(game, games, seed, threads, progress, announce)
    table.expected = len(levels) * each_level
    found = Power(game.title, game.players, games, seed, levels, table.common)
    others: list[Look] = []
    try:
        for agent in levels:
            barring = Barring(table, agent, _habits(game, agent, things, games, seed, threads))
            found.share = barring.share
            _look(barring, things, counted(game), found, pairs, force)
            others += barring.looks(beside, counted(game))
            _stand(barring, kinds, wanted, found)
        for kind, changes in ((COPIES, exchanges), (NUMBERS, reprints)):
            if kind in kinds:
                _decks(table, levels[-1], changes, wanted or list(copies_of(game)), found, observed)
    except StoppedError:
        found.interrupted = True
    found.games, found.faulted = table.done, table.faulted
    if observed and not found.interrupted:
        _observe(game, found, threads)
    judge(found, others)
    return found


def _habits(
    game: Game, agent: str, things: Sequence[tuple[str, str]], games: int, seed: int, threads: int | None
) -> dict[str, Habit]:
    """How often players of a kind take options, where options are looked at."""
    if game.players < 2 or all(kind == CARDS for kind, _ in things):
        return {}
    taken = taken_in(partial(effects, recorded(game, agent, min(games, _WATCHED), seed, threads)))
    return {name: Habit(effect.rate, effect.expected) for name, effect in taken.items() if effect.rate.known}


def _levels(
    game: Game, agents: str | Sequence[str] | None, by_skill: bool, games: int, seed: int, threads: int | None
) -> list[str]:
    if agents is not None and by_skill:
        raise PowerError("say who plays, or ask for all levels of skill: not both")
    greedy = bool({"real_lead", "real_score"} & set(game.compiled.addresses))
    if by_skill:
        return [str(read(level, game)) for level in LEVELS if level != "greedy" or greedy]
    if agents is None:
        return [strong_player(game, games, seed, threads)]
    texts = split(agents) if isinstance(agents, str) else list(agents)
    return list(dict.fromkeys(str(read(text, game)) for text in texts))


def _stand(barring: Barring, kinds: Sequence[str], only: Sequence[str], found: Power) -> None:
    """What seats, factions, starts and places are worth to players of one kind."""
    for one in standings(barring.table, barring.agent, kinds, only, barring.free):
        found.standings.append(one)
    if PLACES in kinds:
        _place(barring, only, found, alone=set(kinds) == {PLACES})
    asked = [kind for kind in kinds if kind in (FACTIONS, STARTS)]
    if asked and not found.standings and not found.looks:
        found.notes.append(f"{', '.join(asked)}: all players begin alike.")


def _place(barring: Barring, only: Sequence[str], found: Power, alone: bool) -> None:
    """What starting places are worth. Why they are not looked at is told where nothing stands on a board only if nothing else is asked for."""
    try:
        for one in placed(barring.table, barring.agent, only, barring.free, alone):
            found.standings.append(one)
    except NoPlacesError as why:
        if alone or not isinstance(why, NobodyStandsError):
            found.notes = [*(note for note in found.notes if not note.startswith(PLACES)), f"{PLACES}: {why}"]


def _look(
    barring: Barring, things: Sequence[tuple[str, str]], among: Mapping[str, int], found: Power, pairs: int, force: bool
) -> None:
    """What every thing is worth to players of one kind, and the strongest of them together."""
    own: list[Look] = []
    for look in barring.looks(things, among, force):
        own.append(look)
        found.looks.append(look)
    known = [look for look in own if look.worth.known]
    strongest = sorted(known, key=lambda look: -(look.worth.value or 0.0))[:pairs]
    for pair in barring.pairs([look.what for look in strongest]):
        found.pairs.append(pair)


def _decks(
    table: SeededDeals, agent: str, changes: Changes, cards: Sequence[str], found: Power, observed: bool
) -> None:
    before = table.played([agent] * table.game.players, "the game as it is")
    for card in cards:
        made = list(decks(table, agent, card, changes(table.game, card), before, observed))
        found.decks += made
        if not made:
            found.notes.append(f"{card}: nothing in a table of the game can be changed about it.")


def _observe(game: Game, found: Power, threads: int | None) -> None:
    for agent in found.agents:
        figure = observed_in(game, agent, found.deals, found.seed, threads)
        for look in found.looks:
            if look.agent == agent:
                look.observed = next((part for part in figure.parts if part.name == look.what), None)

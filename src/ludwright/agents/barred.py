"""Players that never do a thing unless nothing else is legal: `barred:mcts:200,from=drop 4`. What that costs them is what the thing is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import barred as places
from ludwright.agents.kernels.barred import decide_barred
from ludwright.agents.kernels.block import BOT
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.texts import bots_of, read
from ludwright.mistakes import nearest
from ludwright.play.playable import Playable

MOST_CODES = 200_000
"""The values of an action with more of them are not looked through."""
HARMLESS = ("random", "bot", "greedy", "flat", "mcts", "improve")
OPENING = "first "
"""`barred:mcts:200,from=first drop 4` may do it later: only the first choice of a game is meant."""


@dataclass
class BarredTally:
    """In how many games there was anything to leave, or to do."""

    blocks: list[npt.NDArray[np.int64]] = field(default_factory=list)
    """What each seat of each thread counted."""

    def _sum(self, place: np.int64) -> int:
        return sum(int(block[place]) for block in self.blocks)

    @property
    def met(self) -> int:
        """Games in which the thing could be chosen, and something else as well."""
        return self._sum(places.MET)

    @property
    def stuck(self) -> int:
        """Games in which who is barred had to do it, as nothing else was legal."""
        return self._sum(places.STUCK)


_tallies: list[BarredTally] = []


@contextmanager
def tallied() -> Iterator[BarredTally]:
    """Counts for all who are barred or bound and sit down within the block."""
    tally = BarredTally()
    _tallies.append(tally)
    try:
        yield tally
    finally:
        _tallies.remove(tally)


class Barred:
    """A player with something it may not do, for one game."""

    setting = "from"
    """Where it is told what is meant."""
    bound = False
    """Whether it has to do the thing, rather than leave it."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        self.game = game
        self.who = read(str(settings.get("agent", "random")), game)
        wanted = [part.strip() for part in str(settings.get(self.setting, "")).split("+") if part.strip()]
        if not wanted:
            raise AgentError(self._unsaid())
        if self.who.kind.name not in HARMLESS and self.who.kind.home != "personas":
            word = "bound to do" if self.bound else "barred from"
            raise AgentError(f"`{self.who}` can't be {word} anything: take one of {', '.join(HARMLESS)}, or a persona")
        self.opening = all(part.startswith(OPENING) for part in wanted)
        """Whether only the first choice of a game is meant."""
        self.bars, self.cards = bars_of(
            game, [part.removeprefix(OPENING) for part in wanted] if self.opening else wanted
        )

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat, with whoever sits inside."""
        from ludwright.agents.seating import thinker

        game, mind = self.game, AgentMemory(self.game, self.game.table, limit, stop)
        if self.who.kind.name == "bot":
            if game.rules.estimates.wanted:  # its chances are estimated by redeals: their kernels are built now
                import_module("ludwright.hidden.calls").addresses()
            mind.put(BOT, game.compiled.addresses[f"real_{bots_of(game)[str(self.who.settings['name'])]}"])
        elif self.who.kind.name != "random":
            inside = thinker(game, self.who).sit(limit, stop)
            mind.put(places.INNER, inside.function)
            mind.put(places.INNER_BLOCK, inside.mind.address)
            mind.keep(inside)
        mind.hold(places.BARS, np.array(self.bars, np.int64).reshape(-1, 2))
        mind.put(places.BAR_ROWS, len(self.bars))
        mind.put(places.BOUND, int(self.bound))
        mind.put(places.OPENING, int(self.opening))
        tally = mind.room(places.TALLY, len(places.TALLIED), np.int64)
        for wanted in _tallies:
            wanted.blocks.append(tally)
        mind.room(places.KEPT, game.compiled.capacity + 1, np.int64)
        if self.cards:
            self._know_cards(mind)
        return SeatedAgent(decide_barred().address, mind)

    def _unsaid(self) -> str:
        if self.bound:
            return "what has it to do? Write `bound:AGENT,to=WHAT`, such as `bound:mcts:200,to=pass`"
        return "from what is it barred? Write `barred:AGENT,from=WHAT`, such as `barred:mcts:200,from=pass`"

    def _know_cards(self, mind: AgentMemory) -> None:
        model = self.game.rules.model
        marked = np.zeros(len(model.design_names) + 1, np.int64)
        marked[list(self.cards)] = 1
        owners, opened = _places(self.game)
        mind.hold(places.CARDS, marked)
        mind.hold(places.OWNERS, owners)
        mind.hold(places.OPEN_PLACES, opened)
        mind.put(places.DESIGNS, model.arrays.get("design", -1))
        mind.hold(places.PRINTED, np.array(model.component_design, np.int64))
        mind.put(places.PLACES, model.arrays["place"])
        mind.put(places.COUNT, model.components)


def make(game: Playable, settings: Mapping[str, Value]) -> Barred:
    """A player that is barred from something."""
    return Barred(game, settings)


# ---------------------------------------------------------------- what is meant


def bars_of(game: Playable, wanted: Sequence[str]) -> tuple[list[tuple[int, int]], set[int]]:
    """The codes that are barred, as first and last ones, and the cards."""
    if not hasattr(game, "layout"):
        raise AgentError(f"nobody can be barred from anything in {game.title}: its rules are Python code")
    bars: list[tuple[int, int]] = []
    cards: set[int] = set()
    for text in wanted:
        found = _named(game, text) or [(code, code) for code in _by_words(game).get(text.casefold(), ())]
        designs = [] if found else designs_called(game, text.removeprefix("card "))
        if not found and not designs:
            raise AgentError(_unknown(game, text))
        bars += found
        cards.update(designs)
    return bars, cards


def _named(game: Playable, text: str) -> list[tuple[int, int]]:
    """An action or a question by its name alone."""
    actions = [a for a in game.rules.actions.known.values() if a.ready and a.name == text]
    questions = [q for q in game.rules.questions.all if q.base and q.name == text]
    return [(thing.base, thing.base + thing.size - 1) for thing in [*actions, *questions]]


def worded(game: Playable) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Codes with their words at the start of a game, with and without the number of a copy."""
    state, wording = game.start(0).words, game.wording
    things = [a for a in game.rules.actions.known.values() if a.ready] + [q for q in game.rules.questions.all if q.base]
    for thing in things:
        for code in range(thing.base, thing.base + thing.size) if thing.size <= MOST_CODES else ():
            option = wording.option(code, state)
            plain = " ".join([option.action, *(_design(value) for value in option.values)])
            yield code, (option.words, plain)
    yield 0, ("stop", "pass", "decline")


def _by_words(game: Playable) -> dict[str, list[int]]:
    """The codes that words stand for; found once for each game, as there may be many."""
    if game not in _worded:
        found: dict[str, list[int]] = {}
        for code, words in worded(game):
            for word in {word.replace(",", "").casefold() for word in words}:
                found.setdefault(word, []).append(code)
        _worded[game] = found
    return _worded[game]


_worded: WeakKeyDictionary[Playable, dict[str, list[int]]] = WeakKeyDictionary()


def _design(value: str) -> str:
    """A value without the number of a copy."""
    head, _, tail = value.rpartition(" ")
    return head if head and tail.isdigit() else value


def designs_called(game: Playable, name: str) -> list[int]:
    """The designs of a name: cards, pieces, tiles."""
    if not game.rules.model.components:
        return []
    return [number for number, own in enumerate(game.rules.model.design_names) if own.casefold() == name.casefold()]


def _unknown(game: Playable, text: str) -> str:
    known = [*game.actions, *dict.fromkeys(game.rules.model.design_names)]
    close = nearest(text, known) or nearest(text, [words[0] for _, words in worded(game)])
    hint = f"did you mean `{close}`?" if close else f"there are {', '.join(f'`{name}`' for name in known[:12])}"
    return f"{game.title} has no action, answer or card `{text}`: {hint}"


def _places(game: Playable) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every place whose it is, as a seat from 1, and whether all see what lies there."""
    model = game.rules.model
    opened = np.ones(model.places + 1, np.int64)
    owners = np.zeros(model.places + 1, np.int64)
    for zone in model.all_zones():
        opened[zone.place : zone.place + zone.size] = int(not zone.face_down and zone.public)
        if zone.owner is not None and zone.owner.role == "player" and zone.dims:
            each = zone.size // game.players
            for seat in range(game.players):
                owners[zone.place + seat * each : zone.place + (seat + 1) * each] = seat + 1
    return owners, opened

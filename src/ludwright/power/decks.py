"""Versions of a game with other copies of a card, on the same deals. The deck stays as large as it is: another card makes room."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path

from ludwright.game import Game, load
from ludwright.metrics.figure import Figure, nothing
from ludwright.mistakes import MistakesError
from ludwright.play.simulate import SimulationResult
from ludwright.power.looks import Deck
from ludwright.power.paired import Numbers, chance, paired, points_of
from ludwright.power.table import Table

_Z = 1.959963984540054


def changed(game: Game, copies: Mapping[str, int]) -> Game:
    """The same game with other numbers of copies, as a variant of its text."""
    contents = game.description.contents
    with tempfile.TemporaryDirectory() as folder:
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        lines = [
            f'variant "{game.title}" of "{next(iter(contents))}"',
            *(f"change {card}.copies = {n}" for card, n in copies.items()),
        ]
        variant = Path(folder, "with-other-copies.game")
        variant.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return load(variant, game.players, game._set)


def exchanges(game: Game, card: str) -> Iterator[tuple[str, dict[str, int]]]:
    """Without a card, and with one more of it, each in words: the commonest other card of the same kind makes up for it."""
    model = game.rules.model
    for kind in model.component_kinds:
        if kind.design is None or kind.children:
            continue
        own = Counter(
            model.design_names[design]
            for number, design in enumerate(model.component_design[: model.components])
            if kind.first <= number <= kind.last
        )
        others = [name for name, _ in own.most_common() if name != card]
        if card in own and others:
            other = others[0]
            yield f"Without {card} ({own[card]} more {other})", {card: 0, other: own[other] + own[card]}
            yield f"One more {card} (one {other} less)", {card: own[card] + 1, other: own[other] - 1}
            return


def decks(table: Table, agent: str, card: str, before: SimulationResult) -> Iterator[Deck]:
    """The game without a card and with one more of it, beside the game as it is."""
    was = points_of(before.returns, table.common) if before.returns is not None else None
    for words, copies in exchanges(table.game, card):
        try:
            version = changed(table.game, copies)
        except MistakesError:  # its copies do not stand in a table
            continue
        played = table.played([agent] * table.game.players, words, version)
        assert was is not None and played.returns is not None
        now = points_of(played.returns, table.common)
        differs: Numbers = now[:, 0] - was[:, 0]
        worth: Figure = nothing("worth", "there is none")
        if copies[card] and not played.faulted:
            worth = paired("worth", (now - table.barred(agent, [card], version)).mean(axis=1), unit="share")
        first = paired("first seat", differs, unit="share")
        yield Deck(
            card, copies[card], words, agent, first, _longer(before, played), worth, played.faulted, chance(differs)
        )


def _longer(before: SimulationResult, after: SimulationResult) -> Figure:
    """How much longer games are, in turns."""
    if before.finished < 2 or after.finished < 2:
        return nothing("length", "too few games came to their end")
    value = after.turns.mean - before.turns.mean
    room = _Z * sqrt(sum(_spread(result) / result.finished for result in (before, after)))
    return Figure("length", value, value - room, value + room, "normal", after.finished, "games", "turns")


def _spread(result: SimulationResult) -> float:
    mean = result.turns.mean
    return sum(times * (value - mean) ** 2 for value, times in result.turns.counts.items()) / (result.turns.games - 1)

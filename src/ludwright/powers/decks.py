"""Versions of a game with other copies of a card, or with other numbers on it, on the same deals."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from ludwright.game import Game, load
from ludwright.metrics.figure import Figure, nothing
from ludwright.mistakes import MistakesError
from ludwright.play.simulate import SimulationResult
from ludwright.powers.looks import Deck
from ludwright.powers.observing import observed_in, of_holders
from ludwright.powers.paired import MIXED, Numbers, chance, lost, paired, points_of
from ludwright.powers.table import SeededDeals
from ludwright.powers.things import copies_of
from ludwright.statistics import Z95

Change = tuple[str, dict[str, int], bool]
"""In words; cells of the game's tables with their new numbers; and whether the card is still there."""


def changed(game: Game, cells: Mapping[str, int]) -> Game:
    """The same game with other numbers in its tables, as a variant of its text."""
    contents = game.description.contents
    with tempfile.TemporaryDirectory() as folder:
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        lines = [f'variant "{game.title}" of "{next(iter(contents))}"']
        lines += [f"change {cell} = {number}" for cell, number in cells.items()]
        variant = Path(folder, "otherwise.game")
        variant.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return load(variant, game.players, game._set)


def exchanges(game: Game, card: str) -> Iterator[Change]:
    """Without a card, and with one or two more or less of it. The commonest other card of the same kind makes up for it: the deck stays as
    large as it is."""
    kind = _kind_of(game, card)
    if kind is None or "copies" not in kind.table.columns:
        return
    copies = copies_of(game)
    others = sorted((name for name in kind.design.members if name != card), key=lambda name: -copies.get(name, 0))
    own, other = copies.get(card, 0), others[0] if others else ""
    for now in sorted({0, own - 2, own - 1, own + 1, own + 2}):
        rest = copies.get(other, 0) + own - now
        if own and now >= 0 and rest > 0:
            cells = {f"{card}.copies": now, f"{other}.copies": rest}
            yield _exchange(card, other, own, now), cells, now > 0


def _exchange(card: str, other: str, own: int, now: int) -> str:
    """In words: `One more gem (one rock less)`."""
    many = {1: "one", 2: "two"}.get(abs(now - own), str(abs(now - own)))
    if not now:
        return f"Without {card} ({own} more {other})"
    if now > own:
        return f"{many.capitalize()} more {card} ({many} {other} less)"
    return f"{many.capitalize()} {card} less ({many} more {other})"


def reprints(game: Game, card: str) -> Iterator[Change]:
    """Every number that is printed on a card, one more and one less."""
    kind = _kind_of(game, card)
    if kind is None:
        return
    row = kind.table.rows[kind.design.members.index(card)]
    for column, cell in zip(kind.table.columns, row, strict=True):
        if column != "name" and not column.startswith("copies") and cell.text.lstrip("-").isdigit():
            was = int(cell.text)
            for now in (was - 1, was + 1):
                yield f"{card} with {column} {now} rather than {was}", {f"{card}.{column}": now}, True


def _kind_of(game: Game, card: str) -> Any:
    """The kind whose table has a card; none if it stands in no table."""
    kinds = game.rules.model.component_kinds
    return next((k for k in kinds if k.table is not None and k.design is not None and card in k.design.members), None)


def decks(
    table: SeededDeals, agent: str, card: str, changes: Iterator[Change], before: SimulationResult, observed: bool
) -> Iterator[Deck]:
    """Versions of the game with something changed about a card, beside the game as it is; with who has it there, if that is asked for."""
    assert before.returns is not None
    was = points_of(before.returns, table.common)
    bounds = None if table.common else MIXED
    for words, cells, there in changes:
        try:
            version = changed(table.game, cells)
        except MistakesError:  # the rules do not allow that number
            continue
        played = table.played([agent] * table.game.players, words, version)
        assert played.returns is not None
        now = points_of(played.returns, table.common)
        differs: Numbers = now[:, 0] - was[:, 0]
        worth: Figure = nothing("worth", "there is none")
        if there and not played.faulted:
            values: Numbers = (now - table.barred(agent, [card], version)).mean(axis=1)
            worth = paired("worth", values, None if table.common else lost(1 / table.game.players), unit="share")
        first = paired("first seat", differs, bounds, unit="share")
        length = _longer(before, played)
        holders: Figure = nothing("win rate", "it was not looked at")
        if observed and there and not played.faulted:
            holders = of_holders(observed_in(version, agent, table.deals, table.seed, table.threads), card)
        yield Deck(card, words, cells, agent, first, length, worth, holders, played.faulted, chance(differs, bounds))


def _longer(before: SimulationResult, after: SimulationResult) -> Figure:
    """How much longer games are, in turns."""
    if before.finished < 2 or after.finished < 2:
        return nothing("length", "too few games came to their end")
    value = after.turns.mean - before.turns.mean
    room = Z95 * sqrt(sum(_spread(result) / result.finished for result in (before, after)))
    return Figure("length", value, value - room, value + room, "normal", after.finished, "games", "turns")


def _spread(result: SimulationResult) -> float:
    mean = result.turns.mean
    return sum(times * (value - mean) ** 2 for value, times in result.turns.counts.items()) / (result.turns.games - 1)

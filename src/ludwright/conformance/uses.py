"""What of a game is ever used: its rules, cards and zones, noted while games are played, whatever the number of players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ludwright.conformance.components import Frames
from ludwright.conformance.finding import LOOK, ProofFinding
from ludwright.conformance.marks import Mark, Marked, MarkedGame

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.model.kinds import Zone

PROOF = "never used"

_WHOLE = {
    "action": "nobody ever does `{name}`",
    "proc": "`{name}` is never carried out",
    "stage": "the stage `{name}` never begins",
    "whenever": "this automatic rule never fires",
    "every": "this automatic rule never fires",
    "event": "the effect `{name}` never happens",
}
"""A declaration of which nothing was ever carried out."""


@dataclass
class Uses:
    """Gathers over all numbers of players: what is used with any of them is used."""

    games: int = 0
    rules: dict[Mark, Marked] = field(default_factory=dict)
    done: set[Mark] = field(default_factory=set)
    zones: dict[str, str] = field(default_factory=dict)
    """The zones and where they are declared."""
    entered: set[str] = field(default_factory=set)
    cards: dict[tuple[str, str], str] = field(default_factory=dict)
    """The designs by kind and name, and where their kind is declared."""
    moved: set[tuple[str, str]] = field(default_factory=set)
    params: dict[str, str] = field(default_factory=dict)
    """Parameters that nothing reads."""

    # ------------------------------------------------------------ what was found

    def findings(self, players: tuple[int, ...]) -> Iterator[ProofFinding]:
        """All that was never used."""
        for where, words in [*self._rules(), *self._lists()]:
            yield ProofFinding(PROOF, LOOK, words, where, players)

    def _rules(self) -> Iterator[tuple[str, str]]:
        told = set()
        used = {self.rules[mark].declaration for mark in self.done}
        for mark, rule in sorted(self.rules.items(), key=lambda item: (item[0].file, item[0].line, item[0].column)):
            if mark in self.done:
                continue
            whole = rule.declaration
            if whole.kind in _WHOLE and whole not in used:
                if whole not in told:
                    told.add(whole)
                    yield whole.where, _WHOLE[whole.kind].format(name=whole.name)
                continue
            hidden = rule.inside is not None and rule.inside not in self.done
            if not hidden and (rule.after is None or rule.after in self.done):
                words = "no game ends this way" if mark.sort == "end" else "never carried out"
                yield f"{mark.file}:{mark.line}", f"{words}: `{rule.text}`"

    def _lists(self) -> Iterator[tuple[str, str]]:
        passed = self._passed_through()
        for name, where in self.zones.items():
            if name not in self.entered and name.rpartition(".")[2] not in passed:
                yield where, f"nothing ever enters the zone `{name}`"
        still: dict[tuple[str, str], list[str]] = {}
        for (kind, name), where in self.cards.items():
            if (kind, name) not in self.moved:
                still.setdefault((kind, where), []).append(name)
        for (kind, where), names in still.items():
            yield where, f"never moved: {_few(kind, names)}"
        for name, where in self.params.items():
            yield where, f"no rule reads the parameter `{name}`"

    def _passed_through(self) -> set[str]:
        """The names of places that something may have been moved to and taken from again before anybody was asked."""
        done = [rule for rule in self.rules.values() if rule.mark in self.done]
        direct = set().union(*(rule.targets for rule in done))
        if direct <= {name.rpartition(".")[2] for name in self.zones}:
            return direct
        return direct.union(*(rule.handed_on for rule in done))  # some names stand for places


def _few(kind: str, names: list[str], most: int = 8) -> str:
    listed = ", ".join(f"`{name}`" for name in names[:most])
    return f"{kind} {listed}" + (f" and {len(names) - most} more" if len(names) > most else "")


class UseNotes:
    """Notes what one number of players uses."""

    def __init__(self, game: MarkedGame, uses: Uses) -> None:
        self.game, self.uses, self.model = game, uses, game.rules.model
        uses.rules.update({mark: rule for mark, rule in game.marks.items() if mark not in uses.rules})
        self._done = np.zeros(len(game.marks), bool)
        self._entered = np.zeros(self.model.places, bool)
        self._moved = np.zeros(self.model.components, bool)
        self._designs = np.zeros(max(1, self.model.designs), bool)
        start = game.rules.image_base + self.model.arrays.get("place", 0)
        self._start = game.table[start : start + self.model.components]
        for zone in self._zones():
            place = zone.declaration.place(zone.tree.name)
            uses.zones.setdefault(_name(zone), f"{place.file}:{place.line}")
        self._declare_cards()
        for name, where in unread_params(game):
            uses.params.setdefault(name, where)

    def look(self, frames: Frames) -> None:
        """Note what positions of one game show; marks stay until the end of the game, so the last one has them all."""
        self._done |= frames[-1, self.game.first_mark :] != 0
        if not self.model.components:
            return
        base, count = self.model.arrays["place"], self.model.components
        place = frames[:, base : base + count]
        self._entered[np.unique(place[place >= 0])] = True
        self._moved |= (place != self._start).any(axis=0)
        if "design" in self.model.arrays:
            design = frames[:, self.model.arrays["design"] : self.model.arrays["design"] + count]
            self._designs[np.unique(design[design >= 0])] = True

    def gather(self) -> None:
        """Hand over what was noted."""
        uses = self.uses
        uses.done.update(mark for mark, done in zip(self.game.marks, self._done.tolist(), strict=True) if done)
        for zone in self._zones():
            if zone.starts or self._entered[zone.place : zone.place + zone.size].any():
                uses.entered.add(_name(zone))
        for number in np.nonzero(self._moved)[0].tolist():
            self._designs[self.model.component_design[number]] = True
        for key, design in self._cards():
            if self._designs[design]:
                uses.moved.add(key)

    def _zones(self) -> list[Zone]:
        return [zone for zone in self.model.all_zones() if not zone.dice]

    def _declare_cards(self) -> None:
        for (kind, name), _ in self._cards():
            declared = next(k.declaration for k in self.model.component_kinds if k.name == kind)
            place = declared.place() if declared is not None else None
            self.uses.cards.setdefault((kind, name), f"{place.file}:{place.line}" if place is not None else "")

    def _cards(self) -> Iterator[tuple[tuple[str, str], int]]:
        """The designs of which there is a component or may be one, with their numbers."""
        printed = set(self.model.component_design)
        for kind in self.model.component_kinds:
            if kind.faces or kind.design is None:
                continue
            for design in range(kind.design.first, kind.design.last + 1):
                if design in printed or kind.root.limit:
                    yield (kind.name, self.game.wording.design(design)), design


def _name(zone: Zone) -> str:
    return zone.name if zone.owner is None else f"{zone.owner.name}.{zone.name}"


def unread_params(game: Game) -> Iterator[tuple[str, str]]:
    """Parameters that no rule and no declaration reads, and where they stand."""
    from ludwright.anatomy.touching import find_touches

    touches, model = find_touches(game), game.rules.model
    for thing in touches.things:
        if thing.sort != "parameter" or touches.readers(thing) or model.params[thing.name].structural:
            continue
        if thing.name not in _printed_words(game):
            place = model.params[thing.name].declaration.place()
            yield thing.name, f"{place.file}:{place.line}"


def _printed_words(game: Game) -> set[str]:
    """The words that stand in the cells of tables."""
    tables = [kind.table for kind in game.rules.model.kinds.values() if kind.table is not None]
    return {word for table in tables for row in table.rows for cell in row for word in re.findall(r"\w+", cell.text)}

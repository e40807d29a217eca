"""From parents to a child that is a game: edits are drawn until the compiler has nothing to say against one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from ludwright.evolution import edits, maps, rule_edits
from ludwright.evolution.genome import Genome, viable
from ludwright.evolution.mistakes import EvolveError
from ludwright.evolution.recombining import in_words_of, recombined
from ludwright.language import syntax
from ludwright.language.editing import EditError
from ludwright.mistakes import nearest

CHANGES = ("parameters", "numbers", "tables", "boards", "maps", "rules")
"""What may be changed."""
_TRIES = 40
MAP_CHANCE = 0.2
"""How likely each of the five mutations of a map is, as published."""


@dataclass(frozen=True)
class Child:
    """A new game, and how it came about."""

    genome: Genome
    words: tuple[str, ...]
    mistyped: int = 0
    """So many edits were drawn that would not have been a game; none of them was proposed."""


@dataclass(frozen=True)
class Breeder:
    """Makes children of games."""

    changes: tuple[str, ...] = CHANGES
    crossing: float = 0.3
    """How often a child has parts of two parents."""
    most_edits: int = 3

    def child(self, parents: Sequence[Genome], dice: Generator) -> Child | None:
        """A child of one or two games; none if nothing that was tried is one."""
        first, second = parents[0], parents[-1]
        if self._on_maps(first):
            return self._of_maps(first, second, dice)
        genome, mistyped = first, 0
        words: list[str] = []
        wanted = 1 + int(dice.integers(self.most_edits))
        crossed = len(parents) > 1 and dice.random() < self.crossing
        for attempt in range(_TRIES):  # where nothing of the other fits, what the first has is changed
            made = self._once(genome, second, crossed and not words and attempt < _TRIES // 2, dice)
            if made is None:
                continue
            grown = viable(made[0])
            if grown is None or grown.text in (genome.text, first.text):
                mistyped += 1
                continue
            genome = grown
            words.append(made[1])
            if len(words) >= wanted:
                break
        return Child(genome, tuple(words), mistyped) if words else None

    # ------------------------------------------------------------ texts

    def _once(self, genome: Genome, other: Genome, crossed: bool, dice: Generator) -> tuple[Genome, str] | None:
        draft = genome.draft
        try:
            made = recombined(draft, other.draft.tree, dice) if crossed else self._edited(genome, other, dice)
        except EditError:
            return None
        return (genome.with_text(made[0].text), made[1]) if made is not None else None

    def _edited(self, genome: Genome, other: Genome, dice: Generator) -> edits.Changed | None:
        draft = genome.draft
        kinds = [kind for kind in self.changes if kind != "maps" and (kind == "rules" or _present(kind, draft.tree))]
        kind = edits.pick(kinds, dice)
        if kind is None:
            return None
        if kind == "rules":
            others = [in_words_of(other.draft.tree, draft.tree)] if other is not genome else []
            rule = edits.pick(rule_edits.RULES, dice)
            assert rule is not None
            return rule(draft, dice, others)
        edit = edits.pick(_FAMILIES[kind], dice)
        assert edit is not None
        return edit(draft, dice)

    # ------------------------------------------------------------ maps

    def _on_maps(self, genome: Genome) -> bool:
        return bool(genome.files) and "maps" in self.changes

    def _of_maps(self, first: Genome, second: Genome, dice: Generator) -> Child | None:
        """As published: regions of both parents, then each of the five mutations with a chance of one in five; texts are bred beside it."""
        found = [maps.read_atlas(one.draft, one.files) for one in (first, second)]
        if found[0] is None:
            return None
        name, atlas = found[0]
        words: list[str] = []
        genome = first
        for _ in range(_TRIES):
            if found[1] is not None and (second is not first):
                crossed = maps.cross(atlas, found[1][1], dice)
                if crossed is None:
                    continue
                made, told = crossed
                words = [told]
            else:
                made, words = atlas, []
            for mutate in maps.MUTATIONS:
                changed = mutate(made, dice) if dice.random() < MAP_CHANCE else None
                if changed is not None:
                    made = changed[0]
                    words.append(changed[1])
            if made != atlas:
                genome = first.with_file(name, made.text())
                break
        texts = tuple(kind for kind in self.changes if kind != "maps")
        if texts and (not words or dice.random() < 0.5):
            beside = Breeder(texts, 0.0, 1).child([genome], dice)
            if beside is not None:
                return Child(beside.genome, (*words, *beside.words), beside.mistyped)
        return Child(genome, tuple(words)) if words and viable(genome) is not None else None


_FAMILIES: dict[str, tuple[edits.Edit, ...]] = {
    "parameters": edits.PARAMETERS, "numbers": edits.NUMBERS, "tables": edits.TABLES, "boards": edits.BOARDS,
}  # fmt: skip
_NEEDED: dict[str, tuple[type[syntax.Node], ...]] = {
    "parameters": (syntax.ParamDeclaration,), "tables": (syntax.TableRow,), "boards": (syntax.BoardDeclaration,), "numbers": (),
}  # fmt: skip


def _present(kind: str, tree: syntax.File) -> bool:
    needed = _NEEDED[kind]
    return not needed or any(next(iter(syntax.find(tree, one)), None) is not None for one in needed)


def read_changes(texts: Sequence[str]) -> tuple[str, ...]:
    """What may be changed, by name; everything if nothing is named."""
    for text in texts:
        if text not in CHANGES:
            close = nearest(text, CHANGES)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(CHANGES)}"
            raise EvolveError(f"nothing is called `{text}` that could be changed: {hint}")
    return tuple(dict.fromkeys(texts)) or CHANGES

"""CardScript's formulas in our language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludwright.importing.cardscript.syntax import Binary, Formula, Range, StageCondition, Tokens, Word
from ludwright.importing.cardscript.table import Table
from ludwright.importing.places import Wrong

_OURS = {"==": "is", "!=": "is not", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Conditions:
    """Writes formulas."""

    def __init__(self, table: Table, wrong: Wrong) -> None:
        self.table, self.wrong = table, wrong

    def all(self, conditions: Sequence[StageCondition]) -> str:
        """That all of them hold."""
        return " and ".join(self.bracketed(one.formula) for one in conditions)

    def bracketed(self, formula: Formula) -> str:
        told = self.test(formula)
        return f"({told})" if _joins(formula) else told

    def test(self, formula: Formula) -> str:
        """A formula as something that holds or not: a number holds if it is not 0."""
        if not isinstance(formula, Binary):
            return self._compared("!=", formula, None)
        operator = formula.operator.text
        if operator in ("&&", "||"):
            word = " and " if operator == "&&" else " or "
            return word.join(self._inside(part, operator, self.test) for part in _flat(formula, operator))
        return self._compared(operator, formula.left, formula.right)

    @staticmethod
    def _inside(formula: Formula, operator: str, told: Callable[[Formula], str]) -> str:
        return f"({told(formula)})" if _joins(formula) else told(formula)

    def negated(self, formula: Formula) -> str:
        """That it does not hold."""
        if not isinstance(formula, Binary):
            return self._compared("==", formula, None)
        operator = formula.operator.text
        if operator in ("&&", "||"):
            word = " or " if operator == "&&" else " and "
            parts = [self._inside(part, operator, self.negated) for part in _flat(formula, operator)]
            return f"({word.join(parts)})"
        return self._compared(_OPPOSITE[operator], formula.left, formula.right)

    def _compared(self, operator: str, left: Formula, right: Formula | None) -> str:
        if isinstance(left, Range) or _is_empty(left):
            if right is None or isinstance(right, Range) or _is_empty(right) or operator not in ("==", "!="):
                self.wrong(left.word, "this can't be compared", "compare a deck with `empty`, a number with a range")
                return "yes"
            left, right = right, left
        if right is not None and _is_empty(right):
            deck = self._deck(left)
            if operator not in ("==", "!="):
                self.wrong(right.word, "something is `empty` or not: compare with `==` or `!=`")
            if deck is not None:
                return f"{deck} {_OURS[operator] if operator in ('==', '!=') else 'is'} empty"
            return f"{self.number(left)} {_OURS[operator]} 0"
        if isinstance(right, Range):
            if operator not in ("==", "!="):
                self.wrong(right.word, "a number lies in a range or not: compare with `==` or `!=`")
            word = "is not in" if operator == "!=" else "is in"
            return f"{self.number(left)} {word} {right.low.number}..{right.high.number}"
        return f"{self.number(left)} {_OURS[operator]} {'0' if right is None else self.number(right)}"

    def number(self, formula: Formula) -> str:
        """A formula as a value: a deck is its number of cards, tokens how many are left."""
        if isinstance(formula, Binary):
            return f"(1 if {self.test(formula)} else 0)"
        if isinstance(formula, Range):
            self.wrong(formula.word, "a range is no number")
            return "0"
        word = formula.word
        if word.is_number:
            if "." in word.text:
                self.wrong(word, "numbers in conditions are whole")
            return str(word.number)
        if word.text == "empty":
            self.wrong(word, "`empty` is compared with a deck, by `==` or `!=`")
            return "0"
        if formula.part is not None:
            return self._property(word, formula.part)
        found = self.table.names.known[word.text]
        if isinstance(found.thing, Tokens):
            return self.table.name_of[word.text]
        deck = self._deck(formula)
        if deck is not None:
            return f"{deck}.count"
        return self.table.name_of[word.text]

    def _deck(self, formula: Formula) -> str | None:
        if isinstance(formula, Binary | Range) or formula.part is not None or formula.word.is_number:
            return None
        found = self.table.names.known.get(formula.word.text)
        if found is None or found.kind not in ("deck", "player"):
            return None
        return self.table.zone(self.table.deck(formula.word))

    def _property(self, word: Word, part: Word) -> str:
        """A property of a card, or of the newest card of a deck."""
        columns = self.table.columns_of(part.text)
        if not columns:
            self.wrong(part, f"no card has a `{part.text}`")
            return "0"
        found = self.table.names.known[word.text]
        if found.kind == "card":
            return f"{self.table.name_of[word.text]}.{columns[0].name}"
        return f"(top of {self.table.zone(self.table.deck(word))}).{columns[0].name}"


def _flat(formula: Formula, operator: str) -> list[Formula]:
    """The parts of a chain of one operator."""
    if isinstance(formula, Binary) and formula.operator.text == operator:
        return [*_flat(formula.left, operator), *_flat(formula.right, operator)]
    return [formula]


def _is_empty(formula: Formula) -> bool:
    return not isinstance(formula, Binary | Range) and formula.word.text == "empty"


def _joins(formula: Formula) -> bool:
    return isinstance(formula, Binary) and formula.operator.text in ("&&", "||")

"""What a seat may be told of another's move: never more than it could see at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.drawing.sight import Sight
from ludwright.drawing.things import Things
from ludwright.rules import ir
from ludwright.rules.coding import Coding
from ludwright.rules.habits import nodes
from ludwright.rules.rules import FILE_LINES
from ludwright.rules.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.language.parser import Node

IN_SECRET = "chooses in secret"


class Hearsay:
    """Tells the moves of one game to one seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.things = Things(game)
        self._secret = set(secret_lines(game))

    @property
    def has_secrets(self) -> bool:
        """Whether some choices are made in secret."""
        return bool(self._secret)

    def told(self, option: Option, seat: int | None, before: Sequence[int], after: Sequence[int]) -> str:
        """A move in words, with what the seat sees neither before nor after it left out."""
        question = self._question(before)
        if seat is not None and question in self._secret:
            return IN_SECRET
        codings = self._codings(option)
        if seat is None or len(codings) != len(option.values):
            return option.words
        words = option.words
        for coding, value in zip(codings, option.values, strict=True):
            kind = coding.type.kind
            is_thing = kind is not None and kind.role == "component" and coding.form == "design"
            if is_thing and not self._seen(value, seat, before) and not self._seen(value, seat, after):
                assert kind is not None
                words = words.replace(value, f"a hidden {kind.name}", 1)
        return words

    def _question(self, state: Sequence[int]) -> int:
        number = int(state[ir.QUESTION])
        questions = self.game.rules.questions.all
        return questions[number].line if number < len(questions) else 0

    def _codings(self, option: Option) -> list[Coding]:
        action = self.game.rules.actions.known.get(option.action)
        if action is not None:
            return list(action.codings)
        question = next(
            (q for q in self.game.rules.questions.all if q.base and q.base <= option.code < q.base + q.size), None
        )
        return [question.coding] if question is not None and question.coding is not None else []

    def _seen(self, name: str, seat: int, state: Sequence[int]) -> bool:
        """Whether the seat sees some component of that name."""
        sight = Sight(self.game, seat)
        wording, things = self.game.wording, self.things
        for number in range(things.model.components):
            design = things.design(number, state)
            if design >= 0 and wording.design(design) == name and things.known(number, sight, state, placed=True):
                return True
        return False


def secret_lines(game: Game) -> Iterator[int]:
    """The lines on which somebody is asked in secret."""
    files = game.description.files
    for declaration in game.description.declarations:
        file = files.index(declaration.file) if declaration.file in files else 0
        for node in nodes(declaration.tree):
            for part in _secret_parts(node):
                for inner in nodes(part):
                    yield file * FILE_LINES + declaration.place(inner).line


def _secret_parts(node: Tree[Any]) -> list[Node]:
    """What of a tree is asked in secret: the first part of `at once`, a secret stage, a choice made `secretly`."""
    if node.data == "at_once":
        return [node.children[1]]
    secret = any(isinstance(child, Token) and child.type in ("SECRET", "SECRETLY") for child in node.children)
    return [node] if secret else []

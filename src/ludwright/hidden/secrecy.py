"""What is asked in secret, and whether others notice that somebody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir.faults import FILE_LINES
from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes

if TYPE_CHECKING:
    from ludwright.game import Game


def secrecy_of(game: Game) -> Secrecy:
    """Made once for a game: it reads all rules."""
    found = game.__dict__.get("_secrecy")
    if not isinstance(found, Secrecy):
        found = game.__dict__["_secrecy"] = Secrecy(game)
    return found


class Secrecy:
    """The secret questions of one game."""

    def __init__(self, game: Game) -> None:
        self._model, self._questions = game.rules.model, game.rules.questions.all
        lines = list(_secret_lines(game))
        self._secret = {line for _, line in lines}
        self._sealed = {line for sealed, line in lines if sealed}

    @property
    def any(self) -> bool:
        """Whether some choices are made in secret."""
        return bool(self._secret)

    def asked(self, state: Sequence[int]) -> bool:
        """Whether the open question is answered in secret."""
        return self._line(state) in self._secret

    def unheard(self, state: Sequence[int]) -> bool:
        """Whether nobody else may even notice who is asked: in a secret stage, or `at once` with others."""
        return self.night(state) or self._line(state) in self._sealed

    def night(self, state: Sequence[int]) -> bool:
        """Whether a secret stage goes on."""
        model = self._model
        return bool(model.has_secret_stage and state[model.arrays["veil"]])

    def _line(self, state: Sequence[int]) -> int:
        number = int(state[ir.QUESTION])
        return self._questions[number].line if number < len(self._questions) else 0


def _secret_lines(game: Game) -> Iterator[tuple[bool, int]]:
    """The lines on which somebody is asked in secret, each with whether that is `at once` with others."""
    files = game.description.files
    for declaration in game.description.declarations:
        file = files.index(declaration.file) if declaration.file in files else 0
        for node in nodes(declaration.tree):
            part = _asking(node)
            for inner in nodes(part) if part is not None else ():
                yield isinstance(node, syntax.AtOnce), file * FILE_LINES + declaration.place(inner).line


def _asking(node: syntax.Node) -> syntax.Node | None:
    """What of a node is asked in secret: the first part of `at once`, a secret stage, a choice made `secretly`."""
    match node:
        case syntax.AtOnce(asked=asked):
            return asked
        case syntax.StageDeclaration(secret=Token()):
            return node
        case syntax.Choose(secretly=Token()) | syntax.ChooseOption(secretly=Token()):
            return node
    return None

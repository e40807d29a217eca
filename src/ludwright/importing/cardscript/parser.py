"""CardScript's grammar, one function for each form.

It is written by hand, as a word of the language is special only where it can stand, every declaration is read although another is wrong, and each
function can say in its own words what it expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ludwright.importing.cardscript.syntax import (
    Action,
    Binary,
    Card,
    Deck,
    DeckCondition,
    Formula,
    Part,
    Player,
    Points,
    Range,
    Script,
    Stage,
    StageCondition,
    Team,
    Term,
    Tokens,
    Type,
    Word,
)
from ludwright.importing.cardscript.tokens import tokens_of
from ludwright.importing.places import MOST_MISTAKES, Wrong
from ludwright.mistakes import nearest

T = TypeVar("T")

DECLARATIONS = ("game", "typedef", "deck", "team", "tokens", "players", "rules", "gameflow")
VERBS = (
    "shuffle", "distribute", "takeCard", "moveCard", "useToken", "returnToken", "moveToken", "giveHint", "getInfo",
    "changeTurns", "calculateScore", "endGame",
)  # fmt: skip
WHO = ("dealer", "turns", "all", "teams")
_STRUCTURE = (
    "stage", "turnorder", "scoring", "req", "opt", "of", "while", "for", "do", "if", "then", "and", "from", "to", "has", "empty",
    "start", "max", "each", "value", "color", "higher", "lower", "than", "current", "dealer", "turns", "teams",
)  # fmt: skip
KEYWORDS = frozenset([*DECLARATIONS, *VERBS, *_STRUCTURE])
_PRIORITY = {"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3}
_MOST_OPERATORS = 60


class _SyntaxError(Exception):
    """What was expected is not there; what is wrong has been noted."""


def parse(text: str, file: str, wrong: Wrong) -> Script:
    """The tree of a text; mistakes go to ``wrong``."""
    script = Script(file, list(wrong.lines))
    words, script.options = tokens_of(text, wrong)
    _Parser(words, script, wrong).file()
    return script


class _Parser:
    def __init__(self, words: list[Word], script: Script, wrong: Wrong) -> None:
        self.script, self.wrong = script, wrong
        last = len(wrong.lines) or 1
        self.words = [*words, Word("", last, len(wrong.lines[-1]) + 1 if wrong.lines else 1)]
        self.at = 0

    # ------------------------------------------------------------ words

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def sees(self, *texts: str) -> bool:
        """Whether these words come next."""
        return all(
            self.at + i < len(self.words) and self.words[self.at + i].text == text for i, text in enumerate(texts)
        )

    def take(self) -> Word:
        word = self.word
        if word.text:
            self.at += 1
        return word

    def accept(self, text: str) -> Word | None:
        return self.take() if self.word.text == text else None

    def fail(self, expected: str, hint: str = "") -> _SyntaxError:
        found = f"found `{self.word.text}`" if self.word.text else "the file ends here"
        self.wrong(self.word, f"expected {expected}, {found}", hint)
        return _SyntaxError()

    def need(self, text: str, where: str) -> Word:
        if self.word.text != text:
            raise self.fail(f"`{text}` {where}")
        return self.take()

    def name(self, what: str) -> Word:
        """A name for something new, or of something that is there."""
        word = self.word
        if not word.text[:1].isalpha() and word.text[:1] not in ("_", "$"):
            raise self.fail(what)
        if word.text in KEYWORDS:
            self.wrong(word, f"`{word.text}` is a word of the language and can't be {what}", "call it otherwise")
            if word.text in DECLARATIONS and self._begins_line():
                raise _SyntaxError
        return self.take()

    def number(self, what: str, whole: bool = True) -> Word:
        word = self.word
        if not word.is_number:
            raise self.fail(what)
        if whole and "." in word.text:
            self.wrong(word, f"{what} has no decimal part", f"write `{word.number}`")
        return self.take()

    def _begins_line(self) -> bool:
        return self.at == 0 or self.words[self.at - 1].line < self.word.line

    def list_of(self, item: Callable[[], T], what: str) -> tuple[T, ...]:
        """`[ item, item, … ]`, also empty, also with a comma at the end."""
        self.need("[", f"before {what}")
        found: list[T] = []
        while not self.accept("]"):
            found.append(item())
            if not self.accept(",") and self.word.text != "]":
                raise self.fail(f"`,` or `]` in {what}")
        return tuple(found)

    def names(self, what: str, things: str) -> tuple[Word, ...]:
        """A list of names, or a single one without brackets."""
        if self.word.text != "[":
            return (self.name(what),)
        return self.list_of(lambda: self.name(what), things)

    # ------------------------------------------------------------ a file

    def file(self) -> None:
        known = {
            "game": self.game, "typedef": self.type, "deck": self.deck, "team": self.team, "tokens": self.tokens,
            "players": self.players, "rules": self.rules, "gameflow": self.flow,
        }  # fmt: skip
        if not self.word.text:
            self.wrong(self.word, "this file is empty", "begin with `game NAME`")
            return
        while self.word.text and len(self.wrong.mistakes) < MOST_MISTAKES:
            begun = self.at
            try:
                if self.word.text not in known:
                    close = nearest(self.word.text, DECLARATIONS)
                    raise self.fail(
                        "a declaration", f"did you mean `{close}`?" if close else "such as `deck` or `gameflow`"
                    )
                declaration = self.take().text
                known[declaration]()
            except _SyntaxError:
                self.at = max(self.at, begun + 1)
                self._skip()
        if self.script.title is None and not self.wrong.mistakes:
            self.wrong(self.words[0], "this game has no name", "begin with `game NAME`")

    def _skip(self) -> None:
        """Go on with the next declaration that begins a line."""
        while self.word.text and not (self.word.text in DECLARATIONS and self._begins_line() and not self._inside()):
            self.at += 1

    def _inside(self) -> bool:
        """Whether this is the `players = N to M` of the rules."""
        return self.sees("players", "=") and self.at + 2 < len(self.words) and self.words[self.at + 2].is_number

    def game(self) -> None:
        name = self.name("the name of the game")
        if self.script.title is not None:
            self.wrong(name, "a file has one game", f"line {self.script.title.line} has it already")
        else:
            self.script.title = name

    def type(self) -> None:
        name = self.name("the name of a type")
        self.need("=", "behind the name of a type")
        if self.word.text == "[" and self.words[min(self.at + 2, len(self.words) - 1)].text == "..":
            span = self.range()
            low, high = span.low.number, span.high.number
            if high - low > 1000:
                self.wrong(span.high, "a type has at most 1,000 values")
                high = low
            values = tuple(Word(str(n), span.low.line, span.low.column) for n in range(low, high + 1))
            self.script.types.append(Type(name, values, span))
        else:
            self.script.types.append(Type(name, self.list_of(self.value, "the values of a type")))

    def value(self) -> Word:
        if self.word.is_number:
            return self.number("a value")
        return self.name("a value")

    def range(self) -> Range:
        self.need("[", "before a range")
        low = self.number("a number")
        self.need("..", "in a range, as in `[1 .. 5]`")
        high = self.number("a number")
        self.need("]", "behind a range")
        if low.number > high.number:
            self.wrong(high, f"this range is empty: {low.number} is more than {high.number}")
        return Range(low, high)

    # ------------------------------------------------------------ decks

    def deck(self) -> None:
        name = self.name("the name of a deck")
        self.need("=", "behind the name of a deck")
        cards = self.list_of(self.card, "the cards of a deck")
        place = self.name("the place of the deck")
        properties = self.properties("deck")
        conditions: tuple[DeckCondition, ...] = ()
        if self.word.text == "[":
            conditions = self.list_of(self.deck_condition, "the conditions of a deck")
        self.script.decks.append(Deck(name, cards, place, properties, conditions))

    def card(self) -> Card:
        name = self.name("the name of a card")
        self.need("=", "behind the name of a card")
        return Card(name, self.list_of(self.value, "the properties of a card"))

    def properties(self, what: str) -> tuple[Word, ...]:
        """Words such as `all everyone`; a new declaration ends them."""
        found = []
        while self.word.text[:1].isalpha() and not (self.word.text in DECLARATIONS and self._begins_line()):
            found.append(self.take())
        if not found:
            raise self.fail(f"who sees the {what}, such as `all everyone` or `none`")
        return tuple(found)

    def deck_condition(self) -> DeckCondition:
        at = self.take()
        if at.text == "if":
            formula = self.formula()
            self.need("then", "behind the condition")
            return DeckCondition(at, "if", formula=formula, actions=self.chain())
        if at.text in ("color", "colour"):
            self.need("=", f"behind `{at.text}`")
            return DeckCondition(at, "color", color=self.value())
        if at.text == "value":
            self.need("=", "behind `value`")
            number = self.number("a number") if self.word.is_number else None
            if self.word.text not in ("higher", "lower"):
                raise self.fail("`higher than current` or `lower than current`")
            kind = self.take()
            self.need("than", f"behind `{kind.text}`")
            self.need("current", "behind `than`")
            if number is not None and kind.text == "lower":
                self.wrong(number, "how much lower can't be said: it is `value = lower than current`")
            return DeckCondition(at, kind.text, number)
        self.at -= 1
        raise self.fail("a condition on cards: `value = …`, `color = …` or `if … then …`")

    # ------------------------------------------------------------ people and tokens

    def team(self) -> None:
        name = self.name("the name of a team")
        self.need("=", "behind the name of a team")
        self.script.teams.append(Team(name, self.list_of(lambda: self.name("a player"), "the players of a team")))

    def tokens(self) -> None:
        self.need("=", "behind `tokens`")
        self.script.tokens += self.list_of(self.token, "the tokens")

    def token(self) -> Tokens:
        name = self.name("the name of tokens")
        self.need("=", "behind the name of tokens")
        self.need("[", "before the numbers of tokens, as in `[start 3, max 3]`")
        if self.accept("start"):
            start = self.number("how many there are at the start")
            self.need(",", "before `max`")
            self.need("max", "behind the start, as in `[start 3, max 3]`")
            most = self.number("how many there are at most")
        else:
            start = most = self.number("how many tokens there are, as in `[start 3, max 3]`")
        self.need("]", "behind the numbers of tokens")
        return Tokens(name, start, most, self.name("the place of the tokens"), self.properties("tokens"))

    def players(self) -> None:
        self.need("=", "behind `players`")
        self.script.players += self.list_of(self.player, "the players")

    def player(self) -> Player:
        name = self.name("the name of a player")
        self.need("has", "behind a player, as in `Ann has handAnn`")
        return Player(name, self.name("the deck that is this player's hand"))

    def rules(self) -> None:
        self.need("=", "behind `rules`")
        self.list_of(self.rule, "the rules")

    def rule(self) -> None:
        if self.accept("players"):
            self.need("=", "behind `players`")
            self.script.fewest = self.number("the fewest players")
            self.need("to", "between the fewest and the most players")
            self.script.most = self.number("the most players")
        elif self.accept("scoring"):
            self.need("=", "behind `scoring`")
            self.script.points += self.list_of(self.score, "the scoring")
        else:
            raise self.fail("`players = N to M` or `scoring = [ … ]`")

    def score(self) -> Points:
        name = self.accept("each") or self.name("a card, or `each`")
        self.need("=", "behind what has points")
        return Points(name, self.number("a number of points", whole=False))

    # ------------------------------------------------------------ the course

    def flow(self) -> None:
        self.need("=", "behind `gameflow`")
        self.need("[", "before the course of the game")
        if order := self.accept("turnorder"):
            self.need("=", "behind `turnorder`")
            players = self.list_of(lambda: self.name("a player"), "the turn order")
            self.script.order, self.script.order_at = (*self.script.order, *players), order
            self.accept(",")
        while not self.accept("]"):
            self.need("stage", "or `]`")
            self.script.stages.append(self.stage())
            if not self.accept(",") and self.word.text != "]":
                raise self.fail("`,` or `]` behind a stage")

    def stage(self) -> Stage:
        name = self.name("the name of a stage")
        self.need("=", "behind the name of a stage")
        conditions: list[StageCondition] = []
        while self.word.text in ("while", "for"):
            conditions.append(self.stage_condition())
            if not self.accept(",") and self.word.text in ("while", "for"):
                raise self.fail("`,` between two conditions")
        if self.word.text not in WHO:
            close = nearest(self.word.text, WHO)
            raise self.fail(
                "who acts in this stage: `dealer`, `turns`, `all` or `teams`",
                f"did you mean `{close}`?" if close else "",
            )
        who = self.take()
        return Stage(name, tuple(conditions), who, self.list_of(self.part, "the turns of a stage"))

    def stage_condition(self) -> StageCondition:
        at = self.take()
        formula = self.formula()
        if at.text == "for":
            self.need("turns", "behind how many")
        self.accept("do")
        return StageCondition(at, formula, at.text == "for")

    def part(self) -> Part:
        at = self.word
        if at.text in ("req", "opt"):
            self.take()
            return Part(at, None, (self.chain(),), at.text == "opt")
        if at.is_number:
            count = self.number("how many")
            self.need("of", "behind how many, as in `1 of [ … ]`")
            return Part(at, count, self.list_of(self.chain, "what can be done"))
        raise self.fail("`req`, `opt` or a number and `of`", "a turn is a list of these")

    def chain(self) -> tuple[Action, ...]:
        found = [self.action()]
        while self.accept("and"):
            self.need("then", "behind `and`")
            found.append(self.action())
        return tuple(found)

    def action(self) -> Action:
        begun, verb = self.at, self.word
        if verb.text not in VERBS:
            close = nearest(verb.text, VERBS)
            raise self.fail("an action", f"did you mean `{close}`?" if close else f"there are {', '.join(VERBS)}")
        self.take()
        parts = self._parts(verb.text)
        text = _joined(self.words[begun : self.at])
        number, which, source, target = parts
        return Action(verb, text, number, which, source, target)

    def _parts(self, verb: str) -> tuple[Word | None, Formula | None, tuple[Word, ...], tuple[Word, ...]]:
        if verb == "shuffle":
            return None, None, (self.name("a deck"),), ()
        if verb in ("useToken", "returnToken"):
            return None, None, (self.name("tokens"),), ()
        if verb == "getInfo":
            return None, None, self.names("a deck", "what is looked at"), ()
        if verb == "endGame":
            return None, None, (), ()
        if verb == "calculateScore":
            decks = list(self.names("a deck", "the decks"))
            while self.word.text[:1].isalpha() and self.word.text not in KEYWORDS:
                decks.append(self.take())
            return None, None, tuple(decks), ()
        if verb == "changeTurns":
            self.need("turnorder", "behind `changeTurns`")
            self.need("=", "behind `turnorder`")
            return None, None, (), self.list_of(lambda: self.name("a player"), "the turn order")
        if verb == "giveHint":
            hands = self.names("a hand", "the hands")
            return None, self.formula(), (), hands
        number = self.number("how many") if verb in ("distribute", "moveToken") else None
        which = self.formula() if verb == "moveCard" else None
        what = "tokens" if verb == "moveToken" else "a deck"
        self.need("from", f"in `{verb}`")
        source = self.names(what, "where from")
        self.need("to", f"in `{verb}`")
        return number, which, source, self.names(what, "where to")

    # ------------------------------------------------------------ formulas

    def formula(self, least: int = 1) -> Formula:
        """A formula with operators of the usual priorities. The language itself has one priority for all: that is noted."""
        found = self.term()
        begun = self.at
        while (priority := _PRIORITY.get(self.word.text, 0)) >= least:
            operator = self.take()
            if self.at - begun > _MOST_OPERATORS:
                self.wrong(operator, "this condition is too long", "write several, with commas between them")
                raise _SyntaxError
            right = self.formula(priority + 1)
            if isinstance(right, Binary):
                self.script.grouped.append(operator)
            found = Binary(operator, found, right)
        return found

    def term(self) -> Formula:
        if self.word.text == "[":
            return self.range()
        if self.word.is_number:
            return Term(self.number("a number", whole=False))
        if self.word.text == "empty":
            return Term(self.take())
        word = self.name("a name, a number or a range")
        return Term(word, self.name("the property of it") if self.accept(".") else None)


def _joined(words: list[Word]) -> str:
    """Words as they are usually written."""
    text, before = "", ""
    for word in words:
        if text and word.text not in ("]", ",", ".") and before not in ("[", "."):
            text += " "
        text += word.text
        before = word.text
    return text

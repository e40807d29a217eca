"""Expressions of the game language, asked of a game that was loaded without them.

The rules are compiled once more, with a `track` line for each expression. That changes nothing in the game: the same seed and the
same answers lead through the same states, now with a function that reads each expression off them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lark import Token

from ludwright.game import Game
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.parser import parse_declarations
from ludwright.language.source import Description
from ludwright.language.syntax import parts
from ludwright.mistakes import LudwrightError, Mistake, MistakesError
from ludwright.play.course import FollowedValue
from ludwright.play.playable import Playable

PLAYER = "p"
"""The name that stands for every player in turn, where an expression speaks of one."""
OWN = ("lead", "score", "returns")
"""What a game may tell of itself, asked for by these words."""
_FILE = "expression"
_LEFT = 'track "": '
"""What is put in front of an expression to make it a line of a game text."""


class NothingToAskError(LudwrightError):
    """A game or a text of which nothing can be asked."""


@dataclass(frozen=True)
class Asked:
    """A game that can tell the values of some expressions at any moment."""

    game: Game
    lines: list[FollowedValue]
    """What it tells: one line for an expression about the whole game, one for every seat where it speaks of a player."""


def asking(game: Playable, texts: Sequence[str]) -> Asked:
    """The same game, able to tell the values of expressions.

    An expression that speaks of `p` has a value for every player; so has one that ends with `for q in players`. The words `lead`,
    `score` and `returns`, and the title of a track, stand for what the game itself says. Mistakes raise :class:`MistakesError`.
    """
    if not isinstance(game, Game):
        raise NothingToAskError("only games with a text can be asked: a game written in Python knows no expressions")
    titles = [title for title, _, _ in game.rules.analysis.tracks]
    added = [(text, as_track(text, game.description)) for text in dict.fromkeys(texts) if not _told(text, game, titles)]
    asked = with_lines(game, [declaration for _, declaration in added])
    places = {text: len(titles) + i for i, (text, _) in enumerate(added)}
    return Asked(asked, [line for text in texts for line in _lines(text, asked, titles, places)])


def _told(text: str, game: Game, titles: Sequence[str]) -> bool:
    """Whether the game tells this itself."""
    return text in titles or (text in OWN and text in game.program.reals)


def with_lines(game: Game, declarations: list[Declaration], kind: type[Game] | None = None) -> Game:
    """The same game with more lines for analysis, stopping at the end of every turn where that is wanted; as a game of another kind if one is given."""
    if kind is None and not declarations and any(True for _ in game.rules.model.of("lead", "track")):
        return game
    lines = declarations if any(line.kind == "track" for line in declarations) else [*declarations, _nothing()]
    description = replace(game.description, declarations=[*game.description.declarations, *lines])
    try:
        made = (kind or Game)(description, game.players, game._set, game.ask_forced, game.source)
    except MistakesError as error:
        wrong = [mistake for mistake in error.mistakes if mistake.severity == "mistake"]
        raise MistakesError([_shifted(mistake) for mistake in wrong]) from None
    _set_sessions(made, game)
    if game.origin is None:
        return made
    from ludwright.inspecting.beginning import begun

    made = begun(made, game.origin)
    _set_sessions(made, game)
    return made


def _set_sessions(made: Game, game: Game) -> None:
    """Who plays a game with a clock, and when he comes, stands in its table."""
    old, new = game.rules.clock.sessions, made.rules.clock.sessions
    if old.used:
        table = made.table.copy()
        table[new.place : new.place + 3] = game.table[old.place : old.place + 3]
        made.__dict__["table"] = table


def _nothing() -> Declaration:
    """A line that follows nothing of interest: with it, games can be stopped at the end of every turn."""
    tree, _ = parse_declarations(f"{_LEFT}0\n", _FILE)
    return Declaration(next(syntax.find(tree, syntax.TrackDeclaration)), _FILE, [f"{_LEFT}0"])


# ---------------------------------------------------------------- reading


def as_track(text: str, description: Description) -> Declaration:
    """An expression as a `track` line."""
    plain = " ".join(text.split())
    if not plain:
        raise NothingToAskError("an expression is empty: write one as in a rule, for example `p.points`")
    line = _LEFT + plain
    tree, mistakes = parse_declarations(line + "\n", _FILE)
    if mistakes:
        raise MistakesError([_shifted(mistake) for mistake in mistakes])
    track = next(syntax.find(tree, syntax.TrackDeclaration))
    if track.phase is not None:
        raise NothingToAskError(f"`{plain}`: leave `each {track.phase}` away; how often to look is said apart")
    if track.members is None and PLAYER in free_names(track.value) and not _declares(description, PLAYER):
        track = replace(track, members=syntax.Generator(Token("NAME", PLAYER), Token("NAME", "players")))
    return Declaration(track, _FILE, [line])


def _declares(description: Description, name: str) -> bool:
    return any(name == d.name or name in d.members for d in description.declarations)


def free_names(tree: object) -> set[str]:
    """The names a formula takes from outside: not those it binds itself, nor names of properties."""
    match tree:
        case Token():
            return {str(tree)} if tree.type == "NAME" else set()
        case syntax.MemberOf(subject, _, arguments):
            return free_names(subject) | free_names(arguments)
        case syntax.Of(whole=inside) | syntax.FunctionCall(arguments=inside) | syntax.My(arguments=inside):
            return free_names(inside)
        case syntax.EveryHas(name, source, condition):
            return free_names(source) | (free_names(condition) - {str(name)})
        case syntax.Node():
            return _free_names_below(tree)
    return set()


def _free_names_below(tree: syntax.Node) -> set[str]:
    """Those in the parts of a formula that may walk through sets; where a bound name comes from, its outer meaning still holds."""
    gens = [part for part in parts(tree) if isinstance(part, syntax.Generator)]
    inside = [part for part in parts(tree) if not isinstance(part, syntax.Generator)]
    bound = {str(gen.name) for gen in gens}
    found = set[str]().union(*map(free_names, [*inside, *(part for gen in gens for part in (gen.start, gen.limit))]))
    return (found - bound).union(*(free_names(gen.source) for gen in gens))


# ---------------------------------------------------------------- lines and mistakes


def _lines(text: str, game: Game, titles: Sequence[str], places: dict[str, int]) -> Iterator[FollowedValue]:
    if text in titles or text in places:
        number = titles.index(text) if text in titles else places[text]
        export, per_seat = f"track.{number}", game.rules.analysis.tracks[number][2] == "seat"
    else:
        export, per_seat = text, _of_seats(text, game)
    for seat in range(game.players) if per_seat else (None,):
        yield FollowedValue(text, seat, export)


def _of_seats(word: str, game: Game) -> bool:
    """Whether the game's own lead or score is one for every seat."""
    if word == "returns":
        return True
    declaration = next(iter(game.rules.model.of(word)))
    return declaration.tree.parameters is not None


def _shifted(mistake: Mistake) -> Mistake:
    """A mistake in the `track` line, told as one in the expression alone."""
    place = mistake.place
    if place is None or place.file != _FILE:
        return mistake
    before = len(_LEFT)
    column = max(1, place.column - before)
    return replace(mistake, place=replace(place, column=column, text=place.text[before:]))


__all__ = ["OWN", "PLAYER", "Asked", "NothingToAskError", "as_track", "asking", "free_names", "with_lines"]

"""A game with a question put to it: an end after so many days or sessions, values to follow, another result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludwright.game import Game, described, load, player_range
from ludwright.language.printer import to_text
from ludwright.language.source import Declaration, Description, read_text
from ludwright.mistakes import LudwrightError, MistakesError

DAY = 86_400
_DOTTED = re.compile(r"\b([A-Za-z_]\w*)\.([A-Za-z_]\w*)\b")
_TITLE = re.compile(r'^track "[^"]*": ')
QUESTION = "question"
"""The name of the file that the declarations of a question stand in, which nobody sees."""


class QuestionError(LudwrightError):
    """A question that can't be put to this game."""


@dataclass(frozen=True)
class Asked:
    """A game with a question put to it."""

    game: Game
    titles: tuple[str, ...]
    """What is followed, in the order of the tracks: those of the game first."""
    tick: int | None
    """Seconds for which the clock counts one; None without a clock."""

    @property
    def goals_word(self) -> int | None:
        """Where the number of goals reached stands in a state."""
        rules = self.game.rules
        return rules.analysis.goals_word() if any(True for _ in rules.model.of("goal")) else None

    @property
    def goals(self) -> list[str]:
        """What the goals ask for, in order."""
        declared = [d.tree for d in self.game.description.declarations if d.kind == "goal"]
        return [to_text(goal.condition) for goal in sorted(declared, key=lambda goal: int(goal.number))]


def load_for_one(source: str | Path, settings: Mapping[str, int] | None = None) -> Game:
    """A game for one player, by its name or file."""
    description = described(source)
    least, most = player_range(description)
    if least > 1:
        raise _not_for_one(description.title, str(least) if least == most else f"{least} to {most}", str(source))
    return load(source, 1, settings)


def _not_for_one(title: str, players: str, source: str) -> QuestionError:
    return QuestionError(
        f"{title} is for {players} players; `reach` and `cheatcheck` are for games that one person plays. "
        f"`ludwright report {source}` tells how its games run, `ludwright strategies {source}` what wins them"
    )


def asked(
    game: Game,
    *,
    days: float | None = None,
    sessions: int | None = None,
    values: Sequence[str] = (),
    ends: Iterable[str] = (),
    result: Sequence[str] = (),
    without: Iterable[str] = (),
) -> Asked:
    """The game with an end after so many days or sessions, and whatever else is wanted. What is not told otherwise stays as it is."""
    if game.players != 1:
        raise _not_for_one(game.title, str(game.players), game.source)
    values, ends, result = ([in_its_words(game, text) for text in texts] for texts in (values, ends, result))
    tick, lines = game.rules.clock.sessions.tick, []
    if days is not None:
        lines.append(f"end when clock.now >= {_ticks(game, tick, days)}")
    if sessions is not None:
        if tick is None:
            raise QuestionError(f"{game.title} has no clock, and so no sessions")
        lines.append(f"end when session.number > {sessions}")
    lines += [f"end when {condition}" for condition in ends]
    if result:
        lines += ["result", *(f"  {share}" for share in result)]
    known = [title for title, _, per in game.rules.analysis.tracks]
    parts = [] if result else _parts_of_result(game.description)
    extra = [value for value in dict.fromkeys([*values, *parts]) if value not in known]
    lines += [f'track "{value.replace(chr(34), "")}": {value}' for value in extra]
    description = with_declarations(game.description, lines, {*without, *(["result", "score"] if result else [])})
    made = load(description, 1, game.settings)
    return Asked(made.under(game.profile), (*known, *extra), tick)


def in_its_words(game: Game, text: str) -> str:
    """A formula in the words of the text, where somebody uses those of the file it was made from: `town.coins` is `town_coins` there.

    >>> import ludwright
    >>> in_its_words(ludwright.load_text('game "G"\\nplayers 1\\nvar town_coins = 0 in 0..9\\nturn: town_coins += 1\\nend when town_coins is 9\\nscore: town_coins'), "town.coins > 3")
    'town_coins > 3'
    """
    names = {field.name for field in game.rules.model.all_fields()}

    def word(found: re.Match[str]) -> str:
        joined = f"{found[1]}_{found[2]}"
        return joined if joined in names and found[1] not in names else found[0]

    return _DOTTED.sub(word, text)


def aimless(game: Game) -> bool:
    """Whether nothing says what a game is worth in the end, and there are goals to reach."""
    kinds = {declaration.kind for declaration in game.description.declarations}
    return "goal" in kinds and not kinds & {"result", "score"} and game.rules.clock.sessions.tick is not None


def _ticks(game: Game, tick: int | None, days: float) -> int:
    if tick is None:
        raise QuestionError(f"{game.title} has no clock, and so no days: leave --days out, or write `clock in seconds`")
    ticks = round(days * DAY / tick)
    if not 0 < ticks < 2**31:
        raise QuestionError(f"{days:g} days is no time that the clock of {game.title} can count")
    return ticks


def _parts_of_result(description: Description) -> list[str]:
    declared = next((d.tree for d in description.declarations if d.kind == "result"), None)
    return [to_text(share.value) for share in declared.shares] if declared is not None else []


def with_declarations(description: Description, lines: list[str], without: Iterable[str] = ()) -> Description:
    """A description with more declarations, and without those of some kinds. A mistake in them is told without a place."""
    left_out = set(without)
    kept: list[Declaration] = [d for d in description.declarations if d.kind not in left_out]
    if not lines and len(kept) == len(description.declarations):
        return description
    try:
        more = read_text("\n".join(lines) + "\n", QUESTION)
        made = replace(
            description,
            declarations=[*kept, *more.declarations],
            files=[*description.files, QUESTION],
            text_hash=f"{description.text_hash}+{more.text_hash}",
        )
        Game(made, 1, {}, False, description.title)
    except MistakesError as error:
        odd = next((m for m in error.mistakes if m.place is not None and m.place.file == QUESTION), None)
        if odd is None or odd.place is None:
            raise
        line = _TITLE.sub("", odd.place.text.strip()).removeprefix("end when ")
        raise QuestionError(f"`{line}`: {odd.message}" + (f"; {odd.hint}" if odd.hint else "")) from None
    return made

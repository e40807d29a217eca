"""Rules about what never happens, and what hardly ever does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.findings.finding import Look
from ludwright.findings.rule import RANDOM, Rule
from ludwright.game import player_range
from ludwright.language import syntax
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes, tokens
from ludwright.metrics.catalogue import metric
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import share
from ludwright.playtests import playtest
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_ELSEWHERE = 40
"""In so many games it is looked at whether other numbers of players use what these don't."""
_ENDS = 800
"""Of fewer games it is not said that none ends in some way."""
_ENOUGH = 450
"""So many games show that something comes up in fewer than one of fifty, among all that is asked: more are played if these are fewer."""
_TOLD = 4
"""Of more dead rules the rest is counted."""


def _dead_looks(play: Play, threshold: float) -> Iterator[Look]:
    """What neither random players nor the strongest ones ever use."""
    unused = play.figure("unused rules")
    if not unused.known:
        return
    params = {name for name, value in getattr(play.game, "params", {}).items() if isinstance(value, bool)}
    dead = [part.name for part in unused.parts if not _rare_end(part.name) and not _by_parameter(part.name, params)]
    dead = [name for name in dead if not params & _asked_by(play, _action(name))]
    games = unused.n
    best = play.best
    alone = best is None or best.level == 0
    if best is not None and not alone and dead:
        other = best.figure("unused rules")
        also = {part.name for part in other.parts}
        dead, games = [name for name in dead if name in also], games + other.n
    if dead and games < _ENOUGH:
        there, many = _unused_in(play, play.players, min(_ENOUGH - games, 2 * games), play.run.plan.seed + 1)
        dead, games = [name for name in dead if name in there] if many else dead, games + many
    ends = [name for name in dead if "ends this way" in name] if games < _ENDS else []
    dead = [name for name in dead if name not in ends]  # an end may be there for a case that comes once in a while
    dead = [name for name in dead if name not in _used_elsewhere(play)] if dead else dead
    never = _never_done(play)
    actions = [name for name in dead if _action(name) in never]
    if actions and not alone and best is not None:
        actions = [name for name in actions if _action(name) in _never_done(best)]
    if actions:  # what was done is known of all games, not only of those that were looked at closely
        done = play.games + (best.games if best is not None and not alone else 0)
        yield _look(actions, done, alone, threshold, "actions")
    rest = [name for name in dead if name not in actions]
    if rest or not ends:  # while an end may yet be dead, nothing is called fine
        yield _look(rest, games, alone, threshold)
    for what, name in unread_answers(play):
        words = {"text": f"`{what}` asks for `{name}`, and nothing in the game depends on the answer"}
        yield Look(share("unused", 0, play.games), threshold, False, 0.2, 0.0, words, f"{what} {name}")


def unread_answers(play: Play) -> list[tuple[str, str]]:
    """Questions whose answer nothing reads, with the action or stage that asks."""
    found = []
    description = getattr(play.game, "description", None)
    for declaration in description.declarations if description is not None else ():
        if declaration.kind == "bot":
            continue
        asked = [str(node.chosen.name) for node in nodes(declaration.tree) if isinstance(node, syntax.Choose)]
        if isinstance(declaration.tree, syntax.ActionDeclaration) and declaration.tree.parameters is not None:
            asked += [str(one.name) for one in declaration.tree.parameters.parameters]
        words = Counter(str(word) for word in tokens(declaration.tree, "NAME")) if asked else Counter()
        found += [(declaration.name or declaration.kind, name) for name in dict.fromkeys(asked) if words[name] == 1]
    return found


def _never_done(play: Play) -> set[str]:
    """The actions that nobody took in any of the games."""
    return {part.name for part in play.figure("unused actions").parts if part.value == 0.0}


def _action(name: str) -> str:
    """
    >>> _action("a.game:6: nobody ever does `coup`"), _action("a.game:8: never carried out: `if c is none`")
    ('coup', '')
    """
    found = re.search(r"nobody ever does `(\w+)`", name)
    return found[1] if found is not None else ""


def _look(dead: list[str], games: int, alone: bool, threshold: float, subject: str = "") -> Look:
    listed = "; ".join(_after(name) for name in dead[:_TOLD])
    more = f"; and {len(dead) - _TOLD} more" if len(dead) > _TOLD else ""
    who = "Random players never used" if alone else "Nobody ever used"
    parts = "a part" if len(dead) == 1 else f"{len(dead)} parts"
    words = {"text": f"{who} {parts} of the game, in {games:,} games: {listed}{more}"}
    # what random players do not use may yet be of use to others
    worst = -0.2 if alone else 0.0
    return Look(share("unused", 0 if dead else games, games), threshold, False, 0.2, worst, words, subject)


def _used_elsewhere(play: Play) -> set[str]:
    """What is used with other numbers of players: all but what is unused there as well."""
    least, most = player_range(play.game.description) if hasattr(play.game, "description") else (0, 0)
    others = [count for count in (least, most) if count not in (0, play.players)]
    if not others:
        return set()
    unused = {part.name for part in play.figure("unused rules").parts}
    for count in dict.fromkeys(others):
        there, games = _unused_in(play, count, _ELSEWHERE, play.run.plan.seed)
        unused &= there if games else unused
    return {part.name for part in play.figure("unused rules").parts} - unused


def _unused_in(play: Play, players: int, games: int, seed: int) -> tuple[set[str], int]:
    """What random players don't use in so many other games, and how many of these were looked at."""
    run = playtest(
        play.game.description, games=games, players=players, seed=seed, params=play.run.versions[play.version].params, seconds=play.patience
    )  # fmt: skip
    found = metric("unused rules").of(Evidence.of(run, 0, players, sample=games))
    return {part.name for part in found.parts}, found.n if found.known else 0


def _rare_end(name: str) -> bool:
    """An end without a winner may be there for a case that hardly ever comes."""
    return "ends this way" in name and name.rstrip("`").endswith("draw")


def _by_parameter(name: str, params: set[str]) -> bool:
    """Whether a rule is there for another setting of a parameter that is a yes or no.

    >>> _by_parameter("a.game:8: never carried out: `if one_hand: loser loses`", {"one_hand"})
    True
    """
    condition = re.search(r"`(?:if|when) (.*?):", name)
    return condition is not None and bool(params & set(re.findall(r"\w+", condition[1])))


def _asked_by(play: Play, action: str) -> set[str]:
    """The names in the conditions of an action: a setting among them says that it is there for another one."""
    description = getattr(play.game, "description", None)
    found = [one.tree for one in description.declarations if one.name == action] if description and action else []
    return {
        name
        for tree in found
        if isinstance(tree, syntax.ActionDeclaration)
        for part in tree.body
        if isinstance(part, syntax.When)
        for name in names_in(part.condition)
    }


def _after(name: str) -> str:
    """The words without the place, which are told behind them."""
    where, colon, words = name.partition(": ")
    return f"{words} ({where})" if colon else name


DEAD = Rule(
    "dead rule",
    "A rule, card, zone or parameter that never comes into play",
    0.02,
    "of games",
    "{text}",
    "Leave it out, or let it happen.",
    _dead_looks,
    weight=0.8,
    whose=RANDOM,
    metrics=("unused rules",),
)


# ---------------------------------------------------------------- one of its kind


def _uneven_looks(play: Play, threshold: float) -> Iterator[Look]:
    """What neither random players nor the strongest ones hardly ever use, though they use its like; the least used of all for the others."""
    mine = play.figure("uneven use")
    if not mine.known:
        return
    best = play.best if play.best is not None and play.best is not play else None
    theirs = best.figure("uneven use") if best is not None else mine
    also = {part.name: part for part in theirs.parts}
    parts = [part for part in mine.parts if part.name in also] if theirs.known else []
    for part in parts:
        other = also[part.name] if best is not None else None
        games, used = (part.n + (other.n if other else 0), _uses(part) + (_uses(other) if other else 0))
        words = {
            "who": play.who if best is None else f"{play.who} and {best.who.removeprefix('with ')}",
            "usual": percent(part.part("usual").value or 0.0),
            "of": f"{games:,}",
        }
        yield Look(share(part.name, used, games), threshold, False, 0.2, 0.0, words, part.name, None, part.witnesses, _kind_of(part.name))  # fmt: skip
    if not parts:
        yield Look(share("uneven use", mine.n, mine.n), threshold, False, 0.2, 0.0)


def _uses(part: Figure) -> int:
    return round((part.value or 0.0) * part.n)


def _kind_of(name: str) -> str:
    """
    >>> _kind_of("won[12]"), _kind_of("Palace in city")
    ('won', 'city')
    """
    return name.partition("[")[0] if name.endswith("]") else name.rpartition(" in ")[2]


UNEVEN = Rule(
    "uneven use",
    "A field, a box or a card that is hardly ever used, though others of its kind are",
    0.02,
    "of games",
    "Hardly ever used: {who}, `{subject}` came into play in {value} of {of} games ({interval}), others of its kind usually in {usual}",
    "Make it easier to get, or worth more; or leave it out.",
    _uneven_looks,
    weight=0.9,
    whose=RANDOM,
    metrics=("uneven use",),
)

RULES = (UNEVEN, DEAD)

"""Interventions for a report: what games point to is taken away from one player, or has to be taken, and players change places, on other deals.

Statistics of games only raise a suspicion: what follows from a choice may be made up for a turn later, and who has a thing may have won
anyway. What is stated about an option or a card is found out by trying it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

import numpy as np

from ludwright.agents.barred import HARMLESS, OPENING, bars_of
from ludwright.agents.settings import AgentError
from ludwright.findings.play import Play
from ludwright.game import Game
from ludwright.language import syntax
from ludwright.metrics.choice_effects import Effect
from ludwright.powers.answers import is_one_of_many_alike
from ludwright.powers.barring import Habit
from ludwright.powers.cells import names_a_cell
from ludwright.powers.looks import scripted
from ludwright.powers.observing import taken_in
from ludwright.powers.place_trials import PlaceTrials, place_trials
from ludwright.powers.players import BEGINNERS, called, from_strongest, named, thinking
from ludwright.powers.ranks import is_rank, says_nothing
from ludwright.powers.screening import LEAST, MOST
from ludwright.powers.suspects import SAME, STRONG, WEAK, Suspect
from ludwright.powers.things import ACTIONS, CARDS, MOVES
from ludwright.powers.things import cards as all_cards
from ludwright.powers.trials import QUICKEST, Trials, trials
from ludwright.powers.verdicts import COMMON, INDIFFERENT, RARELY

_PLACES = 0.15
"""Of the time, so much is for starting places."""
_MOST, _CARDS, _USUAL, _OPENINGS, _PAIRS = 10, 4, 4, 2, 2
"""So many options are tried at most, so many things to have that stand out, so many that do not, to compare them with, so many first
choices, and so many choices between two."""
_SCREENED, _ANSWERS, _MOST_CARDS = 20, 12, 60
"""Where there is a screen: so many options are looked at, the answers of a question with so many at most among them, and so many cards."""
_GAMES = 4
"""Where a number of games is asked for, so many times as many are played."""
_THOUGHTS = 200
"""Where the strongest player can't be barred from anything, one that thinks so long tries things out."""
_GREEDY_THOUGHTS = 128
"""Where greedy players are the strongest, one that thinks so long and plays on like them tries things out."""
_FEWEST = 4
"""Fewer things are not compared with each other."""
_LIKED, _EFFECT, _NONE = 0.6, 0.15, 0.05
"""What strong players take so often, what changes the chance to win so much in random play, and what changes it less than that."""
_WAYS = 6
"""An action with more ways to carry it out has so many that single ones may well make no difference."""
_LISTED = 0.3
"""An action is always on the list, however little it stands out."""
_DECLINED = {"stop", "pass", "decline", "no", "none", "nothing"}
"""To leave something is no option that could be made stronger."""


def intervene(
    plays: Sequence[Play],
    *,
    seconds: float,
    who: str | None = None,
    seed: int = 1,
    games: int | None = None,
    threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Try out what games point to, for every number of players, for so many ``seconds`` in all.

    ``who`` plays; if not given, the strongest equals that played. What there was no time for is in ``trials.untried``. With a number of
    ``games`` time plays no part, so that the same is played on any machine.
    """
    best = list({id(play.best): play.best for play in plays if play.best is not None}.values())
    for play in best:
        agent = _player(play, who)
        if not agent or not play.about_winning or not hasattr(play.game, "layout"):
            continue
        if progress is not None:
            progress(f"doing without things, {play.players} at the table")
        at_random = next(
            (one for one in plays if one.players == play.players and not one.level and not one.mixed), None
        )
        own = seconds / len(best)
        began = monotonic()
        play.places = _exchanged(play, agent, seed + 1, own * _PLACES, games, threads)
        own -= monotonic() - began  # most games have no places to exchange
        play.trials = _tried(play, at_random, agent, seed + 1, max(0.0, own), games, threads)
        if play.trials is not None:
            alike = play.agents[0] in play.experts and _alike(play.trials.agent, play.agents[0])
            play.trials.name = play.named(play.agents[0]) if alike else play.called(play.trials.agent)


def _alike(one: str, other: str) -> bool:
    """Whether two players are of one kind, whoever thinks longer, if neither hardly thinks at all."""
    if one != other and called(one) == BEGINNERS:
        return False
    return one.partition(":")[0] == other.partition(":")[0] or one == f"bot:{other}"


def _player(play: Play, who: str | None) -> str:
    """Who tries it; empty if nobody can."""
    if who is None and (not play.level or play.mixed):
        return ""
    agent = named(who or play.agents[0], play.game)
    if agent.kind.name == "random":
        return ""
    if (
        agent.kind.name == "greedy" and play.agents[0] in play.experts
    ):  # what a step ahead can't do without, others may make up for later
        return f"mcts:{_GREEDY_THOUGHTS},playout=greedy"
    return str(agent) if agent.kind.name in HARMLESS else thinking(play.game, _THOUGHTS)


def _tried(
    play: Play, at_random: Play | None, agent: str, seed: int, seconds: float, games: int | None, threads: int | None
) -> Trials | None:
    began = monotonic()
    found = suspects(play, at_random, seed, every=not games)
    if not found:
        return None
    seconds = max(0.0, seconds - (monotonic() - began))  # what it took to find them
    # where a number of games is asked for, time plays no part: the same is played on any machine
    runs = sum(one.runs for one in found)
    deals = min(MOST, max(LEAST, _GAMES * games // (play.players * runs))) if games else None
    habits = {
        name: Habit(effect.rate, effect.expected)
        for name, effect in taken_in(play.effects).items()
        if effect.rate.known
    }
    # the games that pointed to something don't count again: other deals are played
    return trials(play.game, found, agent, habits, seed, seconds=seconds, deals=deals, threads=threads)


def _exchanged(
    play: Play, agent: str, seed: int, seconds: float, games: int | None, threads: int | None
) -> PlaceTrials | None:
    most = _GAMES * games if games else None
    agents = [agent] if scripted(agent) else from_strongest(agent, play.game, QUICKEST)
    return place_trials(play.game, agents, seed, seconds=seconds, games=most, threads=threads)


# ---------------------------------------------------------------- suspicion


def suspects(play: Play, at_random: Play | None, seed: int = 1, every: bool = False) -> list[Suspect]:
    """What is tried out, of all that the games of strong players and of random ones point to.

    ``every`` also gives what games say little about, as far as there is not too much of it: a screen tells what of that stands out.
    """
    options = sorted(_options(play, at_random, seed, every), key=lambda one: -one.score)
    openings = [one for one in options if one.opening][:_OPENINGS]
    rest = [one for one in options if not one.opening][: _SCREENED if every else _MOST]
    names = {one.name for one in rest}
    cards = _cards(play, seed)
    if every:
        cards = [*cards, *_other_cards(play, {one.name for one in cards})]
    found = [*rest, *openings, *(one for one in _preferred(play) if one.name not in names), *cards]
    return [one for one in found if _can_be_barred(play, one)]


def _can_be_barred(play: Play, suspect: Suspect) -> bool:
    """Whether players can be told to do without it: a question, or an option that goes by another name in every position, can't be."""
    try:
        bars_of(play.game, [suspect.name.removeprefix(OPENING)])
    except AgentError:
        return False
    return True


def _other_cards(play: Play, known: set[str]) -> list[Suspect]:
    """Things to have of which too few games tell anything by themselves; not those that are one of a series."""
    names = [name for name in all_cards(play.game) if name not in known and not is_rank(play.game, name)]
    return [Suspect(CARDS, name, 0.0, "", name) for name in names] if len(names) + len(known) <= _MOST_CARDS else []


def _options(play: Play, at_random: Play | None, seed: int, every: bool) -> Iterator[Suspect]:
    """Whole actions, ways to carry them out, and first choices."""
    declared, quiet = set(play.evidence.declared), _Quiet(play, seed)
    effects = {by: play.effects(by) for by in ("action", "words", "opening")}
    ways = [one for one in effects["words"] if one.what != one.action]
    halves = _halves(play.game, ways)
    ways = [one for one in ways if one.what not in halves]
    effects["opening"] = [one for one in effects["opening"] if one.what not in halves]
    listed = declared | (_answers(ways) if every else set())
    yield from _judged(effects["action"], "action", play, at_random, listed, quiet)
    yield from _judged(ways, "words", play, at_random, listed, quiet)
    yield from _judged(effects["opening"], "opening", play, at_random, listed, quiet)


def _halves(game: Game, ways: Sequence[Effect]) -> set[str]:
    """What is done with a card in one of several ways, such as to play it, where one buys it first: who may do the one but not the other buys what they can't
    play. Such cards are taken away as a whole."""
    cards = set(all_cards(game))
    actions: dict[str, set[str]] = {}
    for one in ways:
        named = one.what.removeprefix(f"{one.action} ")
        if named in cards:
            actions.setdefault(named, set()).add(one.action)
    return {one.what for one in ways if len(actions.get(one.what.removeprefix(f"{one.action} "), ())) > 1}


def _answers(effects: Sequence[Effect]) -> set[str]:
    """The ways to carry out actions that have but a few: none of them is one of many like it."""
    ways: dict[str, list[str]] = {}
    for effect in effects:
        ways.setdefault(effect.action, []).append(effect.what)
    return {name for names in ways.values() if len(names) <= _ANSWERS for name in names}


def _judged(
    effects: Sequence[Effect], by: str, play: Play, at_random: Play | None, listed: set[str], quiet: _Quiet
) -> Iterator[Suspect]:
    shown = {} if at_random is None else {one.what: one.figure for one in at_random.effects(by)}
    ways: dict[str, int] = {}
    for effect in effects:
        ways[effect.action] = ways.get(effect.action, 0) + 1
    for effect in effects:
        if effect.what.casefold() in _DECLINED or not effect.rate.known or quiet.about(effect):
            continue
        scores = _scores(effect, shown.get(effect.what), by == "action" or ways[effect.action] <= _WAYS)
        if by == "opening" or names_a_cell(play.game, effect.what) or is_one_of_many_alike(play.game, effect.what):
            scores = {STRONG: scores[STRONG]}
        if effect.what in listed and by != "opening" and max(scores.values()) < _LISTED:
            liked = by == "action" or WEAK not in scores or (effect.rate.value or 0.0) > effect.expected
            scores[STRONG if liked else WEAK] = _LISTED
        suspected = max(scores, key=lambda name: scores[name])
        if scores[suspected] < _LISTED:
            continue
        name = effect.what.replace(",", "")
        kind = ACTIONS if by == "action" else MOVES
        yield Suspect(
            kind, f"{OPENING}{name}" if by == "opening" else name, scores[suspected], suspected, effect.action, shown.get(effect.what)
        )  # fmt: skip


def _scores(effect: Effect, seen: object, few: bool) -> dict[str, float]:
    """How much speaks for an option being too strong, too weak or useless."""
    rate, expected = effect.rate.value or 0.0, effect.expected
    change, low, high = ((getattr(seen, end, None) or 0.0) for end in ("value", "low", "high"))
    strong = max(0.0, low / _EFFECT) / 2
    if rate >= _LIKED:
        strong += (rate - expected) / max(1e-9, 1 - expected)
    weak = max(0.0, -high / _EFFECT) / 2 if rate < expected else 0.0
    if expected >= COMMON and (effect.rate.low or 0.0) < RARELY:
        weak += (expected - rate) / expected
    same = 0.0
    if few and abs(rate - expected) < INDIFFERENT and abs(change) < _NONE:
        same = 1.0 - abs(rate - expected) / INDIFFERENT
    return {STRONG: strong, WEAK: weak, SAME: same}


class _Quiet:
    """Knows of what nothing is to be told: cards that chance deals, and to play one of those in a hand."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.seed = play, seed
        self._known: dict[str, bool] = {}
        self._cards, self._from_hand = set(all_cards(play.game)), _from_hand(play.game)

    def card(self, name: str) -> bool:
        """Whether nothing is to be told about a card: one of a series that chance deals."""
        if name not in self._known:
            self._known[name] = says_nothing(self.play.game, name, self.seed)
        return self._known[name]

    def about(self, effect: Effect) -> bool:
        """Whether an option only names such a card."""
        name = effect.what.removeprefix(f"{effect.action} ")
        return name != effect.what and (self.card(name) or self.held(effect.action, name))

    def held(self, action: str, name: str) -> bool:
        """Whether it is a card that is played from a hand: who may not play it plays what else they hold, however bad that is. What a card is worth shows
        if it is taken away as a whole."""
        return action in self._from_hand and name in self._cards


def _from_hand(game: Game) -> set[str]:
    """Actions that play cards out of a place of one's own."""
    trees = [one.tree for one in game.description.declarations]
    actions = [tree for tree in trees if isinstance(tree, syntax.ActionDeclaration) and tree.parameters is not None]
    return {
        str(one.name)
        for one in actions
        if one.parameters and isinstance(one.parameters.parameters[0].values, syntax.My)
    }


def _preferred(play: Play) -> list[Suspect]:
    """Choices between two: both of them."""
    strongly = sorted(play.preferences, key=lambda one: -(one.figure.value or 0.0))[:_PAIRS]
    names = dict.fromkeys(name.replace(",", "") for one in strongly for name in (one.one, one.other))
    return [Suspect(MOVES, name, _LISTED, "", name.split()[0]) for name in names]


def _cards(play: Play, seed: int) -> list[Suspect]:
    """Things to have that stand out by who wins with them, the farthest first; and then some that do not stand out."""
    quiet = _Quiet(play, seed)
    known = [one for one in play.holdings if one.value is not None and one.low is not None and not quiet.card(one.name)]
    if len(known) < _FEWEST:
        return []
    usual = float(np.median([one.value for one in known]))
    known.sort(key=lambda one: -abs((one.value or 0.0) - usual) / max(1e-6, (one.high or 1.0) - (one.low or 0.0)))
    far = known[:_CARDS]
    near = known[len(far) :][-_USUAL:]
    return [
        Suspect(
            CARDS, one.name, abs((one.value or 0.0) - usual) / _EFFECT, STRONG if (one.value or 0.0) > usual else WEAK, one.name, one,
            surely=(one.low or 0.0) > usual + _EFFECT or (one.high or 1.0) < usual - _EFFECT,
        )
        for one in far
    ] + [Suspect(CARDS, one.name, 0.0, "", one.name, one) for one in near]  # fmt: skip

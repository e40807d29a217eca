"""Interventions for a report: what doing without things and taking them every time changes, in the time there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from ludwright.agents.barred import OPENING
from ludwright.game import Game
from ludwright.powers.barring import Barring, Habit
from ludwright.powers.comparing import FEW, compare
from ludwright.powers.looks import Look, scripted
from ludwright.powers.players import called, from_strongest, pace
from ludwright.powers.screening import ENOUGH, FEWEST, LEAST, MOST, Screened, patience, screened
from ludwright.powers.suspects import STRONG, Suspect
from ludwright.powers.table import Progress, SeededDeals, StoppedError
from ludwright.powers.things import ACTIONS, CARDS
from ludwright.powers.verdicts import misleads, no_difference, sure, too_strong, too_weak

_SCREEN = 0.35
"""Of the time, so much is for the screen at most."""
_WANTED, _FEW = 6, 2
"""So many promising suspects are to be tried by players who think; by those who hardly do, so many."""
_EACH = 0.5
"""One suspect takes so much of the time at most: with fewer deals, if need be."""
_CARDS = 0.6
"""Cards get so much of the time at most, if anything else promises more."""
_LATE = 0.1
"""Nothing is begun that would end later by more than this part of the time."""
_SURE = 0.001
"""What is surer than this needs no second look."""
_MORE, _LOOKS = 1.2, 100
"""To try something once more takes so many times as many deals; among so many questions it has to be sure."""
_LONGER, _LONGEST = 4, 4000
"""To see that something makes no difference takes more deals: so many times as many, and so many at most."""
QUICKEST = 50
"""Who thinks less than this is not strong enough."""
BEGINNER = "random"
"""What strong players can't do without is also tried with those who can't play at all."""


@dataclass
class Trials:
    """What was found out by taking things away, and by taking them every time, at one table."""

    agent: str
    players: int
    deals: int
    things: list[Look] = field(default_factory=list)
    """Cards and other things to have, compared with each other."""
    suspects: dict[str, bool] = field(default_factory=dict)
    """Which of them were suspected of being too strong (yes) or too weak (no); the others are there to be compared with."""
    options: dict[str, Look] = field(default_factory=dict)
    """Actions and ways to carry them out; first choices by their name behind `first`."""
    actions: dict[str, str] = field(default_factory=dict)
    """The action that an option belongs to."""
    beginners: dict[str, Look] = field(default_factory=dict)
    """What doing without costs players who choose at random."""
    longer: set[str] = field(default_factory=set)
    """What was tried once more, on more and on other deals."""
    untried: list[Suspect] = field(default_factory=list)
    """What there was no time for."""
    name: str = ""
    """What its players are called, if they were found to be the strongest."""

    @property
    def told(self) -> str:
        """What it rests on, in words."""
        return self._told(self.deals)

    def told_of(self, look: Look) -> str:
        """What is said about one thing rests on, in words."""
        return self._told(look.worth.n or self.deals)

    def _told(self, deals: int) -> str:
        return f"{deals:,} deals in every seat, with and without, {self.players} players, all `{self.agent}`"

    @property
    def who(self) -> str:
        """What its players are called."""
        return self.name or called(self.agent)


class _Clock:
    """What is left of the time on the wall: that is what was promised, also where others use the machine."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.start = seconds, monotonic()

    @property
    def left(self) -> float:
        return self.seconds - (monotonic() - self.start)

    @property
    def over(self) -> bool:
        """Whether it took longer than it should by more than may be."""
        return self.left < -_LATE * self.seconds


@dataclass
class _Plan:
    """What is tried, by whom, each on how many deals, and how long a game takes."""

    agent: str
    screened: list[Screened]
    each: float = 0.0

    @property
    def deals(self) -> int:
        """The most deals of any."""
        return max((one.deals for one in self.screened), default=0)

    def cost(self, one: Screened, players: int) -> float:
        """How long it takes to try a suspect."""
        return self.each * one.deals * one.suspect.runs * players


def trials(
    game: Game, suspects: Sequence[Suspect], agent: str, habits: Mapping[str, Habit], seed: int,
    *, seconds: float, deals: int | None = None, threads: int | None = None, progress: Progress | None = None,
) -> Trials:  # fmt: skip
    """Try out suspects, the most promising first, for so many ``seconds``; or all of them on so many ``deals``, however long that takes.

    Where time counts, a screen tells which are promising, and on how many deals that would show. Where ``agent`` thinks so long that there is no
    time for enough of them, it thinks half as long, and so on.
    """
    clock = _Clock(seconds)
    if deals:
        plan = _Plan(agent, [Screened(one, one.score, deals) for one in _in_groups(suspects)])
    else:
        plan = _planned(game, suspects, agent, habits, seed, clock, threads)
    found = Trials(plan.agent, game.players, plan.deals)
    if plan.deals >= FEWEST and plan.screened:
        table = SeededDeals(game, plan.deals, seed, threads, progress)
        table.patience = None if deals else patience(seconds)
        try:
            barring = Barring(table, plan.agent, habits)
            for one in plan.screened:
                # cards that are compared with each other are tried together, or not at all
                begun = one.suspect.kind == CARDS and bool(found.things)
                if deals or begun or plan.cost(one, game.players) <= clock.left + _LATE * seconds:
                    _try(barring.on(one.deals), one.suspect, found)
            _look_longer(barring, found, plan, clock if not deals else None)
            _try_beginners(table, found, clock if not deals else None)
        except StoppedError:
            raise KeyboardInterrupt from None
        _compare(found.things)
    tried = {look.what for look in (*found.things, *found.options.values())}
    found.untried = [one for one in suspects if one.suspected and one.name not in tried]
    return found


def _compare(things: Sequence[Look]) -> None:
    for look in things:
        compare(look, [other for other in things if other is not look])


def _planned(
    game: Game, suspects: Sequence[Suspect], agent: str, habits: Mapping[str, Habit], seed: int, clock: _Clock, threads: int | None
) -> _Plan:  # fmt: skip
    """As much as there is time for, with the strongest player for whom that is enough."""
    found, each, who = screened(game, suspects, agent, habits, seed + 2, _SCREEN * clock.left, threads)
    if not found:
        return _Plan(agent, [])
    promising = [one for one in found if one.promise > 0]
    paces: dict[str, float] = {who: each}
    family = from_strongest(agent, game, QUICKEST)
    strong = [one for one in family if not scripted(one)]
    # from the slowest on: where one has no time to try anything, nobody who thinks longer has
    for place, player in enumerate(reversed(strong)):
        longest = clock.left / LEAST / game.players
        paces.setdefault(player, pace(game, player, seed, threads, most=longest))
        if 2 * paces[player] > longest:
            strong = strong[len(strong) - 1 - place :]
            break
    plan = _Plan(who, found, each)
    players = [*((one, _WANTED) for one in strong), *((one, _FEW) for one in strong)]
    if promising and promising[0].suspect.kind == CARDS:  # of options, scripts tell nothing
        players += [(one, _FEW) for one in family if scripted(one)]
    # rather a player who thinks half as long than few suspects; but nobody who hardly thinks, as that shows what beginners can't do without
    for player, many in players:
        plan = _Plan(player, found, paces.get(player) or paces.setdefault(player, pace(game, player, seed, threads)))
        wanted = promising[:many]
        longest = max((one.deals for one in wanted), default=0)
        if sum(plan.cost(one, game.players) for one in wanted) + plan.each * longest <= clock.left:
            break
    return _within(plan, game.players, clock.left)


def _within(plan: _Plan, players: int, seconds: float) -> _Plan:
    """Where time is short: fewer deals for those that would take more than their part of it. Cards, which are compared with each other, get as many
    each, and a part of the time if anything else promises more; where that is too little, fewer of them are tried. What takes the most deals is left
    out where there would be time for nothing else."""
    while True:
        kept = _fitting(plan, players, seconds)
        few = [one for one in plan.screened if one.deals < plan.deals]
        if kept or not few:
            return replace(plan, screened=kept)
        plan = replace(plan, screened=few)


def _fitting(plan: _Plan, players: int, seconds: float) -> list[Screened]:
    cards = [one for one in plan.screened if one.suspect.kind == CARDS]
    others = [one for one in plan.screened if one.suspect.kind != CARDS and one.promise > 0]
    seconds -= plan.each * min(plan.deals, ENOUGH)  # for the games in which nobody is barred
    if cards:
        own = seconds * (_CARDS if any(one.promise >= cards[0].promise for one in others) else 1.0)
        cards = _fewer_cards(cards, int(own / (plan.each * players * LEAST)))
        deals = int(own / (plan.each * players * max(1, len(cards))))
        cards = [replace(one, deals=min(one.deals, deals)) for one in cards]
    most = max(0.0, seconds) * _EACH
    fewer = [
        replace(
            one, deals=min(one.deals, max(min(one.least, LEAST), int(most / (plan.each * one.suspect.runs * players))))
        )
        for one in others
    ]
    kept, left = [], seconds * (1 + _LATE)
    for one in _cards_together([*fewer, *cards]):
        left -= plan.cost(one, players)
        if left >= 0 or one in cards:
            kept.append(one)
    return kept


def _fewer_cards(cards: Sequence[Screened], many: int) -> list[Screened]:
    """As many cards as there is time for: those that stand out most, and enough others to compare them with; none, if that is too few."""
    far = [one for one in cards if one.suspect.suspected]
    like = [one for one in cards if not one.suspect.suspected]
    if len(far) + len(like) > many:
        like = like[: max(FEW, many - len(far))]
        far = far[: max(0, many - len(like))]
    return [*far, *like] if far and len(far) + len(like) > FEW else []


def _cards_together(found: Sequence[Screened]) -> list[Screened]:
    """The most promising first; cards, which are compared with each other, one after the other."""
    cards = sorted((one for one in found if one.suspect.kind == CARDS), key=lambda one: -one.promise)
    others = sorted((one for one in found if one.suspect.kind != CARDS), key=lambda one: -one.promise)
    before = [one for one in others if cards and one.promise >= cards[0].promise]
    return [*before, *cards, *others[len(before) :]]


def _try(barring: Barring, one: Suspect, found: Trials) -> None:
    look = barring.look(one.kind, one.name)
    if one.kind == CARDS:
        found.things.append(look)
        if one.suspected:
            found.suspects[one.name] = one.suspected == STRONG
        return
    if look.worth.known:
        barring.force(look)
    found.options[one.name], found.actions[one.name] = look, one.action


def _look_longer(barring: Barring, found: Trials, plan: _Plan, clock: _Clock | None) -> None:
    """Try once more, on more and on other deals, what is still open: first the option that is nearest to being told too strong or too weak, if there
    is time; then those that may make no difference, as that takes more deals to see."""
    share = 1 / found.players
    options = [look for look in found.options.values() if not look.what.startswith(OPENING)]
    near = [look for look in options if _nearly_told(look, share)]
    if clock is not None and near:
        look = max(near, key=lambda one: abs(one.worth.value or 0.0))
        _again(barring, found, [look], min(MOST, _deals_within(clock, plan, found.players)), _MORE)
    still = [look for look in options if _may_be_useless(look, share)]
    if still:
        within = _LONGER * plan.deals if clock is None else _deals_within(clock, plan, found.players * len(still))
        _again(barring, found, still, min(_LONGEST, within), 2.0)


def _deals_within(clock: _Clock, plan: _Plan, seats: int) -> int:
    """On how many deals there is time to do without something and to take it every time, in so many seats."""
    return int(clock.left / (plan.each * (1 + 2 * seats)))


def _again(barring: Barring, found: Trials, looks: Sequence[Look], deals: int, times: float) -> None:
    """Try some once more, if there are so many times as many deals for it."""
    if deals < times * max(look.worth.n for look in looks):
        return
    table = barring.table
    more = SeededDeals(table.game, deals, table.seed + 1, table.threads, table.progress)
    longer = Barring(more, found.agent, barring.habits)
    for look in looks:
        again = longer.look(look.kind, look.what)
        if again.worth.known:
            longer.force(again)
            found.options[look.what] = again
            found.longer.add(look.what)


def _nearly_told(look: Look, share: float) -> bool:
    """Whether it would be told what an option is if all figures stayed as they are, and is not yet."""
    asked = [too_weak, misleads] if look.kind == ACTIONS else [too_strong, too_weak, misleads]
    known = [conditions for one in asked if (conditions := one(look, share))]
    if look.indispensable or any(sure(conditions, _LOOKS) for conditions in known):
        return False
    return any(all(one.seems for one in conditions) for conditions in known)


def _may_be_useless(look: Look, share: float) -> bool:
    conditions = no_difference(look, share)
    if conditions is None or any(one.fails for one in conditions):
        return False
    return not all(one.holds and one.chance < _SURE for one in conditions)


def _try_beginners(table: SeededDeals, found: Trials, clock: _Clock | None) -> None:
    """What surely costs strong players something, with beginners, as long as there is time."""
    costly = [
        look for look in (*found.things, *found.options.values()) if look.worth.low is not None and look.worth.low > 0
    ]
    if not costly or found.agent == BEGINNER or (clock is not None and clock.over):
        return
    barring = Barring(table, BEGINNER)
    for look in costly:
        if clock is not None and clock.over:
            return
        if not look.indispensable and not look.what.startswith(OPENING):
            found.beginners[look.what] = barring.look(look.kind, look.what)


def _in_groups(suspects: Sequence[Suspect]) -> list[Suspect]:
    """The most suspicious first; cards, which are compared with each other, one after the other."""
    cards = sorted((one for one in suspects if one.kind == CARDS), key=lambda one: -one.score)
    others = sorted((one for one in suspects if one.kind != CARDS), key=lambda one: -one.score)
    if len(cards) <= FEW:
        return others
    before = [one for one in others if one.score >= cards[0].score]
    return [*before, *cards, *others[len(before) :]]

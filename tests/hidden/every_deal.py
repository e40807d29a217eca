"""Play a small game through with every outcome of chance and every answer, and compare redeals with what could have been.

The right redeal of a position, for a seat, follows from no theory but this: of all the ways in which chance and the other
players could have gone, keep those in which the seat would have seen the same after every answer. Each counts with the probability of its
chance, and of secret answers, taken for random. Open answers count as they were given: nothing is concluded from a player's preferences.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from textwrap import indent

import ludwright
from ludwright.engine.random import Stream
from ludwright.game import Game
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match

Deal = tuple[tuple[int, ...], ...]
Look = Callable[[Match, int], Deal]


class AllChances:
    """Chance that goes through all its outcomes, one game after the other."""

    state, inc = 0, 1

    def __init__(self) -> None:
        self._path: list[int] = []
        self._bounds: list[int] = []
        self._fair: list[bool] = []
        self._next = 0

    def below(self, bound: int, fair: bool = True) -> int:
        """The outcome of a throw; if it is not ``fair`` but somebody's free will, no probability is reckoned for it."""
        if bound < 2:
            return 0
        if self._next == len(self._path):
            self._path.append(0)
            self._bounds.append(bound)
            self._fair.append(fair)
        assert self._bounds[self._next] == bound, "the game does not repeat itself"
        self._next += 1
        return self._path[self._next - 1]

    def copy(self) -> Stream:
        return Stream(self.state, self.inc)

    @property
    def probability(self) -> Fraction:
        chance = Fraction(1)
        for bound, fair in zip(self._bounds, self._fair, strict=True):
            chance /= bound if fair else 1
        return chance

    def go_on(self) -> bool:
        """Turn to the next outcome; no when there is none left."""
        while self._path and self._path[-1] + 1 == self._bounds[-1]:
            self._path.pop()
            self._bounds.pop()
            self._fair.pop()
        self._next = 0
        if not self._path:
            return False
        self._path[-1] += 1
        return True


def steps(world: str, *after: str, players: str = "3 named Ann, Ben, Cid") -> str:
    """A game in which somebody says `go` again and again, and after the n-th time the n-th of these effects happens."""
    lines = [f'game "Steps"\nplayers {players}', world.strip("\n"), "turn", "  one of go"]
    for number, effect in enumerate(after, 1):
        lines += [f"  if turn.number is {number}", indent(effect.strip("\n"), "    ")]
    return "\n".join([*lines, "action go\n  nothing", "end when turn.number is 99: draw"])


def begin(game: Game, chance: object) -> Match:
    """A match of the plain Python run whose chance is handed in."""
    match = game.start(run="twin")
    match._words = game.twin.new_state()
    match._twin_context = game.twin.new_context(chance)  # type: ignore[arg-type]
    game.twin.setup(match._words, match._table, match._twin_context)
    match._known = None
    return match


def deal_of(match: Match, seat: int) -> Deal:
    """What lies in every place, from the bottom up. Where the seat sees it and order means nothing, it is sorted."""
    model, words = match.game.rules.model, match.words
    faces = {c: k.fields["face"].base + c - k.first for k in model.component_kinds if k.faces for c in range(k.first, k.last + 1)}  # fmt: skip
    sorted_here = {
        z.place + i
        for z in model.all_zones()
        for i in range(z.size)
        if not z.in_order and match.game.layout.watch[z.place + i] >> seat & 1
    }
    found = []
    for place in range(model.zone_places):
        here = []
        c = words[model.arrays["bottom"] + place]
        while c >= 0:
            here.append(words[faces[c]] if c in faces else model.design_in(words, c))
            c = words[model.arrays["above"] + c]
        found.append(tuple(sorted(here) if place in sorted_here else here))
    return tuple(found)


class Everything:
    """All ways a game can go, up to a number of answers, as one seat sees them."""

    def __init__(self, text: str, seat: int, answers: int, look: Look = deal_of) -> None:
        self.game = ludwright.load_text(text, ask_forced=True)
        self.seat = seat
        self.look = look
        self.deals: dict[object, Counter[Deal]] = defaultdict(Counter)
        """For every history the seat may have seen: how likely each deal is."""
        self.matches: dict[object, list[Match]] = defaultdict(list)
        """Some matches that look so."""
        chance = AllChances()
        while True:
            match, history = self._one(chance, answers)
            deal = look(match, seat)
            if deal not in self.deals[history] and len(self.matches[history]) < 2:
                self.matches[history].append(match)
            self.deals[history][deal] += chance.probability  # type: ignore[assignment]
            if not chance.go_on():
                break

    def _one(self, chance: AllChances, answers: int) -> tuple[Match, object]:
        match = begin(self.game, chance)
        seen: list[object] = [match.observe(self.seat).key()]
        for _ in range(answers):
            codes = match.codes()
            code = codes[chance.below(len(codes), fair=self.is_secret(match))]
            if match.actor == self.seat:
                seen.append(code)
            match.apply(code)
            assert match.fault is None, match.fault
            seen.append(match.observe(self.seat).key())
        return match, tuple(seen)

    def is_secret(self, match: Match) -> bool:
        """Whether an answer is one that others don't hear of."""
        arrays = self.game.rules.model.arrays
        return "veil" in arrays and match.words[arrays["veil"]] > 0

    def histories(self, most: int = 4) -> list[object]:
        """The histories that leave the most open, without those that look alike in size."""
        sizes: dict[tuple[Fraction, ...], object] = {}
        for history, deals in self.deals.items():
            sizes.setdefault(tuple(sorted(self._shares(deals).values())), history)
        return sorted(sizes.values(), key=lambda h: -len(self.deals[h]))[:most]

    @staticmethod
    def _shares(deals: Counter[Deal]) -> dict[Deal, Fraction]:
        whole = sum(deals.values())
        return {deal: Fraction(weight) / whole for deal, weight in deals.items()}

    def surprise(self, history: object, redeal: Callable[[Match, int, int], Match] = Match.determinize) -> float:
        """How far redeals are from the right shares: beyond 6, in less than one of 10^8 cases by bad luck; infinite if impossible."""
        shares = self._shares(self.deals[history])
        samples = enough(shares)
        worst = 0.0
        for match in self.matches[history]:
            found: Counter[Deal] = Counter()
            for seed in range(samples):
                found[self.look(redeal(match, self.seat, seed), self.seat)] += 1
            if set(found) - set(shares):
                return float("inf")
            worst = max(worst, far(found, shares, samples))
        return worst


def enough(shares: dict[Deal, Fraction]) -> int:
    """So many redeals that the rarest deal should come 40 times."""
    return max(400, int(40 / min(shares.values())))


def far(found: Counter[Deal], shares: dict[Deal, Fraction], samples: int) -> float:
    """The chi-square of counts against shares, as standard deviations of a normal distribution (Wilson and Hilferty 1931)."""
    if len(shares) < 2:
        return 0.0
    total = sum(
        (found[deal] - float(share) * samples) ** 2 / (float(share) * samples) for deal, share in shares.items()
    )
    free = len(shares) - 1
    spread = 2 / (9 * free)
    return float(((total / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


def right(text: str, seat: int, answers: int, most: int = 3, look: Look = deal_of) -> Everything:
    """Redeals for a seat are distributed as they should, in the histories that leave the most open."""
    everything = Everything(text, seat, answers, look)
    chosen = everything.histories(most)
    assert max(len(everything.deals[h]) for h in chosen) > 1, "the seat knows all: this shows nothing"
    for history in chosen:
        surprise = everything.surprise(history)
        assert surprise < 6, f"{surprise}: {explain(everything, history)}"
    return everything


def explain(everything: Everything, history: object) -> str:
    """Expected and found counts, for a message."""
    shares = everything._shares(everything.deals[history])
    found: Counter[Deal] = Counter()
    samples = enough(shares)
    for seed in range(samples):
        found[everything.look(everything.matches[history][0].determinize(everything.seat, seed), everything.seat)] += 1
    deals: Sequence[Deal] = sorted(set(shares) | set(found))
    return "\n".join(
        f"{deal}: expected {float(shares.get(deal, 0)) * samples:.0f}, found {found[deal]}" for deal in deals[:40]
    )


def numbers(match: Match, seat: int) -> Deal:
    return tuple(tuple(match.words[f.base : f.base + f.size]) for f in veiled_fields(match.game.rules.model))


def secret(text: str, answers: int, seat: int, least: int = 4) -> None:
    """Redeals look the same to the seat, are not always the same, and those of another truth that looks the same are the same."""
    game, shown = ludwright.load_text(text, ask_forced=True), 0
    for seed in range(4):
        match = game.start(seed)
        for _ in range(answers):
            match.apply(match.codes()[seed % len(match.codes())])
        assert match.fault is None, match.fault
        dealt = [match.determinize(seat, again) for again in range(30)]
        assert {one.observe(seat).key() for one in dealt} == {match.observe(seat).key()}
        others = [one for one in dealt if numbers(one, seat) != numbers(match, seat)]
        for other in others[:3]:
            shown += 1
            assert [numbers(other.determinize(seat, again), seat) for again in range(30)] == [
                numbers(one, seat) for one in dealt
            ]
    assert shown >= least, "the seat knows all: this shows nothing"


def independent(text: str, answers: int, seat: int, look: Look = deal_of, seeds: int = 3) -> None:
    """Nothing in redeals for a seat comes from the truth: they look the same to it, and where the truth is another that looks so, they are the same ones."""
    game, other_truths = ludwright.load_text(text, ask_forced=True), 0
    for seed in range(seeds):
        match = game.start(seed)
        for _ in range(answers):
            match.apply(match.codes()[seed % len(match.codes())])
        assert match.fault is None, match.fault
        dealt = [match.determinize(seat, again) for again in range(12)]
        assert {one.observe(seat).key() for one in dealt} == {match.observe(seat).key()}
        for truth in [one for one in dealt if look(one, seat) != look(match, seat)][:2]:
            other_truths += 1
            again = [truth.determinize(seat, number) for number in range(12)]
            assert [look(one, seat) for one in again] == [look(one, seat) for one in dealt]
    assert other_truths, "the seat knows all: this shows nothing"

"""How far players get in a game for one: each profile, the best course a search finds beside random play, day by day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.game import Game, loaded
from ludwright.play.agents import Agents
from ludwright.rules.options.bots import RANDOM
from ludwright.solo.courses import SoloCourse, course_of
from ludwright.solo.questions import DAY, Asked, QuestionError, aimless, asked
from ludwright.solo.searching import Telling, best_courses, is_foreseeable, searchers
from ludwright.statistics import student_quantile

if TYPE_CHECKING:
    import polars as pl

    from ludwright.charts.chart import Chart

FEWEST, MOST = 8, 60
"""Random games for each profile."""
SHARE = 0.2
"""Of the time, so much goes into random games."""
POINTS = 10
"""Moments at which values are told, unless these are days."""
_SHARE = re.compile(r"\s*\d+%\s+of\s+(.+?)\s+in\s+\S+\s*")
FEATURES = 6
"""So many actions are named."""


@dataclass
class Player:
    """How far a player of one profile gets."""

    profile: str | None
    asked: Asked
    best: list[SoloCourse]
    """Of the best player: the best course found; where chance plays a part, several games."""
    agent: str
    playouts: int
    others: list[tuple[str, float]]
    """What the other searches found."""
    random: list[SoloCourse] = field(default_factory=list)

    @property
    def name(self) -> str:
        return called(self.profile)

    def goal_times(self, courses: Sequence[SoloCourse], number: int) -> list[int]:
        """When a goal was reached, in the games in which it was."""
        return [course.goals[number] for course in courses if len(course.goals) > number]


@dataclass
class Reach:
    """How far players get."""

    title: str
    days: float | None
    players: list[Player]
    seed: int
    complete: bool = True
    soon: bool = False
    """Whether there is no result, and strong play goes for the last goal as early as possible."""

    # ------------------------------------------------------------ words

    @property
    def sentences(self) -> list[str]:
        """What was found, the most important first."""
        found = []
        if self.soon:
            found.append("Nothing says what a result is, so strong play goes for the last goal, as early as possible.")
        for player in self.players:
            found += self._distance(player)
            found += self._goals(player)
            found += self._features(player)
        if len(self.players) > 1 and not self.soon:
            found.insert(0, self._ranking())
        return found

    def _ranking(self) -> str:
        ranked = sorted(self.players, key=lambda one: -_mean([c.result for c in one.best]))
        told = ", ".join(f"{one.name} {figure(_mean([c.result for c in one.best]))}" for one in ranked)
        return f"Who gets furthest: {told}."

    def _distance(self, player: Player) -> list[str]:
        time = f" in {self.days:g} day{'' if self.days == 1 else 's'}" if self.days is not None else ""
        middle, off = _interval([course.result for course in player.random])
        said = f"With strong play {player.name} gets to a result of {figure(_mean([c.result for c in player.best]))}{time}; at random to {figure(middle)} (±{figure(off)})."
        last = [
            f"{title} {figure(_mean([c.values[-1][i + 1] for c in player.best]))} ({figure(_mean([c.values[-1][i + 1] for c in player.random]))})"
            for i, title in enumerate(player.asked.titles)
        ]
        if self.soon:
            return (
                [f"{player.name.capitalize()} at the end, with strong play (at random): {', '.join(last)}."]
                if last
                else []
            )
        return [said, *([f"At the end, with strong play (at random): {', '.join(last)}."] if last else [])]

    def _goals(self, player: Player) -> list[str]:
        found = []
        for number, condition in enumerate(player.asked.goals):
            best, random = (player.goal_times(courses, number) for courses in (player.best, player.random))
            strong = f"after {self.span(player, float(np.median(best)))}" if best else "not reached"
            chance = f"{len(random)} of {len(player.random)} at random"
            if random:
                chance += f", after {self.span(player, float(np.median(random)))} in the middle"
            found.append(f"Goal {number + 1} ({condition}): {strong} with strong play; {chance}.")
        return found

    def _features(self, player: Player) -> list[str]:
        actions = {action for action in player.asked.game.actions if not action.startswith("bot")}
        done, could = _added(player.best, "done"), _added(player.best, "possible")
        ever = could + _added(player.random, "possible")
        found = []
        most = [f"{name} ({done[name]:,})" for name, _ in done.most_common() if name in actions][:FEATURES]
        if most:
            found.append(f"Strong play uses most: {', '.join(most)}.")
        spurned = sorted((a for a in actions if could[a] and not done[a]), key=lambda a: -could[a])
        if spurned:
            listed = ", ".join(f"{a} (possible at {could[a]:,} decisions)" for a in spurned[:FEATURES])
            found.append(f"Strong play never uses: {listed}{_more(spurned)}.")
        variants = sorted(
            (n for n in ever if " " in n and not done[n] and done[n.split(" ")[0]] and could[n]),
            key=lambda n: -could[n],
        )
        if variants:
            found.append(f"Nor, of what it does use: {', '.join(variants[:FEATURES])}{_more(variants)}.")
        closed = sorted(a for a in actions if not ever[a])
        if closed:
            found.append(f"Never possible in that time: {', '.join(closed[:FEATURES])}{_more(closed)}.")
        return found

    @property
    def basis(self) -> str:
        """How it was found out."""
        told = []
        for player in self.players:
            count = f" ({player.playouts:,} play-outs)" if player.playouts else ""
            rest = ", ".join(f"{agent} {figure(value)}" for agent, value in player.others)
            told.append(
                f"{player.profile or 'no profile'}: {player.agent}{count}{f', better than {rest}' if rest else ''}; "
                f"{len(player.random)} random games"
            )
        chance = "the best course found, which may not be the best there is"
        return f"Strong play is {chance}. {'; '.join(told)}. Seed {self.seed}."

    @staticmethod
    def span(player: Player, time: float) -> str:
        """A time as people say it."""
        tick = player.asked.tick
        return f"{time:,.0f} moves" if tick is None else spoken(time * tick)

    # ------------------------------------------------------------ figures

    def moments(self, player: Player) -> list[tuple[str, float]]:
        """When values are told: at the end of each day, or at even distances."""
        courses = [*player.best, *player.random]
        last = max((course.times[-1] for course in courses), default=0)
        tick = player.asked.tick
        if tick is not None and last * tick >= 2 * DAY:
            days = min(14, -(-last * tick // DAY))
            step = -(-last * tick // DAY) / days
            return [(f"day {round(step * (i + 1))}", step * (i + 1) * DAY / tick) for i in range(int(days))]
        return [(self.span(player, last * (i + 1) / POINTS), last * (i + 1) / POINTS) for i in range(POINTS)]

    def rows(self, player: Player) -> list[tuple[str, str, list[float]]]:
        """What is followed, who plays, and the means at each moment."""
        found = []
        moments = self.moments(player)
        for i, title in enumerate(["result", *player.asked.titles]):
            if self.soon and i == 0:
                continue
            for who, courses in (("strong play", player.best), ("at random", player.random)):
                found.append((title, who, [_mean([c.at(time)[i] for c in courses]) for _, time in moments]))
        return found

    def frame(self) -> pl.DataFrame:
        """All values at all moments, for charts."""
        import polars as pl

        rows = []
        for player in self.players:
            moments = self.moments(player)
            unit = DAY / player.asked.tick if player.asked.tick is not None else 1
            for title, who, values in self.rows(player):
                label = f"{who}, {player.profile}" if player.profile is not None else who
                rows += [
                    {"value": title, "who": label, "when": time / unit, "is": value}
                    for (_, time), value in zip(moments, values, strict=True)
                ]
        return pl.DataFrame(rows, schema={"value": pl.String, "who": pl.String, "when": pl.Float64, "is": pl.Float64})

    def charts(self) -> list[Chart]:
        """A chart for every value: how it runs over time, for each profile, with strong play and at random."""
        import polars as pl

        from ludwright.charts import draw

        frame = self.frame()
        unit = "days" if self.players and self.players[0].asked.tick is not None else "moves"
        return [
            draw(
                frame.filter(pl.col("value") == title),
                "line",
                x="when",
                y="is",
                colour="who",
                title=str(title),
                x_title=unit,
                y_title=str(title),
                colour_title="",
            )
            for title in frame["value"].unique(maintain_order=True)
        ]

    def page(self) -> str:
        """Sentences and charts as one page."""
        from html import escape

        said = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences)
        drawn = "".join(f"<div>{chart.svg()}</div>" for chart in self.charts())
        title = escape(f"How far players get in {self.title}")
        style = "body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}small{color:#555}"
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>'
            f"<body><h1>{title}</h1><ul>{said}</ul>{drawn}<p><small>{escape(self.basis)}</small></p></body></html>\n"
        )

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "game": self.title,
            "days": self.days,
            "seed": self.seed,
            "complete": self.complete,
            "sentences": self.sentences,
            "players": [self._player_as_json(player) for player in self.players],
        }

    def _player_as_json(self, player: Player) -> dict[str, Any]:
        moments = self.moments(player)
        goals = [
            {
                "goal": number + 1,
                "condition": condition,
                "strong": player.goal_times(player.best, number),
                "random": player.goal_times(player.random, number),
            }
            for number, condition in enumerate(player.asked.goals)
        ]
        return {
            "profile": player.profile,
            "agent": player.agent,
            "playouts": player.playouts,
            "others": [{"agent": agent, "result": value} for agent, value in player.others],
            "strong": [course.result for course in player.best],
            "random": [course.result for course in player.random],
            "goals": goals,
            "moments": [time for _, time in moments],
            "values": [{"value": title, "who": who, "is": values} for title, who, values in self.rows(player)],
            "done": dict(_added(player.best, "done").most_common()),
            "possible": dict(_added(player.best, "possible").most_common()),
            "moves": player.best[0].moves if player.best else [],
        }


def reach(
    game: Game | str,
    *,
    profiles: Sequence[str] | None = None,
    days: float | None = None,
    sessions: int | None = None,
    values: Sequence[str] = (),
    result: Sequence[str] = (),
    agents: Sequence[str] = (),
    seconds: float = 30.0,
    seed: int = 1,
    progress: Telling | None = None,
) -> Reach:
    """How far players of each profile get, by the best course that is found in so many seconds and by random play.

    ``result`` is another formula of the result, share by share, such as ``["80% of coins in 0..500", "20% of level in 1..9"]``.

    >>> import ludwright
    >>> found = reach(ludwright.load("simple_coins", params={"energy_cap": 2}), seconds=0.5)
    >>> round(found.players[0].best[0].result, 3)
    0.067
    """
    if not 0 < seconds <= 1_000_000:
        raise QuestionError("searching takes between 0 and 1,000,000 seconds")
    played = loaded(game)
    everybody: list[str | None] = list(profiles or played.profiles) or [None]
    found = Reach(played.title, days, [], seed)
    values = [*values, *(shared[1] for shared in map(_SHARE.fullmatch, result) if shared is not None)]
    plain = asked(played, days=days, sessions=sessions, values=values, result=result)
    if not result and aimless(played):
        found.soon = True
        first = Asked(plain.game.under(everybody[0]), plain.titles, plain.tick)
        latest = max(course.times[-1] for course in _random_courses(first, 0.0, seed))
        plain = asked(
            played, days=days, sessions=sessions, values=values, result=[f"100% of clock.now in {max(1, latest)}..0"]
        )
    share = seconds / len(everybody)
    for profile in everybody:
        question = Asked(plain.game.under(profile), plain.titles, plain.tick)
        player, complete = _player(question, profile, agents, share, seed, progress)
        found.players.append(player)
        if not complete:
            found.complete = False
            break
    return found


def _player(
    question: Asked, profile: str | None, agents: Sequence[str], seconds: float, seed: int, tell: Telling | None
) -> tuple[Player, bool]:
    game = question.game
    random = _random_courses(question, seconds * SHARE, seed)
    if not any(course.ended for course in random):
        raise QuestionError(
            f"{game.title} did not end in {len(random)} random games of {len(random[0].moves):,} moves: say how long it lasts, for example --days 7"
        )
    if not is_foreseeable(game):
        return _by_playing(question, profile, agents, seconds, seed, random)
    texts = searchers(game, seconds * (1 - SHARE), agents)
    found, complete = best_courses(game, texts, seed, tell, seconds * (1 - SHARE))
    best = found[0]
    codes = iter(best.codes)
    course = course_of(question, lambda match: next(codes), seed)
    return Player(
        profile, question, [course], best.agent, best.playouts, [(one.agent, one.result) for one in found[1:]], random
    ), complete


def _by_playing(
    question: Asked, profile: str | None, agents: Sequence[str], seconds: float, seed: int, random: list[SoloCourse]
) -> tuple[Player, bool]:
    """Where chance plays a part no course can be followed: games of a player who thinks before each decision."""
    decisions = max(1.0, _mean([len(course.moves) for course in random]))
    agent = (list(agents) or [f"mcts:time={max(0.001, seconds * (1 - SHARE) / FEWEST / decisions):.3g}"])[0]
    courses: list[SoloCourse] = []
    complete, end = True, monotonic() + seconds
    try:
        while len(courses) < FEWEST and (not courses or monotonic() < end):
            courses.append(_played(question, agent, seed, len(courses)))
    except KeyboardInterrupt:
        if not courses:
            raise
        complete = False
    return Player(profile, question, courses, agent, 0, [], random), complete


def _random_courses(question: Asked, seconds: float, seed: int) -> list[SoloCourse]:
    """Games at random, by the likelihoods of the game's groups; as many as there is time for."""
    courses = [_played(question, RANDOM, seed, 0)]  # what has to be built for the first takes none of the time
    end = monotonic() + seconds
    while len(courses) < FEWEST or (len(courses) < MOST and monotonic() < end):
        courses.append(_played(question, RANDOM, seed, len(courses)))
    return courses


def _played(question: Asked, agent: str, seed: int, number: int) -> SoloCourse:
    who = Agents(question.game, seed, number, [agent])
    return course_of(question, lambda match: who.pick(0, match.codes(), match.words), seed, number)


def called(profile: str | None) -> str:
    """Who plays.

    >>> called("commuter"), called("idle"), called(None)
    ('a commuter player', 'an idle player', 'a player')
    """
    if profile is None:
        return "a player"
    return f"{'an' if profile[:1].lower() in 'aeiou' else 'a'} {profile} player"


def figure(value: float) -> str:
    """A value with three digits that count, or whole.

    >>> [figure(n) for n in (0.74912, 12.345, 1234.5, 7.0)]
    ['0.749', '12.3', '1,234', '7']
    """
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def spoken(seconds: float) -> str:
    """A span of time.

    >>> [spoken(n) for n in (45, 130, 7500, 90000, 172800)]
    ['45 s', '2 min 10 s', '2 h 5 min', '1 day 1 h', '2 days']
    """
    units = [(DAY, "day"), (3600, "h"), (60, "min"), (1, "s")]
    left, told = round(seconds), []
    for size, name in units:
        number, left = divmod(left, size)
        if number:
            told.append(f"{number:,} {name}{'s' if name == 'day' and number > 1 else ''}")
        if len(told) == 2:
            break
        if told and not number:
            break
    return " ".join(told) or "0 s"


def _added(courses: Sequence[SoloCourse], field: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for course in courses:
        found.update(getattr(course, field))
    return found


def _more(names: Sequence[str]) -> str:
    return f" and {len(names) - FEATURES} more" if len(names) > FEATURES else ""


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """A mean, and how far its 95% interval reaches to both sides."""
    many = len(values)
    off = float(student_quantile(many - 1)) * float(np.std(values, ddof=1)) / many**0.5 if many > 1 else float("nan")
    return _mean(values), off

"""Why this move: what a player thinks of every option of a position, with intervals, and the line it expects, in words."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from math import sqrt
from typing import Any

import numpy as np

from ludwright.agents.catalogue import BOT
from ludwright.agents.catalogue import RANDOM as AT_RANDOM
from ludwright.agents.greedy import Greedy
from ludwright.agents.minds import Sitter
from ludwright.agents.own import Player, named
from ludwright.agents.reading import Step, Taken, Tree, expected, one_ahead
from ludwright.agents.searching import Searcher
from ludwright.agents.seating import thinker
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import AgentText, bots_of, read
from ludwright.engine.random import Stream, stream
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.match import Match
from ludwright.play.patience import patiently
from ludwright.play.tally import wilson
from ludwright.rules import ir

_Z = 1.959963984540054
SOME = 30
"""With fewer play-outs than that, an option does not count as the next best: too little is known of it."""


class NothingToChooseError(LudwrightError):
    """Nobody has a choice in this position."""


@dataclass(frozen=True)
class Considered:
    """What a player thinks of one option."""

    words: str
    code: int
    chosen: bool = False
    visits: int = 0
    """Play-outs, or trials."""
    value: float | None = None
    """What it brings on average, as far as the player knows."""
    interval: tuple[float, float] | None = None
    """Where the true mean lies, with 95% confidence, if play goes on as in the play-outs."""
    wins: float | None = None
    """In games that are won or lost: the share of play-outs that were won."""
    wins_interval: tuple[float, float] | None = None
    draws: float | None = None
    top: float | None = None
    """In games without an opponent or chance: the best result found."""
    proven: str | None = None
    """`win`, `loss` or `draw`, where that is certain."""


@dataclass(frozen=True)
class Why:
    """What a player thinks of a position: all options, the best first."""

    game: str
    seat: str
    agent: str
    moves: list[Considered]
    steps: list[Step] = field(default_factory=list)
    ends: str = ""
    """Why the line ends where it does: `the end` of the game, or `chance`."""
    measure: str = ""
    """What values are, where they are not results: `lead`, `score`."""
    remark: str = ""
    """What a player says who does not weigh options one by one."""

    @property
    def best(self) -> Considered:
        """The option the player takes."""
        return self.moves[0]

    @property
    def line(self) -> str:
        """The expected continuation."""
        told = ", ".join(f"{step.seat}: {step.words}" for step in self.steps)
        return told + {"the end": ", and the game is over", "chance": ", then it depends on chance"}.get(self.ends, "")

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if self.remark:
            return f"{self.best.words}: {self.remark}"
        first = f"{self.best.words}: {_verdict(self.best, self.measure, whole=True)}"
        others = [move for move in self.moves[1:] if move.value is not None or move.proven]
        known = [move for move in others if move.visits >= SOME or move.proven] or others
        if not known:
            return first
        second = max(known, key=_rank)
        if second.proven == "loss":
            return f"{first}; every other move loses against best play"
        return f"{first}; next best {second.words}: {_verdict(second, self.measure, whole=False)}"

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.game,
            "seat": self.seat,
            "agent": self.agent,
            "sentence": self.sentence,
            "moves": [{**asdict(move), "interval": _plain(move.interval), "wins_interval": _plain(move.wins_interval)}
                      for move in self.moves],
            "measure": self.measure,
            "line": [asdict(step) for step in self.steps],
            "line_ends_with": self.ends,
        }  # fmt: skip

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Headings and rows of a table in words."""
        rows = [[move.words, *_cells(move)] for move in self.moves]
        value = "wins" if self.best.wins is not None else self.measure or "value"
        headings = ["move", "visits", value, "95%", "draws", "best", "proven"]
        used = [column for column in range(len(headings)) if column == 0 or any(row[column] for row in rows)]
        return [headings[column] for column in used], [[row[column] for column in used] for row in rows]

    def __str__(self) -> str:
        return self.sentence + (f"\nExpected: {self.line}" if self.steps else "")

    def _repr_html_(self) -> str:
        headings, rows = self.table()
        head = "".join(f"<th>{escape(text)}</th>" for text in headings)
        body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
        line = f"<p>Expected: {escape(self.line)}</p>" if self.steps else ""
        return f"<p>{escape(self.sentence)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{line}"


def why(match: Match, agent: Player = "mcts:2000", seed: int = 1) -> Why:
    """What a player thinks of the open question of a match. It sees what the seat that is asked sees, and the match does not notice.

    >>> import ludwright
    >>> match = ludwright.load("tic-tac-toe").start()
    >>> for move in ("place a1", "place a2", "place b1", "place b2"):
    ...     match.apply(move)
    >>> ludwright.why(match).best.proven
    'win'
    """
    if match.over:
        raise NothingToChooseError("the game is over: there is nothing to choose")
    text = read(named(agent), match.game)
    seat = match.actor or 0
    told = {"game": match.game.title, "seat": match.game.seats[seat], "agent": str(text)}
    if len(match.codes()) == 1:
        only = match.legal()[0]
        return Why(**told, moves=[Considered(only.words, only.code, True)], remark="there is no other option")
    if text.kind is AT_RANDOM:
        raise AgentError("random players have no reasons: ask one that thinks, such as `mcts:2000`")
    if text.kind is BOT:
        return _scripted(match, text, seat, told)
    return _thought(match, text, seat, told, seed)


def _thought(match: Match, text: AgentText, seat: int, told: dict[str, str], seed: int) -> Why:
    player = thinker(match.game, text)
    if isinstance(player, Searcher):
        player.spread = True
        player.settings.update(searches=1, reuse=False)
    stop = np.zeros(1, np.int64)
    sitter = player.sit(MOVE_LIMIT, stop)
    place = _decide(match, sitter, seat, seed, stop)
    options = match.legal()
    chosen = options[place].code
    if isinstance(player, Searcher):
        found = Tree(sitter.mind)
        moves = list(_weighed(match, found, sitter, player, seat, chosen))
        steps, ends = expected(match, found, seat, chosen, seed)
        return Why(**told, moves=_in_order(moves), steps=steps, ends=ends)
    if isinstance(player, Greedy):
        trials, worth = one_ahead(sitter, len(options))
        moves = [
            Considered(option.words, option.code, option.code == chosen, trials, value)
            for option, value in zip(options, worth, strict=True)
        ]
        return Why(**told, moves=_in_order(moves), measure=_measure(match))
    moves = [Considered(option.words, option.code, option.code == chosen) for option in options]
    return Why(**told, moves=_in_order(moves), remark="taken; this player does not say what the others are worth")


def _measure(match: Match) -> str:
    """By what a greedy player goes."""
    addresses = match.game.compiled.addresses
    return next((name for name in ("lead", "score") if f"real_{name}" in addresses), "result")


def _decide(match: Match, sitter: Sitter, seat: int, seed: int, stop: Any) -> int:
    """Ask a player that thinks, with numbers of its own."""
    game, codes, state = match.game, match.codes(), match.numbers()
    context = game.compiled.new_context(Stream(0, 1))
    context[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
    context[ir.CTX_OPTIONS] = len(codes)
    rows = [stream(seed, match.moves, role) for role in range(game.players + 1)]
    bits = np.array(rows, np.uint64).reshape(-1)
    decide = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)(sitter.function)
    table = game.table
    given = (
        sitter.mind.address, state.ctypes.data, table.ctypes.data, context.ctypes.data, len(codes), seat, bits.ctypes.data,
    )  # fmt: skip
    place = int(decide(*given) if sitter.is_own else patiently(lambda: decide(*given), stop))
    if sitter.mind.error is not None:
        raise sitter.mind.error
    if place < 0:
        raise AgentError("this player can't choose here")
    return place


# ---------------------------------------------------------------- what a search says


def _weighed(
    match: Match, found: Tree, sitter: Sitter, player: Searcher, seat: int, chosen: int
) -> Iterator[Considered]:
    taken = {one.code: one for one in found.below(found.root(seat)) if one.mover == seat}
    decided, by_top = _is_won_or_lost(player, sitter, list(taken.values())), player.settings["final"] == "best"
    for option in match.legal():
        one = taken.get(option.code)
        if one is None or not one.visits:
            proven = one.proven if one is not None else None
            yield Considered(option.words, option.code, option.code == chosen, proven=proven)
            continue
        mean = one.total / one.visits
        wins = (one.total + one.squares) / 2
        yield Considered(
            option.words,
            option.code,
            option.code == chosen,
            one.visits,
            mean,
            _interval(one),
            wins / one.visits if decided else None,
            wilson(wins, one.visits) if decided else None,
            1 - one.squares / one.visits if decided else None,
            one.best if by_top else None,
            one.proven,
        )


def _is_won_or_lost(player: Searcher, sitter: Sitter, taken: Sequence[Taken]) -> bool:
    """Whether every play-out brought a win, a loss or a draw, and nothing in between."""
    whole = all(float(one.total).is_integer() and float(one.squares).is_integer() for one in taken)
    return whole and not player.nature.common and sitter.mind.span.tolist() == [-1.0, 1.0]


def _interval(one: Taken) -> tuple[float, float]:
    mean = one.total / one.visits
    spread = max(0.0, one.squares / one.visits - mean * mean)
    half = _Z * sqrt(spread / one.visits)
    return mean - half, mean + half


# ---------------------------------------------------------------- what others say


def _scripted(match: Match, text: AgentText, seat: int, told: dict[str, str]) -> Why:
    """A scripted player says which options its rules leave."""
    game, codes = match.game, match.codes()
    context = game.twin.new_context(Stream(0, 1))
    context.options = list(codes)
    bot = bots_of(game)[str(text.settings["name"])]
    left = int(game.twin.real(bot, match.words, [int(word) for word in game.table], context, seat))
    liked = set(context.options[:left]) or set(codes)
    moves = [Considered(option.words, option.code, option.code in liked) for option in match.legal()]
    count = (
        f"one of {len(liked)} options that its rules leave, each as likely"
        if len(liked) > 1
        else "the one option that its rules leave"
    )
    return Why(**told, moves=_in_order(moves), remark=count)


# ---------------------------------------------------------------- in words


def _in_order(moves: Sequence[Considered]) -> list[Considered]:
    return sorted(moves, key=lambda move: (not move.chosen, -move.visits, -(move.value or 0.0)))


def _rank(move: Considered) -> tuple[int, float]:
    sure = {"win": 2, "draw": 1, "loss": -1, None: 1}[move.proven]
    worth = move.value if move.top is None else move.top
    return sure, 0.0 if move.proven == "draw" else worth or 0.0


def _verdict(move: Considered, measure: str, whole: bool) -> str:
    if move.proven:
        return {"win": "wins for certain", "draw": "a draw with best play", "loss": "loses against best play"}[
            move.proven
        ]
    if move.wins is not None and move.wins_interval is not None:
        low, high = move.wins_interval
        return f"wins in {move.wins:.0%} ({low:.0%} to {high:.0%}) of play-outs" if whole else f"{move.wins:.0%}"
    if move.value is None:
        return "never looked at"
    if move.top is not None:
        return f"up to {move.top:.3g} was found this way" if whole else f"{move.top:.3g}"
    if measure:
        return f"a {measure} of {move.value:.3g}" if whole else f"{move.value:.3g}"
    low, high = move.interval or (move.value, move.value)
    return f"brings {move.value:.3g} on average ({low:.3g} to {high:.3g})" if whole else f"{move.value:.3g}"


def _cells(move: Considered) -> list[str]:
    """Visits, value, interval, draws, the best result, and what is proven."""
    proven = {"win": "wins", "loss": "loses", "draw": "draw", None: ""}[move.proven]
    visits = f"{move.visits:,}" if move.visits else ""
    if move.wins is not None and move.wins_interval is not None:
        low, high = move.wins_interval
        draws = f"{move.draws:.0%}" if move.draws else ""
        return [visits, f"{move.wins:.0%}", f"{low:.0%} to {high:.0%}", draws, "", proven]
    value = "" if move.value is None else f"{move.value:.3g}"
    interval = "" if move.interval is None else f"{move.interval[0]:.3g} to {move.interval[1]:.3g}"
    return [visits, value, interval, "", "" if move.top is None else f"{move.top:.3g}", proven]


def _plain(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)

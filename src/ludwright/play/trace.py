"""One game, move by move, in words: exactly the game that ``simulate`` played under that seed and number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.agents.own import Player
from ludwright.arguments import renamed
from ludwright.engine.random import Stream, stream
from ludwright.play.agents import Agents, seated, stopped_by_player
from ludwright.play.changes import Changes
from ludwright.play.dice import FreeDice
from ludwright.play.hearing import Heard, Hearing
from ludwright.play.outcome import fault_lines, line_text, result_lines
from ludwright.play.profile import in_time
from ludwright.play.simulate import MOVE_LIMIT
from ludwright.play.standing import StandingReader
from ludwright.rules.options.bots import RANDOM

if TYPE_CHECKING:
    from ludwright.game import Game

_DEEP = " " * 8


@renamed(seats="agents")
def trace(
    played: Game | str | Path,
    /,
    seed: int = 1,
    game: int = 0,
    *,
    move_limit: int = MOVE_LIMIT,
    agents: Player | Sequence[Player] | None = None,
) -> Iterator[str]:
    """Tell game number ``game`` of a seed, line by line. ``agents`` says who plays, as in :func:`ludwright.simulate`.

    >>> import ludwright
    >>> lines = list(ludwright.trace(ludwright.load("tic-tac-toe"), seed=1))
    >>> lines[0]
    'Tic-tac-toe for 2: X, O'
    """
    from ludwright.game import loaded

    played = loaded(played)
    own = getattr(played, "trace", None)  # a game in Python tells itself
    if own is not None:
        seated(played, agents)
        lines: Iterator[str] = own(seed, game, move_limit=move_limit)
        return lines
    return GameTeller(played, seed, game, move_limit, agents).lines()


class RecordingStream(Stream):
    """A stream that remembers what was drawn from it, as bounds and values."""

    __slots__ = ("drawn",)

    def __init__(self, state: int, inc: int) -> None:
        super().__init__(state, inc)
        self.drawn: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        """As :meth:`Stream.below`."""
        value = super().below(bound)
        self.drawn.append((bound, value))
        return value


class GameTeller:
    """Plays one game on the plain Python run and tells it. The numbers can be read when all lines have been taken."""

    def __init__(
        self,
        game: Game,
        seed: int,
        number: int = 0,
        move_limit: int = MOVE_LIMIT,
        seats: Player | Sequence[Player] | None = None,
    ) -> None:
        self.who = seated(game, seats)
        game = in_time(game, self.who)
        self.game, self.seed, self.number, self.move_limit = game, seed, number, move_limit
        self.decisions = 0
        """Questions answered."""
        self.turns = 0
        """Turns begun, in the whole game."""
        self.state = game.twin.new_state()
        self.table = [int(word) for word in game.table]
        self._chance = RecordingStream(*stream(seed, number, 0))
        self._context = game.twin.new_context(self._chance, self._note)
        self._spare_context = game.twin.new_context(Stream(0, 1))
        self._changes, self._standing, self._dice = Changes(game), StandingReader(game), FreeDice(game)
        self._hearing, self._heard = Hearing(game), list[Heard]()
        self._lines: list[str] = []
        self._before = list(self.state)
        self._begun = False
        self._fresh_turn = False
        self._forced = False
        self._told = False
        self._eventful = True
        self._turn_player = -1
        self._tracked: dict[str, str] = {}

    # ------------------------------------------------------------ playing

    def lines(self) -> Iterator[str]:
        """Play, and tell what happens."""
        yield from self._head()
        players = Agents(self.game, self.seed, self.number, self.who, self.move_limit)
        twin, state = self.game.twin, self.state
        options = twin.setup(state, self.table, self._context)
        yield from self._so_far()
        while options > 0 and self.decisions < self.move_limit and state[ir.MOVES] < self.move_limit:
            code = players.pick(state[ir.ACTOR], self._context.options, state)
            if players.fault is not None:
                stopped_by_player(state, players.fault)
                break
            self._choice(code, options)
            options = twin.advance(state, self.table, self._context, code)
            self.decisions += 1
            yield from self._so_far()
        if options > 0 and not state[ir.OVER]:
            state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE] = 2, ir.TOO_LONG, 0
        yield from self._end()

    @property
    def stopped(self) -> bool:
        """Whether a fault stopped the game; known when all lines have been taken."""
        return self.state[ir.OVER] == 2

    def real(self, name: str, seat: int = 0) -> float:
        """The value of a function of the position, such as ``returns`` of a seat. The game doesn't notice."""
        return self.game.twin.real(name, list(self.state), self.table, self._spare_context, seat)

    def _so_far(self) -> list[str]:
        if not self._begun:
            self._begin()
        self._settle()
        lines, self._lines = self._lines, []
        return lines

    # ------------------------------------------------------------ telling

    def _head(self) -> Iterator[str]:
        game = self.game
        yield f"{game.title} for {game.players}: {', '.join(game.seats)}"
        known = game.rules.model.params
        if game.params:
            yield ", ".join(f"{name} {_value(value, known[name].is_bool)}" for name, value in game.params.items())
        yield f"Game {self.number} of seed {self.seed}, {self._played_by()}"

    def _played_by(self) -> str:
        if set(self.who) == {RANDOM}:
            return "played at random"
        seats = zip(self.game.seats, self.who, strict=True)
        return "played by " + ", ".join(f"{who} ({name})" for name, who in seats)

    def _begin(self) -> None:
        """Tell the position from which the game starts."""
        self._begun = True
        standing = self._standing.lines(self.state)
        if standing:
            self._lines += ["At the start", *(_DEEP + line for line in standing)]
        self._checkpoint()

    def _checkpoint(self) -> None:
        self._before = list(self.state)
        self._chance.drawn.clear()

    def _settle(self) -> None:
        """Tell what has changed since the last line."""
        rolled = self._dice.thrown(self._chance.drawn)
        if rolled:
            self._lines.append(f"{_DEEP}rolled {rolled}")
        zones = self._dice.in_zones(self._chance.drawn)
        changed = self._changes.between(self._before, self.state, fresh_turn=self._fresh_turn, rolled=zones)
        changed += self._hearing.lines(self._heard, None)
        self._heard.clear()
        self._lines += [_DEEP + line for line in changed]
        self._eventful = self._eventful or bool(rolled or changed)
        self._checkpoint()

    def _choice(self, code: int, options: int) -> None:
        """A player chooses."""
        among = f"one of {options:,}" if options > 1 else "the only option"
        self._move(self.state[ir.MOVES] + 1, self.state[ir.ACTOR], code, among)
        self._told = True

    def _move(self, number: int, seat: int, code: int, how: str) -> None:
        who = "" if seat == self._turn_player else f"{self.game.seats[seat]}: "
        self._lines.append(f"{number:>5}. {who}{self.game.wording.option(code, self.state).words} ({how})")
        self._fresh_turn = False
        self._eventful = True

    def _note(self, kind: str, args: tuple[int, ...]) -> None:
        """Called by the running game. What was rolled is read off the random numbers."""
        if kind.startswith("rolled"):
            return
        if kind in ("shown", "told"):
            self._heard += self._hearing.noted(kind, args, self.state)
            return
        if not self._begun:
            self._begin()
        if kind == "forced":
            self._forced = True
            self._told = False
        elif kind in ("do", "answer"):
            self._happened(args[0], args[1])
        elif kind == "turn":
            self._settle()
            self._turn(args[0])
        elif kind == "end turn":
            self._end_turn()
        elif kind == "whenever":
            self._settle()
            self._lines.append(f"{_DEEP}of itself: {line_text(self.game, args[0])} ({self.game.where(args[0])})")
            self._eventful = True

    def _happened(self, code: int, seat: int) -> None:
        if self._told:
            self._told = False
            return
        self._settle()
        self._move(self.state[ir.MOVES], seat, code, "forced" if self._forced else "unasked")
        self._forced = False

    def _turn(self, seat: int) -> None:
        self.turns += 1
        self._turn_player = seat
        self._fresh_turn = True
        self._eventful = False
        self._lines.append(f"Turn {self.turns:,}, {self.game.seats[seat]}")

    def _end_turn(self) -> None:
        self._settle()
        if not self._eventful:
            self._lines.append(f"{_DEEP}nothing happens")
        self._follow("turn")

    def _follow(self, part: str) -> None:
        """Tell the tracked quantities: those of this part always, others where they have changed."""
        for i, (title, each, per) in enumerate(self.game.rules.analysis.tracks):
            seats = range(self.game.players) if per == "seat" else range(1)
            values = [f"{self.real(f'track.{i}', seat):g}" for seat in seats]
            if per == "seat":
                values = [f"{value} ({name})" for value, name in zip(values, self.game.seats, strict=True)]
            told = ", ".join(values)
            if each == part or self._tracked.get(title) != told:
                self._lines.append(f"{_DEEP}{title}: {told}")
            self._tracked[title] = told

    # ------------------------------------------------------------ the end

    def _end(self) -> Iterator[str]:
        moves, turns = self.state[ir.MOVES], self.turns
        length = f"{_many(moves, 'move')} in {_many(turns, 'turn')}" if moves else _many(turns, "turn")
        if self.state[ir.OVER] == 2:
            yield f"Stopped after {length} by a fault"
            yield from fault_lines(self.game, self.state, self.move_limit)
            return
        yield f"Over after {length}"
        for line in self._standing.boards(self.state):
            yield _DEEP + line
        returns = [self.real("returns", seat) for seat in range(self.game.players)]
        has_score = "score" in self.game.program.reals
        scores = [self.real("score", seat) for seat in range(self.game.players)] if has_score else None
        yield from result_lines(self.game, self.state, returns, scores)


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _value(value: int | list[int], is_bool: bool) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return ("no", "yes")[bool(value)] if is_bool else str(value)

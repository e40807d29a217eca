"""One game in progress: ask what is legal, answer, look, go back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.compiled import signed
from ludwright.engine.desks import Desks, Position, chance_of, position_of, words_of
from ludwright.engine.random import MASK, Stream, stream
from ludwright.hidden.observation import Observation
from ludwright.mistakes import LudwrightError, nearest
from ludwright.play.outcome import result_lines
from ludwright.play.values import UnknownNameError, Value
from ludwright.rules.options.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.hidden.observing import Look

Hook = Callable[[str, tuple[int, ...]], None]
Past = tuple[Position, list[int] | None, int, "Past | None"]
"""Where a game stood, what could be answered there, what was answered, and where it stood before."""

_one_word = Struct("=i").unpack_from


def _as_held(chance: tuple[int, int]) -> tuple[int, int]:
    """Where chance stands, as a context holds it."""
    return signed(chance[0]), signed(chance[1])


class IllegalMoveError(LudwrightError):
    """An answer that is not one of the options."""


class SnapshotError(LudwrightError):
    """Bytes that are no snapshot of this game."""


class GameOverError(LudwrightError):
    """An answer to a game that is over."""


@dataclass(frozen=True)
class Fault:
    """Why a game was stopped: a finding about its design."""

    code: int
    line: int
    words: str


class Match:
    """One game in progress.

    >>> import ludwright
    >>> match = ludwright.load("tic-tac-toe").start(seed=1)
    >>> match.apply("place b2")
    >>> len(match.legal())
    8
    """

    def __init__(self, game: Game, seed: int, number: int, run: str, note: Hook | None = None) -> None:
        self.game = game
        self.seed = seed
        self.number = number
        self.run = run
        self._note = note
        self._native = run == "native"
        self._begin()

    def _begin(self) -> None:
        game = self.game
        self._past: Past | None = None
        """The answers so far, and what :meth:`undo` goes back to; copies share it."""
        self._redealt = False
        self._look: Look | None = None
        """How seats look at positions of this game, once somebody has asked."""
        self._known: list[int] | None = None
        """The codes of the open question, while the state is the one they were listed for."""
        chance = stream(self.seed, self.number, 0)
        if self._native:
            self._desks = Desks.of(game)
            self._at, self._known = self._desks.begin(_as_held(chance))
        else:
            self._table = [int(w) for w in game.table]
            self._words = game.twin.new_state()
            self._twin_context = game.twin.new_context(Stream(*chance), self._note)
            game.twin.setup(self._words, self._table, self._twin_context)

    # ------------------------------------------------------------ looking

    @property
    def answers(self) -> list[int]:
        """The codes answered so far: with the seed they are the whole game."""
        found, past = [], self._past
        while past is not None:
            found.append(past[2])
            past = past[3]
        found.reverse()
        return found

    @property
    def words(self) -> list[int]:
        """The state as plain numbers."""
        return words_of(self._at).tolist() if self._native else list(self._words)

    def numbers(self) -> npt.NDArray[np.int32]:
        """The same as an array of its own."""
        return words_of(self._at).copy() if self._native else np.array(self._words, np.int32)

    @property
    def chance(self) -> tuple[int, int]:
        """Where the game's random numbers stand: what :meth:`twin_of` takes."""
        state, inc = chance_of(self._frozen())
        return state & MASK, inc & MASK

    def _word(self, place: int) -> int:
        if self._native:
            word: int = _one_word(self._at, 4 * place)[0]
            return word
        return self._words[place]

    @property
    def over(self) -> bool:
        return not self._known and self._word(ir.OVER) != 0

    @property
    def fault(self) -> Fault | None:
        """What stopped the game, if a rule could not be carried out."""
        if self._word(ir.OVER) != 2:
            return None
        code, line = self._word(ir.FAULT), self._word(ir.FAULT_LINE)
        return Fault(code, line, f"{ir.FAULTS.get(code, 'fault')} ({self.game.where(line)})")

    @property
    def actor(self) -> int | None:
        """Whose answer is awaited, from 0; None when the game is over."""
        return None if self.over else self._word(ir.ACTOR)

    @property
    def moves(self) -> int:
        """Actions and answers so far, forced ones included."""
        return self._word(ir.MOVES)

    @property
    def turn(self) -> int:
        """How many turns have begun, in all parts of the game together."""
        return self._word(ir.TURNS)

    def codes(self) -> list[int]:
        """The codes of the legal answers."""
        if self._known:
            return self._known.copy()
        if self.over:
            return []
        if self._known is None:
            if self._native:
                self._known = self._desks.legal(self._at)
            else:
                self.game.twin.legal(self._words, self._table, self._twin_context)
                self._known = list(self._twin_context.options)
        return list(self._known)

    def legal(self) -> list[Option]:
        """The legal answers, in words and codes."""
        words = self.words
        return [self.game.wording.option(code, words) for code in self.codes()]

    def result_line(self) -> str:
        """Who won, in a sentence, once it is over."""
        return next(result_lines(self.game, self.words, self.returns(), None))

    def returns(self) -> list[float]:
        """What each seat gets: +1 for a win, -1 for a loss, 0 for a draw, times the stake; or the score of a solo or common game."""
        return self._reals("returns")

    def scores(self) -> list[float] | None:
        """The scores by seat, if the game has scores."""
        return self._reals("score") if "score" in self.game.program.reals else None

    def leads(self) -> list[float] | None:
        """Who is ahead, from 0 to 1 by seat, if the game says."""
        return self._reals("lead") if "lead" in self.game.program.reals else None

    def tracked(self) -> dict[str, list[float]]:
        """The tracked quantities now, by title: one number, or one for each seat."""
        found = {}
        for i, (title, _, per) in enumerate(self.game.rules.analysis.tracks):
            found[title] = self._reals(f"track.{i}", None if per == "seat" else range(1))
        return found

    def _reals(self, name: str, seats: range | None = None) -> list[float]:
        """A number of the game for every seat."""
        seats = range(self.game.players) if seats is None else seats
        if self._native:
            return self._desks.reals(self._at, name, seats)
        return [self.game.twin.real(name, self._words, self._table, self._twin_context, seat) for seat in seats]

    def __getitem__(self, name: str | tuple[str, int]) -> Value:
        """What stands in the game under a name of its rules: `match["pot"]`, `match["hand", 0]`; see :class:`ludwright.play.values.Values`."""
        if isinstance(name, tuple):
            found, (_, index) = self[name[0]], name
            if not isinstance(found, list | dict) or (isinstance(found, list) and index not in range(len(found))):
                raise UnknownNameError(f"`{name[0]}` has no `{index}`")
            return found[index]
        return self.game.values.read(name, self.words)

    if not TYPE_CHECKING:  # which names there are, only the rules know: checked code writes `match["hand", 0]`

        def __getattr__(self, name: str) -> Callable[[int], Value]:
            """What a player has: `match.hand(0)`."""
            if not name.startswith("_") and name in self.game.values.of_players:
                return lambda seat: self[name, seat]
            raise AttributeError(f"a match has no `{name}`")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.game.values.of_players]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.game.values.homes)

    def __str__(self) -> str:
        """The table as text."""
        from ludwright.drawing import scene_of
        from ludwright.drawing.text import text_of

        return text_of(scene_of(self))

    def _repr_svg_(self) -> str:
        from ludwright.drawing import scene_of
        from ludwright.drawing.svg import svg_of

        return svg_of(scene_of(self))

    # ------------------------------------------------------------ what a seat knows

    def observe(self, seat: int) -> Observation:
        """What a seat sees: numbers with names, the unseen masked."""
        return Observation(seat, self.seen(seat), self._known or self.codes(), self.game.observer)

    def seen(self, seat: int) -> npt.NDArray[np.int32]:
        """The numbers of :meth:`observe` alone, as an array of its own: for programs that look at every position."""
        if self._look is None:
            observer = self.game.observer
            self._look = observer.look if self._native else observer.look_plainly
        try:
            return self._look(self._at if self._native else self._frozen(), seat)
        except (SystemError, IndexError):
            self._check_seat(seat)
            raise

    def determinize(self, seat: int, seed: int = 0) -> Match:
        """A copy in which all that a seat does not know is dealt again, in one of the ways that fit what it knows, all equally likely.

        The copy also has chance of its own: nothing in it depends on what the seat can't know.
        """
        from ludwright.hidden.native import dealt_again

        self._check_seat(seat)
        words = dealt_again(self.game, self.numbers(), seat, np.array(stream(seed, seat, 1), np.uint64))
        return self.twin_of(words, stream(seed, seat, 0))

    def twin_of(self, words: npt.NDArray[np.int32], chance: tuple[int, int] = (0, 1)) -> Match:
        """A match like this one in another state, with chance of its own. It can't be kept as a snapshot."""
        other = self._like()
        other._past, other._redealt, other._known = None, True, None
        if self._native:
            other._at = position_of(words, _as_held(chance))
        else:
            other._words = words.tolist()
            other._twin_context = self.game.twin.new_context(Stream(*chance), self._note)
        return other

    def go_on(self) -> None:
        """Run from where the state says to the next question."""
        self._run_on(0)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.game.players:
            raise LudwrightError(f"there is no seat {seat}: they are 0 to {self.game.players - 1}")

    # ------------------------------------------------------------ moving

    def apply(self, answer: int | str | Option) -> None:
        """Answer the open question: by code, by option or by its words."""
        known = self._known
        if known and self._native and type(answer) is int and answer in known:
            at = self._at
            self._at, self._known = self._desks.advance(at, answer)
            self._past = at, known, answer, self._past
            return
        if self.over:
            raise GameOverError("the game is over: nothing more can be done")
        code = self.code_of(answer)
        if self._native:
            at, known = self._at, self._known
            self._at, self._known = self._desks.advance(at, code)
            self._past = at, known, code, self._past
        else:
            self._past = self._frozen(), self._known, code, self._past
            self._run_on(code)

    def follow(self, codes: Sequence[int]) -> None:
        """Give many answers, by their codes: the same as :meth:`apply` for each."""
        for code in codes:
            self.apply(code)

    def _run_on(self, code: int) -> None:
        if self._native:
            self._at, self._known = self._desks.advance(self._at, code)
        else:
            self._known = None
            self.game.twin.advance(self._words, self._table, self._twin_context, code)

    def code_of(self, answer: int | str | Option) -> int:
        """The code of an answer that is legal now."""
        if isinstance(answer, Option):
            answer = answer.code
        if isinstance(answer, str):
            options = self.legal()
            for option in options:
                if option.words == answer:
                    return option.code
            close = nearest(answer, [o.words for o in options])
            hint = f"did you mean `{close}`?" if close else "legal are: " + ", ".join(o.words for o in options[:12])
            raise IllegalMoveError(f"`{answer}` is not legal here; {hint}")
        if answer not in self.codes():
            raise IllegalMoveError(f"the code {answer} is not legal here; legal() lists what is")
        return int(answer)

    # ------------------------------------------------------------ snapshots

    def _frozen(self) -> Position:
        if self._native:
            return self._at
        chance = self._twin_context.chance
        return position_of(np.array(self._words, np.int32), _as_held((chance.state, chance.inc)))

    def _thaw(self, frozen: Position) -> None:
        self._known = None
        if self._native:
            self._at = frozen
        else:
            self._words[:] = words_of(frozen).tolist()
            state, inc = chance_of(frozen)
            self._twin_context.chance.state, self._twin_context.chance.inc = state & MASK, inc & MASK

    def snapshot(self) -> bytes:
        """The game in progress as bytes: its seed and all answers, which rebuild every state exactly."""
        if self._redealt:
            raise SnapshotError(
                "a match that was dealt again can't be rebuilt from its seed: keep a copy of it instead"
            )
        numbers = [self.seed, self.number, *self.answers]
        return json.dumps({"game": self._fingerprint(), "numbers": numbers}).encode()

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of this game. Bytes from elsewhere can do no harm: every answer is checked again."""
        try:
            kept = json.loads(snapshot)
            fingerprint, (seed, number, *answers) = kept["game"], kept["numbers"]
            whole = all(type(n) is int for n in (seed, number, *answers))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SnapshotError("this is not a snapshot") from None
        if not whole or fingerprint != self._fingerprint():
            raise SnapshotError("this snapshot is of another game, or of other rules")
        before = self.__dict__.copy()
        self.seed, self.number = seed, number
        try:
            self._begin()
            for answer in answers:
                self.apply(answer)
        except LudwrightError:
            self.__dict__.update(before)
            raise SnapshotError("this snapshot holds an answer that is not legal") from None

    def _fingerprint(self) -> str:
        settings = ",".join(
            f"{name}={value}" for name, value in sorted(self.game.params.items(), key=lambda item: item[0])
        )
        who = f"/{self.game.profile}" if self.game.profile is not None else ""
        return f"{self.game.description.text_hash}/{self.game.players}/{settings}/{int(self.game.ask_forced)}{who}"

    def undo(self) -> None:
        """Take the last answer back."""
        if self._past is None:
            raise LudwrightError("there is nothing to take back")
        frozen, known, _, self._past = self._past
        self._thaw(frozen)
        self._known = known

    def copy(self) -> Match:
        """Another match at the same point; what is done to one does not touch the other."""
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        if not self._native:
            other._words = list(self._words)
            other._twin_context = self.game.twin.new_context(self._twin_context.chance.copy(), self._note)
        return other

    def _like(self) -> Match:
        """A match that shares everything with this one."""
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        return other

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.game.seats[self.actor or 0]} to move"
        return f"<Match of {self.game.title!r}, {state} after {self.moves} moves>"

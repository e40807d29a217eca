"""One step of a game of OpenSpiel on the words of a state, kernel's or plain: an answer, then chance and whatever has no alternative."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludwright import ir
from ludwright.engine.random import Stream
from ludwright.importing.openspiel.library import Found
from ludwright.importing.openspiel.positions import Positions, Records, Words

Note = Callable[[str, tuple[int, ...]], None]
Payments = Sequence[float]

_HELD = -1
"""In place of where the text goes on: the game is held at the end of a turn."""
_FINE = 1 << 24
"""Chance that is not even is drawn from that many squared."""


@dataclass(frozen=True)
class Way:
    """How a game is played on: with which chance, as its table says, and who listens."""

    chance: Stream
    ask_forced: bool = False
    held: bool = False
    """Whether it is held at the end of every turn, for those who follow it."""
    note: Note | None = None

    @classmethod
    def by(cls, table: Sequence[int], chance: Stream, note: Note | None = None) -> Way:
        """As a table says."""
        return cls(chance, bool(table[ir.ASK_FORCED]), bool(table[ir.PAUSED]), note)

    def tell(self, kind: str, *numbers: int) -> None:
        """Say what happens."""
        if self.note is not None:
            self.note(kind, numbers)


class Steps:
    """Plays a game. ``head`` is how a state looks at its first question, ``base`` the code of the answer 0."""

    def __init__(self, found: Found, head: Sequence[int], base: int) -> None:
        self.found = found
        self.records = Records(len(head), found.players, found.room)
        self.positions = Positions(found.spiel)
        self.base = base
        self._head = list(head)

    # ------------------------------------------------------------ playing

    def begin(self, words: Words, way: Way) -> list[int]:
        """Set up a game; the codes of the first question."""
        for at, word in enumerate(self._head):
            words[at] = word
        words[ir.MOVES] = words[ir.TURN] = words[ir.TURNS] = words[ir.ROUND] = 0
        words[ir.ACTED] = words[ir.TURN_PLAYER] = -1
        return self._on(words, self.found.spiel.new_initial_state(), [], 0, way)

    def answer(self, words: Words, code: int, way: Way) -> list[int]:
        """Answer the open question; the codes of the next one, none when the game is over."""
        if words[ir.OVER]:
            return []
        record = self.records.read(words)
        state, done = self.positions.at(record).clone(), [*record]
        if words[ir.RESUME] == _HELD:
            words[ir.RESUME] = self._head[ir.RESUME]
            return self._on(words, state, done, len(record), way, go_on=True)
        words[ir.ANSWER] = code
        if code - self.base not in state.legal_actions():
            return self._stopped(words, ir.BAD_ANSWER)
        self._do(words, state, code - self.base, done, way)
        return self._on(words, state, done, len(record), way)

    def options(self, words: Words) -> list[int]:
        """The codes of the open question."""
        if words[ir.OVER]:
            return []
        if words[ir.RESUME] == _HELD:
            return [ir.PAUSE]
        return [self.base + action for action in self.position(words).legal_actions()]

    def _on(self, words: Words, state: Any, done: list[int], known: int, way: Way, go_on: bool = False) -> list[int]:
        """Run up to the next question; ``go_on`` if the game was held at the end of this turn already."""
        while not state.is_terminal():
            if len(done) >= self.records.room:
                return self._stopped(words, ir.TOO_LONG)
            if state.is_chance_node():
                done.append(drawn(state.chance_outcomes(), way.chance))
                state.apply_action(done[-1])
                continue
            seat, before = state.current_player(), words[ir.TURN_PLAYER]
            if way.held and not go_on and before not in (-1, seat):
                words[ir.RESUME] = _HELD
                self._keep(words, state, done, known)
                return [ir.PAUSE]
            go_on = False
            self._turn(words, seat, way)
            actions = state.legal_actions()
            if len(actions) != 1 or way.ask_forced:
                self._keep(words, state, done, known)
                return [self.base + action for action in actions]
            way.tell("forced")
            self._do(words, state, actions[0], done, way)
        self._keep(words, state, done, known)
        self._end(words, state.returns())
        if words[ir.TURN_PLAYER] >= 0:
            way.tell("end turn")
        return []

    def _keep(self, words: Words, state: Any, done: list[int], known: int) -> None:
        self.records.write(words, done, known)
        self.positions.keep(tuple(done), state)

    def _do(self, words: Words, state: Any, action: int, done: list[int], way: Way) -> None:
        state.apply_action(action)
        done.append(action)
        words[ir.MOVES] += 1
        words[ir.ACTED] = words[ir.ACTOR]
        way.tell("do", self.base + action, int(words[ir.ACTED]))

    def _turn(self, words: Words, seat: int, way: Way) -> None:
        """A turn lasts as long as the same seat acts, a round until it comes back to who had one before."""
        if words[ir.TURN_PLAYER] != seat:
            if words[ir.TURN_PLAYER] >= 0:
                way.tell("end turn")
            words[ir.TURN] += 1
            words[ir.TURNS] += 1
            if seat <= words[ir.TURN_PLAYER] or words[ir.ROUND] == 0:
                words[ir.ROUND] += 1
            way.tell("turn", seat)
        words[ir.ACTOR] = words[ir.TURN_PLAYER] = seat

    def _end(self, words: Words, payments: Payments) -> None:
        self.records.pay(words, payments)
        words[ir.OVER], words[ir.ACTOR] = 1, -1
        for seat in range(self.found.players):
            words[ir.HEADER + seat] = round(min(max(self.result(payments, seat), -1e6), 1e6))

    @staticmethod
    def _stopped(words: Words, fault: int) -> list[int]:
        words[ir.OVER], words[ir.FAULT], words[ir.ACTOR] = 2, fault, -1
        return []

    # ------------------------------------------------------------ looking

    def position(self, words: Words) -> Any:
        """OpenSpiel's own object; nobody may change it."""
        return self.positions.at(self.records.read(words))

    def real(self, name: str, words: Words, seat: int) -> float:
        """`returns` or `score` of a seat."""
        if not words[ir.OVER]:
            return float(self.position(words).returns()[seat]) if name == "score" else 0.0
        if words[ir.OVER] != 1:
            return 0.0
        payments = self.records.payments(words).tolist()
        return float(payments[seat]) if name == "score" else self.result(payments, seat)

    def result(self, payments: Payments, seat: int) -> float:
        """What a seat gets: its payment where that is a win, a loss or a draw, or where all play together; else whether it got the most."""
        if not self.found.pays or self.found.players == 1 or self.found.common:
            return float(payments[seat])
        best = max(payments)
        return 0.0 if min(payments) == best else 1.0 if payments[seat] == best else -1.0


def drawn(outcomes: Sequence[tuple[int, float]], chance: Stream) -> int:
    """One of some outcomes, by their probabilities."""
    first = outcomes[0][1]
    if all(abs(odds - first) < 1e-12 for _, odds in outcomes):
        return int(outcomes[chance.below(len(outcomes))][0])
    left = (chance.below(_FINE) * _FINE + chance.below(_FINE)) / (_FINE * _FINE) * sum(odds for _, odds in outcomes)
    for outcome, odds in outcomes:
        left -= odds
        if left < 0:
            return int(outcome)
    return int(next(outcome for outcome, odds in reversed(outcomes) if odds > 0))

"""Our games in OpenSpiel's registry, as `ludwright(game=NAME)`: its algorithms run on a designer's game.

Importing this module registers it. Chance is explicit: whenever the rules draw a number there is a chance node, so counterfactual regret minimization
and exact values work as on OpenSpiel's own games. What a player knows is all that its seat has seen, and what it did itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyspiel

from ludwright import ir
from ludwright.agents.nature import nature_of
from ludwright.agents.stakes import plays_for_score
from ludwright.engine.random import Stream
from ludwright.exact.scripted import draws_chance
from ludwright.game import Game, load
from ludwright.hidden.observation_layout import ObservationLayout
from ludwright.mistakes import LudwrightError
from ludwright.play.outcome import is_cooperative

NAME = "ludwright"
MOST_OUTCOMES = 4096
"""The most outcomes of one draw."""
Knowledge = tuple[tuple[str, ...], ...]
"""All that each seat has seen and done so far."""
LONGEST = 10_000
"""The most steps of a game, draws included."""


class _NextDraw(Exception):  # noqa: N818 (no error: the rules want a number that is not drawn yet)
    def __init__(self, bound: int) -> None:
        self.bound = bound


class _Draws(Stream):
    """Numbers that were drawn at chance nodes; the next one has to be asked for."""

    __slots__ = ("drawn", "used")

    def __init__(self, drawn: Sequence[int]) -> None:
        super().__init__(0, 1)
        self.drawn, self.used = drawn, 0

    def below(self, bound: int) -> int:
        if bound <= 1:
            return 0
        if self.used == len(self.drawn):
            raise _NextDraw(bound)
        self.used += 1
        return self.drawn[self.used - 1]


_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A game described in Ludwright",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=16,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"game": "tic_tac_toe", "players": 0},
)


@lru_cache(maxsize=64)
def _loaded(name: str, players: int) -> Game:
    found: Any = load(name, players or None)
    return found  # type: ignore[no-any-return]


class LudwrightGame(pyspiel.Game):
    """One of our games as one of OpenSpiel's.

    >>> import pyspiel, ludwright.bridges.openspiel
    >>> state = pyspiel.load_game("ludwright(game=tic_tac_toe)").new_initial_state()
    >>> len(state.legal_actions()), state.action_to_string(state.current_player(), state.legal_actions()[0])
    (9, 'place a1')
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.game = _loaded(str(given.get("game", "tic_tac_toe")), int(given.get("players", 0)))
        if not self.game.rules.questions.all:
            raise LudwrightError(f"in {self.game.title} nobody ever decides anything: there is nothing to play")
        kind = _type_of(self.game)
        between_two = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.rules.questions.codes,
            max_chance_outcomes=MOST_OUTCOMES if kind.chance_mode == _TYPE.chance_mode else 0,
            num_players=self.game.players,
            min_utility=-1e6,
            max_utility=1e6,
            max_game_length=LONGEST,
            **({"utility_sum": 0.0} if between_two else {}),
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> LudwrightState:
        """A game that begins."""
        return LudwrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What OpenSpiel's learners look through: with perfect recall all that a seat has seen, else what it sees now."""
        return Observer(self.game, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


class Observer:
    """What a seat sees as numbers, and as a text."""

    def __init__(self, game: Game, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(ObservationLayout.of(game).size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LudwrightState, player: int) -> None:
        """Fill the numbers."""
        self.tensor[:] = state.seen_by(player)

    def string_from(self, state: LudwrightState, player: int) -> str:
        """The text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def _type_of(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know of this game: whether anything is drawn or hidden, as its algorithms for open games ask; and whether
    what one wins the other loses, as between two who don't play together."""
    zero = game.players == 2 and not is_cooperative(game)
    kinds, told = pyspiel.GameType, {name: getattr(_TYPE, name) for name in _COPIED}
    utility = kinds.Utility.ZERO_SUM if zero else kinds.Utility.IDENTICAL if is_cooperative(game) else _TYPE.utility
    drawn = not isinstance(game.program, ir.Program) or draws_chance(game.program)
    unseen = nature_of(game).hidden
    return kinds(
        **{
            **told,
            "long_name": game.title,
            "utility": utility,
            "chance_mode": _TYPE.chance_mode if drawn else kinds.ChanceMode.DETERMINISTIC,
            "information": _TYPE.information if unseen else kinds.Information.PERFECT_INFORMATION,
        }
    )


_COPIED = (
    "short_name", "long_name", "dynamics", "chance_mode", "information", "utility", "reward_model", "max_num_players", "min_num_players",
    "provides_information_state_string", "provides_information_state_tensor", "provides_observation_string",
    "provides_observation_tensor", "parameter_specification",
)  # fmt: skip


class _Shared:
    """What copies of a state have in common: it never changes."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


class _Rules(_Shared):
    """A game on its plain run."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = [int(word) for word in game.table]
        self.pays = "score" if plays_for_score(game) else "returns"
        self.first = self.reached(tuple(game.twin.new_state()), None, (), ((),) * game.players)

    def reached(self, before: tuple[int, ...], code: int | None, drawn: tuple[int, ...], known: Knowledge) -> _Position:
        """Where a step leads with the numbers that were drawn for it so far."""
        twin, words = self.game.twin, list(before)
        context = twin.new_context(_Draws(drawn))
        try:
            if code is None:
                twin.setup(words, self.table, context)
            else:
                twin.advance(words, self.table, context, code)
        except _NextDraw as draw:
            if draw.bound > MOST_OUTCOMES:
                raise LudwrightError(
                    f"a draw with {draw.bound:,} outcomes is more than a chance node takes here ({MOST_OUTCOMES:,})"
                ) from None
            return _Position(before, code, drawn, draw.bound, before, (), known)
        over = words[ir.OVER] != 0
        options = () if over else tuple(int(option) for option in context.options)
        looks = (self.look(words, options, seat) for seat in range(self.game.players))
        seen = tuple(
            past if past and past[-1] == look else (*past, look) for past, look in zip(known, looks, strict=True)
        )
        return _Position(before, code, drawn, 0, tuple(words), options, seen)

    def look(self, words: Sequence[int], options: tuple[int, ...], seat: int) -> str:
        """What a seat sees, as a text that is the same wherever it sees the same."""
        asked = words[ir.ACTOR] == seat
        seen = self.game.observer.observe(np.array(words, np.int32), seat, options if asked else ())
        return f"{seen.words.tobytes().hex()}:{seen.options}"


@lru_cache(maxsize=64)
def _rules_of(game: Game) -> _Rules:
    return _Rules(game)


@dataclass(frozen=True)
class _Position(_Shared):
    """Where a game stands. A step that draws is carried out anew with each further number, until it needs none that is not there."""

    before: tuple[int, ...]
    """The words of the state before the step that is under way."""
    code: int | None
    """What was answered there; None: the game begins."""
    drawn: tuple[int, ...]
    bound: int
    """How many outcomes the draw has that is waited for; 0 if none is."""
    words: tuple[int, ...]
    options: tuple[int, ...]
    known: Knowledge

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.bound and self.words[ir.OVER] != 0


class LudwrightState(pyspiel.State):
    """A position of one of our games, as OpenSpiel asks for it."""

    def __init__(self, game: LudwrightGame) -> None:
        super().__init__(game)
        self._rules = _rules_of(game.game)
        self._at = self._rules.first

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """Who is to act: a seat, chance, or nobody any more."""
        if self._at.bound:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self._at.words[ir.ACTOR]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._at.over

    def is_chance_node(self) -> bool:
        """Whether a number has to be drawn."""
        return self._at.bound > 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers that may be drawn, each with its probability."""
        return [(number, 1 / self._at.bound) for number in range(self._at.bound)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._at.options) if player == self.current_player() else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be answered, or drawn."""
        if self._at.bound:
            return list(range(self._at.bound)) if player is None or player < 0 else []
        return self._legal_actions(self.current_player() if player is None else player)

    def _apply_action(self, action: int) -> None:
        at = self._at
        if at.bound:
            self._at = self._rules.reached(at.before, at.code, (*at.drawn, int(action)), at.known)
            return
        if action not in at.options:
            raise LudwrightError(f"the code {action} is not legal here")
        known = list(at.known)
        known[at.words[ir.ACTOR]] += (f"> {action}",)
        self._at = self._rules.reached(at.words, int(action), (), tuple(known))

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"draw {action}"
        return str(self._rules.game.wording.option(int(action), self._at.words))

    def returns(self) -> list[float]:
        """What each seat got."""
        if not self.is_terminal() or self._at.words[ir.OVER] != 1:
            return [0.0] * self._rules.game.players
        twin = self._rules.game.twin
        context = twin.new_context(Stream(0, 1))
        return [
            twin.real(self._rules.pays, list(self._at.words), self._rules.table, context, s)
            for s in range(self._rules.game.players)
        ]

    def rewards(self) -> list[float]:
        """The same: all is paid at the end."""
        return self.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen and done."""
        return "\n".join(self._at.known[self.current_player() if player is None else player])

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        seat = self.current_player() if player is None else player
        return self._rules.look(self._at.words, self._at.options, seat)

    def seen_by(self, seat: int) -> npt.NDArray[np.int32]:
        """The numbers that a seat sees."""
        words = np.array(self._at.words, np.int32)
        return self._rules.game.observer.observe(words, seat, ()).words

    def __str__(self) -> str:
        if self._at.bound:
            return f"chance, one of {self._at.bound}, after {len(self.history())} steps"
        return f"{' '.join(str(code) for code in self.history())} | {self._at.words}"


pyspiel.register_game(_TYPE, LudwrightGame)

"""What is known of many games: the frames of a playtest, and what several metrics make of them once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ludwright.metrics.schemas import SCHEMAS as SCHEMAS
from ludwright.metrics.schemas import shaped as shaped
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.conformance.uses import Uses
    from ludwright.metrics.curve import Curve
    from ludwright.metrics.figure import Witness
    from ludwright.metrics.oracle import Oracle
    from ludwright.metrics.replays import Replays
    from ludwright.tournaments.ladder import Ladder

OVER, FAULT, TOO_LONG = "over", "fault", "too long"
SAMPLE = 1_000
"""So many games are played again where that is needed."""
MOST_DECISIONS = 2_000_000
"""Of so many decisions the figures are as sure as anybody needs them."""
_RANGES = 64
_ORACLE = 100
"""Oracles take their time: they are asked about so many games at most."""
_TIMES, _WORK, _SOME = 30, 20_000_000, 10
"""Where nobody names an oracle, so many play-outs are asked, as long as that takes no more decisions in all, about, in so many games at least."""
_COURSES = 200
"""In so many games at most the patterns of a game's expectations are looked for."""


class NoEvidenceError(LudwrightError):
    """A metric was asked for that the frames can't answer."""


class Evidence:
    """The frames of some games of one version, with one number of players.

    Frames that are not given are empty; columns that are missing are filled with nothing. Seats of games that did not come to their end
    have neither won nor lost.
    """

    games: pl.DataFrame
    seats: pl.DataFrame
    decisions: pl.DataFrame
    actions: pl.DataFrame
    turns: pl.DataFrame

    def __init__(
        self,
        *,
        run: Any = None,
        oracle: str | None = None,
        sample: int = SAMPLE,
        ladder: Ladder | None = None,
        playing_on: bool = False,
        **frames: Any,
    ) -> None:
        unknown = set(frames) - set(SCHEMAS)
        if unknown:
            raise NoEvidenceError(f"there is no frame `{min(unknown)}`; there are {', '.join(SCHEMAS)}")
        self.run = run
        """The playtest itself, where there is one: positions are replayed from it."""
        self.oracle_text, self.sample, self._ladder = oracle, sample, ladder
        self.playing_on = playing_on
        """Whether a few play-outs tell the chances, where neither the game nor an oracle does."""
        self._turn_frames: dict[int, list[int]] = {}
        for name, schema in SCHEMAS.items():
            setattr(self, name, shaped(frames.get(name), schema))
        if len(self.games):
            over = self.games.filter(pl.col("end") == OVER).select("game", pl.lit(True).alias("over"))
            seats = self.seats.join(over, on="game", how="left", maintain_order="left")
            self.seats = seats.with_columns(pl.when("over").then("won").alias("won")).drop("over")

    @classmethod
    def of(cls, run: Any, version: int | None = None, players: int | None = None, **more: Any) -> Evidence:
        """The games of a playtest: all, or those of one version and number of players.

        Of very many games the decisions of the first deals alone are looked at: as many as two million decisions take.
        """
        wanted = {"version": version, "players": players}
        tests = [pl.col(name) == value for name, value in wanted.items() if value is not None]
        games = run.games.filter(*tests).collect()
        looked_at = games.sort("number", "cell").filter(pl.col("decisions").cum_sum() <= MOST_DECISIONS)
        return cls(
            run=run,
            games=games,
            seats=_of_games(run.seats, games),
            decisions=_of_games(run.decisions, looked_at),
            turns=_of_games(run.turns, games),
            actions=run.actions.filter(*tests).collect(),
            **more,
        )

    # ------------------------------------------------------------ made once

    @cached_property
    def leads(self) -> Curve:
        """Who is ahead, as the game's `lead` says, turn by turn."""
        from ludwright.metrics.curve import ONLY_ENDS, from_lead, silent

        found = from_lead(self.turns, self.seats)
        return silent(ONLY_ENDS) if found.count and found.lengths.max() == 1 else found

    @cached_property
    def beginnings(self) -> pl.DataFrame:
        """How much there is of what is tracked after the setup of the games that were followed; nothing where that can't be known."""
        from ludwright.metrics.beginnings import BEGINNINGS, beginnings
        from ludwright.metrics.economy import tracked

        followed = tracked(self.turns)
        if self.run is None or not len(followed):
            return pl.DataFrame(schema=BEGINNINGS)
        return beginnings(self.run, self.games, followed)

    @cached_property
    def curve(self) -> Curve:
        """The chances to win: by the oracle if one was named, else from the lead, calibrated."""
        from ludwright.metrics.calibration import calibrated
        from ludwright.metrics.curve import silent

        if self.oracle_text is None and (self.leads.count or not self.playing_on):
            return calibrated(self.leads)
        won = self.seats["won"].drop_nulls()
        if len(won) and won.all():
            return silent()  # whatever an oracle would say
        return self._oracle.curve(self.seats) if self.oracle_text is not None else self._played_on

    @cached_property
    def _played_on(self) -> Curve:
        """The chances by a few play-outs, of as many games as are soon played on; of none, where games are too long."""
        from ludwright.metrics.oracle import PLAYOUTS, consult

        length = float(self.games["decisions"].fill_null(0).mean() or 0.0)  # type: ignore[arg-type]
        games = int(min(_ORACLE, _WORK / max(1.0, length * length / 2 * _TIMES)))
        if self.run is None or games < _SOME:
            return self.leads
        return consult(self._replays_of(games), f"{PLAYOUTS}:{_TIMES}").curve(self.seats)

    @cached_property
    def ahead(self) -> Curve:
        """Who is ahead: by the game's lead as it is, or by the oracle where the game has none."""
        asked = self.oracle_text is not None or self.playing_on
        return self.curve if asked and not self.leads.count else self.leads

    @cached_property
    def _replays(self) -> Replays:
        return self._replays_of(self.sample)

    def _replays_of(self, games: int) -> Replays:
        from ludwright.metrics.replays import Replays

        if self.run is None:
            raise NoEvidenceError("only the games of a playtest can be played again")
        return Replays(self.run, self.games, self.decisions, games)

    @cached_property
    def _oracle(self) -> Oracle:
        from ludwright.metrics.oracle import consult

        if self.oracle_text is None:
            raise NoEvidenceError("no oracle was asked: name one, such as `playouts:100` or `mcts:200`")
        return consult(self._replays_of(min(self.sample, _ORACLE)), self.oracle_text)

    @cached_property
    def weighed(self) -> pl.DataFrame:
        """What options are worth, as an oracle says."""
        return self._oracle.weighed

    @cached_property
    def offers(self) -> pl.DataFrame:
        """What could have been chosen, decision by decision, in some of the games."""
        from ludwright.metrics.replays import offers

        return offers(self._replays)

    @cached_property
    def words(self) -> pl.DataFrame:
        """What codes mean, also of options that were offered and never chosen."""
        from ludwright.metrics.replays import named_offers

        return named_offers(self._replays, self.offers, self.actions) if self.run is not None else self.actions

    @cached_property
    def positions(self) -> pl.DataFrame:
        """The positions of some of the games."""
        from ludwright.metrics.replays import positions

        return positions(self._replays)

    @cached_property
    def _used(self) -> tuple[Uses, pl.DataFrame]:
        from ludwright.metrics.replays import uses

        return uses(self._replays)

    @property
    def uses(self) -> Uses:
        """Which rules some of the games used."""
        return self._used[0]

    @property
    def carried(self) -> pl.DataFrame:
        """How many of these games carried out each rule."""
        return self._used[1]

    @cached_property
    def had(self) -> pl.DataFrame:
        """What every seat had in some of the games: cards and other things; in a game without those, what it chose or did not."""
        from ludwright.metrics.holdings import chosen_or_seen, holdings

        replays = self._replays
        first = next(iter(replays), None)
        things = holdings(replays, self.run.game_of(first[0])) if first is not None else None
        if things is not None and len(things):
            return things
        return chosen_or_seen(self.looked_at, self.offers, self.words)

    # ------------------------------------------------------------ what players do for each other

    @cached_property
    def looked_at(self) -> pl.DataFrame:
        """The decisions of the games that were played again."""
        return self.decisions.join(self._replays.games, on="game", how="semi", maintain_order="left")

    @cached_property
    def _team(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        from ludwright.metrics.teamwork import follow

        replays = self._replays
        first = next(iter(replays), None)
        if first is None:
            raise NoEvidenceError("no game was looked at")
        return follow(replays, self.run.game_of(first[0]))

    @cached_property
    def hints(self) -> pl.DataFrame:
        """What players of a team told each other."""
        return self._team[0]

    @cached_property
    def handled(self) -> pl.DataFrame:
        """What players of a team did with their own cards."""
        return self._team[1]

    @cached_property
    def kinds(self) -> pl.DataFrame:
        """Which kinds of action were open to the players of a team, decision by decision: game, ply, actor, question, what."""
        from ludwright.metrics.picks import named_choices

        assert self._team  # a team it must be
        named = named_choices(self.offers, self.words, "action")
        return named.select("game", "ply", "actor", "question", "options", "what").unique()

    @cached_property
    def cases(self) -> pl.DataFrame:
        """Where the patterns that the game expects hold, and where not."""
        from ludwright.metrics.patterns import cases

        return cases(self._replays_of(min(self.sample, _COURSES)))

    @cached_property
    def declared(self) -> list[str]:
        """The names of the game's actions."""
        if self.run is None:
            return sorted(set(self.actions["action"].to_list()))
        game = self.run.game_of(int(self.games["game"][0])) if len(self.games) else None
        return sorted(game.rules.actions.known) if game is not None else []

    @cached_property
    def at_once(self) -> list[int]:
        """The questions that all answer at once."""
        game = self.run.game_of(int(self.games["game"][0])) if self.run is not None and len(self.games) else None
        return [one.number for one in game.rules.questions.all if one.at_once] if game is not None else []

    @cached_property
    def offered(self) -> list[str]:
        """All options that were ever offered, in words."""
        from ludwright.metrics.replays import offered_words

        return offered_words(self.offers, self.words)

    def placed(self, witness: Witness) -> Witness:
        """A witness that knows the turn, with the frame at which that turn ends."""
        if self.run is None or witness.moment is None or witness.ply is not None:
            return witness
        if witness.game not in self._turn_frames:
            from ludwright.metrics.replays import frames_of_turns

            game, number = self.run.game_of(witness.game), witness.game - self.run.cell_of(witness.game).first
            codes = self.run.codes(witness.game)
            self._turn_frames[witness.game] = frames_of_turns(game, self.run.plan.seed, number, codes)
        frames = self._turn_frames[witness.game]
        return replace(witness, ply=frames[min(witness.moment, len(frames) - 1)])

    @property
    def ladder(self) -> Ladder:
        """The ladder that was climbed."""
        if self._ladder is None:
            raise NoEvidenceError("no ladder was climbed: `ludwright ladder` does")
        return self._ladder


def _of_games(frame: pl.LazyFrame, games: pl.DataFrame) -> pl.DataFrame:
    """The rows of some games. Their numbers are few unbroken ranges, and files outside of those are not even opened."""
    numbers = games["game"].sort().to_numpy()
    breaks = np.nonzero(np.diff(numbers) != 1)[0]
    if len(breaks) > _RANGES:
        return frame.join(games.lazy().select("game"), on="game", how="semi", maintain_order="left").collect()
    ends = zip([0, *(breaks + 1)], [*breaks, len(numbers) - 1], strict=True) if len(numbers) else ()
    within = [pl.col("game").is_between(int(numbers[first]), int(numbers[last])) for first, last in ends]
    return frame.filter(pl.any_horizontal(within) if within else pl.lit(False)).collect()

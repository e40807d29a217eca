"""What is known of many games: the frames of a playtest, and what several metrics make of them once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ludwright.metrics.schemas import SCHEMAS as SCHEMAS
from ludwright.metrics.schemas import shaped as shaped
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.conformance.uses import Uses
    from ludwright.metrics.curve import OutcomeCurve
    from ludwright.metrics.figure import Witness
    from ludwright.metrics.oracle import Oracle
    from ludwright.metrics.replays import Replays
    from ludwright.tournaments.ladder import Ladder

OVER, FAULT, TOO_LONG = "over", "fault", "too long"
MOST_DECISIONS = 2_000_000
"""So many decisions, those of the first deals, are held in memory at most; of so many the figures are as sure as anybody needs them."""
MOST_VALUES = 2_000_000
"""So many leads at most, those of all seats at all moments of the first games, make a curve."""
MOST_TRACKED = 2_000_000
"""So many values of tracked quantities, those of the first games, are held in memory at most."""
_LENGTH = pl.col("turns").fill_null(0).cast(pl.Int64) + 1
_AT_ONCE = 100_000
"""About so many turns are read at a time where a curve is made."""
_RANGES = 64
_ORACLE = 100
"""Oracles take their time: they are asked about so many games at most."""
_TIMES, _WORK, _SOME = 30, 20_000_000, 10
"""Where nobody names an oracle, so many play-outs are asked, as long as that takes no more decisions in all, about, in so many games at least."""
_READ_LATER = ("decisions", "actions", "turns")
_REPLAYED = ("offers", "had", "words", "offered", "exits")
_CLOSELY = ("positions", "uses", "carried", "hints", "handled", "kinds", "looked_at")
LEAD, TYPICAL = "lead", "one of its games, of usual length"
_SOON = 60_000
"""So many decisions are soon played again, if nothing is asked of them but the positions."""
_COURSES = 200
"""In so many games at most the patterns of a game's expectations are looked for."""
_PATTERNS = "ludwright.expectations.patterns"


class NoEvidenceError(LudwrightError):
    """A metric was asked for that the frames can't answer."""


class Evidence:
    """The frames of some games of one version, with one number of players.

    Frames that are not given are empty; columns that are missing are filled with nothing. Seats of games that did not come to their end
    have neither won nor lost.
    """

    games: pl.DataFrame
    seats: pl.DataFrame

    def __init__(
        self,
        *,
        run: Any = None,
        oracle: str | None = None,
        sample: int | None = None,
        capped: bool = True,
        ladder: Ladder | None = None,
        playing_on: bool = False,
        **frames: Any,
    ) -> None:
        unknown = set(frames) - set(SCHEMAS)
        if unknown:
            raise NoEvidenceError(f"there is no frame `{min(unknown)}`; there are {', '.join(SCHEMAS)}")
        self.run = run
        """The playtest itself, where there is one: positions are replayed from it."""
        self.oracle_text, self._ladder = oracle, ladder
        self.sample, self.capped = sample, capped
        """How many games are played again at most where that is needed; and whether fewer are where they are long."""
        self.report: Callable[[int, int], None] | None = None
        """Called with how many games were played again for something, and how many there will be."""
        self.playing_on = playing_on
        """Whether a few play-outs tell the chances, where neither the game nor an oracle does."""
        self._turn_frames: dict[int, list[int]] = {}
        for name, schema in SCHEMAS.items():
            if name not in _READ_LATER or run is None or frames.get(name) is not None:
                self.__dict__[name] = shaped(frames.get(name), schema)
        if len(self.games):
            over = self.games.filter(pl.col("end") == OVER).select("game", pl.lit(True).alias("over"))
            seats = self.seats.join(over, on="game", how="left", maintain_order="left")
            self.seats = seats.with_columns(pl.when("over").then("won").alias("won")).drop("over")

    @classmethod
    def of(cls, run: Any, version: int | None = None, players: int | None = None, **more: Any) -> Evidence:
        """The games of a playtest: all, or those of one version and number of players.

        The results are read now; decisions, and what was followed turn by turn, when they are needed.
        """
        wanted = {"version": version, "players": players}
        tests = [pl.col(name) == value for name, value in wanted.items() if value is not None]
        games = run.games.filter(*tests).collect()
        return cls(run=run, games=games, seats=_of_games(run.seats, games), **more)

    # ------------------------------------------------------------ made once

    @cached_property
    def decisions(self) -> pl.DataFrame:
        """One row a decision. Of very many games those of the first deals alone: as many as two million decisions take."""
        looked_at = self.games.sort("number", "cell").filter(pl.col("decisions").cum_sum() <= MOST_DECISIONS)
        return shaped(_of_games(self.run.decisions, looked_at), SCHEMAS["decisions"])

    @cached_property
    def actions(self) -> pl.DataFrame:
        """What the codes of decisions mean."""
        own = self.games.select("version", "players").unique().lazy()
        return shaped(
            self.run.actions.join(own, on=["version", "players"], how="semi", maintain_order="left").collect(),
            SCHEMAS["actions"],
        )

    @cached_property
    def turns(self) -> pl.DataFrame:
        """All that was followed, at the end of every turn."""
        return shaped(_of_games(self.run.turns, self.games), SCHEMAS["turns"])

    @cached_property
    def tracks(self) -> pl.DataFrame:
        """The same without the lead."""
        if "turns" in self.__dict__:
            return self.turns.filter(pl.col("name") != LEAD)
        read, rows = [], 0
        for part in self._turn_parts(self.games, pl.col("name").cast(pl.String) != LEAD):
            read.append(part)
            rows += len(part)
            if not rows or rows > MOST_TRACKED:  # what one game does not track, none does
                break
        return shaped(pl.concat(read) if read else None, SCHEMAS["turns"])

    @cached_property
    def leads(self) -> OutcomeCurve:
        """Who is ahead, as the game's `lead` says, turn by turn."""
        from ludwright.metrics.curve import ONLY_ENDS, from_lead, silent

        read = [self.turns] if "turns" in self.__dict__ else self._lead_parts()
        found = from_lead(read, self.seats)
        return silent(ONLY_ENDS) if found.count and found.lengths.max() == 1 else found

    def _lead_parts(self) -> Iterator[pl.DataFrame]:
        """The leads of the finished games that make a curve."""
        over = self.games.filter(pl.col("end") == OVER).sort("number", "cell", "game")
        over = over.filter((_LENGTH * pl.col("players").fill_null(1)).cum_sum() <= MOST_VALUES)
        return self._turn_parts(over, pl.col("name").cast(pl.String) == LEAD)

    def _turn_parts(self, games: pl.DataFrame, wanted: pl.Expr) -> Iterator[pl.DataFrame]:
        """What was followed in some games, some games at a time, in their order: all turns of many games would take much room."""
        counted = games.sort("game").with_columns((_LENGTH.cum_sum() // _AT_ONCE).alias("part"))
        parts = counted.partition_by("part", maintain_order=True)
        for chunk in sorted(self.run.plan.chunks, key=lambda one: self.run.cells[one.cell].first + one.first):
            begin = self.run.cells[chunk.cell].first + chunk.first
            there = self.run.store.path("turns", chunk.index)
            for part in parts if there.is_file() else ():
                some = part.filter(pl.col("game").is_between(begin, begin + chunk.games - 1))
                if len(some):
                    yield shaped(_read_turns(there, some, wanted), SCHEMAS["turns"])

    @cached_property
    def beginnings(self) -> pl.DataFrame:
        """How much there is of what is tracked after the setup of the games that were followed; nothing where that can't be known."""
        from ludwright.metrics.beginnings import BEGINNINGS, beginnings
        from ludwright.metrics.economy import tracked

        followed = tracked(self.tracks)
        if self.run is None or not len(followed):
            return pl.DataFrame(schema=BEGINNINGS)
        return beginnings(self.run, self.games, followed)

    @cached_property
    def curve(self) -> OutcomeCurve:
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
    def _played_on(self) -> OutcomeCurve:
        """The chances by the player that has learned the game and comes with it; by a few play-outs where there is none, of as many games as are soon played on; of none,
        where games are too long."""
        from ludwright.agents.bundled import bundled_player
        from ludwright.metrics.oracle import PLAYOUTS, consult

        first = None if self.run is None or not len(self.games) else self.run.game_of(int(self.games["game"][0]))
        if first is not None and bundled_player(first) is not None:
            return consult(self._replays_of(_ORACLE), "learned").curve(self.seats)
        length = float(self.games["decisions"].fill_null(0).mean() or 0.0)  # type: ignore[arg-type]
        games = int(min(_ORACLE, _WORK / max(1.0, length * length / 2 * _TIMES)))
        if self.run is None or games < _SOME:
            return self.leads
        return consult(self._replays_of(games), f"{PLAYOUTS}:{_TIMES}").curve(self.seats)

    @cached_property
    def ahead(self) -> OutcomeCurve:
        """Who is ahead: by the game's lead as it is, or by the oracle where the game has none."""
        asked = self.oracle_text is not None or self.playing_on
        return self.curve if asked and not self.leads.count else self.leads

    @cached_property
    def _replays(self) -> Replays:
        return self._replays_of(self.sample)

    @cached_property
    def _closely(self) -> Replays:
        """Fewer, where every position is looked at closely."""
        from ludwright.metrics.replays import CLOSE_WORK

        return self._replays_of(self.sample, CLOSE_WORK)

    def _replays_of(self, games: int | None, work: int | None = None) -> Replays:
        from ludwright.metrics.replays import WORK, Replays

        if self.run is None:
            raise NoEvidenceError("only the games of a playtest can be played again")
        work = (work or WORK) if self.capped else None
        return Replays(
            self.run, self.games, self.decisions, games, work, lambda *done: self.report and self.report(*done)
        )

    def _at_most(self, games: int) -> int:
        return games if self.sample is None else min(games, self.sample)

    @cached_property
    def _oracle(self) -> Oracle:
        from ludwright.metrics.oracle import consult

        if self.oracle_text is None:
            raise NoEvidenceError("no oracle was asked: name one, such as `playouts:100` or `mcts:200`")
        return consult(self._replays_of(self._at_most(_ORACLE)), self.oracle_text)

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
    def exits(self) -> pl.DataFrame:
        """When every seat left each of some games; no rows where the rules let nobody leave the game, or nothing can be played again."""
        from ludwright.metrics.replays import EXITS, exits

        return exits(self._replays) if self.run is not None else pl.DataFrame(schema=EXITS)

    @cached_property
    def words(self) -> pl.DataFrame:
        """What codes mean, also of options that were offered and never chosen."""
        from ludwright.metrics.replays import named_offers

        return named_offers(self._replays, self.offers, self.actions) if self.run is not None else self.actions

    @cached_property
    def positions(self) -> pl.DataFrame:
        """The positions of some of the games."""
        from ludwright.metrics.replays import positions

        return positions(self._closely)

    @cached_property
    def _used(self) -> tuple[Uses, pl.DataFrame]:
        from ludwright.metrics.replays import uses

        return uses(self._closely)

    @property
    def uses(self) -> Uses:
        """Which rules some of the games used."""
        return self._used[0]

    @property
    def carried(self) -> pl.DataFrame:
        """How many of these games carried out each rule."""
        return self._used[1]

    @cached_property
    def _many(self) -> Replays:
        """As many as can soon be played again: for what rare cases tell."""
        return self._replays_of(None, _SOON)

    @cached_property
    def members(self) -> pl.DataFrame:
        """Which members of a kind some of the games used."""
        from ludwright.metrics.members import members_used

        return members_used(self._many)

    @cached_property
    def had(self) -> pl.DataFrame:
        """What every seat had in some of the games: cards and other things; in a game without those, what it chose or did not."""
        from ludwright.metrics.holdings import chosen_or_seen, holdings

        replays = self._replays
        first = next(iter(replays), None)
        things = holdings(replays, self.run.game_of(first[0])) if first is not None else None
        if things is not None and len(things):
            return things
        chosen = self.decisions.join(replays.games, on="game", how="semi", maintain_order="left")
        return chosen_or_seen(chosen, self.offers, self.words)

    # ------------------------------------------------------------ what players do for each other

    @cached_property
    def looked_at(self) -> pl.DataFrame:
        """The decisions of the games that were looked at closely."""
        return self.decisions.join(self._closely.games, on="game", how="semi", maintain_order="left")

    @cached_property
    def _team(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        from ludwright.metrics.teamwork import follow

        replays = self._closely
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
        offered = self.offers.join(self._closely.games, on="game", how="semi", maintain_order="left")
        named = named_choices(offered, self.words, "action")
        return named.select("game", "ply", "actor", "question", "options", "what").unique()

    @cached_property
    def cases(self) -> pl.DataFrame:
        """Where the patterns that the game expects hold, and where not. Expectations are made of metrics, and so stand above them."""
        found: pl.DataFrame = import_module(_PATTERNS).cases(self._replays_of(self._at_most(_COURSES)))
        return found

    @cached_property
    def declared(self) -> list[str]:
        """The names of the game's actions."""
        if self.run is None:
            return sorted(set(self.actions["action"].to_list()))
        game = self.run.game_of(int(self.games["game"][0])) if len(self.games) else None
        return sorted(game.rules.actions.known) if game is not None else []

    @cached_property
    def cycles(self) -> pl.DataFrame:
        """Where games that never end begin to repeat themselves."""
        from ludwright.metrics.holes import CYCLES, cycles

        return cycles(self.run, self.games) if self.run is not None else pl.DataFrame(schema=CYCLES)

    def typical(self, needs: Iterable[str]) -> tuple[Witness, ...]:
        """A game of the usual length among those that something is made of: for what no game shows better than another."""
        from ludwright.metrics.figure import Witness

        games, names = self.games, set(needs)
        for curve in names & {"curve", "leads", "ahead"}:
            games = games.filter(pl.col("game").is_in(getattr(self, curve).games.tolist()))
        if "seats" in names:
            games = games.filter(pl.col("end") == OVER)
        if names & {"decisions", *_REPLAYED, *_CLOSELY} and self.run is not None:
            replays = self._closely if names & set(_CLOSELY) else self._replays if names & set(_REPLAYED) else None
            among = replays.games if replays is not None else self.decisions.select("game").unique()
            games = games.join(among, on="game", how="semi")
        games = games.sort("decisions", "game")
        return (Witness(int(games["game"][len(games) // 2]), note=TYPICAL),) if len(games) else ()

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

    def looked_at_for(self, needs: Iterable[str]) -> tuple[int, int]:
        """Of how many games something is made that was made of some of these, and of how many it could have been."""
        games = len(self.games)
        found = [(games, games)]
        for name in needs:
            if name in ("decisions", "actions", "words", "offered"):
                chose = self.games.select((pl.col("decisions").fill_null(0) > 0).sum()).item() if games else 0
                found.append((games - chose + self.decisions["game"].n_unique(), games))
            if name in _REPLAYED and self.run is not None:
                found.append((len(self._replays.games), games))
            elif name == "members" and self.run is not None:
                found.append((len(self._many.games), games))
            elif name in _CLOSELY and self.run is not None:
                found.append((len(self._closely.games), games))
            elif name in ("curve", "leads", "ahead"):
                over = len(self.games.filter(pl.col("end") == OVER))
                found.append((getattr(self, name).count, over))
            elif name in ("tracks", "beginnings"):
                found.append((self.tracks["game"].n_unique(), games))
            elif name in ("weighed", "cases"):
                found.append((getattr(self, name)["game"].n_unique(), games))
        return min(found, key=lambda one: one[0] / max(1, one[1]))

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


def _read_turns(file: Path, games: pl.DataFrame, wanted: pl.Expr) -> pl.DataFrame:
    """Some of what was followed in some games, of the file that has them."""
    first, last = int(games["game"].min()), int(games["game"].max())  # type: ignore[arg-type]
    rows = pl.scan_parquet(file, glob=False).filter(pl.col("game").is_between(first, last), wanted).collect()
    found = rows.join(
        games.select(pl.col("game").cast(rows.schema["game"])), on="game", how="semi", maintain_order="left"
    )
    return found.cast({"game": pl.Int64, "name": pl.String})


def _of_games(frame: pl.LazyFrame, games: pl.DataFrame) -> pl.DataFrame:
    """The rows of some games. Their numbers are few unbroken ranges, and files outside of those are not even opened."""
    numbers = games["game"].sort().to_numpy()
    breaks = np.nonzero(np.diff(numbers) != 1)[0]
    if len(breaks) > _RANGES:
        return frame.join(games.lazy().select("game"), on="game", how="semi", maintain_order="left").collect()
    ends = zip([0, *(breaks + 1)], [*breaks, len(numbers) - 1], strict=True) if len(numbers) else ()
    within = [pl.col("game").is_between(int(numbers[first]), int(numbers[last])) for first, last in ends]
    return frame.filter(pl.any_horizontal(within) if within else pl.lit(False)).collect()

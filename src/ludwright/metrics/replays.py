"""Games played again as they were recorded, to see what the frames do not tell: what could have been chosen, and every position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright import ir
from ludwright.conformance.marks import Mark, MarkedGame
from ludwright.conformance.uses import UseNotes, Uses
from ludwright.engine.compiled import signed
from ludwright.engine.random import Stream, stream
from ludwright.game import Game
from ludwright.metrics.picks import named_choices

State = npt.NDArray[np.int32]
_AT_ONCE = 256
WORK, CLOSE_WORK, _LEAST = 250_000, 40_000, 20
"""Games are played again until so many decisions are reached (the second number where every position is looked at closely), but so many games at
least: more would take longer than most figures are worth. Whoever names a number of games gets that many."""
_MOST_OFFERS = 3_000_000
"""All options of so many at most are held in memory at once."""
_REPORTED = 16
Report = Callable[[int, int], None]
"""Called with how many games were played again, and how many there will be."""
OFFERS = {
    "game": pl.Int64,
    "ply": pl.Int32,
    "actor": pl.Int32,
    "question": pl.Int32,
    "code": pl.Int32,
    "options": pl.Int32,
}
CARRIED = {"where": pl.String, "rule": pl.String, "games": pl.Int64, "of": pl.Int64, "shortest": pl.Int64}
"""A rule that was carried out: where it stands, its text, in how many games, of how many, and the shortest of them."""
EXITS = {"game": pl.Int64, "seat": pl.Int32, "ply": pl.Int32}
"""After how many decisions each seat left a game; none where it stayed."""
POSITIONS = {"game": pl.Int64, "ply": pl.Int32, "key": pl.UInt64}


class Replays:
    """Some of the games of a playtest: the first deals of every cell, ``most`` games in all, or as many as ``work`` decisions allow; all of
    those whose decisions are given, if neither is said."""

    def __init__(
        self, run: Any, games: pl.DataFrame, decisions: pl.DataFrame, most: int | None = None, work: int | None = WORK,
        report: Report | None = None,
    ) -> None:  # fmt: skip
        self.run, self.report = run, report
        options = decisions.group_by("game").agg(pl.col("options").cast(pl.Int64).sum())
        known = games.join(options, on="game", how="left")
        known = known.filter(pl.col("options").is_not_null() | (pl.col("decisions").fill_null(0) == 0))
        first = known.sort("number", "cell", "game").head(len(known) if most is None else most)
        few = pl.col("options").fill_null(0).cum_sum() <= _MOST_OFFERS
        if work is not None:
            few &= (pl.col("decisions").fill_null(0).cum_sum() <= work) | (pl.int_range(pl.len()) < _LEAST)
        self.games = first.filter(few).sort("game").select("game", "number")
        chosen = decisions.select("game", "ply", "code").join(self.games, on="game", how="semi").sort("game", "ply")
        self._codes = chosen["code"].to_numpy()
        places = chosen["game"].to_numpy()
        ids = self.games["game"].to_numpy()
        self._first, self._last = np.searchsorted(places, ids), np.searchsorted(places, ids, "right")

    def __iter__(self) -> Iterator[tuple[int, int, list[int]]]:
        """Each game with its deal and its answers."""
        for place, (game, number) in enumerate(self.games.iter_rows()):
            if self.report is not None and place % _REPORTED == 0:
                self.report(place, len(self.games))
            yield game, number, self._codes[self._first[place] : self._last[place]].tolist()

    def positions_of(self, game: Game, number: int, codes: list[int]) -> Iterator[tuple[State, npt.NDArray[np.int64]]]:
        """Every position of one of these games: see :meth:`positions`."""
        return self.positions(game, self.run.plan.seed, number, codes)

    @staticmethod
    def positions(
        game: Game, seed: int, number: int, codes: list[int]
    ) -> Iterator[tuple[State, npt.NDArray[np.int64]]]:
        """Every position of a game with the codes of what was legal then; the last one has none.

        Both are overwritten by the next: whoever wants to keep one takes a copy.
        """
        compiled, table = game.compiled, game.table
        state, context = compiled.new_state(), compiled.new_context(Stream(0, 1))
        chance = stream(seed, number, 0)
        context[ir.CTX_RNG_STATE], context[ir.CTX_RNG_STREAM] = signed(chance[0]), signed(chance[1])
        options = compiled.setup(state, table, context)
        step = compiled.bound(state, table, context).advance
        for code in codes:
            yield state, context[ir.CTX_HEADER : ir.CTX_HEADER + options]
            options = step(code)
        yield state, context[ir.CTX_HEADER : ir.CTX_HEADER + max(0, options)]


def frames_of_turns(game: Game, seed: int, number: int, codes: list[int]) -> list[int]:
    """After how many answers each turn of a game ended, in the order in which turns were followed; the last is the end of the game."""
    compiled, table = game.compiled, game.table.copy()
    table[ir.PAUSED] = 1
    compiled.accept(table)
    state, context = compiled.new_state(), compiled.new_context(Stream(0, 1))
    chance = stream(seed, number, 0)
    context[ir.CTX_RNG_STATE], context[ir.CTX_RNG_STREAM] = signed(chance[0]), signed(chance[1])
    found: list[tuple[int, list[int]]] = []
    turn = list(ir.SAME_TURN)

    def run_on(options: int, answers: int) -> None:
        while options == 1 and context[ir.CTX_HEADER] == ir.PAUSE:
            found.append((answers, state[turn].tolist()))
            options = compiled.advance(state, table, context, 0)

    run_on(compiled.setup(state, table, context), 0)
    for answers, code in enumerate(codes, 1):
        run_on(compiled.advance(state, table, context, code), answers)
    if found and found[-1] == (len(codes), state[turn].tolist()):
        found.pop()  # the game ended with that turn
    return [answers for answers, _ in found] + [len(codes)]


def offers(replays: Replays) -> pl.DataFrame:
    """What could have been chosen: one row for every option of every decision."""
    columns: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in OFFERS}
    for game_id, number, codes in replays:
        game = replays.run.game_of(game_id)
        asked, legal = [], []
        for ply, (state, offered) in enumerate(replays.positions_of(game, number, codes)):
            if ply == len(codes):
                break
            asked.append((game_id, ply, state[ir.ACTOR] + 1, state[ir.QUESTION], len(offered)))
            legal.append(offered.astype(np.int32))
        if not asked:
            continue
        rows = np.array(asked)
        each = np.repeat(rows, rows[:, -1], axis=0)
        for place, name in enumerate(("game", "ply", "actor", "question", "options")):
            columns[name].append(each[:, place].astype(np.int64 if name == "game" else np.int32))
        columns["code"].append(np.concatenate(legal))
    made = {name: np.concatenate(parts) if parts else np.empty(0, np.int64) for name, parts in columns.items()}
    return pl.DataFrame(made, schema=OFFERS)


def named_offers(replays: Replays, offered: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """What codes mean, with those that were offered and never chosen."""
    from ludwright.play.code_words import CodeWords

    keys = ["code", "question"]
    new = offered.select(keys).unique().sort(keys).join(actions, on=keys, how="anti")
    first = next(iter(replays), None)
    if first is None or not len(new):
        return actions
    words = CodeWords(replays.run.game_of(first[0]))
    told = [(code, question, *words.of(code, question)) for code, question in new.iter_rows()]
    schema = {name: actions.schema[name] for name in (*keys, "action", "words")}
    return pl.concat([actions, pl.DataFrame(told, schema=schema, orient="row")], how="diagonal")


def positions(replays: Replays) -> pl.DataFrame:
    """A key for every position: what tells it from others, whenever it is reached."""
    from ludwright.engine.positions import significant

    words: dict[int, npt.NDArray[np.int32]] = {}
    parts: list[pl.DataFrame] = []
    for game_id, number, codes in replays:
        game = replays.run.game_of(game_id)
        if id(game.program) not in words:
            words[id(game.program)] = significant(game)
        kept = words[id(game.program)]
        keys = [hash(state[kept].tobytes()) & (2**64 - 1) for state, _ in replays.positions_of(game, number, codes)]
        own = {"game": np.full(len(keys), game_id), "ply": np.arange(len(keys)), "key": np.array(keys, np.uint64)}
        parts.append(pl.DataFrame(own, schema=POSITIONS))
    return pl.concat(parts) if parts else pl.DataFrame(schema=POSITIONS)


def exits(replays: Replays) -> pl.DataFrame:
    """Who left each game and when: one row for every seat of every game, with the columns of EXITS; no rows where the rules let nobody leave the game."""
    rows: list[tuple[int, int, int | None]] = []
    for game_id, number, codes in replays:
        game = replays.run.game_of(game_id)
        word = game.rules.turns.out_of_game
        if word is None:
            return pl.DataFrame(schema=EXITS)
        left: dict[int, int] = {}
        for ply, (state, _) in enumerate(replays.positions_of(game, number, codes)):
            gone = int(state[word])
            for seat in range(game.players):
                if gone >> seat & 1:
                    left.setdefault(seat, ply)
        rows += [(game_id, seat + 1, left.get(seat)) for seat in range(game.players)]
    return pl.DataFrame(rows, schema=EXITS, orient="row")


def uses(replays: Replays) -> tuple[Uses, pl.DataFrame]:
    """Which rules, zones and cards the games used; and how many games carried out each rule, with the columns of CARRIED."""
    found = Uses()
    watches: dict[int, tuple[MarkedGame, UseNotes]] = {}
    carried: dict[Mark, list[tuple[int, int]]] = {}
    for game_id, number, codes in replays:
        game = replays.run.game_of(game_id)
        if game.opaque:  # nothing is known of its rules
            return Uses(), pl.DataFrame(schema=CARRIED)
        if id(game.rules) not in watches:
            marked = MarkedGame.of(game)
            watches[id(game.rules)] = marked, UseNotes(marked, found)
        marked, watch = watches[id(game.rules)]
        rows: list[State] = []
        for state, _ in replays.positions_of(marked, number, codes):
            rows.append(state.copy())
            if len(rows) == _AT_ONCE:
                watch.look(np.array(rows))
                rows = rows[-1:]
        watch.look(np.array(rows))
        for mark, done in zip(marked.marks, rows[-1][marked.first_mark :].tolist(), strict=True):
            if done:
                carried.setdefault(mark, []).append((len(codes), game_id))
        found.games += 1
    for _, watch in watches.values():
        watch.gather()
    table = [
        (f"{Path(mark.file).name}:{mark.line}", found.rules[mark].text, len(games), found.games, min(games)[1])
        for mark, games in carried.items()
    ]
    return found, pl.DataFrame(table, schema=CARRIED, orient="row")


def offered_words(offered: pl.DataFrame, actions: pl.DataFrame) -> list[str]:
    """All that could ever be chosen and is known by name."""
    known = named_choices(offered.unique(["code", "question"]), actions)
    return sorted(set(known["what"].to_list()))

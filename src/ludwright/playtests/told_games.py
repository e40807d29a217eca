"""Written games with what people saw at the table: turns told in sentences, cards by their names, real shuffles and dice.

The deal stands in the rules, was told in the head (`cards hand of Ann: R1, Y3`), belongs to a seed, or is found so that it fits: then that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludwright.engine.random import Stream, stream
from ludwright.inspecting.beginning import Origin, begun
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, Place, nearest
from ludwright.playtests.finding_deals import find_deal
from ludwright.playtests.rehearsal import UNKNOWN, DealError, Deals, Rehearsal
from ludwright.playtests.sentences import Turn, TurnReader, read_turn

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match
    from ludwright.playtests.reading_games import Trace

FIRST = "first_player"
"""The parameter that says who begins, in games that have it."""


def replayed(trace: Trace) -> Match:
    """A written game played again. Some write down what was no choice, some leave it out: both are tried; sentences tell every turn."""
    if trace.sentences:
        return ToldGame(trace).replayed()
    try:
        return ToldGame(trace, ask_forced=False).replayed()
    except LudwrightError as error:
        try:
            return ToldGame(trace).replayed()
        except LudwrightError as other:
            raise max(error, other, key=_line) from None


def _line(error: LudwrightError) -> int:
    """The line an error is about."""
    places = [mistake.place.line for mistake in getattr(error, "mistakes", ()) if mistake.place is not None]
    return places[0] if places else int(getattr(error, "line", 0))


class ToldGame:
    """One written game on its way to being played again."""

    def __init__(self, trace: Trace, ask_forced: bool = True) -> None:
        self.trace, self.ask_forced = trace, ask_forced
        """The trace, and whether what was no choice stands in it."""
        self._count_players()
        self.game = self._loaded()
        self.table = TurnReader(self.game)
        self.turns = self._read() if trace.sentences else []
        self.seats = self._seated() if trace.sentences else {}
        if trace.sentences and self._begin_with_the_first():
            self.game = self._loaded()
            self.table = TurnReader(self.game)
        self.deals = Deals(self.game)

    def _loaded(self) -> Game:
        from ludwright.playtests.reading_games import loaded

        return loaded(self.trace, ask_forced=self.ask_forced)

    def _place(self, line: int) -> Place:
        text = self.trace.text[line - 1] if 0 < line <= len(self.trace.text) else ""
        start = len(text) - len(text.lstrip())
        return Place(str(self.trace.path), line, start + 1, max(1, len(text.strip())), text)

    # ------------------------------------------------------------ who plays

    def _count_players(self) -> None:
        """Where nobody says how many play, as many as are named."""
        if self.trace.players is None and self.trace.sentences:
            from ludwright.game import described, find, player_range

            least, most = player_range(described(find(self.trace.game)))
            named = len({words.split()[0] for _, words in self.trace.lines})
            self.trace.players = min(max(least, len(self.trace.seats) or named), most)

    def _read(self) -> list[Turn]:
        found = [read_turn(words, self._place(line), self.table.verbs) for line, words in self.trace.lines]
        wrong = [one for one in found if isinstance(one, Mistake)]
        if wrong:
            raise MistakesError(wrong)
        return [one for one in found if isinstance(one, Turn)]

    def _seated(self) -> dict[str, int]:
        """Players by name, where all names fit; else by their order."""
        there = {name.casefold(): seat for seat, name in enumerate(self.game.seats)}
        names = list(dict.fromkeys([turn.player for turn in self.turns]))
        names += [name for name in dict.fromkeys(turn.to for turn in self.turns if turn.to) if name not in names]
        if self.trace.seats:
            seats = {name: seat for seat, name in enumerate(self.trace.seats)}
        elif all(name.casefold() in there for name in names):
            seats = {name: there[name.casefold()] for name in names}
        else:
            seats = {name: seat for seat, name in enumerate(names)}
            self.trace.matched = {
                name: self.game.seats[seat] for name, seat in seats.items() if seat < self.game.players
            }
        for turn in self.turns:
            for name in (turn.player, turn.to):
                if name is not None and not 0 <= seats.get(name, -1) < self.game.players:
                    close = nearest(name, [*self.game.seats, *(one for one in names if one != name)])
                    raise MistakesError(
                        turn.wrong(f"nobody is called `{name}` here", f"did you mean `{close}`?" if close else "")
                    )
        self.trace.seats = self.trace.seats or [
            next((name for name, own in seats.items() if own == seat), self.game.seats[seat])
            for seat in range(self.game.players)
        ]
        return seats

    def _begin_with_the_first(self) -> bool:
        """Who begins is who stands in the first line; whether that had to be set."""
        first = self.seats[self.turns[0].player] + 1 if self.turns else 1
        if FIRST not in self.game.params or first == self.game.params[FIRST] or FIRST in self.trace.params:
            return False
        self.trace.params[FIRST] = first
        return True

    # ------------------------------------------------------------ the deal

    def _setup(self) -> list[int]:
        """The draws of the deal, as far as it is told or found."""
        trace = self.trace
        wanted: dict[int, list[int]] = {}
        for line, label, cards in trace.cards:
            wanted[self._zone(line, label)] = [self._card(line, name) for name in cards]
        chance = Stream(*stream(trace.seed, trace.deal, 3))
        if not wanted and trace.sentences and not trace.seeded and self._is_dealt():
            found = find_deal(self.table, self.deals, self._start(), self.turns, self.seats)
            if not found.whole:
                turn = self.turns[found.turns]
                raise MistakesError(
                    turn.wrong(
                        "no deal was found with which this can be done after all that was done before",
                        "tell the deal, if it is known: a line `cards hand of NAME: …` for each hand",
                    )
                )
            trace.found = True
            wanted = found.wanted
        if not wanted:
            return []
        try:
            return self.deals.draws(wanted, chance)
        except DealError as error:
            raise MistakesError(Mistake(self._place(trace.cards[0][0]) if trace.cards else None, str(error))) from None

    def _start(self) -> Match:
        return self.game.start(self.trace.seed, self.trace.deal)

    def _is_dealt(self) -> bool:
        """Whether chance decides who gets which card: two deals that look alike are taken for the only one."""
        layouts = set()
        for number in range(3):
            state = self.game.start(1, number).words
            layouts.add(
                tuple(
                    tuple(self.table.design(card, state) for card in self.table.labels.inside(place, state))
                    for place in self.deals.zones().values()
                )
            )
        return len(layouts) > 1 and "design" in self.game.rules.model.arrays

    def _zone(self, line: int, label: str) -> int:
        zones = self.deals.zones()
        known = dict(zones)
        for name, seat in zip(self.trace.seats, self.game.seats, strict=False):
            for one, place in zones.items():
                known.setdefault(one.replace(seat, name), place)
        if label not in known:
            close = nearest(label, known)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(known)}"
            raise MistakesError(Mistake(self._place(line), f"no cards lie in `{label}`", hint))
        return known[label]

    def _card(self, line: int, name: str) -> int:
        if name == "?":
            return UNKNOWN
        found = self.table.called(name)
        if not found:
            close = nearest(name, self.table.designs)
            hint = f"did you mean `{close}`?" if close else "write `?` for a card that nobody knows"
            raise MistakesError(Mistake(self._place(line), f"there is no card `{name}`", hint))
        return found[0]

    # ------------------------------------------------------------ playing it again

    def replayed(self) -> Match:
        """The game played again; whatever does not fit is told at its line."""
        from ludwright.playtests.reading_games import answer_of, only_choices

        trace = self.trace
        setup = self._setup()
        draws: tuple[int, ...] = tuple(setup)
        view, codes = self._start(), []
        run = self._rehearsed(setup)
        self.rolled = run.used
        for number, (line, words) in enumerate(trace.lines):
            now = view.twin_of(np.array(run.state, np.int32))
            turn = self.turns[number] if trace.sentences else None
            while not now.over and len(now.codes()) == 1 and not self._is_meant(now, turn, words):
                codes.append(now.codes()[0])
                self._advance(run, codes[-1])
                now = view.twin_of(np.array(run.state, np.int32))
            self._check_dice(line)
            codes.append(self._code(now, turn) if turn is not None else answer_of(trace, now, line, words))
            self._advance(run, codes[-1])
        self._go_on_to_the_last_die(run, view, codes)
        if trace.rolls:
            draws = run.draws
        trace.told = draws
        game = begun(self.game, Origin(trace.seed, trace.deal, (), told=draws)) if draws else self.game
        match = game.start(trace.seed, trace.deal)
        for code in codes:
            match.apply(code)
        return only_choices(trace, match) if self.ask_forced else match

    # ------------------------------------------------------------ dice

    rolled = 0
    """How many dice were thrown that are told."""

    def _faces(self) -> list[int]:
        return [face for _, face in self.trace.rolls[self.rolled :]]

    def _rehearsed(self, setup: list[int]) -> Rehearsal:
        try:
            return Rehearsal(self.game, self.trace.seed, self.trace.deal, setup, self._faces())
        except DealError as error:
            raise self._wrong_die(str(error)) from None

    def _advance(self, run: Rehearsal, code: int) -> None:
        try:
            self.rolled += run.advance(code, self._faces())
        except DealError as error:
            raise self._wrong_die(str(error)) from None

    def _check_dice(self, line: int) -> None:
        """All dice that are told before a line must have been thrown by then."""
        if self.rolled < len(self.trace.rolls) and self.trace.rolls[self.rolled][0] < line:
            raise self._wrong_die("no die is thrown here")

    def _go_on_to_the_last_die(self, run: Rehearsal, view: Match, codes: list[int]) -> None:
        """What is no choice is done until all dice that are told were thrown."""
        while self.rolled < len(self.trace.rolls):
            now = view.twin_of(np.array(run.state, np.int32))
            if now.over or len(now.codes()) != 1:
                raise self._wrong_die("no die is thrown here")
            codes.append(now.codes()[0])
            self._advance(run, codes[-1])

    def _wrong_die(self, words: str) -> MistakesError:
        line = self.trace.rolls[min(self.rolled, len(self.trace.rolls) - 1)][0]
        return MistakesError(Mistake(self._place(line), words))

    def _is_meant(self, match: Match, turn: Turn | None, words: str) -> bool:
        if turn is None:
            from ludwright.playtests.reading_games import fits

            return fits(self.trace, match, words)
        return self.seats[turn.player] == match.actor and match.legal()[0].action in self.table.actions(turn.verb)

    def _code(self, match: Match, turn: Turn) -> int:
        """The answer that a turn means; else what is wrong with it."""
        seat = self.seats[turn.player]
        if match.over:
            raise MistakesError(
                turn.wrong(f"the game is over before this turn: {self._ended(match)}", "take this line away")
            )
        if match.actor != seat:
            names = self.trace.seats
            raise MistakesError(turn.wrong(f"it is not the turn of {turn.player}, but of {names[match.actor or 0]}"))
        to = self.seats[turn.to] if turn.to is not None else None
        wrong = (
            self._card_wrong(match, turn, seat)
            if turn.verb in ("plays", "discards")
            else self._hint_wrong(match, turn, seat, to)
        )
        if wrong is not None:
            raise MistakesError(wrong)
        ways = self.table.ways(match, turn, to)
        if ways:
            return ways[0]
        why = self.table.hinders(turn.verb, match)
        if not why and not self.table.actions(turn.verb):
            why = f"this game has no action for `{turn.verb}`"
        raise MistakesError(turn.wrong(f"{turn.player} can't do this now" + (f": {why}" if why else "")))

    @staticmethod
    def _ended(match: Match) -> str:
        return match.fault.words if match.fault is not None else "by its rules nobody has a turn any more"

    def _card_wrong(self, match: Match, turn: Turn, seat: int) -> Mistake | None:
        """What keeps a player from having a card."""
        table, state = self.table, match.words
        wanted = set(table.called(turn.what))
        if not wanted:
            close = nearest(turn.what, table.designs)
            return turn.wrong(f"there is no card `{turn.what}`", f"did you mean `{close}`?" if close else "")
        if any(table.design(card, state) in wanted for card in table.hand(seat, state)):
            return None
        earlier = [
            one for one in self.turns if one.place.line < turn.place.line and one.verb in ("plays", "discards")
            and set(table.called(one.what)) & wanted
        ]  # fmt: skip
        if earlier and len(wanted) <= len(earlier):
            last = earlier[-1]
            verb = {"plays": "played", "discards": "discarded"}[last.verb]
            return turn.wrong(f"{turn.what} was {verb} before, on line {last.place.line}")
        holder = next(
            (
                name for name, own in self.seats.items()
                if own != seat and any(table.design(card, state) in wanted for card in table.hand(own, state))
            ),
            None,
        )  # fmt: skip
        held = ", ".join(table.designs[table.design(card, state)] for card in table.hand(seat, state))
        where = f": {holder} has it" if holder else ""
        return turn.wrong(
            f"{turn.what} is not in the hand of {turn.player}{where}", f"there are {held}" if held else ""
        )

    def _hint_wrong(self, match: Match, turn: Turn, seat: int, to: int | None) -> Mistake | None:
        if turn.verb != "hints" or to is None:
            return None
        if to == seat:
            return turn.wrong(f"{turn.player} can't give a hint to themselves")
        value = self.table.value(turn.what)
        if value is None:
            return turn.wrong(f"`{turn.what}` is no value of any card", "write a number, a colour, or its first letter")
        state = match.words
        hand = [self.table.design(card, state) for card in self.table.hand(to, state)]
        if any(value in self.table.printed[design] for design in hand):
            return None
        held = ", ".join(self.table.designs[design] for design in hand)
        return turn.wrong(f"this hint points at nothing: {turn.to} has no {value}", f"there are {held}" if held else "")

"""A CardScript game as a text in our language.

Decks become zones in which the first card lies at the bottom: it is taken first, and what is put there comes to the top. Every chain of
actions becomes an action, or one for each sort of thing that can be chosen in it (a colour, a rank). Where the language leaves something open,
the text gets a parameter: see ``options.py``.
"""

from __future__ import annotations

from ludwright.importing.cardscript.chains import Chains
from ludwright.importing.cardscript.conditions import Conditions
from ludwright.importing.cardscript.names import Names
from ludwright.importing.cardscript.options import Options
from ludwright.importing.cardscript.syntax import Part, Script, Stage, Word
from ludwright.importing.cardscript.table import Table
from ludwright.importing.places import Wrong
from ludwright.importing.text import Text
from ludwright.model.limits import MOST_SEATS

_MOST_CARDS = 2_000
_MOST_TURNS = 1_000_000
FIRST = "first_player"
"""The parameter that says who begins."""


def translated(script: Script, names: Names, wrong: Wrong) -> Text:
    """The text of the same game; what can't be said becomes a mistake."""
    if not 1 <= len(script.players) <= MOST_SEATS:
        at = script.players[-1].name if script.players else script.title
        wrong(at, f"a game has 1 to {MOST_SEATS} players, here are {len(script.players)}")
    cards = [card for deck in script.decks for card in deck.cards]
    if not cards:
        wrong(script.title, "there are no cards")
    elif len(cards) > _MOST_CARDS:
        wrong(cards[_MOST_CARDS].name, f"there are more than {_MOST_CARDS:,} cards")
    if not script.stages:
        wrong(script.title, "nothing is ever done: there is no stage", "add `gameflow = [ stage … ]`")
    text = Text()
    if not wrong.mistakes:
        _Translation(script, names, wrong, text).write()
    return text


class _Translation:
    def __init__(self, script: Script, names: Names, wrong: Wrong, text: Text) -> None:
        self.script, self.wrong, self.text = script, wrong, text
        self.table = Table(script, names)
        self.options = Options(script, names, wrong)
        self.conditions = Conditions(self.table, wrong)
        self.chains = Chains(self.table, self.options, self.conditions, wrong)
        self.fresh = self.table.fresh
        self.orders = self._orders()
        self.simple = len(self.orders) == 1 and sorted(self.orders[0]) == list(range(1, len(script.players) + 1))
        self.next_up = self.fresh("next_up")
        self.order = self.fresh("turn_order")
        self.taken = self.fresh("turns_taken")
        self.marks: list[str] = []
        """Variables that remember which of several things was done in this turn."""

    # ------------------------------------------------------------ turn orders

    def _orders(self) -> list[list[int]]:
        """Every turn order that occurs, as seats from 1: that of the game first, then those of `changeTurns` and of stages for teams."""
        orders = [self._seats(self.script.order or tuple(player.name for player in self.script.players))]
        changes = [action for action in self.script.actions() if action.verb.text == "changeTurns"]
        orders += [self._seats(action.target) for action in changes]
        if any(stage.who.text == "teams" for stage in self.script.stages):
            orders.append(self._team_order())
        return [order for i, order in enumerate(orders) if order and order not in orders[:i]]

    def _seats(self, players: tuple[Word, ...]) -> list[int]:
        return [self.table.seat(word.text) for word in players]

    def _team_order(self) -> list[int]:
        members = [word for team in self.script.teams for word in team.players]
        found = self._seats(tuple(members))
        return [*found, *(n for n in range(1, len(self.script.players) + 1) if n not in found)]

    # ------------------------------------------------------------ the whole

    def write(self) -> None:
        text, script = self.text, self.script
        assert script.title is not None
        text.line(f"# From {script.file.replace(chr(92), '/').rpartition('/')[2]}, a game in CardScript")
        text.line(f'game "{script.title.text}"', script.title)
        self.table.write_players(text)
        stages = [self._stage(stage) for stage in script.stages]  # first: they find out what there has to be
        self._write_parameters()
        self.table.write_cards(text)
        self.table.write_zones(text)
        self._write_variables()
        self.table.write_setup(text)
        text.gap()
        with text.block("play"):
            for stage in script.stages:
                text.line(self.table.name_of[stage.name.text], stage.name)
        for lines in stages:
            text.gap()
            for depth, line, at in lines:
                text.depth = depth
                text.line(line, at)
            text.depth = 0
        self.chains.write(text)
        self._write_score()

    def _write_parameters(self) -> None:
        used = self.options.parameters()
        if self.simple and self._has_turns() and len(self.table.seats) > 1:
            used.append((f"param {FIRST} = 1 in 1..{len(self.table.seats)}        # who begins", self.script.order_at))
        if used or not self.simple:
            self.text.gap()
        for line, at in used:
            self.text.line(line, at)
        if not self.simple:
            for number, order in enumerate(self.orders, 1):
                self.text.line(
                    f"param {self.order}_{number} = {', '.join(map(str, order))}{', 0' if len(order) == 1 else ''}",
                    self.script.order_at,
                )

    def _write_variables(self) -> None:
        text, script = self.text, self.script
        text.gap()
        for tokens in script.tokens:
            most = max(1, tokens.most.number, tokens.start.number)
            text.line(f"var {self.table.name_of[tokens.name.text]} = {tokens.start.number} in 0..{most}", tokens.name)
        if self._has_turns():
            if self.simple:
                start = f" = players[{FIRST}]" if len(self.table.seats) > 1 else ""
                text.line(f"var {self.next_up}: player{start}    # whose turn comes next, also in the next stage")
            else:
                longest = max(map(len, self.orders))
                text.line(f"var {self.next_up} = 1 in 1..{longest}    # whose turn comes next, by the turn order")
                text.line(f"var {self.taken} = 0 in 0..{_MOST_TURNS}")
                if len(self.orders) > 1:
                    text.line(f"var {self.order} = 1 in 1..{len(self.orders)}")
                text.line(f"define {self.order}_seat(n): {self._by_order('players[{0}[n]]')}")
                text.line(f"define {self.order}_size: {self._by_order(None)}")
        for mark in self.marks:
            text.line(f"var {mark} = no, each turn")

    def _by_order(self, pattern: str | None) -> str:
        """Something that depends on the turn order that counts at the moment."""
        told = [
            pattern.format(f"{self.order}_{n}") if pattern else str(len(order))
            for n, order in enumerate(self.orders, 1)
        ]
        return " else ".join([*(f"{one} if {self.order} is {n}" for n, one in enumerate(told[:-1], 1)), told[-1]])

    def _has_turns(self) -> bool:
        return any(stage.who.text != "dealer" for stage in self.script.stages)

    # ------------------------------------------------------------ stages

    def _stage(self, stage: Stage) -> list[tuple[int, str, Word | None]]:
        secret = "secret " if stage.who.text == "all" else ""
        lines: list[tuple[int, str, Word | None]] = [
            (0, f"{secret}stage {self.table.name_of[stage.name.text]}", stage.name)
        ]
        return lines + (self._dealt(stage) if stage.who.text == "dealer" else self._turns(stage))

    def _dealt(self, stage: Stage) -> list[tuple[int, str, Word | None]]:
        """What the dealer does, once, or as long as all conditions hold."""
        lines: list[tuple[int, str, Word | None]] = []
        for part in stage.parts:
            for chain in part.chains[: part.times]:
                for action in chain:
                    lines += [(0, line, at) for line, at in self.chains.dealt(action)]
        lines = lines or [(0, "nothing", stage.name)]
        if not stage.conditions:
            return [(1, line, at) for _, line, at in lines]
        counts = [condition for condition in stage.conditions if condition.turns]
        whiles = [condition for condition in stage.conditions if not condition.turns]
        head = "repeat while " + self.conditions.all(whiles) if whiles else ""
        times = f"repeat {self.conditions.number(counts[0].formula)} times" if counts else ""
        if not counts or not whiles:
            return [
                (1, head or times, stage.conditions[0].at),
                *((2, line, at) for _, line, at in lines),
            ]
        body = [(3, line, at) for _, line, at in lines]
        return [(1, times, counts[0].at), (2, f"if {self.conditions.all(whiles)}", whiles[0].at), *body]

    def _turns(self, stage: Stage) -> list[tuple[int, str, Word | None]]:
        lines: list[tuple[int, str, Word | None]] = []
        stop = [self.conditions.negated(one.formula) for one in stage.conditions if not one.turns]
        rounds = [self.conditions.number(one.formula) for one in stage.conditions if one.turns]
        once = not stage.conditions
        teams = stage.who.text == "teams" and not self.simple and self._team_order() != self.orders[0]
        if teams:
            lines += [
                (1, f"{self.order} = {self.orders.index(self._team_order()) + 1}", stage.who),
                (1, f"{self.next_up} = 1", stage.who),
            ]
        if self.simple:
            stop += [f"round.number > {n}" for n in rounds]
            head = f"turns {'once ' if once else ''}from {self.next_up}"
        else:
            lines.append((1, f"{self.taken} = 0", stage.who))
            stop += [f"{self.taken} >= {self.order}_size * {n}" for n in (rounds or (["1"] if once else []))]
            head = f"turns from {self.order}_seat({self.next_up})"
        until = f" until {' or '.join(stop)}" if stop else ""
        lines.append((1, head + until, stage.conditions[0].at if stage.conditions else stage.who))
        parts = [line for part in stage.parts for line in self._part(part, stage.name.text)]
        lines += parts or [(2, "nothing", stage.who)]
        if self.simple:
            lines.append((2, f"{self.next_up} = left(me)", None))
        else:
            lines += [
                (2, f"{self.taken} += 1", None),
                (2, f"{self.next_up} = {self.next_up} mod {self.order}_size + 1", None),
                (2, f"{self.order}_seat({self.next_up}) goes next", None),
            ]
        if teams:
            lines += [(1, f"{self.order} = 1", stage.who), (1, f"{self.next_up} = 1", stage.who)]
        return lines

    def _part(self, part: Part, stage: str) -> list[tuple[int, str, Word | None]]:
        if part.times < 1 or not part.chains:
            return []
        if part.count is not None and part.times > len(part.chains):
            self.wrong(part.count, f"{part.times} of these are asked for, but there are only {len(part.chains)}")
            return []
        several = part.times > 1
        offered: list[str] = []
        for chain in part.chains:
            mark = self.fresh("done") if several else None
            if mark is not None:
                self.marks.append(mark)
            offered += self.chains.actions(chain, stage, mark, self._change_turns)
        if not offered:
            return []
        way = f"one of {', '.join(offered)}" if len(offered) > 1 else offered[0]
        line = f"me may do {way}" if part.optional else way if len(offered) > 1 else f"me does {way}"
        if several:
            return [(2, f"repeat {part.times} times", part.at), (3, line, part.at)]
        return [(2, line, part.at)]

    def _change_turns(self, players: tuple[Word, ...]) -> list[str]:
        """From the next turn on another order counts: it goes on behind whoever has the turn, or with its first."""
        order = self._seats(players)
        if self.simple or not order:
            return []
        number = self.orders.index(order) + 1
        found = [f"{self.order} = {number}"] if len(self.orders) > 1 else []
        place = f"{len(order)}"
        for spot, seat in reversed(list(enumerate(order, 1))):
            if seat in order:
                place = f"{spot} if me is players[{seat}] else {place}"
        return [*found, f"{self.next_up} = {place}"]

    # ------------------------------------------------------------ points

    def _write_score(self) -> None:
        text, script = self.text, self.script
        decks: dict[str, Word] = {}
        for action in script.actions():
            if action.verb.text == "calculateScore":
                decks |= {self.table.deck(word).name.text: action.verb for word in action.source}
        at = next(iter(decks.values()), script.title)
        text.gap()
        if self.table.together:
            told = [self.table.worth(self.table.decks[name]) for name in decks]
            text.line(f"score: {' + '.join(told) if told else '0'}", at)
            return
        hands = {name: owner for name, owner in self.table.owners.items() if name in decks}
        told = [self.table.worth(self.table.decks[name]) for name in decks if name not in hands]
        for name, owner in hands.items():
            told.append(f"({self.table.worth(self.table.decks[name])} if p is {self.table.name_of[owner]} else 0)")
        text.line(f"score(p): {' + '.join(told) if told else '0'}", at)
        text.line("winner: highest score", at)

"""Chains of CardScript's actions as actions of our language.

A chain is offered only if each of its parts can be done in the state as it is before: so every part adds its conditions, and then its effects. Where a
part can be chosen in several sorts of ways (a hint about a colour or about a rank), the chain becomes an action for each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludwright.importing.cardscript.conditions import Conditions
from ludwright.importing.cardscript.options import Options
from ludwright.importing.cardscript.syntax import Action, Deck, Range, Term, Tokens, Word
from ludwright.importing.cardscript.table import Column, Table
from ludwright.importing.places import Wrong
from ludwright.importing.text import Text

Line = tuple[str, Word | None]
ChangeTurns = Callable[[tuple[Word, ...]], list[str]]
_MOST_ACTIONS = 60


@dataclass
class Way:
    """One sort of ways to do a part of a chain, or a whole chain."""

    name: str = ""
    parameters: list[str] = field(default_factory=list)
    conditions: list[Line] = field(default_factory=list)
    effects: list[Line] = field(default_factory=list)
    who: frozenset[str] | None = None
    """Who can do it; None for everybody."""

    def then(self, other: Way) -> Way | None:
        """This, and then another part; None if nobody can do both."""
        who = self.who if other.who is None else other.who if self.who is None else self.who & other.who
        if who is not None and not who:
            return None
        return Way(
            self.name or other.name,
            self.parameters + other.parameters,
            self.conditions + other.conditions,
            self.effects + other.effects,
            who,
        )


class Chains:
    """Makes actions out of chains; the same chain is one action wherever it stands."""

    def __init__(self, table: Table, options: Options, conditions: Conditions, wrong: Wrong) -> None:
        self.table, self.options, self.conditions, self.wrong = table, options, conditions, wrong
        self._known: dict[tuple[str, ...], list[str]] = {}
        self._actions: list[tuple[str, Way, Word]] = []
        self._puts: dict[tuple[str, ...], tuple[str, list[Line], Word]] = {}
        self._fits_on: dict[str, str] = {}
        """By a deck's name, the definition that says whether a card fits there."""
        self._defined: dict[str, tuple[str, Word]] = {}

    # ------------------------------------------------------------ actions

    def actions(self, chain: tuple[Action, ...], stage: str, mark: str | None, change: ChangeTurns) -> list[str]:
        """The names of the actions for a chain of a stage; with ``mark``, of actions that can be done once."""
        key = (*(action.text for action in chain), mark or "")
        if key in self._known:
            return self._known[key]
        ways = [Way()]
        for number, action in enumerate(chain):
            parts = self._ways(action, chain, number, change)
            ways = [both for way in ways for part in parts if (both := way.then(part)) is not None]
            if len(ways) * max(1, len(parts)) > _MOST_ACTIONS:
                self.wrong(action.verb, "there are too many sorts of ways to do this chain")
                return []
        names = []
        for way in ways:
            name = self.table.fresh(way.name or "do_it", suffix=stage)
            if mark is not None:
                way.conditions.insert(0, (f"when not {mark}", chain[0].verb))
                way.effects.append((f"{mark} = yes", chain[0].verb))
            self._actions.append((name, way, chain[0].verb))
            names.append(name)
        self._known[key] = names
        return names

    def write(self, text: Text) -> None:
        """All actions, and the procedures they share."""
        for name, way, at in self._actions:
            text.gap()
            given = f"({', '.join(way.parameters)})" if way.parameters else ""
            with text.block(f"action {name}{given}", at):
                for line, where in dict.fromkeys(way.conditions):
                    text.line(line, where)
                for line, where in way.effects or [("nothing", at)]:
                    text.line(line, where)
        text.gap()
        for name, (test, at) in self._defined.items():
            text.line(f"define {name}(c): {test}", at)
        for name, lines, at in self._puts.values():
            text.gap()
            with text.block(f"to {name}(c)", at):
                for line, where in lines:
                    text.line(line, where)

    def _ways(self, action: Action, chain: tuple[Action, ...], number: int, change: ChangeTurns) -> list[Way]:
        verb, at = action.verb.text, action.verb
        if verb == "moveCard":
            return self._move(action, chain, number)
        if verb == "giveHint":
            return self._hint(action, number)
        if verb == "takeCard":
            return self._take(action)
        if verb == "changeTurns":
            return [Way("change_turns", effects=[(line, at) for line in change(action.target)])]
        conditions, effects = self._plain(action, dealt=False)
        return [Way(_NAMES.get(verb, verb), [], [(f"when {line}", at) for line in conditions], effects)]

    # ------------------------------------------------------------ what nobody chooses

    def dealt(self, action: Action) -> list[Line]:
        """What the dealer does: nobody chooses anything."""
        verb, at = action.verb.text, action.verb
        if verb == "giveHint":
            self.wrong(at, "the dealer has nobody to give a hint for", "hints belong into a stage with `turns`")
            return []
        if verb == "changeTurns":
            self.wrong(at, "the turn order changes in a player's turn, not in a dealer's stage")
            return []
        if verb == "getInfo":
            self.wrong(at, "nobody has the turn in a dealer's stage: there is nobody to look at it")
            return []
        if verb == "takeCard":
            target = [self.table.deck(word) for word in action.target]
            if len(target) != 1:
                self.wrong(at, "nobody has the turn in a dealer's stage: whose hand is it?", "use `distribute`")
                return []
            return [(f"move bottom of {self._source(action)} to {self.table.zone(target[0])}", at)]
        if verb == "moveCard":
            return self._dealt_card(action)
        return self._plain(action, dealt=True)[1]

    def _dealt_card(self, action: Action) -> list[Line]:
        at, source = action.verb, self.table.deck(action.source[0])
        zone = self.table.zone(source)
        if len(action.source) != 1 or isinstance(action.which, Range) or action.which is None:
            self.wrong(at, "nobody chooses a card in a dealer's stage", "name one deck, and a card or a place of it")
            return []
        assert isinstance(action.which, Term)
        word = action.which.word
        card = f"{zone}[{word.number}]" if word.is_number else self._named(word, zone)
        target = [self.table.deck(deck) for deck in action.target]
        if len(target) == 1 and not target[0].conditions:
            return [(f"move {card} to {self.table.zone(target[0])}", at)]
        return [(f"{self._put(tuple(target), at)}({card})", at)]

    def _named(self, word: Word, zone: str) -> str:
        return f"(first c in {zone} with c is {self.table.name_of[word.text]})"

    def _source(self, action: Action) -> str:
        return self.table.zone(self.table.deck(action.source[0]))

    def _plain(self, action: Action, dealt: bool) -> tuple[list[str], list[Line]]:
        """Conditions and effects of an action that leaves nothing to choose."""
        verb, at = action.verb.text, action.verb
        if verb == "shuffle":
            return [], [(f"shuffle {self._source(action)}", at)]
        if verb == "distribute":
            return self._distribute(action)
        if verb == "endGame":
            return [], [("end game", at)]
        if verb == "calculateScore":
            return [], []
        if verb == "getInfo":
            return [], [(f"show {self.table.zone(self.table.deck(word))} to me", at) for word in action.source]
        return self._token(action, dealt)

    def _token(self, action: Action, dealt: bool) -> tuple[list[str], list[Line]]:
        at, verb = action.verb, action.verb.text
        first = self.table.names.tokens(action.source[0])
        assert first is not None
        name, most = self.table.name_of[first.name.text], self._most(first)
        if verb == "useToken":
            return [], [(f"{name} = max(0, {name} - 1)" if dealt else f"pay 1 from {name}", at)]
        if verb == "returnToken":
            return [f"{name} < {most}"], [(f"{name} = min({most}, {name} + 1)", at)]
        other = self.table.names.tokens(action.target[0])
        assert other is not None and action.number is not None
        to, number, room = self.table.name_of[other.name.text], action.number.number, self._most(other)
        conditions = [f"{name} >= {number}", f"{to} + {number} <= {room}"]
        return conditions, [(f"{name} -= {number}", at), (f"{to} += {number}", at)]

    @staticmethod
    def _most(tokens: Tokens) -> int:
        return max(1, tokens.most.number)

    def _distribute(self, action: Action) -> tuple[list[str], list[Line]]:
        at, source = action.verb, self._source(action)
        assert action.number is not None
        decks = [self.table.deck(word) for word in action.target]
        hands = [self.table.seats.index(self.table.owners.get(deck.name.text, "")) if deck.name.text in self.table.owners else -1 for deck in decks]  # fmt: skip
        groups = {self.table.group(deck) for deck in decks}
        number = action.number.number
        if hands == list(range(len(self.table.seats))) and len(groups) == 1:
            inner = [(f"    for p in players: move bottom of {source} to p.{groups.pop()}", at)]
        else:
            inner = [(f"    move bottom of {source} to {self.table.zone(deck)}", at) for deck in decks]
        lines: list[Line] = [(f"repeat {number} times", at), *((line[2:], where) for line, where in inner)]
        return [f"{source}.count >= {number * len(decks)}"], lines if number and decks else []

    # ------------------------------------------------------------ taking

    def _take(self, action: Action) -> list[Way]:
        source, at = self._source(action), action.verb
        condition: Line = (f"when {source} is not empty", at)
        ways = []
        for who, owners, to in self._own(action.target, at):
            ways.append(Way("take", [], [condition, *who], [(f"move bottom of {source} to {to}", at)], owners))
        return ways or [Way("take", [], [condition], [])]

    def _own(self, words: tuple[Word, ...], at: Word) -> list[tuple[list[Line], frozenset[str] | None, str]]:
        """The decks of a list that are one's own or nobody's: conditions on who acts, who that is, and the zone."""
        decks = list({deck.name.text: deck for deck in (self.table.deck(word) for word in words)}.values())
        found: list[tuple[list[Line], frozenset[str] | None, str]] = []
        groups: dict[str, list[Deck]] = {}
        for deck in decks:
            group = self.table.group(deck)
            if group is None:
                found.append(([], None, self.table.zone(deck)))
            else:
                groups.setdefault(group, []).append(deck)
        for group, mine in groups.items():
            owners = frozenset(self.table.owners[deck.name.text] for deck in mine)
            found.append((self._among("me", group, mine, at), owners, f"my {group}"))
        return found

    def _among(self, who: str, group: str, decks: list[Deck], at: Word) -> list[Line]:
        """That a player is one of those who have these decks; nothing where that is everybody with such a hand."""
        everybody = [name for name in self.table.owners if self.table.group(self.table.decks[name]) == group]
        if len(decks) == len(everybody) == len(self.table.seats):
            return []
        owners = [self.table.name_of[self.table.owners[deck.name.text]] for deck in decks]
        tests = [f"{who} is {owner}" for owner in owners]
        return [(f"when {' or '.join(tests)}", at)]

    # ------------------------------------------------------------ moving cards

    def _move(self, action: Action, chain: tuple[Action, ...], number: int) -> list[Way]:
        at, which = action.verb, action.which
        card = "c" if not number else f"c_{number + 1}"
        before = [f"c_{i + 1}" if i else "c" for i in range(number) if chain[i].verb.text == "moveCard"]
        ways = []
        for who, owners, zone in self._own(action.source, at):
            conditions: list[Line] = list(who)
            self._choose_by_place(zone)
            parameters = []
            if isinstance(which, Range):
                parameters = [f"{card} in {zone}"]
                conditions.append((f"when {card}.position is in {which.low.number}..{which.high.number}", at))
            elif isinstance(which, Term) and which.word.is_number:
                conditions += [
                    (f"let {card} = {zone}[{which.word.number}]", at),
                    (f"when {zone}.count >= {which.word.number}", at),
                ]
            elif isinstance(which, Term):
                conditions += [
                    (f"let {card} = {self._named(which.word, zone)}", at),
                    (f"when {card} is not none", at),
                ]
            conditions += [(f"when {card} is not {other}", at) for other in before]
            taken = Way("", parameters, conditions, [], owners)
            ways += [both for put in self._goes(action, card) if (both := taken.then(put)) is not None]
        return ways

    def _choose_by_place(self, zone: str) -> None:
        self.table.in_order.add(zone)

    def _goes(self, action: Action, card: str) -> list[Way]:
        """Where a card goes: where it fits, and none is chosen; to one's own hand if only hands are named."""
        at = action.verb
        decks = tuple(self.table.deck(word) for word in action.target)
        table = [deck for deck in decks if deck.name.text not in self.table.owners]
        if not table:
            return [
                Way("take_card", [], who, [(f"move {card} to {zone}", at)], owners)
                for who, owners, zone in self._own(action.target, at)
            ]
        name = "discard" if table == [self.options.pile] else "play_card"
        if len(table) == 1 and not table[0].conditions:
            return [Way(name, effects=[(f"move {card} to {self.table.zone(table[0])}", at)])]
        return [Way(name, effects=[(f"{self._put(tuple(table), at)}({card})", at)])]

    # ------------------------------------------------------------ where a card fits

    def _put(self, decks: tuple[Deck, ...], at: Word) -> str:
        """The procedure that puts a card where it fits."""
        key = tuple(deck.name.text for deck in decks)
        if key not in self._puts:
            name = self.table.fresh("put_where_it_fits")
            self._puts[key] = (name, [], at)
            self._puts[key] = (name, self._fitting(decks, at), at)
        return self._puts[key][0]

    def _fitting(self, decks: tuple[Deck, ...], at: Word) -> list[Line]:
        branches: list[tuple[str, list[Line], Word]] = []
        for deck in decks:
            tests = self._fits(deck)
            where = deck.conditions[0].at if deck.conditions else deck.name
            body = [(f"move c to {self.table.zone(deck)}", where), *self._bonus(deck), *self._afterwards(deck)]
            branches.append((f"{self._define(deck, tests, where)}(c)" if tests else "", body, where))
            if not tests:
                break
        if branches[-1][0]:  # there may be cards that fit nowhere
            fits = self.table.fresh("fits")
            self._defined[fits] = (" or ".join(test for test, _, _ in branches), at)
            branches.insert(0, (f"not {fits}(c)", self._misfit(at), at))
        if len(branches) == 1:
            return branches[0][1]
        lines: list[Line] = []
        for number, (test, body, where) in enumerate(branches):
            head = f"if {test}" if not number else f"else if {test}" if number < len(branches) - 1 else "else"
            lines += [(head, where), *_deeper(body)]
        return lines

    def _define(self, deck: Deck, tests: list[str], at: Word) -> str:
        """The definition that says whether a card fits on a deck."""
        if deck.name.text not in self._fits_on:
            name = self.table.fresh(f"fits_{self.table.name_of[deck.name.text]}")
            self._fits_on[deck.name.text] = name
            self._defined[name] = (" and ".join(tests), at)
        return self._fits_on[deck.name.text]

    def _fits(self, deck: Deck) -> list[str]:
        tests = []
        for condition in deck.conditions:
            if condition.kind == "color":
                assert condition.color is not None
                tests.append(self.table.has("c", condition.color))
            elif condition.kind in ("higher", "lower"):
                value = self.table.value
                if value is None:
                    self.wrong(condition.at, "no card has a number, so none has a value")
                    continue
                current = f"(top of {self.table.zone(deck)}).{value}"
                if condition.number is not None:
                    tests.append(f"c.{value} is {current} + {condition.number.number}")
                else:
                    tests.append(f"c.{value} {'>' if condition.kind == 'higher' else '<'} {current}")
        return tests

    def _bonus(self, deck: Deck) -> list[Line]:
        """The last card of a row may give a hint back."""
        hints = self.options.hints
        higher = any(condition.kind == "higher" for condition in deck.conditions)
        if hints is None or not higher:
            return []
        color = next((condition.color for condition in deck.conditions if condition.kind == "color"), None)
        highest = self.table.highest(color)
        if highest is None:
            return []
        name, gives = self.table.name_of[hints.name.text], self.options.full_row_gives()
        most = max(self._most(hints), hints.start.number)
        return [(f"if c.{self.table.value} is {highest}: {name} = min({most}, {name} + {gives})", deck.name)]

    def _afterwards(self, deck: Deck) -> list[Line]:
        """What `if E then ACTION` does once a card was put there."""
        lines: list[Line] = []
        for condition in deck.conditions:
            if condition.kind == "if" and condition.formula is not None:
                done: list[Line] = []
                for action in condition.actions:
                    if action.verb.text in ("moveCard", "takeCard", "giveHint", "changeTurns", "getInfo"):
                        self.wrong(action.verb, f"nobody chooses here: `{action.verb.text}` can't be done by a deck")
                    else:
                        done += self._plain(action, dealt=True)[1]
                if done:
                    lines += [(f"if {self.conditions.test(condition.formula)}", condition.at), *_deeper(done)]
        return lines

    def _misfit(self, at: Word) -> list[Line]:
        """What comes of a card that fits nowhere: an option."""
        pile, lives = self.options.pile, self.options.lives
        lines: list[Line] = [(f"move c to {self.table.zone(pile)}" if pile is not None else "remove c", at)]
        if lives is not None:
            name = self.table.name_of[lives.name.text]
            lines.append((f"{name} = max(0, {name} - {self.options.misfit_costs()})", at))
        return lines

    # ------------------------------------------------------------ hints

    def _hint(self, action: Action, number: int) -> list[Way]:
        """A hint about any value of any property: an action for each sort of property."""
        at = action.verb
        player, value = ("q", "v") if not number else (f"q_{number + 1}", f"v_{number + 1}")
        groups: dict[str, list[Deck]] = {}
        for deck in {deck.name.text: deck for deck in (self.table.deck(word) for word in action.target)}.values():
            group = self.table.group(deck)
            if group is not None:
                groups.setdefault(group, []).append(deck)
        ways = []
        for group, decks in groups.items():
            for columns in self._sorts():
                tests = " or ".join(f"c.{column.name} is {value}" for column in columns)
                ways.append(
                    Way(
                        f"hint_{columns[0].name}",
                        [f"{player} in others", f"{value} in {self._span(columns)}"],
                        [
                            *self._among(player, group, decks, at),
                            *self._limited(action, columns[0]),
                            (f"when any c in {player}.{group} with {tests}", at),
                        ],
                        [(f"tell everyone whether {tests} for c in {player}.{group}", at)],
                    )
                )
        return ways

    def _limited(self, action: Action, column: Column) -> list[Line]:
        which = action.which
        if not isinstance(which, Term) or which.word.is_number:
            return []
        found = self.table.names.known.get(which.word.text)
        named = which.word.text
        if found is not None and found.kind == "value":
            of = self.table.names.type_of(which.word)
            named = of.name.text if of is not None else named
        return [] if column.type == named else [(f"when not {self.options.named_hints_only()}", action.verb)]

    def _sorts(self) -> list[list[Column]]:
        """The columns, those of one type together."""
        found: dict[tuple[str, bool], list[Column]] = {}
        for column in self.table.columns:
            if column.type:
                found.setdefault((column.type, column.number), []).append(column)
        return list(found.values())

    def _span(self, columns: list[Column]) -> str:
        if columns[0].number:
            numbers = [int(float(value)) for column in columns for value in column.values.values()]
            return f"{min(numbers)}..{max(numbers)}"
        from ludwright.language.declarations import plural_of

        return plural_of(self.table.name_of[columns[0].type])


_NAMES = {
    "useToken": "use_token",
    "returnToken": "return_token",
    "moveToken": "move_token",
    "getInfo": "look",
    "shuffle": "shuffle_deck",
    "distribute": "give_out",
    "endGame": "end_the_game",
    "calculateScore": "count_points",
}


def _deeper(lines: list[Line]) -> list[Line]:
    return [("  " + line, at) for line, at in lines]

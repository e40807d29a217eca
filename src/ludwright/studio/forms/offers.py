"""Ready texts for places of forms: steps of a block, and what fits wherever the game itself makes no difference.

Each row is a group, what it means, and the text. Steps are made with what the game has, so that they read and work as they are put in.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.studio.forms.facts import Facts

Offer = tuple[str, str, str]
CARDS, CHANGE, CHOOSE, AGAIN, END, ORDER = (
    "Cards and pieces", "Numbers and marks", "What players do", "Again, and only if", "Who wins", "Turns and names",
)  # fmt: skip

FIXED: dict[str, list[Offer]] = {
    "else": [("", "what is done if not", "else\n  nothing")],
    "die": [("", f"a die with {sides} sides", f"d{sides}") for sides in (4, 6, 8, 10, 12, 20)],
    "shape": [("", "rows and columns", "grid"), ("", "a rhombus of hexagons", "hex"), ("", "a hexagon of hexagons", "hexagon"), ("", "goes round", "ring"), ("", "has an end", "track"), ("", "a map of linked places", "graph")],
    "size": [("", "", str(size)) for size in range(2, 13)],
    "board word": [("", "", word) for word in ("orthogonal", "diagonal", "king", "wrapped")],
    "board option": [("", "near are the four beside", "orthogonal"), ("", "near are the four across the corners", "diagonal"), ("", "near are all eight", "king"), ("", "leaving on one side enters on the other", "wrapped")],
    "board lines": [("Each cell has", "a mark of a player", "owner: player or none"), ("Each cell has", "a number", "count = 0 in 0..20"), ("Each cell has", "yes or no", "blocked = no")],
    "card option": [("", "so many of each", "copies 2"), ("", "so many for every player", "copies 2 each player")],
    "variable option": [("", "set back every turn", "each turn"), ("", "set back every round", "each round"), ("", "only its owner sees it", "seen by owner")],
    "action option": [("", "for charts: actions of one sort", "group main")],
    "range": [("", "", f"0..{high}") for high in (5, 10, 20, 50, 100)],
    "quota": [("", "", "always"), ("", "", "never"), ("", "", "at least 80% of cases"), ("", "", "at most 20% of games"), ("", "", "20% to 40% of games"), ("", "", "2 to 3 times a game")],
    "choose word": [("", "must", "chooses"), ("", "can leave it", "may choose")],
    "at most": [("", "not more often", f"up to {number} times") for number in (2, 3, 5)],
    "pattern": [("", "what must follow", "then another q does anything"), ("", "how soon", "within 1 turn")],
    "unit": [("", "", word) for word in ("turns", "rounds", "minutes", "hours")],
    "lines": [],
    "event": [("", "", word) for word in ("played", "bought", "drawn", "discarded")],
}  # fmt: skip


def statements(facts: Facts, fits: str) -> Iterator[Offer]:
    """Steps that can be put in here."""
    if fits == "action lines":
        yield from _conditions(facts)
    if fits != "outcome":
        yield from _cards(facts)
        yield from _changes(facts)
        yield from _choices(facts)
        yield from _again(facts)
    yield from _ends(facts)
    if fits != "outcome":
        yield from _order(facts)
        yield "", "for now", "nothing"


def _conditions(facts: Facts) -> Iterator[Offer]:
    group = "Only when"
    for number in facts.player.numbers:
        yield group, "the action is legal only then", f"when my {number} >= 1"
    for one in facts.at_hand:
        kind = facts.kinds.get(one.kind)
        for number in kind.numbers if kind else []:
            yield group, f"by the {number} of what was chosen", f"when {one.subject}.{number} >= 1"
        for condition, name in facts.said_of(kind, one.subject):
            yield group, f"by the {name} of what was chosen", f"when {condition}"
    for place in facts.places():
        yield group, "something lies there", f"when {place} is not empty"
    yield group, "a condition of your own", "when turn.number > 1"


def _pairs(facts: Facts) -> Iterator[tuple[str, str]]:
    """Places from which something can go to another."""
    places = facts.places()
    for source, kinds in places.items():
        for to, others in places.items():
            if source != to and set(kinds) & set(others):
                yield source, to


def _cards(facts: Facts) -> Iterator[Offer]:
    for one in reversed(facts.at_hand):
        kind = facts.kinds.get(one.kind)
        if kind is not None and kind.moves:
            for to, kinds in facts.places().items():
                if one.kind in kinds and " of " not in one.name:
                    yield CARDS, f"the {one.kind} {one.why}", f"move {one.name} to {to}"
            yield CARDS, "out of the game", f"remove {one.name}"
    for source, to in _pairs(facts):
        yield CARDS, "from the top", f"draw 1 from {source} to {to}"
    for source, kinds in facts.zones.items():
        for to, others in facts.player.zones.items():
            if set(kinds) & set(others):
                yield CARDS, "so many for everybody", f"deal 3 from {source} to {to}"
    for source, to in _pairs(facts):
        yield CARDS, "all of them", f"move {source} to {to}"
    for place, kinds in facts.places().items():
        if kinds != ["die"]:
            yield CARDS, "into a random order", f"shuffle {place}"
            yield CARDS, "everybody sees it", f"show top of {place} to players"
        else:
            yield CARDS, "dice on the table", f"roll {place}"


def _changes(facts: Facts) -> Iterator[Offer]:
    names = [*([] if facts.nobody else [f"my {name}" for name in facts.player.numbers]), *facts.numbers]
    for one in facts.at_hand:
        kind = facts.kinds.get(one.kind)
        if kind is not None and kind.moves and not facts.nobody:
            for mine in facts.player.numbers[:2]:
                for number in kind.numbers[:3]:
                    yield CHANGE, f"by the {number} of the {one.kind}", f"my {mine} += {one.subject}.{number}"
                    yield (
                        CHANGE,
                        f"by the {number} of the {one.kind}; who has too little can't",
                        f"pay {one.subject}.{number} from my {mine}",
                    )
        names += [f"{one.subject}.{name}" for name in (kind.numbers if kind and not kind.moves else [])]
        if kind is not None and not kind.moves:
            whose = [name for name, of in kind.others.items() if of == "player" and not facts.nobody]
            yield from ((CHANGE, f"whose {one.kind} it is", f"{one.subject}.{name} = me") for name in whose)
            yield from ((CHANGE, "mark it", f"{one.subject}.{name} = yes") for name in kind.truths)
    for name in names:
        yield CHANGE, "more", f"{name} += 1"
        yield CHANGE, "less", f"{name} -= 1"
        yield CHANGE, "less; who has too little can't", f"pay 1 from {name}"
    for name in names[:2]:
        yield CHANGE, "set it", f"{name} = 0"
        yield CHANGE, "by chance", f"{name} += roll d6"
    marks = [*([] if facts.nobody else [f"my {name}" for name in facts.player.truths]), *facts.truths]
    yield from ((CHANGE, "mark it", f"{name} = yes") for name in marks)
    players = [name for name, kind in facts.others.items() if kind == "player"]
    yield from ((CHANGE, "who it is", f"{name} = random p in players") for name in players)
    if facts.player.numbers:
        yield CHANGE, "everybody gets", f"for p in players: p.{facts.player.numbers[0]} += 1"


def _choices(facts: Facts) -> Iterator[Offer]:
    who = "me" if not facts.nobody else next(iter(facts.of_players()), "")
    acts = facts.actions
    if acts and who:
        yield (
            CHOOSE,
            "exactly one, as the player likes",
            f"{'' if who == 'me' else who + ' does '}one of {', '.join(acts)}",
        )
        yield from ((CHOOSE, "must be done", f"{who} does {act}") for act in acts)
        yield from ((CHOOSE, "can be left", f"{who} may do {act}") for act in acts)
        if who == "me":
            yield CHOOSE, "as many as can be, as the player likes", f"any number of {', '.join(acts)}"
            yield CHOOSE, "at most so often", f"any number of {', '.join(acts)} up to 3 times"
            yield from (
                (AGAIN, "again and again, until it can't be done", f"repeat while me can {act}\n  me does {act}")
                for act in acts
            )
            yield from ((CHOOSE, "if it can't be done, that", f"{act} otherwise end turn") for act in acts)
    yield from ((CHOOSE, "steps with a name", name) for name in [*facts.routines, *facts.stages])
    for place, kinds in facts.places().items():
        letter = facts.free(kinds[0])
        if who and kinds != ["die"]:
            to = next(
                (one for one, others in facts.places().items() if one != place and set(kinds) & set(others)), place
            )
            yield CHOOSE, "a question in between", f"{who} chooses {letter} from {place}: move {letter} to {to}"
    if who:
        yield (
            CHOOSE,
            "one way or another",
            f"{who} chooses way\n  option one_way\n    nothing\n  option other_way\n    nothing",
        )


def _again(facts: Facts) -> Iterator[Offer]:
    number = next(
        iter([f"my {name}" for name in facts.player.numbers if not facts.nobody] + facts.numbers), "turn.number"
    )
    yield AGAIN, "only if something holds", f"if {number} >= 3\n  nothing"
    yield AGAIN, "one or the other", f"if {number} >= 3\n  nothing\nelse\n  nothing"
    yield AGAIN, "one chance in six", "let luck = roll d6\nif luck is 6\n  nothing"
    yield AGAIN, "so often", "repeat 3 times\n  nothing"
    yield AGAIN, "until something holds", f"repeat until {number} >= 3\n  nothing"
    yield AGAIN, "as long as something holds", f"repeat while {number} < 3\n  nothing"
    yield AGAIN, "each player in turn", f"for {facts.free('player')} in players\n  nothing"
    for place, kinds in facts.places().items():
        yield AGAIN, "each of them in turn", f"for {facts.free(kinds[0])} in {place}\n  nothing"


def _ends(facts: Facts) -> Iterator[Offer]:
    if not facts.nobody:
        yield END, "who acts has won", "me wins"
        yield END, "who acts has lost", "me loses"
    yield END, "all together", "everyone wins"
    yield END, "all together", "everyone loses"
    for number in facts.player.numbers[:3]:
        yield END, f"who has most {number}", f"(highest p in players by p.{number}) wins"
    yield END, "nobody wins", "draw"
    yield from ((END, "by name", f"{name} wins") for name in facts.player.members)


def _order(facts: Facts) -> Iterator[Offer]:
    yield ORDER, "the scores decide", "end game"
    if not facts.nobody:
        yield ORDER, "the turn is over", "end turn"
        yield ORDER, "another turn", "me goes next"
        yield ORDER, "out of the game", "me leaves game"
        yield ORDER, "the other way round", "reverse turns"
    elif facts.at_play:
        yield ORDER, "one turn each", "turns once"
    yield ORDER, "a die, for the lines below", "let luck = roll d6"
    yield ORDER, "a number by chance, for the lines below", "let number = random n in 1..6"
    for place in facts.places():
        yield ORDER, "a name for the lines below", f"let picked = top of {place}"


def declarations(facts: Facts, section: str) -> Iterator[Offer]:
    """New parts of a game under a heading; ``NAME`` stands for the name that is asked for."""
    kinds = [kind for kind in facts.kinds.values() if kind.moves]
    number = next((f"my {name}" for name in facts.player.numbers), "turn.number")
    if section == "The game":
        if "players" not in facts.present:
            yield "", "how many play", "players 2 to 4"
        if not facts.clock:
            yield "", "a clock for games that go on for days", "clock in minutes"
    elif section == "Numbers to turn":
        yield "", "a number with a range to try", "param NAME = 5 in 0..10"
        yield "", "yes or no", "param NAME = no"
        yield "", "by the number of players", "param NAME = 5 for 2 players, 4 for 3..4 players"
    elif section == "Cards, pieces and lists":
        deck = "zone NAME_deck of NAME, face down, holds all PLURAL, shuffled"
        yield (
            "Cards",
            "a table to fill in, and a deck",
            f"cards NAME\n  | name  | value | copies |\n  | one   | 1     | 4      |\n  | two   | 2     | 4      |\n  | three | 3     | 4      |\n{deck}",
        )
        yield "Cards", "one for every number from 1 to 10, and a deck", f"cards NAME: each rank in 1..10\n{deck}"
        for kind in facts.kinds.values():
            if not kind.moves and kind.name not in ("player", "die"):
                yield (
                    "Cards",
                    f"one for every {kind.name} and number, and a deck",
                    f"cards NAME: each {kind.name}, each rank in 1..10\n{deck}",
                )
        yield (
            "Pieces",
            "pieces, so many for every player",
            "things NAME, copies 5 each player\neach player\n  zone NAME_store of NAME, holds all PLURAL",
        )
        yield (
            "Pieces",
            "pieces in one store for all",
            "things NAME, copies 20\nzone NAME_store of NAME, holds all PLURAL",
        )
        yield "Lists", "a list of words: suits, colours, goods", "enum NAME: red, green, blue"
        yield (
            "Lists",
            "a list of words with numbers",
            "enum NAME\n  | name  | price |\n  | small | 2     |\n  | large | 5     |",
        )
    elif section == "Board":
        yield "", "rows and columns", "board grid 8 x 8 of NAME"
        yield "", "hexagons", "board hex 6 x 6 of NAME"
        yield "", "a hexagon of hexagons", "board hexagon 3 of NAME"
        yield "", "a way with an end", "board track 20 of NAME"
        yield "", "a way that goes round", "board ring 12 of NAME"
        yield "", "a map of linked places", "board graph of NAME\n  link here: there, beyond\n  link there: beyond"
    elif section == "Places and what changes":
        yield from _new_places(facts)
    elif section == "The course of the game":
        acts = ", ".join(facts.actions) or "nothing"
        steps = {
            "setup": ("what happens before the first turn", "setup\n  nothing"), "turn": ("what a player does in a turn", f"turn\n  {'one of ' + acts if facts.actions else 'nothing'}"),
            "play": ("the whole game, if it is more than turns", "play\n  repeat 4 times: turns once"),
        }  # fmt: skip
        yield from (("", *offer) for rule, offer in steps.items() if rule not in facts.present)
        yield "", "a part of the game with a name", "stage NAME\n  nothing"
    elif section == "Actions":
        yield from _new_actions(facts, number)
    elif section == "Formulas with a name":
        yield (
            "",
            "a formula about a player",
            f"define NAME(p): p.{facts.player.numbers[0] if facts.player.numbers else 'number'}",
        )
        yield from (
            ("", f"a formula about a {kind.name}", f"define NAME({kind.name[0]}): {kind.name[0]}.{kind.numbers[0]}")
            for kind in kinds
            if kind.numbers
        )
        yield "", "a formula about the whole game", "define NAME: turn.number"
    elif section == "The end, and who wins":
        yield from _new_ends(facts, number)
    elif section == "Players with a plan":
        rules = "\n  ".join(facts.actions) or "nothing"
        yield "", "a player who does the first line that can be done", f'bot "my player"\n  {rules}'
    else:
        yield "In a sentence", "how long", 'expect "turns 10..30"'
        yield "In a sentence", "whether seats are fair", 'expect "seats are fair": "first player wins 40..60%"'
        yield "In a sentence", "how often nobody wins", 'expect "draws under 10%"'
        yield from (
            ("In a sentence", "whether it is used", f"expect \"never anyone plays '{name}'\"") for name in facts.actions
        )
        yield (
            "Followed through every game",
            "for charts",
            f'track "what it comes to": {"turn.number" if facts.nobody else number} each turn',
        )


def _new_places(facts: Facts) -> Iterator[Offer]:
    kinds = [kind for kind in facts.kinds.values() if kind.moves]
    for kind in kinds:
        if not any(kind.name in kinds for kinds in facts.zones.values()):
            yield (
                "Places",
                "a shuffled deck, face down",
                f"zone NAME of {kind.name}, face down, holds all {kind.plural}, shuffled",
            )
        yield "Places", f"a place for {kind.plural}, open for everybody", f"zone NAME of {kind.name}"
        yield (
            "Places",
            f"a row of {kind.plural} that is topped up",
            f"zone NAME of {kind.name}, up to 4" + "".join(f", refilled from {zone}" for zone in list(facts.zones)[:1]),
        )
        yield (
            "Of every player",
            f"a hand of {kind.plural} that only its owner sees",
            f"each player\n  zone NAME of {kind.name}, seen by owner",
        )
        yield (
            "Of every player",
            f"a place for {kind.plural}, open before each",
            f"each player\n  zone NAME of {kind.name}",
        )
    yield "Of every player", "a number: coins, points, lives", "each player\n  NAME = 0 in 0..100"
    yield "Of all", "a number that changes", "var NAME = 0 in 0..100"
    yield "Of all", "yes or no, and it changes", "var NAME = no"
    yield "Of all", "one of the players: who leads, who is safe", "var NAME: player"
    yield "Dice", "dice on the table", "dice NAME: 2 d6"


def _new_actions(facts: Facts, number: str) -> Iterator[Offer]:
    yield "", "an action without a choice", "action NAME\n  nothing"
    for place, kinds in facts.places().items():
        if kinds != ["die"]:
            letter = facts.free(kinds[0])
            yield "The player chooses", f"a {kinds[0]} from {place}", f"action NAME({letter} in {place})\n  nothing"
    yield "The player chooses", "another player", "action NAME(p in others)\n  nothing"
    yield "The player chooses", "a number from 1 to 3", "action NAME(n in 1..3)\n  nothing"
    for kind in facts.kinds.values():
        if not kind.moves and kind.name not in ("player", "die"):
            yield (
                "The player chooses",
                f"a {kind.name}",
                f"action NAME({facts.free(kind.name)} in {kind.plural})\n  nothing",
            )
    yield "Not as a move", "whenever something holds", f"whenever {number} >= 10\n  nothing"
    yield "Not as a move", "steps to use again", "to NAME\n  nothing"


def _new_ends(facts: Facts, number: str) -> Iterator[Offer]:
    yield "The end", "who gets there first has won", f"end when {number} >= 10: me wins"
    for zone in facts.zones:
        yield "The end", "the scores decide", f"end when {zone} is empty"
    yield "The end", "after so many rounds", "end after round when round.number >= 5"
    yield "The end", "nobody wins", "end when turn.number >= 100: draw"
    if not facts.scored:
        yield from (("Scores", f"by {name}", f"score(p): p.{name}") for name in facts.player.numbers)
    names = [*(["score"] if facts.scored else []), *facts.player.numbers]
    if "winner" not in facts.present:
        yield from (("Who wins", "most is best", f"winner: highest {name}") for name in names)
        yield from (("Who wins", "least is best", f"winner: lowest {name}") for name in names)
    if "lead" not in facts.present:
        yield from (
            ("Who is ahead", "for charts and for players who look ahead", f"lead(p): p.{name} / 20")
            for name in names[:2]
        )


def legends(facts: Facts, kind: str) -> Iterator[Offer]:
    """What may lie on a cell at first, each with a sign of its own, as long as there are letters."""
    used: set[str] = set()
    for group, words, known, text in _on_cells(facts, kind):
        letters = [one for one in f"{known.lower()}xyzabcdefghijklmnopqrstuvw" if "a" <= one <= "z" and one not in used]
        if letters:
            used.add(letters[0])
            yield group, words, f"{letters[0]}: {text}"


def _on_cells(facts: Facts, kind: str) -> Iterator[tuple[str, str, str, str]]:
    """What may lie on a cell: its group, what it means, a word for its sign, and the text."""
    cell, printed = facts.kinds.get(kind), "Printed on the cell"
    if cell is not None:
        yield from ((printed, f"it is {name}", name, f"{name} = yes") for name in cell.truths)
        for name, of in cell.others.items():
            known = facts.kinds.get(of)
            if known is not None and not known.moves:
                yield from ((printed, name, one, f"{name} = {one}") for one in known.members)
        for name in cell.numbers:
            yield from ((printed, name, name, f"{name} = {number}") for number in (1, 2, 3))
    for piece in facts.kinds.values():
        if piece.moves:
            owners = [*facts.player.members, *piece.members]
            yield from (("Pieces", f"a {piece.name}", one, f"{piece.name} of {one}") for one in owners)

"""Hanabi in CardScript, for any number of players: the files in docs/examples are made by this."""

from __future__ import annotations

COLOURS = {"red": "R", "yellow": "Y", "green": "G", "white": "W", "blue": "B"}
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def cards() -> list[tuple[str, str, int]]:
    """Every card: its name, its colour and its value."""
    return [
        (f"{letter}{value}{'abc'[copy]}", colour, value)
        for colour, letter in COLOURS.items()
        for value, copies in COPIES.items()
        for copy in range(copies)
    ]


def hanabi(players: int) -> str:
    """The text of the game."""
    names = NAMES[:players]
    hands = ", ".join(f"hand{name}" for name in names)
    rows = ", ".join(f"{colour}Row" for colour in COLOURS)
    size = 5 if players < 4 else 4
    deck = ",\n  ".join(
        ", ".join(f"{name} = [{colour}, {value}]" for name, colour, value in cards() if colour == wanted)
        for wanted in COLOURS
    )
    going_on = " || ".join(f"{colour}Row != 5" for colour in COLOURS)
    row_decks = "\n".join(
        f"deck {colour}Row = [] {colour}Place top everyone play [value = 1 higher than current, color = {colour}]"
        for colour in COLOURS
    )
    hand_decks = "\n".join(f"deck hand{name} = [] at{name} all hanabi []" for name in names)
    return f"""// Hanabi (Antoine Bauza), from its rule sheet, for {players} players
game Hanabi
typedef Value = [1 .. 5]
typedef Colour = [{", ".join(COLOURS)}]
typedef location = [middle, {", ".join(f"{colour}Place" for colour in COLOURS)}, beside, {", ".join(f"at{name}" for name in names)}, table]

deck supply = [
  {deck}
] middle none draw []
{row_decks}
deck discardPile = [] beside all everyone discard []
{hand_decks}

team everybody = [{", ".join(names)}]
tokens = [ hints = [start 8, max 8] table all use return, lives = [start 3, max 3] table all use ]
players = [{", ".join(f"{name} has hand{name}" for name in names)}]
rules = [ players = 2 to 5, scoring = [ each = 1 ] ]

gameflow = [ turnorder = [{", ".join(names)}]
  stage opening = dealer [req shuffle supply, req distribute {size} from supply to [{hands}]],
  stage midgame = while lives != 0 do, while supply != empty do,
    while {going_on} do turns
    [1 of [ giveHint [{hands}] Value and then useToken hints,
            moveCard [1 .. {size}] from [{hands}] to [{rows}] and then takeCard from supply to [{hands}],
            moveCard [1 .. {size}] from [{hands}] to [discardPile] and then takeCard from supply to [{hands}] and then returnToken hints ]],
  stage endgame = while lives != 0 do, for 1 turns do,
    while {going_on} do turns
    [1 of [ giveHint [{hands}] Value and then useToken hints,
            moveCard [1 .. {size}] from [{hands}] to [{rows}],
            moveCard [1 .. {size}] from [{hands}] to [discardPile] and then returnToken hints ]],
  stage count = dealer [req calculateScore {" ".join(f"{colour}Row" for colour in COLOURS)}]
]
"""


def told(players: int, seed: int) -> tuple[list[str], int]:
    """A game of the bundled Fireworks by players with conventions, in sentences with the names of these cards; and its score."""
    import ludwright

    run = ludwright.playtest(
        "fireworks", "conventions", games=1, players=players, seed=seed, params={"keep_points": 1}, threads=1
    )
    return sentences(run.match(0, 0), run.codes(0))


def sentences(match, answers) -> tuple[list[str], int]:
    """A match of Fireworks in sentences."""
    lines: list[str] = []
    copies: dict[str, int] = {}
    for code in answers:
        option = next(one for one in match.legal() if one.code == code)
        name = NAMES[match.actor]
        if option.action == "tell":
            seat, _, fact = option.values
            values = {f"{colour}s": colour for colour in COLOURS} | dict(
                zip(("ones", "twos", "threes", "fours", "fives"), "12345", strict=True)
            )
            lines.append(f"{name} hints {values[fact]} to {NAMES[int(seat.split()[1]) - 1]}")
        else:
            colour, value = match["hand", match.actor][int(option.values[0].split()[1]) - 1].split()
            kind = f"{COLOURS[colour]}{value}"
            copies[kind] = copies.get(kind, 0) + 1
            lines.append(
                f"{name} {'plays' if option.action == 'play_card' else 'discards'} {kind}{'abc'[copies[kind] - 1]}"
            )
        match.apply(code)
    return lines, int(match.scores()[0])

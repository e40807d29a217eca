"""The correspondence with OpenSpiel for games of hidden cards and dice. ``docs/against_openspiel.md`` tells it in words.

Their decks are chance nodes, card by card; the cards are told from the stream of random numbers that our game shuffles with.
"""

from __future__ import annotations

from typing import Any

from ludwright.engine.random import Stream
from tests.against_openspiel.harness import Key, Pairing, dealt, shuffled


def _same_number(state: Any, action: int) -> Key:
    return action


def _scores(play: Any) -> list[float]:
    found: list[float] = play.scores()
    return found


# ---------------------------------------------------------------- Kuhn and Leduc poker


def kuhn(players: int) -> Pairing:
    def foretell(chance: Stream) -> list[int]:
        return shuffled(chance, range(players + 1))[: -players - 1 : -1]

    return Pairing(
        "kuhn_poker",
        f"kuhn_poker(players={players})",
        lambda option: int(option.action in ("bet", "call")),
        _same_number,
        players=players,
        foretell=foretell,
        our_results=_scores,
    )


LEDUC = Pairing(
    "leduc_poker",
    "leduc_poker",
    lambda option: ("fold", "call", "raise").index(option.action),
    _same_number,
    foretell=lambda chance: shuffled(chance, range(6))[:2:-1],
    our_results=_scores,
)

# ---------------------------------------------------------------- Liar's Dice


def liars_dice(players: int, dice: int) -> Pairing:
    def foretell(chance: Stream) -> list[int]:
        return [chance.below(6) for _ in range(players * dice)]

    def our_key(option: Any) -> Key:
        if option.action == "doubt":
            return players * dice * 6
        number, face = (int(value) for value in option.values)
        return (number - 1) * 6 + face - 1

    return Pairing(
        "liars_dice",
        f"liars_dice(players={players},numdice={dice})",
        our_key,
        _same_number,
        {"dice_each": dice, "wild": 6, "one_hand": True},
        players=players,
        foretell=foretell,
    )


# ---------------------------------------------------------------- Crazy Eights

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_TAKE, _SKIP, _NAME_SUIT = 52, 53, 54
_RANKS = "23456789TJQKA"
_IS_EIGHT = range(24, 28)


def crazy_eights(players: int, most_draws: int = 5) -> Pairing:
    size = 7 if players == 2 else 5

    def foretell(chance: Stream) -> list[int]:
        deck = shuffled(chance, range(52))
        starter = chance.below(players)
        hands = dealt(deck, players, size)
        outcomes = [_TAKE + (starter - 1) % players]
        outcomes += [hands[(starter + seat) % players][card] for card in range(size) for seat in range(players)]
        while deck[-1] in _IS_EIGHT:
            outcomes.append(deck[-1])
            deck = shuffled(chance, deck)
        return outcomes + deck[::-1]

    return Pairing(
        "crazy_eights",
        f"crazy_eights(players={players},max_draw_cards={most_draws})",
        _eights_key,
        _same_number,
        {"most_draws": most_draws, "free_pass": True, "late_passes": 1, "ace_counts": 10},
        players=players,
        foretell=foretell,
        our_results=_scores,
        their_results=_points_in_hand,
    )


def _eights_key(option: Any) -> Key:
    if option.action == "take":
        return _TAKE
    if option.action == "skip":
        return _SKIP
    if option.action == "lay":
        rank, suit = option.values[0].split()
        return (int(rank) - 2) * 4 + _SUITS.index(suit)
    return _NAME_SUIT + _SUITS.index(option.values[0])


def _points_in_hand(state: Any) -> list[float]:
    """What is left in the hands of their final state, counted as its rules say.

    OpenSpiel's own returns count a card from 2 to 10 as its number among all 52 cards, plus 2.
    """
    rows = [line for line in str(state).splitlines() if line.startswith("Suit ")]
    columns = [[hand.split(":")[1].strip() for hand in row.split("Suit ")[1:]] for row in rows]
    totals = [0.0] * state.num_players()
    for row in columns:
        for seat, ranks in enumerate(row):
            for rank in ranks.replace(" ", ""):
                number = _RANKS.index(rank) + 2
                totals[seat] -= 50 if number == 8 else min(number, 10)
    return totals


# ---------------------------------------------------------------- Blackjack

BLACKJACK = Pairing(
    "blackjack",
    "blackjack",
    lambda option: 0 if option.action == "hit" else 1,
    _same_number,
    {"bet": 1, "natural_bonus": False},
    foretell=lambda chance: shuffled(chance, range(52))[::-1],
)

# ---------------------------------------------------------------- Fireworks, which they call Hanabi

_FACTS = ("reds", "yellows", "greens", "whites", "blues", "ones", "twos", "threes", "fours", "fives")
_COPIES = (3, 2, 2, 2, 1)


def fireworks(players: int) -> Pairing:
    size = 5 if players < 4 else 4
    told = 2 * size
    """The number of their first hint: before it come the cards to throw away and the cards to play."""

    def foretell(chance: Stream) -> list[int]:
        designs = [5 * colour + rank for colour in range(5) for rank in range(5) for _ in range(_COPIES[rank])]
        return shuffled(chance, designs)[::-1]

    def our_key(option: Any) -> Key:
        if option.action in ("play_card", "throw"):
            return int(option.action == "play_card") * size + int(option.values[0].split()[-1]) - 1
        seat, _, fact = option.values
        return seat, fact

    def their_key(state: Any, action: int) -> Key:
        if action < told:
            return action
        ranks, action = divmod(action - told, 5 * (players - 1))
        seat = (state.current_player() + 1 + action // 5) % players
        return f"seat {seat + 1}", _FACTS[5 * ranks + action % 5]

    def unwise(state: Any, action: int) -> bool:
        """To play a card that does not fit: told from their text, which shows all hands and how high each pile is."""
        if not size <= action < told:
            return False
        text = str(state)
        piles = text.split("Fireworks:")[1].splitlines()[0].split()
        hand = text.split("Hands:")[1].split("Deck size")[0].split("-----")[state.current_player()].split("\n")
        card = [line for line in hand if "||" in line][action - size].strip()
        return f"{card[0]}{int(card[1]) - 1}" not in piles

    return Pairing(
        "fireworks",
        f"hanabi(players={players})",
        our_key,
        their_key,
        players=players,
        foretell=foretell,
        unwise=unwise,
    )


HIDDEN = [
    kuhn(2),
    kuhn(3),
    kuhn(5),
    LEDUC,
    liars_dice(2, 1),
    liars_dice(2, 3),
    crazy_eights(2),
    crazy_eights(3, most_draws=2),
    crazy_eights(5),
    BLACKJACK,
    fireworks(2),
    fireworks(3),
    fireworks(4),
    fireworks(5),
]

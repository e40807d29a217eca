"""What is too strong and what too weak, corrected for many looks, in a sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.powers.comparing import compare
from ludwright.powers.looks import Look, Power
from ludwright.powers.sentences import told, told_deck, told_pair, told_standing
from ludwright.powers.things import CARDS
from ludwright.powers.verdicts import standing_verdict, verdict


def judge(found: Power, others: Sequence[Look] = ()) -> None:
    """Compare every card with its like, correct for the number of things, and say what was found.

    ``others`` are cards that were not asked for, and are there to be compared with: what is said about one thing does not depend on what
    else was asked.
    """
    from ludwright.statistics import holm

    for look in found.looks:
        if look.kind == CARDS:
            like = [one for one in (*found.looks, *others) if (one.kind, one.agent) == (CARDS, look.agent)]
            compare(look, [one for one in like if one is not look])
        look.chance = min(1.0, look.chance * look.among)
        look.verdict = verdict(look, found.share)
        look.sentence = told(look, found)
    for one in found.standings:
        one.chance = min(1.0, one.chance * one.among)
        one.verdict = standing_verdict(one, found.share)
        one.sentence = told_standing(one, found)
    for pair, corrected in zip(found.pairs, holm([pair.chance for pair in found.pairs]), strict=True):
        pair.chance = corrected
        pair.sentence = told_pair(pair, found)
    for deck, corrected in zip(found.decks, holm([deck.chance for deck in found.decks]), strict=True):
        deck.chance = corrected
        deck.sentence = told_deck(deck, found)

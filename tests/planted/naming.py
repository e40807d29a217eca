"""Which sentences of a report name a planted flaw: rules that speak of it, and of what they must speak."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludwright.findings import Finding
from ludwright.findings.proofs import Proof
from ludwright.reports import Report

SEATS = ("seat advantage", "hopeless seat", "all games end alike", "proof")
POWER = (
    "overpowered option", "dominant opening", "power of a thing", "one-sided choice", "for experts",
)  # fmt: skip
WEAK = (
    "underpowered option", "bad option", "useless choice", "power of a thing", "one-sided choice", "dead rule", "uneven use",
)  # fmt: skip
ENDS = ("endless games",)

Names = tuple[tuple[str, ...], str]
"""Rules, and a pattern that what they say must match."""

NAMED: dict[str, Names] = {
    "tic_tac_toe_wide": (SEATS, "first|[Ss]eat 1|X"),
    "hex_no_swap": (SEATS, "first|[Ss]eat [12]|Red|Blue"),
    "connect_four_three": ((*SEATS, "over too soon", "too short"), ""),
    "connect_four_six": (("draws", "shared by all"), ""),
    "nim_single": (("nothing to decide", "useless choice", *SEATS), ""),
    "nim_two_heaps": (SEATS, "first|[Ss]eat 2|second"),
    "nim_skip": (ENDS, ""),
    "kalah_leader_again": (SEATS, "first|[Ss]eat [12]"),
    "kalah_small_store": (("faults",), ""),
    "kalah_empty_row": (("faults",), ""),
    "othello_corner": ((*SEATS, "starting place", "unequal start"), "[Ss]eat [12]|White|first"),
    "othello_until_full": ((*ENDS, "faults"), ""),  # a loop that never ends stops a game with a fault that names the line
    "pig_no_bust": (("dead rule", "underpowered option", "over too soon", *SEATS), ""),
    "pig_goal_20": (("over too soon", "too short"), ""),
    "pig_leader_triple": (("runaway leader", "no comebacks", "drag", "little drama"), ""),
    "pig_one_throw": (("nothing to decide", "luck dominates"), ""),
    "pig_out": (("elimination",), ""),
    "pig_d20": (("downtime",), ""),
    "yacht_dead_reroll": (("useless choice", "underpowered option", "dead rule"), "reroll"),
    "yacht_chance": (POWER, "chance"),
    "cant_stop_no_bust": (("underpowered option", "useless choice", "over too soon", "dead rule", *SEATS), ""),
    "cant_stop_equal_columns": ((*WEAK, *POWER), "[2-9]|1[0-2]"),
    "colors_no_yellow": (("dead rule", "underpowered option", *SEATS), "yellow|[Ss]eat|first"),
    "colors": (("hopeless seat", "seat advantage"), "[Ss]eat [123]|first"),
    "bird_lady_dear_hatch": (("dead rule",), "hatch|mystery"),
    "bird_lady_eggs": (POWER, "egg"),
    "harbour_gold": (POWER, "Gold"),
    "harbour_workshop": (POWER, "Workshop"),
    "harbour_palisade": (WEAK, "Palisade"),
    "harbour_echo": (WEAK, "Echo"),
    "harbour_copper": ((*POWER, "too short", "over too soon"), "Province|Copper|short|soon"),
    "harbour_province": (("too long", "endless games", *WEAK), "Province|long|end"),
    "court_no_coup": (("dead rule",), "coup"),
    "court_one_card": (("elimination",), ""),
    "hearts_200": (("too long",), ""),
    "hearts_first_trick": (("over too soon", "too short", "shared by all", "luck dominates"), ""),
    "liars_doubt_loses": ((*POWER, *WEAK), "doubt|raise"),
    "leduc_no_raise": (("dead rule", "nothing to decide"), ""),
    "letters_prince_fault": (("faults",), ""),
    "letters_three": (("over too soon", "too short", "luck dominates"), ""),
    "curios_money": ((*POWER, *WEAK), "bid|0"),
    "curios_dividends": (("runaway leader", "no comebacks", "drag", "little drama"), ""),
    "curios_fixed_tie": (SEATS, "first|[Ss]eat 1"),
    "six_takes_long": (("too long",), ""),
    "seven_shrine": (POWER, "Shrine"),
    "seven_palace": (WEAK, "Palace"),
    "seven_eight_cards": (("faults",), ""),
    "hamlet_forest": (WEAK, "forest"),
    "hamlet_manor": (POWER, "Manor"),
    "hamlet_fortune": (("luck dominates",), ""),
    "hamlet_first_house": (("drag", "runaway leader", "no comebacks", "little drama", *POWER), ""),
    "hamlet_ties": (("shared by all", "draws"), ""),
    "hamlet_gift": (("kingmaking",), ""),
    "hamlet_guilds": (("unequal start", "starting place"), "masons"),
    "hamlet_rooms": (SEATS, ""),
    "checkers_nine": ((*SEATS, "starting place", "unequal start"), ""),
    "hex_huge": (("too many options", "too long"), ""),
    "breakthrough_blocked": (("faults",), ""),
    "breakthrough_row": ((*SEATS, "starting place"), ""),
    "movement_odd": (SEATS, ""),
    "movement_open_row": (("greedy is best", *POWER), "obvious|run"),  # `run` is the card with the most steps
    "outbreak_hopeless": (("too hard",), ""),
    "outbreak_easy": (("too easy",), ""),
    "fireworks_hard": (("too hard",), ""),
    "blackjack_twenty": (("too easy",), ""),
    "one_night_three_votes": (("unequal start", "dead rule", "all games end alike"), "[Ww]olf|wolves|dies"),
    "polis_seat": ((*SEATS, "starting place", "unequal start"), ""),
    "island_road": ((*POWER, "runaway leader"), "road|lead"),
    "island_offers": (("too many options",), ""),
    "conquest_mine": ((*POWER, "starting place", "unequal start"), "Elm"),
    "clobber_pass": ((*ENDS, *POWER), "end|wait"),
    "crazy_eights_endless": (ENDS, ""),
    "expeditions_dear": (("draws", "shared by all", *POWER, *WEAK), ""),
    "homestead_villa": (("dead rule",), "villa"),
    "border_war": (ENDS, ""),
    "six_islands": (SEATS, "[Ss]eat [12]|first"),
    "lantern_market": (POWER, "Dragon"),
}  # fmt: skip


def names(report: Report, flaw: str, first: int = 3) -> bool:
    """Whether one of the first sentences of a report names a flaw; what is proven stands before what was found."""
    rules, pattern = NAMED[flaw]
    said = [*_proofs(report.verdict.proofs), *(list(_said(one)) for one in report.verdict.findings)]
    return any(rule in rules and re.search(pattern, text) for sentence in said[:first] for rule, text in sentence)


def _proofs(proofs: list[Proof]) -> Iterator[list[tuple[str, str]]]:
    for proof in proofs:
        if proof.shown:  # good players find the way, so it matters
            yield [("proof", proof.sentence), *((one.name, one.headline) for one in proof.shown)]


def _said(finding: Finding) -> Iterator[tuple[str, str]]:
    yield finding.name, finding.headline
    for one in (*finding.more, *finding.follows):
        yield one.name, one.headline

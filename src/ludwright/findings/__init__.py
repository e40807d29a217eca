"""Findings: what the figures of games mean, in sentences a designer can act on.

A :class:`Rule` looks at some metrics of a :class:`Play` and asks whether a figure is beyond a threshold. :func:`judge` asks all rules about
all plays, corrects for the number of questions, and states what is surely wrong, the most important first.

>>> import ludwright
>>> run = ludwright.playtest("tic_tac_toe", games=400, seed=1)
>>> [finding.name for finding in judge(plays_of(run)).findings]
['seat advantage']
"""

from ludwright.findings.catalogue import RULES
from ludwright.findings.finding import Finding, Look
from ludwright.findings.judging import Answer, Verdict, judge
from ludwright.findings.play import Play, plays_of
from ludwright.findings.proofs import Proof, proofs
from ludwright.findings.rule import Rule
from ludwright.findings.thresholds import ThresholdError, thresholds

__all__ = [
    "RULES", "Answer", "Finding", "Look", "Play", "Proof", "Rule", "ThresholdError", "Verdict", "judge", "plays_of", "proofs", "thresholds",
]  # fmt: skip

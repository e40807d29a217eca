"""How a change that not everybody sees lies in the state: for the rules that write it, and for the kernels that draw it anew."""

HEAD = 8
GIVER, TAKER, AMOUNT, SORT, WHO, LAW, DRAWN_FROM, NAMED = range(HEAD)
"""The words of a change before its numbers. Nobody gives or takes where there is -1; what was named by the same `let` has the same number."""
PART = 3
DELTA, LOW, HIGH = range(PART)
"""For every number: how it changed openly afterwards, and the least and the most that it was before that."""
EVEN, BY_AMOUNT, IF_THERE = range(3)
"""How it was drawn which sort changed: each of which there is enough is equally likely; by how much there is of it; each of which there is something."""
SUMS_LOST = 1
"""A bit of the word behind the count: how much there is of each sort is no longer known."""

"""How a change that not everybody sees lies in the state: for the rules that write it, and for the kernels that draw it anew."""

HEAD = 9
GIVER, TAKER, AMOUNT, SORT, WHO, LAW, DRAWN_FROM, NAMED, MASK = range(HEAD)
"""The words of a change before its numbers. Nobody gives or takes where there is -1; what was named by the same `let` has the same number."""
PART = 3
DELTA, LOW, HIGH = range(PART)
"""For every number: how it changed openly afterwards, and the least and the most that it was before that."""
EVEN, BY_AMOUNT, IF_THERE, DRAWN, MOVED, TESTED, PUT, SWAPPED, WORKED = range(9)
"""What is hidden, and how it came about. Which sort changed: each of which there is enough is equally likely; by how much there is of it; each of
which there is something. Or how much:

- ``DRAWN``: the taker became a number from ``AMOUNT`` on, the one of place ``SORT`` among ``NAMED`` of them; of these only what ``MASK`` has a bit for, if it is
  not 0, and none above what ``DRAWN_FROM`` has, if it is not -1.
  Where ``WHO`` has the bit :data:`WEIGHED`, the words behind the numbers say how likely each is.
- ``MOVED``: the giver lost and the taker got ``AMOUNT`` times what ``DRAWN_FROM`` has, and ``MASK`` more; if ``NAMED`` is :data:`ANEW`, the taker had nothing
  before, and if it is :data:`COPIED`, `none` is taken over as well.
- ``PUT``: of the ``NAMED`` plain numbers from the giver on, the one of place ``DRAWN_FROM``, counted from ``MASK``, became ``AMOUNT``, or got so much more
  if the taker is -1.
- ``TESTED``: the giver, less the taker if there is one, compares with ``AMOUNT`` by ``SORT``, one of :data:`SIGNS`.
- ``SWAPPED``: the giver's number of place ``SORT`` and the taker's of place ``NAMED`` changed places. Where these are two owners, everybody sees that the one was
  ``AMOUNT`` more than the other, as how much each has in all is public.
- ``WORKED``: the taker became what two numbers come to by ``SORT``, one of :data:`OPERATIONS`: what the giver has, or ``AMOUNT`` if there is none, and what
  ``DRAWN_FROM`` has, or ``MASK``.
"""
ADDED, ANEW, COPIED = range(3)
NOTHING = -(2**31 - 1)
"""`none`, where a number may be that: it counts as 0 wherever it is reckoned with."""
WEIGHED = 1 << 29
WEIGHTS = 30
"""In games that draw by weights, what not everybody sees: so many weights at most."""
SIGNS = ("==", "!=", "<", "<=", ">", ">=")
OPERATIONS = ("times", "least", "greatest", "parts", "parts rounded up", "rest")
TIMES, LEAST, GREATEST, PARTS, PARTS_UP, REST = range(len(OPERATIONS))
SUMS_LOST, NUMBERS_LOST = 1, 2
"""Bits of the word behind the count: how much there is of each sort is no longer known; how much there is in all of a plain variable."""

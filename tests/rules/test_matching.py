"""`best(... matched to ...)`: the best assignment of these to those, against trying every one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import ludwright

RUNS = ["native", "twin"]

JOBS = """
game "Jobs"
players 1
enum worker: {workers}
enum job: {jobs}
var skill[worker, job]: number or none
var hired[worker] = yes
var open[job] = yes
turn: one of train, untrain, hire, close
action train(w in workers, j in jobs, n in 0..14)
  skill[w, j] = n - 4
action untrain(w in workers, j in jobs)
  skill[w, j] = none
action hire(w in workers)
  hired[w] = not hired[w]
action close(j in jobs)
  open[j] = not open[j]
end when turn.number > 100000
score(p): best(skill[w, j] for w in workers with hired[w] matched to j in jobs with open[j] and skill[w, j] is not 7)
"""


def best_total(worth: list[list[int]]) -> int:
    """The greatest sum of one number at most from each row and each column: column by column, over all sets of rows."""

    @cache
    def rest(column: int, taken: int) -> int:
        if not worth or column == len(worth[0]):
            return 0
        totals = [rest(column + 1, taken)]
        for row, line in enumerate(worth):
            if not taken >> row & 1:
                totals.append(line[column] + rest(column + 1, taken | 1 << row))
        return max(totals)

    return rest(0, 0)


def check(workers: int, jobs: int, run: str, turns: int, seed: int) -> None:
    text = JOBS.format(workers=", ".join(f"w{i}" for i in range(workers)), jobs=", ".join(f"j{i}" for i in range(jobs)))
    match = ludwright.load_text(text).start(run=run)
    codes = {option.words: option.code for option in match.legal()}  # everything is legal at any time
    rng = Random(seed)
    skill: dict[tuple[int, int], int] = {}
    hired, opened = [True] * workers, [True] * jobs
    for _ in range(turns):
        w, j, n = rng.randrange(workers), rng.randrange(jobs), rng.randrange(15)
        match rng.randrange(12):
            case 0:
                skill.pop((w, j), None)
                answer = f"untrain w{w} j{j}"
            case 1:
                hired[w] = not hired[w]
                answer = f"hire w{w}"
            case 2:
                opened[j] = not opened[j]
                answer = f"close j{j}"
            case _:
                skill[w, j] = n - 4
                answer = f"train w{w} j{j} {n}"
        match.apply(codes[answer])
        worth = [
            [skill.get((w, j), 0) if opened[j] and skill.get((w, j)) != 7 else 0 for j in range(jobs)]
            for w in range(workers)
            if hired[w]
        ]
        assert match.scores() == [best_total(worth)]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize(("workers", "jobs"), [(4, 4), (3, 6), (6, 3), (1, 1)])
def test_the_best_assignment_is_found(workers: int, jobs: int, run: str) -> None:
    check(workers, jobs, run, 80, seed=workers * 10 + jobs)


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "jobs"), [(8, 8), (7, 9), (9, 7)])
def test_the_best_assignment_is_found_among_many(workers: int, jobs: int) -> None:
    check(workers, jobs, "native", 1_500, seed=5)


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("matched to j in jobs with", "matched to j in jobs backwards with", "the order makes no difference"),
        ("best(", "sum(", "`sum` can't match"),
        ("best(skill[w, j]", "best(w", "expected a whole number"),
        ("jobs with open[j]", "1..200 with open[j0]", "at most 128 can be matched"),
    ],
)
def test_what_can_not_be_matched_is_a_mistake(written: str, instead: str, told: str) -> None:
    text = JOBS.format(workers="w0, w1", jobs="j0, j1")
    with pytest.raises(ludwright.MistakesError, match=told):
        ludwright.load_text(text.replace(written, instead).replace("skill[w, j] is not 7", "w is w0"))

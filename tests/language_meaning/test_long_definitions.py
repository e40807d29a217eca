"""Definitions that loop or call themselves (language, section 3)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, faults, holds, play, sheet, truths, value, values

NUMBERS = sheet("""
    var n = 3 in 0..9
    define factorial(n): 1 if n <= 1 else n * factorial(n - 1)
    define even(n): yes if n is 0 else odd(n - 1)
    define odd(n): no if n is 0 else even(n - 1)
    define third(n): n is 0 or (n > 2 and third(n - 3))
    define triangle(n)
      let s = 0
      for i in 1..n: s += i
      answer s
    define power(n)
      let k = 1
      repeat while k < n
        k = k * 2
        if k is 64: end loop
      if k > 40: answer 0 - k
      answer k
    define root(n)
      for i in 0..99 with i * i >= n: answer i
      answer none
    define sign(n)
      if n > 0
        answer 1
      else if n < 0: answer -1
      answer 0
    define doubled(n)
      let s = 1
      repeat n times
        s += s
      answer s
""")

ROADS = sheet("""
    board graph of town, edges road
      link Ayr: Bute, Corrie
      link Corrie: Dunoon, Bute
      link Dunoon: Bute, Ewe
    each road
      mine = no
    define end_of(r, c): first t in r.towns with t is not c
    define trail(c, used): max(1 + trail(end_of(r, c), used + r) for r in c.roads with r.mine and r is not in used)
    define far(c, n): c if n is 0 else far(highest t in c.neighbours by t.number, n - 1)
    define ways(a, b, passed): 1 if a is b else sum(ways(t, b, passed + t) for t in a.neighbours with t is not in passed)
    define longest: max(trail(c, none) for c in towns)
""")


def test_a_definition_may_call_itself() -> None:
    assert values(NUMBERS, "factorial(6)", "factorial(0)", "factorial(n)") == [720, 1, 6]
    assert truths(NUMBERS, "third(9)", "third(10)", "third(0)") == [True, False, True]
    assert truths(NUMBERS, "even(10)", "even(7)", "odd(7)") == [True, False, True]


def test_a_definition_may_loop() -> None:
    assert values(NUMBERS, "triangle(9)", "triangle(0)", "doubled(5)") == [45, 0, 32]
    assert values(NUMBERS, "power(5)", "power(33)", "power(1000)") == [8, -64, -64]


def test_the_first_answer_is_given() -> None:
    assert values(NUMBERS, "root(50)", "root(81)") == [8, 9]
    holds(NUMBERS, "root(10000) is none")
    assert values(NUMBERS, "sign(4)", "sign(-4)", "sign(0)") == [1, -1, 0]


def test_a_set_grows_from_call_to_call() -> None:
    mine = "for r in roads: r.mine = yes"
    assert value(ROADS, "ways(Ayr, Ewe, Ayr)") == 4  # by Bute, by Corrie, by one after the other
    assert value(ROADS, "longest", first=mine) == value(ROADS, "longest_trail(roads)", first=mine) == 5
    holds(ROADS, "longest is none", "longest + 1 is 1")
    assert value(ROADS, "far(Ayr, 2).number", first=mine) == value(ROADS, "Dunoon.number")


def test_conditions_may_ask_for_it() -> None:
    game = sheet("""
        game "Long"
        players 2
        board grid 3 x 3 of cell
          owner: player or none
        define chain(c, n): no if c is none else n <= 1 or chain(c.step(east), n - 1) if c.owner is me else no
        define full
          for c in cells
            if c.owner is none: answer no
          answer yes
        turn: place
        action place(c in cells)
          when c.owner is none
          when afterwards not chain(c, 3)
          c.owner = me
        end
          when any c in cells with chain(c, 2): me wins
          when full: draw
    """)
    table = play(game)
    assert len(table.options) == 9
    table.do("place a1", "place c2", "place c1")
    assert not table.over
    table.do("place a2", "place b1")
    assert table.over
    assert table.returns == [1.0, -1.0]


def test_more_than_sixty_members_make_a_set() -> None:
    text = sheet("""
        board grid 13 x 13 of cell
        define reached(c, seen, n): seen.count if n is 0 else reached(c.step(east), seen + c.neighbours, n - 1)
    """)
    # of the neighbours of b12, c12 and d12 three lie in the top row already, and c12 is one of another
    assert value(text, "reached(cells[2, 12], side(north), 3)") == 13 + 3 + 2 + 3
    assert value(text, "reached(cells[2, 1], side(north), 0)") == 13


def test_without_end_is_a_fault() -> None:
    game = sheet("""
        game "Deep"
        players 1
        var n = 1 in 0..9
        define down(k): 0 if k is 0 else 1 + down(k + 1)  # here
        turn: go
        action go
          n = down(3)
        end when n is 9: draw
    """)
    assert "nested too deeply" in faults(game)


def test_it_changes_nothing() -> None:
    head = 'game "T"\nplayers 1\nvar n = 0 in 0..9\n'
    rest = "turn: go\naction go\n  when f > 3\n  n += 1\nend when n is 9: draw\n"
    caught(f"{head}define f\n  for i in 1..3: «n += 1»\n  answer n\n{rest}", "changes nothing")
    caught(f"{head}define f\n  for i in 1..3: «move none to n»\n  answer n\n{rest}", "changes nothing")
    caught(f"{head}define f\n  let k = 1\n  for i in 1..3: k += «random j in 1..6»\n  answer k\n{rest}", "chance")

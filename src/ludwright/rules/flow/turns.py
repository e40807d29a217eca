"""Turn order: `turns`, rounds, stages that count, players who leave, and what begins anew each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.walking import nodes
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.flow.flow import Flow
    from ludwright.rules.state.frames import Stored

WORD = 2**31 - 1


class Turns:
    """Words of the state that steer the order of turns exist only in games that need them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        every = [n for d in rules.model.description.declarations for n in nodes(d.tree)]
        self._extra = any(isinstance(n, syntax.GoesNext) for n in every)
        self._reverses = any(isinstance(n, syntax.ReverseTurns) for n in every)
        self.counts_rounds = (
            "round" in rules.words_used
            or any(isinstance(n, syntax.TurnsStatement) and n.once is not None for n in every)
            or any(f.reset == "round" for f in rules.model.all_fields())
        )
        self._next = self.model.words(1) if self._extra else None
        self._way = self.model.words(1) if self._reverses else None
        if self._next is not None:
            rules.image[self._next] = NONE
        if self._way is not None:
            rules.image[self._way] = 1
        self._turns_of: int | None = None
        self._numbers: dict[str, int] = {}
        left = {str(n.what) for n in every if isinstance(n, syntax.Leaves)}
        self._out = {part: self.model.words(1) for part in sorted(left)}

    # ------------------------------------------------------------ words

    @property
    def out_of_game(self) -> int | None:
        """Where it is kept who has left the game, a bit for every seat; None if nobody ever does."""
        return self._out.get("game")

    def turns_of(self, seat: ir.Expr) -> ir.Expr:
        if self._turns_of is None:
            self._turns_of = self.model.words(self.model.players)
        return terms.state(self._turns_of, seat, 0, self.model.players - 1, 0, WORD)

    def part_number(self, part: str) -> ir.Expr:
        if part == "turn":
            return terms.state(ir.TURN, lo=0, hi=WORD)
        if part == "round":
            return terms.state(ir.ROUND, lo=0, hi=WORD)
        if part not in self._numbers:
            self._numbers[part] = self.model.words(1)
        return terms.state(self._numbers[part], lo=0, hi=WORD)

    def set_next(self, seat: ir.Expr) -> ir.Stmt:
        assert self._next is not None
        return terms.store(self._next, seat, lo=NONE, hi=self.model.players - 1)

    def turn_round(self) -> ir.Stmt:
        assert self._way is not None
        return terms.store(self._way, terms.neg(terms.state(self._way, lo=-1, hi=1)), lo=-1, hi=1)

    def leave(self, code: Code, seat: ir.Expr, part: str, node: Part, scope: Scope) -> None:
        self.rules.structure.part_code(part, node, scope)
        bit = terms.lowest(terms.shifted(ONE, terms.clamp(seat, 0, 7)), terms.const(128))
        for word in (ir.GONE, self._out[part]):
            code.emit(
                terms.store(word, ir.Binary(ir.INT, 0, 255, "bor", terms.state(word, lo=0, hi=255), bit), lo=0, hi=255)
            )

    def come_back(self, code: Code, part: str) -> None:
        """A part is over: who left it is in again, unless gone from another one."""
        if part not in self._out:
            return
        code.emit(terms.store(self._out[part], ZERO, lo=0, hi=255))
        gone: ir.Expr = ZERO
        for word in self._out.values():
            gone = ir.Binary(ir.INT, 0, 255, "bor", gone, terms.state(word, lo=0, hi=255))
        code.emit(terms.store(ir.GONE, gone, lo=0, hi=255))

    # ------------------------------------------------------------ beginnings and ends of parts

    def begin_part(self, code: Code, part: str, scope: Scope) -> None:
        if part in self.rules.words_used and part not in ("turn", "round"):
            number = self.part_number(part)
            code.emit(
                terms.store(self._numbers[part], terms.lowest(terms.add(number, ONE), terms.const(WORD)), lo=0, hi=WORD)
            )
        self.rules.addresses.reset(code, part)

    def end_part(self, flow: Flow, part: str, node: Part, scope: Scope) -> None:
        self.rules.ending.test(flow, part, None, node, scope)
        self.come_back(flow.code, part)

    # ------------------------------------------------------------ turns

    def compile(self, flow: Flow, node: syntax.TurnsStatement, scope: Scope) -> None:
        once, backwards = node.once is not None, node.backwards is not None
        by, when, until = node.by, node.when, node.until
        frame, code, players = flow.frame, flow.code, self.model.players
        nested = flow.depth > 0
        words = [ir.TURN, ir.ROUND, ir.TURN_PLAYER, *(word for word in (self._next, self._way) if word is not None)]
        # after a secret stage nobody may notice how many turns it had
        secret = any(way.part in self.rules.secret_stages for way in flow.ways)
        saved = {word: frame.slots() for word in words} if nested or secret else {}
        for word, slot in saved.items():
            code.emit(frame.store(slot, terms.state(word)))
        if self._next is not None:
            code.emit(terms.store(self._next, terms.const(NONE), lo=NONE, hi=players - 1))
        if self._way is not None:
            code.emit(terms.store(self._way, ONE, lo=-1, hi=1))
        seat_slot = frame.slots()
        rounds = self.counts_rounds or once or by is not None
        steps = frame.slots() if rounds or when is not None or self.rules.players_leave else None
        first = self.rules.formulas.seat(node.start, scope) if node.start is not None else ZERO
        code.emit(frame.store(seat_slot, first, lo=0, hi=players - 1))
        code.emit(terms.store(ir.TURN, ZERO, lo=0, hi=WORD))
        code.emit(terms.store(ir.ROUND, ONE, lo=0, hi=WORD))
        if steps is not None:
            code.emit(frame.store(steps, ZERO, lo=0, hi=WORD))
        order = flow.new_list(players, self.model.player.ref(), 0, players - 1) if by is not None else None
        seat = frame.load(seat_slot, 0, players - 1)
        test, begin, advance, done = (
            flow.label("turns"),
            flow.label("turn"),
            flow.label("next_turn"),
            flow.label("turns_over"),
        )
        if not nested:
            self.rules.addresses.reset(code, "round")
        if order is not None and by is not None:
            self._sort(flow, order, by, scope)
            code.emit(frame.store(seat_slot, order.at(ZERO), lo=0, hi=players - 1))
        flow.fall(test)
        turn_player = terms.state(ir.TURN_PLAYER, lo=0, hi=players - 1)
        if until is not None:
            go = flow.label("on")
            flow.fork(self.rules.formulas.cond(until, scope.having(me=seat)), done, go)
            flow.start(go)
        flow.pass_by(scope, node)
        skips = when is not None or self.rules.players_leave
        skipped = frame.slots() if skips else None
        if skipped is not None:
            look, skip = flow.label("whose"), flow.label("skip")
            code.emit(frame.store(skipped, ZERO, lo=0, hi=players))
            flow.fall(look)
            able: ir.Expr = self.rules.seats.still_in(seat) if self.rules.players_leave else terms.YES
            if when is not None:
                with code.block() as more:
                    cond = self.rules.formulas.cond(when, scope.having(me=seat))
                able = sets.also(code, able, more, cond)
            flow.fork(able, begin, skip)
            flow.start(skip)
            if when is not None:
                passed_over = self.rules.passed_over
                passed_over.unable(flow, passed_over.alternatives([when]), seat, when, scope.having(me=seat))
            count = frame.load(skipped, 0, players)
            code.emit(frame.store(skipped, terms.lowest(terms.add(count, ONE), terms.const(players)), lo=0, hi=players))
            step_on = flow.label("step")
            flow.fork(terms.ge(count, terms.const(players)), done, step_on)
            flow.start(step_on)
            self._step(flow, seat_slot, steps, backwards, once, order, by, done, scope, nested)
            flow.jump(look)
            flow.start(begin)
            if when is not None:
                self.rules.passed_over.seen(flow, when, scope.having(me=seat))
        else:
            flow.fall(begin)
        self._count(code, ir.TURN)
        self._count(code, ir.TURNS)
        code.emit(terms.store(ir.TURN_PLAYER, seat, lo=0, hi=players - 1))
        code.emit(ir.Note("turn", (seat,)))
        if "turns" in self.rules.words_used:
            taken = self.turns_of(seat)
            code.emit(
                terms.store(
                    self._turns_of or 0,
                    terms.lowest(terms.add(taken, ONE), terms.const(WORD)),
                    seat,
                    0,
                    players - 1,
                    0,
                    WORD,
                )
            )
        self.rules.counting.remember_position(code)
        if not nested:
            self.rules.addresses.reset(code, "turn")
        self.rules.ending.turn_begun(flow)
        from ludwright.rules.flow.flow import CallSite

        flow.ways.append(CallSite("turn", advance, frame))
        self.rules.structure.note_part_label("turn", advance, frame.fixed)
        flow.depth += 1
        inner = scope.having(me=turn_player, where=scope.where or "turn")
        if node.body is not None:
            flow.run([node.body], inner)
        else:
            flow.run([self.rules.turn_body(node, scope)], self.rules.turn_scope(inner))
        flow.depth -= 1
        flow.ways.pop()
        settled = flow.settled
        if settled and not self.rules.leaves_turn:
            flow.jump(advance)
            flow.start(advance)
            flow.settled = True
        else:
            flow.fall(advance)
        code.emit(ir.Note("end turn", (turn_player,)))
        self._pause(flow)
        self.rules.clock.after_turn(flow, turn_player, node, scope)
        self.rules.ending.test(flow, "turn" if not nested else "", turn_player, node, scope)
        if not nested:
            self.come_back(code, "turn")
        if self._next is not None:
            extra, usual = flow.label("extra"), flow.label("usual")
            following = terms.state(self._next, lo=NONE, hi=players - 1)
            flow.fork(terms.ge(following, ZERO), extra, usual)
            flow.start(extra)
            code.emit(frame.store(seat_slot, terms.highest(following, ZERO), lo=0, hi=players - 1))
            code.emit(terms.store(self._next, terms.const(NONE), lo=NONE, hi=players - 1))
            flow.jump(test)
            flow.start(usual)
        self._step(flow, seat_slot, steps, backwards, once, order, by, done, scope, nested)
        flow.jump(test)
        flow.start(done)
        for word, slot in saved.items():
            code.emit(terms.store(word, frame.load(slot, -1, WORD)))

    # ------------------------------------------------------------ everybody at once

    def begin_common(self, code: Code) -> None:
        """Outside of turns, a part in which all answer at once counts as a turn of nobody's."""
        self._count(code, ir.TURNS)
        code.emit(terms.store(ir.TURN_PLAYER, terms.const(NONE), lo=NONE, hi=self.model.players - 1))

    def end_common(self, flow: Flow) -> None:
        """All have answered, and what they answered is carried out: whoever records the game looks at it, as at the end of a turn."""
        flow.code.emit(ir.Note("end at once", ()))
        self._pause(flow)

    def _count(self, code: Code, counter: int) -> None:
        number = terms.state(counter, lo=0, hi=WORD)
        code.emit(terms.store(counter, terms.lowest(terms.add(number, ONE), terms.const(WORD)), lo=0, hi=WORD))

    def _pause(self, flow: Flow) -> None:
        """Let whoever records the game look at it, if the table says so. The state stays as it is."""
        if not any(True for _ in self.model.of("lead", "track")):
            return
        pause, on = flow.label("pause"), flow.label("resumed")
        flow.entry(on)
        settled = flow.settled
        flow.fork(terms.eq(terms.table(ir.PAUSED, lo=0, hi=1), ZERO), on, pause)
        flow.start(pause)
        flow.code.emit(ir.SetOptionCount(ZERO))
        flow.code.emit(ir.Emit(terms.const(ir.PAUSE)))
        flow.close(ir.Ask(on))
        flow.start(on)
        flow.settled = settled

    def _sort(self, flow: Flow, order: Stored, by: Formula, scope: Scope) -> None:
        """Note the seats in ascending order of a key, each seen as `me`."""
        kept = sets.keep(flow.code, self.rules.formulas.seats())
        inner = self.rules.formulas.behind_by(by, scope)
        sets.sort(flow.code, kept, lambda seat: self.rules.formulas.number(by, inner.having(me=seat)))
        order.clear(flow.code)
        kept.each(flow.code, lambda x: order.put(flow.code, x, 0))

    def _step(
        self,
        flow: Flow,
        seat_slot: int,
        steps: int | None,
        backwards: bool,
        once: bool,
        order: Stored | None,
        by: Formula | None,
        done: str,
        scope: Scope,
        nested: bool,
    ) -> None:
        """On to the next seat; after everyone the round is over."""
        frame, code, players = flow.frame, flow.code, self.model.players
        seat = frame.load(seat_slot, 0, players - 1)
        last = terms.const(players - 1)
        up = terms.select(terms.ge(seat, last), ZERO, terms.clamp(terms.add(seat, ONE), 0, players - 1))
        down = terms.select(terms.le(seat, ZERO), last, terms.clamp(terms.sub(seat, ONE), 0, players - 1))
        if players == 2:
            up = down = terms.sub(ONE, seat)
        following = down if backwards else up
        if self._way is not None:
            forwards = terms.gt(terms.state(self._way, lo=-1, hi=1), ZERO)
            following = terms.select(forwards, following, up if backwards else down)
        if order is None:
            code.emit(frame.store(seat_slot, terms.clamp(following, 0, players - 1), lo=0, hi=players - 1))
        if steps is None:
            return
        count = frame.load(steps, 0, WORD)
        code.emit(frame.store(steps, terms.lowest(terms.add(count, ONE), terms.const(WORD)), lo=0, hi=WORD))
        number = order.number if order is not None else terms.const(players)
        full, on = flow.label("round_over"), flow.label("on")
        flow.fork(terms.ge(count, number), full, on)
        flow.start(full)
        if not nested:
            self.rules.ending.test(flow, "round", None, syntax.TurnsStatement(), scope)
            self.come_back(code, "round")
        if once:
            flow.jump(done)
        else:
            code.emit(frame.store(steps, ZERO, lo=0, hi=WORD))
            round_ = terms.state(ir.ROUND, lo=0, hi=WORD)
            code.emit(terms.store(ir.ROUND, terms.lowest(terms.add(round_, ONE), terms.const(WORD)), lo=0, hi=WORD))
            if not nested:
                self.rules.addresses.reset(code, "round")
            if order is not None and by is not None:
                self._sort(flow, order, by, scope)
            flow.jump(on)
        flow.start(on)
        if order is not None:
            code.emit(frame.store(seat_slot, order.at(count), lo=0, hi=players - 1))


__all__ = ["Scalar", "Turns"]

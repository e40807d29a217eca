"""The LLVM assembly that all games share: faults, options, random numbers, careful arithmetic.

Each of these has its twin in :mod:`ludwright.engine.twin` or :mod:`ludwright.engine.random`.
"""

from __future__ import annotations

import re

from ludwright import ir
from ludwright.engine.layout import CTX_ARENA_USED, CTX_DEPTH, SPARE
from ludwright.engine.random import MAX_BOUND, MULTIPLIER
from ludwright.engine.redealing import REDEAL

_MULTIPLIER = MULTIPLIER - (1 << 64) if MULTIPLIER >> 63 else MULTIPLIER


def _word(name: str, word: int) -> str:
    return f"  {name} = getelementptr inbounds i64, ptr %x, i64 {word}"


_FAULTS = f"""
define internal preserve_mostcc void @note_fault(ptr %x, i64 %code, i64 %line) cold noinline #0 {{
{_word("%at", ir.CTX_FAULT)}
{_word("%at_line", ir.CTX_FAULT_LINE)}
  %before = load i64, ptr %at, align 8
  %first = icmp eq i64 %before, 0
  br i1 %first, label %note, label %end
note:
  store i64 %code, ptr %at, align 8
  store i64 %line, ptr %at_line, align 8
  br label %end
end:
  ret void
}}

define internal i64 @go_deeper(ptr %x) alwaysinline #0 {{
{_word("%at", CTX_DEPTH)}
  %before = load i64, ptr %at, align 8
  %depth = add i64 %before, 1
  store i64 %depth, ptr %at, align 8
  ret i64 %depth
}}

define internal void @come_up(ptr %x) alwaysinline #0 {{
{_word("%at", CTX_DEPTH)}
  %before = load i64, ptr %at, align 8
  %depth = sub i64 %before, 1
  store i64 %depth, ptr %at, align 8
  ret void
}}
"""

_ARENA = f"""
define internal ptr @take(ptr %x, i64 %words) alwaysinline #0 {{
{_word("%at", CTX_ARENA_USED)}
{_word("%at_capacity", ir.CTX_CAPACITY)}
  %used = load i64, ptr %at, align 8
  %capacity = load i64, ptr %at_capacity, align 8
  %now = add i64 %used, %words
  store i64 %now, ptr %at, align 8
  %behind = add i64 %used, %capacity
  %place = add i64 %behind, {ir.CTX_HEADER + SPARE}
  %room = getelementptr inbounds i64, ptr %x, i64 %place
  ret ptr %room
}}

define internal void @give_back(ptr %x, i64 %words) alwaysinline #0 {{
{_word("%at", CTX_ARENA_USED)}
  %used = load i64, ptr %at, align 8
  %now = sub i64 %used, %words
  store i64 %now, ptr %at, align 8
  ret void
}}
"""

_OPTIONS = f"""
define internal void @emit(ptr %x, i64 %code, i1 %really, i64 %line) alwaysinline #0 {{
{_word("%at", ir.CTX_OPTIONS)}
{_word("%at_capacity", ir.CTX_CAPACITY)}
{_word("%codes", ir.CTX_HEADER)}
  %count = load i64, ptr %at, align 8
  %capacity = load i64, ptr %at_capacity, align 8
  %place = getelementptr inbounds i64, ptr %codes, i64 %count
  store i64 %code, ptr %place, align 8
  %step = zext i1 %really to i64
  %more = add nuw nsw i64 %count, %step
  %room = icmp ule i64 %more, %capacity
  br i1 %room, label %put, label %full, !prof !1
put:
  store i64 %more, ptr %at, align 8
  ret void
full:
  call preserve_mostcc void @note_fault(ptr %x, i64 {ir.TOO_MANY_OPTIONS}, i64 %line)
  ret void
}}

define internal ptr @option_place(ptr %x, i64 %index, i64 %count) alwaysinline #0 {{
{_word("%codes", ir.CTX_HEADER)}
  %top = sub i64 %count, 1
  %low = call i64 @llvm.smin.i64(i64 %index, i64 %top)
  %kept = call i64 @llvm.smax.i64(i64 %low, i64 0)
  %place = getelementptr inbounds i64, ptr %codes, i64 %kept
  ret ptr %place
}}

define internal i64 @option_at(ptr %x, i64 %index) #0 {{
{_word("%at", ir.CTX_OPTIONS)}
  %count = load i64, ptr %at, align 8
  %none = icmp eq i64 %count, 0
  br i1 %none, label %nothing, label %some
some:
  %place = call ptr @option_place(ptr %x, i64 %index, i64 %count)
  %code = load i64, ptr %place, align 8
  ret i64 %code
nothing:
  ret i64 0
}}

define internal void @set_option(ptr %x, i64 %index, i64 %code) #0 {{
{_word("%at", ir.CTX_OPTIONS)}
  %count = load i64, ptr %at, align 8
  %none = icmp eq i64 %count, 0
  br i1 %none, label %end, label %some
some:
  %place = call ptr @option_place(ptr %x, i64 %index, i64 %count)
  store i64 %code, ptr %place, align 8
  br label %end
end:
  ret void
}}

define internal void @set_option_count(ptr %x, i64 %wanted) #0 {{
{_word("%at", ir.CTX_OPTIONS)}
  %count = load i64, ptr %at, align 8
  %low = call i64 @llvm.smax.i64(i64 %wanted, i64 0)
  %kept = call i64 @llvm.smin.i64(i64 %low, i64 %count)
  store i64 %kept, ptr %at, align 8
  ret void
}}
"""

_CHANCE = f"""
define internal i64 @next32(ptr %x) alwaysinline #0 {{
{_word("%at", ir.CTX_RNG_STATE)}
{_word("%at_stream", ir.CTX_RNG_STREAM)}
  %old = load i64, ptr %at, align 8
  %inc = load i64, ptr %at_stream, align 8
  %product = mul i64 %old, {_MULTIPLIER}
  %new = add i64 %product, %inc
  store i64 %new, ptr %at, align 8
  %high = lshr i64 %old, 18
  %mixed = xor i64 %high, %old
  %moved = lshr i64 %mixed, 27
  %shifted = trunc i64 %moved to i32
  %top = lshr i64 %old, 59
  %turn = trunc i64 %top to i32
  %bits = call i32 @llvm.fshr.i32(i32 %shifted, i32 %shifted, i32 %turn)
  %wide = zext i32 %bits to i64
  ret i64 %wide
}}

define internal i64 @redraw(ptr %x, i64 %bound, i64 %first) cold noinline #0 {{
entry:
  %from = sub i64 4294967296, %bound
  %unfair = urem i64 %from, %bound
  br label %test
test:
  %product = phi i64 [ %first, %entry ], [ %again, %draw ]
  %low = and i64 %product, 4294967295
  %bad = icmp ult i64 %low, %unfair
  br i1 %bad, label %draw, label %end
draw:
  %bits = call i64 @next32(ptr %x)
  %again = mul i64 %bits, %bound
  br label %test
end:
  ret i64 %product
}}

define internal i64 @draw(ptr %x, i64 %wanted) alwaysinline #0 {{
entry:
  %nothing = icmp slt i64 %wanted, 1
  br i1 %nothing, label %none, label %some
some:
  %bound = call i64 @llvm.smin.i64(i64 %wanted, i64 {MAX_BOUND})
  %bits = call i64 @next32(ptr %x)
  %product = mul i64 %bits, %bound
  %low = and i64 %product, 4294967295
  %close = icmp ult i64 %low, %bound
  br i1 %close, label %look, label %end, !prof !2
look:
  %checked = call i64 @redraw(ptr %x, i64 %bound, i64 %product)
  br label %end
end:
  %taken = phi i64 [ %product, %some ], [ %checked, %look ]
  %number = lshr i64 %taken, 32
  ret i64 %number
none:
  ret i64 0
}}
"""

_ARITHMETIC = f"""
define internal i64 @limited(i64 %v) alwaysinline #0 {{
  %low = call i64 @llvm.smax.i64(i64 %v, i64 {-ir.LIMIT})
  %kept = call i64 @llvm.smin.i64(i64 %low, i64 {ir.LIMIT})
  ret i64 %kept
}}

define internal i64 @sat_add(i64 %a, i64 %b) alwaysinline #0 {{
  %sum = call i64 @llvm.sadd.sat.i64(i64 %a, i64 %b)
  %kept = call i64 @limited(i64 %sum)
  ret i64 %kept
}}

define internal i64 @sat_sub(i64 %a, i64 %b) alwaysinline #0 {{
  %rest = call i64 @llvm.ssub.sat.i64(i64 %a, i64 %b)
  %kept = call i64 @limited(i64 %rest)
  ret i64 %kept
}}

define internal i64 @sat_mul(i64 %a, i64 %b) #0 {{
  %both = call {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %product = extractvalue {{ i64, i1 }} %both, 0
  %over = extractvalue {{ i64, i1 }} %both, 1
  %signs = xor i64 %a, %b
  %negative = icmp slt i64 %signs, 0
  %end = select i1 %negative, i64 {-ir.LIMIT}, i64 {ir.LIMIT}
  %value = select i1 %over, i64 %end, i64 %product
  %kept = call i64 @limited(i64 %value)
  ret i64 %kept
}}

define internal i64 @floor_div(i64 %a, i64 %b) #0 {{
entry:
  switch i64 %b, label %plain [ i64 0, label %zero i64 -1, label %turned ]
zero:
  ret i64 0
turned:
  %negated = sub i64 0, %a
  ret i64 %negated
plain:
  %quotient = sdiv i64 %a, %b
  %product = mul i64 %quotient, %b
  %rest = sub i64 %a, %product
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %b
  %differ = icmp slt i64 %signs, 0
  %wrong = and i1 %some, %differ
  %below = add i64 %quotient, -1
  %answer = select i1 %wrong, i64 %below, i64 %quotient
  ret i64 %answer
}}

define internal i64 @floor_mod(i64 %a, i64 %b) #0 {{
entry:
  switch i64 %b, label %plain [ i64 0, label %zero i64 -1, label %zero ]
zero:
  ret i64 0
plain:
  %rest = srem i64 %a, %b
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %b
  %differ = icmp slt i64 %signs, 0
  %wrong = and i1 %some, %differ
  %fixed = add i64 %rest, %b
  %answer = select i1 %wrong, i64 %fixed, i64 %rest
  ret i64 %answer
}}
"""

_END = """
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn mustprogress }
attributes #1 = { nounwind willreturn mustprogress noinline }

!0 = !{}
!1 = !{!"branch_weights", i32 100000, i32 1}
!2 = !{!"branch_weights", i32 1, i32 1000}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.runtime.disable"}
"""

_PIECES = (_FAULTS + _ARENA + _OPTIONS + _CHANCE + _ARITHMETIC).strip().split("\n\n")


def _named(piece: str) -> str:
    """The name of the function a piece defines."""
    return re.search(r"@(\w+)\(", piece)[1]  # type: ignore[index]


_BY_NAME = {_named(piece): piece for piece in _PIECES}
_NEEDS = {name: set(re.findall(r"@(\w+)\(", piece)) & _BY_NAME.keys() - {name} for name, piece in _BY_NAME.items()}


def prelude(text: str) -> str:
    """The pieces that a text calls, and those that they call in turn."""
    wanted = set(re.findall(r"@(\w+)\(", text)) & _BY_NAME.keys()
    while more := set().union(*(_NEEDS[name] for name in wanted)) - wanted:
        wanted |= more
    outside = [f"declare void @{REDEAL}(ptr, i64, i64, i64)"] if f"@{REDEAL}(" in text else []
    return "\n\n".join([*(piece for name, piece in _BY_NAME.items() if name in wanted), *outside, _END])

"""Working out formulas that read nothing but printed numbers and parameters."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright import ir


def is_static(e: ir.Expr) -> bool:
    """Whether an expression reads only constants and table words."""
    match e:
        case ir.Const():
            return True
        case ir.Load():
            return e.block == "table" and is_static(e.index)
        case ir.Unary():
            return is_static(e.a)
        case ir.Binary():
            return is_static(e.a) and is_static(e.b)
        case ir.Select():
            return is_static(e.cond) and is_static(e.a) and is_static(e.b)
    return False


def evaluate(e: ir.Expr, words: Sequence[int | ir.Expr], depth: int = 0) -> int:
    """The value of a static expression; ``words`` may themselves be such expressions."""
    if depth > 200:
        return 0
    match e:
        case ir.Const():
            return e.value
        case ir.Load():
            index = min(max(evaluate(e.index, words, depth + 1), e.first), e.last)
            word = words[e.base + index]
            return word if isinstance(word, int) else evaluate(word, words, depth + 1)
        case ir.Unary():
            a = evaluate(e.a, words, depth + 1)
            return {"neg": -a, "not": int(not a), "int": a}[e.op]
        case ir.Binary():
            return _binary(e.op, evaluate(e.a, words, depth + 1), evaluate(e.b, words, depth + 1))
        case ir.Select():
            return evaluate(e.a if evaluate(e.cond, words, depth + 1) else e.b, words, depth + 1)
    raise TypeError(f"not static: {e}")


def _binary(op: str, a: int, b: int) -> int:
    match op.removeprefix("sat_"):
        case "add":
            return max(-ir.LIMIT, min(ir.LIMIT, a + b))
        case "sub":
            return max(-ir.LIMIT, min(ir.LIMIT, a - b))
        case "mul":
            return max(-ir.LIMIT, min(ir.LIMIT, a * b))
        case "div":
            return a // b if b else 0
        case "mod":
            return a % b if b else 0
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case "and":
            return int(bool(a and b))
        case "or":
            return int(bool(a or b))
        case "eq":
            return int(a == b)
        case "ne":
            return int(a != b)
        case "lt":
            return int(a < b)
        case "le":
            return int(a <= b)
        case "gt":
            return int(a > b)
        case "ge":
            return int(a >= b)
        case "band":
            return a & b
        case "bor":
            return a | b
        case "bxor":
            return a ^ b
        case "shl":
            return a << (b & 63)
    raise TypeError(f"not static: {op}")

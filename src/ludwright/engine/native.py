"""The machine code of a game: LLVM assembly in, addresses of callable functions out."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm

from ludwright import ir
from ludwright.engine import object_cache
from ludwright.engine.redealing import REDEAL, redealer

_lock = threading.Lock()
"""LLVM is used by one thread at a time."""
_ready = False

_SHORT = 1500
"""Lines of assembly up to which LLVM gives its best; beyond, the last few percent of speed take too long to find."""


def _target_machine() -> tuple[llvm.TargetMachine, str, str]:
    """This computer, as LLVM sees it, with the names of its processor and what that can do."""
    global _ready
    if not _ready:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _ready = True
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    triple, model = llvm.get_process_triple(), "small"
    if os.name == "nt":
        # LLVM's loader knows ELF best, on Windows too; and what is loaded there may lie far from what it calls.
        triple, model = f"{triple}-elf", "jitdefault"
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=2, reloc="pic", codemodel=model), cpu, features


@cache
def _lasting_context() -> llvm.ContextRef:
    """The context of the empty modules that engines begin with. It is never freed, since a context of an engine's own could be freed before the engine; and
    it is not LLVM's global one, in which Numba may be building kernels in another thread."""
    context = llvm.create_context()
    context._owned = True
    return context


@dataclass(slots=True)
class MachineCode:
    """Loaded machine code: as long as this object lives, its addresses may be called."""

    engine: llvm.ExecutionEngine
    addresses: dict[str, int]


def assemble(text: str) -> bytes:
    """LLVM assembly to object code for this computer: what was made before is taken from disk."""
    with _lock:
        machine, cpu, features = _target_machine()
        name = object_cache.fingerprint(text, machine, cpu, features)
        code = object_cache.fetch(name)
        if code is None:
            code = _compile(text, machine)
            object_cache.store(name, code)
        return code


def _compile(text: str, machine: llvm.TargetMachine) -> bytes:
    module = llvm.parse_assembly(text, llvm.create_context())
    module.triple = machine.triple
    tuning = llvm.create_pipeline_tuning_options(speed_level=3 if text.count("\n") <= _SHORT else 2)
    # The loops of games are short and full of conditions: vectors take time to compile and win nothing.
    tuning.loop_vectorization = False
    tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def load(code: bytes, names: Iterable[str]) -> MachineCode:
    """Put object code into memory and find its functions."""
    if REDEAL.encode() in code:
        redealer()
    with _lock:
        machine, _, _ = _target_machine()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", _lasting_context()), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return MachineCode(engine, {name: engine.get_function_address(name) for name in names})


def exports(program: ir.Program) -> list[str]:
    """The names of the functions a compiled program offers."""
    return ["setup", "advance", "legal", *(f"real_{name}" for name in program.reals)]

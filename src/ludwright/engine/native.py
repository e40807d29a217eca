"""The machine code of a game: LLVM assembly in, addresses of callable functions out."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import llvmlite.binding as llvm

from ludwright.engine.facts import Facts
from ludwright.engine.native_text import NativeText
from ludwright.rules import ir

_lock = threading.Lock()
_ready = False


def _target_machine() -> llvm.TargetMachine:
    """This computer, as LLVM sees it."""
    global _ready
    if not _ready:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _ready = True
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2, reloc="pic", codemodel="small"
    )


@dataclass(slots=True)
class MachineCode:
    """Loaded machine code: as long as this object lives, its addresses may be called."""

    engine: llvm.ExecutionEngine
    addresses: dict[str, int]


def assemble(text: str) -> bytes:
    """LLVM assembly to object code for this computer."""
    with _lock:
        machine = _target_machine()
        module = llvm.parse_assembly(text, llvm.create_context())
        module.triple = machine.triple
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = False
        tuning.slp_vectorization = False
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
        return bytes(machine.emit_object(module))


def load(code: bytes, names: Iterable[str]) -> MachineCode:
    """Put object code into memory and find its functions."""
    with _lock:
        machine = _target_machine()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", llvm.create_context()), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return MachineCode(engine, {name: engine.get_function_address(name) for name in names})


def exports(program: ir.Program) -> list[str]:
    """The names of the functions a compiled program offers."""
    return ["setup", "advance", "legal", *(f"real_{name}" for name in program.reals)]


def compile_program(program: ir.Program, facts: Facts | None = None) -> MachineCode:
    """The machine code of a program."""
    text = NativeText(program, facts or Facts(program)).text
    return load(assemble(text), exports(program))

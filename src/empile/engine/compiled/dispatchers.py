"""Numba dispatchers of the functions of a game.

Numba translates each function to machine code, with a wrapper for Python, before it is compiled into
its callers. Nearly all functions here are only inlined: machine code is generated for entry points.
Imported only to compile, as Numba is.
"""

# Numba has no types: what its base classes return is unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

# Defined before Numba compiles anything.
from empile.engine.compiled import intrinsics as intrinsics
from empile.engine.compiled.native import ObjectCode

_registry: Any = importlib.import_module("numba.core.registry")
_codegen: Any = importlib.import_module("numba.core.codegen")
_compiler: Any = importlib.import_module("numba.core.compiler")
_lowering: Any = importlib.import_module("numba.core.lowering")
_machinery: Any = importlib.import_module("numba.core.compiler_machinery")
_passes: Any = importlib.import_module("numba.core.typed_passes")
_types: Any = importlib.import_module("numba.types")


class _InlinedLibrary(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into its callers, never run by itself."""

    _final_module: Any
    _linking_libraries: Any
    _optimized: Any = None

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._own = self._final_module.clone()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            is_inlined = isinstance(library, _InlinedLibrary)
            module = library.plain if is_inlined else library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True
        self.plain = super()._get_module_for_linking()
        """The module before optimization."""

    def _get_module_for_linking(self) -> Any:
        """Return the module optimized at each level: Blox plays 4 to 10 % slower with fewer."""
        if self._optimized is None:
            self._ensure_finalized()
            kept, self._final_module = self._final_module, self._own
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._optimize_final_module()
            self._shared_module = None
            self._optimized = super()._get_module_for_linking()
            self._final_module = kept
        return self._optimized


class _Plain(NamedTuple):
    """Links an inlined library without optimizing it."""

    library: Any

    @property
    def _reload_init(self) -> Any:
        return self.library._reload_init

    def _get_module_for_linking(self) -> Any:
        return self.library.plain


class _StepLibrary(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code of about a microsecond, optimized as a whole only: a game starts sooner."""

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        is_inlined = isinstance(library, _InlinedLibrary)
        self._linking_libraries.append(_Plain(library) if is_inlined else library)


class _InlineCompiler(_compiler.Compiler):  # type: ignore[misc]
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        flags = self.state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True

    def compile_extra(self, function: Any) -> Any:
        self.state.library = _InlinedLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class _BorrowingLower(_lowering.Lower):  # type: ignore[misc]
    """Counts no references to arguments, and to rows of them: their caller keeps them.

    Atomic counters took up to a sixth of the time of functions that take a row for each state.
    """

    fndesc: Any
    fnargs: Any
    context: Any
    builder: Any

    def extract_function_arguments(self) -> Any:
        given: Any = super().extract_function_arguments()
        kinds: list[Any] = list(self.fndesc.argtypes)
        self.fnargs = [self._borrowed(kind, given[at]) for at, kind in enumerate(kinds)]
        return self.fnargs

    def _borrowed(self, kind: Any, value: Any) -> Any:
        if not isinstance(kind, _types.Array):
            return value
        array = self.context.make_array(kind)(self.context, self.builder, value)
        array.meminfo = array.meminfo.type(None)
        return array._getvalue()


@_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _BorrowingPass(_passes.BaseNativeLowering):  # type: ignore[misc]
    _name = "borrowing_lowering"

    @property
    def lowering_class(self) -> Any:
        return _BorrowingLower


class _EntryCompiler(_compiler.Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> Any:
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (_BorrowingPass if step is _passes.NativeLowering else step, name)
                for step, name in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines


class _StepCompiler(_EntryCompiler):
    def compile_extra(self, function: Any) -> Any:
        library = _StepLibrary(self.state.targetctx.codegen(), function.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(function)


class _Name:
    """Identifies an overload to Numba, in place of a callable."""


class InlineDispatcher(_registry.CPUDispatcher):  # type: ignore[misc]
    """Compiles a function into its callers."""

    _is_forced = True

    def __init__(self, function: Callable[..., Any]) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": None}
        super().__init__(function, {}, options | {"forceinline": self._is_forced}, _InlineCompiler)

    def add_overload(self, result: Any) -> None:
        result = result._replace(entry_point=_Name())
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result


class OutlinedDispatcher(InlineDispatcher):
    """Compiles a function once, not for each constant that it is given, and need not inline it."""

    _is_forced = False

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        return super().get_call_template(tuple(map(_not_constant, arguments)), named)


def _not_constant(kind: Any) -> Any:
    """Return the type of an argument without its value."""
    if isinstance(kind, _types.BaseTuple):
        return _types.BaseTuple.from_types(tuple(map(_not_constant, kind)))
    return _types.unliteral(kind)


class EntryDispatcher(_registry.CPUDispatcher):  # type: ignore[misc]
    """Compiles a function that Python calls."""

    def __init__(self, function: Callable[..., Any], *, nogil: bool) -> None:
        options = {"nopython": True, "nogil": nogil, "boundscheck": None}
        super().__init__(function, {}, options, _EntryCompiler if nogil else _StepCompiler)

    def add_overload(self, result: Any) -> None:
        # Environments of inlined functions: set by Numba only if these are compiled by themselves.
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        super().add_overload(result)

    def compile_for(self, arguments: tuple[Any, ...]) -> tuple[Callable[..., Any], Any]:
        """Compile for the types of ``arguments``.

        Returns the wrapper for Python, and its ``ObjectCode`` or None.
        """
        wrapper = self._compile_for_args(*arguments)
        result = self.overloads[tuple(self.typeof_pyval(argument) for argument in arguments)]
        return wrapper, _object_code(result)


def _object_code(result: Any) -> ObjectCode | None:
    """Return the object code of a compiled function, or None if Numba alone can load it."""
    library = result.library
    environments = [result.environment, *result._find_referenced_environments()]
    if (
        result.lifted
        or result.reload_init
        or library.has_dynamic_globals
        or any(environment.consts for environment in environments)
    ):
        return None
    module = library._final_module
    variables = list(module.global_variables)
    names = [variable.name for variable in variables]
    if any(name.startswith(_codegen.RuntimeLinker.PREFIX) for name in names):  # recursion
        return None
    declared = (value.name for value in (*module.functions, *variables) if value.is_declaration)
    return ObjectCode(
        wrapper=result.fndesc.llvm_cpython_wrapper_name,
        environments=[name for name in names if name.startswith("_ZN08NumbaEnv")],
        symbols=sorted(name for name in declared if not name.startswith("llvm.")),
        data=bytes(library._get_compiled_object()),
    )


def type_of(value: Any) -> Any:
    """Return the Numba type of a global variable of a compiled function."""
    return _registry.cpu_target.typing_context.resolve_value_type(value)

"""Functions of the rules, run by code that is loaded, else as Python: nothing waits for a compiler."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from empile.engine.compiled.jit import interpreted, jit_is_on
from empile.engine.compiled.machine_code import NotCompiledError, loading_only

if TYPE_CHECKING:
    from empile.engine.compiled.loader import CompiledRules

RETRY_SECONDS: Final = 5.0
"""Time between two attempts to load code that another process compiles."""

Result = TypeVar("Result")


class RulesCode:
    """The functions of a template, and those of the rules that they call.

    :param compiles: whether machine code is used.

    Example::

        >>> code = RulesCode(empile.load("blox").compiled, "messages")
        >>> code.run("refusal", lambda refusal: 0, lambda: 0)
        0
    """

    def __init__(self, compiled: CompiledRules, template: str, *, compiles: bool = True) -> None:
        self._compiled = compiled
        self._name = template
        self._loaded: dict[str, Callable[..., int]] = {}
        self._python: dict[str, Callable[..., int]] = {}
        self._first_try = 0.0 if compiles and jit_is_on() else float("inf")
        self._next_try: dict[str, float] = {}

    @cached_property
    def _template(self) -> ModuleType:
        return self._compiled.template(self._name)

    def run(
        self,
        function: str,
        by_code: Callable[[Callable[..., int]], Result],
        as_python: Callable[[], Result],
    ) -> Result:
        """Return what ``by_code`` returns of a function of the template, else what ``as_python`` does."""
        if function in self._loaded:
            return by_code(self._loaded[function])
        if time.monotonic() >= self._next_try.get(function, self._first_try):
            try:
                with loading_only():
                    return self.compile(function, by_code)
            except NotCompiledError:
                self._next_try[function] = time.monotonic() + RETRY_SECONDS
        return as_python()

    def loaded(self, function: str) -> Callable[..., int] | None:
        """Return a function of the template once it has run: calling it takes less time than ``run``."""
        return self._loaded.get(function)

    def compile(self, function: str, by_code: Callable[[Callable[..., int]], Result]) -> Result:
        """Return what ``by_code`` returns of a function, which is loaded or compiled for it."""
        code = self._loaded.get(function) or getattr(self._template, function)
        result = by_code(code)
        self._loaded[function] = code
        return result

    def python(self, function: str) -> Callable[..., Any]:
        """Return a function of the rules as Python. Example: ``code.python("write_refusal")``."""
        if function not in self._python:
            self._python[function] = interpreted(getattr(self._compiled.rules, function))
        return self._python[function]

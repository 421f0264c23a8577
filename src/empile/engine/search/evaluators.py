"""Evaluators from networks of PyTorch, JAX and ONNX Runtime; each needs its extra."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.evaluation import Evaluator
from empile.engine.errors import EvaluatorError
from empile.engine.optional_import import missing_extra

__all__ = ["jax_evaluator", "onnx_evaluator", "torch_evaluator"]

_SMALLEST = 8


def torch_evaluator(module: Any, *, device: str | None = None) -> Evaluator:
    """Return an evaluator of a PyTorch module that maps observations to ``(logits, values)``.

    Runs in inference mode and, during each call, as ``module.eval()``; after it, each submodule is in
    its former mode again. Outputs of any floating type are converted to float32.

    :param device: that observations are copied to, e.g. ``"cuda"``; by default the CPU.
    :raises ImportError: PyTorch is not installed: the extra ``torch``.

    Example: ``empile.search(state, evaluator=torch_evaluator(network), ...)``.
    """
    torch = _library("torch", "PyTorch", "torch")

    def evaluator(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        training = [part for part in module.modules() if part.training]
        module.eval()
        try:
            with torch.inference_mode():
                inputs = torch.from_numpy(observations)
                if device is not None:
                    inputs = inputs.to(device)
                logits, values = module(inputs)
                return logits.float().cpu().numpy(), values.float().cpu().numpy()
        finally:
            # Not `module.train()`: it would train frozen submodules too.
            for part in training:
                part.training = True

    return evaluator


def jax_evaluator(function: Callable[[Any], tuple[Any, Any]]) -> Evaluator:
    """Return an evaluator of a JAX function that maps observations to ``(logits, values)``.

    The function is compiled by ``jax.jit``, for batches of powers of two: others are padded.

    :raises ImportError: JAX is not installed: the extra ``jax``.

    Example: ``jax_evaluator(lambda observations: network.apply(params, observations))``.
    """
    jax = _library("jax", "JAX", "jax")
    compiled = jax.jit(function)

    def evaluator(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        rows, width = observations.shape
        size = max(_SMALLEST, 1 << (rows - 1).bit_length())
        padded = np.zeros((size, width), np.float32)
        padded[:rows] = observations
        logits, values = compiled(padded)
        return np.asarray(logits, np.float32)[:rows], np.asarray(values, np.float32)[:rows]

    return evaluator


def onnx_evaluator(
    model: str | PathLike[str] | bytes,
    *,
    threads: int = 1,
    providers: Sequence[str] = ("CPUExecutionProvider",),
) -> Evaluator:
    """Return an evaluator of an ONNX model with the outputs ``logits`` and ``values``.

    Its input are observations; a second input takes legal moves as 0 and 1, floating point numbers of
    32 bits. Outputs of other names are taken in the order of the model.

    :param model: a path, or the bytes of a model.
    :param threads: of ONNX Runtime, for each operator.
    :param providers: of ONNX Runtime, e.g. ``["CUDAExecutionProvider"]``.
    :raises ImportError: ONNX Runtime is not installed: the extra ``onnx``.
    :raises EvaluatorError: the model has more than two inputs, or fewer than two outputs.

    Example: ``onnx_evaluator("block-ness.onnx")``.
    """
    runtime = _library("onnxruntime", "ONNX Runtime", "onnx")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    source = model if isinstance(model, bytes) else fspath(model)
    session = runtime.InferenceSession(source, options, providers=list(providers))
    inputs = [one.name for one in session.get_inputs()]
    outputs = [one.name for one in session.get_outputs()]
    if len(inputs) not in (1, 2) or len(outputs) < 2:
        raise EvaluatorError(
            f"a model needs one or two inputs and two outputs, not {len(inputs)} and {len(outputs)}"
        )
    names = ["logits", "values"] if {"logits", "values"} <= set(outputs) else outputs[:2]

    def evaluator(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        given = {inputs[0]: observations}
        if len(inputs) == 2:
            given[inputs[1]] = legal.astype(np.float32)
        logits, values = session.run(names, given)
        return logits, values

    return evaluator


def _library(name: str, title: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise missing_extra(title, extra) from error

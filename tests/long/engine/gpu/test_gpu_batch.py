"""GPU batches in numba-cuda's simulator: the same bytes as on the CPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

from empile.engine.batches.batch import Batch
from tests.conftest import ROOT
from tests.support.batches import digests
from tests.support.patience import PATIENCE

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def run(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_gpu_batch_matches_batch_in_the_simulator() -> None:
    told = json.loads(run("-m", "tests.support.batches", "gpu", **SIMULATOR))
    assert told == digests(Batch)


def test_gpu_batch_errors_match_batch() -> None:
    code = """
        import numpy as np
        import empile
        from empile.engine.batches.batch import Batch, IllegalActionsError
        from empile.engine.batches.gpu_batch import GpuBatch
        from empile.engine.compiled.cuda_jit import cuda

        game = empile.load("cairn", players=2)
        gpu, cpu = GpuBatch(game, 70, 1), Batch(game, 70, 1)

        def fault(batch, actions):
            before = batch.states if batch is cpu else batch.states.copy_to_host()
            before = before.tobytes()
            try:
                batch.step(actions)
            except (TypeError, ValueError, IllegalActionsError) as error:
                after = batch.states if batch is cpu else batch.states.copy_to_host()
                assert after.tobytes() == before
                return type(error), str(error), getattr(error, "games", None)
            raise AssertionError("not refused")

        moves = cpu.random_actions()
        assert gpu.random_actions().copy_to_host().tolist() == moves.tolist()
        wrong = moves.copy()
        wrong[[3, 66]] = -1
        for actions in (wrong, wrong[:5], wrong * 1.0):
            assert fault(gpu, actions) == fault(cpu, actions)
        assert fault(gpu, cuda.to_device(wrong)) == fault(cpu, wrong)
        assert fault(gpu, cuda.to_device(wrong[:5]))[0] is ValueError
        assert fault(gpu, cuda.to_device(wrong * 1.0))[0] is TypeError
        gpu.step(cuda.to_device(moves))
        cpu.step(moves)
        assert gpu.states.copy_to_host().tobytes() == cpu.states.tobytes()
        assert gpu.state(69) == cpu.state(69)
        for size, start in ((0, None), (1, empile.load("cairn", players=3).new_state())):
            try:
                GpuBatch(game, size, 0, start=start)
            except ValueError as error:
                print(error)
    """
    told = run("-c", textwrap.dedent(code), **SIMULATOR)
    assert told.splitlines() == [
        "size must be a whole number of at least 1, not 0",
        "start must be a state of cairn with the options of the batch",
    ]


def test_gpu_batch_without_a_device() -> None:
    code = """
        import empile
        from empile.engine.batches.gpu_batch import GpuBatch
        from empile.engine.compiled.cuda_jit import DeviceError
        try:
            GpuBatch(empile.load("cairn"), 4, 0)
        except DeviceError as error:
            print(error)
    """
    told = run("-c", textwrap.dedent(code), CUDA_VISIBLE_DEVICES="-1")
    assert told == "no CUDA device was found: an NVIDIA GPU and its driver are needed\n"


def test_gpu_batch_without_the_extra() -> None:
    code = """
        import importlib.util
        find_spec = importlib.util.find_spec
        importlib.util.find_spec = lambda name, *rest: (
            None if name == "numba_cuda" else find_spec(name, *rest)
        )
        try:
            import empile.engine.batches.gpu_batch
        except ImportError as error:
            print(error)
    """
    told = run("-c", textwrap.dedent(code))
    assert told == "games on a GPU need numba-cuda: pip install 'empile-engine[gpu]'\n"


def test_gpu_extra_is_optional() -> None:
    code = """
        import sys
        import empile
        from empile.engine.batches.batch import Batch
        Batch(empile.load("cairn"), 2, 0)
        print([name for name in sys.modules if name.startswith(("numba.cuda", "numba_cuda"))])
    """
    assert run("-c", textwrap.dedent(code)).strip() == "[]"

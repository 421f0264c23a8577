"""Curves for TensorBoard."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from empile.engine.optional_import import missing_extra


class Curves:
    """Writes scalars; see them with ``tensorboard --logdir FOLDER``.

    :raises ImportError: TensorBoard is not installed: the extra ``train``.

    Example: ``Curves(folder).add({"loss/policy": 1.2}, step=3)``.
    """

    def __init__(self, folder: Path, *, after: int = 0) -> None:
        try:
            tensorboard: Any = importlib.import_module("torch.utils.tensorboard")
        except ImportError:
            raise missing_extra("TensorBoard", "train") from None
        # Points after the checkpoint are drawn again.
        self._writer: Any = tensorboard.SummaryWriter(str(folder), purge_step=after + 1)

    def add(self, scalars: Mapping[str, float], step: int) -> None:
        """Add a point to each curve."""
        for name, value in scalars.items():
            self._writer.add_scalar(name, value, step)
        self._writer.flush()

    def close(self) -> None:
        """Close the file."""
        self._writer.close()

"""Batches of games on a CUDA device; requires the extra ``gpu`` and an NVIDIA GPU with its driver."""

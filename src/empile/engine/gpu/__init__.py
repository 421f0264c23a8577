"""Batches of games on a CUDA device, byte for byte equal to those on the CPU.

Requires the extra ``gpu`` (``pip install 'empile[gpu]'``) and an NVIDIA GPU with its driver. No
other part of Empile imports this package.
"""

"""Games on a CUDA device: the rules of the processor, byte for byte, in kernels.

Needs the extra ``gpu`` (``pip install 'empile[gpu]'``) and an NVIDIA GPU with its driver. Nothing else
of Empile imports this package.
"""

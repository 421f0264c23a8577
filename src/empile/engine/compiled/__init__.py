"""Numba compilation: typed decorators, record layouts, the on-disk cache and the templates."""

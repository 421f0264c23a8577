"""Numba compilation."""

"""Tests of programs in ``benchmarks``."""

"""Tests of the benchmarks: that they compare like with like."""

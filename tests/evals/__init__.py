"""Tests of `empile.evals`."""

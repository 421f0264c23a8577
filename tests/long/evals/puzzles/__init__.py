"""Tests of `empile.evals.puzzles`."""

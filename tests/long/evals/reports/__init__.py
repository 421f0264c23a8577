"""Tests of `empile.evals.reports`."""

"""Tests of Empile; they mirror the tree of `src/empile`."""

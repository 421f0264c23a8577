"""Tests of games on a GPU."""

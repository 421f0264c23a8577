"""Tests of puzzles over REST."""

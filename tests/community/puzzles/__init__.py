"""Tests of what members reach in puzzles."""

"""Symmetries of boards: permutations of observations and actions, for learning."""

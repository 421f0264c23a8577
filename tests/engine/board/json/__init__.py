"""Tests of the writers of games on cells."""

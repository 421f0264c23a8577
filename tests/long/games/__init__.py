"""Tests of the games, with a game made for tests (Cairn)."""

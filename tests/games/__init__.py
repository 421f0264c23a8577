"""Tests of the games, and a game made for tests (cairn)."""

"""Tests of games/blox/show."""

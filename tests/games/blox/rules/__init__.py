"""Tests of games/blox/rules."""

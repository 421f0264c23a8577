"""Tests of games/blox/text."""

"""Tests of games/on_top/rules."""

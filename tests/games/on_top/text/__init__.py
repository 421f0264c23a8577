"""Tests of games/on_top/text."""

"""Tests of games/on_top/show."""

"""Tests of the board kit."""

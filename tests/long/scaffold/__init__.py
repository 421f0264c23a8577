"""Tests of new games."""

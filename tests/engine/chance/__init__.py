"""Tests of empile.engine.chance."""

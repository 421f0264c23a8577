"""Tests of engine/compiled."""

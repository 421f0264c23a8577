"""Tests of engine/search."""

"""Tests of what is installed elsewhere."""

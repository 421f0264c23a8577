"""Tests of engine/contracts."""

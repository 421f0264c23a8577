"""Tests of clocks."""

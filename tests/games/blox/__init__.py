"""Tests of Blox."""

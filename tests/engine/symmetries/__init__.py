"""Tests of symmetries."""

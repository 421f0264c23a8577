"""Tests of On Top."""

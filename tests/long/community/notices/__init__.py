"""Tests of notices to members."""

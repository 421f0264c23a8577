"""Tests of positions over REST."""

"""Tests of the distributions and of the release."""

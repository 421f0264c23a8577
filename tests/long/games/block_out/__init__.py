"""Tests of Block Out!."""

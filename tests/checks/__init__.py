"""Tests of the suite that every game goes through."""

"""Tests of the documentation and the repository."""

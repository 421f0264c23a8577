"""Tests of what the documents say, and of the repository itself."""

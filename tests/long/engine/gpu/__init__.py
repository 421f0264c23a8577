"""Tests of batches on a GPU."""

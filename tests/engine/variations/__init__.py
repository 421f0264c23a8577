"""Tests of engine/batches."""

"""Tests of the scripts used by `make`."""

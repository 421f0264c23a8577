"""Tests of the scripts behind `make`."""

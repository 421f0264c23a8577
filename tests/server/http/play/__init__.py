"""Tests of playing over plain HTTP."""

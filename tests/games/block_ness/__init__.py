"""Tests of Block Ness."""

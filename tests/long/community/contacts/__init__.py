"""Tests of friends, blocks, presence and challenges."""

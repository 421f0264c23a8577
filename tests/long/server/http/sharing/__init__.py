"""Tests of pictures and films of games."""

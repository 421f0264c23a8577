"""Tests of games/block_out/show."""

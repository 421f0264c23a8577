"""Tests of games/block_out/rules."""

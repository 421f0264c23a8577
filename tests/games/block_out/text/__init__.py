"""Tests of games/block_out/text."""

"""Tests of games/block_out/physics."""

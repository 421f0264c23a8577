"""Tests of games/block_ness/rules."""

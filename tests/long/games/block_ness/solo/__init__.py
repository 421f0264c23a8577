"""Tests of games/block_ness/solo."""

"""Tests of games/block_ness/show."""

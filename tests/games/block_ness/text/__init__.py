"""Tests of games/block_ness/text."""

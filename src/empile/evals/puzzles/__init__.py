"""Puzzles as items of suites: which ones, how they are asked, and the report of them."""

"""Tests of accounts and their members."""

"""Tests of the lobby."""

"""Tests of tables in the page."""

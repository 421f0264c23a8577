"""Tests of server/background."""

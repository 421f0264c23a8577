"""Tests of evidence on fair play."""

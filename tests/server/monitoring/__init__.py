"""Tests of logs and measurements."""

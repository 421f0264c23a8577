"""Tests of the study board in the browser."""

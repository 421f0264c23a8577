"""Tests that run in the environments of the frameworks, started by the tests of the folder above."""

"""Tests of pictures as data."""

"""Tests of the environments, mostly by the libraries' own checkers."""

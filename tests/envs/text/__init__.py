"""Tests of `empile.envs.text`."""

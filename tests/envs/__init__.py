"""Tests of the environments, mostly the ones that their own fields test environments by."""

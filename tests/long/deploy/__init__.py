"""Tests of the recipes in `deploy/`."""

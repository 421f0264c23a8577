"""Tests of server/physics."""

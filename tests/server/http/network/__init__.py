"""Tests of server/http/network."""

"""Tests of server/http/previews."""

"""Tests of what the page needs to go on without the server."""

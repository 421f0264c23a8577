"""Tests of the page that need a server's parts."""

"""The games, one folder each; every package here that defines ``GAME`` is found by itself."""

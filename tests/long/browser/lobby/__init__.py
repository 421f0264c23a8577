"""The lobby, in browsers."""

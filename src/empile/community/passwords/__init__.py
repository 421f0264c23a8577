"""Passwords: which are allowed, their hashes, and who waits for them."""

"""Programs with accounts: their tokens and streams."""

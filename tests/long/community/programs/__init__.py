"""Programs with accounts."""

"""Names and addresses that people write."""

"""What players say to each other at a table."""

"""Free text between members: at tables, and between friends."""

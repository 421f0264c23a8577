"""Browser tests of the pages around a table."""

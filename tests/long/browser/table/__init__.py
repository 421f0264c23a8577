"""Browser tests of the table page."""

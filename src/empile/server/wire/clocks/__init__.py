"""Wire types of clocks."""

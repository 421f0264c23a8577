"""The report of an evaluation: as data, as Markdown and as a page."""

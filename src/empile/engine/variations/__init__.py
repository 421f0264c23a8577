"""Variations of a record: other lines of play, with comments, glyphs and marks."""

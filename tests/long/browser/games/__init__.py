"""Browser tests of the games' boards and scenes."""

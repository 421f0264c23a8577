"""Clocks of tables: the thinking time of each player, from the log alone."""

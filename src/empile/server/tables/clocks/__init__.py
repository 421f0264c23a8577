"""Clocks of tables: who may think for how long, from the log alone."""

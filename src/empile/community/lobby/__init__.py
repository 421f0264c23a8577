"""The lobby: who looks for players, and how they get a table."""

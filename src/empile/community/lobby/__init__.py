"""The lobby: seeks, matching and seating."""

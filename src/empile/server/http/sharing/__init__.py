"""Pictures and films of games, to share."""

"""Running public games to watch."""

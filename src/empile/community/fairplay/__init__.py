"""Evidence on fair play, for moderators."""

"""People who know each other: friends, blocks, presence, and challenges by name."""

"""What members reach in puzzles, and the ratings of both."""

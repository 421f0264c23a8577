"""Games, lessons and solo puzzles in the terminal."""

"""Studies: chapters of games and positions, with variations and comments, and lessons made of them."""

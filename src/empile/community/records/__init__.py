"""What members see of their games: histories, statistics and progress."""

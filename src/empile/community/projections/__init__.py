"""What is derived from the logs of tables: finished games, statistics, and results of pairs."""

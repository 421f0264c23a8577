"""Rules engine, independent of the games."""

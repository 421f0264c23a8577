"""Everything that is stored about an account, as one JSON object that is written in pieces."""

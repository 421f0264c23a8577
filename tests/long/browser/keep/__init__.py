"""Tables that are kept in a browser."""

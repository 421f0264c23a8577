"""Commands for the store of a server."""

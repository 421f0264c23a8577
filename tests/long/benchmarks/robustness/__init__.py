"""Short forms of the programs that attack a server."""

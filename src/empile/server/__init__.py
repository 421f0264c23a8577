"""The server: tables, seats, the log, the socket and REST; games only through the contract."""

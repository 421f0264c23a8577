"""Messages of the lobby."""

"""Load generation: WebSocket clients that play whole games at many tables of a server."""

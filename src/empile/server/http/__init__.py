"""HTTP endpoints: REST, the WebSocket handshake, static files and the OpenAPI page."""

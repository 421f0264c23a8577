"""HTTP endpoints: REST, the WebSocket handshake, static files, documentation and the OpenAPI page."""

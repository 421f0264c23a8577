"""The server: tables, event logs, WebSocket and REST. Uses games only through their contract."""

"""Undocumented parts of uvicorn and websockets that the protocols rely on.

A failure means that a new version has changed them. Compare ``server/wire/fast_websocket.py``,
``limited_http.py`` and ``connection_limits.py`` with the new code before the version is raised.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn.middleware import proxy_headers
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server, ServerState
from websockets.protocol import Protocol

CHANGED = "uvicorn or websockets has changed {name}: {advice}"


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (WebSocketsSansIOProtocol.__init__, "conn queue writable read_paused frames close_timeout"),
        (WebSocketsSansIOProtocol.data_received, "receive_data handle_parser_exception"),
        (WebSocketsSansIOProtocol.handle_connect, "handshake_initiated run_asgi scope"),
        (WebSocketsSansIOProtocol.handle_ping, "data_to_send transport.write"),
        (WebSocketsSansIOProtocol.send_receive_event_to_app, "read_paused pause_reading frames"),
        (WebSocketsSansIOProtocol.handle_parser_exception, "close_sent transport.close"),
        (WebSocketsSansIOProtocol.run_asgi, "self.scope close_timer"),
        (WebSocketsSansIOProtocol.send, "self.writable.wait close_timer handshake_complete"),
        (WebSocketsSansIOProtocol.receive, "queue.get read_paused resume_reading"),
        (Protocol.recv_frame, "current_size PONG close_rcvd"),
        (H11Protocol.__init__, "self.logger self.conn self.cycle"),
        (H11Protocol.handle_websocket_upgrade, "connection_made data_received server_state"),
        (
            H11Protocol.handle_events,
            "self.conn.next_event h11.RemoteProtocolError send_400_response",
        ),
        (H11Protocol.connection_made, "self.client self.transport self.connections.add"),
        (Server.__init__, "self.server_state"),
        (Server.startup, "server_state=self.server_state self.servers"),
        (Server.main_loop, "asyncio.sleep(0.1) on_tick"),
        (Server.shutdown, "connection.shutdown timeout_graceful_shutdown lifespan.shutdown"),
        (ServerState.__init__, "connections tasks"),
        (proxy_headers._TrustedHosts.get_trusted_client_address, "x_forwarded_for"),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_used_names_exist(function: Callable[..., Any], names: str) -> None:
    source = inspect.getsource(function)
    for name in names.split():
        advice = f"it does not use '{name}' any more"
        assert name in source, CHANGED.format(name=function.__qualname__, advice=advice)


def test_overridden_methods_are_unchanged() -> None:
    overridden: list[Callable[..., Any]] = [
        WebSocketsSansIOProtocol.data_received,
        WebSocketsSansIOProtocol.handle_events,
        WebSocketsSansIOProtocol.handle_connect,
        WebSocketsSansIOProtocol.send_receive_event_to_app,
        WebSocketsSansIOProtocol.connection_lost,
        WebSocketsSansIOProtocol.receive,
        H11Protocol.connection_made,
        H11Protocol.connection_lost,
        H11Protocol.handle_websocket_upgrade,
        Server.main_loop,
        Server.on_tick,
        Server.shutdown,
    ]
    source = "".join(inspect.getsource(function) for function in overridden)
    found = hashlib.sha256(source.encode()).hexdigest()[:16]
    names = ", ".join(function.__qualname__ for function in overridden)
    advice = f"check the overrides, then change the hash here to {found}"
    assert found == "e8ea9d9927a0150d", CHANGED.format(name=f"one of {names}", advice=advice)

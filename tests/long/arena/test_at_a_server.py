"""Programs for tournaments also play at a server."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket

from empile.client import Rest
from tests.conftest import ROOT
from tests.server.serving import make, perform, serving

BOT = ROOT / "tests" / "arena" / "bots" / "by_messages.py"


def test_program_plays_at_a_server(tmp_path: Path) -> None:
    """Only the table and the place's token differ."""

    async def scene(address: str) -> None:
        made = await make(address, ["person", "bot:1"])
        program = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert program.stdin is not None
        assert program.stdout is not None
        async with open_socket(
            f"ws{address.removeprefix('http')}/ws", compression=None, proxy=None
        ) as socket:
            hello = json.loads(await program.stdout.readline())
            await socket.send(json.dumps({**hello, "table": made.table, "token": made.token}))
            speaking = asyncio.create_task(speak(program.stdout, socket))
            async for line in socket:
                program.stdin.write(f"{line!s}\n".encode())
                if any(event["kind"] == "over" for event in json.loads(line).get("events", [])):
                    break
            program.stdin.close()
            await asyncio.gather(speaking, program.wait())
        async with Rest(address) as rest:
            assert (await rest.record(made.table))["result"] is not None

    async def speak(said: asyncio.StreamReader, socket: ClientConnection) -> None:
        while line := await said.readline():
            await socket.send(line.decode())

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server.address))

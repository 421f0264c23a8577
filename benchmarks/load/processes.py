"""Server processes under load."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from subprocess import Popen


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process; 0 if the system does not report it."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MiB; 0 if the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    for line in status.read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def first_line(server: Popen[str], start: str) -> str:
    """Return the first line of a server's output that begins with ``start``."""
    assert server.stdout is not None
    while not (line := server.stdout.readline()).startswith(start):
        if not line:
            raise SystemExit("the server did not start")
    return line.strip()


def stop(server: Popen[str]) -> None:
    """Stop a server."""
    server.send_signal(signal.SIGINT)
    server.wait(60)
    assert server.stdout is not None
    server.stdout.close()

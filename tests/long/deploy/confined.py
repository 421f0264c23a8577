"""Runs a program as a unit of systemd confines it, without systemd: `python confined.py UNIT COMMAND ...`.

Its system calls, address families and capabilities are limited, as the unit says; folders are not.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000 | errno.EPERM
_EQUAL: Final = 4
_NO_NEW_PRIVILEGES: Final = 38
_DROP_FROM_BOUNDS: Final = 24


class _Argument(ctypes.Structure):
    _fields_ = (
        ("number", ctypes.c_uint),
        ("comparison", ctypes.c_int),
        ("one", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
    )


def values_of(unit: Path, name: str) -> list[str]:
    """Return the values of all lines of a setting."""
    return re.findall(rf"^{name}=(.*)$", unit.read_text("utf-8"), re.MULTILINE)


def calls_of(word: str) -> set[str]:
    """Return the system calls of a word of a filter, which may be a set."""
    if not word.startswith("@"):
        return {word}
    shown = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", word],
        capture_output=True,
        text=True,
        check=True,
    )
    words = [line.strip() for line in shown.stdout.splitlines()[1:]]
    return set().union(*(calls_of(each) for each in words if each and not each.startswith("#")))


def confine(unit: Path) -> None:
    """Limit this process and all that it starts, for ever."""
    allowed: set[str] = set()
    for line in values_of(unit, "SystemCallFilter"):
        calls: set[str] = set().union(*(calls_of(word) for word in line.lstrip("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    (families,) = values_of(unit, "RestrictAddressFamilies")
    assert values_of(unit, "CapabilityBoundingSet") == [""]
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0:
        for capability in range(64):
            libc.prctl(_DROP_FROM_BOUNDS, capability, 0, 0, 0)
    assert libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(seccomp.seccomp_init(_REFUSE))
    for name in allowed - {"socket"}:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        seccomp.seccomp_rule_add(rules, _ALLOW, number, 0)  # fails for those of other processors
    number = seccomp.seccomp_syscall_resolve_name(b"socket")
    for family in families.split():
        is_family = _Argument(0, _EQUAL, getattr(socket, family), 0)
        added = seccomp.seccomp_rule_add_array(rules, _ALLOW, number, 1, ctypes.byref(is_family))
        assert added == 0
    assert seccomp.seccomp_load(rules) == 0


if __name__ == "__main__":
    confine(Path(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])

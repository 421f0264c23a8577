"""A journal of everything that SQLite does to files, and the files that a power cut may leave.

In the server, a layer below SQLite (a VFS, called through ``ctypes``) appends each write, sync,
truncation, creation and deletion to a file. Clients append what was acknowledged to the same file:
appends are atomic, so there is one order of all. Reading the journal, :class:`Disk` keeps what was
synced and draws lots for the rest.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import random
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

Kind = Literal["open", "write", "truncate", "sync", "delete", "mark"]
_LENGTH = struct.Struct("<I")
_SECTORS = (512, 4096)


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """An operation on the file ``name``, or a mark of a client."""

    kind: Kind
    name: str
    """The file, or the table of a mark."""
    at: int = 0
    """The offset, the new length, the acknowledged event, or whether the folder is synced too."""
    data: bytes = b""


class Journal:
    """Appends entries to a file; several processes may append to one."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._encode = msgspec.msgpack.Encoder().encode

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        payload = self._encode(entry)
        os.write(self._file, _LENGTH.pack(len(payload)) + payload)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read(path: Path) -> Iterator[Entry]:
    """Yield the entries of a journal. A last entry that is cut off is left out."""
    decode = msgspec.msgpack.Decoder(Entry).decode
    with path.open("rb") as file:
        while len(head := file.read(_LENGTH.size)) == _LENGTH.size:
            (length,) = _LENGTH.unpack(head)
            payload = file.read(length)
            if len(payload) < length:
                return
            yield decode(payload)


# -- What a power cut leaves -----------------------------------------------------------------------


@dataclass
class _File:
    durable: bytearray = field(default_factory=bytearray)
    pending: list[Entry] = field(default_factory=list[Entry])
    """Writes and truncations since the last sync."""
    is_named: bool = False
    """Whether its entry in the folder is durable."""


class Disk:
    """A disk that keeps what was synced. Everything else is kept, lost or torn by chance."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._deleted: dict[str, _File] = {}
        """Files whose deletion is not durable yet."""

    def apply(self, entry: Entry) -> None:
        """Take the next entry of a journal."""
        if entry.kind == "open":
            self._files.setdefault(entry.name, _File())
        elif entry.kind == "delete":
            gone = self._files.pop(entry.name, None)
            if gone is not None and gone.is_named:
                self._deleted[entry.name] = gone
            if entry.at:
                self._sync_folder()
        elif entry.kind == "sync":
            file = self._files[entry.name]
            for pending in file.pending:
                _apply(file.durable, pending)
            file.pending.clear()
            # SQLite syncs the folder with the first sync of a new journal.
            if not file.is_named:
                self._sync_folder()
        elif entry.kind != "mark":
            self._files[entry.name].pending.append(entry)

    def _sync_folder(self) -> None:
        self._deleted.clear()
        for file in self._files.values():
            file.is_named = True

    def cut(self, luck: random.Random, folder: Path) -> int:
        """Write the files after a power cut; return how many sectors were lost or torn."""
        hurt = 0
        survivors = dict(self._files)
        for name, file in self._deleted.items():
            if luck.random() < 0.5:
                survivors[name] = file
        for name, file in survivors.items():
            if not file.is_named and luck.random() < 0.5:
                continue
            content = bytearray(file.durable)
            hurt += _scatter(content, file.pending, luck)
            (folder / name).write_bytes(content)
        return hurt


def _apply(content: bytearray, entry: Entry) -> None:
    if entry.kind == "truncate":
        del content[entry.at :]
        content.extend(bytes(entry.at - len(content)))
        return
    if len(content) < entry.at:
        content.extend(bytes(entry.at - len(content)))
    content[entry.at : entry.at + len(entry.data)] = entry.data


def _scatter(content: bytearray, pending: list[Entry], luck: random.Random) -> int:
    """Apply each sector of the pending writes by chance; return how many were not kept whole.

    Often most of them are kept or most are lost, as on disks that write soon or late.
    """
    hurt = 0
    size = luck.choice(_SECTORS)
    keeping = luck.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    for entry in pending:
        if entry.kind == "truncate":
            if luck.random() < keeping:
                _apply(content, entry)
            continue
        for sector in _sectors(entry, size):
            lot = luck.random()
            if lot < keeping:
                _apply(content, sector)
                continue
            hurt += 1
            if lot < keeping + (1 - keeping) * 0.3:
                _apply(content, _torn(content, sector, luck))
    return hurt


def _sectors(entry: Entry, size: int) -> Iterator[Entry]:
    at, end = entry.at, entry.at + len(entry.data)
    while at < end:
        to = min(end, (at // size + 1) * size)
        yield Entry("write", entry.name, at, entry.data[at - entry.at : to - entry.at])
        at = to


def _torn(content: bytearray, sector: Entry, luck: random.Random) -> Entry:
    """Return a sector of which only the beginning, the end, or noise was written."""
    at, new = sector.at, sector.data
    old = bytes(content[at : at + len(new)]).ljust(len(new), b"\0")
    where = luck.randrange(len(new) + 1)
    torn = luck.choice((new[:where] + old[where:], old[:where] + new[where:]))
    if luck.random() < 0.2:
        torn = new[:where] + luck.randbytes(len(new) - where)
    return Entry("write", sector.name, at, torn)


# -- The layer below SQLite ------------------------------------------------------------------------

# Paths are passed on as pointers: SQLite keeps them, and reads parameters that follow the text.
_Open = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_int),
)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_Close = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_Write = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Methods(ctypes.Structure):
    """``sqlite3_io_methods``, version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    )


class _Handle(ctypes.Structure):
    """``sqlite3_file``."""

    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    """``sqlite3_vfs``, version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("handle_size", ctypes.c_int),
        ("most_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 14),
    )


_alive: list[Any] = []
"""What SQLite points to."""


def record(path: Path, folder: Path, *, syncs: bool = True) -> None:
    """Append all that SQLite does to the files of ``folder`` to a journal, from now on.

    Without ``syncs``, no sync is written, as if SQLite never called one.
    """
    # Names of the library that the module uses, whether it is linked statically or not.
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    default = library.sqlite3_vfs_find(None).contents
    vfs = _Vfs()
    ctypes.pointer(vfs)[0] = default
    recorder = _Recorder(Journal(path), os.fsencode(folder.resolve()), default, syncs)
    vfs.name = b"journal"
    vfs.open = recorder.pointer(_Open, recorder.open)
    vfs.delete = recorder.pointer(_Delete, recorder.delete)
    _alive.extend((recorder, vfs))
    if library.sqlite3_vfs_register(ctypes.byref(vfs), 1) != 0:
        raise RuntimeError("SQLite did not accept the layer")


class _Recorder:
    def __init__(self, journal: Journal, folder: bytes, default: _Vfs, syncs: bool) -> None:
        self._journal = journal
        self._folder = folder
        self._syncs = syncs
        self._names: dict[int, str] = {}
        """Open files by the address of their handle."""
        self._methods: dict[int, _Methods] = {}
        """Our methods by the address of those that they replace."""
        self._callbacks: list[Any] = []
        self._open: Callable[..., int] = _Open(default.open)
        self._delete: Callable[..., int] = _Delete(default.delete)

    def pointer(self, kind: Any, function: Callable[..., int]) -> int | None:
        """Return a C pointer to a function."""
        callback = kind(function)
        self._callbacks.append(callback)
        return ctypes.cast(callback, ctypes.c_void_p).value

    def _name(self, address: int | None) -> str | None:
        path = b"" if address is None else ctypes.string_at(address)
        if os.path.dirname(path) != self._folder:
            return None
        return os.fsdecode(os.path.basename(path))

    def open(self, vfs: int, path: int | None, handle: int, flags: int, out: Any) -> int:
        """Open a file, and use our methods for it."""
        name = self._name(path)
        status = self._open(vfs, path, handle, flags, out)
        if status == 0 and name is not None:
            self._journal.add(Entry("open", name))
            self._names[handle] = name
            opened = _Handle.from_address(handle)
            opened.methods = ctypes.pointer(self._wrapped(opened.methods))
        return status

    def delete(self, vfs: int, path: int, sync: int) -> int:
        """Delete a file."""
        name = self._name(path)
        status = self._delete(vfs, path, sync)
        if status == 0 and name is not None:
            self._journal.add(Entry("delete", name, sync if self._syncs else 0))
        return status

    def _wrapped(self, methods: Any) -> _Methods:
        address = ctypes.addressof(methods.contents)
        found = self._methods.get(address)
        if found is not None:
            return found
        old = methods.contents
        new = _Methods()
        ctypes.pointer(new)[0] = old
        close, write = _Close(old.close), _Write(old.write)
        truncate, sync = _Truncate(old.truncate), _Sync(old.sync)

        def on_close(handle: int) -> int:
            self._names.pop(handle, None)
            return int(close(handle))

        def on_write(handle: int, data: int, length: int, at: int) -> int:
            name = self._names[handle]
            self._journal.add(Entry("write", name, at, ctypes.string_at(data, length)))
            return int(write(handle, data, length, at))

        def on_truncate(handle: int, length: int) -> int:
            self._journal.add(Entry("truncate", self._names[handle], length))
            return int(truncate(handle, length))

        def on_sync(handle: int, flags: int) -> int:
            status = int(sync(handle, flags))
            if status == 0 and self._syncs:
                self._journal.add(Entry("sync", self._names[handle]))
            return status

        new.close = self.pointer(_Close, on_close)
        new.write = self.pointer(_Write, on_write)
        new.truncate = self.pointer(_Truncate, on_truncate)
        new.sync = self.pointer(_Sync, on_sync)
        self._methods[address] = new
        return new

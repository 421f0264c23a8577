"""Static files of the page, in memory, with security and cache headers.

Files in ``assets/`` have a content hash in their name and are cached forever; others are
revalidated by ETag. Precompressed variants are served if present. Unknown paths return the index,
because the page does its own routing.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from empile.server.http.origin import headers_of

Send = Callable[[dict[str, Any]], Awaitable[None]]

Headers = Sequence[tuple[bytes, bytes]]


def security_headers(scripts: Iterable[str] = (), *, framed: bool = False) -> Headers:
    """Return the headers of all responses; ``scripts`` are sources besides the server's files.

    With ``framed``, pages of others may show this one. Pages compile the rules of games, which are
    WebAssembly; no text becomes a script.
    """
    ancestors = "*" if framed else "'none'"
    sources = " ".join(["'self'", "'wasm-unsafe-eval'", *scripts])
    return (
        (
            b"content-security-policy",
            f"default-src 'self'; script-src {sources}; style-src 'self' 'unsafe-inline';"
            " img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self';"
            " worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self';"
            f" frame-ancestors {ancestors}".encode(),
        ),
        (b"x-content-type-options", b"nosniff"),
        *(() if framed else ((b"x-frame-options", b"DENY"),)),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
    )


SECURITY_HEADERS = security_headers()
FRAMED_HEADERS = security_headers(framed=True)

_PACKED_ALREADY = ("image/png", "image/webp", "font/")
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_FOREVER = b"public, max-age=31536000, immutable"
_ASK_AGAIN = b"no-cache"
_NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Empile</title>
<body style="font:18px/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem">
<h1>The page is not built</h1>
<p>The server is running, and programs can play. To build the page, run <code>make play</code>
in the project's folder, then reload.</p></body></html>"""


class File(NamedTuple):
    """A file in memory, with its headers."""

    body: bytes
    kind: bytes
    cache: bytes
    etag: bytes
    packed: dict[str, bytes]
    vary: bytes = b"accept-encoding"


class StaticFiles:
    def __init__(self, folder: Path) -> None:
        self._files = read_files(folder)
        self.index = self._files.get("/index.html") or make_file("/index.html", _NOT_BUILT)

    @property
    def built(self) -> bool:
        return "/index.html" in self._files

    def get(self, path: str) -> File | None:
        return self._files.get(path)

    def is_page(self, path: str) -> bool:
        """Return whether the index is the answer, because the page does its own routing."""
        return path not in self._files and not path.startswith("/assets/")

    async def __call__(self, scope: dict[str, Any], _: object, send: Send) -> None:
        path = scope["path"]
        file = self.index if self.is_page(path) else self._files.get(path)
        await answer_file(file, scope, send)


async def answer_file(
    file: File | None, scope: dict[str, Any], send: Send, *, status: int = 200
) -> None:
    """Answer a request for ``file``; None does not exist."""
    if scope["method"] not in ("GET", "HEAD"):
        await answer(send, 405, [(b"allow", b"GET, HEAD")], b"")
        return
    if file is None:
        await answer(send, 404, [(b"content-type", b"text/plain")], b"there is no such file\n")
        return
    headers = headers_of(scope)
    found = [
        (b"cache-control", file.cache),
        (b"etag", file.etag),
        (b"vary", file.vary),
    ]
    if status == 200 and headers.get("if-none-match") == file.etag.decode():
        await answer(send, 304, found, b"")
        return
    body = file.body
    accepted = headers.get("accept-encoding", "")
    for encoding in file.packed:
        if encoding in accepted:
            body = file.packed[encoding]
            found.append((b"content-encoding", encoding.encode()))
            break
    found.append((b"content-type", file.kind))
    found.append((b"content-length", str(len(body)).encode()))
    await answer(send, status, found, b"" if scope["method"] == "HEAD" else body)


async def answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def read_files(folder: Path) -> dict[str, File]:
    """Return the files of a folder by path, from ``/``."""
    files: dict[str, File] = {}
    if not folder.is_dir():
        return files
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in (".br", ".gz"):
            continue
        name = f"/{path.relative_to(folder).as_posix()}"
        files[name] = make_file(name, path.read_bytes(), packed_variants(path))
    return files


def packed_variants(path: Path) -> dict[str, bytes]:
    """Return the compressed variants beside a file, by encoding."""
    return {
        encoding: packed_path.read_bytes()
        for encoding, ending in _ENCODINGS
        if (packed_path := path.with_name(path.name + ending)).is_file()
    }


def make_file(
    name: str,
    body: bytes,
    packed: dict[str, bytes] | None = None,
    *,
    compress: bool = False,
    is_fixed: bool = False,
) -> File:
    """Return a file with the headers for its name.

    ``packed`` are its compressed variants; ``compress`` makes one if there are none. ``is_fixed``: its address has a hash of the
    content.
    """
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = "text/plain" if name.endswith(".ts") else guessed  # a film, as far as Python knows
    if kind.startswith("text/") or kind in ("application/javascript", "application/json"):
        kind += "; charset=utf-8"
    if compress and not packed and not kind.startswith(_PACKED_ALREADY):
        packed = {"gzip": gzip.compress(body, 6, mtime=0)}
    cache = _FOREVER if is_fixed or name.startswith("/assets/") else _ASK_AGAIN
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
    return File(body, kind.encode(), cache, etag, packed or {})

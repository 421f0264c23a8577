"""The documentation site at ``/docs/``, if it is built.

It is read at the first request. Its pages have an inline script, which sets the colours before
anything is drawn: the site's Content-Security-Policy allows such scripts by their hashes.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from empile.server.http.static import (
    File,
    Headers,
    Send,
    answer,
    answer_file,
    read_files,
    security_headers,
)

_ADDRESS = "/docs"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_PACKED_ALREADY = (b"image/png", b"image/webp")


class Documentation:
    """The site of the first of ``folders`` that has one."""

    def __init__(self, folders: Sequence[Path]) -> None:
        built = [folder for folder in folders if (folder / "index.html").is_file()]
        self._folder = built[0] if built else None
        self._site: tuple[dict[str, File], Headers] | None = None

    def has(self, path: str) -> bool:
        """Return whether ``path`` belongs to a site that is built."""
        return self._folder is not None and (path == _ADDRESS or path.startswith(f"{_ADDRESS}/"))

    async def headers(self) -> Headers:
        """Return the security headers of the site."""
        return (await self._read())[1]

    async def __call__(self, scope: dict[str, Any], _: object, send: Send) -> None:
        if scope["path"] == _ADDRESS:
            # Links on the pages are relative to a folder.
            await answer(send, 308, [(b"location", f"{_ADDRESS}/".encode())], b"")
            return
        files, _headers = await self._read()
        path: str = scope["path"].removeprefix(_ADDRESS)
        await answer_file(files.get("/index.html" if path == "/" else path), scope, send)

    async def _read(self) -> tuple[dict[str, File], Headers]:
        if self._site is None:
            assert self._folder is not None
            self._site = await asyncio.to_thread(_read_site, self._folder)
        return self._site


def _read_site(folder: Path) -> tuple[dict[str, File], Headers]:
    files: dict[str, File] = {}
    scripts: set[str] = set()
    for path, file in read_files(folder).items():
        if file.kind not in _PACKED_ALREADY:
            file = file._replace(packed={"gzip": gzip.compress(file.body, mtime=0)})
        files[path] = file
        if path.endswith(".html"):
            scripts |= {_source_of(script) for script in _INLINE.findall(file.body)}
    return files, security_headers(sorted(scripts))


def _source_of(script: bytes) -> str:
    """Return the source that allows an inline script in a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"

"""Pictures taken apart."""

from __future__ import annotations

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def described(svg: str) -> str:
    """Return what a picture says to who cannot see it."""
    root = ET.fromstring(svg)
    return f"{root.findtext(f'{SVG}title')} | {root.findtext(f'{SVG}desc')}"

"""Parsing of SVG output."""

from __future__ import annotations

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def described(svg: str) -> str:
    """Return the SVG's title and description."""
    root = ET.fromstring(svg)
    return f"{root.findtext(f'{SVG}title')} | {root.findtext(f'{SVG}desc')}"

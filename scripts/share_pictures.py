"""Draw the pictures that messengers and search engines show of the page and of each game.

    python scripts/share_pictures.py

Composes the covers of the games, 1200 x 630 pixels, and writes ``web/public/share/*.png``. Also writes
``tile.webp`` beside each cover: the same, small. Needs Chromium, Pillow, and the packages of the page for its typeface. Run it after changing a cover.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "empile" / "games"
SHARE = ROOT / "web" / "public" / "share"
FONT = ROOT / "web/node_modules/@fontsource/young-serif/files/young-serif-latin-400-normal.woff2"
WIDTH, HEIGHT = 1200, 630
TILE = (288, 192)
COLOURS = 200
"""Of the palette: more are not visible in these pictures, which would be four times as large."""

_STYLE = """
  @font-face { font-family: Young; src: url(%s) }
  * { box-sizing: border-box; margin: 0 }
  body { width: 1200px; height: 630px; overflow: hidden; background: #f3ead9; color: #2b2118;
         font-family: Young; display: flex }
  .side { flex: none; width: 330px; padding: 0 34px; display: flex; flex-direction: column;
          justify-content: center; gap: 26px }
  .side svg { width: 118px; height: 96px; fill: none; stroke-width: 4; stroke-linecap: round }
  .low { stroke: #d8732c } .high { stroke: #0f5d6b }
  h1 { font-size: 62px; font-weight: 400; line-height: 1.05 }
  p { font-size: 34px; color: #5d4d3c }
  .art { flex: 1; display: grid; gap: 8px }
  .art.four { grid-template: 1fr 1fr / 1fr 1fr }
  .art img { width: 100%%; height: 100%%; min-height: 0; object-fit: cover; display: block }
"""
_SIGN = (
    '<svg viewBox="0 0 32 26"><path class="low" d="M4 24v-7a8 8 0 0 1 16 0v7"/>'
    '<path class="high" d="M12 24v-11a8 8 0 0 1 16 0v11"/></svg>'
)


def document(title: str, line: str, covers: Sequence[Path]) -> str:
    """Return the picture as HTML."""
    pictures = "".join(f'<img src="{_data("image/webp", cover)}">' for cover in covers)
    style = _STYLE % _data("font/woff2", FONT)
    several = " four" if len(covers) > 1 else ""
    return (
        f'<!doctype html><meta charset="utf-8"><style>{style}</style>'
        f'<div class="side">{_SIGN}<h1>{title}</h1><p>{line}</p></div>'
        f'<div class="art{several}">{pictures}</div>'
    )


def _data(kind: str, path: Path) -> str:
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def documents() -> dict[str, str]:
    """Return the pictures by file name."""
    covers = {path.parents[2]: path for path in sorted(GAMES.glob("*/web/pictures/cover.webp"))}
    found = {"empile": document("Empile", "", list(covers.values()))}
    for folder, cover in covers.items():
        name = json.loads((folder / "locales" / "en.json").read_text("utf-8"))["name"]
        found[folder.name.replace("_", "-")] = document(name, "Empile", [cover])
    return found


def write_tiles() -> None:
    """Write the covers as small pictures."""
    for cover in GAMES.glob("*/web/pictures/cover.webp"):
        with Image.open(cover) as picture:
            small = picture.convert("RGB").resize(TILE, Image.Resampling.LANCZOS)
            small.save(cover.with_name("tile.webp"), quality=70, method=6)


def main() -> None:
    """Write all pictures."""
    SHARE.mkdir(exist_ok=True)
    write_tiles()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, text in documents().items():
            page.set_content(text)
            page.evaluate("document.fonts.ready")
            with Image.open(io.BytesIO(page.screenshot())) as picture:
                reduced = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
                reduced.save(SHARE / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()

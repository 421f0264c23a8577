"""Pictures drawn from SVG documents."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from empile.server.http.sharing.drawing import BACKGROUND, png, webp


def svg(wide: int, high: int, colour: str = "red") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        f'<rect width="{wide}" height="{high}" fill="{colour}"/></svg>'
    )


def opened(body: bytes) -> Image.Image:
    return Image.open(io.BytesIO(body))


@pytest.mark.parametrize(("wide", "high", "size"), [(300, 200, (600, 400)), (50, 100, (300, 600))])
def test_pictures_have_the_shape_of_the_document(
    wide: int, high: int, size: tuple[int, int]
) -> None:
    picture = opened(png(svg(wide, high), 600)).convert("RGB")
    assert picture.size == size
    assert picture.getpixel((size[0] // 2, size[1] // 2)) == (255, 0, 0)
    assert picture.getpixel((1, 1)) == tuple(bytes.fromhex(BACKGROUND[1:]))


def test_documents_without_size_are_refused() -> None:
    with pytest.raises(ValueError, match="viewBox"):
        png('<svg xmlns="http://www.w3.org/2000/svg"/>', 600)


def test_films_show_each_document_for_its_time() -> None:
    film = opened(
        webp([svg(30, 20, "red"), svg(30, 20, "blue"), svg(30, 30, "green")], 90, 500, 900)
    )
    assert film.format == "WEBP"
    assert film.n_frames == 3  # type: ignore[attr-defined]
    assert film.size == (90, 90)
    durations, colours = list[int](), list[str]()
    for frame in range(3):
        film.seek(frame)
        film.load()
        durations.append(film.info["duration"])
        pixel = np.asarray(film.convert("RGB"))[45, 45]
        colours.append("rgb"[int(pixel.argmax())])
    assert durations == [500, 500, 900]
    assert colours == ["r", "b", "g"]


def test_png_sets_texts_without_installed_fonts() -> None:
    families = "system-ui,Segoe UI,Helvetica,Arial,sans-serif"
    seen = {
        png(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" font-family="{families}">'
            f'<text x="2" y="7">{text}</text></svg>',
            90,
        )
        for text in ("", "1", "É")
    }
    assert len(seen) == 3

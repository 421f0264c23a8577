"""Step 9: the position as SVG and as text for a terminal."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import Lack, equal, expect, lacks
from empile.checks.random_games import looked_through, random_match
from empile.engine.state import State

PICTURES = Step(
    "pictures", "positions as SVG and as text", "svg", needs=("rules", "notation", "positions")
)

SVG = "{http://www.w3.org/2000/svg}"
OUTSIDE = re.compile(r"<script|<image|<foreignObject|href|@import|url\((?!#)")
"""What an SVG document on the page must not have: it loads nothing and runs nothing."""

WIDEST = 200
"""Characters in a line of the text picture."""


@PICTURES.check(variants_of, gate=True)
def to_svg_is_well_formed_and_self_contained(variant: Variant) -> None:
    """Pictures are SVG with a role and a title, load nothing, and are the same each time."""
    match = random_match(variant.game(), 9)
    for state in list(looked_through(match))[::9]:
        for seat in (None, 0, state.game.num_players - 1):
            svg = state.to_svg(seat)
            check_svg(svg)
            expect(
                svg == state.clone().to_svg(seat), "the picture of a state is not always the same"
            )


def check_svg(svg: str) -> None:
    """Raise ``Lack`` unless ``svg`` is a document that can be shown alone and read aloud."""
    try:
        root = ET.fromstring(svg)
    except ET.ParseError as error:
        raise Lack(f"the picture is not well formed, {error}", "svg.py, 'to_svg'") from None
    if root.tag != f"{SVG}svg" or root.get("role") != "img" or not root.findtext(f"{SVG}title"):
        raise Lack(
            "the picture has no xmlns, no role or no title, which screen readers read",
            example='<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 90 90">'
            "<title>Tic-tac-toe</title>",
        )
    outside = OUTSIDE.search(svg)
    if outside is not None:
        lacks("the picture has {}: it must load nothing and run nothing", outside[0])
    for reference in re.findall(r"url\(#([^)]+)\)", svg):
        expect(f'id="{reference}"' in svg, "the picture refers to #{}, which it lacks", reference)
    for wrong in ("NaN", "None"):
        expect(wrong not in svg, "the picture contains {}", wrong)


@PICTURES.check(variants_of)
def repr_svg_is_the_picture(variant: Variant) -> None:
    """Notebooks show the picture."""
    state = variant.game().new_state()
    shown = state._repr_svg_()  # pyright: ignore[reportPrivateUsage]  # by its protocol
    expect(shown == state.to_svg(), "'_repr_svg_' is not the picture")


def described(svg: str) -> str:
    """Return the SVG's title and description."""
    root = ET.fromstring(svg)
    return f"{root.findtext(f'{SVG}title')} | {root.findtext(f'{SVG}desc')}"


@PICTURES.check(variants_of, file="terminal.py, 'to_text'")
def to_text_fits_terminal(variant: Variant) -> None:
    """The text picture is printable, at most 200 wide, and the same without its colours."""
    match = random_match(variant.game(), 7)
    for state in list(looked_through(match))[::4]:
        for seat in (None, 0):
            _fits(state, seat)


def _fits(state: State, seat: int | None) -> None:
    presenter = state.game.presenter
    plain = presenter.to_text(state, seat)
    expect(plain.strip(), "the text picture is empty")
    if not plain.replace("\n", "").isprintable():
        lacks(
            "the text picture has characters that cannot be printed, without being asked for colour"
        )
    widest = max(map(len, plain.split("\n")))
    expect(widest <= WIDEST, "the text picture is {} characters wide, at most 200 fit", widest)
    coloured = presenter.to_text(state, seat, colour=True)
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    equal(without, plain, "the text picture without its colours")

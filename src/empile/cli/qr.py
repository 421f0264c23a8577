"""QR codes for terminals, drawn in half blocks."""

from __future__ import annotations

_QUIET_ZONE = 2
"""Light modules around the code; phones read it with two instead of the standard's four."""


def in_terminal(text: str) -> str:
    """Return the QR code of ``text``, two rows of modules per line.

    Explicit colours, so that phones can read it on dark and light terminals.
    """
    import segno  # slow to import and rarely needed

    code = segno.make_qr(text, error="m", boost_error=False)
    rows = [bytes(row) for row in code.matrix_iter(border=_QUIET_ZONE)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    lines: list[str] = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        halves = (" ▄▀█"[2 * up + down] for up, down in zip(upper, lower, strict=True))
        lines.append(f"\x1b[30;107m{''.join(halves)}\x1b[0m")
    return "\n".join(lines)

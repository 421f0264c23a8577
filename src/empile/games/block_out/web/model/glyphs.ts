/**
 * Letters and digits as lines, for icons: text in an icon would become part of the button's accessible name.
 * A letter is 1 high, centred, y down.
 */

const GLYPHS: Readonly<Record<string, string>> = {
  S: "M.3-.3C.22-.42 .12-.47 0-.47C-.2-.47-.31-.37-.31-.24C-.31 .07 .33-.06 .33 .24C.33 .38 .2 .47 0 .47C-.15 .47-.27 .41-.33 .28",
  M: "M-.37 .46V-.46L0 .14L.37-.46V.46",
  L: "M-.25-.46V.46H.3",
  P: "M-.27 .46V-.46H.04A.27 .27 0 0 1 .04 .08H-.27",
  G: "M.31-.29C.24-.41 .13-.47 0-.47C-.22-.47-.36-.27-.36 0C-.36 .28-.22 .47 0 .47C.21 .47 .33 .33 .35 .07H.06",
  K: "M-.28-.46V.46M.3-.46L-.28 .1M-.05-.11L.33 .46",
  2: "M-.27-.25C-.26-.39-.15-.47 0-.47C.16-.47 .28-.37 .28-.23C.28 .02-.27 .24-.29 .46H.3",
  3: "M-.26-.46H.27L-.03-.09C.17-.09 .3 .02 .3 .18C.3 .35 .17 .47 0 .47C-.13 .47-.24 .41-.3 .3",
  4: "M.14 .46V-.46L-.33 .18H.34",
  5: "M.26-.46H-.2L-.25-.03C-.17-.11-.09-.13 0-.13C.18-.13 .3-.01 .3 .17C.3 .35 .17 .47 0 .47C-.13 .47-.23 .42-.3 .32",
  6: "M.2-.46C-.12-.36-.29-.12-.29 .17C-.29 .35-.17 .47 0 .47C.17 .47 .29 .35 .29 .18C.29 .01 .17-.11 0-.11C-.16-.11-.28 0-.29 .17",
  7: "M-.29-.46H.3L-.06 .46",
};

/** Line width for letters of height 1. */
export const STROKE = 0.21;

/** Returns the lines of a letter; empty if it is unknown. */
export function glyph(letter: string): string {
  return GLYPHS[letter] ?? "";
}

/** Draws a letter of height `high` at a point, as SVG. */
export function drawGlyph(letter: string, x: number, y: number, high: number, ink: string): string {
  const path = glyph(letter);
  return path && (
    `<path transform="translate(${round(x)} ${round(y)}) scale(${round(high)})" d="${path}" fill="none"` +
    ` stroke="${ink}" stroke-width="${STROKE}" stroke-linejoin="round"/>`
  );
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

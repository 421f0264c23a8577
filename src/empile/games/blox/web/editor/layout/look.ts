/** Cells as SVG: the colours and patterns of the game's scene, and the printed squares. */
import { svg, type SVGTemplateResult } from "lit";
import { LIVERIES } from "../../model/colours.ts";
import { COLOURS } from "./data.ts";

/** A cell is drawn on a field of 40 by 40; a pattern's tile of 24 covers about a third of it. */
const SIDE = 40;
const TILE = 24;
const SCALE = 0.56;
const SPOT = 11;
/** Centres of the squares on a cell, by number. */
const SPOTS: Record<string, [number, number][]> = {
  "1": [[20, 20]],
  "2": [[13, 13], [27, 27]],
  "3": [[12, 12], [28, 12], [20, 28]],
  "4": [[12, 12], [28, 12], [12, 28], [28, 28]],
};

/** Returns the pattern definitions that cells refer to. */
export function patterns(): SVGTemplateResult {
  return svg`<defs>${COLOURS.map((colour) => {
    const { cell, ink, pattern, line } = LIVERIES[colour];
    return svg`<pattern id=${`layout-${colour}`} width=${TILE} height=${TILE}
      patternUnits="userSpaceOnUse" patternTransform=${`scale(${SCALE})`}>
      <rect width=${TILE} height=${TILE} fill=${cell} />
      <path d=${pattern} opacity="0.75" fill=${line === 0 ? ink : "none"}
        stroke=${line === 0 ? "none" : ink} stroke-width=${line} />
    </pattern>`;
  })}</defs>`;
}

/** Returns the content of a cell; a dot means no colour or no squares. */
export function face(colour: string, squares: string): SVGTemplateResult {
  return svg`${colour === "."
    ? svg`<rect class="bare" x="1" y="1" width=${SIDE - 2} height=${SIDE - 2} rx="4" />`
    : svg`<rect width=${SIDE} height=${SIDE} rx="4" fill=${`url(#layout-${colour})`} />`}
  ${(SPOTS[squares] ?? []).map(([x, y]) => svg`<rect class="spot" x=${x - SPOT / 2}
    y=${y - SPOT / 2} width=${SPOT} height=${SPOT} rx="2" />`)}`;
}

/** How cells look: four colours that differ in lightness too, each with a pattern of its own. */
import { svg, type SVGTemplateResult } from "lit";
import type { Colour } from "./data.ts";

const SIDE = 40;
/** Corners of the little squares on a cell, by how many there are. */
const SPOTS: Record<string, [number, number][]> = {
  "1": [[20, 20]],
  "2": [[12.5, 12.5], [27.5, 27.5]],
  "3": [[12, 12], [28, 12], [20, 28]],
  "4": [[12, 12], [28, 12], [12, 28], [28, 28]],
};

/** The patterns, once in the document; cells refer to them. */
export function patterns(): SVGTemplateResult {
  const pattern = (colour: Colour, ground: string, marks: SVGTemplateResult) => svg`
    <pattern id=${`layout-${colour}`} width="10" height="10" patternUnits="userSpaceOnUse">
      <rect width="10" height="10" fill=${ground} />${marks}
    </pattern>`;
  return svg`<defs>
    ${pattern("W", "#f6efdc", svg`<circle cx="5" cy="5" r="1.1" fill="#c3b48c" />`)}
    ${pattern("G", "#7f93a6", svg`<path d="M-2 12 12 -2M-2 2 2 -2M8 12 12 8" stroke="#5f7387" stroke-width="2" />`)}
    ${pattern("B", "#24221f", svg`<path d="M3 3 7 7M7 3 3 7" stroke="#5c564d" stroke-width="1.2" />`)}
    ${pattern("M", "#86214f", svg`<path d="M0 5 Q2.5 1.5 5 5T10 5" fill="none" stroke="#b5527f" stroke-width="1.3" />`)}
  </defs>`;
}

export function face(colour: string, squares: string): SVGTemplateResult {
  const side = 11;
  return svg`
    ${colour === "."
      ? svg`<rect x="1" y="1" width="38" height="38" rx="3" class="bare" />`
      : svg`<rect width=${SIDE} height=${SIDE} rx="3" fill=${`url(#layout-${colour})`} />`}
    ${(SPOTS[squares] ?? []).map(([x, y]) => svg`<rect class="spot" x=${x - side / 2}
      y=${y - side / 2} width=${side} height=${side} rx="2" />`)}`;
}

/** The monsters' colours, each with its own pattern and mark. */

import { bySet } from "../../../../../../web/src/stage/appearance.ts";

export interface Livery {
  /** Hue in degrees and saturation in percent. */
  hue: number;
  saturation: number;
  /** Lightness in percent of a ring of height 1 and of height 6. */
  low: number;
  high: number;
  /** Colour of the pattern. */
  pattern: string;
  /** A character that identifies the colour without colour. */
  mark: string;
  /** The shape that the pattern repeats. */
  shape: "triangle" | "dot" | "diamond" | "band" | "grain";
}

const LIVERIES: Readonly<Record<string, Livery>> = bySet({
  orange: { hue: 22, saturation: 88, low: 45, high: 63, pattern: "#ffe3b8", mark: "▲", shape: "triangle" },
  black: { hue: 222, saturation: 13, low: 12, high: 27, pattern: "#e9e4d8", mark: "●", shape: "dot" },
  violet: { hue: 275, saturation: 48, low: 42, high: 62, pattern: "#e6d2ff", mark: "◆", shape: "diamond" },
  green: { hue: 128, saturation: 46, low: 29, high: 45, pattern: "#c9efab", mark: "■", shape: "band" },
} as Record<string, Livery>, {
  protan: {
    orange: { hue: 34, saturation: 95, low: 50, high: 66 },
    black: { low: 8, high: 15 },
    violet: { hue: 265, saturation: 56, low: 45, high: 60 },
    green: { hue: 160, saturation: 42, low: 55, high: 70 },
  },
  deutan: {
    orange: { hue: 34, saturation: 94, low: 45, high: 60 },
    black: { low: 8, high: 15 },
    violet: { hue: 265, saturation: 65, low: 44, high: 58 },
    green: { hue: 160, saturation: 60, low: 54, high: 70 },
  },
  tritan: {
    orange: { hue: 17, saturation: 94, low: 40, high: 55 },
    black: { low: 8, high: 15 },
    violet: { hue: 290, saturation: 62, low: 66, high: 78 },
    green: { hue: 158, saturation: 58, low: 48, high: 64 },
  },
});
const STONE: Livery = {
  hue: 35, saturation: 8, low: 48, high: 62, pattern: "#4f4a42", mark: "–", shape: "grain",
};

/** Returns the livery of a colour; stone for obstacles. */
export function livery(colour: string | undefined): Livery {
  return (colour === undefined ? undefined : LIVERIES[colour]) ?? STONE;
}

/** Returns the CSS colour of a ring: higher rings are lighter. */
export function ringColour(of: Livery, height: number): string {
  const rise = Math.min(1, (height - 1) / 5);
  // three.js parses only the form with commas.
  const lightness = Math.round(of.low + (of.high - of.low) * rise);
  return `hsl(${of.hue}, ${of.saturation}%, ${lightness}%)`;
}

/** Returns the CSS colour of the whole monster. */
export function mainColour(of: Livery): string {
  return ringColour(of, 3);
}

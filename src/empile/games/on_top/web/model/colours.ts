/**
 * The four colours, distinct in lightness, hue and mark: blue a disc, yellow a triangle, red a square, white
 * a lozenge. The same marks are on tiles, pawns and the score, in texts and in pictures. On tiles each points
 * away from the middle of its circle, so that six of them form a rosette.
 */

import { bySet } from "../../../../../../web/src/stage/appearance.ts";

export const COLOURS = ["B", "Y", "R", "W"] as const;
export type Colour = (typeof COLOURS)[number];

export interface Livery {
  colour: string;
  /** Darker, for edges and shade. */
  deep: string;
  /** Colour of a mark. */
  ink: string;
  /** Colour of a number on the mark. */
  number: string;
  /** A character that identifies the colour without colour. */
  mark: string;
  /** Message key of its name. */
  name: string;
}

export const LIVERIES: Readonly<Record<Colour, Livery>> = bySet({
  B: {
    colour: "#1f66c9", deep: "#123c7a", ink: "#eaf3ff", number: "#0d2b5c",
    mark: "●", name: "colour.B",
  },
  Y: {
    colour: "#f4c22b", deep: "#9a7305", ink: "#4a3300", number: "#ffe9a8",
    mark: "▲", name: "colour.Y",
  },
  R: {
    colour: "#dc4330", deep: "#841c10", ink: "#fff0ea", number: "#6e130a",
    mark: "■", name: "colour.R",
  },
  W: {
    colour: "#f7f3e8", deep: "#a89f8c", ink: "#37332d", number: "#ffffff",
    mark: "◆", name: "colour.W",
  },
} as Record<Colour, Livery>, {
  protan: {
    B: { colour: "#1c51dd", deep: "#0d2a7a" },
    Y: { colour: "#fddd11", deep: "#a08a02" },
    R: { colour: "#7e0707", deep: "#430202", number: "#430202" },
  },
  deutan: {
    B: { colour: "#1e57c6", deep: "#0e2f73" },
    Y: { colour: "#fcdb03", deep: "#a08a02" },
    R: { colour: "#7d0808", deep: "#430202", number: "#430202" },
  },
  tritan: {
    B: { colour: "#53a2da", deep: "#1c4f75", ink: "#08263d", number: "#d3eaff" },
    Y: { colour: "#eaaa15", deep: "#946703" },
    R: { colour: "#dc2f2f", deep: "#7d1111" },
  },
});

export function isColour(letter: string | undefined): letter is Colour {
  return (COLOURS as readonly (string | undefined)[]).includes(letter);
}

export function colourOf(seat: number): Colour {
  return COLOURS[seat] ?? "W";
}

/** Outlines of the marks on a field from -1 to 1, head up (at y = -1). */
export const MARKS: Record<Colour, readonly (readonly [number, number])[]> = {
  B: Array.from({ length: 20 }, (_, step) => {
    const angle = (step / 20) * 2 * Math.PI;
    return [0.82 * Math.cos(angle), 0.82 * Math.sin(angle)] as const;
  }),
  Y: [[0, -1], [0.98, 0.74], [-0.98, 0.74]],
  R: [[-0.74, -0.74], [0.74, -0.74], [0.74, 0.74], [-0.74, 0.74]],
  W: [[0, -1.16], [0.68, 0], [0, 1.16], [-0.68, 0]],
};

/** Returns the path data of a mark: centre, size and direction of its head (radians, y down, 0 is up). */
export function markPath(colour: Colour, x: number, y: number, size: number, turn = 0): string {
  const cosine = Math.cos(turn);
  const sine = Math.sin(turn);
  const points = MARKS[colour].map(([a, b]) => {
    const across = x + size * (a * cosine - b * sine);
    const down = y + size * (a * sine + b * cosine);
    return `${round(across)} ${round(down)}`;
  });
  return `M${points.join("L")}Z`;
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Colours of the board and the tiles. */
export const WOOD = {
  tile: "#3d2d24",
  tileEdge: "#241912",
  cell: "#e2c390",
  cellOther: "#d8b680",
  line: "#8a6234",
  gold: "#e6b422",
  goldDeep: "#8a6205",
  red: "#c8412e",
  black: "#15130f",
  bare: "#4d463c",
  frame: "#6f4a2c",
} as const;

export const LIGHTS = {
  open: "#fff6d0",
  closing: "#ffb52e",
  chosen: "#ff9d2e",
  last: "#ffd45e",
} as const;

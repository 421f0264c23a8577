/**
 * Colours that differ in lightness as well as hue, each with its own pattern.
 *
 * Patterns are path data on a seamless tile of 24 by 24, for canvas and SVG alike.
 */
import { bySet } from "../../../../../../web/src/stage/appearance.ts";
import { COLOURS, type Colour, type Owner } from "./position.ts";

export interface Livery {
  /** Blocks and cards. */
  block: string;
  /** The board's cells, more muted than the pieces. */
  cell: string;
  /** Colour of the pattern. */
  ink: string;
  pattern: string;
  /** Line width of the pattern; 0 if it is filled. */
  line: number;
}

const dot = (x: number, y: number): string => `M${x - 3.4} ${y}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z`;

export const LIVERIES: Record<Colour, Livery> = {
  W: {
    block: "#f6edd6", cell: "#eae0c8", ink: "#b08d4f", line: 0,
    pattern: dot(6, 6) + dot(18, 18),
  },
  G: {
    block: "#8da5c0", cell: "#95a9bd", ink: "#e3ecf5", line: 3,
    pattern: "M-2 14L14 -2M-2 26L26 -2M10 26L26 10",
  },
  B: {
    block: "#22242b", cell: "#33353c", ink: "#e0c987", line: 2.6,
    pattern: "M6 1.5V10.5M1.5 6H10.5M18 13.5V22.5M13.5 18H22.5",
  },
  M: {
    block: "#c3307a", cell: "#b84a82", ink: "#ffbcd8", line: 3,
    pattern: "M0 6Q6 -1 12 6T24 6M0 18Q6 11 12 18T24 18",
  },
};

export function isColour(letter: string): letter is Colour {
  return (COLOURS as readonly string[]).includes(letter);
}

/** Appearance of a seat's figures. */
export interface Side {
  colour: string;
  /** Darker, for outlines and shade. */
  deep: string;
  /** A character that identifies the colour without colour. */
  mark: string;
  shape: "circle" | "triangle" | "diamond" | "square" | "cross";
  /** Message key of its name. */
  name: string;
}

const SIDES: Readonly<Record<number, Side>> = bySet({
  0: { colour: "#2060d8", deep: "#123a86", mark: "●", shape: "circle", name: "scene.colour.blue" },
  1: { colour: "#6a3e1c", deep: "#3a200c", mark: "▲", shape: "triangle", name: "scene.colour.brown" },
  2: { colour: "#45b868", deep: "#14602b", mark: "◆", shape: "diamond", name: "scene.colour.green" },
  3: { colour: "#f04a33", deep: "#861d10", mark: "■", shape: "square", name: "scene.colour.red" },
} as Record<number, Side>, {
  protan: {
    0: { colour: "#0e66a5", deep: "#073352" },
    1: { colour: "#301f17", deep: "#180f0b" },
    2: { colour: "#6adb32", deep: "#356d19" },
    3: { colour: "#e8380f", deep: "#741c07" },
  },
  deutan: {
    0: { colour: "#67abf7", deep: "#33557b" },
    1: { colour: "#312216", deep: "#18110b" },
    2: { colour: "#98e672", deep: "#4c7339" },
    3: { colour: "#ad231f", deep: "#56110f" },
  },
  tritan: {
    0: { colour: "#1c477d", deep: "#0e233e" },
    1: { colour: "#6e3b23", deep: "#371d11" },
    2: { colour: "#40dd40", deep: "#206e20" },
    3: { colour: "#e64c21", deep: "#732610" },
  },
});
const NEUTRAL: Side = {
  colour: "#cfccc2", deep: "#5d5b54", mark: "✕", shape: "cross", name: "scene.colour.neutral",
};

export function side(owner: Owner): Side {
  return owner === "neutral" ? NEUTRAL : (SIDES[owner] ?? NEUTRAL);
}

/** Outlines of the marks on a field from -1 to 1, for canvas, SVG and geometry. */
export const MARKS: Record<Side["shape"], [number, number][]> = {
  circle: Array.from({ length: 20 }, (_, step) => {
    const angle = (step / 20) * 2 * Math.PI;
    return [0.86 * Math.cos(angle), 0.86 * Math.sin(angle)];
  }),
  triangle: [[0, -1], [0.98, 0.74], [-0.98, 0.74]],
  diamond: [[0, -1.08], [0.84, 0], [0, 1.08], [-0.84, 0]],
  square: [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
  cross: [
    [-0.9, -0.5], [-0.5, -0.9], [0, -0.4], [0.5, -0.9], [0.9, -0.5], [0.4, 0],
    [0.9, 0.5], [0.5, 0.9], [0, 0.4], [-0.5, 0.9], [-0.9, 0.5], [-0.4, 0],
  ],
};

/** Colours of lights, by the action that the choice leads to. */
export const LIGHTS = {
  figure: "#ffe07a",
  enter: "#fff6d0",
  move: "#fff6d0",
  take: "#ffb043",
  strike: "#ff8a73",
  build: "#7fe6cd",
  chosen: "#ff9d2e",
  last: "#ffd45e",
} as const;

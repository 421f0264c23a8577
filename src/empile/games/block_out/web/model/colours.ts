/**
 * Colours of blocks and seats, each with a mark. Blocks: black has a striped square, brown a ring, yellow a
 * triangle, on wood, cards and in texts.
 */
import type { Colour } from "./position.ts";

export interface Paint {
  /** Base, dark grain and light grain of the painted wood. */
  base: string;
  dark: string;
  light: string;
  /** Colour of the mark, and of a letter on a filled mark. */
  ink: string;
  letter: string;
  /** A character that identifies the colour without colour. */
  mark: string;
}

export const PAINTS: Record<Colour, Paint> = {
  k: { base: "#35302d", dark: "#1b1816", light: "#5d554f", ink: "#f3e9d6", letter: "#2a2522", mark: "■" },
  n: { base: "#9c6233", dark: "#6d3f1b", light: "#c08a55", ink: "#fff2dc", letter: "#fff2dc", mark: "●" },
  y: { base: "#f2bd33", dark: "#cf9413", light: "#ffdc74", ink: "#5a3c05", letter: "#ffd964", mark: "▲" },
};

/** Colours of the seats, distinct from those of the blocks. */
export const SEATS: readonly { colour: string; mark: string }[] = [
  { colour: "#1f66c9", mark: "◆" },
  { colour: "#cf3a2c", mark: "♥" },
  { colour: "#2c8a4b", mark: "♣" },
  { colour: "#7a4bbd", mark: "★" },
  { colour: "#d9731a", mark: "✚" },
  { colour: "#12848c", mark: "◗" },
];

/** Colours of the mat under the tower. */
export const MAT = {
  felt: "#8fae9b",
  feltDark: "#7c9d89",
  feltLight: "#a5c0ae",
  thread: "#f2ead2",
  edge: "#5b3a22",
} as const;

/** Returns a darker (below 1) or lighter CSS colour. */
export function shade(colour: string, by: number): string {
  const channels = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16);
    return Math.round(by <= 1 ? value * by : value + (255 - value) * (by - 1));
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

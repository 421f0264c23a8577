/**
 * Colours of blocks and seats, each with a mark. Blocks: black has a striped square, brown a ring, yellow a
 * triangle, on wood, cards and in texts.
 */
import { bySet } from "../../../../../../web/src/stage/appearance.ts";
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
export const SEATS: Readonly<Record<number, { colour: string; mark: string }>> = bySet({
  0: { colour: "#12308a", mark: "◆" },
  1: { colour: "#d1292f", mark: "♥" },
  2: { colour: "#4dd28e", mark: "♣" },
  3: { colour: "#912be1", mark: "★" },
  4: { colour: "#f68d1e", mark: "✚" },
  5: { colour: "#077a89", mark: "◗" },
}, {
  protan: seats("#0c54dc", "#ca1014", "#a4daa6", "#3b2755", "#f5b027", "#11bbe6"),
  deutan: seats("#2d57f2", "#691717", "#88e9ae", "#2f1653", "#f56f0a", "#14c5f1"),
  tritan: seats("#9faadf", "#b23a3f", "#1b4b27", "#77198c", "#f7af7d", "#74f8f7"),
});

function seats(...colours: string[]): Record<number, { colour: string }> {
  return Object.fromEntries(colours.map((colour, seat) => [seat, { colour }]));
}

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

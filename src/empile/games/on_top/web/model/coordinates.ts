/** The coordinates of cells, written between the cells and the score track. */
import type { Lattice, Spot } from "./lattice.ts";
import type { Outline } from "./outline.ts";

export interface Coordinate extends Spot {
  text: string;
}

export const COORDINATE = { size: 0.2, ink: "#5a3716" };
/** Distance from the edge of the cells, along a row or diagonal. */
const AWAY = 0.2;
/** Where the digits stand: y at the left end of each row, x at the upper end of each rising diagonal. */
const TO_LEFT: Spot = { x: -1, z: 0 };
const UP: Spot = { x: 0.5, z: -Math.sqrt(3) / 2 };

/** Returns the digits that name cells: the first a rising diagonal, the second a row. */
export function coordinates(cells: readonly string[], lattice: Lattice, outline: Outline): Coordinate[] {
  return [...ends(cells, 1, UP, lattice, outline), ...ends(cells, 2, TO_LEFT, lattice, outline)];
}

function ends(
  cells: readonly string[], digit: 1 | 2, along: Spot, lattice: Lattice, outline: Outline,
): Coordinate[] {
  const middles = new Map(cells.map((cell) => [cell[digit] ?? "", lattice.rhombus(cell)]));
  return [...middles].map(([text, from]) => {
    const by = outline.reach(from, along) + AWAY;
    return { text, x: from.x + along.x * by, z: from.z + along.z * by };
  });
}

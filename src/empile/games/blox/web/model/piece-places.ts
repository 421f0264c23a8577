/** Places of blocks and figures, for `assignPlaces`. */
import { readCell } from "../../../../../../web/src/board/cells.ts";
import type { Place } from "../../../../../../web/src/stage/piece-identity.ts";
import { type Colour, type Position, SIZE, count, stacked } from "./position.ts";

/** `tower f5 2` is the third block of the tower on f5, `stack 1 0` the first in front of seat 1. */
export function blockPlaces(position: Position, colour: Colour): Place[] {
  const places: Place[] = [];
  for (const [cell, tower] of Object.entries(position.towers)) {
    stacked(cell, tower).forEach((block, level) => {
      if (block === colour) places.push(`tower ${cell} ${level}`);
    });
  }
  position.blocks.forEach((blocks, seat) => {
    for (let index = 0; index < count(blocks, colour); index += 1) {
      places.push(`stack ${seat} ${index}`);
    }
  });
  return places;
}

/** `cell f5` or `reserve 0 3`. */
export function figurePlaces(position: Position, owner: number | "neutral"): Place[] {
  const places = Object.entries(position.figures)
    .filter(([, of]) => of === owner)
    .map(([cell]) => `cell ${cell}`);
  if (owner === "neutral") return places;
  for (let index = 0; index < (position.reserve[owner] ?? 0); index += 1) {
    places.push(`reserve ${owner} ${index}`);
  }
  return places;
}

/** Parses a place into its kind, its cell or seat, and its index there. */
export function readPlace(place: Place): { kind: string; where: string; index: number } {
  const [kind = "", where = "", index = "0"] = place.split(" ");
  return { kind, where, index: Number(index) };
}

/** Returns a small rotation for the pieces on a cell, the same each time. */
export function jitter(cell: string): number {
  const { column, row } = readCell(cell);
  return ((((column * 7 + row * SIZE * 5) % 11) - 5) / 5) * 0.045;
}

/**
 * Who goes where. Blocks and figures are never made or lost during a game, so each piece keeps its
 * identity: what is on its place stays, and what has left a place goes to one that is new.
 */
import { type Colour, type Position, SIZE, count, readCell, stacked } from "./position.ts";

/** A place that a piece can have, as text: what stands on the same place is the same piece. */
export type Place = string;

/** `tower f5 2` is the third block of the tower on f5, `stack 1 0` the first before seat 1. */
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

/**
 * The new place of each piece: those of which the place is still wanted stay, the others take the
 * places left. More pieces than places: null for those left over.
 */
export function assign(pieces: readonly (Place | null)[], wanted: readonly Place[]): (Place | null)[] {
  const left = [...wanted];
  const stay = pieces.map((place) => {
    const found = place === null ? -1 : left.indexOf(place);
    if (found < 0) return null;
    left.splice(found, 1);
    return place;
  });
  // Those that stood somewhere go first: a piece in sight moves rather than another appears.
  const order = pieces.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
  for (const index of order) if (stay[index] === null) stay[index] = left.shift() ?? null;
  return stay;

  function rank(index: number): number {
    return pieces[index] === null ? 1 : 0;
  }
}

/** The kind of a place, its cell or seat, and its number there. */
export function readPlace(place: Place): { kind: string; where: string; index: number } {
  const [kind = "", where = "", index = "0"] = place.split(" ");
  return { kind, where, index: Number(index) };
}

/** A small turn by which pieces on a cell differ, always the same. */
export function jitter(cell: string): number {
  const { column, row } = readCell(cell);
  return ((((column * 7 + row * SIZE * 5) % 11) - 5) / 5) * 0.045;
}

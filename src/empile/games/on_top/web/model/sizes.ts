/** Sizes of the pieces in scene units: a cell's side is one. */

/** Height of a tile and of a black triangle. */
export const TILE_HEIGHT = 0.12;
/** A pawn as it stands alone or on top; those under it are wider, so that each shows from above. */
export const PAWN = { radius: 0.28, height: 0.155, wider: 0.13 };
/** Pawns in stock and the markers on the score track, by the size of the former. */
export const STOCK_SIZE = 0.82;
export const MARKER_SIZE = 0.72;
/** How far piles of pawns in stock stand apart. */
export const PILE = 0.5;
/** Where the board's top lies over the table. */
export const GROUND = -0.34;

/** Size of the pawn that has `above` pawns on it. */
export function pawnSize(above: number): number {
  return 1 + PAWN.wider * above;
}

/** Height of the foot of each pawn of a tower, and of its top. */
export function levels(tower: string): number[] {
  const feet = [TILE_HEIGHT];
  for (let level = 0; level < tower.length; level += 1) {
    feet.push((feet[level] ?? 0) + PAWN.height * pawnSize(tower.length - 1 - level));
  }
  return feet;
}

/** What is shown before it is laid floats so far over the board. */
export const LIFT = 0.05;

/** How a tile in hand lies, before its seat: upright. */
export const IN_HAND = Math.PI / 2;

/** Sizes of the pieces in scene units: a cell's side is one. */

/** Height of a tile and of a black triangle. */
export const TILE_HEIGHT = 0.12;
/** A pawn alone or on top; those below it are wider, so that each is visible from above. */
export const PAWN = { radius: 0.28, height: 0.155, wider: 0.13 };
/** Size of pawns in stock relative to those on the board, and of markers relative to them. */
export const STOCK_SIZE = 0.82;
export const MARKER_SIZE = 0.72;
/** Distance between piles of pawns in stock. */
export const PILE = 0.5;
/** Height of the part that the picture shows, and of the table, relative to the board's top. */
export const HEIGHT = 0.35;
export const GROUND = -0.34;

/** Returns the size of a pawn with `above` pawns on it. */
export function pawnSize(above: number): number {
  return 1 + PAWN.wider * above;
}

/** Returns the height of the foot of each pawn of a tower, and of its top. */
export function levels(tower: string): number[] {
  const feet = [TILE_HEIGHT];
  for (let level = 0; level < tower.length; level += 1) {
    feet.push((feet[level] ?? 0) + PAWN.height * pawnSize(tower.length - 1 - level));
  }
  return feet;
}

/** Height of previewed pieces above the board. */
export const LIFT = 0.05;

/** Heading of a tile in hand: upright. */
export const IN_HAND = Math.PI / 2;

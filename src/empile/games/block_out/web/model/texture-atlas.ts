/** Layout of the texture that all blocks share. */
import { COLOURS, type Colour, SIZES, type Size } from "./position.ts";

/** Side of a field in pixels. Each block has two fields: side grain and end grain. */
export const SIDE = 256;
export const COLUMNS = 6;
export const ROWS = 3;
/** Width of a field in edge lengths, with a margin for tilted faces. */
export const FIELD = 1.2;

/** A field: its middle and size in texture coordinates (v up). */
export interface Cell {
  u: number;
  v: number;
  wide: number;
  high: number;
}

export function column(size: Size, sawn: boolean): number {
  return 2 * SIZES.indexOf(size) + (sawn ? 1 : 0);
}

/** Returns the field of a block's faces. */
export function cell(block: string, sawn: boolean): Cell {
  const across = column(block[1] as Size, sawn);
  const down = COLOURS.indexOf(block[0] as Colour);
  return { u: (across + 0.5) / COLUMNS, v: 1 - (down + 0.5) / ROWS, wide: 1 / COLUMNS, high: 1 / ROWS };
}

/** What lies beside the board: each colour's pawns in a corner, and the tile in a seat's hand. */
import { COLOURS, type Colour } from "./colours.ts";
import type { Spot } from "./lattice.ts";
import type { Outline } from "./outline.ts";
import { PILE } from "./sizes.ts";

const PILES = 4;
/** From the corner of the board's rectangle on: where piles and the tile in hand lie. */
const DEEP = { stock: 0.5, hand: 1.75 };
const ROOM = { stock: 0.5, hand: 0.4 };

/** Corners clockwise from the viewer's left: opposite ones are partners in teams. */
const SIDES: Record<Colour, { x: 1 | -1; z: 1 | -1 }> = {
  B: { x: -1, z: 1 }, Y: { x: -1, z: -1 }, R: { x: 1, z: -1 }, W: { x: 1, z: 1 },
};

export class SidePieces {
  readonly #outline: Outline;
  readonly #deep: number;
  /** Half sizes of all there is to see. */
  readonly extent: Spot;

  constructor(outline: Outline) {
    this.#outline = outline;
    const half = outline.half();
    // A flat board leaves less room at its sides than the things beside it need.
    this.#deep = Math.max(half.z, DEEP.hand + 0.75);
    const widest = Math.max(
      half.x,
      ...COLOURS.flatMap((colour) => [
        Math.abs(this.stock(colour).x) + PILE + 0.02,
        Math.abs(this.hand(colour).x) + ROOM.hand,
      ]),
    );
    this.extent = { x: widest + 0.06, z: this.#deep + 0.12 };
  }

  /** The middle of a colour's pawns in stock. */
  stock(colour: Colour): Spot {
    return this.#spot(colour, DEEP.stock, ROOM.stock);
  }

  /** Where a pawn in stock stands, and on how many others. */
  pile(colour: Colour, index: number): Spot & { level: number } {
    const { x, z } = this.stock(colour);
    const pile = index % PILES;
    return {
      x: x + ((pile % 2) - 0.5) * PILE,
      z: z + (Math.floor(pile / 2) - 0.5) * PILE,
      level: Math.floor(index / PILES),
    };
  }

  /** The pawns that lie on top of the piles, of `count`. */
  tops(count: number): number[] {
    return Array.from({ length: count }, (_, index) => index).slice(-PILES);
  }

  /** The tile in a seat's hand, before it is laid. */
  hand(colour: Colour): Spot {
    return this.#spot(colour, DEEP.hand, ROOM.hand);
  }

  #spot(colour: Colour, deep: number, room: number): Spot {
    const side = SIDES[colour];
    const z = side.z * (this.#deep - deep);
    return { x: this.#outline.beside(side.x, z, room), z };
  }
}


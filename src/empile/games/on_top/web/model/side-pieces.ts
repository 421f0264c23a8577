/** Pieces around the board: each colour's pawns in a corner, and the tile in a seat's hand. */
import { COLOURS, type Colour } from "./colours.ts";
import type { Spot } from "./lattice.ts";
import { type Outline, RIM } from "./outline.ts";
import { PILE } from "./sizes.ts";

const PILES = 4;
/** Distance of piles and of the tile in hand from the corner of the board's rectangle. */
const DEEP = { stock: 0.5, hand: 1.75 };
const ROOM = { stock: 0.5, hand: 0.4 };

/** Corners clockwise from the viewer's left: partners in teams are opposite. */
const SIDES: Record<Colour, { x: 1 | -1; z: 1 | -1 }> = {
  B: { x: -1, z: 1 }, Y: { x: -1, z: -1 }, R: { x: 1, z: -1 }, W: { x: 1, z: 1 },
};

export class SidePieces {
  readonly #outline: Outline;
  readonly #deep: number;
  /** Half sizes of everything visible. */
  readonly extent: Spot;
  /** Points around everything visible. */
  readonly spots: readonly Spot[];

  constructor(outline: Outline) {
    this.#outline = outline;
    const half = outline.half();
    // A flat board has less room at its sides than its pieces need.
    this.#deep = Math.max(half.z, DEEP.hand + 0.75);
    const around = (by: number, { x, z }: Spot): Spot[] => [-by, by].flatMap((dx) => [-by, by].map((dz) => ({ x: x + dx, z: z + dz })));
    const beside = COLOURS.flatMap((colour) => [
      ...around(PILE + 0.02, this.stock(colour)), ...around(ROOM.hand, this.hand(colour)),
    ]);
    this.spots = [...outline.around(RIM.edge), ...beside];
    const widest = Math.max(half.x, ...beside.map(({ x }) => Math.abs(x)));
    this.extent = { x: widest + 0.06, z: this.#deep + 0.12 };
  }

  /** Returns the middle of a colour's pawns in stock. */
  stock(colour: Colour): Spot {
    return this.#spot(colour, DEEP.stock, ROOM.stock);
  }

  /** Returns the position of a pawn in stock, and the number of pawns below it. */
  pile(colour: Colour, index: number): Spot & { level: number } {
    const { x, z } = this.stock(colour);
    const pile = index % PILES;
    return {
      x: x + ((pile % 2) - 0.5) * PILE,
      z: z + (Math.floor(pile / 2) - 0.5) * PILE,
      level: Math.floor(index / PILES),
    };
  }

  /** Returns the topmost pawns of the piles, of `count`. */
  tops(count: number): number[] {
    return Array.from({ length: count }, (_, index) => index).slice(-PILES);
  }

  /** Returns the position of the tile in a seat's hand. */
  hand(colour: Colour): Spot {
    return this.#spot(colour, DEEP.hand, ROOM.hand);
  }

  #spot(colour: Colour, deep: number, room: number): Spot {
    const side = SIDES[colour];
    const z = side.z * (this.#deep - deep);
    return { x: this.#outline.beside(side.x, z, room), z };
  }
}


/** The trays before the board: what each seat has in front of it. */
import { COLOURS, type Colour, SIZE } from "./position.ts";

export interface Spot {
  x: number;
  z: number;
}

/** The strip of trays: its middle and its depth. */
export const TRAY = { z: 4.9, depth: 0.98, gap: 0.14 };
/** How much smaller things are in a tray. */
export const SMALL = 0.52;
const STACK = 0.44;
const PAIR = 0.38;

/** A seat's tray among `seats`: its middle and its width. */
export function tray(seat: number, seats: number): { x: number; width: number } {
  const whole = SIZE + TRAY.gap;
  const each = whole / seats;
  return { x: -whole / 2 + each * (seat + 0.5), width: each - TRAY.gap };
}

/** Where a seat's figures in reserve stand, two by two. */
export function reserveSpot(seat: number, seats: number, index: number): Spot {
  const { x, width } = tray(seat, seats);
  const start = x - width / 2 + 0.34;
  return {
    x: start + (index % 2) * PAIR,
    z: TRAY.z + (Math.floor(index / 2) - 0.5) * PAIR * 1.05,
  };
}

/** The middle of the figures in reserve. */
export function reserveMiddle(seat: number, seats: number): Spot {
  const { x, width } = tray(seat, seats);
  return { x: x - width / 2 + 0.34 + PAIR / 2, z: TRAY.z };
}

/** Where a seat stacks the blocks of a colour. */
export function stackSpot(seat: number, seats: number, colour: Colour): Spot {
  const { x, width } = tray(seat, seats);
  const room = width - 0.34 - PAIR - 0.3;
  const step = Math.min(0.8, Math.max(STACK * 0.92, room / COLOURS.length));
  const left = x + width / 2 - 0.06 - step * COLOURS.length;
  return { x: left + step * (COLOURS.indexOf(colour) + 0.5), z: TRAY.z - 0.13 };
}

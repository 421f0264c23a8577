/** Layout of the trays in front of the board, one for each seat. */
import { COLOURS, type Colour, SIZE } from "./position.ts";

export interface Spot {
  x: number;
  z: number;
}

/** The strip of trays: its middle, its depth, and the gap between two of them. */
export const TRAY = { z: 4.9, depth: 0.98, gap: 0.14 };
/** Four trays are narrow: their contents are smaller and closer together. */
const ROOMY = { figure: 0.52, block: 0.49, pair: 0.38, edge: 0.34 };
const NARROW = { figure: 0.45, block: 0.42, pair: 0.31, edge: 0.22 };
/** Largest distance between stacks. */
const APART = 0.8;

function measures(seats: number): typeof ROOMY {
  return seats > 3 ? NARROW : ROOMY;
}

/** Returns the size of figures and blocks in a tray, relative to the board. */
export function traySizes(seats: number): { figure: number; block: number } {
  return measures(seats);
}

/** Returns a seat's tray among `seats`: its middle and its width. */
export function tray(seat: number, seats: number): { x: number; width: number } {
  const whole = SIZE + TRAY.gap;
  const each = whole / seats;
  return { x: -whole / 2 + each * (seat + 0.5), width: each - TRAY.gap };
}

/** Returns the position of a figure in reserve, in rows of two. */
export function reserveSpot(seat: number, seats: number, index: number): Spot {
  const { x, width } = tray(seat, seats);
  const { pair, edge } = measures(seats);
  return {
    x: x - width / 2 + edge + (index % 2) * pair,
    z: TRAY.z + (Math.floor(index / 2) - 0.5) * pair * 1.05,
  };
}

/** Returns the middle of the figures in reserve. */
export function reserveMiddle(seat: number, seats: number): Spot {
  const { x } = reserveSpot(seat, seats, 0);
  return { x: x + measures(seats).pair / 2, z: TRAY.z };
}

/** Returns the position of a seat's stack of a colour, to the right of its figures. */
export function stackSpot(seat: number, seats: number, colour: Colour): Spot {
  const { x, width } = tray(seat, seats);
  const { pair, edge } = measures(seats);
  const room = width - 1.9 * edge - pair;
  const step = Math.min(APART, room / COLOURS.length);
  const left = x + width / 2 - 0.06 - step * COLOURS.length;
  return { x: left + step * (COLOURS.indexOf(colour) + 0.5), z: TRAY.z - 0.13 };
}
